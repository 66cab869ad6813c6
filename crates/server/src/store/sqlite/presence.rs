//! The presence that servers store for each other, if several share one file.

use super::writer::begin;
use super::{PresenceRecord, PresenceRecords};
use draughts::Color;
use rusqlite::{Connection, params};

pub(super) fn note(
    connection: &mut Connection,
    server: &str,
    at: u64,
    presence: Vec<PresenceRecord>,
) -> rusqlite::Result<()> {
    let transaction = begin(connection)?;
    transaction.execute(
        "INSERT INTO servers (name, at) VALUES (?, ?)
         ON CONFLICT (name) DO UPDATE SET at = excluded.at",
        params![server, at],
    )?;
    for PresenceRecord { game, side, at, there } in presence {
        let mut note = transaction.prepare_cached(
            "INSERT INTO signs (game, side, server, at, there) VALUES (?, ?, ?, ?, ?)
             ON CONFLICT (game, side, server) DO UPDATE SET at = excluded.at, there = excluded.there",
        )?;
        note.execute(params![game, side as u8, server, at, there])?;
    }
    transaction.commit()
}

pub(super) fn noted(
    connection: &Connection,
    server: &str,
    games: &[String],
) -> rusqlite::Result<PresenceRecords> {
    let mut find = connection.prepare_cached(
        "SELECT server, side, at, there FROM signs WHERE game = ? AND server <> ?",
    )?;
    let mut presence = Vec::new();
    for game in games {
        let record = |row: &rusqlite::Row<'_>| {
            let side = Color::BOTH[usize::from(row.get::<_, u8>(1)? == Color::Black as u8)];
            let (at, there) = (row.get(2)?, row.get(3)?);
            Ok((row.get(0)?, PresenceRecord { game: game.clone(), side, at, there }))
        };
        for record in find.query_map(params![game, server], record)? {
            presence.push(record?);
        }
    }
    let mut find = connection.prepare_cached("SELECT name, at FROM servers WHERE name <> ?")?;
    let servers = find.query_map([server], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(PresenceRecords { records: presence, servers: servers.collect::<rusqlite::Result<_>>()? })
}
