//! The positions of a block in runs: what lies where beside a position. In a run only the lowest digit of the
//! number changes, so that the neighbours of all its positions are equally far away.

use crate::codec::BLOCK;
use crate::index::{Index, MOST_SQUARES, choose, free_for_opp_men, unrank};
use crate::material::MAX_PIECES;

/// A position with one piece some squares before; pieces are counted from the lowest digit of the number up.
#[derive(Clone, Copy)]
struct Neighbour {
    piece: usize,
    squares: usize,
}

/// How many neighbours each position has.
pub(crate) const NEIGHBOURS: usize = 8;

const fn neighbour(piece: usize, squares: usize) -> Neighbour {
    Neighbour { piece, squares }
}

/// Those that say most about a position first.
const CHOSEN: [Neighbour; NEIGHBOURS] = [
    neighbour(0, 1),
    neighbour(1, 1),
    neighbour(2, 1),
    neighbour(1, 4),
    neighbour(2, 4),
    neighbour(0, 4),
    neighbour(1, 2),
    neighbour(3, 1),
];

/// Positions that follow each other, and how far before each its neighbours are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Run {
    pub len: usize,
    pub back: [usize; NEIGHBOURS],
}

/// A digit of a number: a set of squares among those that are free, or the state of a counter as a set of one.
#[derive(Clone, Copy, Default)]
struct Digit {
    set: [u16; MAX_PIECES],
    len: usize,
    squares: u64,
    /// How much a number grows when the digit does; 0 where that varies.
    unit: u64,
}

impl Digit {
    fn new(rank: u64, len: usize, squares: u64, unit: u64) -> Self {
        let mut digit = Self { len, squares, unit, ..Self::default() };
        if len == 1 {
            digit.set[0] = rank as u16;
        } else {
            let mut set = [0; MAX_PIECES];
            unrank(rank, &mut set[..len]);
            digit.set = set.map(u16::from);
        }
        digit
    }

    /// What an element may reach before it meets the next one.
    fn limit(&self, element: usize) -> u64 {
        if element + 1 < self.len { self.set[element + 1].into() } else { self.squares }
    }

    /// The next set; after the last comes the first, and false.
    fn advance(&mut self) -> bool {
        for element in 0..self.len {
            let grows = u64::from(self.set[element]) + 1 < self.limit(element);
            if grows {
                self.set[element] += 1;
            }
            for (lower, square) in self.set[..element].iter_mut().zip(0..) {
                *lower = square;
            }
            if grows {
                return true;
            }
        }
        if let Some(highest) = self.len.checked_sub(1) {
            self.set[highest] = highest as u16;
        }
        false
    }

    /// How far before is the set in which an element stands some squares lower; `None` if there is none.
    fn back(&self, element: usize, squares: usize) -> Option<u64> {
        let here = usize::from(self.set[element]);
        let free = element.checked_sub(1).map_or(0, |lower| usize::from(self.set[lower]) + 1);
        let there = here.checked_sub(squares).filter(|there| *there >= free)?;
        let steps = match element {
            0 => squares as u64,
            _ if here >= MOST_SQUARES => return None,
            _ => choose(here, element + 1) - choose(there, element + 1),
        };
        Some(steps * self.unit).filter(|back| *back > 0)
    }
}

/// The runs of a slice from a number on.
pub(crate) struct Runs<'a> {
    index: &'a Index,
    /// From low to high, without those that have one state only. Own men come last.
    digits: [Digit; 6],
    len: usize,
    /// Where the opponent's men stand among the digits, if there are any.
    opp_men: Option<usize>,
}

impl<'a> Runs<'a> {
    pub fn new(index: &'a Index, number: u64) -> Self {
        let material = index.material;
        let squares = u64::from(index.board.squares);
        let [men, kings] = [material.men, material.kings].map(usize::from);
        let [opp_men, opp_kings] = [material.opp_men, material.opp_kings].map(usize::from);
        let (row, mut low) = (number / index.row_len, number % index.row_len);
        let mut runs = Self { index, digits: [Digit::default(); 6], len: 0, opp_men: None };
        let free = squares - (men + opp_men) as u64;
        let ways = [
            (1, index.runs[1], index.runs[1]),
            (1, index.runs[0], index.runs[0]),
            (opp_kings, index.opp_kings, free - kings as u64),
            (kings, choose(free as usize, kings), free),
        ];
        let mut unit = 1;
        for (len, ways, squares) in ways {
            runs.push(Digit::new(low % ways, len, squares, unit));
            (low, unit) = (low / ways, unit * ways);
        }
        let own_rank = index.own_men(row);
        if opp_men > 0 {
            let rank = row - index.first_row(own_rank);
            runs.push(Digit::new(rank, opp_men, 0, unit));
            runs.opp_men = Some(runs.len - 1);
        }
        let zone = u64::from(index.board.squares - index.board.row);
        // With men on both sides, how many positions lie between two placements of own men varies.
        let unit = if opp_men > 0 { 0 } else { unit };
        runs.push(Digit::new(own_rank as u64, men, zone, unit));
        runs.free_opp_men();
        runs
    }

