#![doc = include_str!("../README.md")]

pub mod dxp;
mod found;
mod frames;
pub mod hub;
mod patience;

pub use found::Found;
pub use patience::Patience;
