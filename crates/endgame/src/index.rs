//! Every position of a slice has a number: men in the high digits, kings in the low ones, so that
//! neighbours differ by a king's move and the positions of fixed men lie side by side.

use crate::material::{MAX_PIECES, Material};
use crate::placement::Placement;

/// The facts of a game that an index needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Board {
    pub squares: u8,
    /// Squares in a row.
    pub row: u8,
    /// How often a king may move in a row while its side has a man, where that is limited.
    pub run_limit: Option<u8>,
}

impl Board {
    /// The states of a side's counter of king moves.
    fn runs(&self, men: u8, kings: u8) -> u64 {
        match self.run_limit {
            Some(limit) if men > 0 => 1 + u64::from(limit) * u64::from(kings),
            _ => 1,
        }
    }
}

pub(crate) const MOST_SQUARES: usize = 73;

static CHOOSE: [[u64; MAX_PIECES + 1]; MOST_SQUARES] = {
    let mut table = [[0; MAX_PIECES + 1]; MOST_SQUARES];
    let mut n = 0;
    while n < MOST_SQUARES {
        table[n][0] = 1;
        let mut k = 1;
        while k <= MAX_PIECES && n > 0 {
            table[n][k] = table[n - 1][k] + table[n - 1][k - 1];
            k += 1;
        }
        n += 1;
    }
    table
};

pub(crate) fn choose(n: usize, k: usize) -> u64 {
    CHOOSE[n][k]
}

/// The same by size, for sets of kings: what does not fit into memory does not fit into the word either.
static CHOOSE_BY_SIZE: [[u32; 128]; MAX_PIECES + 1] = {
    let mut table = [[0; 128]; MAX_PIECES + 1];
    let mut k = 0;
    while k <= MAX_PIECES {
        let mut n = 0;
        while n < MOST_SQUARES {
            table[k][n] = CHOOSE[n][k] as u32;
            n += 1;
        }
        k += 1;
    }
    table
};

#[inline(always)]
pub(crate) fn choose_of_kings(n: u8, k: usize) -> u32 {
    CHOOSE_BY_SIZE[k][usize::from(n) % 128]
}

/// Sets of kings by their numbers: small ones are looked up.
pub(crate) struct KingSets {
    /// Those of two and of three elements.
    small: [Vec<[u8; 3]>; 2],
}

impl KingSets {
    pub fn new(squares: u8) -> Self {
        let (mut pairs, mut triples) = (Vec::new(), Vec::new());
        for third in 0..squares {
            for second in 0..third {
                triples.extend((0..second).map(|first| [first, second, third]));
            }
            pairs.extend((0..third).map(|first| [first, third, 0]));
        }
        Self { small: [pairs, triples] }
    }

    /// The set of a number, in ascending order.
    #[inline(always)]
    pub fn get(&self, mut rank: usize, size: usize) -> [u8; MAX_PIECES] {
        let mut set = [0; MAX_PIECES];
        let mut size = size;
        while size > 3 {
            let highest = CHOOSE_BY_SIZE[size][..MOST_SQUARES]
                .partition_point(|first| *first as usize <= rank)
                - 1;
            rank -= CHOOSE_BY_SIZE[size][highest] as usize;
            set[size - 1] = highest as u8;
            size -= 1;
        }
        match size {
            0 => {}
            1 => set[0] = rank as u8,
            _ => {
                let [first, second, third] = self.small[size - 2][rank];
                (set[0], set[1], set[2]) = (first, second, third);
            }
        }
        set
    }
}

/// The numbering of one slice.
#[derive(Clone, Debug)]
pub(crate) struct Index {
    pub material: Material,
    pub board: Board,
    /// For each placement of own men the number of the first with any men of the opponent.
    offsets: Vec<u64>,
    /// In how many ways the opponent's kings can stand when all else does.
    pub opp_kings: u64,
    /// The states of each side's counter of king moves.
    pub runs: [u64; 2],
    /// Positions with the same men.
    pub row_len: u64,
}

impl Index {
    pub fn new(board: Board, material: Material) -> Self {
        let Material { men, kings, opp_men, opp_kings } = material;
        let (squares, zone) = (usize::from(board.squares), usize::from(board.squares - board.row));
        let mut offsets = vec![0];
        let mut total = 0;
        let mut placed = [0; MAX_PIECES];
        for rank in 0..choose(zone, men.into()) {
            let placed = &mut placed[..men.into()];
            unrank(rank, placed);
            let free = free_for_opp_men(board, placed.iter().copied().map(u16::from));
            total += choose(free, opp_men.into());
            offsets.push(total);
        }
        let free = squares - usize::from(men + opp_men);
        let opp_king_count = choose(free - usize::from(kings), opp_kings.into());
        let runs = [board.runs(men, kings), board.runs(opp_men, opp_kings)];
        let row_len = choose(free, kings.into()) * opp_king_count * runs[0] * runs[1];
        Self { material, board, offsets, opp_kings: opp_king_count, runs, row_len }
    }

    /// How many ways the men of both sides can stand.
    pub fn rows(&self) -> u64 {
        self.offsets.last().copied().unwrap_or(0)
    }

