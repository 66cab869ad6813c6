//! Kings that may land anywhere, even if another landing captures more (REQUIREMENTS.md, "Where the documents
//! disagree", on document 003).

mod common;

use common::invariants::{check_explanations, check_texts};
use common::random::Dice;
use common::*;
use draughts::{
    AnyPosition, Color, Crowning, Facts, KingRange, Landing, Lines, MenCapture, Precedence,
    Preference, Rank, Removal, Ruleset, Square, Why,
};
use std::collections::BTreeSet;

const FREE: &str = "french-free-landing";

/// R-FR-3: the king on 46 captures 37 and lands on any of seven squares. From 28 alone it could capture 17, too.
#[test]
fn a_king_lands_where_it_takes_less() {
    let fen = "W:WK46:B17,37";
    assert_hub_moves("international", fen, "46x11x17x37 46x6x17x37");
    let stops = "46x32x37 46x23x37 46x19x37 46x14x37 46x10x37 46x5x37";
    assert_hub_moves(FREE, fen, &format!("{stops} 46x11x17x37 46x6x17x37"));
    assert_eq!(after(FREE, fen, "46x23").to_fen(), "B:WK23:B17");
    // Where it can continue, it must: nothing ends on 28.
    let Why::MustGoOn { captures } = why(FREE, fen, "46", "28") else { panic!() };
    let position = position(FREE, fen);
    let ends: BTreeSet<u8> = captures.iter().map(|mv| position.number(mv.to())).collect();
    assert!(ends.is_superset(&BTreeSet::from([6, 11])) && !ends.contains(&28), "{ends:?}");
    assert_eq!(why("international", fen, "46", "23"), {
        let captures = common::position("international", fen).legal_moves();
        Why::MustGoOn { captures }
    });
}

/// R-FR-4: from its landing square it must capture the most that can be captured from there: from 28 the two pieces on
/// 39 and 40, not the one on 17. On 50, behind 39, it may stop; on 44 it must continue. From 23 it must capture 40.
#[test]
fn after_landing_the_most_from_there_is_mandatory() {
    let fen = "W:WK46:B17,37,39,40";
    assert_hub_moves("international", fen, "46x35x37x39x40");
    let legal = "46x32x37 46x19x37 46x14x37 46x10x37 46x5x37 \
        46x45x37x40 46x35x37x39x40 46x50x37x39";
    assert_hub_moves(FREE, fen, legal);
    for end in ["11", "6"] {
        let Why::Outranked { rule, .. } = why(FREE, fen, "46", end) else { panic!("{end}") };
        assert_eq!(rule, Preference::MostPieces(3));
    }
    assert!(matches!(why(FREE, fen, "46", "44"), Why::MustGoOn { .. }));
    let position = position(FREE, fen);
    let way = |text: &str| -> Vec<Square> {
        text.split('x').map(|name| square(&position, name)).collect()
    };
    assert_eq!(position.why_not_path(&way("46x28x44x35")), None);
    assert_eq!(position.why_not_path(&way("46x28x50")), None);
    assert!(position.why_not_path(&way("46x28x11")).is_some());
    assert!(position.why_not_path(&way("46x23x35")).is_some());
    assert_eq!(position.hub(&position.parse_move("46x28x44x35").unwrap()), "46x35x37x39x40");
}

/// R-FR-4: which piece captures is decided by what each could capture with its best landings.
#[test]
fn the_piece_that_can_take_most_must_capture() {
    let fen = "W:WK46,43:B17,37,38,39,40";
    assert!(texts(&position(FREE, fen)).iter().all(|text| text.starts_with("46x")));
    let Why::Outranked { rule, .. } = why(FREE, fen, "43", "45") else { panic!() };
    assert_eq!(rule, Preference::MostPieces(3));
    // The king could capture as many as the man: then both may capture, and the king may land anywhere.
    let stops = "46x32x37 46x19x37 46x14x37 46x10x37 46x5x37";
    assert_hub_moves(
        FREE,
        "W:WK46,45:B17,29,37,40",
        &format!("45x23x29x40 46x11x17x37 46x6x17x37 46x34x29x37 {stops}"),
    );
}

