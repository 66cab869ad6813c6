//! Search results of an external engine.

use draughts::Move;
use engine::Score;
use std::time::Duration;

/// A move of an external engine, with the information it reported.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// The move, which is legal.
    pub mv: Move,
    /// The score of the position.
    pub score: Option<Score>,
    /// The search depth in plies.
    pub depth: Option<u32>,
    /// The number of nodes.
    pub nodes: Option<u64>,
    /// The time it took, by our clock.
    pub time: Duration,
    /// The reply it expects.
    pub ponder: Option<Move>,
}
