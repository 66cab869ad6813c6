//! King mobility.

use draughts::{Bits, Direction, Facts, Geometry, KingRange, Lines, Rules};

type Word<R> = <<R as Rules>::Geometry as Geometry>::Bits;

const DIAGONAL: [Direction; 4] =
    [Direction::NorthWest, Direction::NorthEast, Direction::SouthEast, Direction::SouthWest];
const ORTHOGONAL: [Direction; 4] =
    [Direction::North, Direction::East, Direction::South, Direction::West];

/// The squares to which the kings of a side can go without capturing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KingMobility<B> {
    /// The squares that some king can go to.
    pub squares: B,
    /// How many moves these are.
    pub moves: u32,
    /// The squares from which a king can go somewhere.
    pub leaves: B,
}

#[inline(always)]
pub(crate) fn king_mobility<R: Rules>(
    kings: Word<R>,
    empty: Word<R>,
    facts: &Facts,
) -> KingMobility<Word<R>> {
    let directions = if facts.lines == Lines::Orthogonal { ORTHOGONAL } else { DIAGONAL };
    let mut mobility = KingMobility { squares: Word::<R>::NONE, moves: 0, leaves: Word::<R>::NONE };
    for direction in directions {
        let mut front = R::Geometry::step(kings, direction) & empty;
        mobility.leaves |= R::Geometry::step(front, direction.opposite());
        while !front.is_none() {
            mobility.moves += front.count();
            mobility.squares |= front;
            if facts.king_range == KingRange::Short {
                break;
            }
            front = R::Geometry::step(front, direction) & empty;
        }
    }
    mobility
}
