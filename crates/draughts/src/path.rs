//! The paths of a capture.

use crate::bits::Bits;
use crate::capture::{Capture, Hop, Sink};
use crate::color::{Black, Color, Side, White};
use crate::crossings::Crossings;
use crate::facts::{Facts, Precedence};
use crate::geometry::{Direction, Geometry};
use crate::moves::{MAX_MOVES, Move};
use crate::position::Position;
use crate::rules::Rules;
use crate::square::Square;
use crate::worth::{Preferred, Worth};
use core::cmp::Ordering;

/// A path of a move over the board.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Default)]
pub struct Path {
    /// The start; then, for each jump but the last, the square from which the next one starts (where the piece turns,
    /// or directly behind the captured piece if it continues straight on); and the end.
    pub squares: Vec<Square>,
    /// The captured pieces, in order.
    pub captured: Vec<Square>,
    directions: Vec<Direction>,
}

/// The most paths searched for; only set-ups with dozens of kings have more.
const MOST_PATHS: usize = 256;

impl Path {
    /// The path of a move that captures nothing.
    pub(crate) fn of_step(mv: &Move) -> Self {
        Self { squares: vec![mv.from, mv.to], captured: Vec::new(), directions: Vec::new() }
    }

    /// The path with these jumps.
    fn of_jumps<B: Bits>(hops: &[Hop<B>], to: B) -> Self {
        let square = |bits: B| Square::new(bits.lowest());
        Self {
            squares: hops.iter().map(|hop| hop.at).chain([to]).map(square).collect(),
            captured: hops.iter().map(|hop| square(hop.over)).collect(),
            directions: hops.iter().map(|hop| hop.direction).collect(),
        }
    }

    /// Returns the key by which one of several paths is chosen for notation: for each jump the direction, then the
    /// distance from the captured piece. For Black, directions are upside down.
    pub(crate) fn order<G: Geometry>(&self, upside_down: bool) -> Vec<(usize, u8)> {
        use Direction::*;
        const WHITE_BELOW: [Direction; 8] =
            [NorthWest, NorthEast, SouthWest, SouthEast, North, South, West, East];
        const BLACK_BELOW: [Direction; 8] =
            [SouthWest, SouthEast, NorthWest, NorthEast, South, North, West, East];
        let ranking = if upside_down { &BLACK_BELOW } else { &WHITE_BELOW };
        let cell = |square: Square| G::LAYOUT.cell(square.index()).unwrap_or_default();
        let hops = self.directions.iter().zip(&self.captured).zip(&self.squares[1..]);
        hops.map(|((direction, &over), &to)| {
            let (over, to) = (cell(over), cell(to));
            let distance = over.0.abs_diff(to.0).max(over.1.abs_diff(to.1));
            (ranking.iter().position(|other| other == direction).unwrap_or(8), distance)
        })
        .collect()
    }

    /// Whether the squares lie on this path, in order.
    pub(crate) fn passes<G: Geometry>(&self, squares: &[Square]) -> bool {
        let mut trail = self.trail::<G>().into_iter();
        squares.iter().all(|square| trail.any(|passed| passed == *square))
    }

    /// Every square that the piece touches, including start and end, in order.
    fn trail<G: Geometry>(&self) -> Vec<Square> {
        let mut trail = vec![self.squares[0]];
        for (hop, &direction) in self.directions.iter().enumerate() {
            let end = G::Bits::bit(u32::from(self.squares[hop + 1].index()));
            let mut at = G::Bits::bit(u32::from(self.squares[hop].index()));
            while at != end && !at.is_none() {
                at = G::step(at, direction) & G::all();
                if !at.is_none() && at.lowest() != u32::from(self.captured[hop].index()) {
                    trail.push(Square::new(at.lowest()));
                }
            }
        }
        trail
    }
}