    /// How many positions there are.
    pub fn len(&self) -> u64 {
        self.rows() * self.row_len
    }

    /// Returns the distance between neighbours that differ in something else than the lowest digit.
    pub fn stride(&self) -> usize {
        let free = usize::from(self.board.squares) - usize::from(self.material.men);
        let stride = match self.material {
            Material { opp_kings: 1.., .. } => self.opp_kings * self.runs[0] * self.runs[1],
            Material { kings: 1.., .. } => self.row_len,
            Material { opp_men, .. } => choose(free - usize::from(self.board.row), opp_men.into()),
        };
        stride.clamp(2, 4_096) as usize
    }

    /// The number of the men's placement.
    pub fn row(&self, place: &Placement) -> u64 {
        let men = place.men();
        let own_rank = rank(men.iter().map(|square| square - self.board.row));
        let opp_men = place.opp_men().iter();
        let opp_rank = rank(opp_men.map(|square| square - below(men, *square)));
        self.offsets[own_rank as usize] + opp_rank
    }

    /// The number of a position among those with the same men.
    pub fn low(&self, place: &Placement) -> u64 {
        let (men, opp_men) = (place.men(), place.opp_men());
        let beside_men = |square: u8| square - below(men, square) - below(opp_men, square);
        let kings = place.kings();
        let king_rank = rank(kings.iter().map(|square| beside_men(*square)));
        let beside_all = |square: &u8| beside_men(*square) - below(kings, *square);
        let opp_king_rank = rank(place.opp_kings().iter().map(beside_all));
        let kings = king_rank * self.opp_kings + opp_king_rank;
        (kings * self.runs[0] + u64::from(place.runs[0])) * self.runs[1] + u64::from(place.runs[1])
    }

    /// The number of a position.
    pub fn encode(&self, place: &Placement) -> u64 {
        self.row(place) * self.row_len + self.low(place)
    }

    /// The number of own men's placement in a row.
    pub fn own_men(&self, row: u64) -> usize {
        self.offsets.partition_point(|offset| *offset <= row) - 1
    }

    /// The first row with this placement of own men.
    pub fn first_row(&self, own_men: usize) -> u64 {
        self.offsets[own_men]
    }

    /// The men of a row; kings are added by [`with_kings`](Self::with_kings).
    pub fn men(&self, row: u64) -> Placement {
        let Material { men, kings, opp_men, .. } = self.material;
        let (men, opp_men) = (usize::from(men), usize::from(opp_men));
        let own_rank = self.own_men(row);
        let mut place = Placement::new(self.material);
        unrank(own_rank as u64, &mut place.squares[..men]);
        place.squares[..men].iter_mut().for_each(|square| *square += self.board.row);
        let start = men + usize::from(kings);
        let (own, rest) = place.squares.split_at_mut(start);
        let opponents = &mut rest[..opp_men];
        unrank(row - self.offsets[own_rank], opponents);
        opponents.iter_mut().for_each(|square| *square = beside(*square, &own[..men]));
        place
    }

    /// A position with these men.
    pub fn with_kings(&self, men: &Placement, low: u64) -> Placement {
        let mut place = *men;
        let (low, opp_run) = (low / self.runs[1], low % self.runs[1]);
        let (kings_part, own_run) = (low / self.runs[0], low % self.runs[0]);
        place.runs = [own_run as u8, opp_run as u8];
        let Material { men, kings, opp_men, opp_kings } = self.material;
        let [men, kings, opp_men, opp_kings] = [men, kings, opp_men, opp_kings].map(usize::from);
        let own = men + kings;
        let mut taken = OccupiedSquares::default();
        taken.add(&place.squares[..men]);
        taken.add(&place.squares[own..own + opp_men]);
        let fill = |rank: u64, squares: &mut [u8], taken: &OccupiedSquares| {
            unrank(rank, squares);
            squares.iter_mut().for_each(|square| *square = beside(*square, taken.sorted()));
        };
        fill(kings_part / self.opp_kings, &mut place.squares[men..own], &taken);
        taken.add(&place.squares[men..own]);
        let start = own + opp_men;
        fill(kings_part % self.opp_kings, &mut place.squares[start..start + opp_kings], &taken);
        place
    }

    /// The position of a number.
    pub fn decode(&self, number: u64) -> Placement {
        self.with_kings(&self.men(number / self.row_len), number % self.row_len)
    }

    /// How many steps the men of both sides have to go until they are kings: no move makes it more.
    pub fn level(&self, men: &Placement) -> usize {
        let Board { squares, row, .. } = self.board;
        let own = men.men().iter().map(|square| square / row);
        let opponents = men.opp_men().iter().map(|square| (squares - 1 - square) / row);
        own.chain(opponents).map(usize::from).sum()
    }
}

/// How many squares there are for each man of the opponent beside own men, which are counted from the second
/// row, as a man is never on the first.
pub(crate) fn free_for_opp_men(board: Board, men: impl Iterator<Item = u16>) -> usize {
    let zone = board.squares - board.row;
    let last_row = u16::from(zone - board.row);
    usize::from(zone) - men.filter(|square| *square < last_row).count()
}

