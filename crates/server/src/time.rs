//! The server's clock.

use arbiter::Time;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// The start of the program, by the monotonic clock and by the system clock.
static START: LazyLock<(Instant, u64)> = LazyLock::new(|| {
    loop {
        let before = Instant::now();
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let after = Instant::now();
        // Accept readings of both clocks only if nothing delayed the second one.
        if after - before < Duration::from_millis(1) {
            return (after, since_1970.as_millis() as u64);
        }
    }
});

/// By how many milliseconds the server's clock is ahead of the system clock at the start.
static BEHIND: AtomicU64 = AtomicU64::new(0);

/// The most that a clock is plausibly set back by, in milliseconds: a week. Stored times further ahead came from a
/// wrong clock.
const MOST_BEHIND: u64 = 7 * 24 * 3_600_000;

/// Milliseconds since 1970, monotonic even if the system clock is changed.
pub fn now() -> Time {
    let (started, at_start) = *START;
    Time(at_start + BEHIND.load(Ordering::Relaxed) + started.elapsed().as_millis() as u64)
}

/// Moves the clock ahead to the time of a stored event: the system clock was set back while the server was down.
/// Otherwise all game clocks would stand still until the system clock has caught up.
pub fn go_on_from(last: Time) {
    let behind = last.since(now());
    if behind <= MOST_BEHIND {
        BEHIND.fetch_add(behind, Ordering::Relaxed);
    }
}

/// The current time, but not before the last event: another run may have had a faster clock.
pub fn now_after(last: Time) -> Time {
    now().max(last)
}
