//! The root of the search: iterative deepening, aspiration windows and threads.

use crate::eval::{Evaluator, Weights};
use crate::limits::TimeManager;
use crate::report::{Info, PvLine};
use crate::score::{INFINITE, Score, Value, WIN, is_decided};
use crate::search::alpha_beta::Node;
use crate::search::stack::Stack;
use crate::search::{MAX_PLY, ThreadData, TreeTables, Tuning, Window, Worker};
use crate::tt::TranspositionTable;
use draughts::{Game, Move, Position, Rules};
use std::thread;

/// The depth to which a forced move is searched.
const FORCED_DEPTH: u32 = 4;

/// From this depth on the window is narrow.
const ASPIRATION_MIN_DEPTH: i32 = 4;
/// The width of the first aspiration window to each side; each failure makes it three times as wide,
/// until it is so wide that it is left open.
const ASPIRATION_WIDTH: Value = 20;
const ASPIRATION_MAX_WIDTH: Value = 500;

/// The position, the limits and the options of a search.
pub(crate) struct SearchTask<'a> {
    pub game: &'a Game,
    pub weights: Option<&'a Weights>,
    pub depth: Option<u32>,
    pub time: &'a TimeManager,
    /// How many principal variations are wanted.
    pub multi_pv: usize,
    /// Moves that are worse than the best by this much are wanted as well.
    pub inaccuracy: Value,
    /// Captures in a row that quiescence follows.
    pub max_captures: u32,
    /// Whether a forced move is searched as deeply as others.
    pub deepens_forced: bool,
    pub tuning: Tuning,
    /// Endgame tables to ask in the tree.
    pub tables: Option<TreeTables<'a>>,
    /// The only moves to search, where tables know that others are worse.
    pub root_moves: Option<&'a [Move]>,
}

/// A move at the root.
struct RootMove {
    mv: Move,
    /// The value, if this iteration has found it and it is of interest.
    value: Option<Value>,
    pv: Vec<Move>,
}

fn sort_best_first(moves: &mut [RootMove]) {
    moves.sort_by_key(|root_move| -root_move.value.unwrap_or(-INFINITE));
}

/// Searches a position in which there is a legal move, with a thread for each `threads`. The answer
/// has a variation for every move of interest, the best first.
///
/// Lazy SMP: the first thread decides; the others search the same position and share what they find
/// through the transposition table.
pub(crate) fn search_root<R: Rules>(
    position: &Position<R>,
    task: &SearchTask,
    tt: &TranspositionTable,
    threads: &mut [ThreadData],
    progress: &mut dyn FnMut(&Info),
) -> Info {
    let evaluator = &Evaluator::new(*position.rules(), task.weights);
    let begin = |thread| Worker::new(position, evaluator, task, tt, thread);
    let Some((first, others)) = threads.split_first_mut() else {
        return Info::nothing();
    };
    thread::scope(|scope| {
        for (number, data) in others.iter_mut().enumerate() {
            scope.spawn(move || {
                let mut worker = begin(data);
                // Every other thread is one ply ahead, so that not all do the same.
                worker.iterative_deepening(position, task, 1 + number as u32 % 2, &mut |_| {});
            });
        }
        let mut worker = begin(first);
        let info = worker.iterative_deepening(position, task, 0, progress);
        task.time.halt();
        info
    })
}

impl<'a, R: Rules> Worker<'a, R> {
    pub(super) fn new(
        position: &Position<R>,
        evaluator: &'a Evaluator<'a, R>,
        task: &SearchTask<'a>,
        tt: &'a TranspositionTable,
        thread: &'a mut ThreadData,
    ) -> Self {
        Self {
            evaluator,
            tt,
            tables: task.tables,
            time: task.time,
            tuning: task.tuning,
            max_captures: task.max_captures,
            stack: Stack::new(task.game),
            thread,
            nodes: 0,
            reported_nodes: 0,
            root_depth: 0,
            stopped: false,
            rules: *position.rules(),
        }
    }

