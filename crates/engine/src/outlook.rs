//! The outlook of a level on the moves it has searched: people see some moves better than others.

use crate::eval::{Evaluator, Weights, terminal_value};
use crate::report::PvLine;
use crate::score::Value;
use draughts::{AnyPosition, Color, Move, Position, Rules, dispatch};

/// A move as a level sees it; values are those of its own side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outlook {
    /// The value that the search has found.
    pub searched: Value,
    /// The value at a glance.
    pub glanced: Value,
    /// How many rows a man comes forward.
    pub forward: Value,
}

impl Outlook {
    /// Returns the outlook of the first move of a variation; `glances` are those of an earlier iteration, and
    /// empty where the level glances at its own move only.
    pub fn of(
        position: &AnyPosition,
        variation: &PvLine,
        glances: &[PvLine],
        weights: Option<&Weights>,
    ) -> Self {
        let mv = &variation.moves[0];
        let glance = glances.iter().find(|glance| glance.moves[0] == *mv);
        let glanced = glance.map(|glance| glance.score.value());
        Self {
            searched: variation.score.value(),
            glanced: glanced.unwrap_or_else(|| first_look(position, mv, weights)),
            forward: rows_forward(position, mv),
        }
    }
}

/// A move as it looks before anybody thinks about the answer: the evaluation of the board after it. A piece
/// that is taken looks won, and one that can be taken back does not look lost.
fn first_look(position: &AnyPosition, mv: &Move, weights: Option<&Weights>) -> Value {
    fn of<R: Rules>(position: &Position<R>, mv: &Move, weights: Option<&Weights>) -> Value {
        let after = position.play_unchecked(mv);
        -match after.outcome() {
            Some(outcome) => terminal_value(&outcome, &after, 1),
            None => Evaluator::new(*position.rules(), weights).evaluate(&after),
        }
    }
    dispatch!(position, inner => of(inner, mv, weights))
}

/// How many rows a man comes forward; a king is at home everywhere.
fn rows_forward(position: &AnyPosition, mv: &Move) -> Value {
    let color = position.turn();
    if position.kings(color).contains(mv.from()) {
        return 0;
    }
    let row = |square| Value::from(position.row_column(square).0);
    match color {
        Color::White => row(mv.from()) - row(mv.to()),
        Color::Black => row(mv.to()) - row(mv.from()),
    }
}