    fn push(&mut self, digit: Digit) {
        if digit.len > 0 && (digit.squares != 1) {
            self.digits[self.len] = digit;
            self.len += 1;
        }
    }

    /// The squares for the opponent's men depend on where own men stand.
    fn free_opp_men(&mut self) {
        if let Some(opp_men) = self.opp_men {
            let own = &self.digits[self.len - 1].set[..self.index.material.men.into()];
            let free = free_for_opp_men(self.index.board, own.iter().copied());
            self.digits[opp_men].squares = free as u64;
        }
    }

    fn back(&self, Neighbour { piece, squares }: Neighbour) -> Option<u64> {
        let mut piece = piece;
        for digit in &self.digits[..self.len] {
            if piece < digit.len {
                return digit.back(piece, squares);
            }
            piece -= digit.len;
        }
        None
    }
}

impl Iterator for Runs<'_> {
    type Item = Run;

    /// The next run; there is no end, but that of the slice.
    fn next(&mut self) -> Option<Run> {
        let lowest = self.digits[..self.len].first()?;
        let len = (lowest.limit(0) - u64::from(lowest.set[0])) as usize;
        let back = CHOSEN.map(|chosen| match chosen.piece {
            0 => chosen.squares,
            _ => self
                .back(chosen)
                .map_or(1, |back| if back < BLOCK as u64 { back as usize } else { 1 }),
        });
        self.digits[0].set[0] += len as u16 - 1;
        for digit in 0..self.len {
            let grown = self.digits[digit].advance();
            if digit + 1 == self.len {
                self.free_opp_men();
            }
            if grown {
                break;
            }
        }
        Some(Run { len, back })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::Board;
    use crate::material::Material;

    /// From wherever a block begins the runs say the same, and a neighbour is the position that it should be.
    #[test]
    fn runs_are_the_same_from_every_number() {
        let plain = Board { squares: 32, row: 4, run_limit: None };
        let counted = Board { squares: 50, row: 5, run_limit: Some(3) };
        for (board, most) in [(plain, 4), (counted, 3)] {
            for material in (2..=most).flat_map(|pieces| Material::all(pieces, true)) {
                let index = Index::new(board, material);
                let mut runs = Runs::new(&index, 0);
                let (mut number, mut count) = (0, 0);
                while number < index.len() {
                    let run = runs.next().unwrap();
                    if count % 37 == 0 {
                        let last = number + run.len as u64 - 1;
                        assert_eq!(
                            Runs::new(&index, number).next(),
                            Some(run),
                            "{material} {number}"
                        );
                        let rest = Runs::new(&index, last).next().unwrap();
                        assert_eq!(rest.len, 1, "{material} {last}");
                    }
                    (number, count) = (number + run.len as u64, count + 1);
                }
                assert_eq!(number, index.len(), "{material}");
            }
        }
    }

    /// Two kings of the opponent: the second is one square lower, the first where it was.
    #[test]
    fn a_neighbour_differs_by_one_king() {
        let board = Board { squares: 32, row: 4, run_limit: None };
        let index = Index::new(board, Material::new(1, 1, 0, 2));
        let set = |number: u64| {
            let mut set = [0; 2];
            unrank(number % index.opp_kings, &mut set);
            (number / index.opp_kings, set)
        };
        let (mut number, mut checked) = (0, 0);
        for run in Runs::new(&index, 0).take(2_000) {
            let (others, [first, second]) = set(number);
            assert_eq!(first, 0);
            if second > 1 {
                assert_eq!(set(number - run.back[1] as u64), (others, [first, second - 1]));
                checked += 1;
            } else {
                assert_eq!(run.back[1], 1);
            }
            let above = number.checked_sub(run.back[2] as u64).filter(|_| run.back[2] > 1);
            if let Some(above) = above {
                assert_eq!(set(above), (others - 1, [first, second]));
            }
            number += run.len as u64;
        }
        assert!(checked > 1_000, "{checked}");
    }
}
