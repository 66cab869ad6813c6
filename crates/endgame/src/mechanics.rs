//! The rules of a game as a solver needs them: moves forwards and back, from placement to placement.
//! All rules come from the generator of `draughts`; it is compiled here once for each board, and
//! everything else in this crate only once.

use crate::index::Board;
use crate::material::Material;
use crate::placement::Placement;
use crate::quiet::{KingLines, ManStep, QuietLines};
use crate::value::Wld;
use core::marker::PhantomData;
use draughts::{
    AnyPosition, Bits, Board as Pieces, Color, Duty, Facts, Geometry, Layout, Lines, MoveList,
    Position, Rules, Ruleset, Setup, dispatch,
};

/// The kind of move that leads to a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LastMove {
    Capture,
    /// A man's move forwards.
    Man,
    Promotion,
    /// A move that can be taken back: a king's, or a man's to the side.
    Reversible,
}

/// The position after a move, seen by the opponent, who is to move.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Next {
    Over(Wld),
    Place(Placement),
}

/// The moves of a position.
#[derive(Default, Debug)]
pub(crate) struct Moves {
    /// The result, if the game is over.
    pub over: Option<Wld>,
    /// Whether it must capture: such positions are not stored.
    pub captures: bool,
    /// How many moves can be taken back.
    pub reversible: u16,
    /// The positions after all moves that cannot be taken back, or after all moves asked for.
    pub next: Vec<(LastMove, Next)>,
}

/// The moves that are listed one by one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Listing {
    All,
    Irreversible,
}

pub(crate) trait Mechanics: Send + Sync {
    fn board(&self) -> Board;
    fn facts(&self) -> Facts;
    /// Lists the moves of a position.
    fn moves(&self, place: &Placement, wanted: Listing, moves: &mut Moves);
    /// Lists the positions from which a move that can be taken back leads here. Those in which that
    /// move is not legal because there is a capture are among them.
    fn retreats(&self, place: &Placement, retreats: &mut Vec<Placement>);
    fn captures(&self, place: &Placement) -> bool;
    fn quiet_lines(&self) -> &QuietLines;
    /// The position with White to move.
    fn fen(&self, place: &Placement) -> String;
}

/// The mechanics of these rules. Rules with a name of their own are house rules, whose facts are values:
/// one solver is compiled for each board and not for each variant, which would take minutes.
pub(crate) fn of(rules: &Ruleset) -> Box<dyn Mechanics> {
    fn make<R: Rules>(position: &Position<R>) -> Box<dyn Mechanics> {
        Box::new(GameMechanics::new(*position.rules()))
    }
    let house = Ruleset { name: Some("table".to_owned()), ..rules.clone() };
    match &AnyPosition::start(&house) {
        AnyPosition::House8(position) => make(position),
        AnyPosition::House8Right(position) => make(position),
        AnyPosition::House10(position) => make(position),
        AnyPosition::House10Sideways(position) => make(position),
        AnyPosition::House12(position) => make(position),
        AnyPosition::House64(position) => make(position),
        other => unreachable!("{} has a name of its own", other.to_fen()),
    }
}

/// The placement of a position, unless it has too many pieces or a side has none.
#[inline]
pub(crate) fn place<R: Rules>(position: &Position<R>) -> Option<Placement> {
    let material = material(position.board(), position.turn());
    let fits = material.pieces() <= crate::MAX_PIECES;
    let both = material.own() > 0 && material.opponents() > 0;
    (fits && both).then(|| read(position, material))
}

/// As [`place`], for rules chosen at run time.
pub(crate) fn place_any(position: &AnyPosition) -> Option<Placement> {
    dispatch!(position, inner => place(inner))
}

/// How many squares of a board come before each bit: searches ask too often to count them each time.
struct Ordinals<G>(PhantomData<G>);

impl<G: Geometry> Ordinals<G> {
    const TABLE: &'static [u8; 128] = &ordinals(&G::LAYOUT);
}

const fn ordinals(layout: &Layout) -> [u8; 128] {
    let mut ordinals = [0; 128];
    let (mut bit, mut ordinal) = (0, 0);
    while bit < 128 {
        if layout.all >> bit & 1 == 1 {
            ordinals[bit] = ordinal;
            ordinal += 1;
        }
        bit += 1;
    }
    ordinals
}

type Word<R> = <<R as Rules>::Geometry as Geometry>::Bits;

struct GameMechanics<R: Rules> {
    rules: R,
    facts: Facts,
    masks: Vec<Word<R>>,
    quiet_lines: QuietLines,
}

