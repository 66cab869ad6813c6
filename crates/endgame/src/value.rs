//! The values of positions.

use draughts::{Color, Outcome};
use std::fmt;

/// How a position ends with best play of both sides, for the side to move; no draw rule is counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Wld {
    /// The side to move loses.
    Loss,
    /// Neither side can force anything.
    Draw,
    /// The side to move wins.
    Win,
}

impl Wld {
    /// The same seen by the other side.
    #[must_use]
    pub const fn turned(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }

    pub(crate) const fn code(self) -> u8 {
        match self {
            Self::Draw => 0,
            Self::Win => 1,
            Self::Loss => 2,
        }
    }

    pub(crate) const fn of_code(code: u8) -> Self {
        match code & 3 {
            1 => Self::Win,
            2 => Self::Loss,
            _ => Self::Draw,
        }
    }

    /// The result of a game that is over, for one side.
    pub(crate) fn of(outcome: &Outcome, side: Color) -> Self {
        match outcome.winner {
            None => Self::Draw,
            Some(winner) if winner == side => Self::Win,
            Some(_) => Self::Loss,
        }
    }
}

impl fmt::Display for Wld {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Loss => "loss",
            Self::Draw => "draw",
            Self::Win => "win",
        })
    }
}

/// The entry of a position in the tables.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TableEntry {
    /// The result with best play.
    pub wld: Wld,
    /// Plies to the next capture or man's move of the shortest way to it; kept up to five pieces, and
    /// `None` for draws.
    pub dtc: Option<u16>,
    /// Plies to the end of the game; kept up to four pieces, five on 8×8, and `None` for draws.
    pub dtw: Option<u16>,
}
