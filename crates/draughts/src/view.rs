//! A board as the side to move sees it: which pieces can capture, and the quiet moves.

use crate::bits::Bits;
use crate::board::Board;
use crate::capture::{Capture, Search, Sink, king_captures, man_captures};
use crate::color::Side;
use crate::facts::{Crowning, Duty, KingRange, Lines, Precedence, Removal};
use crate::geometry::{Direction, Directions, Geometry, each_direction};
use crate::moves::{Move, MoveList};
use crate::rules::Rules;
use crate::square::Square;
use arrayvec::CapacityError;
use core::marker::PhantomData;

type Word<R> = <<R as Rules>::Geometry as Geometry>::Bits;

#[derive(Clone, Copy)]
pub(crate) struct View<R: Rules, S: Side> {
    pub rules: R,
    pub men: Word<R>,
    pub kings: Word<R>,
    pub enemy: Word<R>,
    pub enemy_kings: Word<R>,
    pub empty: Word<R>,
    /// Kings that have made as many moves in a row as they may.
    pub tired: Word<R>,
    pub side: PhantomData<S>,
}

impl<R: Rules, S: Side> View<R, S> {
    #[inline(always)]
    pub fn new(rules: R, board: &Board<R::Geometry>) -> Self {
        let (own, enemy) = board.sides::<S>();
        Self {
            rules,
            men: own & !board.kings,
            kings: own & board.kings,
            enemy,
            enemy_kings: enemy & board.kings,
            empty: R::Geometry::all() & !(own | enemy),
            tired: Word::<R>::NONE,
            side: PhantomData,
        }
    }

    /// Whether the game is over although pieces could move: a side has got the king that wins.
    #[inline(always)]
    pub fn king_has_won(&self) -> bool {
        self.rules.facts().first_king_wins && !(self.kings | self.enemy_kings).is_none()
    }

    /// The board after a man's step, as the other side sees it.
    #[inline(always)]
    pub fn after_man(&self, from: Word<R>, to: Word<R>) -> View<R, S::Other> {
        let crowned = to & R::Geometry::crown_row(S::WHITE);
        self.turned(from | to, Word::<R>::NONE, self.kings | crowned)
    }

    /// The board after a king's step, as the other side sees it.
    #[inline(always)]
    pub fn after_king(&self, from: Word<R>, to: Word<R>) -> View<R, S::Other> {
        self.turned(from | to, Word::<R>::NONE, self.kings ^ (from | to))
    }

    /// The board after a capture, as the other side sees it.
    #[inline(always)]
    pub fn after_capture(&self, capture: &Capture<Word<R>>) -> View<R, S::Other> {
        let Capture { from, to, taken, crowned, .. } = *capture;
        let crown = if crowned || from.meets(self.kings) { to } else { Word::<R>::NONE };
        // A circular capture changes nothing but the captured pieces.
        let mut after = self.turned(from ^ to, taken, self.kings & !from | crown);
        // If pieces are removed at once, a king may end on the square of one it captured.
        if self.rules.facts().removal == Removal::AtOnce {
            after.empty &= !to;
        }
        after
    }

    /// The board seen by the other side after pieces have moved, `taken` has been removed, and `kings` are the kings of
    /// the side that moved.
    #[inline(always)]
    fn turned(&self, changed: Word<R>, taken: Word<R>, kings: Word<R>) -> View<R, S::Other> {
        View {
            rules: self.rules,
            men: self.enemy & !self.enemy_kings & !taken,
            kings: self.enemy_kings & !taken,
            enemy: (self.men | self.kings) ^ changed,
            enemy_kings: kings,
            empty: self.empty ^ changed | taken,
            tired: Word::<R>::NONE,
            side: PhantomData,
        }
    }

    #[inline(always)]
    fn step(set: Word<R>, direction: Direction) -> Word<R> {
        R::Geometry::step(set, direction)
    }

    /// The enemies that a man may capture.
    #[inline(always)]
    pub fn targets_of_men(&self) -> Word<R> {
        if self.rules.facts().men_take_kings { self.enemy } else { self.enemy & !self.enemy_kings }
    }

    /// The squares from which a man could jump in a direction over a piece onto one of `free`, whether or not a man
    /// stands there.
    #[inline(always)]
    pub fn launches_in(&self, direction: Direction, free: Word<R>) -> Word<R> {
        let back = direction.opposite();
        Self::step(Self::step(free, back) & self.targets_of_men(), back)
    }

    /// The squares from which a man could jump in some direction onto one of `free`.
    #[inline(always)]
    pub fn launches(&self, free: Word<R>) -> Word<R> {
        let mut launches = Word::<R>::NONE;
        each_direction!(direction in man_captures::<S>(&self.rules.facts()) => {
            launches |= self.launches_in(direction, free);
        });
        launches
    }

    /// Whether a king can capture.
    #[inline(always)]
    pub fn any_king_captures(&self) -> bool {
        if self.kings.is_none() {
            return false;
        }
        let facts = self.rules.facts();
        each_direction!(direction in king_captures(&facts) => {
            let mut front = Self::step(self.kings, direction);
            loop {
                if Self::step(front & self.enemy, direction).meets(self.empty) {
                    return true;
                }
                front &= self.empty;
                if facts.king_range == KingRange::Short || front.is_none() {
                    break;
                }
                front = Self::step(front, direction);
            }
        });
        false
    }

    /// Whether any piece can capture.
    #[inline(always)]
    pub fn any_capture(&self) -> bool {
        self.launches(self.empty).meets(self.men) || self.any_king_captures()
    }

