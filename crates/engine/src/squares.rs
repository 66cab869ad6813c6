//! The words behind squares and sets of squares.
//!
//! The crate `draughts` keeps them to itself, as they say nothing without a board; here they are
//! worth a great deal of speed. Both types hash as exactly one word, which is where it is read off.

use core::hash::{Hash, Hasher};
use draughts::{Bits, Square, SquareSet};

#[derive(Default)]
struct Word(u128);

impl Hasher for Word {
    #[inline(always)]
    fn write_u8(&mut self, word: u8) {
        self.0 = u128::from(word);
    }

    #[inline(always)]
    fn write_u128(&mut self, word: u128) {
        self.0 = word;
    }

    fn write(&mut self, _: &[u8]) {}

    fn finish(&self) -> u64 {
        self.0 as u64
    }
}

#[inline(always)]
fn word(of: impl Hash) -> u128 {
    let mut word = Word::default();
    of.hash(&mut word);
    word.0
}

/// The bit of a square.
#[inline(always)]
pub(crate) fn index(square: Square) -> usize {
    (word(square) & 127) as usize
}

/// The word of a set.
#[inline(always)]
pub(crate) fn bits<B: Bits>(set: SquareSet) -> B {
    B::narrow(word(set))
}

#[cfg(test)]
mod tests {
    use super::*;
    use draughts::{AnyPosition, Variant};

    #[test]
    fn words_are_those_of_the_board() {
        for &variant in Variant::ALL {
            let position = AnyPosition::start(&variant.into());
            let layout = position.layout();
            let mut all = 0;
            for color in draughts::Color::BOTH {
                for square in position.pieces(color) {
                    let (row, column) = position.row_column(square);
                    assert_eq!(layout.bit_at(row, column), Some(index(square) as u8));
                    all |= 1_u128 << index(square);
                }
            }
            let pieces =
                position.pieces(draughts::Color::White) | position.pieces(!draughts::Color::White);
            assert_eq!(bits::<u128>(pieces), all);
        }
    }
}
