//! The review of a game.

use crate::accuracy;
use crate::mark::Mark;
use crate::outcomes::Outcomes;
use crate::phases::WINNING;
use crate::shot::Shot;
use core::time::Duration;
use draughts::{AnyPosition, Color, Move, Ruleset};
use engine::endgame::Wld;
use engine::{Assessment, Score};
use pdn::Recorded;

/// A game that was looked at.
#[derive(Clone, PartialEq, Debug)]
pub struct Review {
    /// The rules it was played by.
    pub rules: Ruleset,
    /// The moves that were judged, in order.
    pub moves: Vec<Judged>,
    /// Whether these are all; otherwise it was stopped before.
    pub whole: bool,
    /// The result, by the record.
    pub recorded: Recorded,
}

/// A move that was played, and what is thought of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Judged {
    /// The step of the game's line.
    pub step: usize,
    /// The move number, with dots: `24.` or `24...`.
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
    /// The assessment of the move played: its score for the side that moved, and the line that begins with it.
    pub played: Assessment,
    /// How likely each result was before the move, with best play, for the side that moved.
    pub before: Outcomes,
    /// How likely each result is after it, for the same side.
    pub after: Outcomes,
    /// The result after the move with best play, if endgame tables know it; then moves are judged by them.
    pub theory: Option<Wld>,
    /// How much of the expected score the move lost, from 0 to 1.
    pub loss: f64,
    /// Its mark, if it is a bad move.
    pub mark: Option<Mark>,
    /// A shot that was there, whether it was played or not.
    pub shot: Option<Shot>,
    /// A shot that was there and was not played, where that cost something.
    pub missed: Option<Shot>,
    /// A shot that it allowed the other side, where it is a bad move.
    pub allowed: Option<Shot>,
    /// The result that it gave away, if endgame tables have both positions.
    pub thrown_away: Option<ThrownAway>,
    /// How long was thought about it, where the record has clocks.
    pub spent: Option<Duration>,
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
    /// Returns the side that moved.
    pub fn color(&self) -> Color {
        self.position.turn()
    }

    /// White's expected score after the move, from 0 to 1.
    pub fn expected_for_white(&self) -> f64 {
        expected_for_white(self.after, self.color())
    }

    /// Whether a game that was as good as won is so no longer.
    pub fn slips(&self) -> bool {
        self.before.expected() >= WINNING && self.after.expected() < WINNING
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

/// White's expected score, by the outcomes of a side.
pub(crate) fn expected_for_white(outcomes: Outcomes, color: Color) -> f64 {
    match color {
        Color::White => outcomes.expected(),
        Color::Black => (-outcomes).expected(),
    }
}

/// The review of one side's moves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SideSummary {
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

impl Review {
    /// Returns the review of one side's moves.
    pub fn side(&self, color: Color) -> SideSummary {
        let own = || self.moves.iter().filter(|judged| judged.color() == color);
        let marked = |mark| own().filter(|judged| judged.mark == Some(mark)).count();
        SideSummary {
            accuracy: self.accuracy(color, |_| true),
            inaccuracies: marked(Mark::Inaccuracy),
            mistakes: marked(Mark::Mistake),
            blunders: marked(Mark::Blunder),
            missed_shots: own().filter(|judged| judged.missed.is_some()).count(),
        }
    }

    /// The accuracy of those moves of a side that are chosen by their index; nothing where it never had a choice.
    pub(crate) fn accuracy(&self, color: Color, is_chosen: impl Fn(usize) -> bool) -> Option<f64> {
        let weights = accuracy::weights(&self.expected());
        let own = self.moves.iter().zip(weights).enumerate().filter(|(index, (judged, _))| {
            judged.color() == color && !judged.forced && is_chosen(*index)
        });
        let own = own.map(|(_, (judged, weight))| (accuracy::of_move(judged.loss), weight));
        accuracy::of_side(&own.collect::<Vec<_>>())
    }

    /// White's expected scores before the first move and after each, from 0 to 1.
    pub fn expected(&self) -> Vec<f64> {
        let first = self.moves.first();
        let first = first.map(|judged| expected_for_white(judged.before, judged.color()));
        first.into_iter().chain(self.moves.iter().map(Judged::expected_for_white)).collect()
    }
}
