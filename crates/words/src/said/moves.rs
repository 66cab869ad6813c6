//! Why a text is not a legal move.

use crate::Phrase;
use draughts::MoveError;

impl From<&MoveError> for Phrase {
    fn from(error: &MoveError) -> Self {
        match error {
            MoveError::Malformed { .. } => Self::new("wrong-move.malformed"),
            MoveError::NoSuchSquare { .. } => Self::new("wrong-move.no-such-square"),
            MoveError::Illegal(illegal) => Self::from(illegal),
            MoveError::Ambiguous(moves) => {
                Self::new("wrong-move.ambiguous").with("moves", moves.join(", "))
            }
        }
    }
}
