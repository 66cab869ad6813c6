//! The server's clock.

use arbiter::Time;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// The start of the program, by a clock that never goes back and by the system's.
static START: LazyLock<(Instant, u64)> = LazyLock::new(|| {
    loop {
        let before = Instant::now();
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let after = Instant::now();
        // Both clocks are read at the same moment, unless something came between.
        if after - before < Duration::from_millis(1) {
            return (after, since_1970.as_millis() as u64);
        }
    }
});

/// How much later it is than the system's clock said when the program began, in milliseconds.
static BEHIND: AtomicU64 = AtomicU64::new(0);

/// The most that a clock is set back by mistake, in milliseconds: a week. Times that seem to lie further ahead
/// were written with a wrong clock.
const MOST_BEHIND: u64 = 7 * 24 * 3_600_000;

/// Milliseconds since 1970 that never go back, whatever happens to the system's clock.
pub fn now() -> Time {
    let (started, at_start) = *START;
    Time(at_start + BEHIND.load(Ordering::Relaxed) + started.elapsed().as_millis() as u64)
}

/// It is at least this late, since something happened then: the system's clock was set back while there was
/// no server. Without it all clocks in games would stand until the system's has caught up.
pub fn go_on_from(last: Time) {
    let behind = last.since(now());
    if behind <= MOST_BEHIND {
        BEHIND.fetch_add(behind, Ordering::Relaxed);
    }
}

/// Now, but not before the last thing that happened: another run may have had a faster clock.
pub fn now_after(last: Time) -> Time {
    now().max(last)
}
