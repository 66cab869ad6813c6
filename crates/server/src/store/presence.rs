//! What servers of one store write for each other: presence, and the secret they share.

use super::{SqlChange, Store, StoreError, texts};
use crate::seats::new_key;
use draughts::Color;

/// The migration that adds presence. It is useless after a crash, so databases may lose it.
macro_rules! tables {
    ($table:literal) => {
        concat!(
            $table,
            " signs (
    game TEXT NOT NULL,
    side BIGINT NOT NULL,
    server TEXT NOT NULL,
    at BIGINT NOT NULL,
    there BOOLEAN NOT NULL,
    PRIMARY KEY (game, side, server)
);
",
            $table,
            " servers (name TEXT PRIMARY KEY, at BIGINT NOT NULL);
CREATE TABLE secrets (name TEXT PRIMARY KEY, value TEXT NOT NULL);
"
        )
    };
}

pub(super) const TABLES: &str = tables!("CREATE TABLE");
#[cfg(feature = "postgres")]
pub(super) const UNLOGGED_TABLES: &str = tables!("CREATE UNLOGGED TABLE");

/// When a player was last seen at a server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PresenceRecord {
    /// The game.
    pub game: String,
    /// The side they play.
    pub side: Color,
    /// When they were seen, in milliseconds since 1970.
    pub at: u64,
    /// Whether they were still connected, rather than just leaving.
    pub there: bool,
}

/// The presence stored by other servers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PresenceRecords {
    /// Each record, with the server that wrote it.
    pub records: Vec<(String, PresenceRecord)>,
    /// The servers, with the time each last wrote its presence.
    pub servers: Vec<(String, u64)>,
}

/// Returns the secret with which the servers of a store seal their messages, creating it if missing.
pub(crate) async fn shared_secret(store: &dyn Store) -> Result<String, StoreError> {
    const NAME: &str = "bus";
    let random = || new_key().map_err(|error| StoreError::Unavailable(error.to_string()));
    let made = random()? + &random()?;
    let keep = "INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING";
    store.change(vec![SqlChange(keep, vec![NAME.into(), made.into()])]).await?;
    let kept = store.rows("SELECT value FROM secrets WHERE name = $1", vec![NAME.into()]).await?;
    let kept = texts(kept)?.pop();
    kept.ok_or_else(|| StoreError::Unavailable("the store keeps no secret".to_owned()))
}

/// Deletes records from before a time.
pub(crate) async fn forget_presence(store: &dyn Store, before: u64) -> Result<(), StoreError> {
    let forget = |words| SqlChange(words, vec![before.into()]);
    let old =
        [forget("DELETE FROM signs WHERE at < $1"), forget("DELETE FROM servers WHERE at < $1")];
    store.change(old.into()).await.map(drop)
}
