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

/// A future that a store answers with.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// The parts of a copy, one after the other.
pub type Parts = Pin<Box<dyn Stream<Item = std::io::Result<Vec<u8>>> + Send>>;

/// Keeps the logs of games.
///
/// `(game, seq)` is the key of an event: a store refuses a second event with the same number, and one
/// without the event before it. That is all there is to say about two people, or two servers, acting at
/// once.
pub trait Store: Send + Sync + 'static {
    /// Keeps a new game, or the next lines of one. The answer comes when they are safe.
    fn append(&self, append: Append) -> Answer<'_, ()>;

    /// Returns the metrics of the store.
    fn figures(&self) -> StoreFigures {
        StoreFigures::default()
    }

    /// A game as it is stored.
    fn load(&self, id: &str) -> Answer<'_, Option<Stored>> {
        self.load_from(id, 0)
    }

    /// The same with its lines from a number on; nothing if there are none.
    fn load_from(&self, id: &str, seq: u64) -> Answer<'_, Option<Stored>>;

    /// The games that were last active, newest first.
    fn recent(&self, most: u32) -> Answer<'_, Vec<Summary>>;

    /// The games of these names that are not over yet, newest first.
    fn unfinished(&self, ids: Vec<String>) -> Answer<'_, Vec<Summary>>;

    /// The games of these names and who may act in them, newest first.
    fn by_id(&self, ids: Vec<String>) -> Answer<'_, Vec<(Summary, Seats)>>;

    /// Public games that both sides have taken up and that are not over, newest first.
    fn going_on(&self, most: u32) -> Answer<'_, Vec<Summary>>;

    /// Public games in which a seat is open to anybody, those that are wanted if that is said: those that begin
    /// at once before those with days for each move, the longest waiting first.
    fn open_games(&self, wanted: Option<SeekFilter>, most: u32) -> Answer<'_, Vec<Summary>>;

    /// Games in which something was due at this moment, a flag or a move of the computer: the longest
    /// overdue first, or those that come after one.
    fn due(&self, at: u64, after: Option<Due>, most: u32) -> Answer<'_, Vec<Due>>;

    /// How many lines the logs of these games have.
    fn lengths(&self, ids: Vec<String>) -> Answer<'_, Vec<(String, u64)>>;

    /// Notes that a server is alive, and the outages that it knows of. The answer names the other servers
    /// that were alive lately.
    fn heartbeat(&self, heartbeat: Heartbeat) -> Answer<'_, Vec<Peer>>;

    /// Returns the time at which a server was last known to be alive.
    fn last_beat(&self) -> Answer<'_, Option<u64>>;

    /// The outages that ended after this moment.
    fn outages(&self, after: u64) -> Answer<'_, Vec<Outage>>;

    /// Notes for other servers that this one was alive, and who was there.
    fn note_presence(&self, server: &str, at: u64, presence: Vec<PresenceRecord>)
    -> Answer<'_, ()>;

    /// Returns the presence that other servers wrote for these games, and when each server last wrote.
    fn presence(&self, server: &str, games: Vec<String>) -> Answer<'_, PresenceRecords>;

    /// Returns the time of the last stored event; none where servers share the store, since their clocks agree.
    fn latest(&self) -> Answer<'_, Option<u64>> {
        Box::pin(async { Ok(None) })
    }

    /// Whether other servers may work with the same store.
    fn is_shared(&self) -> bool;

    /// A copy of everything as it is at one moment, in parts, where the store is a file.
    fn copy(&self) -> Answer<'_, Parts> {
        let elsewhere = "the operator of the database makes its copies".to_owned();
        Box::pin(async { Err(StoreError::Unavailable(elsewhere)) })
    }

    /// Queries the tables of people.
    fn rows(&self, question: &'static str, values: Vec<Value>) -> Answer<'_, Vec<Vec<Value>>>;

    /// Changes the tables of people, all changes or none: how many rows each was about. What contradicts
    /// a key is a conflict. The answer comes when it is safe.
    fn change(&self, changes: Vec<SqlChange>) -> Answer<'_, Vec<u64>>;
}

/// The store at an address, `postgres://…`, and what to call it where everybody may read it.
pub async fn at(address: &str) -> Result<(Arc<dyn Store>, String), StoreError> {
    // The address may hold a password, so it is not repeated.
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

/// A time, in milliseconds since 1970, in which no move could be taken.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Outage {
    /// The last time at which one could be accepted, as far as is known.
    pub from: u64,
    /// The time at which one could be accepted again.
    pub until: u64,
}

