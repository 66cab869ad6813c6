//! The two sides and their pieces.

use core::fmt;
use core::ops::{Index, IndexMut, Not};

/// A side. Which one moves first, and what it is called, depends on the variant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Color {
    /// The side that starts at the bottom and moves up.
    White,
    /// The side that starts at the top and moves down.
    Black,
}

impl Color {
    /// Both sides, White first.
    pub const BOTH: [Color; 2] = [Color::White, Color::Black];

    /// The letter of this side in a FEN.
    pub const fn letter(self) -> char {
        match self {
            Color::White => 'W',
            Color::Black => 'B',
        }
    }

    #[inline(always)]
    pub(crate) const fn is_white(self) -> bool {
        matches!(self, Color::White)
    }
}

impl Not for Color {
    type Output = Color;

    #[inline(always)]
    fn not(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Color::White => "white",
            Color::Black => "black",
        })
    }
}

/// A value for each side.
///
/// ```
/// use draughts::{ByColor, Color};
///
/// let mut taken = ByColor::both(0);
/// taken[Color::Black] += 2;
/// assert_eq!(taken, ByColor { white: 0, black: 2 });
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ByColor<T> {
    /// White's.
    pub white: T,
    /// Black's.
    pub black: T,
}

impl<T: Clone> ByColor<T> {
    /// The same value for both sides.
    pub fn both(one: T) -> Self {
        Self { white: one.clone(), black: one }
    }
}

impl<T> Index<Color> for ByColor<T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, color: Color) -> &T {
        match color {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }
}

impl<T> IndexMut<Color> for ByColor<T> {
    #[inline(always)]
    fn index_mut(&mut self, color: Color) -> &mut T {
        match color {
            Color::White => &mut self.white,
            Color::Black => &mut self.black,
        }
    }
}

/// Man or king.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Rank {
    /// A piece that steps and, in most variants, captures forwards.
    Man,
    /// A piece that moves in every direction.
    King,
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Rank::Man => "man",
            Rank::King => "king",
        })
    }
}

/// A piece: its side and its rank.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Piece {
    /// The side it belongs to.
    pub color: Color,
    /// Man or king.
    pub rank: Rank,
}

impl Piece {
    /// A man of this side.
    pub const fn man(color: Color) -> Self {
        Self { color, rank: Rank::Man }
    }

    /// A king of this side.
    pub const fn king(color: Color) -> Self {
        Self { color, rank: Rank::King }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.color, self.rank)
    }
}

/// A side as a type, so that directions are constants inside the generator.
pub(crate) trait Side: Copy {
    type Other: Side<Other = Self>;
    const COLOR: Color;
    const WHITE: bool = Self::COLOR.is_white();
}

#[derive(Clone, Copy)]
pub(crate) struct White;

#[derive(Clone, Copy)]
pub(crate) struct Black;

impl Side for White {
    type Other = Black;
    const COLOR: Color = Color::White;
}

impl Side for Black {
    type Other = White;
    const COLOR: Color = Color::Black;
}
