//! Opening books.

mod bytes;
mod expansion;
mod growth;
mod statistics;

pub use bytes::BookError;
pub use expansion::Expansion;
pub use growth::Growth;
pub use statistics::{BookStatistics, StatisticsFull};

use crate::random::SplitMix64;
use crate::score::Score;
use draughts::{AnyPosition, Game, Move, Ruleset};

/// Positions of some rules, each with moves that were evaluated beforehand.
///
/// It is asked by position, however that came about: by the usual moves, by others, or by a ballot.
/// Whatever a book says, only legal moves come out of it. Its form as a file is described in
/// `docs/book.md`.
///
/// ```
/// use draughts::{AnyPosition, Game, Ruleset, Variant};
/// use draughts_engine::{Book, Expansion, Growth};
///
/// let rules = Ruleset::from(Variant::American);
/// let mut expansion = Expansion::new(rules.clone(), vec![AnyPosition::start(&rules)]);
/// expansion.grow(&Growth { positions: 3, nodes: 500, ..Default::default() }, &mut |_| {});
/// let book = Book::from_bytes(&expansion.book().to_bytes())?;
/// let game = Game::new(rules);
/// assert_eq!(book.probe(&game).len(), 7);
/// assert_eq!(book.choose(&game, 0, 1), book.choose(&game, 0, 2));
/// # Ok::<(), draughts_engine::BookError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Book {
    rules: Ruleset,
    origin: BookOrigin,
    /// The hash of each position, ascending, and how many moves it has.
    positions: Vec<(u64, u8)>,
    /// The moves of all positions, in the order of the positions.
    moves: Vec<StoredMove>,
    /// For each position where its moves start.
    starts: Vec<u32>,
}

/// The origin of the values in a book.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BookOrigin {
    /// From searches: hundredths of a man.
    Search,
    /// From the results of games: +1.00 where all are won, -1.00 where all are lost.
    Games,
}

/// A move of a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookMove {
    /// The move; legal.
    pub mv: Move,
    /// The value for the side that plays it.
    pub value: Score,
    /// How likely it is chosen among moves of about the same value: in books from games how often
    /// it was played. A move of weight 0 is known and never chosen.
    pub weight: u16,
}

/// A move as it is stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct StoredMove {
    name: MoveName,
    value: i16,
    weight: u16,
}

/// The name of a move among the moves of its position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct MoveName {
    /// The numbers of the squares, whatever they are called in the variant.
    from: u8,
    to: u8,
    /// The place among moves between the same squares, by [`alike`].
    which: u8,
}

impl Book {
    /// The rules that its games are played by.
    pub fn rules(&self) -> &Ruleset {
        &self.rules
    }

    /// Returns the origin of its values.
    pub fn origin(&self) -> BookOrigin {
        self.origin
    }

    /// How many positions it knows.
    pub fn positions(&self) -> usize {
        self.positions.len()
    }

    /// How many moves it knows.
    pub fn moves(&self) -> usize {
        self.moves.len()
    }

    /// Returns the book moves in the position of a game, the best first: none where the book does not have it,
    /// where the game is played by other rules, or where it is over.
    pub fn probe(&self, game: &Game) -> Vec<BookMove> {
        match game.rules() == &self.rules && game.outcome().is_none() {
            true => self.moves_of(game.position()),
            false => Vec::new(),
        }
    }

    /// A move for the position of a game: one that is worse than the best by no more than `margin`
    /// hundredths. The same seed makes the same choice; with a margin of 0 it is always the best.
    pub fn choose(&self, game: &Game, margin: u16, seed: u64) -> Option<BookMove> {
        let mut moves = self.probe(game);
        moves.retain(|known| known.weight > 0);
        let best = value_of(moves.first()?.value);
        match margin {
            0 => moves.truncate(1),
            _ => moves.retain(|known| {
                i32::from(value_of(known.value)) >= i32::from(best) - i32::from(margin)
            }),
        }
        let all: u64 = moves.iter().map(|known| u64::from(known.weight)).sum();
        let mut left = SplitMix64::new(seed ^ game.position().hash()).up_to(all - 1);
        moves.into_iter().find(|known| {
            let taken = left < u64::from(known.weight);
            left = left.saturating_sub(u64::from(known.weight));
            taken
        })
    }

    /// The moves of a position of these rules, the best first.
    fn moves_of(&self, position: &AnyPosition) -> Vec<BookMove> {
        let Ok(index) = self.positions.binary_search_by_key(&position.hash(), |(key, _)| *key)
        else {
            return Vec::new();
        };
        let start = self.starts[index] as usize;
        let stored = &self.moves[start..start + usize::from(self.positions[index].1)];
        let names = NamedMoves::new(position);
        let known = |stored: &StoredMove| {
            let (value, weight) = (score_of(stored.value), stored.weight);
            names.find(stored.name).map(|mv| BookMove { mv, value, weight })
        };
        let mut moves: Vec<BookMove> = stored.iter().filter_map(known).collect();
        moves.sort_by_key(|known| core::cmp::Reverse((value_of(known.value), known.weight)));
        moves
    }
}

/// The most moves that a book keeps of one position.
const MOST_MOVES: usize = u8::MAX as usize;

/// Collects positions and makes a book of them.
struct BookBuilder {
    rules: Ruleset,
    origin: BookOrigin,
    entries: Vec<(u64, Vec<StoredMove>)>,
}

impl BookBuilder {
    fn new(rules: Ruleset, origin: BookOrigin) -> Self {
        Self { rules, origin, entries: Vec::new() }
    }

