//! Capture generation: one depth-first search that reads the facts and reports what it finds.

use crate::bits::Bits;
use crate::color::Side;
use crate::facts::{Crowning, Duty, Facts, KingRange, Landing, Lines, MenCapture, Removal};
use crate::geometry::{Direction, Directions, Geometry, each_direction};
use crate::moves::Move;
use crate::perft::Counting;
use crate::rules::Rules;
use crate::square::Square;
use crate::view::View;
use crate::worth::{Preferred, Worth, worth_at_start, worth_with};
use arrayvec::ArrayVec;
use core::cmp::Ordering;

type Word<R> = <<R as Rules>::Geometry as Geometry>::Bits;

/// A complete capture.
#[derive(Clone, Copy)]
pub(crate) struct Capture<B> {
    pub from: B,
    pub to: B,
    pub taken: B,
    pub worth: Worth,
    pub crowned: bool,
}

/// One jump of a capture, before it is played.
#[derive(Clone, Copy)]
pub(crate) struct Hop<B> {
    /// The square at which the line towards the captured piece starts.
    pub at: B,
    pub over: B,
    pub direction: Direction,
    /// The pieces taken before this jump.
    pub taken: B,
    pub worth: Worth,
    /// Whether the piece jumps as a king.
    pub king: bool,
}

/// Receives what the search finds.
pub(crate) trait Sink<B> {
    /// Called before each jump is followed; returning `false` prunes everything after it.
    #[inline(always)]
    fn enter(&mut self, _hop: Hop<B>) -> bool {
        true
    }

    /// Called when the last entered jump has been followed to all its ends.
    #[inline(always)]
    fn leave(&mut self) {}

    /// A capture that may end here.
    fn found(&mut self, capture: Capture<B>);

    /// Called before each jump that is only searched to value a landing; returning `false` skips it, because it takes
    /// too long or is not needed.
    #[inline(always)]
    fn weighs(&mut self) -> bool {
        true
    }
}

/// The directions in which men of a side capture.
#[inline(always)]
pub(crate) fn man_captures<S: Side>(facts: &Facts) -> Directions {
    let (diagonal, ahead) = if S::WHITE {
        (Directions::UP, Directions::NORTH)
    } else {
        (Directions::DOWN, Directions::SOUTH)
    };
    let orthogonal = ahead.and(Directions::SIDEWAYS);
    match (facts.men_capture, facts.lines) {
        (MenCapture::AllRound, _) => king_captures(facts),
        (MenCapture::Forward, Lines::Diagonal) => diagonal,
        (MenCapture::Forward, Lines::DiagonalCaptureAll) => diagonal.and(orthogonal),
        (MenCapture::Forward, Lines::Orthogonal) => orthogonal,
    }
}

/// The directions in which kings capture.
#[inline(always)]
pub(crate) fn king_captures(facts: &Facts) -> Directions {
    match facts.lines {
        Lines::Diagonal => Directions::DIAGONAL,
        Lines::DiagonalCaptureAll => Directions::DIAGONAL.and(Directions::ORTHOGONAL),
        Lines::Orthogonal => Directions::ORTHOGONAL,
    }
}

/// The search from one piece.
pub(crate) struct Search<'a, R: Rules, S: Side, K: ?Sized> {
    view: &'a View<R, S>,
    from: Word<R>,
    /// The squares from which a man might jump on. This ignores captured pieces, and jumps back to the start…
    launches: Word<R>,
    /// … which these squares allow.
    home: Word<R>,
    sink: &'a mut K,
}

