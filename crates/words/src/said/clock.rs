//! Why a time control is invalid.

use crate::Phrase;
use arbiter::ControlError;

impl From<&ControlError> for Phrase {
    fn from(error: &ControlError) -> Self {
        match error {
            ControlError::Time => Self::new("wrong-clock.time"),
            ControlError::Bonus => Self::new("wrong-clock.bonus"),
            ControlError::Number { least, most, .. } => {
                Self::new("wrong-clock.number").with("least", *least).with("most", *most)
            }
            ControlError::MovesMissing => Self::new("wrong-clock.moves-missing"),
            ControlError::NoEnd => Self::new("wrong-clock.no-end"),
            ControlError::Duration(text) => {
                Self::new("wrong-clock.duration").with("text", text.clone())
            }
            ControlError::NotANumber(text) => {
                Self::new("wrong-clock.not-a-number").with("text", text.clone())
            }
            ControlError::Tag(text) => Self::new("wrong-clock.tag").with("text", text.clone()),
        }
    }
}
