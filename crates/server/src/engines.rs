//! A bounded number of engines that think for all games.

use crate::metrics::EngineFigures;
use draughts::Game;
use engine::{Engine, EngineOptions, Level, Limits, Report, SearchOptions};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;

/// What each engine remembers.
const TABLE_BYTES: usize = 16 << 20;
/// The most time for a move, whatever the level.
const LONGEST: Duration = Duration::from_secs(3);

/// Engines, and who may use one. Whoever comes when all are busy waits; the server does not.
pub struct Engines {
    idle: Arc<Mutex<Vec<Engine>>>,
    free: Arc<Semaphore>,
    figures: EngineFigures,
}

/// Counts as waiting as long as it is there.
struct Waiting<'a>(&'a EngineFigures);

impl<'a> Waiting<'a> {
    fn begin(figures: &'a EngineFigures) -> Self {
        figures.waiting.inc();
        Self(figures)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.waiting.dec();
    }
}

impl Engines {
    /// As many engines as this machine has cores to spare.
    pub fn new(figures: EngineFigures) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self::of((cores - 1).max(1), figures)
    }

    /// So many engines, which tell of their work in these figures.
    pub fn of(most: usize, figures: EngineFigures) -> Self {
        Self { idle: Arc::default(), free: Arc::new(Semaphore::new(most)), figures }
    }

    /// The move of a level, and what the engine thinks of it; `None` when the game is over.
    pub async fn think(&self, game: Game, level: u8, seed: u64) -> Option<Report> {
        let level = Level::new(level).ok()?;
        let asked = Instant::now();
        let waiting = Waiting::begin(&self.figures);
        let permit = Arc::clone(&self.free).acquire_owned().await.ok()?;
        drop(waiting);
        self.figures.waited.took(asked.elapsed());
        let (idle, figures) = (Arc::clone(&self.idle), self.figures.clone());
        let thinking = tokio::task::spawn_blocking(move || {
            let begun = Instant::now();
            let engine = idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let mut engine = engine.unwrap_or_else(|| {
                Engine::new(EngineOptions { table_bytes: TABLE_BYTES, ..Default::default() })
            });
            let options = SearchOptions { level, seed, ..SearchOptions::default() };
            let report = engine.search(&game, &Limits::time(LONGEST), &options, &mut |_| {});
            idle.lock().unwrap_or_else(PoisonError::into_inner).push(engine);
            drop(permit);
            figures.thought.took(begun.elapsed());
            report
        });
        thinking.await.ok().flatten()
    }
}