impl<'a, R: Rules, S: Side, K: Sink<Word<R>> + ?Sized> Search<'a, R, S, K> {
    /// All captures of a man that begin with the jump in `direction` to `to`.
    #[inline(always)]
    pub fn man(
        view: &'a View<R, S>,
        launches: Word<R>,
        direction: Direction,
        to: Word<R>,
        sink: &'a mut K,
    ) {
        let over = R::Geometry::step(to, direction.opposite());
        let from = R::Geometry::step(over, direction.opposite());
        let worth = worth_at_start(&view.rules.facts(), false);
        let none = Word::<R>::NONE;
        if !sink.enter(Hop { at: from, over, direction, taken: none, worth, king: false }) {
            return;
        }
        let mut search = Self { view, from, launches, home: none, sink };
        let worth = search.worth_with(worth, over);
        if view.unfinished(to, launches).is_none() {
            let crowned = to.meets(R::Geometry::crown_row(S::WHITE));
            search.sink.found(Capture { from, to, taken: over, worth, crowned });
        } else {
            search.home = R::Geometry::jumps(from);
            search.man_lands(to, over, worth, direction);
        }
        search.sink.leave();
    }

    /// All captures of the king on `from`.
    #[inline(always)]
    pub fn king(view: &'a View<R, S>, from: Word<R>, sink: &'a mut K) {
        let none = Word::<R>::NONE;
        let worth = worth_at_start(&view.rules.facts(), true);
        Self { view, from, launches: none, home: none, sink }
            .king_goes_on(from, none, worth, None, false);
    }

    #[inline(always)]
    fn facts(&self) -> Facts {
        self.view.rules.facts()
    }

    #[inline(always)]
    fn free(&self, taken: Word<R>) -> Word<R> {
        let free = self.view.empty | self.from;
        match self.facts().removal {
            Removal::AfterMove => free,
            Removal::AtOnce => free | taken,
        }
    }

    #[inline(always)]
    fn turns_back(&self, came: Option<Direction>, direction: Direction) -> bool {
        !self.facts().turning_back && came == Some(direction.opposite())
    }

    #[inline(always)]
    fn worth_with(&self, worth: Worth, over: Word<R>) -> Worth {
        worth_with(&self.facts(), worth, over.meets(self.view.enemy_kings))
    }

    /// Follows a man's capture from `at`; returns whether it could continue.
    fn man_goes_on(&mut self, at: Word<R>, taken: Word<R>, worth: Worth) -> bool {
        if !at.meets(self.launches | self.home) {
            return false;
        }
        let facts = self.facts();
        // A man never lands where it has captured, so it does not matter when captured pieces are removed.
        let free = self.view.empty | self.from;
        let targets = self.view.targets_of_men() & !taken;
        let mut went = false;
        each_direction!(direction in man_captures::<S>(&facts) => {
            let over = R::Geometry::step(at, direction) & targets;
            let to = R::Geometry::step(over, direction) & free;
            if !to.is_none() {
                went = true;
                if self.sink.enter(Hop { at, over, direction, taken, worth, king: false }) {
                    self.man_lands(to, taken | over, self.worth_with(worth, over), direction);
                    self.sink.leave();
                }
            }
        });
        went
    }

    #[inline(always)]
    fn man_lands(&mut self, to: Word<R>, taken: Word<R>, worth: Worth, came: Direction) {
        let facts = self.facts();
        let far = to.meets(R::Geometry::crown_row(S::WHITE));
        let went = match facts.crowning {
            Crowning::EndsMove if far => false,
            Crowning::GoesOnAsKing if far => self.king_goes_on(to, taken, worth, Some(came), true),
            _ => self.man_goes_on(to, taken, worth),
        };
        if !went || facts.continuation == Duty::Optional {
            self.sink.found(Capture { from: self.from, to, taken, worth, crowned: far });
        }
    }

    fn king_goes_on(
        &mut self,
        at: Word<R>,
        taken: Word<R>,
        worth: Worth,
        came: Option<Direction>,
        crowned: bool,
    ) -> bool {
        let mut went = false;
        each_direction!(direction in king_captures(&self.facts()) => {
            if !self.turns_back(came, direction) {
                went |= self.king_jumps(at, direction, taken, worth, crowned);
            }
        });
        went
    }

