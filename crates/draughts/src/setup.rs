//! Board set-ups: anything a user can place on a board, and the checks that make it a position.

use crate::bits::Bits;
use crate::board::Board;
use crate::color::{Black, Color, White};
use crate::geometry::Geometry;
use crate::position::{Generated, Position};
use crate::rules::Rules;
use crate::runs::KingRuns;
use crate::square::{Square, SquareSet};
use core::fmt;

/// Pieces and a side to move, not yet checked.
///
/// ```
/// use draughts::{Color, Italian, Piece, Setup, SetupError};
///
/// let mut setup = Setup::empty(Italian);
/// let square = setup.square("3").unwrap();
/// setup.board.put(square, Piece::man(Color::White));
/// assert_eq!(setup.position(), Err(SetupError::ManOnCrownRow(square)));
/// setup.board.promote(square);
/// assert!(setup.position().is_ok());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setup<R: Rules> {
    /// The rules it is meant for.
    pub rules: R,
    /// The pieces.
    pub board: Board<R::Geometry>,
    /// The side to move.
    pub turn: Color,
    pub(crate) runs: KingRuns,
}

impl<R: Rules> Setup<R> {
    /// An empty board, White to move.
    pub fn empty(rules: R) -> Self {
        Self::new(rules, Board::empty(), Color::White)
    }

    /// These pieces and this side to move.
    pub fn new(rules: R, board: Board<R::Geometry>, turn: Color) -> Self {
        Self { rules, board, turn, runs: KingRuns::default() }
    }

    /// The square with a number or letters.
    pub fn square(&self, name: &str) -> Option<Square> {
        self.rules.naming().parse(&R::Geometry::LAYOUT, name)
    }

    /// Sets how often in a row a side's king on this square has moved without capturing, for variants that limit that.
    pub fn set_king_run(&mut self, color: Color, square: Square, count: u8) {
        if let Some(limit) = self.rules.facts().king_run {
            self.runs.set(color, square.index(), count.min(limit));
        }
    }

    /// Turns a set-up that is known to be valid into a position, for work on millions of them. An invalid one gives a
    /// meaningless position.
    #[inline]
    #[must_use]
    pub fn position_unchecked(&self) -> Position<R> {
        Position::unchecked(self.rules, self.board, self.turn, self.runs)
    }

    /// Whether the side to move can capture, in a set-up that is known to be valid; faster than converting it.
    ///
    /// ```
    /// use draughts::{American, Position};
    ///
    /// let setup = Position::<American>::from_fen("B:W18:B14")?.setup();
    /// assert!(setup.any_capture());
    /// # Ok::<(), draughts::FenError>(())
    /// ```
    #[inline]
    pub fn any_capture(&self) -> bool {
        Position::without_hash(self.rules, self.board, self.turn, self.runs).any_capture()
    }

    /// Checks the set-up and turns it into a position.
    pub fn position(&self) -> Result<Position<R>, SetupError> {
        let Self { board, rules, turn, runs } = self;
        if board.occupied().is_none() {
            return Err(SetupError::EmptyBoard);
        }
        for color in Color::BOTH {
            let row = R::Geometry::crown_row(color.is_white());
            let stuck = board.of(color) & !board.kings & row;
            if !stuck.is_none() {
                return Err(SetupError::ManOnCrownRow(Square::new(stuck.lowest())));
            }
        }
        if !runs.fits(board) {
            return Err(SetupError::CountedKingMissing);
        }
        let position = Position::unchecked(*rules, *board, *turn, *runs);
        let bounded = [position.generate::<White>(), position.generate::<Black>()];
        if bounded.contains(&Generated::CutShort) {
            return Err(SetupError::TooManyCaptures);
        }
        Ok(position)
    }
}

/// The reasons why a set-up is not a valid position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SetupError {
    /// There is no piece at all.
    EmptyBoard,
    /// A man stands where it would have been crowned.
    ManOnCrownRow(Square),
    /// A king whose consecutive moves are counted is not on the board.
    CountedKingMissing,
    /// One side has more captures than can be generated in reasonable time; this happens only in set-ups with dozens of
    /// kings.
    TooManyCaptures,
}

impl SetupError {
    /// The squares that the error is about.
    pub fn squares(&self) -> SquareSet {
        match self {
            Self::ManOnCrownRow(square) => SquareSet::EMPTY.with(*square),
            _ => SquareSet::EMPTY,
        }
    }
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::EmptyBoard => "there are no pieces on the board",
            Self::ManOnCrownRow(_) => {
                "a man stands on the row where it would be crowned; make it a king"
            }
            Self::CountedKingMissing => "the king whose moves are counted is not on the board",
            Self::TooManyCaptures => "there are too many ways to capture in this position",
        })
    }
}

impl core::error::Error for SetupError {}
