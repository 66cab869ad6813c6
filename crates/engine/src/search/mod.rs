//! The search: principal variation search with a transposition table, pruning, reductions,
//! extensions and quiescence. `docs/engine.md` says where each idea and each number comes from.

mod alpha_beta;
mod history;
mod picker;
mod quiescence;
mod root;
mod stack;
mod tables;
#[cfg(test)]
mod tests;
mod tuning;

pub(crate) use root::{SearchTask, search_root};
pub(crate) use tables::TreeTables;
pub use tuning::{Tuning, TuningError};

use crate::eval::Evaluator;
use crate::limits::TimeManager;
use crate::score::{Value, WIN};
use crate::tt::TranspositionTable;
use core::iter::repeat_with;
use draughts::{Move, Position, Rules};
use history::History;
use picker::MovePicker;
use stack::Stack;

/// The longest line of the main search.
const MAX_PLY: usize = 128;
/// The longest line with quiescence: each capture takes a piece, and no board has more than fifty of
/// a side.
const MAX_QUIESCENCE_PLY: usize = MAX_PLY + 100;

/// The data that a thread keeps from search to search.
#[derive(Debug)]
pub(crate) struct ThreadData {
    history: History,
    /// For each ply the moves of the node there.
    pickers: Vec<MovePicker>,
    /// For each ply the principal variation from there.
    pv: Vec<Vec<Move>>,
}

impl ThreadData {
    pub fn new() -> Self {
        Self {
            history: History::new(MAX_QUIESCENCE_PLY),
            pickers: repeat_with(MovePicker::default).take(MAX_QUIESCENCE_PLY).collect(),
            pv: vec![Vec::new(); MAX_QUIESCENCE_PLY + 1],
        }
    }

    /// Forgets killers and history.
    pub fn clear(&mut self) {
        self.history.clear();
    }
}

/// One thread's search, from its start to its end.
struct Worker<'a, R: Rules> {
    evaluator: &'a Evaluator<'a, R>,
    tt: &'a TranspositionTable,
    tables: Option<TreeTables<'a>>,
    time: &'a TimeManager,
    tuning: Tuning,
    /// Captures in a row that quiescence follows.
    max_captures: u32,
    stack: Stack,
    thread: &'a mut ThreadData,
    nodes: u64,
    /// How many of them the time manager knows of.
    reported_nodes: u64,
    root_depth: i32,
    /// Whether a limit was reached: values are worth nothing from then on.
    stopped: bool,
    rules: R,
}

/// The values between which an exact answer matters.
#[derive(Clone, Copy)]
struct Window {
    alpha: Value,
    beta: Value,
}

impl Window {
    /// A null window: asks only whether a value reaches beta.
    fn null(beta: Value) -> Self {
        Self { alpha: beta - 1, beta }
    }

    /// The null window above alpha, for the scout search of a move that is not the first.
    fn scout(self) -> Self {
        Self { alpha: self.alpha, beta: self.alpha + 1 }
    }

    /// Whether an exact value is wanted, as in nodes of the principal variation.
    fn is_pv(self) -> bool {
        self.beta - self.alpha > 1
    }

    fn is_empty(self) -> bool {
        self.alpha >= self.beta
    }

    /// As the opponent sees it.
    fn negated(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// Returns the part of the window that is left at a ply: nobody wins or loses faster than it takes to get
    /// there.
    fn without_faster_wins(self, ply: usize) -> Self {
        let ply = ply as Value;
        Self { alpha: self.alpha.max(ply - WIN), beta: self.beta.min(WIN - ply - 1) }
    }
}

impl<R: Rules> Worker<'_, R> {
    /// Generates the legal moves of a position and scores those that count; gives how many these
    /// are.
    #[inline]
    fn generate(
        &mut self,
        position: &Position<R>,
        ply: usize,
        tt_move: u16,
        counts: impl Fn(&Move) -> bool,
    ) -> usize {
        let ThreadData { history, pickers, .. } = &mut *self.thread;
        let picker = &mut pickers[ply];
        position.legal_moves_into(&mut picker.moves);
        let view = history.view(position.turn(), self.stack.last_to(), ply);
        picker.score(&view, tt_move, counts)
    }

    /// Plays a move that will be searched to a depth.
    #[inline]
    fn make(&mut self, position: &Position<R>, mv: &Move, depth: i32) -> Position<R> {
        let after = position.play_unchecked(mv);
        if depth > 0 {
            self.tt.prefetch(after.hash());
        }
        self.stack.push(position, mv, &after);
        after
    }

    /// Puts a move before the principal variation of the next ply.
    fn update_pv(&mut self, ply: usize, mv: Move) {
        let (before, after) = self.thread.pv.split_at_mut(ply + 1);
        let pv = &mut before[ply];
        pv.clear();
        pv.push(mv);
        pv.extend_from_slice(&after[0]);
    }

    /// Whether the search was stopped or its time is up. Without any time there is still a short look
    /// at each move, so that nothing is given away that can be seen at once.
    fn must_stop(&mut self) -> bool {
        const FIRST_LOOK: u64 = 4096;
        self.report_nodes();
        let first = self.root_depth == 1 && self.nodes < FIRST_LOOK;
        if first { self.time.is_stopped() } else { self.time.hard_limit_reached() }
    }

    /// Adds the nodes since the last report to those of all threads.
    fn report_nodes(&mut self) {
        self.time.add_nodes(self.nodes - self.reported_nodes);
        self.reported_nodes = self.nodes;
    }

    /// Counts a node; says whether the search is stopped.
    #[inline]
    fn count_node(&mut self) -> bool {
        // Looking at the clock costs more than a node.
        const NODES_BETWEEN_CHECKS: u64 = 512;
        if self.nodes >= self.time.max_nodes
            || self.nodes.is_multiple_of(NODES_BETWEEN_CHECKS) && self.must_stop()
        {
            self.stopped = true;
        } else {
            self.nodes += 1;
        }
        self.stopped
    }
}
