//! Counts the public games of this server: those that ended before the start in the background, others as they end.

use super::ExplorerSettings;
use super::folder::SegmentFolder;
use super::levels::{FoundSegments, Levels};
use super::played::played_game;
use crate::error::ApiError;
use crate::games::Games;
use crate::panics::joined;
use crate::store::{Value, columns};
use crate::supervisor::Supervisor;
use draughts::{AnyPosition, Ruleset};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use study::explorer::{BuildError, ExplorerPosition, PlayedGame, SegmentError};
use tokio::sync::OnceCell;

/// How many games are read before they are counted.
const AT_ONCE: usize = 1_000;
/// How late events of other servers may be stored, in milliseconds.
const LATE: u64 = 10 * 60 * 1_000;
/// How often games of other servers are looked for.
const LOOK: Duration = Duration::from_secs(60);
/// The most games counted: their ids are kept in memory.
const MOST: u64 = 2_000_000;

/// The explorer's collection of this server's finished public games.
pub struct ServerGames {
    settings: ExplorerSettings,
    levels: Arc<Levels>,
    /// The segments of an earlier run, loaded once.
    found: OnceCell<FoundSegments>,
    complete: AtomicBool,
    stopped: Arc<AtomicBool>,
}

impl ServerGames {
    /// Opens the configured folder.
    pub fn new(settings: &ExplorerSettings) -> io::Result<Self> {
        let folder = SegmentFolder::open(settings.folder.as_deref())?;
        Ok(Self {
            settings: settings.clone(),
            levels: Arc::new(Levels::new(folder)),
            found: OnceCell::new(),
            complete: AtomicBool::default(),
            stopped: Arc::default(),
        })
    }

    /// The number of games counted.
    pub fn games(&self) -> u64 {
        self.levels.games()
    }

    /// Whether all games that had ended before the start are counted.
    pub fn is_complete(&self) -> bool {
        self.complete.load(Ordering::Relaxed)
    }

    /// Stops counting, for shutdown.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Looks a position up.
    pub fn probe(
        &self,
        rules: &Ruleset,
        position: &AnyPosition,
    ) -> Result<Option<ExplorerPosition>, SegmentError> {
        self.levels.probe(rules, position)
    }

    /// Counts games as they end, for as long as the server runs.
    pub async fn keep_counting(&self, supervisor: Arc<Supervisor>) {
        let games = &supervisor.games;
        let mut last = None;
        while !self.stopped.load(Ordering::Relaxed) {
            let caught = async {
                let last = match last {
                    Some(last) => last,
                    None => self.begin(games).await?,
                };
                self.catch_up(games, last).await
            };
            match caught.await {
                Ok(caught) => {
                    last = Some(caught);
                    self.complete.store(true, Ordering::Relaxed);
                }
                Err(error) => {
                    tracing::error!(failure = %error, "games cannot be counted for the explorer");
                }
            }
            tokio::time::sleep(self.settings.pause).await;
            let _ = tokio::time::timeout(LOOK, games.ended.notified()).await;
        }
    }

    /// Loads the segments of an earlier run; returns the time of the last event.
    async fn begin(&self, games: &Games) -> Result<u64, ApiError> {
        let take_up = async || {
            let levels = Arc::clone(&self.levels);
            self.on_a_thread(move |_| levels.take_up()).await
        };
        let found = self.found.get_or_try_init(take_up).await?;
        if games.store().by_id(found.samples.clone()).await?.len() < found.samples.len() {
            tracing::info!("the explorer counts all games anew: these are others");
            self.levels.forget();
            return Ok(0);
        }
        Ok(found.last)
    }

    /// Counts the games that have ended since; returns the time of the last event.
    async fn catch_up(&self, games: &Games, last: u64) -> Result<u64, ApiError> {
        let mut after = (last.saturating_sub(LATE), String::new());
        let mut batch = Vec::new();
        loop {
            let over = over(games, &after).await?;
            let Some((at, id)) = over.last() else { break };
            after = (*at, id.clone());
            for (_, id) in &over {
                if self.stopped.load(Ordering::Relaxed) || self.games() >= MOST {
                    return Ok(last);
                }
                if !self.levels.knows(id) {
                    batch.extend(self.read(games, id).await?);
                }
            }
            if batch.len() >= AT_ONCE {
                self.add(std::mem::take(&mut batch)).await?;
            }
        }
        self.add(batch).await?;
        Ok(last.max(after.0))
    }

    /// Reads a game; `None` if it does not count.
    async fn read(&self, games: &Games, id: &str) -> Result<Option<PlayedGame>, ApiError> {
        let live = match games.find(id).await {
            Ok(live) => live,
            Err(error @ ApiError::Store(_)) => return Err(error),
            Err(_) => {
                self.levels.pass_over(id);
                return Ok(None);
            }
        };
        let state = live.state();
        // Imported records were not played here.
        let counts = state.public && !games.summary(&live).is_record();
        let played = played_game(id, &state).filter(|_| counts);
        if played.is_none() {
            self.levels.pass_over(id);
        }
        Ok(played)
    }

    async fn add(&self, batch: Vec<PlayedGame>) -> Result<(), ApiError> {
        let levels = Arc::clone(&self.levels);
        let added = self.on_a_thread(move |stop| levels.add(&batch, stop)).await?;
        match added {
            Ok(()) | Err(BuildError::Stopped) => Ok(()),
            Err(error) => Err(ApiError::Broken(error.to_string())),
        }
    }

    /// Runs work on a low-priority thread.
    async fn on_a_thread<T: Send + 'static>(
        &self,
        work: impl FnOnce(&(dyn Fn() -> bool + Sync)) -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let (lower_priority, stopped) = (self.settings.lower_priority, Arc::clone(&self.stopped));
        joined(tokio::task::spawn_blocking(move || {
            // On a thread of its own, because a lowered priority cannot be raised again.
            let thread = std::thread::Builder::new().name("explorer".to_owned());
            let work = move || {
                lower_priority();
                work(&|| stopped.load(Ordering::Relaxed))
            };
            let done = thread.spawn(work).map(std::thread::JoinHandle::join);
            match done {
                Ok(Ok(done)) => Ok(done),
                Ok(Err(payload)) => std::panic::resume_unwind(payload),
                Err(error) => Err(ApiError::Broken(error.to_string())),
            }
        }))
        .await?
    }
}

/// Lists finished public games after the given one, with the times of their last events.
async fn over(games: &Games, (at, id): &(u64, String)) -> Result<Vec<(u64, String)>, ApiError> {
    let question = "SELECT updated, id FROM games
        WHERE updated >= $1 AND (updated > $1 OR id > $2) AND ending IS NOT NULL AND public AND plies > 0
        ORDER BY updated, id LIMIT $3";
    let values = vec![(*at).into(), id.as_str().into(), (AT_ONCE as u64).into()];
    let rows = games.store().rows(question, values).await?;
    let read = |row: Vec<Value>| {
        let [at, id] = columns(row)?;
        Ok((at.number()?, id.text()?))
    };
    rows.into_iter().map(read).collect()
}
