#![doc = include_str!("../README.md")]
// Examples are held to what a reader would compile: without warnings.
#![doc(test(attr(deny(warnings))))]

mod accuracy;
mod annotate;
mod clock;
mod judged;
mod mark;
mod material;
mod numbers;
mod openings;
mod outcomes;
mod phases;
mod reviewer;
mod shot;
mod stages;
mod summary;

pub use annotate::annotate;
/// The engine, whose types stand in signatures of this crate.
pub use engine;
pub use judged::{Judged, Review, SideSummary, ThrownAway};
pub use mark::Mark;
pub use material::Gain;
pub use numbers::{Lead, NewKing, ShotCount, TimeUse};
pub use openings::NamedOpening;
pub use outcomes::{Model, Outcomes};
pub use phases::Stretch;
pub use reviewer::Reviewer;
pub use shot::Shot;
pub use stages::GameStage;
