//! Squares and sets of squares.

use core::fmt;
use core::ops::{BitAnd, BitOr, Sub};

/// A square of one variant's board.
///
/// It is an index into that board's word and means nothing by itself: ask the position (or the variant) for its number,
/// its letters, or its row and column.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    #[inline(always)]
    pub(crate) const fn new(index: u32) -> Self {
        Self(index as u8)
    }

    #[inline(always)]
    pub(crate) const fn index(self) -> u8 {
        self.0
    }

    #[inline(always)]
    pub(crate) const fn mask(self) -> u128 {
        1 << self.0
    }
}

/// A set of squares of one variant's board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct SquareSet(u128);

impl SquareSet {
    /// The empty set.
    pub const EMPTY: Self = Self(0);

    #[inline(always)]
    pub(crate) const fn from_bits(bits: u128) -> Self {
        Self(bits)
    }

    #[inline(always)]
    pub(crate) const fn bits(self) -> u128 {
        self.0
    }

    /// Returns the number of squares in the set.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether it is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether it holds this square.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 & square.mask() != 0
    }

    /// The set with this square in it.
    #[must_use]
    pub const fn with(self, square: Square) -> Self {
        Self(self.0 | square.mask())
    }

    /// Returns an iterator over the squares, from the top left with White below.
    pub fn iter(self) -> Squares {
        Squares(self.0)
    }
}

impl IntoIterator for SquareSet {
    type Item = Square;
    type IntoIter = Squares;

    fn into_iter(self) -> Squares {
        self.iter()
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl BitOr for SquareSet {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitAnd for SquareSet {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl Sub for SquareSet {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl fmt::Debug for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Square::index)).finish()
    }
}

/// The squares of a [`SquareSet`], one after another.
#[derive(Clone, Debug)]
pub struct Squares(u128);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        let square = Square::new(self.0.trailing_zeros());
        self.0 &= self.0 - 1;
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count_ones() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Squares {}
