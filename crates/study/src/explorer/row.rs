//! Rows: what a segment has of one position. A position of one game is a few bytes, since all else stands in the
//! game; others have sums.

use super::aggregate::{MoveTally, PositionTally, Tally};
use super::bytes::{ByteReader, put};
use super::runs::END;

/// A row as it is read back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Row {
    /// One game was here once, and played this.
    Single(Played),
    Counted(Tally, Vec<RowMove>),
}

/// The rank of a move and the game that played it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Played {
    pub rank: u16,
    pub game: u32,
    /// Whether Black played it.
    pub turned: bool,
}

/// A move of a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum RowMove {
    /// Played in one game.
    Single(Played),
    Counted {
        rank: u16,
        tally: Tally,
        /// In how many games the rating of the side that moved is known, and the sum of these.
        rated: u64,
        ratings: u64,
        /// The last day, as a number.
        last: u32,
        examples: Vec<u32>,
    },
}

impl RowMove {
    pub fn rank(&self) -> u16 {
        match self {
            Self::Single(Played { rank, .. }) | Self::Counted { rank, .. } => *rank,
        }
    }
}

fn put_tally(bytes: &mut Vec<u8>, tally: &Tally) {
    for number in [tally.games, tally.wins, tally.draws, tally.losses] {
        put(bytes, number);
    }
}

/// What a move begins with besides its rank: whether sums follow instead of a game, and who played it there.
const COUNTED: u64 = 1;
const TURNED: u64 = 2;

/// Ranks are stored one higher, so that the end of a game is 0.
fn put_rank(bytes: &mut Vec<u8>, rank: u16, bits: u64) {
    let stored = if rank == END { 0 } else { u64::from(rank) + 1 };
    put(bytes, 4 * stored + bits);
}

fn rank_of(stored: u64) -> Option<u16> {
    match stored {
        0 => Some(END),
        _ => u16::try_from(stored - 1).ok().filter(|rank| *rank != END),
    }
}

/// Appends a row whose key is so much higher than the one before it.
pub(crate) fn write_row(bytes: &mut Vec<u8>, step: u64, position: &PositionTally) {
    put(bytes, step);
    if let ([only], 1) = (&position.moves[..], position.tally.games)
        && only.tally.games == 1
    {
        put(bytes, 0);
        return write_single(bytes, only);
    }
    put(bytes, position.moves.len() as u64);
    put_tally(bytes, &position.tally);
    for played in &position.moves {
        if played.tally.games == 1 {
            write_single(bytes, played);
            continue;
        }
        put_rank(bytes, played.rank, COUNTED);
        put_tally(bytes, &played.tally);
        for number in [played.rated, played.ratings, played.last.into()] {
            put(bytes, number);
        }
        put(bytes, played.examples.len() as u64);
        played.examples.iter().for_each(|example| put(bytes, example.game.into()));
    }
}

fn write_single(bytes: &mut Vec<u8>, played: &MoveTally) {
    let example = played.examples.first();
    let turned = example.is_some_and(|example| example.turned);
    put_rank(bytes, played.rank, if turned { TURNED } else { 0 });
    put(bytes, example.map_or(0, |example| example.game.into()));
}

fn read_tally(reader: &mut ByteReader<'_>) -> Option<Tally> {
    let (games, wins) = (reader.number()?, reader.number()?);
    Some(Tally { games, wins, draws: reader.number()?, losses: reader.number()? })
}

fn read_move(reader: &mut ByteReader<'_>) -> Option<RowMove> {
    let head = reader.number()?;
    let rank = rank_of(head / 4)?;
    if head & COUNTED == 0 {
        let (game, turned) = (reader.narrow()?, head & TURNED != 0);
        return Some(RowMove::Single(Played { rank, game, turned }));
    }
    let tally = read_tally(reader)?;
    let (rated, ratings, last) = (reader.number()?, reader.number()?, reader.narrow()?);
    let count: usize = reader.narrow()?;
    // Nothing is kept before it is known to be there: each takes a byte at least.
    if count > reader.0.len() {
        return None;
    }
    let examples = (0..count).map(|_| reader.narrow()).collect::<Option<_>>()?;
    Some(RowMove::Counted { rank, tally, rated, ratings, last, examples })
}

/// Skips a move of a row.
fn skip_move(reader: &mut ByteReader<'_>) -> Option<()> {
    /// What follows the rank of a move with sums, before its examples: a tally, ratings, a day.
    const SUMS: usize = 4 + 3;
    if reader.number()? & COUNTED == 0 {
        return reader.number().map(drop);
    }
    (0..SUMS).try_for_each(|_| reader.number().map(drop))?;
    let examples = reader.number()?;
    (0..examples).try_for_each(|_| reader.number().map(drop))
}

/// Reads how much higher the key of the next row of a block is than the one before it.
pub(crate) fn read_step(reader: &mut ByteReader<'_>) -> Option<u64> {
    reader.number()
}

/// Skips the row after its step.
pub(crate) fn skip_row(reader: &mut ByteReader<'_>) -> Option<()> {
    let count = reader.number()?;
    if count == 0 {
        return skip_move(reader);
    }
    read_tally(reader)?;
    (0..count).try_for_each(|_| skip_move(reader))
}

/// Reads the row after its step.
pub(crate) fn read_row(reader: &mut ByteReader<'_>) -> Option<Row> {
    let count = reader.number()?;
    if count == 0 {
        return match read_move(reader)? {
            RowMove::Single(played) => Some(Row::Single(played)),
            RowMove::Counted { .. } => None,
        };
    }
    let tally = read_tally(reader)?;
    if count > reader.0.len() as u64 {
        return None;
    }
    let moves = (0..count).map(|_| read_move(reader)).collect::<Option<_>>()?;
    Some(Row::Counted(tally, moves))
}
