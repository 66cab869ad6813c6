//! What the app says, in the reader's language: one catalogue a language, read by the server for
//! its pages and by the page for what happens on it. Squares keep their numbers in every language.

mod catalogue;
mod language;
mod phrase;
mod said;

pub use catalogue::{Catalogue, Sentence, plural};
pub use language::Language;
pub use phrase::{Phrase, Value};
pub use said::{counter, ending};
