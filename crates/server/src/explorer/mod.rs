//! The explorer: what was played in a position, over the games of this server, collections of the operator, and the games
//! of whoever asks.

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

/// The source that is the public games of this server.
pub const SERVER: &str = "server";
/// The source that is the games of the account that asks.
pub const OWN: &str = "own";

/// The operator's settings for the explorer.
#[derive(Clone, Debug)]
pub struct ExplorerSettings {
    /// The folder for what is counted of the games of this server; without one it is counted anew after a restart.
    pub folder: Option<PathBuf>,
    /// Explorer files of the operator, and folders of them.
    pub collections: Vec<PathBuf>,
    /// How long games that end are waited for before they are counted together.
    pub pause: Duration,
    /// Lets the thread that calls it come after all others.
    pub lower_priority: fn(),
}

impl Default for ExplorerSettings {
    fn default() -> Self {
        Self { folder: None, collections: Vec::new(), pause: Duration::ZERO, lower_priority: || {} }
    }
}

/// All collections that can be asked.
pub struct Explorer {
    server_games: ServerGames,
    collections: Collections,
    own: OwnCollections,
}

/// A question about a position.
pub struct ExplorerQuestion {
    /// The rules.
    pub rules: Ruleset,
    /// The position.
    pub position: AnyPosition,
    /// The name of a collection.
    pub source: String,
    /// The side that whoever asks had, in their own games; both if none.
    pub side: Option<OwnSide>,
}

impl Explorer {
    /// The collections that the operator decided on.
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

    /// Counts nothing more: the server stops.
    pub fn stop(&self) {
        self.server_games.stop();
    }

    /// The collections that everybody can ask.
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

    /// A game of one of the operator's collections, as PDN.
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

    /// The collection of the operator that has a name.
    pub fn collection(&self, name: &str) -> Result<Arc<Collection>, ApiError> {
        self.collections.find(name).ok_or(ApiError::NoCollection)
    }

    /// Makes a collection of somebody's own games, unless it is there already: its name, and how many games it has.
    pub async fn make_own(
        &self,
        app: &App,
        who: &Requester,
        games: &str,
    ) -> Result<ExplorerSource, ApiError> {
        self.own.make(app, who, games).await
    }

    /// The ids of those games of a collection of one's own that came to a position, or to the same turned half round.
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

    /// What a collection knows of a position.
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

/// A file cannot be read; the operator is told which.
fn broken(error: &SegmentError) -> ApiError {
    tracing::error!(%error, "the explorer cannot read a file");
    ApiError::BrokenCollection
}
