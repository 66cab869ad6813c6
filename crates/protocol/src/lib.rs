#![doc = include_str!("../README.md")]

mod found;
mod frames;
pub mod hub;

pub use found::Found;
