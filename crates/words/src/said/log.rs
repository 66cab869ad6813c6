//! Problems in the log of a game.

use crate::Phrase;
use arbiter::ReplayErrorKind;

impl From<&ReplayErrorKind> for Phrase {
    fn from(kind: &ReplayErrorKind) -> Self {
        match kind {
            ReplayErrorKind::NotALog => Self::new("wrong-log.no-log"),
            ReplayErrorKind::UnknownVersion(version) => {
                Self::new("wrong-log.version").with("version", version.clone())
            }
            ReplayErrorKind::Truncated => Self::new("wrong-log.breaks-off"),
            ReplayErrorKind::Malformed { column, .. } => {
                Self::new("wrong-log.malformed").with("column", *column as u64)
            }
            ReplayErrorKind::CheckDiffers => Self::new("wrong-log.changed"),
            ReplayErrorKind::Terms(error) => Self::from(error),
            ReplayErrorKind::Refused(refusal) => Self::from(refusal),
            ReplayErrorKind::PositionDiffers { .. } => Self::new("wrong-log.other-position"),
            ReplayErrorKind::NotAsWritten { .. } => Self::new("wrong-log.not-as-written"),
        }
    }
}
