//! The opening ballots of the federations.

use draughts::{AnyPosition, Move, Style};

/// One of the 174 three-move openings of American checkers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ThreeMove {
    /// The number of the opening, from 1.
    pub number: u16,
    /// The three moves, separated by spaces.
    pub moves: &'static str,
    /// Whether it is lost for one side, so that it is never drawn.
    pub lost: bool,
}

/// One of the 150 tables of Russian and Brazilian draughts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TableOpening {
    /// The name, such as `4-VII`.
    pub name: &'static str,
    /// The moves in short form (`cd4`), separated by spaces; empty for the free opening.
    pub moves: &'static str,
    /// The position after them, according to our source: that of 2-IV is wrongly the one of 2-V, so games are opened by
    /// the moves.
    pub fen: &'static str,
}

const THREE_MOVE: &str = include_str!("../data/american-3move.tsv");
const TABLES: &str = include_str!("../data/russian-brazilian-150.tsv");

/// The word for the free opening in the tables.
const FREE: &str = "Free";

/// The rows of a table with three columns, without its header.
fn rows(table: &'static str) -> impl Iterator<Item = [&'static str; 3]> {
    table.lines().skip(1).filter_map(|line| {
        let mut columns = line.split('\t');
        Some([columns.next()?, columns.next()?, columns.next()?])
    })
}

/// The 174 three-move openings of American checkers, in order.
///
/// ```
/// let ballot = draughts_arbiter::three_move_openings().nth(56).unwrap();
/// assert_eq!(ballot.number, 57);
/// assert_eq!(ballot.moves, "9-14 24-20 11-15");
/// ```
pub fn three_move_openings() -> impl Iterator<Item = ThreeMove> {
    rows(THREE_MOVE).filter_map(|[number, moves, status]| {
        Some(ThreeMove { number: number.parse().ok()?, moves, lost: status == "lost" })
    })
}

/// The 150 tables of Russian and Brazilian draughts, in order.
pub fn table_openings() -> impl Iterator<Item = TableOpening> {
    rows(TABLES).map(|[name, moves, fen]| {
        let moves = if moves == FREE { "" } else { moves };
        TableOpening { name, moves, fen }
    })
}

/// Parses a move of a table: the column it comes from and the square it goes to.
pub(crate) fn short_move(position: &AnyPosition, text: &str) -> Option<Move> {
    let legal = position.legal_moves();
    let mut fitting = legal.iter().filter(|mv| {
        let [from, to] = [mv.from(), mv.to()].map(|square| position.letters(square));
        text.strip_prefix(&from[..1]) == Some(&to)
    });
    let mv = fitting.next()?;
    fitting.next().is_none().then_some(*mv)
}

/// Parses a move in the notation of ballots.
pub(crate) fn ballot_move(position: &AnyPosition, text: &str) -> Option<Move> {
    match position.style() {
        Style::Letters => short_move(position, text),
        Style::Numbers => position.parse_move(text).ok(),
    }
}