    /// The next piece that a king can capture along a line, and the square behind it, if any.
    #[inline(always)]
    fn king_meets(&self, at: Word<R>, direction: Direction, taken: Word<R>) -> (Word<R>, Word<R>) {
        let free = self.free(taken);
        let mut over = R::Geometry::step(at, direction);
        if self.facts().king_range == KingRange::Flying {
            while over.meets(free) {
                over = R::Geometry::step(over, direction);
            }
        }
        over &= self.view.enemy & !taken;
        (over, R::Geometry::step(over, direction) & free)
    }

    /// Follows a king's capture along one line; returns whether there was a piece to capture.
    fn king_jumps(
        &mut self,
        at: Word<R>,
        direction: Direction,
        taken: Word<R>,
        worth: Worth,
        crowned: bool,
    ) -> bool {
        let facts = self.facts();
        let (over, behind) = self.king_meets(at, direction, taken);
        if behind.is_none() {
            return false;
        }
        if !self.sink.enter(Hop { at, over, direction, taken, worth, king: true }) {
            return true;
        }
        let worth = self.worth_with(worth, over);
        let taken = taken | over;
        let free = self.free(taken);
        let ranges = facts.king_range == KingRange::Flying && facts.landing != Landing::Behind;
        if R::MAY_LAND_FREELY && facts.landing == Landing::Free {
            self.king_lands_freely(behind, direction, taken, worth, crowned);
            self.sink.leave();
            return true;
        }

        let mut went = self.king_jumps(behind, direction, taken, worth, crowned);
        let mut to = behind;
        while !to.is_none() {
            each_direction!(turn in king_captures(&facts) => {
                if turn != direction && !self.turns_back(Some(direction), turn) {
                    went |= self.king_jumps(to, turn, taken, worth, crowned);
                }
            });
            to = if ranges { R::Geometry::step(to, direction) & free } else { Word::<R>::NONE };
        }

        if !went || facts.continuation == Duty::Optional {
            let stops = !ranges
                || facts.landing == Landing::BehindLastKing && over.meets(self.view.enemy_kings);
            let mut to = behind;
            while !to.is_none() {
                self.sink.found(Capture { from: self.from, to, taken, worth, crowned });
                to = if stops { Word::<R>::NONE } else { R::Geometry::step(to, direction) & free };
            }
        }
        self.sink.leave();
        true
    }
}

/// Kings with free landing. This is less performance-critical than the rest, so directions are not constants here.
impl<R: Rules, S: Side, K: Sink<Word<R>> + ?Sized> Search<'_, R, S, K> {
    /// Follows a king's capture from every square behind a piece it has captured. Each landing is judged by itself: the
    /// capture ends where it cannot continue from that very square. So that none ranks higher because of what can be
    /// captured from it, each weighs as much as the best, minus what can be captured from there.
    fn king_lands_freely(
        &mut self,
        behind: Word<R>,
        direction: Direction,
        taken: Word<R>,
        worth: Worth,
        crowned: bool,
    ) {
        let facts = self.facts();
        let landings = self.landings(behind, direction, taken);
        let mut gains = Gains::new();
        if facts.evens_landings() && landings.len() > 1 {
            gains.extend(landings.iter().map(|to| self.king_gains(*to, direction, taken)));
        }
        let most = gains.iter().copied().max().unwrap_or_default();
        let least = gains.iter().copied().min().unwrap_or_default();
        // Straight on, the king passes all of them, as if it had landed on the best.
        let straight = self.king_jumps(behind, direction, taken, worth + most - least, crowned);
        for (index, &to) in landings.iter().enumerate() {
            let worth = worth + most - gains.get(index).unwrap_or(&most);
            let mut went = straight;
            for turn in king_captures(&facts).iter() {
                if turn != direction && !self.turns_back(Some(direction), turn) {
                    went |= self.king_jumps(to, turn, taken, worth, crowned);
                }
            }
            if !went || facts.continuation == Duty::Optional {
                self.sink.found(Capture { from: self.from, to, taken, worth, crowned });
            }
        }
    }

    /// Returns the squares at which a king can land from here on.
    fn landings(&self, behind: Word<R>, direction: Direction, taken: Word<R>) -> Landings<Word<R>> {
        let free = self.free(taken);
        let flies = self.facts().king_range == KingRange::Flying;
        let next = |to: &Word<R>| {
            let next = R::Geometry::step(*to, direction) & free;
            (flies && !next.is_none()).then_some(next)
        };
        core::iter::successors(Some(behind), next).take(LONGEST_LINE).collect()
    }

    /// The most that a king can still add to its capture's weight from a square it reached in this direction.
    fn king_gains(&mut self, at: Word<R>, came: Direction, taken: Word<R>) -> Worth {
        let facts = self.facts();
        let mut most = 0;
        for direction in king_captures(&facts).iter() {
            let (over, behind) = self.king_meets(at, direction, taken);
            if !behind.is_none() && !self.turns_back(Some(came), direction) && self.sink.weighs() {
                let taken = taken | over;
                let landings = self.landings(behind, direction, taken);
                let gains = landings.iter().map(|to| self.king_gains(*to, direction, taken));
                let further = gains.max().unwrap_or_default();
                most = most.max(self.worth_with(further, over));
            }
        }
        most
    }
}

