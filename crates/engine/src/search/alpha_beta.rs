//! The main search: alpha-beta in the form of principal variation search, fail-soft.

use super::{MAX_PLY, ThreadData, Tuning, Window, Worker};
use crate::eval::terminal_value;
use crate::score::{DRAW, Value, WIN, is_decided};
use crate::tt::{Bound, NO_MOVE, TtEntry};
use draughts::{Move, Position, Rules};

/// A node of the tree: how deep it is searched, how far it is from the root, and what matters.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub depth: i32,
    pub ply: usize,
    pub window: Window,
}

impl<R: Rules> Worker<'_, R> {
    /// The value of a position for the side to move, searched so many plies deep.
    pub(super) fn search(
        &mut self,
        position: &Position<R>,
        depth: i32,
        ply: usize,
        window: Window,
    ) -> Value {
        self.thread.pv[ply].clear();
        // 1. Draws by repetition and by rules that count moves.
        if self.stack.is_draw() {
            return self.terminal_or_draw(position, ply);
        }
        // 2. Quiescence at the end of the depth.
        if depth <= 0 || ply >= MAX_PLY {
            return self.quiescence(position, ply, window);
        }
        // 3. Limits.
        if self.count_node() {
            return DRAW;
        }
        // 4. Mate distance pruning.
        let window = window.without_faster_wins(ply);
        if window.is_empty() {
            return window.alpha;
        }
        let node = Node { depth, ply, window };
        // 5. Endgame tables.
        if let Some(value) = self.table_value(position, ply, window) {
            return value;
        }
        // 6. Transposition table.
        let entry = self.probe(position);
        if let Some(value) = entry.and_then(|entry| self.tt_cutoff(&entry, node)) {
            return value;
        }
        if let Some(static_eval) = self.static_eval_for_pruning(position, node) {
            // 7. Reverse futility pruning.
            if let Some(value) = self.reverse_futility(static_eval, node) {
                return value;
            }
            // 8. ProbCut.
            if let Some(value) = self.probcut(position, static_eval, node) {
                return value;
            }
        }
        // 9. Internal iterative reduction.
        let tt_move = entry.map_or(NO_MOVE, |entry| entry.best_move);
        let node = Node { depth: depth - self.iir(tt_move, depth), ..node };
        // 10. Move generation; a side without a move has lost or won.
        if self.generate(position, ply, tt_move, |_| true) == 0 {
            return self.terminal_or_draw(position, ply);
        }
        // 11. Enhanced transposition cut-off.
        if let Some(value) = self.etc(position, node) {
            return value;
        }
        // 12. Singular extension: whether the move of the table holds alone.
        let singular = self.is_singular(position, node, entry);
        // 13. to 19. The moves.
        self.search_moves(position, node, singular)
    }

    /// Searches the moves that were generated; gives the value of the best.
    fn search_moves(&mut self, position: &Position<R>, node: Node, singular: bool) -> Value {
        let Node { depth, ply, window } = node;
        let count = self.thread.pickers[ply].moves.len();
        let Window { mut alpha, beta } = window;
        let (mut best, mut best_move) = (-WIN, NO_MOVE);
        for index in 0..count {
            // 13. The next move: that of the table, captures, promotions, killers, history.
            let (mv, move_index) = self.thread.pickers[ply].pick(index);

            // 14. Extensions: single reply, recapture, singular.
            let extension = self.extension(&mv, count, ply, index == 0 && singular);

            // 15. Late move reductions.
            let window = Window { alpha, beta };
            let reduction = self.lmr(&mv, index, depth, window);

            // 16. Principal variation search.
            let previous_to = self.stack.last_to();
            let child = Node { depth: depth - 1 + extension, ply: ply + 1, window };
            let after = self.make(position, &mv, child.depth - reduction);
            let value = self.pvs(&after, child, reduction, index == 0);
            self.stack.pop();
            if self.stopped {
                return DRAW;
            }

            // 17. The best move.
            best = best.max(value);
            if value > alpha {
                alpha = value;
                best_move = move_index;
                if window.is_pv() {
                    self.update_pv(ply, mv);
                }

                // 18. Beta cut-off: killers and history learn from it.
                if value >= beta {
                    let ThreadData { history, pickers, .. } = &mut *self.thread;
                    let tried = pickers[ply].picked(index);
                    history.update(position.turn(), previous_to, mv, ply, depth, tried);
                    break;
                }
            }
        }

        // 19. Transposition table.
        if self.tuning.tt != 0 {
            let bound = match best {
                _ if best >= beta => Bound::Lower,
                _ if best_move == NO_MOVE => Bound::Upper,
                _ => Bound::Exact,
            };
            self.tt.store(position.hash(), depth, ply, (best, bound), best_move);
        }
        best
    }

    /// The value of a move for the side that made it. Moves after the first are searched with a null
    /// window and at reduced depth, and again where they turn out to be better.
    pub(super) fn pvs(
        &mut self,
        after: &Position<R>,
        node: Node,
        reduction: i32,
        first: bool,
    ) -> Value {
        let Node { depth, ply, window } = node;
        if !first {
            let scout = window.scout().negated();
            let mut value = -self.search(after, depth - reduction, ply, scout);
            if value > window.alpha && reduction > 0 && !self.stopped {
                value = -self.search(after, depth, ply, scout);
            }
            if value <= window.alpha || value >= window.beta || self.stopped {
                return value;
            }
        }
        -self.search(after, depth, ply, window.negated())
    }

    /// The value of a position in which the game is over by the moves on the board, or drawn by how
    /// it was reached.
    fn terminal_or_draw(&self, position: &Position<R>, ply: usize) -> Value {
        position.outcome().map_or(DRAW, |outcome| terminal_value(&outcome, position, ply))
    }

    fn probe(&self, position: &Position<R>) -> Option<TtEntry> {
        match self.tuning.tt {
            0 => None,
            _ => self.tt.probe(position.hash()),
        }
    }

    /// The value of an entry that is deep enough and whose bound decides.
    fn tt_cutoff(&self, entry: &TtEntry, node: Node) -> Option<Value> {
        let Node { depth, ply, window } = node;
        if window.is_pv() || i32::from(entry.depth) < depth {
            return None;
        }
        let value = entry.value(ply);
        let decides = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => value >= window.beta,
            Bound::Upper => value <= window.alpha,
        };
        (decides && !self.comes_too_late(value, ply)).then_some(value)
    }

    /// Whether a win or loss that was seen elsewhere may come after the game is drawn by a rule that
    /// counts moves.
    fn comes_too_late(&self, value: Value, ply: usize) -> bool {
        is_decided(value) && WIN - value.abs() - ply as Value > Value::from(self.stack.plies_left())
    }

    /// The static evaluation of a node that may be pruned by it: one with a null window, in which
    /// nothing can be captured and the game goes on.
    fn static_eval_for_pruning(&self, position: &Position<R>, node: Node) -> Option<Value> {
        let Node { depth, window, .. } = node;
        let in_range = depth <= self.tuning.reverse_futility_max_depth || self.has_probcut(depth);
        if window.is_pv() || is_decided(window.beta) || !in_range {
            return None;
        }
        let quiet = !position.any_capture() && !self.may_be_over(position);
        quiet.then(|| self.evaluator.evaluate(position))
    }

    /// Near the leaves, a position that looks better than beta by a margin is not searched.
    fn reverse_futility(&self, static_eval: Value, node: Node) -> Option<Value> {
        let Tuning { reverse_futility_max_depth, reverse_futility_margin, .. } = self.tuning;
        let margin = reverse_futility_margin * node.depth;
        let prunes =
            node.depth <= reverse_futility_max_depth && static_eval >= node.window.beta + margin;
        prunes.then_some(static_eval - margin)
    }

    fn has_probcut(&self, depth: i32) -> bool {
        let Tuning { probcut_min_depth, .. } = self.tuning;
        probcut_min_depth != 0 && depth >= probcut_min_depth
    }

    /// ProbCut: if a reduced search says that a position is better than beta by a margin, a deep one will
    /// hardly say otherwise.
    fn probcut(&mut self, position: &Position<R>, static_eval: Value, node: Node) -> Option<Value> {
        let Node { depth, ply, window } = node;
        if !self.has_probcut(depth) || static_eval < window.beta {
            return None;
        }
        let Tuning { probcut_margin, probcut_depth_percent, .. } = self.tuning;
        let margin = probcut_margin * depth;
        let beta = window.beta + margin;
        let reduced = depth * probcut_depth_percent.clamp(0, 90) / 100;
        let value = self.search(position, reduced, ply, Window::null(beta));
        (!self.stopped && value >= beta).then_some(value - margin)
    }

    /// How many plies less deeply a node without a move of the table is searched.
    fn iir(&self, tt_move: u16, depth: i32) -> i32 {
        let Tuning { iir_min_depth, tt, .. } = self.tuning;
        let reduces = tt_move == NO_MOVE && iir_min_depth != 0 && depth >= iir_min_depth && tt != 0;
        i32::from(reduces)
    }

    /// Whether the table knows of one of the moves that the opponent's position after it is bad
    /// enough for a cut-off.
    fn etc(&mut self, position: &Position<R>, node: Node) -> Option<Value> {
        let Node { depth, ply, window } = node;
        let Tuning { etc_min_depth, .. } = self.tuning;
        if etc_min_depth == 0 || depth < etc_min_depth || window.is_pv() {
            return None;
        }
        let window = window.negated();
        for mv in &self.thread.pickers[ply].moves {
            let after = position.play_unchecked(mv);
            let Some(entry) = self.tt.probe(after.hash()) else { continue };
            let value = entry.value(ply + 1);
            let deep = i32::from(entry.depth) >= depth - 1;
            let good = entry.bound != Bound::Lower && value <= window.alpha;
            if !deep || !good {
                continue;
            }
            self.stack.push(position, mv, &after);
            let holds = !self.stack.is_draw() && !self.comes_too_late(value, ply + 1);
            self.stack.pop();
            if holds {
                return Some(-value);
            }
        }
        None
    }

    /// Whether all moves but that of the table are worse by a margin, as a reduced search sees it.
    fn is_singular(&mut self, position: &Position<R>, node: Node, entry: Option<TtEntry>) -> bool {
        let Node { depth, ply, .. } = node;
        let Tuning { singular_min_depth, singular_margin, .. } = self.tuning;
        let count = self.thread.pickers[ply].moves.len();
        let enabled = singular_min_depth != 0 && depth >= singular_min_depth;
        let Some(entry) = entry.filter(|_| enabled) else {
            return false;
        };
        let deep = i32::from(entry.depth) >= depth - 3 && entry.bound != Bound::Upper;
        let value = entry.value(ply);
        if !deep || count < 2 || entry.best_move == NO_MOVE || is_decided(value) {
            return false;
        }
        let singular_beta = value - singular_margin * depth;
        for index in (0..count).filter(|index| *index != usize::from(entry.best_move)) {
            let mv = self.thread.pickers[ply].moves[index];
            let reduced = depth / 2 - 1;
            let after = self.make(position, &mv, reduced);
            let other = -self.search(&after, reduced, ply + 1, Window::null(1 - singular_beta));
            self.stack.pop();
            if self.stopped || other >= singular_beta {
                return false;
            }
        }
        true
    }

    /// How many plies deeper a move is searched.
    fn extension(&self, mv: &Move, count: usize, ply: usize, singular: bool) -> i32 {
        let Tuning { single_reply_extension, recapture_extension, .. } = self.tuning;
        let single_reply = single_reply_extension != 0 && count == 1;
        let recapture = recapture_extension != 0
            && mv.is_capture()
            && count <= 2
            && self.stack.last_was_capture();
        let extends = single_reply || recapture || singular;
        i32::from(extends && (ply as i32) < 2 * self.root_depth)
    }

    /// How many plies less deeply a late move is searched at first.
    fn lmr(&self, mv: &Move, index: usize, depth: i32, window: Window) -> i32 {
        let Tuning { lmr_min_move, lmr_min_move_pv, lmr_deep_min_move, lmr_deep_divisor, .. } =
            self.tuning;
        let (index, pv) = (index as i32, window.is_pv());
        let early = index < if pv { lmr_min_move_pv } else { lmr_min_move };
        if lmr_min_move == 0 || depth < 2 || early || mv.is_capture() || mv.promotes() {
            return 0;
        }
        let deep = !pv && index >= lmr_deep_min_move;
        if deep { (depth / lmr_deep_divisor.max(1)).max(1) } else { 1 }
    }
}
