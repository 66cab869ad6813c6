//! Why no game can be played on some terms.

use crate::Phrase;
use arbiter::{MOST_LAG, MOST_RANDOM_PLIES, TermsError};

impl From<&TermsError> for Phrase {
    fn from(error: &TermsError) -> Self {
        match error {
            TermsError::Rules(error) => Self::from(error),
            TermsError::RulesAsText => Self::new("wrong-terms.rules-as-text"),
            TermsError::Clock(error) => Self::from(error),
            TermsError::Lag => Self::new("wrong-terms.lag").with("most", MOST_LAG),
            TermsError::Fen(error) => Self::from(error),
            TermsError::AlreadyOver(_) => Self::new("wrong-terms.already-over"),
            TermsError::ForeignBallot { .. } => Self::new("wrong-terms.foreign-ballot"),
            TermsError::NoSuchBallot => Self::new("wrong-terms.no-such-ballot"),
            TermsError::NoSuchTable => Self::new("wrong-terms.no-such-table"),
            TermsError::RandomPlies => {
                Self::new("wrong-terms.random-plies").with("most", u64::from(MOST_RANDOM_PLIES))
            }
            TermsError::UnknownOpening(name) => {
                Self::new("wrong-terms.opening").with("name", name.clone())
            }
            TermsError::UnknownColors => Self::new("wrong-terms.colors"),
        }
    }
}