/// Squares of a line on the largest board.
const LONGEST_LINE: usize = 12;
type Landings<B> = ArrayVec<B, LONGEST_LINE>;
type Gains = ArrayVec<Worth, LONGEST_LINE>;

/// Collects the legal captures on top of a stack.
pub(crate) struct List<'a, B> {
    preferred: Preferred,
    counting: Counting,
    captures: &'a mut Vec<Capture<B>>,
    start: usize,
    tour: u32,
}

impl<'a, B: Bits> List<'a, B> {
    #[inline(always)]
    pub fn new(facts: &Facts, counting: Counting, captures: &'a mut Vec<Capture<B>>) -> Self {
        let start = captures.len();
        Self { preferred: Preferred::new(facts), counting, captures, start, tour: facts.tour() }
    }

    #[inline(always)]
    pub fn len(&self) -> usize {
        self.captures.len() - self.start
    }

    #[inline(always)]
    pub fn clear(&mut self) {
        self.captures.truncate(self.start);
    }

    /// Whether a capture is distinct by itself: there is no other order of its jumps, or each order counts.
    #[inline(always)]
    pub fn is_one_move(&self, capture: &Capture<B>) -> bool {
        let short = (1..self.tour).fold(capture.taken, |taken, _| taken.rest()).is_none();
        short || self.counting == Counting::Keep
    }

    /// Adds a capture unless it is already there in another order.
    #[inline(always)]
    pub fn add(&mut self, capture: Capture<B>) {
        if !self.captures[self.start..].iter().any(|other| other.same_move(&capture)) {
            self.captures.push(capture);
        }
    }
}

impl<B: Bits> Sink<B> for List<'_, B> {
    #[inline(always)]
    fn found(&mut self, capture: Capture<B>) {
        match self.preferred.compare(capture.worth) {
            Ordering::Less => return,
            Ordering::Equal => {}
            Ordering::Greater => self.clear(),
        }
        if self.is_one_move(&capture) {
            self.captures.push(capture);
        } else {
            self.add(capture);
        }
    }
}

impl<B: Bits> Capture<B> {
    /// Converts the capture to a move.
    #[inline(always)]
    pub fn to_move(self) -> Move {
        Move {
            from: Square::new(self.from.lowest()),
            to: Square::new(self.to.lowest()),
            captured: self.taken.widen(),
            promotes: self.crowned,
        }
    }

    /// Whether two captures differ at most in the order of their jumps.
    #[inline(always)]
    pub fn same_move(&self, other: &Self) -> bool {
        self.from == other.from
            && self.to == other.to
            && self.taken == other.taken
            && self.crowned == other.crowned
    }
}
