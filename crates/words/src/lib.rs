//! Everything Damier says to people, for both the command line and the server: a [`Phrase`] names a sentence and its
//! values, a [`Catalogue`] has the sentences of one [`Language`], a [`Voice`] combines a language with names for the
//! sides, [`rulebook`] describes the rules of a game, and [`course`] teaches them. Pages use the same catalogues.
//! Squares keep their numbers in every language.

mod catalogue;
pub mod course;
mod language;
mod phrase;
pub mod rulebook;
mod said;
mod voice;

pub use catalogue::{Catalogue, CatalogueFiles, Sentence};
pub use language::Language;
pub use phrase::{Phrase, PhraseValue};
pub use said::{counter, ending, shortened};
pub use voice::{SideName, SideNames, UnknownSides, Voice};
