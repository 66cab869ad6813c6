//! How games of a match end.

use crate::player::Failure;
use core::fmt;
use draughts::{Color, DrawRule, Outcome};

/// How a game of a match ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BoutEnding {
    /// By the rules.
    Rules(Outcome),
    /// By a draw that either player could have claimed.
    Claim(DrawRule),
    /// Both players agree that this side wins.
    AdjudgedWin(Color),
    /// Both players agree that the game is level.
    AdjudgedDraw,
    /// Endgame tables say that this side wins, or that the game is drawn.
    Table(Option<Color>),
    /// It was too long.
    TooLong(usize),
    /// The player of this colour failed, resigned or declared a draw.
    Failed(Color, Failure),
}

impl BoutEnding {
    /// The winner; `None` for a draw.
    pub fn winner(&self) -> Option<Color> {
        match self {
            Self::Rules(outcome) => outcome.winner,
            Self::AdjudgedWin(winner) => Some(*winner),
            Self::Table(winner) => *winner,
            Self::Failed(_, Failure::CallsDraw) => None,
            Self::Failed(color, _) => Some(!*color),
            Self::Claim(_) | Self::AdjudgedDraw | Self::TooLong(_) => None,
        }
    }

    /// Returns the side whose failure ended the game, if any; resigning or declaring a draw is not a failure.
    pub fn failure(&self) -> Option<(Color, &Failure)> {
        match self {
            Self::Failed(_, Failure::Resigns | Failure::CallsDraw) => None,
            Self::Failed(color, failure) => Some((*color, failure)),
            _ => None,
        }
    }
}

impl fmt::Display for BoutEnding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules(outcome) => write!(f, "{outcome}"),
            Self::Claim(rule) => write!(f, "draw: {rule}"),
            Self::AdjudgedWin(winner) => {
                write!(f, "{winner} wins: adjudicated, both players agree")
            }
            Self::AdjudgedDraw => f.write_str("draw: adjudicated, both players agree"),
            Self::Table(Some(winner)) => {
                write!(f, "{winner} wins: adjudicated by endgame tables")
            }
            Self::Table(None) => f.write_str("draw: adjudicated by endgame tables"),
            Self::TooLong(plies) => write!(f, "draw: adjudicated after {plies} plies"),
            Self::Failed(color, failure @ Failure::CallsDraw) => {
                write!(f, "draw: {color} {failure}")
            }
            Self::Failed(color, failure) => write!(f, "{} wins: {color} {failure}", !*color),
        }
    }
}
