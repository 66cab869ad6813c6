//! Players.

use draughts::{Color, Game, Move};
use engine::{Limits, Score, Stop};
use std::time::Duration;

/// A player: our engine, or another program behind a protocol.
pub trait Contestant: Send {
    /// Starts a game with this colour; the history holds the opening moves. The seed makes it vary, if the player can.
    fn begin(&mut self, game: &Game, color: Color, seed: u64) -> Result<(), Failure>;

    /// Chooses a move; the game is not over and it is the player's turn.
    fn choose(&mut self, game: &Game, turn: &MoveTime<'_>) -> Result<Choice, Failure>;

    /// Ends a game, with the winner if there is one.
    fn end(&mut self, _game: &Game, _winner: Option<Color>) {}
}

/// The time and limits of a player's move.
#[derive(Clone, Copy, Debug)]
pub struct MoveTime<'a> {
    /// The limits of its search.
    pub limits: Limits,
    /// Set when the game is aborted.
    pub stop: &'a Stop,
}

/// A move, with what the player reports about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// The player's score of its position.
    pub score: Option<Score>,
    /// The search depth in plies.
    pub depth: Option<u32>,
    /// The number of nodes.
    pub nodes: Option<u64>,
}

/// Why a player stops playing. It loses the game, unless it declares a draw.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Failure {
    /// It could not be started.
    #[error("cannot be started: {0}")]
    Start(String),
    /// It exited, or violated its protocol.
    #[error("stopped working: {0}")]
    Broken(String),
    /// It does not answer.
    #[error("gave no answer for {:.1} s", .0.as_secs_f64())]
    Silent(Duration),
    /// Its move is illegal.
    #[error("wanted to play {0}")]
    Illegal(String),
    /// It resigns, which is not an error.
    #[error("resigns")]
    Resigns,
    /// It declares a draw, as DXP programs may; we accept that.
    #[error("says that it is a draw")]
    CallsDraw,
    /// It overstepped its time.
    #[error("took {:.2} s, more than it had", .0.as_secs_f64())]
    Overtime(Duration),
}
