//! How long a search may take.

use crate::engine::SearchOptions;
use crate::ponder::Ponder;
use crate::stop::Stop;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How long a search may take. Limits can be combined; the first one reached ends the search.
///
/// ```
/// use draughts_engine::Limits;
/// use std::time::Duration;
///
/// let limits = Limits { nodes: Some(1_000_000), ..Limits::time(Duration::from_millis(200)) };
/// assert_eq!(limits.and(&Limits::nodes(5_000)).nodes, Some(5_000));
/// assert!(Limits::infinite().is_infinite());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Plies to search.
    pub depth: Option<u32>,
    /// Nodes to search, for each thread.
    pub nodes: Option<u64>,
    /// Time for this move.
    pub time: Option<Duration>,
    /// Time for this move and others to come, to be shared out.
    pub clock: Option<ClockLimit>,
}

/// A clock that has to last for more than one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockLimit {
    /// Time left.
    pub left: Duration,
    /// Time added after each move.
    pub increment: Duration,
    /// Moves until time is added anew; `None` for the rest of the game.
    pub moves_to_go: Option<u32>,
}

/// Moves that a clock is expected to last for when nothing is known.
const USUAL_MOVES: u32 = 30;
/// Kept back of every clock, as a move takes time to be delivered.
const DELIVERY: Duration = Duration::from_millis(30);

impl Limits {
    /// No limit: the search ends when it is [stopped](Stop) or has nothing more to find.
    pub fn infinite() -> Self {
        Self::default()
    }

    /// Limits a search to a depth in plies.
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// Limits a search to a number of nodes.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// So much time.
    pub fn time(time: Duration) -> Self {
        Self { time: Some(time), ..Self::default() }
    }

    /// Whether nothing is limited.
    pub fn is_infinite(&self) -> bool {
        *self == Self::default()
    }

    /// Both limits together.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        Self {
            depth: lesser(self.depth, other.depth),
            nodes: lesser(self.nodes, other.nodes),
            time: lesser(self.time, other.time),
            clock: self.clock.or(other.clock),
        }
    }
}

/// The lesser of two limits, where there are any.
fn lesser<T: Ord>(one: Option<T>, other: Option<T>) -> Option<T> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    }
}

impl ClockLimit {
    /// Returns the time that this move should take, and the most it may take.
    fn shares(&self) -> (Duration, Duration) {
        let left = self.left.saturating_sub(DELIVERY);
        let moves = self.moves_to_go.unwrap_or(USUAL_MOVES).clamp(1, USUAL_MOVES);
        let share = (left / moves).saturating_add(self.increment / 4 * 3);
        let most = if moves == 1 { left } else { left / 3 };
        (share.min(most), share.saturating_mul(3).min(most))
    }
}

/// The time manager: watches the limits while a search runs.
#[derive(Debug)]
pub(crate) struct TimeManager {
    start: Instant,
    pub max_nodes: u64,
    /// After this time no new iteration is worth its start.
    soft_limit: Option<Duration>,
    /// After this time the search ends.
    hard_limit: Option<Duration>,
    stop: Stop,
    /// Whether the thread that decides has ended.
    halted: AtomicBool,
    /// The nodes of all threads, as far as they have reported.
    nodes: AtomicU64,
    ponder: Option<Ponder>,
}

impl TimeManager {
    pub fn new(limits: &Limits, options: &SearchOptions) -> Self {
        let (share, most) = limits.clock.as_ref().map(ClockLimit::shares).unzip();
        let hard_limit = lesser(limits.time, most);
        Self {
            start: Instant::now(),
            max_nodes: limits.nodes.unwrap_or(u64::MAX),
            soft_limit: share.map(|share| share / 10 * 6),
            hard_limit,
            stop: options.stop.clone(),
            halted: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            ponder: options.ponder.clone(),
        }
    }

    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Ends the search for all threads.
    pub fn halt(&self) {
        self.halted.store(true, Ordering::Relaxed);
    }

    /// Adds the nodes of a thread since its last report.
    pub fn add_nodes(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    /// The nodes of all threads, as far as they have reported.
    pub fn nodes_searched(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Whether the search must end now.
    pub fn hard_limit_reached(&self) -> bool {
        self.is_stopped() || self.is_past(self.hard_limit)
    }

    /// Whether somebody has stopped it, whatever time there is.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_stopped() || self.halted.load(Ordering::Relaxed)
    }

    /// Whether another iteration should not be started.
    pub fn soft_limit_reached(&self) -> bool {
        self.hard_limit_reached() || self.is_past(self.soft_limit)
    }

    /// Whether so much of one's own time has run.
    fn is_past(&self, limit: Option<Duration>) -> bool {
        let own = || match &self.ponder {
            None => Some(self.start),
            Some(ponder) => ponder.since(),
        };
        limit.is_some_and(|limit| own().is_some_and(|start| start.elapsed() >= limit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_never_used_up_by_one_move() {
        for left in [0, 10, 100, 1_000, 60_000, 3_600_000] {
            for increment in [0, 100, 30_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40)] {
                    let [left, increment] = [left, increment].map(Duration::from_millis);
                    let (share, most) = ClockLimit { left, increment, moves_to_go }.shares();
                    assert!(share <= most && most <= left);
                }
            }
        }
    }
}
