//! Why a position is invalid.

use super::of_side;
use crate::Phrase;
use draughts::{FenError, FenErrorKind, SetupError};

impl From<&FenError> for Phrase {
    /// Describes the error; every sentence has the `place` of the character.
    fn from(error: &FenError) -> Self {
        let phrase = match &error.kind {
            FenErrorKind::Empty => Self::new("wrong-fen.empty"),
            FenErrorKind::NoTurn => Self::new("wrong-fen.no-turn"),
            FenErrorKind::UnknownPart => Self::new("wrong-fen.unknown-part"),
            FenErrorKind::SideMissing(side) => {
                of_side(*side, "wrong-fen.missing-w", "wrong-fen.missing-b")
            }
            FenErrorKind::SideTwice(side) => {
                of_side(*side, "wrong-fen.twice-w", "wrong-fen.twice-b")
            }
            FenErrorKind::NoSuchSquare => Self::new("wrong-fen.no-such-square"),
            FenErrorKind::SquareTaken => Self::new("wrong-fen.square-taken"),
            FenErrorKind::BadRange => Self::new("wrong-fen.bad-range"),
            FenErrorKind::UnfinishedCapture => Self::new("wrong-fen.unfinished-capture"),
            FenErrorKind::BadKingRun => Self::new("wrong-fen.bad-king-run"),
            FenErrorKind::WrongLength { expected, found } => Self::new("wrong-fen.wrong-length")
                .with("expected", *expected as u64)
                .with("found", *found as u64),
            FenErrorKind::UnknownLetter => Self::new("wrong-fen.unknown-letter"),
            FenErrorKind::Setup(error) => Self::from(*error),
        };
        phrase.with("place", error.place.start as u64 + 1)
    }
}

impl From<SetupError> for Phrase {
    fn from(error: SetupError) -> Self {
        Self::new(match error {
            SetupError::EmptyBoard => "wrong-position.empty-board",
            SetupError::ManOnCrownRow(_) => "wrong-position.man-on-crown-row",
            SetupError::CountedKingMissing => "wrong-position.counted-king-missing",
            SetupError::TooManyCaptures => "wrong-position.too-many-captures",
        })
    }
}
