#![doc = include_str!("../README.md")]
// Examples are held to what a reader would compile: without warnings.
#![doc(test(attr(deny(warnings))))]

pub mod dxp;
mod found;
mod frames;
pub mod hub;
mod patience;

/// The engine, whose types stand in signatures of this crate.
pub use engine;
pub use found::Found;
pub use patience::Patience;
