//! A bounded number of engines that think for all games.

use crate::metrics::EngineFigures;
use crate::panics::joined;
use draughts::Game;
use engine::{Engine, EngineOptions, Level, Limits, Report, SearchOptions};
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError, Weak};
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
    /// What of them an address has for itself: its games wait for each other before they wait with others'.
    shares: Mutex<HashMap<IpAddr, Weak<Semaphore>>>,
    share: usize,
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
        let free = Arc::new(Semaphore::new(most));
        Self {
            idle: Arc::default(),
            free,
            shares: Mutex::default(),
            share: (most / 2).max(1),
            figures,
        }
    }

    /// The share of an address.
    fn share_of(&self, address: IpAddr) -> Arc<Semaphore> {
        let mut shares = self.shares.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(share) = shares.get(&address).and_then(Weak::upgrade) {
            return share;
        }
        shares.retain(|_, share| share.strong_count() > 0);
        let share = Arc::new(Semaphore::new(self.share));
        shares.insert(address, Arc::downgrade(&share));
        share
    }

    /// The move of a level, and what the engine thinks of it; `None` when the game is over. However many games
    /// an address has, others wait for no more than its share.
    pub async fn think(
        &self,
        game: Game,
        level: u8,
        seed: u64,
        address: Option<IpAddr>,
    ) -> Option<Report> {
        let level = Level::new(level).ok()?;
        let asked = Instant::now();
        let waiting = Waiting::begin(&self.figures);
        let share = match address {
            Some(address) => Some(self.share_of(address).acquire_owned().await.ok()?),
            None => None,
        };
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
            drop((permit, share));
            figures.thought.took(begun.elapsed());
            report
        });
        joined(thinking).await.ok().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use draughts::Variant;
    use futures_util::future::join_all;

    /// Somebody with many games holds up their own, not the game of another.
    #[tokio::test]
    async fn an_address_has_its_share() {
        const MANY: usize = 12;
        let engines = Engines::of(1, EngineFigures::default());
        let [many, one] = [1, 2].map(|last| IpAddr::from([192, 0, 2, last]));
        let done = Mutex::new(Vec::new());
        let ask = async |address| {
            let game = Game::new(Variant::American.into());
            assert!(engines.think(game, 1, 0, Some(address)).await.is_some());
            done.lock().unwrap().push(address);
        };
        let asked: Vec<_> = [many; MANY].into_iter().chain([one]).map(ask).collect();
        join_all(asked).await;
        let done = done.into_inner().unwrap();
        assert_eq!(done.len(), MANY + 1);
        let place = done.iter().position(|address| *address == one).unwrap();
        assert!(place <= 2, "after {place} games of somebody else");
        let _ = engines.share_of(one);
        assert_eq!(engines.shares.lock().unwrap().len(), 1, "who asks no more is forgotten");
    }
}
