//! Perft: counting the leaves of the move tree, the standard test of move generators.

use crate::bits::Bits;
use crate::capture::{Capture, List, Search, Sink, man_captures};
use crate::color::{Black, Color, Side, White};
use crate::cpu::{self, Cpu, Work};
use crate::dynamic_rules::DynamicRules;
use crate::facts::{Duty, Facts, Precedence};
use crate::geometry::{Geometry, each_direction};
use crate::moves::Move;
use crate::position::Position;
use crate::rules::Rules;
use crate::runs::KingRuns;
use crate::view::{View, man_steps};
use crate::worth::Preferred;
use core::cmp::Ordering;

type Word<R> = <<R as Rules>::Geometry as Geometry>::Bits;

/// The ways to count captures that differ only in the order of their jumps.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
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
    match position.turn() {
        Color::White => count::<R, White>(position, depth, counting),
        Color::Black => count::<R, Black>(position, depth, counting),
    }
}

fn count<R: Rules, S: Side>(position: &Position<R>, depth: u32, counting: Counting) -> u64 {
    let mut scratch = Scratch { captures: Vec::with_capacity(256), counting };
    let nodes = Nodes::<R, S> {
        view: position.view(),
        runs: position.runs(),
        depth,
        scratch: &mut scratch,
    };
    cpu::run(nodes).unwrap_or_else(|| plainly(&position.general(), depth, counting))
}

/// Counts with the general move generator, for house rules and for CPUs without specialised code.
pub(crate) fn plainly<G: Geometry>(
    position: &Position<DynamicRules<G>>,
    depth: u32,
    counting: Counting,
) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = counted_moves(position, counting);
    match depth {
        1 => moves.len() as u64,
        _ => {
            let children = moves.iter().map(|mv| position.play_unchecked(mv));
            children.map(|child| plainly(&child, depth - 1, counting)).sum()
        }
    }
}

/// The moves, captures counted as requested.
pub(crate) fn counted_moves<G: Geometry>(
    position: &Position<DynamicRules<G>>,
    counting: Counting,
) -> Vec<Move> {
    let mut moves = position.legal_moves();
    if counting == Counting::Keep {
        let mut captures = Vec::new();
        if !position.king_has_won() {
            match position.turn() {
                Color::White => ordered::<G, White>(position, &mut captures),
                Color::Black => ordered::<G, Black>(position, &mut captures),
            }
        }
        moves.retain(|mv| !mv.is_capture());
        moves.extend(captures.into_iter().map(Capture::to_move));
    }
    moves
}

fn ordered<G: Geometry, S: Side>(
    position: &Position<DynamicRules<G>>,
    captures: &mut Vec<Capture<G::Bits>>,
) {
    let mut list = List::new(&position.rules().facts(), Counting::Keep, captures);
    position.view::<S>().captures_for(&mut list);
}

/// The buffers that all levels of the tree share.
struct Scratch<B> {
    /// A stack: the captures of a position lie on top of its parent's.
    captures: Vec<Capture<B>>,
    counting: Counting,
}

/// The tree below one position, with side `S` to move.
struct Nodes<'a, R: Rules, S: Side> {
    view: View<R, S>,
    runs: KingRuns,
    depth: u32,
    scratch: &'a mut Scratch<Word<R>>,
}

/// The number of leaves below a child, from the view of its side to move.
#[inline(always)]
fn below<R: Rules, S: Side, C: Cpu>(
    cpu: C,
    mut view: View<R, S>,
    runs: KingRuns,
    depth: u32,
    scratch: &mut Scratch<Word<R>>,
) -> u64 {
    view.tired = runs.tired::<R::Geometry>(&view.rules.facts(), S::COLOR, view.men);
    if depth == 1 {
        leaves::<R, S, C>(cpu, &view, scratch)
    } else {
        cpu.run(Nodes::<R, S> { view, runs, depth, scratch })
    }
}

/// The number of moves in a position.
#[inline(always)]
fn leaves<R: Rules, S: Side, C: Cpu>(
    cpu: C,
    view: &View<R, S>,
    scratch: &mut Scratch<Word<R>>,
) -> u64 {
    if view.king_has_won() {
        return 0;
    }
    let mut moves = 0;
    let launches = view.launches(view.empty);
    let capturing = launches.meets(view.men) || view.any_king_captures();
    if capturing {
        moves += single_captures(view, launches)
            .unwrap_or_else(|| cpu.run(Captures::<R, S> { view: *view, scratch }));
    }
    if !capturing || view.rules.facts().capture == Duty::Optional {
        moves += view.count_quiet();
    }
    u64::from(moves)
}

