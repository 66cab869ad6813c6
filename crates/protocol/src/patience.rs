//! Timeouts for other programs.

use engine::{Limits, Stop};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// How long to wait for another program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// Until it has declared its parameters.
    pub greeting: Duration,
    /// Until it is ready to play: it may have much to load.
    pub ready: Duration,
    /// The tolerance for search times.
    pub margin: Duration,
    /// For a search without a time limit.
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

/// How often to check whether waiting was cancelled.
const GLANCE: Duration = Duration::from_millis(50);

/// A deadline, which may also be cancelled early.
#[derive(Debug)]
pub(crate) struct Wait {
    pub patience: Duration,
    until: Instant,
    stop: Stop,
}

/// Why waiting ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum WaitOver {
    Late,
    Stopped,
}

impl Wait {
    /// Starts waiting; a time longer than a year means for ever.
    pub fn new(patience: Duration) -> Self {
        Self::or_stop(patience, &Stop::new())
    }

    /// Starts waiting that can be cancelled.
    pub fn or_stop(patience: Duration, stop: &Stop) -> Self {
        let until = Instant::now() + patience.min(Duration::from_secs(365 * 86_400));
        Self { patience, until, stop: stop.clone() }
    }

    /// Returns the next item of a queue, or `None` if nothing comes any more. The time is checked first: even without
    /// time left a queue would return what it holds, so a sender that keeps it full would never be late.
    pub fn next<T>(&self, queue: &Receiver<T>) -> Result<Option<T>, WaitOver> {
        loop {
            let left = self.left()?;
            match queue.recv_timeout(left.min(GLANCE)) {
                Ok(next) => return Ok(Some(next)),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Returns the time left to wait.
    pub fn left(&self) -> Result<Duration, WaitOver> {
        if self.stop.is_stopped() {
            return Err(WaitOver::Stopped);
        }
        let left = self.until.saturating_duration_since(Instant::now());
        if left.is_zero() { Err(WaitOver::Late) } else { Ok(left) }
    }
}
