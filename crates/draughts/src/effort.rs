//! The cost of long capture searches, and a limit for it.
//!
//! Most searches follow a few jumps and cost next to nothing. In set-ups with dozens of kings one may follow a hundred
//! thousand, and a query that needs many searches would take seconds. So the jumps of long searches are counted per
//! thread, and callers can set a limit.

use core::cell::Cell;
use core::fmt;

thread_local! {
    static METER: Meter = const { Meter { spent: Cell::new(0), limit: Cell::new(u64::MAX) } };
}

struct Meter {
    /// The jumps of all long searches on this thread so far.
    spent: Cell<u64>,
    /// The value of `spent` at which searches end.
    limit: Cell<u64>,
}

/// Restores the previous limit when dropped, even after a panic.
struct Outer(u64);

impl Drop for Outer {
    fn drop(&mut self) {
        METER.with(|meter| meter.limit.set(self.0));
    }
}

/// The work needs more jumps than the limit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TooManyJumps;

impl fmt::Display for TooManyJumps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("there are too many ways to capture")
    }
}

impl core::error::Error for TooManyJumps {}

/// Runs some work on this thread with a limit on the total jumps of its long capture searches. When it is reached, the
/// searches end early and the work fails.
///
/// Nested limits are possible; they never exceed what is left of the outer one.
///
/// ```
/// use draughts::{AnyPosition, Variant, within};
///
/// let start = AnyPosition::start(&Variant::International.into());
/// assert_eq!(within(0, || start.legal_moves().len()), Ok(9));
/// ```
pub fn within<T>(jumps: u64, work: impl FnOnce() -> T) -> Result<T, TooManyJumps> {
    let (limit, _outer) = METER.with(|meter| {
        let outer = meter.limit.get();
        let limit = meter.spent.get().saturating_add(jumps).min(outer);
        meter.limit.set(limit);
        (limit, Outer(outer))
    });
    let done = work();
    if METER.with(|meter| meter.spent.get()) > limit { Err(TooManyJumps) } else { Ok(done) }
}

/// Runs some work on this thread and returns the number of jumps that its long capture searches followed.
pub fn measured<T>(work: impl FnOnce() -> T) -> (T, u64) {
    let before = METER.with(|meter| meter.spent.get());
    let done = work();
    (done, METER.with(|meter| meter.spent.get()) - before)
}

/// Counts one more jump; returns whether it may be followed.
pub(crate) fn may_follow() -> bool {
    METER.with(|meter| {
        let (spent, limit) = (meter.spent.get(), meter.limit.get());
        if spent <= limit {
            meter.spent.set(spent + 1);
        }
        spent < limit
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn follow(jumps: u64) -> u64 {
        (0..jumps).filter(|_| may_follow()).count() as u64
    }

    #[test]
    fn work_has_what_it_may_and_no_more() {
        assert_eq!(within(10, || follow(10)), Ok(10));
        assert_eq!(within(10, || follow(11)), Err(TooManyJumps));
        assert_eq!(measured(|| follow(5)), (5, 5));
    }

    #[test]
    fn work_inside_has_no_more_than_what_is_left() {
        let inner = within(10, || (within(4, || follow(6)), follow(5)));
        assert_eq!(inner, Ok((Err(TooManyJumps), 5)));
        assert_eq!(within(10, || within(20, || follow(11))), Err(TooManyJumps));
    }

    #[test]
    fn a_panic_leaves_no_limit_behind() {
        let panicked = std::panic::catch_unwind(|| within(1, || panic!("on purpose")));
        assert!(panicked.is_err());
        assert_eq!(follow(100), 100);
    }
}
