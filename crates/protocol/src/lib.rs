#![doc = include_str!("../README.md")]
// Examples must compile without warnings.
#![doc(test(attr(deny(warnings))))]

pub mod dxp;
mod found;
mod frames;
pub mod hub;
mod patience;

/// The engine, whose types are part of this crate's interface.
pub use engine;
pub use found::Found;
pub use patience::Patience;