    /// Searches deeper and deeper until a limit is reached.
    fn iterative_deepening(
        &mut self,
        position: &Position<R>,
        task: &SearchTask,
        ahead: u32,
        progress: &mut dyn FnMut(&Info),
    ) -> Info {
        let mut legal = position.legal_moves();
        if let Some(wanted) = task.root_moves {
            legal.retain(|mv| wanted.contains(mv));
        }
        let forced = legal.len() == 1 && !task.deepens_forced;
        let most = task.depth.unwrap_or(u32::MAX).clamp(1, MAX_PLY as u32 - 1);
        let most = if forced { most.min(FORCED_DEPTH) } else { most };
        let root_move = |mv: &Move| RootMove { mv: *mv, value: None, pv: vec![*mv] };
        let mut moves: Vec<RootMove> = legal.iter().map(root_move).collect();
        let mut info = self.info(0, Vec::new());
        for depth in 1..=most {
            self.root_depth = (depth + ahead) as i32;
            let last = info.variations.first().map(|variation| variation.score.value());
            self.aspiration_search(position, &mut moves, task, last);
            if self.stopped {
                if let Some(found) = self.partial_iteration(&moves, task, &info) {
                    info.variations = vec![found];
                }
                break;
            }
            sort_best_first(&mut moves);
            info = self.info(depth, variations(&moves));
            progress(&Info {
                variations: info.variations.iter().take(task.multi_pv).cloned().collect(),
                ..info.clone()
            });
            let value = info.score().value();
            let proven = is_decided(value) && WIN - value.abs() <= depth as Value;
            let enough = self.time.soft_limit_reached() || self.nodes >= self.time.max_nodes;
            if enough || proven && task.multi_pv == 1 {
                break;
            }
        }
        if info.variations.is_empty() {
            let score = Score::of(self.evaluator.evaluate(position));
            info.variations = vec![PvLine { score, moves: vec![moves[0].mv] }];
        }
        self.info(info.depth, info.variations)
    }

    /// One iteration, in an aspiration window around the last value where one variation is wanted.
    fn aspiration_search(
        &mut self,
        position: &Position<R>,
        moves: &mut [RootMove],
        task: &SearchTask,
        last: Option<Value>,
    ) {
        let mut window = Window { alpha: -INFINITE, beta: INFINITE };
        let mut width = ASPIRATION_WIDTH;
        let narrow =
            task.multi_pv == 1 && task.inaccuracy == 0 && self.root_depth >= ASPIRATION_MIN_DEPTH;
        if let Some(last) = last.filter(|last| narrow && !is_decided(*last)) {
            window = Window { alpha: last - width, beta: last + width };
        }
        loop {
            let value = self.search_root(position, moves, task, window);
            width *= 3;
            let open = width > ASPIRATION_MAX_WIDTH;
            if self.stopped {
                return;
            } else if value <= window.alpha {
                window.alpha = if open { -INFINITE } else { value - width };
            } else if value >= window.beta {
                window.beta = if open { INFINITE } else { value + width };
            } else {
                return;
            }
        }
    }

    /// Searches each root move once; gives the best value.
    fn search_root(
        &mut self,
        position: &Position<R>,
        moves: &mut [RootMove],
        task: &SearchTask,
        window: Window,
    ) -> Value {
        for root_move in moves.iter_mut() {
            root_move.value = None;
        }
        let mut best = -INFINITE;
        let mut found: Vec<Value> = Vec::new();
        for index in 0..moves.len() {
            // What is not above this is of no interest.
            let last_wanted = match found.len() {
                few if few < task.multi_pv => -INFINITE,
                _ => found[task.multi_pv - 1],
            };
            let floor = last_wanted.min(best - task.inaccuracy - Value::from(task.inaccuracy > 0));
            let alpha = floor.max(window.alpha).max(-INFINITE);
            let inner = Window { alpha, beta: window.beta };
            let mv = moves[index].mv;
            let node = Node { depth: self.root_depth - 1, ply: 1, window: inner };
            let after = self.make(position, &mv, node.depth);
            let value = self.pvs(&after, node, 0, floor < -WIN);
            self.stack.pop();
            if self.stopped {
                break;
            }
            if value > alpha {
                let root_move = &mut moves[index];
                root_move.value = Some(value);
                root_move.pv.clear();
                root_move.pv.push(mv);
                root_move.pv.extend_from_slice(&self.thread.pv[1]);
                found.insert(found.partition_point(|other| *other >= value), value);
            }
            best = best.max(value);
            if value >= window.beta {
                moves[..=index].rotate_right(1);
                break;
            }
        }
        best
    }

    /// Returns the result of an interrupted iteration: a move better than the first one, which was the best
    /// before.
    fn partial_iteration(
        &self,
        moves: &[RootMove],
        task: &SearchTask,
        info: &Info,
    ) -> Option<PvLine> {
        let one = task.multi_pv == 1 && task.inaccuracy == 0 && moves[0].value.is_some();
        if !one && !info.variations.is_empty() {
            return None;
        }
        let found = moves.iter().filter(|root_move| root_move.value.is_some());
        found.max_by_key(|root_move| root_move.value).map(variation)
    }

    fn info(&mut self, depth: u32, variations: Vec<PvLine>) -> Info {
        self.report_nodes();
        Info { depth, variations, nodes: self.time.nodes_searched(), time: self.time.elapsed() }
    }
}

fn variation(root_move: &RootMove) -> PvLine {
    let score = Score::of(root_move.value.unwrap_or(-WIN));
    PvLine { score, moves: root_move.pv.clone() }
}

fn variations(moves: &[RootMove]) -> Vec<PvLine> {
    moves.iter().filter(|root_move| root_move.value.is_some()).map(variation).collect()
}
