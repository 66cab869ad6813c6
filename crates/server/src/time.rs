//! The server's clock.

use arbiter::Time;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// Milliseconds since 1970 that never go back, whatever happens to the system's clock.
pub struct Clock {
    started: Instant,
    at_start: u64,
}

impl Clock {
    /// A clock that starts from the system's.
    pub fn new() -> Self {
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self { started: Instant::now(), at_start: since_1970.as_millis() as u64 }
    }

    /// Now, but not before the last thing that happened: another run may have had a faster clock.
    pub fn now(&self, last: Time) -> Time {
        Time(self.at_start + self.started.elapsed().as_millis() as u64).max(last)
    }
}

impl Default for Clock {
    fn default() -> Self {
        Self::new()
    }
}
