//! The search: alpha-beta with everything that makes it look deeper where it matters.

mod horizon;
mod node;
mod order;
mod root;
#[cfg(test)]
mod tests;
mod tuning;

pub(crate) use root::{Task, think};
pub use tuning::{Tuning, UnknownTuning};

use crate::draws::Past;
use crate::eval::Judge;
use crate::limits::Watch;
use crate::score::Value;
use crate::table::Table;
use core::iter::repeat_with;
use draughts::{Move, Position, Rules};
use order::{Experience, Sheet};

/// The longest line that is looked at, captures at its end not counted.
const MOST_PLIES: usize = 128;
/// The longest line with captures: each takes a piece, and no board has more than fifty of a side.
const MOST_WITH_CAPTURES: usize = MOST_PLIES + 100;

/// What one thread works with; kept from search to search.
#[derive(Debug)]
pub(crate) struct Desk {
    experience: Experience,
    /// For each ply the moves of the position looked at.
    sheets: Vec<Sheet>,
    /// For each ply the best line from there.
    lines: Vec<Vec<Move>>,
}

impl Desk {
    pub fn new() -> Self {
        Self {
            experience: Experience::new(MOST_WITH_CAPTURES),
            sheets: repeat_with(Sheet::default).take(MOST_WITH_CAPTURES).collect(),
            lines: vec![Vec::new(); MOST_WITH_CAPTURES + 1],
        }
    }

    /// Forgets what other searches have taught.
    pub fn clear(&mut self) {
        self.experience.clear();
    }
}

/// One thread's search, from its start to its end.
struct Search<'a, R: Rules> {
    judge: &'a Judge<'a, R>,
    table: &'a Table,
    watch: &'a Watch,
    tuning: Tuning,
    /// Captures in a row that are looked at beyond the depth.
    most_captures: u32,
    past: Past,
    desk: &'a mut Desk,
    nodes: u64,
    /// How many of them the watch has been told.
    told: u64,
    root_depth: i32,
    over: bool,
    rules: R,
}

/// The values between which an answer matters.
#[derive(Clone, Copy)]
struct Window {
    alpha: Value,
    beta: Value,
}

impl Window {
    /// Only the question whether a value is at least so much.
    fn at_least(value: Value) -> Self {
        Self { alpha: value - 1, beta: value }
    }

    fn is_wide(self) -> bool {
        self.beta - self.alpha > 1
    }

    /// As the opponent sees it.
    fn turned(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// Only the question whether a value is above alpha.
    fn test(self) -> Self {
        Self { alpha: self.alpha, beta: self.alpha + 1 }
    }
}

impl<R: Rules> Search<'_, R> {
    /// Lists the legal moves of a position and orders those that count; gives how many these are.
    #[inline]
    fn list(
        &mut self,
        position: &Position<R>,
        ply: usize,
        known: u16,
        counts: impl Fn(&Move) -> bool,
    ) -> usize {
        let Desk { experience, sheets, .. } = &mut *self.desk;
        let sheet = &mut sheets[ply];
        position.legal_moves_into(&mut sheet.moves);
        let view = experience.view(position.turn(), self.past.last_to(), ply);
        sheet.order(&view, known, counts)
    }

    /// Plays a move, to look so deep behind it.
    #[inline]
    fn descend(&mut self, position: &Position<R>, mv: &Move, depth: i32) -> Position<R> {
        let after = position.play_unchecked(mv);
        if depth > 0 {
            self.table.prefetch(after.hash());
        }
        self.past.push(position, mv, &after);
        after
    }

    /// Puts a move before the best line of the next ply.
    fn extend_line(&mut self, ply: usize, mv: Move) {
        let (before, after) = self.desk.lines.split_at_mut(ply + 1);
        let line = &mut before[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&after[0]);
    }

    /// Whether the search was stopped or its time is over. Without any time there is still a first look
    /// at each move, so that nothing is given away that can be seen at once.
    fn must_end(&mut self) -> bool {
        const FIRST_LOOK: u64 = 4096;
        self.tell_nodes();
        let first = self.root_depth == 1 && self.nodes < FIRST_LOOK;
        if first { self.watch.is_stopped() } else { self.watch.is_over() }
    }

    /// Tells the watch, which counts for all threads, what was looked at since the last time.
    fn tell_nodes(&mut self) {
        self.watch.add_nodes(self.nodes - self.told);
        self.told = self.nodes;
    }

    /// Counts a position; says whether the search is over.
    #[inline]
    fn count_node(&mut self) -> bool {
        // Looking at the clock costs more than a position.
        const BETWEEN_LOOKS: u64 = 512;
        if self.nodes >= self.watch.nodes
            || self.nodes.is_multiple_of(BETWEEN_LOOKS) && self.must_end()
        {
            self.over = true;
        } else {
            self.nodes += 1;
        }
        self.over
    }
}
