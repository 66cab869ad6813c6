//! Stores of games. An event counts once it is stored.

mod annotations;
mod cards;
mod ending;
mod game_reports;
mod lock;
mod people;
#[cfg(feature = "postgres")]
mod postgres;
mod presence;
mod sqlite;
mod steps;
mod studies;

pub use annotations::LONGEST_ANNOTATIONS;
pub use lock::{Lock, LockError};
pub use people::{SqlChange, Value, columns, texts};
#[cfg(feature = "postgres")]
pub use postgres::Postgres;
pub use presence::{PresenceRecord, PresenceRecords};
pub(crate) use presence::{forget_presence, shared_secret};
pub use sqlite::Sqlite;

use crate::metrics::StoreFigures;
use crate::seats::Seats;
use arbiter::Ending;
use futures_util::Stream;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use wire::{Player, Standing, SummaryView};

/// A future of a store's answer.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// The parts of a copy, in order.
pub type Parts = Pin<Box<dyn Stream<Item = std::io::Result<Vec<u8>>> + Send>>;

/// Keeps the logs of games.
///
/// `(game, seq)` is the key of an event: a store rejects a second event with the same number, and one without its
/// predecessor. That alone resolves all races between players and between servers.
pub trait Store: Send + Sync + 'static {
    /// Appends a new game, or the next lines of one. Completes when they are durable.
    fn append(&self, append: Append) -> Answer<'_, ()>;

    /// Returns the metrics of the store.
    fn figures(&self) -> StoreFigures {
        StoreFigures::default()
    }

    /// Loads a game.
    fn load(&self, id: &str) -> Answer<'_, Option<Stored>> {
        self.load_from(id, 0)
    }

    /// The same, with its lines from a number on; `None` if there are none.
    fn load_from(&self, id: &str, seq: u64) -> Answer<'_, Option<Stored>>;

    /// The most recently active games, newest first.
    fn recent(&self, most: u32) -> Answer<'_, Vec<Summary>>;

    /// The unfinished ones of these games, newest first.
    fn unfinished(&self, ids: Vec<String>) -> Answer<'_, Vec<Summary>>;

    /// These games with their seats, newest first.
    fn by_id(&self, ids: Vec<String>) -> Answer<'_, Vec<(Summary, Seats)>>;

    /// Public unfinished games with both seats taken, newest first.
    fn going_on(&self, most: u32) -> Answer<'_, Vec<Summary>>;

    /// Public games with an open seat, optionally filtered: live games before correspondence games, the longest waiting
    /// first.
    fn open_games(&self, wanted: Option<SeekFilter>, most: u32) -> Answer<'_, Vec<Summary>>;

    /// Games in which something was due at this time, a flag or a move of the computer: the longest overdue first,
    /// continuing after `after`.
    fn due(&self, at: u64, after: Option<Due>, most: u32) -> Answer<'_, Vec<Due>>;

    /// The lengths of these games' logs, in lines.
    fn lengths(&self, ids: Vec<String>) -> Answer<'_, Vec<(String, u64)>>;

    /// Records that a server is alive, and the outages it knows of. Returns the other servers that were alive recently.
    fn heartbeat(&self, heartbeat: Heartbeat) -> Answer<'_, Vec<Peer>>;

    /// Returns the time at which a server was last known to be alive.
    fn last_beat(&self) -> Answer<'_, Option<u64>>;

    /// The outages that ended after this time.
    fn outages(&self, after: u64) -> Answer<'_, Vec<Outage>>;

    /// Records for other servers that this one was alive, and who was connected to it.
    fn note_presence(&self, server: &str, at: u64, presence: Vec<PresenceRecord>)
    -> Answer<'_, ()>;

    /// Returns the presence that other servers wrote for these games, and when each server last wrote.
    fn presence(&self, server: &str, games: Vec<String>) -> Answer<'_, PresenceRecords>;

    /// Returns the time of the last stored event; `None` if servers share the store, because their clocks agree.
    fn latest(&self) -> Answer<'_, Option<u64>> {
        Box::pin(async { Ok(None) })
    }

    /// Whether other servers may use the same store.
    fn is_shared(&self) -> bool;

    /// A consistent copy of everything, in parts, if the store is a file.
    fn copy(&self) -> Answer<'_, Parts> {
        let elsewhere = "the operator of the database makes its copies".to_owned();
        Box::pin(async { Err(StoreError::Unavailable(elsewhere)) })
    }

    /// Queries the account tables.
    fn rows(&self, question: &'static str, values: Vec<Value>) -> Answer<'_, Vec<Vec<Value>>>;

    /// Changes the account tables, all or nothing; returns the number of rows affected by each change. A key violation
    /// is a conflict. Completes when the changes are durable.
    fn change(&self, changes: Vec<SqlChange>) -> Answer<'_, Vec<u64>>;
}

