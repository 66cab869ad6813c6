//! The tables, and their migrations.

use crate::store::StoreError;
use crate::store::annotations;
use crate::store::cards::CARDS;
use crate::store::game_reports;
use crate::store::people::TABLES;
use crate::store::presence;
use crate::store::steps::{SENTENCES, SchemaStep, code_of};
use crate::store::studies;
use rusqlite::Connection;
use std::path::Path;

/// The migrations from each version, which is stored in `user_version`, to the next.
pub(super) const STEPS: [SchemaStep; 11] = [
    SchemaStep::Sql(GAMES),
    SchemaStep::Sql(ONLINE),
    SchemaStep::Sql(TABLES),
    SchemaStep::Sql(presence::TABLES),
    SchemaStep::Sql(GUESTS),
    SchemaStep::EndingCodes,
    SchemaStep::Sql(annotations::TABLE),
    SchemaStep::Sql(game_reports::TABLE),
    SchemaStep::Sql(studies::TABLES),
    SchemaStep::Sql(CARDS),
    SchemaStep::Sql(game_reports::QUEUE),
];

const GAMES: &str = "
CREATE TABLE games (
    id TEXT PRIMARY KEY,
    created INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    rules TEXT NOT NULL,
    white TEXT,
    black TEXT,
    plies INTEGER NOT NULL,
    ending TEXT,
    seats TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX games_by_time ON games (updated);
CREATE TABLE events (
    game TEXT NOT NULL,
    seq INTEGER NOT NULL,
    line TEXT NOT NULL,
    client TEXT,
    PRIMARY KEY (game, seq)
) WITHOUT ROWID;
";

const ONLINE: &str = "
ALTER TABLE games ADD COLUMN due INTEGER;
ALTER TABLE games ADD COLUMN public INTEGER NOT NULL DEFAULT 1;
ALTER TABLE games ADD COLUMN open INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN clock TEXT NOT NULL DEFAULT 'none';
CREATE INDEX games_open ON games (created) WHERE open;
CREATE INDEX games_due ON games (due) WHERE due IS NOT NULL;
CREATE INDEX games_going_on ON games (updated) WHERE ending IS NULL AND public;
CREATE TABLE alive (one INTEGER PRIMARY KEY CHECK (one = 1), at INTEGER NOT NULL);
CREATE TABLE outages (began INTEGER NOT NULL, ended INTEGER NOT NULL PRIMARY KEY) WITHOUT ROWID;
";

/// Derives a guest's name from the name in the log: older versions stored nothing else.
macro_rules! guest {
    ($side:literal, $index:literal) => {
        concat!(
            "json(CASE
                WHEN json_extract(seats, '$.", $side, ".person') IS NULL OR ", $side, " IS NULL
                    OR ", $side, " = json_extract(seats, '$.people[", $index, "].name') THEN 'null'
                WHEN ", $side, " IN ('White', 'Black')
                    AND json_extract(seats, '$.white') = json_extract(seats, '$.black') THEN '\"side\"'
                WHEN ", $side, " = 'Guest' THEN '\"unnamed\"'
                WHEN substr(", $side, ", -8) = ' (guest)'
                    THEN json_object('like-account', substr(", $side, ", 1, length(", $side, ") - 8))
                ELSE json_object('own', ", $side, ") END)"
        )
    };
}

const GUESTS: &str = concat!(
    "UPDATE games SET seats = json_set(seats, '$.guests', json_array(",
    guest!("white", "0"),
    ", ",
    guest!("black", "1"),
    ")) WHERE json_valid(seats)"
);

/// Migrates a file to this version.
pub(super) fn prepare(connection: &mut Connection, path: &Path) -> Result<(), StoreError> {
    let version: u32 = connection
        .query_row("PRAGMA user_version", [], |row| row.get(0))
        .map_err(|error| StoreError::Unavailable(format!("{}: {error}", path.display())))?;
    let steps = STEPS
        .get(version as usize..)
        .ok_or_else(|| StoreError::Newer { path: path.display().to_string(), version })?;
    if version == 0 {
        connection.pragma_update(None, "journal_mode", "WAL")?;
    }
    if !steps.is_empty() {
        migrate(connection, steps)?;
    }
    // Every commit reaches the disk before it is acknowledged.
    connection.pragma_update(None, "synchronous", "FULL")?;
    Ok(())
}

/// Runs migrations, all or none.
fn migrate(connection: &mut Connection, steps: &[SchemaStep]) -> Result<(), StoreError> {
    let transaction = connection.transaction()?;
    for step in steps {
        match step {
            SchemaStep::Sql(text) => transaction.execute_batch(text)?,
            SchemaStep::EndingCodes => write_codes(&transaction)?,
        }
    }
    transaction.pragma_update(None, "user_version", STEPS.len() as u32)?;
    Ok(transaction.commit()?)
}

fn write_codes(connection: &Connection) -> Result<(), StoreError> {
    let mut sentences = connection.prepare(SENTENCES)?;
    let sentences = sentences.query_map([], |row| row.get(0))?;
    for sentence in sentences.collect::<rusqlite::Result<Vec<String>>>()? {
        let code = code_of(&sentence)?;
        connection.execute("UPDATE games SET ending = ? WHERE ending = ?", [code, sentence])?;
    }
    Ok(())
}