/// Squares that are taken, in ascending order.
#[derive(Default)]
struct OccupiedSquares {
    squares: [u8; MAX_PIECES],
    len: usize,
}

impl OccupiedSquares {
    fn add(&mut self, squares: &[u8]) {
        self.squares[self.len..self.len + squares.len()].copy_from_slice(squares);
        self.len += squares.len();
        self.squares[..self.len].sort_unstable();
    }

    fn sorted(&self) -> &[u8] {
        &self.squares[..self.len]
    }
}

/// How many of a set are below a square.
fn below(set: &[u8], square: u8) -> u8 {
    set.iter().map(|other| u8::from(*other < square)).sum()
}

/// The square with so many free ones before it.
fn beside(free: u8, taken: &[u8]) -> u8 {
    taken.iter().fold(free, |square, other| square + u8::from(*other <= square))
}

/// The number of a set among all of its size, ordered by their highest elements.
fn rank(ascending: impl Iterator<Item = u8>) -> u64 {
    ascending.enumerate().map(|(before, element)| choose(element.into(), before + 1)).sum()
}

/// The set of a number, in ascending order.
pub(crate) fn unrank(mut rank: u64, set: &mut [u8]) {
    let mut element = 0;
    if set.len() > 1 {
        // No element is higher than where a set of this size begins to have a higher number.
        element = CHOOSE.partition_point(|row| row[set.len()] <= rank) - 1;
    }
    for size in (1..=set.len()).rev() {
        if size == 1 {
            element = rank as usize;
        } else {
            while choose(element, size) > rank {
                element -= 1;
            }
        }
        rank -= choose(element, size);
        set[size - 1] = element as u8;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARDS: [Board; 5] = [
        Board { squares: 32, row: 4, run_limit: None },
        Board { squares: 50, row: 5, run_limit: None },
        Board { squares: 50, row: 5, run_limit: Some(3) },
        Board { squares: 64, row: 8, run_limit: None },
        Board { squares: 72, row: 6, run_limit: None },
    ];

    fn slices(most: usize) -> impl Iterator<Item = Material> {
        (2..=most).flat_map(|pieces| Material::all(pieces, true))
    }

    #[test]
    fn sets_of_kings_are_in_the_order_of_the_index() {
        for squares in [12, 32] {
            let sets = KingSets::new(squares);
            for size in 0..=5 {
                for number in 0..choose(squares.into(), size) {
                    let set = &sets.get(number as usize, size)[..size];
                    assert!(set.is_sorted_by(|one, two| one < two));
                    assert_eq!(rank(set.iter().copied()), number);
                    let ranks =
                        set.iter().zip(1..).map(|(king, size)| choose_of_kings(*king, size));
                    assert_eq!(u64::from(ranks.sum::<u32>()), number);
                }
            }
        }
    }

    #[test]
    fn every_number_is_that_of_one_position() {
        for board in BOARDS {
            for material in slices(if board.squares == 32 { 4 } else { 3 }) {
                let index = Index::new(board, material);
                for number in 0..index.len() {
                    let place = index.decode(number);
                    assert_eq!(index.encode(&place), number, "{board:?} {material}");
                }
            }
        }
    }

    /// With all numbers different, it is enough that they are as many as there are placements.
    #[test]
    fn there_are_as_many_numbers_as_placements() {
        let board = Board { squares: 12, row: 2, run_limit: None };
        let men = |squares: u32| squares & 0b11 == 0;
        let opp_men = |squares: u32| squares >> 10 == 0;
        for material in slices(4) {
            let sets =
                |count: u8| (0u32..1 << 12).filter(move |set| set.count_ones() == count.into());
            let mut placements = 0;
            for own in sets(material.men).filter(|set| men(*set)) {
                let apart = |taken: u32| move |set: &u32| set & taken == 0;
                for other in sets(material.opp_men).filter(apart(own)).filter(|set| opp_men(*set)) {
                    for kings in sets(material.kings).filter(apart(own | other)) {
                        let taken = own | other | kings;
                        placements += sets(material.opp_kings).filter(apart(taken)).count() as u64;
                    }
                }
            }
            assert_eq!(Index::new(board, material).len(), placements, "{material}");
        }
    }

    /// A man's move never makes the level higher, and every level is the same for both sides.
    #[test]
    fn both_sides_have_the_same_levels() {
        for board in BOARDS {
            for material in slices(3) {
                let index = Index::new(board, material);
                let other = Index::new(board, material.turned());
                assert_eq!((index.rows(), index.len()), (other.rows(), other.len()));
                for number in (0..index.len()).step_by(97) {
                    let place = index.decode(number);
                    let turned = place.turned(board.squares, board.run_limit.unwrap_or(1));
                    assert_eq!(index.level(&place), other.level(&turned));
                    assert_eq!(other.decode(other.encode(&turned)), turned);
                    let again = turned.turned(board.squares, board.run_limit.unwrap_or(1));
                    assert_eq!(again, place);
                }
            }
        }
    }
}
