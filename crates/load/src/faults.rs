//! Simulated faults: dropped connections, repeated requests, and storms.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// The faults of a client.
#[derive(Clone, Copy, Debug, Default)]
pub struct Faults {
    /// The mean time between dropped connections.
    pub cut: Option<Duration>,
    /// The share of requests that are sent twice.
    pub duplicate: f64,
    /// How long without a message before the server is pinged.
    pub beat: Duration,
}

impl Faults {
    /// Draws the lifetime of the next connection.
    pub fn lasts(&self, chance: &mut fastrand::Rng) -> Option<Duration> {
        self.cut.map(|cut| about(cut, chance))
    }

    /// Draws whether the next request is sent twice.
    pub fn doubles(&self, chance: &mut fastrand::Rng) -> bool {
        self.duplicate > 0.0 && chance.f64() < self.duplicate
    }
}

/// Draws an exponentially distributed time with this mean.
pub fn about(mean: Duration, chance: &mut fastrand::Rng) -> Duration {
    mean.mul_f64(-(1.0 - chance.f64()).ln())
}

/// Storms, in which all sockets are dropped at once.
pub struct Storms {
    number: watch::Sender<u64>,
    /// Clients that lost their connection in a storm and have not caught up.
    away: AtomicU64,
    last_back: Mutex<Instant>,
}

/// How long all clients must be back for a storm to be over: some may not have noticed it yet.
const CALM: Duration = Duration::from_millis(500);

impl Storms {
    pub fn new() -> Self {
        Self {
            number: watch::Sender::new(0),
            away: AtomicU64::new(0),
            last_back: Mutex::new(Instant::now()),
        }
    }

    /// Changes with every storm.
    pub fn watch(&self) -> watch::Receiver<u64> {
        self.number.subscribe()
    }

    /// Notes that a client lost its connection in a storm.
    pub fn left(&self) {
        self.away.fetch_add(1, Ordering::Relaxed);
    }

    /// Notes that it has caught up.
    pub fn back(&self) {
        *self.last_back.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
        self.away.fetch_sub(1, Ordering::Relaxed);
    }

    /// Drops all sockets; returns the time until the last client has caught up.
    pub async fn blow(&self) -> Duration {
        let start = Instant::now();
        self.number.send_modify(|number| *number += 1);
        let mut calm_since = None;
        loop {
            tokio::time::sleep(Duration::from_millis(10)).await;
            let calm = self.away.load(Ordering::Relaxed) == 0;
            calm_since = calm.then(|| calm_since.unwrap_or_else(Instant::now));
            if calm_since.is_some_and(|since: Instant| since.elapsed() > CALM) {
                let last = *self.last_back.lock().unwrap_or_else(PoisonError::into_inner);
                return last.saturating_duration_since(start);
            }
        }
    }
}
