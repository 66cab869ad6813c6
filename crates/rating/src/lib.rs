#![doc = include_str!("../README.md")]
// Examples must compile without warnings.
#![doc(test(attr(deny(warnings))))]

mod outcome;
mod rating;
mod scale;
mod speed;
mod system;
mod volatility;

pub use outcome::RatedOutcome;
pub use rating::Rating;
pub use speed::{Speed, UnknownSpeed};
pub use system::{System, periods};
