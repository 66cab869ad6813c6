//! Counting the leaves of the move tree, the yardstick of every generator.

use crate::bits::Bits;
use crate::board::Board;
use crate::capture::{Capture, List, Preferred, Search, Sink, man_captures};
use crate::color::{Black, Color, Side, White};
use crate::cpu::{self, Cpu, Work};
use crate::facts::{Duty, Precedence};
use crate::geometry::{Geometry, each_direction};
use crate::position::Position;
use crate::rules::Rules;
use crate::runs::KingRuns;
use crate::view::{View, man_steps};
use core::cmp::Ordering;
use core::marker::PhantomData;

type Word<R> = <<R as Rules>::Geometry as Geometry>::Bits;

/// How captures that differ only in the order of their jumps are counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Counting {
    /// Every ordered sequence of jumps is a move of its own.
    Keep,
    /// Moves are one when start, end, captured pieces and promotion are the same.
    #[default]
    Drop,
}

/// The number of positions reached after exactly `depth` moves. Draws are ignored.
///
/// ```
/// use draughts::{American, Counting, Position, perft};
///
/// assert_eq!(perft(&Position::<American>::start(), 6, Counting::Drop), 36_768);
/// ```
pub fn perft<R: Rules>(position: &Position<R>, depth: u32, counting: Counting) -> u64 {
    if depth == 0 {
        return 1;
    }
    match (position.turn(), counting) {
        (Color::White, Counting::Keep) => count::<R, White, true>(position, depth),
        (Color::White, Counting::Drop) => count::<R, White, false>(position, depth),
        (Color::Black, Counting::Keep) => count::<R, Black, true>(position, depth),
        (Color::Black, Counting::Drop) => count::<R, Black, false>(position, depth),
    }
}

fn count<R: Rules, S: Side, const KEEP: bool>(position: &Position<R>, depth: u32) -> u64 {
    let mut captures = Vec::with_capacity(256);
    cpu::run(Nodes::<R, S, KEEP> {
        rules: *position.rules(),
        board: *position.board(),
        runs: position.runs(),
        depth,
        captures: &mut captures,
        side: PhantomData,
    })
}

/// The tree below one position, with side `S` to move.
struct Nodes<'a, R: Rules, S: Side, const KEEP: bool> {
    rules: R,
    board: Board<R::Geometry>,
    runs: KingRuns,
    depth: u32,
    /// A stack that all levels of the tree share: each one's captures lie on top of its parent's.
    captures: &'a mut Vec<Capture<Word<R>>>,
    side: PhantomData<S>,
}

impl<R: Rules, S: Side, const KEEP: bool> Nodes<'_, R, S, KEEP> {
    #[inline(always)]
    fn child<C: Cpu>(&mut self, cpu: C, board: Board<R::Geometry>, runs: KingRuns) -> u64 {
        let child = Nodes::<R, S::Other, KEEP> {
            rules: self.rules,
            board,
            runs,
            depth: self.depth - 1,
            captures: self.captures,
            side: PhantomData,
        };
        if child.depth == 1 { child.leaves(cpu) } else { cpu.run(child) }
    }

    #[inline(always)]
    fn view(&self) -> View<R, S> {
        let mut view = View::new(self.rules, &self.board);
        view.tired = self.runs.tired::<R::Geometry>(&self.rules.facts(), S::COLOR, view.men);
        view
    }

    /// The number of moves here.
    #[inline(always)]
    fn leaves<C: Cpu>(self, cpu: C) -> u64 {
        let facts = self.rules.facts();
        if facts.first_king_wins && !self.board.kings.is_none() {
            return 0;
        }
        let view = self.view();
        let mut moves = 0;
        let capturing = view.any_capture();
        if capturing {
            moves += cpu.run(Captures::<R, S, KEEP> { view: &view, scratch: self.captures });
        }
        if !capturing || facts.capture == Duty::Optional {
            moves += view.count_quiet();
        }
        u64::from(moves)
    }
}

/// The number of captures in a position that has some.
struct Captures<'a, R: Rules, S: Side, const KEEP: bool> {
    view: &'a View<R, S>,
    scratch: &'a mut Vec<Capture<Word<R>>>,
}

