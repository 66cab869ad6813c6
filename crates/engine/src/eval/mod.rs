//! Static evaluation: how good a position looks without searching.

mod embedded;
mod explain;
mod handmade;
pub(crate) mod learned;
mod mobility;
mod params;
pub(crate) mod patterns;
mod weights;

pub use explain::{EvalPhase, EvalTerm, Explanation, Feature, PatternView, explain};
pub use weights::{Weights, WeightsError};

use crate::score::{DRAW, Score, Value, WIN};
use crate::squares::bits;
use draughts::{
    AnyPosition, Bits, Color, Geometry, Outcome, Position, Rules, Ruleset, dispatch_general,
};
use handmade::{HandMade, forward};
use std::sync::Arc;

/// The evaluation that an engine uses.
#[derive(Clone, Debug, Default)]
pub enum Evaluation {
    /// The one that was learned for the variant; where there is none, the one made by hand.
    #[default]
    Best,
    /// The one made by hand, which reads any rules.
    HandMade,
    /// These weights, for their variant; for others the best there is.
    Learned(Arc<Weights>),
}

impl Evaluation {
    /// The weights to use under these rules, if any.
    pub(crate) fn weights(&self, rules: &Ruleset) -> Option<&Weights> {
        let variant = rules.official()?;
        match self {
            Self::Learned(weights) if weights.variant() == variant => Some(weights),
            Self::HandMade => None,
            _ => Weights::embedded(variant),
        }
    }
}

/// The evaluator of positions under one set of rules.
#[derive(Debug)]
pub(crate) enum Evaluator<'a, R: Rules> {
    Learned(&'a Weights),
    HandMade(Box<HandMade<R>>),
}

impl<'a, R: Rules> Evaluator<'a, R> {
    pub fn new(rules: R, weights: Option<&'a Weights>) -> Self {
        match weights {
            Some(weights) => Self::Learned(weights),
            None => Self::HandMade(Box::new(HandMade::new(rules))),
        }
    }

    /// Evaluates a position in which the game goes on, for the side to move.
    #[inline]
    pub fn evaluate(&self, position: &Position<R>) -> Value {
        match self {
            Self::Learned(weights) => weights.evaluate(position),
            Self::HandMade(by_hand) => by_hand.evaluate(position),
        }
    }

    /// Returns the parts that sum to the evaluation, apart from rounding.
    fn parts(&self, position: &Position<R>) -> Vec<EvalTerm> {
        match self {
            Self::Learned(weights) => weights.parts(position),
            Self::HandMade(by_hand) => by_hand.parts(position),
        }
    }
}

/// Whether the side to move, which cannot capture, may be unable to move at all; quick, and never
/// `false` for a side that is.
#[inline]
pub(crate) fn may_be_stuck<R: Rules>(position: &Position<R>) -> bool {
    type Word<R> = <<R as Rules>::Geometry as Geometry>::Bits;
    let board = position.board();
    let white = bits::<Word<R>>(board.pieces(Color::White));
    let black = bits::<Word<R>>(board.pieces(Color::Black));
    let men = bits::<Word<R>>(board.men(position.turn()));
    let empty = R::Geometry::all() & !(white | black);
    let directions = forward(position.turn(), position.rules().facts().lines);
    !directions.iter().any(|direction| R::Geometry::step(men, *direction).meets(empty))
}

/// Evaluates a position for the side to move, without any search.
///
/// ```
/// use draughts::{AnyPosition, Variant};
/// use draughts_engine::{Score, evaluate};
///
/// let american = Variant::American.into();
/// let position = AnyPosition::from_fen(&american, "W:W30,31,32:B2")?;
/// assert!(evaluate(&american, &position) > Score::Centimen(100));
/// let losing = Variant::Antidraughts.into();
/// let position = AnyPosition::from_fen(&losing, "W:W40,41,42:B2")?;
/// assert!(evaluate(&losing, &position) < Score::Centimen(0));
/// # Ok::<(), draughts::FenError>(())
/// ```
pub fn evaluate(rules: &Ruleset, position: &AnyPosition) -> Score {
    fn of<R: Rules>(position: &Position<R>, weights: Option<&Weights>) -> Value {
        match position.outcome() {
            Some(outcome) => terminal_value(&outcome, position, 0),
            None => Evaluator::new(*position.rules(), weights).evaluate(position),
        }
    }
    let weights = Evaluation::Best;
    let weights = weights.weights(rules);
    Score::of(dispatch_general!(position, inner => of(inner, weights)))
}

/// The value of the end of a game so many plies from the root.
pub(crate) fn terminal_value<R: Rules>(
    outcome: &Outcome,
    position: &Position<R>,
    ply: usize,
) -> Value {
    match outcome.winner {
        None => DRAW,
        Some(winner) if winner == position.turn() => WIN - ply as Value,
        Some(_) => ply as Value - WIN,
    }
}
