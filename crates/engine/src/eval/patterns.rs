//! The patterns of the learned evaluation, and the indices of what stands on them.

use draughts::{Bits, Layout, Shade};

/// Squares of a man pattern: four columns by six rows, or two where every square is played on.
pub(crate) const MEN_SQUARES: u32 = 12;
/// The contents of a square in a man pattern: nothing (or a king), an own man, an enemy man.
pub(crate) const MEN_DIGITS: u32 = 3;
/// Squares of a king pattern: four columns by four rows, or by two where every square is played on.
pub(crate) const KING_SQUARES: u32 = 8;
/// The contents of a square in a king pattern: nothing, men and kings of both sides.
pub(crate) const KING_DIGITS: u32 = 5;

/// A list of squares, by their bits, read as the digits of a number, the first the smallest.
pub(crate) type Pattern = Vec<u8>;

/// The patterns of a board as White sees them; Black sees the same ones on the board turned half
/// round. Together they cover the board.
#[derive(Clone, Debug)]
pub(crate) struct Patterns {
    pub men: Vec<Pattern>,
    pub kings: Vec<Pattern>,
}

impl Patterns {
    /// The patterns of a board.
    pub fn of(layout: &Layout) -> Self {
        let size = layout.width;
        let block = |top: u8, left: u8, rows: u8, columns: u8| -> Pattern {
            let rows = top..top + rows;
            let columns = left..left + columns;
            let cells = rows.flat_map(|row| columns.clone().map(move |column| (row, column)));
            cells.filter_map(|(row, column)| layout.bit_at(row, column)).collect()
        };
        let every = layout.shade == Shade::Every;
        let columns = if every { 2 } else { 4 };
        // There are lanes for four; on the largest board three of them cover it without overlapping.
        let step = if size > 10 { 4 } else { 2 };
        let lefts = (0..=size - columns).step_by(step);
        let men = lefts.map(|left| block(0, left, 6, columns)).collect();
        let middle = (size - 4) / 2;
        let end = size - 4;
        let kings = if every {
            let blocks = [(0, 0), (0, end), (2, 0), (2, end), (middle, middle)];
            blocks.map(|(top, left)| block(top, left, 2, 4)).to_vec()
        } else {
            let blocks = [(0, 0), (0, middle), (0, end), (middle, 0), (middle, middle)];
            blocks.map(|(top, left)| block(top, left, 4, 4)).to_vec()
        };
        Self { men, kings }
    }
}

/// Computes the indices of all patterns for both sides at once, a lane for each: every byte of the
/// board's words adds its part to all lanes.
#[derive(Debug)]
pub(crate) struct PatternIndexer<const LANES: usize> {
    start: [u32; LANES],
    /// For each kind of piece what each byte adds, by its value.
    kinds: Vec<Vec<[[u32; LANES]; 256]>>,
}

impl<const LANES: usize> PatternIndexer<LANES> {
    /// The first half of the lanes is White's view and the second Black's. Lanes without a pattern
    /// stay at the index behind the last pattern's, where a weight of nothing stands.
    ///
    /// Kinds of pieces go in pairs, White's first: a digit is one more than the kind as the viewer
    /// sees it.
    pub fn new(layout: &Layout, patterns: &[Pattern], digits: u32) -> Self {
        let bytes = layout.all.ilog2() as usize / 8 + 1;
        let kinds = digits as usize - 1;
        let mut indexer = Self {
            start: [patterns.len() as u32 * states(digits, patterns); LANES],
            kinds: vec![vec![[[0; LANES]; 256]; bytes]; kinds],
        };
        for (index, pattern) in patterns.iter().enumerate() {
            for black in [false, true] {
                let lane = index + if black { LANES / 2 } else { 0 };
                indexer.start[lane] = index as u32 * states(digits, patterns);
                let mut place_value = 1;
                for &bit in pattern {
                    let seen = if black { turned(layout, bit) } else { bit };
                    for kind in 0..kinds {
                        let digit = (kind ^ usize::from(black)) as u32 + 1;
                        indexer.add(lane, kind, seen, digit * place_value);
                    }
                    place_value *= digits;
                }
            }
        }
        indexer
    }

