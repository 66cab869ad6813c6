//! How long the way to a client is, measured by the server alone.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// How many of the last round trips count.
const REMEMBERED: usize = 4;

/// The last round trips of a connection.
pub struct Lag {
    next: u32,
    /// The ping that is under way, and since when.
    sent: Option<(u32, Instant)>,
    trips: VecDeque<Duration>,
}

impl Lag {
    /// How often the way is measured.
    pub const BETWEEN: Duration = Duration::from_secs(10);

    /// Nothing is known.
    pub fn new() -> Self {
        Self { next: 0, sent: None, trips: VecDeque::new() }
    }

    /// What to send; it is expected back from now on.
    pub fn ping(&mut self) -> [u8; 4] {
        self.next = self.next.wrapping_add(1);
        self.sent = Some((self.next, Instant::now()));
        self.next.to_be_bytes()
    }

    /// Something came back; only the last ping counts, once.
    pub fn pong(&mut self, payload: &[u8]) {
        let Some((_, since)) = self.sent.take_if(|(number, _)| payload == number.to_be_bytes())
        else {
            return;
        };
        if self.trips.len() == REMEMBERED {
            self.trips.pop_front();
        }
        self.trips.push_back(since.elapsed());
    }

    /// The least of the last round trips, in milliseconds: who delays an answer gains nothing as long as
    /// one of them was quick.
    pub fn least(&self) -> u64 {
        self.trips.iter().min().map_or(0, |trip| trip.as_millis() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_real_answers_count() {
        let mut lag = Lag::new();
        assert_eq!(lag.least(), 0);
        let ping = lag.ping();
        lag.pong(b"else");
        assert!(lag.trips.is_empty());
        std::thread::sleep(Duration::from_millis(200));
        lag.pong(&ping);
        lag.pong(&ping);
        assert_eq!(lag.trips.len(), 1);
        assert!(lag.least() >= 200);
        let ping = lag.ping();
        lag.pong(&ping);
        assert!(lag.least() < 200);
    }
}
