//! A move, and the list that the generator fills.

use crate::square::{Square, SquareSet};
use arrayvec::ArrayVec;

/// The most moves a position can have; set-ups with more captures are rejected.
pub const MAX_MOVES: usize = 320;

/// A list of moves that needs no allocation, for [`legal_moves_into`](crate::Position::legal_moves_into).
pub type MoveList = ArrayVec<Move, MAX_MOVES>;

/// A move: a step, or a whole capture with all its jumps.
///
/// Two captures that differ only in the order of their jumps are the same move;
/// [`Position::paths`](crate::Position::paths) returns the orders.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Move {
    pub(crate) from: Square,
    pub(crate) to: Square,
    pub(crate) captured: u128,
    pub(crate) promotes: bool,
}

impl Move {
    /// Returns the square from which the piece starts.
    #[inline]
    pub const fn from(&self) -> Square {
        self.from
    }

    /// Returns the square on which it ends; for a circular capture, the one it started from.
    #[inline]
    pub const fn to(&self) -> Square {
        self.to
    }

    /// The captured pieces.
    #[inline]
    pub const fn captured(&self) -> SquareSet {
        SquareSet::from_bits(self.captured)
    }

    /// Whether it captures anything.
    #[inline]
    pub const fn is_capture(&self) -> bool {
        self.captured != 0
    }

    /// Whether it promotes a man.
    #[inline]
    pub const fn promotes(&self) -> bool {
        self.promotes
    }
}