/// A king that continues straight on has not landed on any of the squares it passes.
#[test]
fn straight_on_it_passes_over_squares_from_which_it_could_take_more() {
    // From 23 it could capture 18 and 8 by turning; straight on there is only 14.
    let fen = "W:WK46:B37,14,18,8";
    let legal = position(FREE, fen);
    let straight = legal.legal_moves().into_iter().filter(|mv| legal.hub(mv).ends_with("x14x37"));
    let ends: BTreeSet<u8> = straight.map(|mv| legal.number(mv.to())).collect();
    assert_eq!(ends, BTreeSet::from([10, 5]));
}

#[test]
fn where_any_capture_will_do_each_landing_stands_for_itself() {
    let fen = "W:WKa1:Bc3,g3";
    assert_hub_moves("russian", fen, "29x28x22x24");
    assert_hub_moves("russian,landing=free", fen, "29x18x22 29x11x22 29x8x22 29x4x22 29x28x22x24");
}

#[test]
fn it_has_a_name_and_goes_with_what_makes_sense() {
    let french = rules(FREE);
    assert_eq!(french.title(), "French, free landing");
    assert_eq!(french.to_string(), "international,landing=free,name=French%2C free landing");
    assert_eq!(french.facts.landing, Landing::Free);
    for (text, reason) in [
        ("american,landing=free", "a king that moves one square always lands"),
        ("italian,kings=flying,landing=free", "when a king lands freely"),
    ] {
        let error = text.parse::<Ruleset>().expect_err(text).to_string();
        assert!(error.starts_with(reason), "{text}: {error}");
    }
}

type Cell = (i32, i32);
/// A move: from, to, and what it captures.
type Taken = (Square, Square, Vec<Square>);

/// The captures of a position by the definition, square by square: a piece, or the next one to be captured, is chosen
/// by the most that could be captured with the best landings from there on; the landing is free.
struct Definition<'a> {
    position: &'a AnyPosition,
    facts: Facts,
    from: Cell,
}

#[derive(Clone, Copy, PartialEq)]
enum Content {
    Empty,
    Enemy { king: bool },
    Wall,
}

struct Jump {
    way: Cell,
    over: Cell,
    landings: Vec<Cell>,
    gain: i64,
}