impl<R: Rules> GameMechanics<R> {
    fn new(rules: R) -> Self {
        let layout = R::Geometry::layout();
        let bits = (0..128).filter(|bit| layout.all >> bit & 1 == 1);
        let masks = bits.map(Word::<R>::bit).collect();
        let quiet_lines = QuietLines { kings: Vec::new(), men: Vec::new() };
        let mut mechanics = Self { rules, facts: rules.facts(), masks, quiet_lines };
        for square in 0..layout.squares {
            let king = mechanics.lone_moves(Material::new(0, 1, 0, 0), square);
            let targets = king.into_iter().map(|(step, by)| (step.to, by)).collect();
            mechanics.quiet_lines.kings.push(KingLines::new(targets));
            let man = mechanics.lone_moves(Material::new(1, 0, 0, 0), square);
            mechanics.quiet_lines.men.push(man.into_iter().map(|(step, _)| step).collect());
        }
        mechanics
    }

    /// The moves of a piece that is alone on the board, and how many rows and columns each goes.
    fn lone_moves(&self, material: Material, square: u8) -> Vec<(ManStep, (i8, i8))> {
        let layout = R::Geometry::layout();
        let mut place = Placement::new(material);
        place.squares[0] = square;
        let bits: Vec<u8> = (0..128).filter(|bit| layout.all >> bit & 1 == 1).collect();
        let cell = |square: u8| layout.cell(bits[usize::from(square)]).unwrap_or_default();
        let moves = self.position(&place).simple_moves();
        let steps = moves.iter().map(|mv| {
            let to = layout.ordinal(mv.to());
            let ((row, column), (to_row, to_column)) = (cell(square), cell(to));
            let by = (to_row as i8 - row as i8, to_column as i8 - column as i8);
            (ManStep { to, promotes: mv.promotes() }, by)
        });
        steps.collect()
    }

    /// The position with White to move.
    #[inline]
    fn position(&self, place: &Placement) -> Position<R> {
        self.setup(place).position_unchecked()
    }

    #[inline(always)]
    fn setup(&self, place: &Placement) -> Setup<R> {
        let word = |squares: &[u8]| {
            let mut set = Word::<R>::NONE;
            for square in squares {
                set |= self.masks[usize::from(*square)];
            }
            set
        };
        let (kings, opp_kings) = (word(place.kings()), word(place.opp_kings()));
        let white = word(place.men()) | kings;
        let black = word(place.opp_men()) | opp_kings;
        let board = Pieces::from_words(white, black, kings | opp_kings);
        let mut setup = Setup::new(self.rules, board, Color::White);
        if let Some(limit) = self.facts.king_run {
            let sides = [(Color::White, place.kings()), (Color::Black, place.opp_kings())];
            for ((color, kings), run) in sides.into_iter().zip(place.runs) {
                let Some(run) = run.checked_sub(1) else { continue };
                let square = R::Geometry::layout().nth(kings[usize::from(run / limit)]);
                if let Some(square) = square {
                    setup.set_king_run(color, square, run % limit + 1);
                }
            }
        }
        setup
    }

    /// Whether a quiet move can be taken back.
    #[inline]
    fn is_reversible(&self, place: &Placement, from: u8, to: u8) -> bool {
        let row = self.board().row;
        !place.men().contains(&from)
            || (self.facts.lines == Lines::Orthogonal && from / row == to / row)
    }

    /// The counters of king moves before a move that can be taken back, whose mover has them now.
    fn runs_before(&self, now: u8, limit: u8, king: Option<u8>, kings: u8, before: &mut Vec<u8>) {
        let any = 0..=limit * kings;
        let Some(king) = king else {
            if now == 0 {
                before.extend(any);
            }
            return;
        };
        let Some(run) = now.checked_sub(1).filter(|run| run / limit == king) else { return };
        match run % limit {
            0 => before.extend(any.filter(|run| *run == 0 || (run - 1) / limit != king)),
            count => before.push(king * limit + count),
        }
    }
}

fn material<G: Geometry>(board: &Pieces<G>, turn: Color) -> Material {
    let (white, black, kings) = board.words();
    let (own, opponents) = if turn == Color::White { (white, black) } else { (black, white) };
    let counts = [own & !kings, own & kings, opponents & !kings, opponents & kings];
    let [men, king, opp_men, opp_king] = counts.map(|set| set.count() as u8);
    Material::new(men, king, opp_men, opp_king)
}

