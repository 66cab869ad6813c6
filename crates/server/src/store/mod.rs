//! Where games are kept. An event counts as having happened when the store has it.

mod sqlite;

pub use sqlite::Sqlite;

use arbiter::{EndReason, Ending};
use draughts::Color;
use std::future::Future;
use std::pin::Pin;

/// A future that a store answers with.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// Keeps the logs of games.
///
/// `(game, seq)` is the key of an event: a store refuses a second event with the same number, and
/// that is all there is to say about two people, or two servers, acting at once.
pub trait Store: Send + Sync + 'static {
    /// Keeps a new game, or the next lines of one. The answer comes when they are safe.
    fn append(&self, append: Append) -> Answer<'_, ()>;

    /// A game as it is stored.
    fn load(&self, id: &str) -> Answer<'_, Option<Stored>>;

    /// The games that were last active, newest first.
    fn recent(&self, most: u32) -> Answer<'_, Vec<Summary>>;

    /// The games of these names that are not over yet, newest first.
    fn unfinished(&self, ids: Vec<String>) -> Answer<'_, Vec<Summary>>;
}

/// Lines to keep together, all or none.
#[derive(Clone, Debug)]
pub struct Append {
    /// What the game looks like afterwards.
    pub summary: Summary,
    /// Who may act for which side; only looked at when the game is new.
    pub seats: String,
    /// The number of the first line.
    pub seq: u64,
    /// The lines, each with the name that the client who sent it gave it.
    pub lines: Vec<(String, Option<String>)>,
}

/// A game in a list.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, utoipa::ToSchema)]
pub struct Summary {
    /// Its name in links.
    pub id: String,
    /// When it was set up, in milliseconds since 1970.
    pub created: u64,
    /// When something last happened.
    pub updated: u64,
    /// The rules, as text.
    pub rules: String,
    /// The player of White.
    pub white: Option<String>,
    /// The player of Black.
    pub black: Option<String>,
    /// Moves so far.
    pub plies: u32,
    /// How it ended.
    pub ending: Option<String>,
}

impl Summary {
    /// How a game that is over stands, in a word.
    pub fn standing_of(ending: &Ending) -> &'static str {
        match (ending.winner, ending.reason) {
            (Some(Color::White), _) => "white",
            (Some(Color::Black), _) => "black",
            (None, EndReason::Aborted) => "none",
            (None, _) => "draw",
        }
    }

    /// How it stands in a word: going, white, black, draw or none.
    pub fn standing(&self) -> &'static str {
        let Some(ending) = &self.ending else { return "going" };
        let begins = |word: &str| ending.starts_with(word);
        match ending {
            _ if begins("white wins") => "white",
            _ if begins("black wins") => "black",
            _ if begins("draw") => "draw",
            _ => "none",
        }
    }
}

/// A game as it is stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stored {
    /// The lines of its log, in order, with the clients' names for them.
    pub lines: Vec<(String, Option<String>)>,
    /// Who may act for which side.
    pub seats: String,
}

/// Why a store did not do what it was asked.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StoreError {
    /// An event with this number is there already.
    #[error("the game went on in the meantime")]
    Conflict,
    /// The file is from a newer version of the program.
    #[error(
        "the file {path} is of version {version}, which this program does not know; a newer one may"
    )]
    Newer {
        /// The file.
        path: String,
        /// Its version.
        version: u32,
    },
    /// The store cannot be read or written.
    #[error("games cannot be stored: {0}")]
    Unavailable(String),
}