/// Opens the store at an address, `postgres://…`; also returns a name for it without secrets.
pub async fn at(address: &str) -> Result<(Arc<dyn Store>, String), StoreError> {
    // The address may contain a password, so it is not repeated.
    if !["postgres://", "postgresql://"].iter().any(|scheme| address.starts_with(scheme)) {
        let help = "their address must be like postgres://user@host/name";
        return Err(StoreError::Unavailable(help.to_owned()));
    }
    #[cfg(feature = "postgres")]
    {
        let store = Postgres::open(address).await?;
        let place = store.place().to_owned();
        Ok((Arc::new(store), place))
    }
    #[cfg(not(feature = "postgres"))]
    Err(StoreError::Unavailable(
        "this program was built without PostgreSQL; build it with `cargo build --release --features full`"
            .to_owned(),
    ))
}

/// A period in which no move could be accepted, in milliseconds since 1970.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Outage {
    /// The last time at which a move could be accepted, as far as is known.
    pub from: u64,
    /// The time at which moves could be accepted again.
    pub until: u64,
}

impl Outage {
    /// The total time after `after` that these outages cover; they may overlap.
    pub fn covered(mut outages: Vec<Self>, after: u64) -> u64 {
        outages.sort_unstable();
        let (mut covered, mut seen) = (0, after);
        for Self { from, until } in outages {
            covered += until.saturating_sub(from.max(seen));
            seen = seen.max(until);
        }
        covered
    }
}

/// A server's regular sign of life.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Heartbeat {
    /// The server, by the id of its run.
    pub server: String,
    /// The time of the heartbeat, in milliseconds since 1970.
    pub at: u64,
    /// Outages it knows of and has not stored yet.
    pub outages: Vec<Outage>,
}

/// Another server of the same store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Peer {
    /// The server, by the id of its run.
    pub server: String,
    /// How long ago its last heartbeat was, in milliseconds, by the store's clock.
    pub silent: u64,
}

/// Lines to append, all or none.
#[derive(Clone, Debug)]
pub struct Append {
    /// The summary of the game afterwards.
    pub summary: Summary,
    /// The seats, if the game is new or they have changed.
    pub seats: Option<Seats>,
    /// When the server has to act next, in milliseconds since 1970.
    pub due: Option<u64>,
    /// Whether the game appears in public lists; only used when it is new.
    pub public: bool,
    /// Whether a seat is open.
    pub open: bool,
    /// The number of the first line.
    pub seq: u64,
    /// The lines, each with its client's request id, if any.
    pub lines: Vec<(String, Option<String>)>,
}

/// A game with something due.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Due {
    /// Since when, in milliseconds since 1970.
    pub at: u64,
    /// The id of the game.
    pub id: String,
}

/// A game in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summary {
    /// The id of the game, for links.
    pub id: String,
    /// The time of creation, in milliseconds since 1970.
    pub created: u64,
    /// The time of the last event.
    pub updated: u64,
    /// The rules, as text.
    pub rules: String,
    /// The time control, as text.
    pub clock: String,
    /// White's name in the log.
    pub white: Option<String>,
    /// Black's name in the log.
    pub black: Option<String>,
    /// The number of plies so far.
    pub plies: u32,
    /// Its result, if it is over.
    pub ending: Option<Ending>,
    /// Whether the game is rated.
    pub rated: bool,
    /// The players, White first, by their seats.
    pub players: [Player; 2],
    /// Whether one key opens both seats.
    pub share_key: bool,
}

