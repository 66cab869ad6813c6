//! The pace of moves.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// The phase of a load, which clients follow.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum LoadPhase {
    /// Games are created and clients connect.
    Gathering,
    /// Moves are made.
    Playing,
    /// No more moves are made; open requests are completed.
    Ending,
    /// Everyone disconnects.
    Over,
}

/// The pace of one table.
pub struct MovePace {
    every: Duration,
    next: Mutex<Option<Instant>>,
    first: f64,
}

impl MovePace {
    /// Creates the pace for one move per interval. The first one comes after a random part of it, so that tables do not
    /// move in step.
    pub fn new(every: Duration, chance: &mut fastrand::Rng) -> Self {
        Self { every, next: Mutex::default(), first: chance.f64() }
    }

    /// When the next move is due. A late move does not make later ones hurry.
    pub fn next(&self, now: Instant) -> Instant {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        let due = next.unwrap_or_else(|| now + self.every.mul_f64(self.first)).max(now);
        *next = Some(due + self.every);
        due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_come_evenly_and_late_ones_are_not_made_up_for() {
        let pace = MovePace::new(Duration::from_secs(5), &mut fastrand::Rng::with_seed(1));
        let start = Instant::now();
        let first = pace.next(start);
        assert!(first < start + Duration::from_secs(5));
        assert_eq!(pace.next(first + Duration::from_millis(3)), first + Duration::from_secs(5));
        let late = first + Duration::from_secs(60);
        assert_eq!(pace.next(late), late);
        assert_eq!(pace.next(late), late + Duration::from_secs(5));
    }
}
