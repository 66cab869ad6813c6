//! The boards: how squares map to bits of a machine word, and each direction to one shift.
//!
//! A board is stored row by row from the top left, White at the bottom, with ghost squares between the rows so that a
//! step off the board always lands on a ghost or outside the word. Every direction is then one constant shift, and no
//! edge masks are needed.

use crate::bits::Bits;
use crate::square::{Square, SquareSet};
use core::fmt::Debug;
use core::hash::Hash;

/// One of the eight directions on a board seen with White below.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[expect(missing_docs, reason = "each is what it is called")]
pub enum Direction {
    NorthWest,
    NorthEast,
    SouthEast,
    SouthWest,
    North,
    East,
    South,
    West,
}

impl Direction {
    /// The eight directions, diagonals first.
    pub const ALL: [Direction; 8] = [
        Self::NorthWest,
        Self::NorthEast,
        Self::SouthEast,
        Self::SouthWest,
        Self::North,
        Self::East,
        Self::South,
        Self::West,
    ];

    /// The opposite direction.
    #[inline(always)]
    pub const fn opposite(self) -> Self {
        match self {
            Self::NorthWest => Self::SouthEast,
            Self::NorthEast => Self::SouthWest,
            Self::SouthEast => Self::NorthWest,
            Self::SouthWest => Self::NorthEast,
            Self::North => Self::South,
            Self::East => Self::West,
            Self::South => Self::North,
            Self::West => Self::East,
        }
    }

    /// The change of (row, column) by one step in this direction, on a grid of all squares.
    pub const fn delta(self) -> (i8, i8) {
        match self {
            Self::NorthWest => (-1, -1),
            Self::NorthEast => (-1, 1),
            Self::SouthEast => (1, 1),
            Self::SouthWest => (1, -1),
            Self::North => (-1, 0),
            Self::East => (0, 1),
            Self::South => (1, 0),
            Self::West => (0, -1),
        }
    }
}

/// A set of directions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Directions(u8);

impl Directions {
    pub const UP: Self = Self::of(&[Direction::NorthWest, Direction::NorthEast]);
    pub const DOWN: Self = Self::of(&[Direction::SouthWest, Direction::SouthEast]);
    pub const DIAGONAL: Self = Self(Self::UP.0 | Self::DOWN.0);
    pub const SIDEWAYS: Self = Self::of(&[Direction::East, Direction::West]);
    pub const NORTH: Self = Self::of(&[Direction::North]);
    pub const SOUTH: Self = Self::of(&[Direction::South]);
    pub const ORTHOGONAL: Self = Self(Self::NORTH.0 | Self::SOUTH.0 | Self::SIDEWAYS.0);

    const fn of(directions: &[Direction]) -> Self {
        let mut set = 0;
        let mut index = 0;
        while index < directions.len() {
            set |= 1 << directions[index] as u8;
            index += 1;
        }
        Self(set)
    }

    #[inline(always)]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    #[inline(always)]
    pub const fn has(self, direction: Direction) -> bool {
        self.0 >> direction as u8 & 1 == 1
    }

    /// Iterates over them, where they need not be constants; see [`each_direction!`].
    pub fn iter(self) -> impl Iterator<Item = Direction> {
        Direction::ALL.into_iter().filter(move |direction| self.has(*direction))
    }
}

/// Runs a block for each direction of a set, unrolled eight times: the shifts become constants, and blocks for
/// directions that the variant does not use disappear.
macro_rules! each_direction {
    ($direction:ident in $set:expr => $body:block) => {{
        let set: $crate::geometry::Directions = $set;
        each_direction!(@ $direction set $body
            NorthWest NorthEast SouthEast SouthWest North East South West);
    }};
    (@ $direction:ident $set:ident $body:block $($name:ident)*) => {
        $(
            if $set.has($crate::geometry::Direction::$name) {
                let $direction = $crate::geometry::Direction::$name;
                $body
            }
        )*
    };
}
pub(crate) use each_direction;

