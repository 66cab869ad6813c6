//! The search results of an opponent in another process.

use draughts::Move;
use engine::Score;
use std::time::Duration;

/// A move that another program plays, and what it told about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// The move, which is legal.
    pub mv: Move,
    /// The score of its position.
    pub score: Option<Score>,
    /// How many plies it has looked ahead.
    pub depth: Option<u32>,
    /// How many positions it has looked at.
    pub nodes: Option<u64>,
    /// The time it took, by our clock.
    pub time: Duration,
    /// The answer it expects.
    pub ponder: Option<Move>,
}
