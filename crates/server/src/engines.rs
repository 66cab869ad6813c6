//! A bounded number of engines that think for all games.

use draughts::Game;
use engine::{Engine, EngineOptions, Level, Limits, Report, SearchOptions};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::Semaphore;

/// What each engine remembers.
const TABLE_BYTES: usize = 16 << 20;
/// The most time for a move, whatever the level.
const LONGEST: Duration = Duration::from_secs(3);

/// Engines, and who may use one. Whoever comes when all are busy waits; the server does not.
pub struct Engines {
    idle: Arc<Mutex<Vec<Engine>>>,
    free: Arc<Semaphore>,
}

impl Engines {
    /// As many engines as this machine has cores to spare.
    pub fn new() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self::of((cores - 1).max(1))
    }

    /// So many engines.
    pub fn of(most: usize) -> Self {
        Self { idle: Arc::default(), free: Arc::new(Semaphore::new(most)) }
    }

    /// The move of a level, and what the engine thinks of it; `None` when the game is over.
    pub async fn think(&self, game: Game, level: u8, seed: u64) -> Option<Report> {
        let level = Level::new(level).ok()?;
        let permit = Arc::clone(&self.free).acquire_owned().await.ok()?;
        let idle = Arc::clone(&self.idle);
        let thinking = tokio::task::spawn_blocking(move || {
            let engine = idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let mut engine = engine.unwrap_or_else(|| {
                Engine::new(EngineOptions { table_bytes: TABLE_BYTES, ..Default::default() })
            });
            let options = SearchOptions { level, seed, ..SearchOptions::default() };
            let report = engine.search(&game, &Limits::time(LONGEST), &options, &mut |_| {});
            idle.lock().unwrap_or_else(PoisonError::into_inner).push(engine);
            drop(permit);
            report
        });
        thinking.await.ok().flatten()
    }
}

impl Default for Engines {
    fn default() -> Self {
        Self::new()
    }
}
