//! Telling a search to come to an end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A handle that stops a search from another thread, or from its progress callback. Clones are the
/// same handle.
///
/// ```
/// use draughts::{Game, Variant};
/// use draughts_engine::{Engine, EngineOptions, Limits, SearchOptions, Stop};
///
/// let mut engine = Engine::new(EngineOptions::default());
/// let stop = Stop::new();
/// let options = SearchOptions { stop: stop.clone(), ..Default::default() };
/// let game = Game::new(Variant::Russian.into());
/// let report = engine.search(&game, &Limits::infinite(), &options, &mut |info| {
///     if info.depth == 5 {
///         stop.stop();
///     }
/// });
/// assert!(report.is_some());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// A handle that has not been used yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Stops the search, now or as soon as it starts.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it has been used.
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
