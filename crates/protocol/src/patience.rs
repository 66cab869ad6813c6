//! How long others are waited for.

use engine::Limits;
use std::time::{Duration, Instant};

/// How long another program is waited for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// Until it has told its parameters.
    pub greeting: Duration,
    /// Until it is ready to play: it may have much to load.
    pub ready: Duration,
    /// Beyond the time that a search may take.
    pub margin: Duration,
    /// For a search that is not limited by time.
    pub longest: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            greeting: Duration::from_secs(10),
            ready: Duration::from_secs(60),
            margin: Duration::from_secs(5),
            longest: Duration::from_secs(600),
        }
    }
}

impl Patience {
    /// How long a search with these limits may take.
    pub(crate) fn for_search(&self, limits: &Limits) -> Duration {
        let times = [limits.time, limits.clock.map(|clock| clock.left)];
        match times.into_iter().flatten().min() {
            Some(time) => time.saturating_add(self.margin),
            None => self.longest,
        }
    }
}

/// Waiting that has begun and ends when patience does, whatever else comes in the meantime.
#[derive(Debug)]
pub(crate) struct Wait {
    pub patience: Duration,
    until: Instant,
}

impl Wait {
    /// Whoever waits for a year waits for ever.
    pub fn new(patience: Duration) -> Self {
        let until = Instant::now() + patience.min(Duration::from_secs(365 * 86_400));
        Self { patience, until }
    }

    /// What is left of it; a queue that is asked with no time left would still give what it holds,
    /// and whoever fills it would never be late.
    pub fn left(&self) -> Option<Duration> {
        let left = self.until.saturating_duration_since(Instant::now());
        (!left.is_zero()).then_some(left)
    }
}
