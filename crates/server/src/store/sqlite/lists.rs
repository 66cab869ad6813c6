//! Queries for games, lists and times.

use super::{Due, Outage, SeekFilter, Stored, Summary};
use crate::seats::Seats;
use crate::store::{StoreError, read_ending, read_seats};
use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension, Row, params};
use std::cmp::Reverse;

/// Loads a game with its lines from a number on.
pub(super) fn load_from(
    connection: &Connection,
    id: &str,
    seq: u64,
) -> rusqlite::Result<Option<Stored>> {
    // The lines are read first, so that the seats are as new or newer.
    let mut events = connection.prepare_cached(
        "SELECT line, client FROM events WHERE game = ? AND seq >= ? ORDER BY seq",
    )?;
    let lines = events.query_map(params![id, seq], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let lines = lines.collect::<rusqlite::Result<Vec<_>>>()?;
    if lines.is_empty() {
        return Ok(None);
    }

    let mut game = connection.prepare_cached("SELECT seats, public FROM games WHERE id = ?")?;
    let game = game.query_row([id], |row| Ok((seats(id, row, 0)?, row.get(1)?))).optional()?;
    Ok(game.map(|(seats, public)| Stored { lines, seats, public }))
}

const SUMMARY: &str = "SELECT id, created, updated, rules, clock, white, black, plies, ending, rated, seats FROM games";

fn summary(row: &Row<'_>) -> rusqlite::Result<Summary> {
    let id: String = row.get(0)?;
    let code: Option<String> = row.get(8)?;
    let ending = read_ending(&id, code.as_deref()).map_err(|error| damaged(8, error))?;
    let seats = seats(&id, row, 10)?;
    Ok(Summary {
        id,
        created: row.get(1)?,
        updated: row.get(2)?,
        rules: row.get(3)?,
        clock: row.get(4)?,
        white: row.get(5)?,
        black: row.get(6)?,
        plies: row.get(7)?,
        ending,
        rated: row.get(9)?,
        players: seats.players(),
        share_key: seats.share_key(),
    })
}

fn seats(game: &str, row: &Row<'_>, column: usize) -> rusqlite::Result<Seats> {
    let text: String = row.get(column)?;
    read_seats(game, &text).map_err(|error| damaged(column, error))
}

fn damaged(column: usize, error: StoreError) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(column, Type::Text, Box::new(error))
}

const NEWEST: &str = "WHERE public ORDER BY updated DESC LIMIT ?";
const GOING_ON: &str = "WHERE ending IS NULL AND public AND white IS NOT NULL AND black IS NOT NULL
     ORDER BY updated DESC LIMIT ?";
const OPEN: &str = "WHERE open AND public AND ending IS NULL
     AND rules = coalesce(?2, rules) AND clock = coalesce(?3, clock) AND rated = coalesce(?4, rated)
     ORDER BY clock LIKE '%/move', created LIMIT ?1";
const DUE: &str = "SELECT due, id FROM games WHERE due <= ? AND (due, id) > (?, ?)
     ORDER BY due, id LIMIT ?";
const LATEST: &str = "SELECT max(at) FROM
     (SELECT max(updated) AS at FROM games UNION ALL SELECT max(at) FROM alive)";

fn list(
    connection: &Connection,
    which: &str,
    values: impl rusqlite::Params,
) -> rusqlite::Result<Vec<Summary>> {
    connection.prepare_cached(&format!("{SUMMARY} {which}"))?.query_map(values, summary)?.collect()
}

pub(super) fn newest(connection: &Connection, most: u32) -> rusqlite::Result<Vec<Summary>> {
    list(connection, NEWEST, [most])
}

pub(super) fn going_on(connection: &Connection, most: u32) -> rusqlite::Result<Vec<Summary>> {
    list(connection, GOING_ON, [most])
}

pub(super) fn open_games(
    connection: &Connection,
    wanted: Option<SeekFilter>,
    most: u32,
) -> rusqlite::Result<Vec<Summary>> {
    let rated = wanted.as_ref().map(|wanted| wanted.rated);
    let (rules, clock) = wanted.map(|wanted| (wanted.rules, wanted.clock)).unzip();
    list(connection, OPEN, params![most, rules, clock, rated])
}

