//! The machine words that hold a board: `u64` where it fits, `u128` where it does not.

use core::fmt::Debug;
use core::hash::Hash;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

/// A word with one bit for every square of a board, ghost squares included.
pub trait Bits:
    Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + 'static
{
    /// The empty set.
    const NONE: Self;

    /// The word in which only bit `index` is set.
    fn bit(index: u32) -> Self;
    /// Returns the number of squares in the set.
    fn count(self) -> u32;
    /// The index of the lowest set bit; the word must not be empty.
    fn lowest(self) -> u32;
    /// The lowest set bit alone.
    fn first(self) -> Self;
    /// This word without its lowest set bit.
    fn rest(self) -> Self;
    /// Returns the same set in a wide word.
    fn widen(self) -> u128;
    /// The part of a wide word that fits into this word.
    fn narrow(wide: u128) -> Self;

    /// Whether no square is set.
    #[inline(always)]
    fn is_none(self) -> bool {
        self == Self::NONE
    }

    /// Whether the two sets share a square.
    #[inline(always)]
    fn meets(self, other: Self) -> bool {
        !(self & other).is_none()
    }
}

macro_rules! word {
    ($word:ty) => {
        impl Bits for $word {
            const NONE: Self = 0;

            #[inline(always)]
            fn bit(index: u32) -> Self {
                1 << index
            }
            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }
            #[inline(always)]
            fn first(self) -> Self {
                self & self.wrapping_neg()
            }
            #[inline(always)]
            fn rest(self) -> Self {
                self & self.wrapping_sub(1)
            }
            #[inline(always)]
            fn widen(self) -> u128 {
                u128::from(self)
            }
            #[inline(always)]
            fn narrow(wide: u128) -> Self {
                wide as $word
            }
        }
    };
}

word!(u64);
word!(u128);
