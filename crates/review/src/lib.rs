#![doc = include_str!("../README.md")]
// Examples are held to what a reader would compile: without warnings.
#![doc(test(attr(deny(warnings))))]

mod annotate;
mod chance;
mod judged;
mod material;
mod phases;
mod reviewer;
mod shot;
mod summary;

pub use annotate::annotate;
pub use chance::{Chance, Mark, scale};
/// The engine, whose types stand in signatures of this crate.
pub use engine;
pub use judged::{Judged, Review, Side, ThrownAway};
pub use material::Gain;
pub use reviewer::Reviewer;
pub use shot::Shot;
