//! How good a position looks without searching.

mod handmade;
mod weights;

pub(crate) use handmade::HandMade;

use crate::score::{DRAW, Score, Value, WIN};
use draughts::{AnyPosition, Outcome, Position, Rules, dispatch};

/// Judges positions. What is learned later stands behind this trait, too.
pub(crate) trait Evaluation<R: Rules> {
    /// How good a position in which the game goes on is for the side to move.
    fn evaluate(&self, position: &Position<R>) -> Value;

    /// Whether the side to move, which cannot capture, may be unable to move at all; quick, and
    /// never `false` for a side that is.
    fn may_be_stuck(&self, position: &Position<R>) -> bool;
}

/// How good a position looks for the side to move, without any search.
///
/// ```
/// use draughts::{AnyPosition, Variant};
/// use engine::{Score, evaluate};
///
/// let position = AnyPosition::from_fen(&Variant::American.into(), "W:W30,31,32:B2")?;
/// assert!(evaluate(&position) > Score::Centimen(150));
/// let losing = AnyPosition::from_fen(&Variant::Antidraughts.into(), "W:W40,41,42:B2")?;
/// assert!(evaluate(&losing) < Score::Centimen(-150));
/// # Ok::<(), draughts::FenError>(())
/// ```
pub fn evaluate(position: &AnyPosition) -> Score {
    fn of<R: Rules>(position: &Position<R>) -> Value {
        match position.outcome() {
            Some(outcome) => ended(&outcome, position, 0),
            None => HandMade::new(*position.rules()).evaluate(position),
        }
    }
    Score::of(dispatch!(position, inner => of(inner)))
}

/// The value of the end of a game so many plies from the root.
pub(crate) fn ended<R: Rules>(outcome: &Outcome, position: &Position<R>, ply: usize) -> Value {
    match outcome.winner {
        None => DRAW,
        Some(winner) if winner == position.turn() => WIN - ply as Value,
        Some(_) => ply as Value - WIN,
    }
}