impl Outage {
    /// How much time after a moment these outages cover together; they may overlap.
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

/// A server's regular record that it is alive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Heartbeat {
    /// The server, by its run.
    pub server: String,
    /// The time of the heartbeat, in milliseconds since 1970.
    pub at: u64,
    /// Outages that it knows of and has not noted yet.
    pub outages: Vec<Outage>,
}

/// Another server of the same store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Peer {
    /// The server, by its run.
    pub server: String,
    /// How long ago it noted that it was alive, in milliseconds, by the clock of the store.
    pub silent: u64,
}

/// Lines to keep together, all or none.
#[derive(Clone, Debug)]
pub struct Append {
    /// The summary of the game afterwards.
    pub summary: Summary,
    /// The seats, if the game is new or they have changed.
    pub seats: Option<Seats>,
    /// The time at which the server itself has something to do, in milliseconds since 1970.
    pub due: Option<u64>,
    /// Whether the game is in lists that everybody sees; only looked at when it is new.
    pub public: bool,
    /// Whether a seat is open to anybody.
    pub open: bool,
    /// The number of the first line.
    pub seq: u64,
    /// The lines, each with the name that the client who sent it gave it.
    pub lines: Vec<(String, Option<String>)>,
}

/// A game in which something is due.
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
    /// The name of the player of White, as the log has it.
    pub white: Option<String>,
    /// The name of the player of Black, as the log has it.
    pub black: Option<String>,
    /// Moves so far.
    pub plies: u32,
    /// How it ended.
    pub ending: Option<Ending>,
    /// Whether the result counts for ratings.
    pub rated: bool,
    /// The players, White first, by their seats.
    pub players: [Player; 2],
    /// Whether one key opens both seats.
    pub share_key: bool,
}

/// The seats of a game, as they are stored.
pub(crate) fn read_seats(game: &str, text: &str) -> Result<Seats, StoreError> {
    let wrong = |error| StoreError::Damaged(format!("the seats of game {game}: {error}"));
    Seats::read(text).map_err(wrong)
}

/// How a game ended, as it is stored.
pub(crate) fn read_ending(game: &str, code: Option<&str>) -> Result<Option<Ending>, StoreError> {
    let wrong = |code| StoreError::Damaged(format!("game {game} has the ending \"{code}\""));
    code.map(|code| ending::read(code).ok_or_else(|| wrong(code))).transpose()
}

/// Games that somebody would take a seat in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeekFilter {
    /// The rules, as text.
    pub rules: String,
    /// The time control, as text.
    pub clock: String,
    /// Whether the result counts for ratings.
    pub rated: bool,
}

impl SeekFilter {
    /// Whether a game is one of them.
    pub fn is(&self, game: &Summary) -> bool {
        let Self { rules, clock, rated } = self;
        (rules, clock, rated) == (&game.rules, &game.clock, &game.rated)
    }
}

impl Summary {
    /// Whether it has begun, or may still begin: an invitation that was taken back is no game.
    pub fn is_game(&self) -> bool {
        self.plies > 0 || self.ending.is_none()
    }

    /// Whether two people play it, each from a device of their own.
    pub fn is_between_people(&self) -> bool {
        self.has_two_names() && !self.share_key
    }

    /// Whether it was opened from a record: both players have names, and one key plays for them.
    pub fn is_record(&self) -> bool {
        self.has_two_names() && self.share_key
    }

    fn has_two_names(&self) -> bool {
        let has_name =
            |player: &Player| matches!(player, Player::Guest { .. } | Player::Account { .. });
        self.players.iter().all(has_name)
    }

    /// How a game that is over stands, in a word.
    pub fn standing_of(ending: &Ending) -> &'static str {
        ending::standing(ending).word()
    }

    /// How it stands.
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

/// A game as it is stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stored {
    /// The lines of its log, in order, with the clients' names for them.
    pub lines: Vec<(String, Option<String>)>,
    /// The seats.
    pub seats: Seats,
    /// Whether it is in lists that everybody sees.
    pub public: bool,
}

/// The reasons why a store did not do what it was asked.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StoreError {
    /// An event with this number is there already.
    #[error("the game has moved on")]
    Conflict,
    /// The games are from a newer version of the program.
    #[error(
        "the games in {path} are of version {version}, which this program does not know; a newer one may"
    )]
    Newer {
        /// The file or database.
        path: String,
        /// Its version.
        version: u32,
    },
    /// More is to be stored than the disk takes; what is under way goes first.
    #[error("the server is busy; no new games for a moment")]
    Busy,
    /// The file is not what it was when it was written.
    #[error("the game database is damaged: {0}")]
    Damaged(String),
    /// The store cannot be read or written.
    #[error("games cannot be stored: {0}")]
    Unavailable(String),
}
