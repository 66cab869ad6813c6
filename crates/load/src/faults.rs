//! What goes wrong on purpose: connections cut, requests doubled, all sockets dropped at once.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// What a client does to itself.
#[derive(Clone, Copy, Debug, Default)]
pub struct Faults {
    /// A client cuts its connection about once in this time.
    pub cut: Option<Duration>,
    /// Which part of the requests is sent twice.
    pub duplicate: f64,
    /// How long it hears nothing before it asks whether the server is there.
    pub beat: Duration,
}

impl Faults {
    /// How long the next connection lasts.
    pub fn lasts(&self, chance: &mut fastrand::Rng) -> Option<Duration> {
        self.cut.map(|cut| about(cut, chance))
    }

    /// Whether the next request is sent twice.
    pub fn doubles(&self, chance: &mut fastrand::Rng) -> bool {
        self.duplicate > 0.0 && chance.f64() < self.duplicate
    }
}

/// A time until something that happens about once in this time: any moment is as likely as another.
pub fn about(mean: Duration, chance: &mut fastrand::Rng) -> Duration {
    mean.mul_f64(-(1.0 - chance.f64()).ln())
}

/// All sockets dropped at once, again and again.
pub struct Storms {
    number: watch::Sender<u64>,
    /// Clients that lost their connection in a storm and are not back in step.
    away: AtomicU64,
    last_back: Mutex<Instant>,
}

/// How long nobody must be away for a storm to be over: some may not have noticed it yet.
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

    /// A client lost its connection in a storm.
    pub fn left(&self) {
        self.away.fetch_add(1, Ordering::Relaxed);
    }

    /// It is back and knows all that happened.
    pub fn back(&self) {
        *self.last_back.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
        self.away.fetch_sub(1, Ordering::Relaxed);
    }

    /// Drops all sockets; the time until the last client is back in step.
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