/// Which squares of the grid are played on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shade {
    /// The diagonal that starts at White's lower left corner, as in most variants.
    LowerLeft,
    /// The diagonal that starts at White's lower right corner, as in Italy and Spain.
    LowerRight,
    /// All squares, as in Turkish draughts.
    Every,
}

const NOWHERE: u8 = u8::MAX;

/// The properties of a board that follow from its size, computed at compile time.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// Squares from left to right.
    pub width: u8,
    /// Squares from top to bottom.
    pub height: u8,
    /// Which squares are played on.
    pub shade: Shade,
    /// The number of squares that are played on.
    pub squares: u8,
    /// The set of all squares played on.
    pub all: u128,
    shifts: [i8; 8],
    bits: [[u8; 12]; 12],
    cells: [(u8, u8); 128],
    jumps: [u128; 128],
}

impl Layout {
    /// Lays out a board; `sideways` gives every row its own ghost, so that steps along rows and columns (by two grid
    /// squares) are safe, too.
    pub const fn new(width: u8, height: u8, shade: Shade, sideways: bool) -> Self {
        let half = width / 2;
        let ghost = sideways as u8;
        let full = matches!(shade, Shade::Every);
        let shifts = if full {
            let stride = width as i8 + 1;
            [-stride - 1, -stride + 1, stride + 1, stride - 1, -stride, 1, stride, -1]
        } else {
            let short = (half + ghost) as i8;
            let stride = 2 * short + 1;
            [-short - 1, -short, short + 1, short, -stride, 1, stride, -1]
        };
        let mut layout = Self {
            width,
            height,
            shade,
            squares: 0,
            all: 0,
            shifts,
            bits: [[NOWHERE; 12]; 12],
            cells: [(NOWHERE, NOWHERE); 128],
            jumps: [0; 128],
        };
        let mut row = 0;
        while row < height {
            let mut column = 0;
            while column < width {
                let bit = if full {
                    row * (width + 1) + column
                } else {
                    let stride = 2 * (half + ghost) + 1;
                    // Odd rows start one ghost later where the even rows touch the left edge.
                    let indent = half + ghost + matches!(shade, Shade::LowerRight) as u8;
                    (row / 2) * stride + (row % 2) * indent + column / 2
                };
                // The number of rows is even, so the top right corner is played on exactly when the lower left one is.
                let played = match shade {
                    Shade::Every => true,
                    Shade::LowerLeft => (row + column) % 2 == 1,
                    Shade::LowerRight => (row + column) % 2 == 0,
                };
                if played {
                    layout.bits[row as usize][column as usize] = bit;
                    layout.cells[bit as usize] = (row, column);
                    layout.all |= 1 << bit;
                    layout.squares += 1;
                }
                column += 1;
            }
            row += 1;
        }
        let mut bit = 0;
        while bit < 128 {
            let mut direction = 0;
            while direction < 8 && layout.all >> bit & 1 == 1 {
                let there = bit as i16 + 2 * shifts[direction] as i16;
                if there >= 0 && there < 128 {
                    layout.jumps[bit] |= layout.all & 1 << there;
                }
                direction += 1;
            }
            bit += 1;
        }
        layout
    }

    /// The bit of the square at this row and column, counted from the top left.
    pub const fn bit_at(&self, row: u8, column: u8) -> Option<u8> {
        if row >= self.height || column >= self.width {
            return None;
        }
        match self.bits[row as usize][column as usize] {
            NOWHERE => None,
            bit => Some(bit),
        }
    }

    /// The row and column of a bit that is a square.
    pub const fn cell(&self, bit: u8) -> Option<(u8, u8)> {
        if bit as usize >= self.cells.len() {
            return None;
        }
        match self.cells[bit as usize] {
            (NOWHERE, _) => None,
            cell => Some(cell),
        }
    }

    /// Returns the number of squares before this one, from the top left: from 0 to one less than
    /// [`squares`](Self::squares). On the rotated board, that many come after it.
    pub fn ordinal(&self, square: Square) -> u8 {
        (self.all & (square.mask() - 1)).count_ones() as u8
    }