/// The number of captures, if all are single jumps of men, which can be counted at once.
#[inline(always)]
fn single_captures<R: Rules, S: Side>(view: &View<R, S>, launches: Word<R>) -> Option<u32> {
    let mut unfinished = Word::<R>::NONE;
    let mut count = 0;
    each_direction!(direction in man_captures::<S>(&view.rules.facts()) => {
        let landings = view.landings(direction);
        unfinished |= view.unfinished(landings, launches);
        count += landings.count();
    });
    (unfinished.is_none() && view.all_captures_equal()).then_some(count)
}

/// Counts the captures of a position that has some.
struct Captures<'a, R: Rules, S: Side> {
    view: View<R, S>,
    scratch: &'a mut Scratch<Word<R>>,
}

impl<R: Rules, S: Side> Work for Captures<'_, R, S> {
    type Output = u32;

    #[inline(always)]
    fn run<C: Cpu>(self, _cpu: C) -> u32 {
        // Views are not moved: copying one right after it was written would stall.
        let Self { ref view, scratch } = self;
        let facts = view.rules.facts();
        let mut tally = CaptureCounter::new(&facts, scratch);
        if !view.all_captures_equal() {
            view.captures(&mut tally);
            return tally.finish();
        }
        let launches = view.launches(view.empty);
        each_direction!(direction in man_captures::<S>(&facts) => {
            let landings = view.landings(direction);
            let mut unfinished = view.unfinished(landings, launches);
            if matches!(facts.precedence, Precedence::Free | Precedence::KingFirst) {
                tally.short += (landings & !unfinished).count();
            }
            while !unfinished.is_none() {
                Search::man(view, launches, direction, unfinished.first(), &mut tally);
                unfinished = unfinished.rest();
            }
        });
        tally.finish()
    }
}

impl<R: Rules, S: Side> Work for Nodes<'_, R, S> {
    type Output = u64;

    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> u64 {
        if self.depth == 1 {
            return leaves::<R, S, C>(cpu, &self.view, self.scratch);
        }
        let Self { ref view, runs, depth, scratch } = self;
        let facts = view.rules.facts();
        if view.king_has_won() {
            return 0;
        }
        let mut nodes = 0;
        let capturing = view.any_capture();
        if capturing {
            let start = scratch.captures.len();
            let mut list = List::new(&facts, scratch.counting, &mut scratch.captures);
            view.captures(&mut list);
            let end = start + list.len();
            for index in start..end {
                let capture = scratch.captures[index];
                let runs = runs.after_other(&facts, S::COLOR, capture.taken);
                nodes += below(cpu, view.after_capture(&capture), runs, depth - 1, scratch);
            }
            scratch.captures.truncate(start);
        }
        if !capturing || facts.capture == Duty::Optional {
            let after_man = runs.after_other(&facts, S::COLOR, Word::<R>::NONE);
            each_direction!(direction in man_steps::<S>(facts.lines) => {
                let mut targets = view.quiet_targets(direction);
                while !targets.is_none() {
                    let to = targets.first();
                    let from = R::Geometry::step(to, direction.opposite());
                    nodes += below(cpu, view.after_man(from, to), after_man, depth - 1, scratch);
                    targets = targets.rest();
                }
            });
            view.each_quiet_king(|from, to| {
                let runs = runs.after_king(&facts, S::COLOR, from, to);
                nodes += below(cpu, view.after_king(from, to), runs, depth - 1, scratch);
            });
        }
        nodes
    }
}

/// Counts captures, keeping only those that could have another order.
struct CaptureCounter<'a, B> {
    preferred: Preferred,
    short: u32,
    long: List<'a, B>,
}

impl<'a, B: Bits> CaptureCounter<'a, B> {
    #[inline(always)]
    fn new(facts: &Facts, scratch: &'a mut Scratch<B>) -> Self {
        let long = List::new(facts, scratch.counting, &mut scratch.captures);
        Self { preferred: Preferred::new(facts), short: 0, long }
    }

    #[inline(always)]
    fn finish(mut self) -> u32 {
        let long = self.long.len() as u32;
        self.long.clear();
        self.short + long
    }
}

impl<B: Bits> Sink<B> for CaptureCounter<'_, B> {
    #[inline(always)]
    fn found(&mut self, capture: Capture<B>) {
        match self.preferred.compare(capture.worth) {
            Ordering::Less => return,
            Ordering::Equal => {}
            Ordering::Greater => {
                self.short = 0;
                self.long.clear();
            }
        }
        if self.long.is_one_move(&capture) {
            self.short += 1;
        } else {
            self.long.add(capture);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{American, Frisian, International, Italian};

    fn counts_alike<R: Rules>(position: &Position<R>) {
        for counting in [Counting::Keep, Counting::Drop] {
            assert_eq!(plainly(&position.general(), 5, counting), perft(position, 5, counting));
        }
    }

    #[test]
    fn plain_moves_are_as_many() {
        counts_alike(&Position::<American>::start());
        counts_alike(&Position::<Italian>::start());
        counts_alike(&Position::<International>::start());
        counts_alike(&Position::<Frisian>::start());
    }
}
