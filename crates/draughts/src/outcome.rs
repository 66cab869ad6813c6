//! The outcome of a game.

use crate::color::Color;
use crate::draws::DrawRule;
use core::fmt;

/// The end of a game: the winner, if any, and the reason.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Outcome {
    /// The winner; `None` for a draw.
    pub winner: Option<Color>,
    /// The reason.
    pub reason: Reason,
}

impl Outcome {
    /// A win.
    pub const fn win(winner: Color, reason: Reason) -> Self {
        Self { winner: Some(winner), reason }
    }

    /// A draw.
    pub const fn draw(reason: Reason) -> Self {
        Self { winner: None, reason }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            Some(winner) => write!(f, "{winner} wins: {}", self.reason),
            None => write!(f, "draw: {}", self.reason),
        }
    }
}

/// The reasons why a game ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Reason {
    /// A side has no piece left.
    NoPieces,
    /// The side to move cannot move.
    NoMoves,
    /// A side has the first king, in variants where that wins.
    FirstKing,
    /// A rule draws the game.
    Draw(DrawRule),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::NoPieces => f.write_str("no pieces"),
            Reason::NoMoves => f.write_str("no moves"),
            Reason::FirstKing => f.write_str("first king"),
            Reason::Draw(rule) => write!(f, "{rule}"),
        }
    }
}
