//! What a review says about a game.

use crate::chance::{Chance, Mark};
use crate::shot::Shot;
use draughts::{AnyPosition, Color, Move, Ruleset};
use engine::endgame::Wld;
use engine::{Assessment, Score};

/// A game that was looked at.
#[derive(Clone, PartialEq, Debug)]
pub struct Review {
    /// The rules it was played by.
    pub rules: Ruleset,
    /// The moves that were judged, in order.
    pub moves: Vec<Judged>,
    /// Whether these are all; otherwise it was stopped before.
    pub whole: bool,
}

/// A move that was played, and what is thought of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Judged {
    /// Which step of the game's line it is.
    pub step: usize,
    /// Its number, with dots: `24.` or `24...`.
    pub number: String,
    /// The move, as the rules' records have it.
    pub text: String,
    /// The position in which it was played.
    pub position: AnyPosition,
    /// The last position of the game up to that one in which nothing was there to be taken: what is
    /// won and lost is counted from there, so that half an exchange is no loss.
    pub calm: AnyPosition,
    /// The move.
    pub mv: Move,
    /// Whether there was no other.
    pub forced: bool,
    /// The best that was there, for the side that moved.
    pub best: Assessment,
    /// What was played: its score for the side that moved, and the line with the move at its head.
    pub played: Assessment,
    /// How much chance the move lost, from 0 to 2.
    pub loss: f64,
    /// Its mark, if it is a bad move.
    pub mark: Option<Mark>,
    /// A shot that was there and was not played, where that cost something.
    pub missed: Option<Shot>,
    /// A shot that it allowed the other side, where it is a bad move.
    pub allowed: Option<Shot>,
    /// What it gave away, where endgame tables have both positions.
    pub thrown_away: Option<ThrownAway>,
}

/// A result that a move gave away, as the side sees it that moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ThrownAway {
    /// The result with best play before the move, draw rules included.
    pub had: Wld,
    /// The result after it.
    pub kept: Wld,
}

impl Judged {
    /// Who moved.
    pub fn color(&self) -> Color {
        self.position.turn()
    }

    /// The score after the move as White sees it.
    pub fn score_for_white(&self) -> Score {
        for_white(self.played.score, self.color())
    }

    /// Whether the best move is another than the one played, and a bad one was played.
    pub fn has_better(&self) -> bool {
        self.mark.is_some() && self.best.line.first().is_some_and(|best| *best != self.mv)
    }

    /// The move with its number and mark: `24. 32-28?`.
    pub fn title(&self) -> String {
        let sign = self.mark.map_or("", Mark::sign);
        format!("{} {}{sign}", self.number, self.text)
    }
}

/// A score of a side as White sees it.
pub(crate) fn for_white(score: Score, color: Color) -> Score {
    match color {
        Color::White => score,
        Color::Black => -score,
    }
}

/// What a review says about one side.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Side {
    /// How near to the best its moves were, from 0 to 100; nothing where it never had a choice.
    pub accuracy: Option<f64>,
    /// Moves marked `?!`.
    pub inaccuracies: usize,
    /// Moves marked `?`.
    pub mistakes: usize,
    /// Moves marked `??`.
    pub blunders: usize,
    /// Shots that were there and not played.
    pub missed_shots: usize,
}

/// How fast accuracy falls with lost chance: a move that loses 0.17 is half as good as the best.
const STEEPNESS: f64 = 4.0;

impl Review {
    /// What it says about one side.
    pub fn side(&self, color: Color) -> Side {
        let own = || self.moves.iter().filter(|judged| judged.color() == color);
        let marked = |mark| own().filter(|judged| judged.mark == Some(mark)).count();
        let free = || own().filter(|judged| !judged.forced);
        let sum: f64 = free().map(|judged| 100.0 * (-STEEPNESS * judged.loss).exp()).sum();
        let moves = free().count();
        Side {
            accuracy: (moves > 0).then(|| sum / moves as f64),
            inaccuracies: marked(Mark::Inaccuracy),
            mistakes: marked(Mark::Mistake),
            blunders: marked(Mark::Blunder),
            missed_shots: own().filter(|judged| judged.missed.is_some()).count(),
        }
    }

    /// White's chance after a move.
    pub(crate) fn chance(&self, judged: &Judged) -> f64 {
        Chance::of(judged.score_for_white(), &self.rules).value()
    }
}
