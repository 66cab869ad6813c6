//! Why a request was not done.

use crate::error::ApiError;
use crate::store::StoreError;
use crate::words::Phrase;

impl From<&ApiError> for Phrase {
    fn from(failure: &ApiError) -> Self {
        match failure {
            ApiError::NoGame => Self::new("error.no-game"),
            ApiError::NoPage => Self::new("error.no-page"),
            ApiError::NoPly { plies } => {
                Self::new("error.no-ply").with("plies", u64::try_from(*plies).unwrap_or(u64::MAX))
            }
            ApiError::WrongMethod => Self::new("error.no-method"),
            ApiError::TooLarge => Self::new("error.too-large"),
            ApiError::NotJson => Self::new("error.media"),
            ApiError::NoKey | ApiError::NotYourSeat => Self::new("error.not-your-seat"),
            ApiError::NotInvited => Self::new("error.not-invited"),
            ApiError::NoHint => Self::new("error.no-hint"),
            ApiError::NotSaid => Self::new("error.not-said"),
            ApiError::NotGone => Self::new("error.not-gone"),
            ApiError::NotKnown => Self::new("error.not-known"),
            ApiError::WrongGame | ApiError::Version => Self::new("error.version"),
            ApiError::NoProposal => {
                Self::new("error.malformed-detail").with("detail", failure.to_string())
            }
            ApiError::Stale { .. } | ApiError::Store(StoreError::Conflict) => {
                Self::new("error.stale")
            }
            ApiError::Refused(refusal) => Self::from(refusal),
            ApiError::Terms(error) => Self::from(error),
            ApiError::Malformed(detail) => {
                Self::new("error.malformed-detail").with("detail", detail.clone())
            }
            ApiError::Unreadable(phrase) => Self::clone(phrase),
            ApiError::Busy | ApiError::Full | ApiError::Store(StoreError::Busy) => {
                Self::new("error.busy")
            }
            ApiError::TooMany { .. } => Self::new("error.too-many"),
            ApiError::TooManySeeks => Self::new("error.too-many-seeks"),
            ApiError::TooSlow => Self::new("error.too-slow"),
            ApiError::Foreign => Self::new("error.foreign"),
            ApiError::NotOperator => Self::new("error.not-operator"),
            ApiError::NotSignedIn => Self::new("error.not-signed-in"),
            ApiError::WrongPassword => Self::new("error.wrong-password"),
            ApiError::BadName => Self::new("error.bad-name"),
            ApiError::BadPassword => Self::new("error.bad-password"),
            ApiError::NameKept => Self::new("error.name-kept"),
            ApiError::NameTaken => Self::new("error.name-taken"),
            ApiError::NoPerson => Self::new("error.no-person"),
            ApiError::TooManyPasses => Self::new("error.too-many-passes"),
            ApiError::NotRated => Self::new("error.not-rated"),
            ApiError::Blocked => Self::new("error.blocked"),
            ApiError::TooLong => Self::new("error.too-long"),
            ApiError::Damaged(_) => Self::new("error.damaged"),
            ApiError::Broken(_) => Self::new("error.broken"),
            ApiError::Store(StoreError::Damaged(_)) => Self::new("error.store-damaged"),
            ApiError::Store(StoreError::Newer { .. } | StoreError::Unavailable(_)) => {
                Self::new("error.store")
            }
        }
    }
}