    fn add(&mut self, lane: usize, kind: usize, bit: u8, amount: u32) {
        let (byte, bit) = (usize::from(bit / 8), bit % 8);
        for value in (0..256).filter(|value| value >> bit & 1 == 1) {
            self.kinds[kind][byte][value][lane] += amount;
        }
    }

    /// The indices of all lanes, for the words of each kind of piece.
    #[inline(always)]
    pub fn indices<B: Bits, const KINDS: usize>(&self, words: [B; KINDS]) -> [u32; LANES] {
        let mut indices = self.start;
        for (word, adds) in words.into_iter().zip(&self.kinds) {
            let mut rest = word;
            for by_value in adds {
                let add = &by_value[usize::from(rest.widen() as u8)];
                for (index, add) in indices.iter_mut().zip(add) {
                    *index += add;
                }
                rest = rest >> 8;
            }
        }
        indices
    }
}

/// How many states a pattern has.
fn states(digits: u32, patterns: &[Pattern]) -> u32 {
    patterns.first().map_or(0, |pattern| digits.pow(pattern.len() as u32))
}

/// The bit of the square opposite to another.
pub(crate) fn turned(layout: &Layout, bit: u8) -> u8 {
    let (row, column) = layout.cell(bit).unwrap_or_default();
    layout.bit_at(layout.height - 1 - row, layout.width - 1 - column).unwrap_or(bit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use draughts::{Board8, Board8Right, Board10, Board10Sideways, Board12, Board64, Geometry};

    fn indices_are_those_of_the_digits<G: Geometry>() {
        let layout = G::layout();
        let patterns = Patterns::of(layout);
        assert!(patterns.men.iter().all(|pattern| pattern.len() == MEN_SQUARES as usize));
        assert!(patterns.kings.iter().all(|pattern| pattern.len() == KING_SQUARES as usize));
        let indexer = PatternIndexer::<8>::new(layout, &patterns.men, MEN_DIGITS);
        let all = layout.all;
        let white = all & 0x2b4d_9c71_5a3c_96e1_0ff0_1357;
        let black = all & !white & 0x71c5_3e96_1f2e_3d4c_5b6a_7988;
        let indices = indexer.indices([white, black]);
        for (lane, pattern) in patterns.men.iter().enumerate() {
            let number = |own: u128, enemy: u128, at: &dyn Fn(u8) -> u8| {
                pattern.iter().rev().fold(0, |number, bit| {
                    let bit = at(*bit);
                    3 * number + (own >> bit & 1) as u32 + 2 * (enemy >> bit & 1) as u32
                })
            };
            let base = lane as u32 * 3_u32.pow(12);
            assert_eq!(indices[lane], base + number(white, black, &|bit| bit));
            let turned = number(black, white, &|bit| turned(layout, bit));
            assert_eq!(indices[lane + 4], base + turned);
        }
        let covered = |patterns: &[Pattern]| {
            let both = patterns.iter().flatten().flat_map(|bit| [*bit, turned(layout, *bit)]);
            both.fold(0_u128, |set, bit| set | 1 << bit) == layout.all
        };
        assert!(covered(&patterns.men) && covered(&patterns.kings));
    }

    #[test]
    fn patterns_are_indexed_by_what_stands_on_their_squares() {
        indices_are_those_of_the_digits::<Board8>();
        indices_are_those_of_the_digits::<Board8Right>();
        indices_are_those_of_the_digits::<Board10>();
        indices_are_those_of_the_digits::<Board10Sideways>();
        indices_are_those_of_the_digits::<Board12>();
        indices_are_those_of_the_digits::<Board64>();
    }
}