/// Reads the pieces, which must fit.
#[inline]
fn read<R: Rules>(position: &Position<R>, material: Material) -> Placement {
    let turn = position.turn();
    let squares = R::Geometry::LAYOUT.squares;
    let ordinals = Ordinals::<R::Geometry>::TABLE;
    let mut place = Placement::new(material);
    let (white, black, kings) = position.board().words();
    let turned = turn == Color::Black;
    let (own, opponents) = if turned { (black, white) } else { (white, black) };
    let mut start = 0;
    for set in [own & !kings, own & kings, opponents & !kings, opponents & kings] {
        let len = set.count() as usize;
        let mut rest = set;
        for offset in 0..len {
            let square = ordinals[rest.lowest() as usize];
            rest = rest.rest();
            if turned {
                place.squares[start + len - 1 - offset] = squares - 1 - square;
            } else {
                place.squares[start + offset] = square;
            }
        }
        start += len;
    }
    if let Some(limit) = position.rules().facts().king_run {
        let run = |color: Color, men: u8, kings: &[u8]| {
            let (square, count) = position.king_run(color).filter(|_| men > 0)?;
            let ordinal = R::Geometry::layout().ordinal(square);
            let ordinal = if turned { squares - 1 - ordinal } else { ordinal };
            let king = kings.iter().position(|king| *king == ordinal)? as u8;
            Some(1 + king * limit + count - 1)
        };
        let Material { men, opp_men, .. } = place.material;
        place.runs = [
            run(turn, men, place.kings()).unwrap_or(0),
            run(!turn, opp_men, place.opp_kings()).unwrap_or(0),
        ];
    }
    place
}

impl<R: Rules> Mechanics for GameMechanics<R> {
    fn board(&self) -> Board {
        let Layout { squares, height, .. } = *R::Geometry::layout();
        Board { squares, row: squares / height, run_limit: self.facts.king_run }
    }

    fn facts(&self) -> Facts {
        self.facts
    }

    fn moves(&self, place: &Placement, wanted: Listing, moves: &mut Moves) {
        moves.next.clear();
        (moves.over, moves.captures, moves.reversible) = (None, false, 0);
        let position = self.position(place);
        let mut legal = MoveList::new();
        position.legal_moves_into(&mut legal);
        if legal.is_empty() {
            moves.over = position.outcome().map(|outcome| Wld::of(&outcome, Color::White));
            return;
        }
        moves.captures = self.facts.capture == Duty::Mandatory && legal[0].is_capture();
        let layout = R::Geometry::layout();
        for mv in &legal {
            let step = if mv.is_capture() {
                LastMove::Capture
            } else if mv.promotes() {
                LastMove::Promotion
            } else {
                let [from, to] = [mv.from(), mv.to()].map(|square| layout.ordinal(square));
                match self.is_reversible(place, from, to) {
                    true => LastMove::Reversible,
                    false => LastMove::Man,
                }
            };
            moves.reversible += u16::from(step == LastMove::Reversible);
            if step == LastMove::Reversible && wanted == Listing::Irreversible {
                continue;
            }
            let after = position.play_unchecked(mv);
            let (white, black, kings) = after.board().words();
            let over = white.is_none()
                || black.is_none()
                || (self.facts.first_king_wins && !kings.is_none());
            let outcome = if over { after.outcome() } else { None };
            let next = match outcome {
                Some(outcome) => Next::Over(Wld::of(&outcome, Color::Black)),
                None => Next::Place(read(&after, material(after.board(), after.turn()))),
            };
            moves.next.push((step, next));
        }
    }

    fn retreats(&self, place: &Placement, retreats: &mut Vec<Placement>) {
        retreats.clear();
        let limit = self.facts.king_run;
        let mover = place.turned(R::Geometry::LAYOUT.squares, limit.unwrap_or(1));
        let counted = limit.filter(|_| mover.material.men > 0);
        let position = self.position(&Placement { runs: [0; 2], ..mover });
        let mut quiet = MoveList::new();
        position.simple_moves_into(&mut quiet);
        let layout = R::Geometry::layout();
        let mut runs = Vec::new();
        for mv in &quiet {
            let [from, to] = [mv.from(), mv.to()].map(|square| layout.ordinal(square));
            if mv.promotes() || !self.is_reversible(&mover, from, to) {
                continue;
            }
            let before = mover.relocated(from, to);
            let Some(limit) = counted else {
                retreats.push(before);
                continue;
            };
            // A king's place among its side's kings may change as it moves.
            let place_of = |kings: &[u8], square: u8| {
                kings.iter().position(|king| *king == square).map(|place| place as u8)
            };
            let king = place_of(mover.kings(), from);
            runs.clear();
            self.runs_before(mover.runs[0], limit, king, mover.material.kings, &mut runs);
            for run in &runs {
                let run = match run.checked_sub(1) {
                    None => 0,
                    Some(run) => {
                        let square = mover.kings()[usize::from(run / limit)];
                        let square = if square == from { to } else { square };
                        let king = place_of(before.kings(), square).unwrap_or(0);
                        1 + king * limit + run % limit
                    }
                };
                retreats.push(Placement { runs: [run, before.runs[1]], ..before });
            }
        }
    }

    fn captures(&self, place: &Placement) -> bool {
        self.setup(place).any_capture()
    }

    fn quiet_lines(&self) -> &QuietLines {
        &self.quiet_lines
    }

    fn fen(&self, place: &Placement) -> String {
        self.position(place).to_fen()
    }
}
