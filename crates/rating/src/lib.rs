#![doc = include_str!("../README.md")]

mod outcome;
mod rating;
mod scale;
mod speed;
mod system;
mod volatility;

pub use outcome::Outcome;
pub use rating::Rating;
pub use speed::{Speed, UnknownSpeed};
pub use system::{System, periods};
