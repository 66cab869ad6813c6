//! The migrations of a store from each version to the next: SQL, and code where SQL is not enough.

use super::StoreError;
use super::ending::{code, of_sentence};

/// A migration from one version to the next.
#[derive(Clone, Copy)]
pub(super) enum SchemaStep {
    /// Plain SQL.
    Sql(&'static str),
    /// Converts endings from sentences to codes.
    EndingCodes,
}

/// The distinct sentences in a store.
pub(super) const SENTENCES: &str = "SELECT DISTINCT ending FROM games WHERE ending IS NOT NULL";

/// Returns the code for a stored sentence.
pub(super) fn code_of(sentence: &str) -> Result<String, StoreError> {
    let unknown = || {
        StoreError::Damaged(format!(
            "a game has the ending \"{sentence}\", which no version of this program has written"
        ))
    };
    of_sentence(sentence).as_ref().map(code).ok_or_else(unknown)
}
