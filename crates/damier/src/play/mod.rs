//! Draughts in the terminal: a session that is independent of terminals, and the screen that drives it.

mod actions;
mod board;
mod keys;
mod look;
mod panel;
mod picking;
mod pieces;
mod plan;
mod recorder;
mod screen;
mod sitting;
#[cfg(test)]
mod tests;
mod thinking;
mod words;

pub use look::Look;
pub use recorder::Recorder;
pub use screen::play;
pub use sitting::Sitting;
pub use words::sentence;