pub(super) fn unfinished(
    connection: &Connection,
    ids: &[String],
) -> rusqlite::Result<Vec<Summary>> {
    let mut games =
        each(connection, &format!("{SUMMARY} WHERE id = ? AND ending IS NULL"), ids, summary)?;
    games.sort_by_key(|game| Reverse(game.updated));
    Ok(games)
}

pub(super) fn by_id(
    connection: &Connection,
    ids: &[String],
) -> rusqlite::Result<Vec<(Summary, Seats)>> {
    let with_seats = |row: &Row<'_>| {
        let game = summary(row)?;
        let seats = seats(&game.id, row, 10)?;
        Ok((game, seats))
    };
    let mut games = each(connection, &format!("{SUMMARY} WHERE id = ?"), ids, with_seats)?;
    games.sort_by_key(|(game, _)| Reverse(game.updated));
    Ok(games)
}

/// Runs a query for each of these ids.
fn each<T>(
    connection: &Connection,
    question: &str,
    ids: &[String],
    read: impl Fn(&Row<'_>) -> rusqlite::Result<T>,
) -> rusqlite::Result<Vec<T>> {
    let mut find = connection.prepare_cached(question)?;
    ids.iter().filter_map(|id| find.query_row([id], &read).optional().transpose()).collect()
}

pub(super) fn due(
    connection: &Connection,
    at: u64,
    after: Option<Due>,
    most: u32,
) -> rusqlite::Result<Vec<Due>> {
    let after = after.unwrap_or(Due { at: 0, id: String::new() });
    let found = |row: &Row<'_>| Ok(Due { at: row.get(0)?, id: row.get(1)? });
    let values = params![at, after.at, after.id, most];
    connection.prepare_cached(DUE)?.query_map(values, found)?.collect()
}

pub(super) fn lengths(
    connection: &Connection,
    ids: Vec<String>,
) -> rusqlite::Result<Vec<(String, u64)>> {
    let mut find = connection.prepare_cached("SELECT max(seq) + 1 FROM events WHERE game = ?")?;
    let length = |id: String| Ok((find.query_row([&id], |row| row.get(0))?, id));
    let found: Vec<(Option<u64>, String)> =
        ids.into_iter().map(length).collect::<rusqlite::Result<_>>()?;
    Ok(found.into_iter().filter_map(|(length, id)| Some((id, length?))).collect())
}

pub(super) fn outages(connection: &Connection, after: u64) -> rusqlite::Result<Vec<Outage>> {
    let mut find = connection
        .prepare_cached("SELECT began, ended FROM outages WHERE ended > ? ORDER BY ended")?;
    find.query_map([after], |row| Ok(Outage { from: row.get(0)?, until: row.get(1)? }))?.collect()
}

pub(super) fn last_beat(connection: &Connection) -> rusqlite::Result<Option<u64>> {
    connection.query_row("SELECT max(at) FROM alive", [], |row| row.get(0))
}

pub(super) fn latest(connection: &Connection) -> rusqlite::Result<Option<u64>> {
    connection.query_row(LATEST, [], |row| row.get(0))
}

#[cfg(test)]
mod tests {
    use super::super::schema::prepare;
    use super::*;
    use std::path::Path;

    #[test]
    fn lists_are_found_by_indices() {
        let mut connection = Connection::open_in_memory().unwrap();
        prepare(&mut connection, Path::new("new file")).unwrap();
        for (question, index) in [
            (format!("{SUMMARY} {NEWEST}"), "SCAN games USING INDEX games_by_time"),
            (format!("{SUMMARY} {GOING_ON}"), "SCAN games USING INDEX games_going_on"),
            (
                DUE.replace("(?, ?)", "(3, '')").replace("LIMIT ?", "LIMIT 9"),
                "SEARCH games USING COVERING INDEX games_due ((due,id)>(?,?) AND due<?)",
            ),
        ] {
            let plan = format!("EXPLAIN QUERY PLAN {question}");
            let plan: String = connection.query_row(&plan, [12], |row| row.get(3)).unwrap();
            assert_eq!(plan, index);
        }
    }
}
