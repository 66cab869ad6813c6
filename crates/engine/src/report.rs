//! The reports of a search.

use crate::score::Score;
use draughts::Move;
use std::time::Duration;

/// A principal variation: its score and its moves, each legal after those before it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PvLine {
    /// The score for the side to move.
    pub score: Score,
    /// The moves both sides are expected to play; at least one.
    pub moves: Vec<Move>,
}

/// The progress of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Info {
    /// How many plies it has searched, not counting quiescence and extensions.
    pub depth: u32,
    /// The principal variations, the best first; as many as were asked for, if there are so many
    /// moves.
    pub variations: Vec<PvLine>,
    /// How many nodes it has searched, with all its threads.
    pub nodes: u64,
    /// The time it has taken.
    pub time: Duration,
}

impl Info {
    /// Returns the report before a search.
    pub(crate) fn nothing() -> Self {
        Self { depth: 0, variations: Vec::new(), nodes: 0, time: Duration::ZERO }
    }

    /// The score of the first variation.
    pub fn score(&self) -> Score {
        self.variations.first().map_or(Score::Centimen(0), |variation| variation.score)
    }

    /// The moves of the first variation.
    pub fn pv(&self) -> &[Move] {
        self.variations.first().map_or(&[], |variation| &variation.moves)
    }
}

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The move to play: the first of the first variation.
    ///
    /// A level below the highest may choose another move than the best; its variation is then the
    /// first.
    pub best: Move,
    /// The last report of the search.
    pub info: Info,
}

impl Report {
    /// The score of the move to play.
    pub fn score(&self) -> Score {
        self.info.score()
    }
}
