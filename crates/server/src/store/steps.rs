//! The steps that bring a store from each version to the next: SQL, and what SQL cannot say.

use super::StoreError;
use super::ending::{code, of_sentence};

/// The step of a store from one version to the next.
#[derive(Clone, Copy)]
pub(super) enum SchemaStep {
    /// SQL says it all.
    Sql(&'static str),
    /// How games ended was a sentence, and is a code.
    EndingCodes,
}

/// The sentences of a store, each once.
pub(super) const SENTENCES: &str = "SELECT DISTINCT ending FROM games WHERE ending IS NOT NULL";

/// The code for a sentence that a store has.
pub(super) fn code_of(sentence: &str) -> Result<String, StoreError> {
    let unknown = || {
        StoreError::Damaged(format!(
            "a game has the ending \"{sentence}\", which no version of this program has written"
        ))
    };
    of_sentence(sentence).as_ref().map(code).ok_or_else(unknown)
}