impl Definition<'_> {
    fn square(&self, (row, column): Cell) -> Option<Square> {
        self.position.square_at(row.try_into().ok()?, column.try_into().ok()?)
    }

    fn content(&self, cell: Cell, taken: &[Cell]) -> Content {
        let Some(square) = self.square(cell) else { return Content::Wall };
        if cell == self.from {
            return Content::Empty;
        }
        if taken.contains(&cell) {
            return match self.facts.removal {
                Removal::AfterMove => Content::Wall,
                Removal::AtOnce => Content::Empty,
            };
        }
        match self.position.piece(square) {
            None => Content::Empty,
            Some(piece) if piece.color == self.position.turn() => Content::Wall,
            Some(piece) => Content::Enemy { king: piece.rank == Rank::King },
        }
    }

    fn ways(&self, king: bool) -> Vec<Cell> {
        let diagonal = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
        // With dark squares only, the next one in a row or column is two steps away.
        let step = if self.facts.lines == Lines::DiagonalCaptureAll { 2 } else { 1 };
        let straight = [(-step, 0), (step, 0), (0, -step), (0, step)];
        let all: Vec<Cell> = match self.facts.lines {
            Lines::Diagonal => diagonal.to_vec(),
            Lines::DiagonalCaptureAll => [diagonal, straight].concat(),
            Lines::Orthogonal => straight.to_vec(),
        };
        let ahead = if self.position.turn() == Color::White { -1 } else { 1 };
        let everywhere = king || self.facts.men_capture == MenCapture::AllRound;
        let sideways_too = |way: &Cell| way.0.signum() == ahead || way.0 == 0;
        all.into_iter().filter(|way| everywhere || sideways_too(way)).collect()
    }

    fn jumps(&self, at: Cell, king: bool, came: Option<Cell>, taken: &[Cell]) -> Vec<Jump> {
        let step = |(row, column): Cell, way: Cell| (row + way.0, column + way.1);
        let flies = king && self.facts.king_range == KingRange::Flying;
        let jump = |way: Cell| {
            let turns_back = came == Some((-way.0, -way.1));
            if king && turns_back && !self.facts.turning_back {
                return None;
            }
            let mut over = step(at, way);
            while flies && self.content(over, taken) == Content::Empty {
                over = step(over, way);
            }
            let Content::Enemy { king: takes_king } = self.content(over, taken) else {
                return None;
            };
            if !king && takes_king && !self.facts.men_take_kings {
                return None;
            }
            let mut landings = Vec::new();
            let mut to = step(over, way);
            while self.content(to, taken) == Content::Empty {
                landings.push(to);
                to = step(to, way);
                if !flies {
                    break;
                }
            }
            let gain = match self.facts.precedence {
                Precedence::Free | Precedence::KingFirst => 0,
                Precedence::Number => 1,
                Precedence::NumberThenKings => 256 + i64::from(takes_king),
                Precedence::Value => 2 * if takes_king { 199 } else { 100 },
                Precedence::Italian => unreachable!("it does not go with free landing"),
            };
            (!landings.is_empty()).then_some(Jump { way, over, landings, gain })
        };
        self.ways(king).into_iter().filter_map(jump).collect()
    }

    /// What follows a landing: whether as a king, and whether anything.
    fn landed(&self, to: Cell, king: bool) -> Option<bool> {
        let row = self.position.promotion_row(self.position.turn());
        let far = !king && self.square(to).is_some_and(|square| row.contains(square));
        match self.facts.crowning {
            Crowning::EndsMove if far => None,
            Crowning::GoesOnAsKing if far => Some(true),
            _ => Some(king),
        }
    }

    fn most(&self, at: Cell, king: bool, came: Option<Cell>, taken: &[Cell]) -> i64 {
        let jumps = self.jumps(at, king, came, taken);
        jumps.iter().map(|jump| self.worth(jump, king, taken)).max().unwrap_or(0)
    }

    fn worth(&self, jump: &Jump, king: bool, taken: &[Cell]) -> i64 {
        let taken = [taken, &[jump.over]].concat();
        let further = jump.landings.iter().map(|&to| match self.landed(to, king) {
            None => 0,
            Some(king) => self.most(to, king, Some(jump.way), &taken),
        });
        jump.gain + further.max().unwrap_or(0)
    }

    fn walk(
        &self,
        at: Cell,
        king: bool,
        came: Option<Cell>,
        taken: &[Cell],
        found: &mut BTreeSet<Taken>,
    ) {
        let jumps = self.jumps(at, king, came, taken);
        let most = self.most(at, king, came, taken);
        if jumps.is_empty() {
            self.note(at, taken, found);
        }
        for jump in jumps.iter().filter(|jump| self.worth(jump, king, taken) == most) {
            let taken = [taken, &[jump.over]].concat();
            for &to in &jump.landings {
                match self.landed(to, king) {
                    None => self.note(to, &taken, found),
                    Some(king) => self.walk(to, king, Some(jump.way), &taken, found),
                }
            }
        }
    }

    fn note(&self, to: Cell, taken: &[Cell], found: &mut BTreeSet<Taken>) {
        if taken.is_empty() {
            return;
        }
        let mut squares: Vec<Square> = taken.iter().filter_map(|cell| self.square(*cell)).collect();
        squares.sort_unstable();
        found.insert((self.square(self.from).unwrap(), self.square(to).unwrap(), squares));
    }
}

/// Every capture that the definition allows.
fn defined(rules: &Ruleset, position: &AnyPosition) -> BTreeSet<Taken> {
    let cell = |square: Square| {
        let (row, column) = position.row_column(square);
        (i32::from(row), i32::from(column))
    };
    let own: Vec<Square> = position.pieces(position.turn()).into_iter().collect();
    let kings_first = matches!(rules.facts.precedence, Precedence::Value | Precedence::KingFirst);
    let each = own.into_iter().map(|square| {
        let king = position.kings(position.turn()).contains(square);
        let from = cell(square);
        let definition = Definition { position, facts: rules.facts, from };
        let captures = !definition.jumps(from, king, None, &[]).is_empty();
        let most = definition.most(from, king, None, &[]) + i64::from(kings_first && king);
        (definition, king, captures.then_some(most))
    });
    let each: Vec<_> = each.filter_map(|(one, king, most)| Some((one, king, most?))).collect();
    let best = each.iter().map(|(.., most)| *most).max();
    let mut found = BTreeSet::new();
    for (definition, king, most) in each {
        if Some(most) == best || rules.facts.precedence == Precedence::Free {
            definition.walk(definition.from, king, None, &[], &mut found);
        }
    }
    found
}