impl<R: Rules, S: Side, const KEEP: bool> Captures<'_, R, S, KEEP> {
    /// Counts those of men, where most are single jumps that can be counted all at once.
    #[inline(always)]
    fn of_men(view: &View<R, S>, tally: &mut Tally<KEEP>) {
        let facts = view.rules.facts();
        let launches = view.launches(view.empty);
        let mut unfinished = Word::<R>::NONE;
        let mut single = 0;
        each_direction!(direction in man_captures::<S>(&facts) => {
            let landings = view.landings(direction);
            let more = view.unfinished(landings, launches);
            single += (landings & !more).count();
            unfinished |= more;
        });
        if unfinished.is_none()
            || matches!(facts.precedence, Precedence::Free | Precedence::KingFirst)
        {
            tally.count = single;
        }
        if unfinished.is_none() {
            return;
        }
        each_direction!(direction in man_captures::<S>(&facts) => {
            let mut more = view.unfinished(view.landings(direction), launches);
            while !more.is_none() {
                Search::man(view, launches, direction, more.first(), tally);
                more = more.rest();
            }
        });
    }
}

impl<R: Rules, S: Side, const KEEP: bool> Work for Captures<'_, R, S, KEEP> {
    type Output = u32;

    #[inline(always)]
    fn run<C: Cpu>(self, _cpu: C) -> u32 {
        let Self { view, scratch } = self;
        let facts = view.rules.facts();
        let mut tally = Tally {
            preferred: Preferred::new(&facts),
            count: 0,
            tour: false,
            length: facts.tour(),
        };
        if view.all_captures_equal() {
            Self::of_men(view, &mut tally);
        } else {
            view.captures(&mut tally);
        }
        if KEEP || !tally.tour {
            return tally.count;
        }
        let start = scratch.len();
        let mut list = List::<_, false>::new(&facts, scratch);
        view.captures(&mut list);
        let count = list.len();
        scratch.truncate(start);
        count as u32
    }
}

impl<R: Rules, S: Side, const KEEP: bool> Work for Nodes<'_, R, S, KEEP> {
    type Output = u64;

    #[inline(always)]
    fn run<C: Cpu>(mut self, cpu: C) -> u64 {
        if self.depth == 1 {
            return self.leaves(cpu);
        }
        let facts = self.rules.facts();
        if facts.first_king_wins && !self.board.kings.is_none() {
            return 0;
        }
        let view = self.view();
        let mut nodes = 0;
        let capturing = view.any_capture();
        if capturing {
            let start = self.captures.len();
            let mut list = List::<_, KEEP>::new(&facts, self.captures);
            view.captures(&mut list);
            let end = start + list.len();
            for index in start..end {
                let Capture { from, to, taken, crowned, .. } = self.captures[index];
                let board = self.board.after::<S>(from, to, taken, from.meets(view.kings), crowned);
                let runs = self.runs.after_other(&facts, S::COLOR, taken);
                nodes += self.child(cpu, board, runs);
            }
            self.captures.truncate(start);
        }
        if !capturing || facts.capture == Duty::Optional {
            let none = Word::<R>::NONE;
            let row = R::Geometry::crown_row(S::WHITE);
            each_direction!(direction in man_steps::<S>(facts.lines) => {
                let mut targets = view.quiet_targets(direction);
                while !targets.is_none() {
                    let to = targets.first();
                    let from = R::Geometry::step(to, direction.opposite());
                    let board = self.board.after::<S>(from, to, none, false, to.meets(row));
                    let runs = self.runs.after_other(&facts, S::COLOR, none);
                    nodes += self.child(cpu, board, runs);
                    targets = targets.rest();
                }
            });
            view.each_quiet_king(|from, to| {
                let board = self.board.after::<S>(from, to, none, true, false);
                let runs = self.runs.after_king(&facts, S::COLOR, from, to);
                nodes += self.child(cpu, board, runs);
            });
        }
        nodes
    }
}

/// Counts captures without keeping them.
struct Tally<const KEEP: bool> {
    preferred: Preferred,
    count: u32,
    /// Whether a capture is long enough to be walked in more than one order.
    tour: bool,
    length: u32,
}

impl<B: Bits, const KEEP: bool> Sink<B> for Tally<KEEP> {
    #[inline(always)]
    fn found(&mut self, capture: Capture<B>) {
        match self.preferred.compare(capture.worth) {
            Ordering::Less => return,
            Ordering::Equal => self.count += 1,
            Ordering::Greater => self.count = 1,
        }
        if !KEEP {
            let others = (1..self.length).fold(capture.taken, |taken, _| taken.rest());
            self.tour |= !others.is_none();
        }
    }
}
