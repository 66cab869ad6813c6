//! What the servers of one store note for each other: who is there, and the secret that they share.

use super::{SqlChange, Store, StoreError, texts};
use crate::seats::new_key;
use draughts::Color;

/// What brings a store to one in which servers note who is there. Signs of life are of no use after a
/// crash, so a database may lose them.
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

/// A sign of life of a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sign {
    /// The game.
    pub game: String,
    /// The side that they play.
    pub side: Color,
    /// When it was, in milliseconds since 1970.
    pub at: u64,
    /// Whether they were still there then, and have not just left.
    pub there: bool,
}

/// What other servers have noted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Signs {
    /// Each with the server that saw it.
    pub signs: Vec<(String, Sign)>,
    /// The servers, and when each last noted something.
    pub servers: Vec<(String, u64)>,
}

/// The secret with which servers of a store seal what they tell each other; made by whoever asks first.
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

/// Forgets what was noted before a moment.
pub(crate) async fn forget_signs(store: &dyn Store, before: u64) -> Result<(), StoreError> {
    let forget = |words| SqlChange(words, vec![before.into()]);
    let old =
        [forget("DELETE FROM signs WHERE at < $1"), forget("DELETE FROM servers WHERE at < $1")];
    store.change(old.into()).await.map(drop)
}