/// Parses stored seats.
pub(crate) fn read_seats(game: &str, text: &str) -> Result<Seats, StoreError> {
    let wrong = |error| StoreError::Damaged(format!("the seats of game {game}: {error}"));
    Seats::read(text).map_err(wrong)
}

/// Parses a stored ending.
pub(crate) fn read_ending(game: &str, code: Option<&str>) -> Result<Option<Ending>, StoreError> {
    let wrong = |code| StoreError::Damaged(format!("game {game} has the ending \"{code}\""));
    code.map(|code| ending::read(code).ok_or_else(|| wrong(code))).transpose()
}

/// A filter for open games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeekFilter {
    /// The rules, as text.
    pub rules: String,
    /// The time control, as text.
    pub clock: String,
    /// Whether the game is rated.
    pub rated: bool,
}

impl SeekFilter {
    /// Whether a game matches.
    pub fn is(&self, game: &Summary) -> bool {
        let Self { rules, clock, rated } = self;
        (rules, clock, rated) == (&game.rules, &game.clock, &game.rated)
    }
}

impl Summary {
    /// Whether it has started or still may: a withdrawn invitation is not listed.
    pub fn is_game(&self) -> bool {
        self.plies > 0 || self.ending.is_none()
    }

    /// Whether two people play it, each on a device of their own.
    pub fn is_between_people(&self) -> bool {
        self.has_two_names() && !self.share_key
    }

    /// Whether it was imported: both players have names, and one key plays for both.
    pub fn is_record(&self) -> bool {
        self.has_two_names() && self.share_key
    }

    fn has_two_names(&self) -> bool {
        let has_name =
            |player: &Player| matches!(player, Player::Guest { .. } | Player::Account { .. });
        self.players.iter().all(has_name)
    }

    /// The word for the standing of a finished game.
    pub fn standing_of(ending: &Ending) -> &'static str {
        ending::standing(ending).word()
    }

    /// The game's standing.
    pub fn standing(&self) -> Standing {
        self.ending.as_ref().map_or(Standing::Going, ending::standing)
    }
}

impl From<Summary> for SummaryView {
    fn from(game: Summary) -> Self {
        let standing = game.standing();
        let Summary { id, created, updated, rules, clock, white, black, plies, .. } = game;
        let Summary { ending, rated, players, .. } = game;
        Self {
            id,
            created,
            updated,
            rules,
            clock,
            white,
            black,
            plies,
            standing,
            reason: ending.map(|ending| ending.reason.word().to_owned()),
            ending: ending.map(|ending| ending.to_string()),
            rated,
            accounts: players.each_ref().map(Player::has_account),
            players,
        }
    }
}

/// A stored game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stored {
    /// The lines of its log, in order, with the clients' request ids.
    pub lines: Vec<(String, Option<String>)>,
    /// The seats.
    pub seats: Seats,
    /// Whether it appears in public lists.
    pub public: bool,
}

/// Why a store did not do what it was asked to.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StoreError {
    /// An event with this number already exists.
    #[error("the game has moved on")]
    Conflict,
    /// The store is from a newer version of the program.
    #[error(
        "the games in {path} are of version {version}, which this program does not know; a newer one may"
    )]
    Newer {
        /// The file or database.
        path: String,
        /// Its version.
        version: u32,
    },
    /// So much is waiting to be written that nothing new may start.
    #[error("the server is busy; no new games for a moment")]
    Busy,
    /// The store is damaged.
    #[error("the game database is damaged: {0}")]
    Damaged(String),
    /// The store cannot be read or written.
    #[error("games cannot be stored: {0}")]
    Unavailable(String),
}
