//! Problems in PDN, as phrases.

use crate::words::Phrase;
use pdn::{Flaw, Place, Problem};
use serde::Serialize;
use utoipa::ToSchema;

/// A note about a problem, with its place.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Note {
    /// The line it starts on.
    pub line: u64,
    /// The column in the line, from 1.
    pub column: u64,
    /// Whether it is in a variation, not in the game itself.
    pub in_variation: bool,
    /// The problem.
    pub what: Phrase,
}

impl Note {
    /// Converts a problem.
    pub fn of(problem: &Problem) -> Self {
        let in_variation = matches!(problem.flaw, Flaw::InVariation(_));
        Self::at(problem.place, in_variation, Phrase::from(&problem.flaw))
    }

    /// Makes a note about a place.
    pub fn at(place: Place, in_variation: bool, what: Phrase) -> Self {
        Self { line: place.line, column: place.column, in_variation, what }
    }
}
