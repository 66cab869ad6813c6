//! Thinking in the opponent's time.

use std::sync::{Arc, OnceLock};
use std::time::Instant;

/// A handle that tells a search that the move it has been thinking about in the opponent's time was
/// played: its time starts to run. Clones are the same handle.
///
/// ```
/// use draughts::{Game, Variant};
/// use draughts_engine::{Engine, EngineOptions, Limits, Ponder, SearchOptions};
/// use std::time::Duration;
///
/// let mut engine = Engine::new(EngineOptions::default());
/// let ponder = Ponder::new();
/// let options = SearchOptions { ponder: Some(ponder.clone()), ..Default::default() };
/// let limits = Limits::time(Duration::from_millis(20));
/// let game = Game::new(Variant::Brazilian.into());
/// let mut deepest = 0;
/// engine.search(&game, &limits, &options, &mut |info| {
///     deepest = info.depth;
///     if info.depth == 4 {
///         ponder.hit();
///     }
/// });
/// assert!(deepest >= 4);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Ponder(Arc<OnceLock<Instant>>);

impl Ponder {
    /// A handle that has not been used yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Says that the expected move was played; saying it again changes nothing.
    pub fn hit(&self) {
        self.0.get_or_init(Instant::now);
    }

    /// Returns the time at which the expected move was played.
    pub(crate) fn since(&self) -> Option<Instant> {
        self.0.get().copied()
    }
}
