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
            Failure::NotInvited => Self::new("error.not-invited"),
            Failure::NoHint => Self::new("error.no-hint"),
            Failure::NotSaid => Self::new("error.not-said"),
            Failure::NotGone => Self::new("error.not-gone"),
            Failure::NotKnown => Self::new("error.not-known"),
            Failure::WrongGame | Failure::Version => Self::new("error.version"),
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
            Failure::Busy | Failure::Full | Failure::Store(StoreError::Busy) => {
                Self::new("error.busy")
            }
            Failure::TooMany { .. } => Self::new("error.too-many"),
            Failure::TooManySeeks => Self::new("error.too-many-seeks"),
            Failure::TooSlow => Self::new("error.too-slow"),
            Failure::Foreign => Self::new("error.foreign"),
            Failure::NotOperator => Self::new("error.not-operator"),
            Failure::NotSignedIn => Self::new("error.not-signed-in"),
            Failure::WrongPassword => Self::new("error.wrong-password"),
            Failure::BadName => Self::new("error.bad-name"),
            Failure::BadPassword => Self::new("error.bad-password"),
            Failure::NameKept => Self::new("error.name-kept"),
            Failure::NameTaken => Self::new("error.name-taken"),
            Failure::NoPerson => Self::new("error.no-person"),
            Failure::TooManyPasses => Self::new("error.too-many-passes"),
            Failure::NotRated => Self::new("error.not-rated"),
            Failure::Blocked => Self::new("error.blocked"),
            Failure::TooLong => Self::new("error.too-long"),
            Failure::Damaged(_) => Self::new("error.damaged"),
            Failure::Broken(_) => Self::new("error.broken"),
            Failure::Store(StoreError::Damaged(_)) => Self::new("error.store-damaged"),
            Failure::Store(StoreError::Newer { .. } | StoreError::Unavailable(_)) => {
                Self::new("error.store")
            }
        }
    }
}
