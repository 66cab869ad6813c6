//! What a search tells.

use crate::score::Score;
use draughts::Move;
use std::time::Duration;

/// A line of play: how good it is and its moves, each legal after those before it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// How good it is for the side to move.
    pub score: Score,
    /// The moves both sides are expected to play; at least one.
    pub moves: Vec<Move>,
}

/// How far a search has come.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Info {
    /// How many plies it has looked ahead, not counting captures and extensions.
    pub depth: u32,
    /// The best lines, the first one first; as many as were asked for, if there are so many moves.
    pub lines: Vec<Line>,
    /// How many positions it has looked at, with all its threads.
    pub nodes: u64,
    /// How long it has taken.
    pub time: Duration,
}

impl Info {
    /// What is known before a search.
    pub(crate) fn nothing() -> Self {
        Self { depth: 0, lines: Vec::new(), nodes: 0, time: Duration::ZERO }
    }

    /// The score of the first line.
    pub fn score(&self) -> Score {
        self.lines.first().map_or(Score::Centimen(0), |line| line.score)
    }

    /// The moves of the first line.
    pub fn moves(&self) -> &[Move] {
        self.lines.first().map_or(&[], |line| &line.moves)
    }
}

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The move to play: the first of the first line.
    ///
    /// A level below the highest may choose another move than the best; its line is then the first.
    pub best: Move,
    /// What the search had found when it ended.
    pub info: Info,
}

impl Report {
    /// The score of the move to play.
    pub fn score(&self) -> Score {
        self.info.score()
    }
}