    /// Follows every capture of every piece.
    #[inline(always)]
    pub fn captures<K: Sink<Word<R>> + ?Sized>(&self, sink: &mut K) {
        let launches = self.launches(self.empty);
        if launches.meets(self.men) {
            each_direction!(direction in man_captures::<S>(&self.rules.facts()) => {
                let mut landings = self.landings(direction);
                while !landings.is_none() {
                    Search::man(self, launches, direction, landings.first(), sink);
                    landings = landings.rest();
                }
            });
        }
        let mut kings = self.kings;
        while !kings.is_none() {
            Search::king(self, kings.first(), sink);
            kings = kings.rest();
        }
    }

    /// Reports captures to a sink, where speed does not matter: compiled once for all sinks.
    #[inline(never)]
    pub fn captures_for(&self, sink: &mut dyn Sink<Word<R>>) {
        self.captures(sink);
    }

    /// Whether all captures of a piece weigh the same and no king can capture.
    #[inline(always)]
    pub fn all_captures_equal(&self) -> bool {
        let facts = self.rules.facts();
        let kings_count = match facts.precedence {
            Precedence::Free | Precedence::Number | Precedence::KingFirst => false,
            Precedence::Italian => facts.men_take_kings,
            Precedence::NumberThenKings | Precedence::Value => true,
        };
        let surely_goes_on =
            facts.precedence == Precedence::Free || facts.crowning != Crowning::GoesOnAsKing;
        self.kings.is_none() && surely_goes_on && (!kings_count || self.enemy_kings.is_none())
    }

    /// Returns the squares on which men land after a first jump in this direction.
    #[inline(always)]
    pub fn landings(&self, direction: Direction) -> Word<R> {
        let jumping = self.men & self.launches_in(direction, self.empty);
        Self::step(Self::step(jumping, direction), direction)
    }

    /// Those landings of a first jump from which a man may be able to jump on. `launches` are those onto the empty
    /// squares; as the man itself still stands on its own, none of them leads back.
    #[inline(always)]
    pub fn unfinished(&self, landings: Word<R>, launches: Word<R>) -> Word<R> {
        let facts = self.rules.facts();
        let row = R::Geometry::crown_row(S::WHITE);
        match (facts.continuation, facts.crowning) {
            (Duty::Optional, _) => landings,
            (_, Crowning::EndsMove) => landings & launches & !row,
            (_, Crowning::AtMoveEnd) => landings & launches,
            (_, Crowning::GoesOnAsKing) => landings & (launches | row),
        }
    }

    /// Returns the number of quiet moves.
    #[inline(always)]
    pub fn count_quiet(&self) -> u32 {
        let facts = self.rules.facts();
        let mut count = 0;
        each_direction!(direction in man_steps::<S>(facts.lines) => {
            count += self.quiet_targets(direction).count();
        });
        let kings = self.kings & !self.tired;
        if !kings.is_none() {
            each_direction!(direction in king_steps(facts.lines) => {
                let mut front = Self::step(kings, direction) & self.empty;
                while !front.is_none() {
                    count += front.count();
                    if facts.king_range == KingRange::Short {
                        break;
                    }
                    front = Self::step(front, direction) & self.empty;
                }
            });
        }
        count
    }

    /// Returns the squares to which men step in one direction.
    #[inline(always)]
    pub fn quiet_targets(&self, direction: Direction) -> Word<R> {
        Self::step(self.men, direction) & self.empty
    }

    /// Adds every move without a capture to a list.
    #[inline(always)]
    pub fn fill_quiet(&self, moves: &mut MoveList) -> Result<(), CapacityError<Move>> {
        let row = R::Geometry::crown_row(S::WHITE);
        let mut result = Ok(());
        let mut push = |from: Word<R>, to: Word<R>, promotes| {
            let step = Move {
                from: Square::new(from.lowest()),
                to: Square::new(to.lowest()),
                captured: 0,
                promotes,
            };
            if let Err(full) = moves.try_push(step) {
                result = Err(full);
            }
        };
        each_direction!(direction in man_steps::<S>(self.rules.facts().lines) => {
            let mut targets = self.quiet_targets(direction);
            while !targets.is_none() {
                let to = targets.first();
                push(Self::step(to, direction.opposite()), to, to.meets(row));
                targets = targets.rest();
            }
        });
        self.each_quiet_king(|from, to| push(from, to, false));
        result
    }

    /// Calls `visit(from, to)` for every king's move without a capture.
    #[inline(always)]
    pub fn each_quiet_king(&self, mut visit: impl FnMut(Word<R>, Word<R>)) {
        let facts = self.rules.facts();
        let mut kings = self.kings & !self.tired;
        while !kings.is_none() {
            let from = kings.first();
            each_direction!(direction in king_steps(facts.lines) => {
                let mut to = Self::step(from, direction) & self.empty;
                while !to.is_none() {
                    visit(from, to);
                    if facts.king_range == KingRange::Short {
                        break;
                    }
                    to = Self::step(to, direction) & self.empty;
                }
            });
            kings = kings.rest();
        }
    }
}

/// The directions in which men step.
#[inline(always)]
pub(crate) fn man_steps<S: Side>(lines: Lines) -> Directions {
    match (lines, S::WHITE) {
        (Lines::Orthogonal, true) => Directions::NORTH.and(Directions::SIDEWAYS),
        (Lines::Orthogonal, false) => Directions::SOUTH.and(Directions::SIDEWAYS),
        (_, true) => Directions::UP,
        (_, false) => Directions::DOWN,
    }
}

/// The directions in which kings move.
#[inline(always)]
pub(crate) fn king_steps(lines: Lines) -> Directions {
    match lines {
        Lines::Orthogonal => Directions::ORTHOGONAL,
        _ => Directions::DIAGONAL,
    }
}