impl<R: Rules> Position<R> {
    /// The paths of a legal move: one for a step, one or more for a capture.
    ///
    /// ```
    /// use draughts::{International, Position};
    ///
    /// let position = Position::<International>::from_fen("W:WK47:B14,19,29,31,42")?;
    /// let capture = position.parse_move("47x38x24x13x36")?;
    /// let path = &position.paths(&capture)[0];
    /// let names: Vec<_> = path.squares.iter().map(|&s| position.number(s)).collect();
    /// assert_eq!(names, [47, 38, 24, 13, 36]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn paths(&self, mv: &Move) -> Vec<Path> {
        if !mv.is_capture() {
            return vec![Path::of_step(mv)];
        }
        match self.turn() {
            Color::White => self.walk::<White>(mv),
            Color::Black => self.walk::<Black>(mv),
        }
    }

    /// The one of these captures whose whole path is given by these squares. However many paths there are, this is
    /// found at once.
    pub(crate) fn by_whole_path(&self, captures: &[Move], squares: &[Square]) -> Option<Move> {
        let mv = captures.iter().find(|mv| match self.turn() {
            Color::White => self.goes_by::<White>(mv, squares),
            Color::Black => self.goes_by::<Black>(mv, squares),
        })?;
        // If the order of captures or the squares between them matter, the path may be one that does not count.
        let facts = self.rules().facts();
        let any_way = facts.precedence != Precedence::Italian && !facts.evens_landings();
        let counts = || self.paths(mv).iter().any(|path| path.squares[..] == *squares);
        (any_way || counts()).then_some(*mv)
    }

    fn goes_by<S: Side>(&self, mv: &Move, squares: &[Square]) -> bool {
        let mut guided = Guided { mv, squares, jumps: 0, arrived: false };
        if mv.is_capture() {
            self.view::<S>().captures_for(&mut guided);
        }
        guided.arrived
    }

    fn walk<S: Side>(&self, mv: &Move) -> Vec<Path> {
        let mut walker = Walker {
            mv,
            hops: Vec::new(),
            crossings: Crossings::default(),
            best: 0,
            paths: Vec::new(),
        };
        self.view::<S>().captures_for(&mut walker);
        walker.paths.sort_unstable();
        walker.paths.dedup();
        walker.paths
    }
}

/// Records the paths of one move.
struct Walker<'a, B> {
    mv: &'a Move,
    hops: Vec<Hop<B>>,
    crossings: Crossings<B>,
    best: Worth,
    paths: Vec<Path>,
}

impl<B: Bits> Sink<B> for Walker<'_, B> {
    fn enter(&mut self, hop: Hop<B>) -> bool {
        let starts = !hop.taken.is_none() || hop.at.lowest() == u32::from(self.mv.from.index());
        let follows = starts
            && hop.over.meets(B::narrow(self.mv.captured))
            && self.paths.len() < MOST_PATHS
            && self.crossings.is_new(hop);
        if follows {
            self.hops.push(hop);
        }
        follows
    }

    fn leave(&mut self) {
        self.hops.pop();
    }

    fn found(&mut self, capture: Capture<B>) {
        let to = Square::new(capture.to.lowest());
        let complete =
            capture.taken.widen() == self.mv.captured && capture.crowned == self.mv.promotes;
        // If the order of captures matters, only the best order is a path of the move.
        if !complete || to != self.mv.to || capture.worth < self.best {
            return;
        }
        if capture.worth > self.best {
            self.best = capture.worth;
            self.paths.clear();
        }
        self.paths.push(Path::of_jumps(&self.hops, capture.to));
    }

    fn weighs(&mut self) -> bool {
        self.crossings.weighs()
    }
}

/// Follows one path of a move, square by square.
struct Guided<'a> {
    mv: &'a Move,
    squares: &'a [Square],
    jumps: usize,
    arrived: bool,
}

impl<B: Bits> Sink<B> for Guided<'_> {
    fn enter(&mut self, hop: Hop<B>) -> bool {
        let next = self.squares.get(self.jumps).filter(|_| !self.arrived);
        let follows = next.is_some_and(|square| hop.at.lowest() == u32::from(square.index()))
            && hop.over.meets(B::narrow(self.mv.captured));
        self.jumps += usize::from(follows);
        follows
    }

    fn leave(&mut self) {
        self.jumps -= 1;
    }

    fn found(&mut self, capture: Capture<B>) {
        self.arrived |= self.jumps + 1 == self.squares.len() && capture.to_move() == *self.mv;
    }

    fn weighs(&mut self) -> bool {
        false
    }
}

/// Collects the legal captures as the list of legal moves does, each with one of its paths.
pub(crate) struct Tour<B> {
    preferred: Preferred,
    hops: Vec<Hop<B>>,
    crossings: Crossings<B>,
    pub walked: Vec<(Move, Path)>,
}

impl<B: Bits> Tour<B> {
    pub fn new(facts: &Facts) -> Self {
        Self {
            preferred: Preferred::new(facts),
            hops: Vec::new(),
            crossings: Crossings::default(),
            walked: Vec::new(),
        }
    }
}

impl<B: Bits> Sink<B> for Tour<B> {
    fn enter(&mut self, hop: Hop<B>) -> bool {
        let follows = self.crossings.is_new(hop);
        if follows {
            self.hops.push(hop);
        }
        follows
    }

    fn leave(&mut self) {
        self.hops.pop();
    }

    fn found(&mut self, capture: Capture<B>) {
        match self.preferred.compare(capture.worth) {
            Ordering::Less => return,
            Ordering::Equal => {}
            Ordering::Greater => self.walked.clear(),
        }
        let mv = capture.to_move();
        if self.walked.len() < MAX_MOVES && !self.walked.iter().any(|(other, _)| *other == mv) {
            self.walked.push((mv, Path::of_jumps(&self.hops, capture.to)));
        }
    }

    fn weighs(&mut self) -> bool {
        self.crossings.weighs()
    }
}
