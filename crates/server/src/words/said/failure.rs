//! Why a request was not done.

use crate::failure::Failure;
use crate::store::StoreError;
use crate::words::Phrase;

impl From<&Failure> for Phrase {
    fn from(failure: &Failure) -> Self {
        match failure {
            Failure::NoGame => Self::new("error.no-game"),
            Failure::NoPage => Self::new("error.no-page"),
            Failure::NoPly { plies } => {
                Self::new("error.no-ply").with("plies", u64::try_from(*plies).unwrap_or(u64::MAX))
            }
            Failure::WrongMethod => Self::new("error.no-method"),
            Failure::TooLarge => Self::new("error.too-large"),
            Failure::NotJson => Self::new("error.media"),
            Failure::NoKey | Failure::NotYourSeat => Self::new("error.not-your-seat"),
            Failure::NoProposal => {
                Self::new("error.malformed-detail").with("detail", failure.to_string())
            }
            Failure::Stale { .. } | Failure::Store(StoreError::Conflict) => {
                Self::new("error.stale")
            }
            Failure::Refused(refusal) => Self::from(refusal),
            Failure::Terms(error) => Self::from(error),
            Failure::Malformed(detail) => {
                Self::new("error.malformed-detail").with("detail", detail.clone())
            }
            Failure::Unreadable(phrase) => Self::clone(phrase),
            Failure::Busy => Self::new("error.busy"),
            Failure::TooLong => Self::new("error.too-long"),
            Failure::Damaged(_) => Self::new("error.damaged"),
            Failure::Broken(_) => Self::new("error.broken"),
            Failure::Store(StoreError::Newer { .. } | StoreError::Unavailable(_)) => {
                Self::new("error.store")
            }
        }
    }
}