const RULES: [&str; 11] = [
    FREE,
    "brazilian,landing=free",
    "canadian,landing=free",
    "russian,landing=free",
    "russian,landing=free,capture=most",
    "spanish,landing=free",
    "czech,landing=free",
    "frisian,landing=free",
    "turkish,landing=free",
    "international,landing=free,capture=on,men-capture=forward",
    "international,landing=free,removal=at-once,turn-back=yes",
];

/// R-FR-3, R-FR-4, R-HR-4: in random positions the captures are those of the definition, each can be written, parsed
/// and replayed, and everything else is explained.
#[test]
fn captures_are_those_of_the_definition() {
    with_a_large_stack(|| {
        let mut lesser = 0;
        for text in RULES {
            let rules = rules(text);
            let usual: Ruleset = text.replace("landing=free", "landing=anywhere").parse().unwrap();
            let usual = if text == FREE { common::rules("international") } else { usual };
            let mut dice = Dice::new(text.len() as u64);
            let mut captured = 0;
            for number in 0..600 {
                let Some(position) = random_position(&rules, &mut dice) else { continue };
                let legal = position.legal_moves();
                let captures = legal.iter().filter(|mv| mv.is_capture());
                let captures: BTreeSet<Taken> = captures
                    .map(|mv| (mv.from(), mv.to(), mv.captured().into_iter().collect()))
                    .collect();
                assert_eq!(captures, defined(&rules, &position), "{text} {}", position.to_fen());
                if captures.is_empty() {
                    continue;
                }
                captured += 1;
                let most = AnyPosition::from_fen(&usual, &position.to_fen()).unwrap();
                lesser += usize::from(most.legal_moves().len() < legal.len());
                if number % 50 == 0 {
                    check_texts(&rules, &position);
                    check_explanations(&rules, &position);
                }
            }
            assert!(captured > 100, "{text}: {captured}");
        }
        assert!(lesser > 200, "landing freely made a difference in {lesser} positions");
    });
}

fn random_position(rules: &Ruleset, dice: &mut Dice) -> Option<AnyPosition> {
    let squares = AnyPosition::start(rules).layout().squares;
    let share = 5 + dice.below(30);
    let pieces = ['W', 'w', 'b', 'b', 'b', 'B'];
    let mut setup = String::from("W");
    for _ in 0..squares {
        setup.push(if dice.below(100) < share { dice.pick(&pieces) } else { 'e' });
    }
    AnyPosition::from_fen(rules, &setup).ok()
}

/// Perft counts the same captures, both one by one and in bulk.
#[test]
fn perft_counts_them() {
    with_a_large_stack(count_them);
}

fn count_them() {
    // One of the white kings' captures ends on the square of a captured piece, which is removed at once.
    let turkish = "W:Wf7,d6,Kg5,Ke2,h1:Bb8,g8,a7,Kd7,e7,h7,Kh5,b3,e3,a2,g2";
    let turkish = position("turkish,landing=free", turkish);
    let replies = turkish.legal_moves().into_iter();
    let replies = replies.map(|mv| turkish.play(&mv).unwrap().legal_moves().len() as u64);
    assert_eq!(turkish.perft(2, draughts::Counting::Drop), replies.sum::<u64>());
    let position = position(FREE, "W:WK46,43:B17,37,38,39,40");
    let leaves = |position: &AnyPosition| position.legal_moves().len() as u64;
    let two: u64 =
        position.legal_moves().iter().map(|mv| leaves(&position.play(mv).unwrap())).sum();
    assert_eq!(position.perft(1, draughts::Counting::Drop), leaves(&position));
    assert_eq!(position.perft(2, draughts::Counting::Drop), two);
}
