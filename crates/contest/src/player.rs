//! The players of games.

use draughts::{Color, Game, Move};
use engine::{Limits, Score, Stop};
use std::time::Duration;

/// A player of games: our engine, or another program behind a protocol.
pub trait Contestant: Send {
    /// A game begins in which it has this colour; moves of the opening stand in its history. The seed
    /// makes it vary, where it can.
    fn begin(&mut self, game: &Game, color: Color, seed: u64) -> Result<(), Failure>;

    /// Chooses a move; the game is not over and it is its turn.
    fn choose(&mut self, game: &Game, turn: &MoveTime<'_>) -> Result<Choice, Failure>;

    /// The game is over and nobody, or this colour, has won.
    fn end(&mut self, _game: &Game, _winner: Option<Color>) {}
}

/// The time and limits of a player's move.
#[derive(Clone, Copy, Debug)]
pub struct MoveTime<'a> {
    /// The limits of its search.
    pub limits: Limits,
    /// Tells it that the game is called off.
    pub stop: &'a Stop,
}

/// A move, and what a player says about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// The player's score of its position.
    pub score: Option<Score>,
    /// How many plies it looked ahead.
    pub depth: Option<u32>,
    /// How many positions it looked at.
    pub nodes: Option<u64>,
}

/// The reasons why a player stops playing. It loses its game, unless it calls a draw.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Failure {
    /// It does not start.
    #[error("cannot be started: {0}")]
    Start(String),
    /// It has ended, or does not keep to its protocol.
    #[error("stopped working: {0}")]
    Broken(String),
    /// It gives no answer.
    #[error("gave no answer for {:.1} s", .0.as_secs_f64())]
    Silent(Duration),
    /// It wants to play a move that is not legal.
    #[error("wanted to play {0}")]
    Illegal(String),
    /// It gives the game up, which is its right.
    #[error("resigns")]
    Resigns,
    /// It says that the game is a draw, as programs behind DXP may; it is taken at its word.
    #[error("says that it is a draw")]
    CallsDraw,
    /// It took too much time.
    #[error("took {:.2} s, more than it had", .0.as_secs_f64())]
    Overtime(Duration),
}
