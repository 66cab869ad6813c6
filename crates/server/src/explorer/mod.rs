//! The explorer: which moves were played in a position, over the games of this server, the operator's collections, and
//! the user's own games.

mod answer;
mod ballots;
mod collections;
mod folder;
mod levels;
mod own;
mod played;
mod server_games;

pub use collections::Collection;
pub use own::OwnSide;

use crate::blocking::Task;
use crate::error::ApiError;
use crate::seats::Requester;
use crate::server::App;
use crate::supervisor::Supervisor;
use answer::answered;
use collections::Collections;
use draughts::{AnyPosition, Ruleset};
use own::OwnCollections;
use server_games::ServerGames;
use std::io;
use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use study::explorer::{ExplorerPosition, SegmentError};
use wire::{ExplorerSource, ExplorerView};

/// The source name of this server's public games.
pub const SERVER: &str = "server";
/// The source name of the account's own games.
pub const OWN: &str = "own";

/// The operator's settings for the explorer.
#[derive(Clone, Debug)]
pub struct ExplorerSettings {
    /// The folder for this server's segments; without one, games are counted again after a restart.
    pub folder: Option<PathBuf>,
    /// Explorer files, and folders of them.
    pub collections: Vec<PathBuf>,
    /// How long to wait for more games to end before they are counted together.
    pub pause: Duration,
    /// Lowers the priority of the calling thread.
    pub lower_priority: fn(),
}

impl Default for ExplorerSettings {
    fn default() -> Self {
        Self { folder: None, collections: Vec::new(), pause: Duration::ZERO, lower_priority: || {} }
    }
}

/// All collections.
pub struct Explorer {
    server_games: ServerGames,
    collections: Collections,
    own: OwnCollections,
}

/// A query for a position.
pub struct ExplorerQuestion {
    /// The rules.
    pub rules: Ruleset,
    /// The position.
    pub position: AnyPosition,
    /// The name of a collection.
    pub source: String,
    /// For own games: the side the user played; both if `None`.
    pub side: Option<OwnSide>,
}

impl Explorer {
    /// Opens the collections that the operator configured.
    pub fn new(settings: &ExplorerSettings) -> io::Result<Self> {
        Ok(Self {
            server_games: ServerGames::new(settings)?,
            collections: Collections::open(&settings.collections),
            own: OwnCollections::new()?,
        })
    }

    /// Counts the public games of this server as they end.
    pub async fn keep_counting(&self, supervisor: Arc<Supervisor>) {
        self.server_games.keep_counting(supervisor).await;
    }

    /// Stops counting, for shutdown.
    pub fn stop(&self) {
        self.server_games.stop();
    }

    /// The collections that anyone can query.
    pub fn sources(&self) -> Vec<ExplorerSource> {
        let server = ExplorerSource { source: SERVER.to_owned(), games: self.server_games.games() };
        let others = self.collections.all().map(|collection| ExplorerSource {
            source: collection.name.clone(),
            games: collection.segment.counts().games(),
        });
        std::iter::once(server).chain(others).collect()
    }

    /// The names of the operator's collections.
    pub fn names(&self) -> Vec<String> {
        self.collections.all().map(|collection| collection.name.clone()).collect()
    }

    /// Returns a game of an operator's collection as PDN.
    pub async fn recorded_game(
        &self,
        app: &App,
        address: Option<IpAddr>,
        name: &str,
        number: u32,
    ) -> Result<String, ApiError> {
        let collection = self.collection(name)?;
        let read = move || collection.pdn(number);
        let read = app.supervisor.games.pool.run_blocking(address, Task::Games, read).await?;
        read.map_err(|error| broken(&error))?.ok_or(ApiError::NoGame)
    }

    /// Finds an operator's collection by name.
    pub fn collection(&self, name: &str) -> Result<Arc<Collection>, ApiError> {
        self.collections.find(name).ok_or(ApiError::NoCollection)
    }

    /// Builds a collection of the user's own games, unless it exists; returns its name and its number of games.
    pub async fn make_own(
        &self,
        app: &App,
        who: &Requester,
        games: &str,
    ) -> Result<ExplorerSource, ApiError> {
        self.own.make(app, who, games).await
    }

    /// Returns the ids of the games of an own collection that reached a position or its mirror image.
    pub async fn own_games_with(
        &self,
        app: &App,
        address: Option<IpAddr>,
        name: &str,
        rules: Ruleset,
        position: AnyPosition,
    ) -> Result<Vec<String>, ApiError> {
        let own = self.own.find(name).ok_or(ApiError::NoCollection)?;
        let search = move || own.with(&rules, &position);
        let pool = &app.supervisor.games.pool;
        pool.run_blocking(address, Task::Games, search).await?.map_err(|error| broken(&error))
    }

    /// Queries a collection for a position.
    pub async fn ask(
        self: &Arc<Self>,
        app: &App,
        who: &Requester,
        asked: ExplorerQuestion,
    ) -> Result<ExplorerView, ApiError> {
        let asked = match asked.source.as_str() {
            OWN => {
                who.person()?;
                let source = self.make_own(app, who, "").await?.source;
                ExplorerQuestion { source, ..asked }
            }
            _ => asked,
        };
        let (explorer, asked) = (Arc::clone(self), Arc::new(asked));
        let shared = Arc::clone(&asked);
        let probe = move || explorer.probe(&shared);
        let found = app.supervisor.games.pool.soon(who.address, Task::Probe, probe).await??;
        let complete = asked.source != SERVER || self.server_games.is_complete();
        answered(app, &asked, found, complete).await
    }

    fn probe(&self, asked: &ExplorerQuestion) -> Result<Option<ExplorerPosition>, ApiError> {
        let ExplorerQuestion { rules, position, source, side } = asked;
        let found = if source == SERVER {
            self.server_games.probe(rules, position)
        } else if let Some(collection) = self.collections.find(source) {
            collection.segment.probe(rules, position)
        } else {
            self.own.find(source).ok_or(ApiError::NoCollection)?.probe(rules, position, *side)
        };
        found.map_err(|error| broken(&error))
    }
}

/// Logs which file cannot be read.
fn broken(error: &SegmentError) -> ApiError {
    tracing::error!(%error, "the explorer cannot read a file");
    ApiError::BrokenCollection
}