    /// Adds the moves of a position, each with its value and weight.
    fn add(&mut self, position: &AnyPosition, moves: &[(Move, i16, u16)]) {
        let names = NamedMoves::new(position);
        let stored = |(mv, value, weight): &(Move, i16, u16)| {
            names.of(mv).map(|name| StoredMove { name, value: *value, weight: *weight })
        };
        let mut stored: Vec<StoredMove> = moves.iter().filter_map(stored).collect();
        stored.sort_by_key(|stored| core::cmp::Reverse((stored.value, stored.weight)));
        stored.truncate(MOST_MOVES);
        if !stored.is_empty() {
            self.entries.push((position.hash(), stored));
        }
    }

    fn build(mut self) -> Book {
        self.entries.sort_by_key(|(key, _)| *key);
        self.entries.dedup_by_key(|(key, _)| *key);
        let lengths = self.entries.iter().map(|(key, moves)| (*key, moves.len() as u8)).collect();
        let moves = self.entries.into_iter().flat_map(|(_, moves)| moves).collect();
        assemble(self.rules, self.origin, lengths, moves)
    }
}

/// A book of positions in order whose moves are as many as they say.
fn assemble(
    rules: Ruleset,
    origin: BookOrigin,
    positions: Vec<(u64, u8)>,
    moves: Vec<StoredMove>,
) -> Book {
    let starts = positions.iter().scan(0, |next, (_, count)| {
        let start = *next;
        *next += u32::from(*count);
        Some(start)
    });
    let starts = starts.collect();
    Book { rules, origin, positions, moves, starts }
}

/// The legal moves of a position by their names.
struct NamedMoves(Vec<(MoveName, Move)>);

impl NamedMoves {
    fn new(position: &AnyPosition) -> Self {
        let mut moves: Vec<(u8, u8, Vec<u8>, Move)> =
            position.legal_moves().into_iter().map(|mv| alike(position, mv)).collect();
        moves.sort();
        let mut names: Vec<(MoveName, Move)> = Vec::with_capacity(moves.len());
        for (from, to, _, mv) in moves {
            let which = match names.last() {
                Some((last, _)) if (last.from, last.to) == (from, to) => last.which + 1,
                _ => 0,
            };
            names.push((MoveName { from, to, which }, mv));
            if which == u8::MAX {
                break;
            }
        }
        Self(names)
    }

    fn find(&self, name: MoveName) -> Option<Move> {
        self.0.iter().find(|(other, _)| *other == name).map(|(_, mv)| *mv)
    }

    fn of(&self, mv: &Move) -> Option<MoveName> {
        self.0.iter().find(|(_, other)| other == mv).map(|(name, _)| *name)
    }
}

/// A move with what it is ordered by: its squares, the numbers of what it takes, and last whether it
/// ends as a king, which is the end of the order of moves.
fn alike(position: &AnyPosition, mv: Move) -> (u8, u8, Vec<u8>, Move) {
    let mut taken: Vec<u8> =
        mv.captured().into_iter().map(|square| position.number(square)).collect();
    taken.sort_unstable();
    (position.number(mv.from()), position.number(mv.to()), taken, mv)
}

/// A win on the board; one in n plies is n less.
const WON: i16 = 30_000;
/// The largest value that is not a win.
const LARGEST: i16 = 20_000;

/// A score in the form of a book.
fn value_of(score: Score) -> i16 {
    let won = |plies: u32| WON - plies.min((WON - LARGEST - 1) as u32) as i16;
    match score {
        Score::Centimen(value) => value.clamp(i32::from(-LARGEST), i32::from(LARGEST)) as i16,
        Score::WinsIn(plies) => won(plies),
        Score::LosesIn(plies) => -won(plies),
    }
}

/// Returns the score that a value stands for.
fn score_of(value: i16) -> Score {
    let plies = u32::from(WON.unsigned_abs()).saturating_sub(u32::from(value.unsigned_abs()));
    match value {
        _ if !is_decided(value) => Score::Centimen(value.into()),
        1.. => Score::WinsIn(plies),
        _ => Score::LosesIn(plies),
    }
}

fn is_decided(value: i16) -> bool {
    value.unsigned_abs() > LARGEST.unsigned_abs()
}

/// Returns the value of a position for the side that moves into it.
fn value_before(value: i16) -> i16 {
    -(value - if is_decided(value) { value.signum() } else { 0 })
}

/// Returns the value of a position by the value of the move into it.
fn value_after(value: i16) -> i16 {
    -(value + if is_decided(value) && value.abs() < WON { value.signum() } else { 0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_survive_being_stored() {
        for score in [
            Score::Centimen(0),
            Score::Centimen(-345),
            Score::WinsIn(0),
            Score::WinsIn(31),
            Score::LosesIn(250),
        ] {
            assert_eq!(score_of(value_of(score)), score);
        }
        assert_eq!(value_of(Score::Centimen(i32::MIN)), -LARGEST);
        assert_eq!(score_of(i16::MIN), Score::LosesIn(0));
        assert_eq!(score_of(value_of(Score::WinsIn(u32::MAX))), Score::WinsIn(9_999));
    }

    #[test]
    fn a_win_is_one_ply_longer_a_ply_before() {
        assert_eq!(value_before(35), -35);
        assert_eq!(score_of(value_before(value_of(Score::LosesIn(4)))), Score::WinsIn(5));
        for value in [0, 35, -700, LARGEST + 2, -LARGEST - 2, WON - 7, 7 - WON, WON] {
            assert_eq!(value_after(value_before(value)), value);
        }
    }
}
