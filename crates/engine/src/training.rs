//! The parts of the learned evaluation that a trainer needs.

use crate::eval::learned::{Armies, terms};
use crate::eval::patterns::Patterns;
use draughts::{AnyPosition, Color, Layout, Position, Rules, SquareSet, Variant, dispatch_general};

/// The squares of each pattern as White sees them, by the number of squares before them, counted
/// from the top left with White below: patterns of men, and patterns with kings.
pub fn patterns(variant: Variant) -> [Vec<Vec<u8>>; 2] {
    let layout = AnyPosition::start(&variant.into()).layout();
    let patterns = Patterns::of(&layout);
    let named = |patterns: Vec<Vec<u8>>| {
        let of = |pattern: Vec<u8>| pattern.into_iter().map(|bit| place(&layout, bit)).collect();
        patterns.into_iter().map(of).collect()
    };
    [named(patterns.men), named(patterns.kings)]
}

/// A position as a trainer sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Features {
    /// White men, black men, white kings, black kings; the first square is the lowest bit.
    pub words: [u128; 4],
    /// The terms of the whole board.
    pub terms: [i32; 6],
}

/// The features of a position.
pub fn features(position: &AnyPosition) -> Features {
    fn terms_of<R: Rules>(position: &Position<R>) -> [i32; 6] {
        terms(position, &Armies::of(position))
    }
    let layout = position.layout();
    let men = Color::BOTH.map(|color| position.pieces(color) - position.kings(color));
    let kings = Color::BOTH.map(|color| position.kings(color));
    let word = |set: SquareSet| {
        let places = set.iter().map(|square| {
            let (row, column) = position.row_column(square);
            layout.bit_at(row, column).map_or(0, |bit| place(&layout, bit))
        });
        places.fold(0, |word, place| word | 1 << place)
    };
    Features {
        words: [men[0], men[1], kings[0], kings[1]].map(word),
        terms: dispatch_general!(position, inner => terms_of(inner)),
    }
}

/// How many squares come before a bit.
fn place(layout: &Layout, bit: u8) -> u8 {
    (layout.all & ((1 << bit) - 1)).count_ones() as u8
}
