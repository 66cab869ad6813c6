//! The tables, and their migrations.

use super::trouble::told;
use crate::store::StoreError;
use crate::store::annotations;
use crate::store::cards::CARDS;
use crate::store::game_reports;
use crate::store::people::TABLES;
use crate::store::presence;
use crate::store::steps::{SENTENCES, SchemaStep, code_of};
use crate::store::studies;
use tokio_postgres::{Client, Transaction};

/// The migrations from each version to the next.
const STEPS: [SchemaStep; 11] = [
    SchemaStep::Sql(GAMES),
    SchemaStep::Sql(TABLES),
    SchemaStep::Sql(presence::UNLOGGED_TABLES),
    SchemaStep::Sql(BEATS),
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
    id TEXT COLLATE \"C\" PRIMARY KEY,
    created BIGINT NOT NULL,
    updated BIGINT NOT NULL,
    rules TEXT NOT NULL,
    clock TEXT NOT NULL,
    white TEXT,
    black TEXT,
    plies BIGINT NOT NULL,
    ending TEXT,
    due BIGINT,
    public BOOLEAN NOT NULL,
    open BOOLEAN NOT NULL,
    seats TEXT
);
CREATE INDEX games_by_time ON games (updated) WHERE public;
CREATE INDEX games_open ON games (created) WHERE open;
CREATE INDEX games_due ON games (due) WHERE due IS NOT NULL;
CREATE INDEX games_going_on ON games (updated)
    WHERE ending IS NULL AND public AND white IS NOT NULL AND black IS NOT NULL;
CREATE TABLE events (
    game TEXT COLLATE \"C\" NOT NULL,
    seq BIGINT NOT NULL,
    line TEXT NOT NULL,
    client TEXT,
    PRIMARY KEY (game, seq)
);
CREATE TABLE alive (one BOOLEAN PRIMARY KEY CHECK (one), at BIGINT NOT NULL);
CREATE TABLE outages (began BIGINT NOT NULL, ended BIGINT PRIMARY KEY);
";

/// Each server writes a row of its own, so that none waits for another.
const BEATS: &str = "
CREATE TABLE beats (
    server TEXT COLLATE \"C\" PRIMARY KEY,
    at BIGINT NOT NULL,
    seen TIMESTAMPTZ NOT NULL
);
INSERT INTO beats SELECT 'before', at, now() - interval '1 hour' FROM alive;
DROP TABLE alive;
";

/// Derives a guest's name from the name in the log: older versions stored nothing else.
macro_rules! guest {
    ($side:literal, $index:literal) => {
        concat!(
            "CASE
                WHEN seats::jsonb->'",
            $side,
            "'->>'person' IS NULL OR ",
            $side,
            " IS NULL
                    OR ",
            $side,
            " = seats::jsonb->'people'->",
            $index,
            "->>'name' THEN 'null'
                WHEN ",
            $side,
            " IN ('White', 'Black')
                    AND seats::jsonb->'white' = seats::jsonb->'black' THEN '\"side\"'
                WHEN ",
            $side,
            " = 'Guest' THEN '\"unnamed\"'
                WHEN right(",
            $side,
            ", 8) = ' (guest)'
                    THEN jsonb_build_object('like-account', left(",
            $side,
            ", -8))
                ELSE jsonb_build_object('own', ",
            $side,
            ") END"
        )
    };
}

const GUESTS: &str = concat!(
    "UPDATE games SET seats = (seats::jsonb || jsonb_build_object('guests', jsonb_build_array(",
    guest!("white", "0"),
    ", ",
    guest!("black", "1"),
    ")))::text WHERE seats LIKE '{%'"
);

/// The schema version of this program.
const VERSION: u32 = STEPS.len() as u32;

/// An arbitrary number that all versions of this program share: only one server migrates at a time.
const LOCK: i64 = 0x64_61_6d_69_65_72;

const VERSIONS: &str = "CREATE TABLE IF NOT EXISTS damier_versions (
    version BIGINT PRIMARY KEY,
    since TIMESTAMPTZ NOT NULL DEFAULT now()
)";

/// Migrates a database to this version, all or nothing.
pub(super) async fn prepare(client: &mut Client, place: &str) -> Result<(), StoreError> {
    match migrate(client).await? {
        version if version > i64::from(VERSION) => Err(StoreError::Newer {
            path: place.to_owned(),
            version: u32::try_from(version).unwrap_or(u32::MAX),
        }),
        _ => Ok(()),
    }
}

/// Returns the version that the database had, or has now if that is newer.
async fn migrate(client: &mut Client) -> Result<i64, StoreError> {
    let transaction = client.transaction().await.map_err(|error| told(&error))?;
    let found = begin(&transaction).await.map_err(|error| told(&error))?;
    for (version, step) in (1_i64..).zip(STEPS).filter(|(version, _)| *version > found) {
        match step {
            SchemaStep::Sql(text) => {
                transaction.batch_execute(text).await.map_err(|error| told(&error))?;
            }
            SchemaStep::EndingCodes => write_codes(&transaction).await?,
        }
        let note = "INSERT INTO damier_versions (version) VALUES ($1)";
        transaction.execute(note, &[&version]).await.map_err(|error| told(&error))?;
    }
    transaction.commit().await.map_err(|error| told(&error))?;
    Ok(found)
}

/// Waits for other migrating servers; returns the version after that.
async fn begin(transaction: &Transaction<'_>) -> Result<i64, tokio_postgres::Error> {
    // Migrating a large database may take long, here or on another server.
    transaction
        .batch_execute("SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0")
        .await?;
    transaction.execute("SELECT pg_advisory_xact_lock($1)", &[&LOCK]).await?;
    transaction.batch_execute(VERSIONS).await?;
    let newest = "SELECT coalesce(max(version), 0) FROM damier_versions";
    Ok(transaction.query_one(newest, &[]).await?.get(0))
}

async fn write_codes(transaction: &Transaction<'_>) -> Result<(), StoreError> {
    let sentences = transaction.query(SENTENCES, &[]).await.map_err(|error| told(&error))?;
    for row in sentences {
        let sentence: String = row.get(0);
        let code = code_of(&sentence)?;
        let change = "UPDATE games SET ending = $1 WHERE ending = $2";
        transaction.execute(change, &[&code, &sentence]).await.map_err(|error| told(&error))?;
    }
    Ok(())
}
