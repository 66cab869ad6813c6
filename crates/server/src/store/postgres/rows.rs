//! Conversions from database values.

use crate::seats::Seats;
use crate::store::ending::code;
use crate::store::{Append, Outage, StoreError, Summary, read_ending, read_seats};
use tokio_postgres::Row;

/// Converts a time for comparisons; the database's numbers end earlier.
pub(super) fn whole(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// Reads a number that is never negative.
pub(super) fn natural<T: TryFrom<i64>>(row: &Row, column: usize) -> Result<T, StoreError> {
    let number: i64 = row.get(column);
    T::try_from(number).map_err(|_| {
        StoreError::Damaged(format!("there is {number} where a number from 0 belongs"))
    })
}

pub(super) fn summary(row: &Row) -> Result<Summary, StoreError> {
    summary_with_seats(row).map(|(game, _)| game)
}

/// The same, with the seats.
pub(super) fn summary_with_seats(row: &Row) -> Result<(Summary, Seats), StoreError> {
    let id: String = row.get(0);
    let ending = read_ending(&id, row.get(8))?;
    let seats = seats(&id, row, 10)?;
    let game = Summary {
        id,
        created: natural(row, 1)?,
        updated: natural(row, 2)?,
        rules: row.get(3),
        clock: row.get(4),
        white: row.get(5),
        black: row.get(6),
        plies: natural(row, 7)?,
        ending,
        rated: row.get(9),
        players: seats.players(),
        share_key: seats.share_key(),
    };
    Ok((game, seats))
}

/// Reads the seats of a game.
pub(super) fn seats(game: &str, row: &Row, column: usize) -> Result<Seats, StoreError> {
    let text: Option<&str> = row.get(column);
    let text =
        text.ok_or_else(|| StoreError::Damaged(format!("the seats of game {game} are missing")))?;
    read_seats(game, text)
}

pub(super) fn outage(row: &Row) -> Result<Outage, StoreError> {
    Ok(Outage { from: natural(row, 0)?, until: natural(row, 1)? })
}

/// Appends as columns, for one statement.
#[derive(Default)]
pub(super) struct Columns<'a> {
    pub(super) ids: Vec<&'a str>,
    pub(super) seqs: Vec<i64>,
    pub(super) created: Vec<i64>,
    pub(super) updated: Vec<i64>,
    pub(super) rules: Vec<&'a str>,
    pub(super) clocks: Vec<&'a str>,
    pub(super) white: Vec<Option<&'a str>>,
    pub(super) black: Vec<Option<&'a str>>,
    pub(super) plies: Vec<i64>,
    pub(super) endings: Vec<Option<String>>,
    pub(super) due: Vec<Option<i64>>,
    pub(super) public: Vec<bool>,
    pub(super) open: Vec<bool>,
    pub(super) seats: Vec<Option<String>>,
    pub(super) rated: Vec<bool>,
    pub(super) lines: Lines<'a>,
}

/// The lines of all appends, as columns.
#[derive(Default)]
pub(super) struct Lines<'a> {
    pub(super) games: Vec<&'a str>,
    pub(super) seqs: Vec<i64>,
    pub(super) lines: Vec<&'a str>,
    pub(super) clients: Vec<Option<&'a str>>,
}

impl<'a> Columns<'a> {
    pub(super) fn of(appends: impl Iterator<Item = &'a Append>) -> Self {
        let mut columns = Self::default();
        appends.for_each(|append| columns.add(append));
        columns
    }

    fn add(&mut self, append: &'a Append) {
        let summary = &append.summary;
        self.ids.push(&summary.id);
        self.seqs.push(whole(append.seq));
        self.created.push(whole(summary.created));
        self.updated.push(whole(summary.updated));
        self.rules.push(&summary.rules);
        self.clocks.push(&summary.clock);
        self.white.push(summary.white.as_deref());
        self.black.push(summary.black.as_deref());
        self.plies.push(i64::from(summary.plies));
        self.endings.push(summary.ending.as_ref().map(code));
        self.due.push(append.due.map(whole));
        self.public.push(append.public);
        self.open.push(append.open);
        self.seats.push(append.seats.as_ref().map(Seats::written));
        self.rated.push(summary.rated);
        for (seq, (line, client)) in (append.seq..).zip(&append.lines) {
            self.lines.games.push(&summary.id);
            self.lines.seqs.push(whole(seq));
            self.lines.lines.push(line);
            self.lines.clients.push(client.as_deref());
        }
    }
}

/// Checks that all numbers and texts of an append fit into the database.
pub(super) fn fits(append: &Append) -> Result<(), StoreError> {
    let Summary { id, created, updated, rules, clock, white, black, .. } = &append.summary;
    let last = append.seq.saturating_add(append.lines.len() as u64);
    let numbers = [Some(*created), Some(*updated), append.due, Some(last)];
    if let Some(number) = numbers.into_iter().flatten().find(|&number| number > i64::MAX as u64) {
        return Err(StoreError::Unavailable(format!("{number} is too large a number")));
    }
    let optional = [white, black].into_iter().flatten();
    let lines = append.lines.iter().flat_map(|(line, client)| client.iter().chain([line]));
    match [id, rules, clock]
        .into_iter()
        .chain(optional)
        .chain(lines)
        .find(|text| text.contains('\0'))
    {
        Some(text) => {
            Err(StoreError::Unavailable(format!("{text:?} has a character that cannot be kept")))
        }
        None => Ok(()),
    }
}
