//! What the rules and the arbiter say, as sentences of the catalogues. Every match is exhaustive, so that nothing new
//! lacks a sentence.

mod clock;
mod draw;
mod ending;
mod fen;
mod flaw;
mod log;
mod moves;
mod refusal;
mod rules;
mod terms;
mod why;

pub use draw::counter;
pub use ending::ending;
pub use flaw::shortened;

use crate::Phrase;
use draughts::Color;

/// One of two sentences, because languages inflect the names of the sides.
fn of_side(side: Color, white: &'static str, black: &'static str) -> Phrase {
    Phrase::new(match side {
        Color::White => white,
        Color::Black => black,
    })
}