    /// The square with this many others before it, counted from the top left.
    pub fn nth(&self, before: u8) -> Option<Square> {
        let in_row = if matches!(self.shade, Shade::Every) { self.width } else { self.width / 2 };
        let (row, index) = (before / in_row, before % in_row);
        let column = match (self.shade, self.bit_at(row, 0)) {
            (Shade::Every, _) => index,
            (_, Some(_)) => 2 * index,
            (_, None) => 2 * index + 1,
        };
        self.bit_at(row, column).map(|bit| Square::new(u32::from(bit)))
    }

    /// The squares of one row.
    pub const fn row(&self, row: u8) -> u128 {
        let mut set = 0;
        let mut column = 0;
        while column < self.width {
            if let Some(bit) = self.bit_at(row, column) {
                set |= 1 << bit;
            }
            column += 1;
        }
        set
    }

    /// The squares on the diagonal that joins two corners.
    pub fn long_diagonal_squares(&self) -> SquareSet {
        SquareSet::from_bits(self.long_diagonal())
    }

    const fn long_diagonal(&self) -> u128 {
        let mut set = 0;
        let mut row = 0;
        while row < self.height {
            let column = match self.shade {
                Shade::LowerRight => row,
                _ => self.width - 1 - row,
            };
            if let Some(bit) = self.bit_at(row, column) {
                set |= 1 << bit;
            }
            row += 1;
        }
        set
    }
}

/// A board known at compile time.
pub trait Geometry: Copy + Eq + Hash + Debug + Default + Send + Sync + 'static {
    /// The word that holds it.
    type Bits: Bits;
    /// The layout of its squares.
    const LAYOUT: Layout;

    /// Every square of the set moved by one step; what leaves the board lands on ghosts.
    #[inline(always)]
    fn step(set: Self::Bits, direction: Direction) -> Self::Bits {
        let shift = Self::LAYOUT.shifts[direction as usize];
        if shift > 0 { set << shift as u32 } else { set >> -shift as u32 }
    }

    /// The squares that are one jump away from this one.
    #[inline(always)]
    fn jumps(square: Self::Bits) -> Self::Bits {
        Self::Bits::narrow(Self::layout().jumps[(square.lowest() & 127) as usize])
    }

    /// The layout of its squares, as a static value.
    fn layout() -> &'static Layout;

    /// All squares played on.
    #[inline(always)]
    fn all() -> Self::Bits {
        Self::Bits::narrow(const { Self::LAYOUT.all })
    }

    /// The row on which men of a side are crowned: White's is the top one.
    #[inline(always)]
    fn crown_row(white: bool) -> Self::Bits {
        let row = if white {
            const { Self::LAYOUT.row(0) }
        } else {
            const { Self::LAYOUT.row(Self::LAYOUT.height - 1) }
        };
        Self::Bits::narrow(row)
    }
}

macro_rules! boards {
    ($($(#[$doc:meta])* $name:ident: $word:ty = ($width:literal, $height:literal, $shade:ident, $sideways:literal);)*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
            pub struct $name;

            impl Geometry for $name {
                type Bits = $word;
                const LAYOUT: Layout = Layout::new($width, $height, Shade::$shade, $sideways);

                #[inline(always)]
                fn layout() -> &'static Layout {
                    static LAYOUT: Layout = $name::LAYOUT;
                    &LAYOUT
                }
            }
        )*
    };
}

boards! {
    /// 8×8 with a dark square at each player's lower left.
    Board8: u64 = (8, 8, LowerLeft, false);
    /// 8×8 with a dark square at each player's lower right.
    Board8Right: u64 = (8, 8, LowerRight, false);
    /// 10×10.
    Board10: u64 = (10, 10, LowerLeft, false);
    /// 10×10 where captures also run along rows and columns.
    Board10Sideways: u64 = (10, 10, LowerLeft, true);
    /// 12×12.
    Board12: u128 = (12, 12, LowerLeft, false);
    /// 8×8 with all 64 squares in play.
    Board64: u128 = (8, 8, Every, false);
}
