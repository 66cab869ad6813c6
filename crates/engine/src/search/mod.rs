//! The search: alpha-beta with everything that makes it look deeper where it matters.

mod order;
mod root;
#[cfg(test)]
mod tests;

pub(crate) use root::{Task, think};

use crate::draws::Past;
use crate::eval::{Evaluation, ended};
use crate::limits::Watch;
use crate::score::{DRAW, Value, WIN, is_decided};
use crate::table::{Bound, NO_MOVE, Table};
use draughts::{Color, Duty, Move, MoveList, Position, Rules};
use order::{Candidate, Experience, pick};

/// The longest line that is looked at, captures at its end not counted.
const MOST_PLIES: usize = 128;
/// The longest line with captures: each takes a piece, and no board has more than fifty of a side.
const MOST_WITH_CAPTURES: usize = MOST_PLIES + 100;

/// Which ways of looking at less are used. Tests switch them off.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tuning {
    /// Follow captures beyond the depth.
    pub captures: bool,
    /// Use what the table knows.
    pub table: bool,
    /// Look at late moves less deeply.
    pub late: bool,
    /// Give up positions that a shallower search finds far too good.
    pub verified: bool,
    /// Look deeper where there is one move only.
    pub single: bool,
}

impl Tuning {
    pub const FULL: Self =
        Self { captures: true, table: true, late: true, verified: true, single: true };
}

/// One search, from its start to its end.
struct Search<'a, R: Rules, E> {
    evaluation: E,
    table: &'a mut Table,
    watch: &'a Watch,
    tuning: Tuning,
    /// Captures in a row that are looked at beyond the depth.
    most_captures: u32,
    past: Past,
    experience: Experience,
    moves: MoveList,
    /// The moves of all positions on the line looked at, one after another.
    candidates: Vec<Candidate>,
    /// For each ply the best line from there.
    lines: Vec<Vec<Move>>,
    nodes: u64,
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

impl<R: Rules, E: Evaluation<R>> Search<'_, R, E> {
    /// The value of a position, looked at so many plies deep.
    fn node(&mut self, position: &Position<R>, depth: i32, ply: usize, window: Window) -> Value {
        self.lines[ply].clear();
        if self.past.is_drawn() {
            return position.outcome().map_or(DRAW, |outcome| ended(&outcome, position, ply));
        }
        if depth <= 0 || ply >= MOST_PLIES {
            return self.captures(position, ply, 0, window);
        }
        if self.count_node() {
            return DRAW;
        }
        let Window { alpha, beta } = window;
        let (alpha, beta) = (alpha.max(ply as Value - WIN), beta.min(WIN - ply as Value - 1));
        if alpha >= beta {
            return alpha;
        }
        let window = Window { alpha, beta };
        let mut known = NO_MOVE;
        if self.tuning.table
            && let Some(entry) = self.table.probe(position.hash())
        {
            known = entry.best;
            let value = entry.value(ply);
            let settles = match entry.bound {
                Bound::Exact => true,
                Bound::AtLeast => value >= beta,
                Bound::AtMost => value <= alpha,
            };
            if settles && !window.is_wide() && i32::from(entry.depth) >= depth {
                return value;
            }
        }
        if let Some(value) = self.far_too_good(position, depth, ply, window) {
            return value;
        }
        let first = self.list(position, ply, known);
        let value = match self.candidates.len() - first {
            0 => self.no_moves(position, ply),
            _ => self.best_of(position, first, depth, ply, window),
        };
        self.candidates.truncate(first);
        value
    }

    /// The value of the best of the candidates from `first` on.
    fn best_of(
        &mut self,
        position: &Position<R>,
        first: usize,
        depth: i32,
        ply: usize,
        window: Window,
    ) -> Value {
        let count = self.candidates.len() - first;
        let deeper = self.tuning.single && count == 1 && (ply as i32) < 2 * self.root_depth;
        let child = if deeper { depth } else { depth - 1 };
        let Window { mut alpha, beta } = window;
        let (mut best, mut best_place) = (-WIN, NO_MOVE);
        for index in 0..count {
            let Candidate { mv, place, .. } = pick(&mut self.candidates[first + index..]);
            let after = self.descend(position, &mv);
            let window = Window { alpha, beta };
            let reduction = self.reduction(&mv, index, depth, window);
            let value = self.reply(&after, child, reduction, ply + 1, window, index == 0);
            self.past.pop();
            if self.over {
                return DRAW;
            }
            best = best.max(value);
            if value > alpha {
                alpha = value;
                best_place = place;
                if window.is_wide() {
                    self.extend_line(ply, mv);
                }
                if value >= beta {
                    let tried = &self.candidates[first..first + index];
                    self.experience.refuted(position.turn(), mv, ply, depth, tried);
                    break;
                }
            }
        }
        if self.tuning.table {
            let bound = match best {
                _ if best >= beta => Bound::AtLeast,
                _ if best_place == NO_MOVE => Bound::AtMost,
                _ => Bound::Exact,
            };
            self.table.store(position.hash(), depth, ply, (best, bound), best_place);
        }
        best
    }

    /// The value of a move for the side that made it: moves after the first are at first only asked
    /// whether they are better, and at reduced depth.
    fn reply(
        &mut self,
        after: &Position<R>,
        depth: i32,
        reduction: i32,
        ply: usize,
        window: Window,
        first: bool,
    ) -> Value {
        if !first {
            let test = window.test().turned();
            let mut value = -self.node(after, depth - reduction, ply, test);
            if value > window.alpha && reduction > 0 {
                value = -self.node(after, depth, ply, test);
            }
            if value <= window.alpha || value >= window.beta || self.over {
                return value;
            }
        }
        -self.node(after, depth, ply, window.turned())
    }

    fn reduction(&self, mv: &Move, index: usize, depth: i32, window: Window) -> i32 {
        let early = if window.is_wide() { 5 } else { 3 };
        if !self.tuning.late || depth < 3 || index < early || mv.is_capture() || mv.promotes() {
            return 0;
        }
        if depth >= 6 && index >= 2 * early { 2 } else { 1 }
    }

    /// Whether a shallower search says that a position is better than needed by a margin, so that
    /// a deep one will hardly say otherwise.
    fn far_too_good(
        &mut self,
        position: &Position<R>,
        depth: i32,
        ply: usize,
        window: Window,
    ) -> Option<Value> {
        let Window { beta, .. } = window;
        let tried = self.tuning.verified && depth >= 4 && !window.is_wide() && !is_decided(beta);
        if !tried || position.any_capture() {
            return None;
        }
        let bar = beta + 10 * depth;
        let value = self.node(position, depth * 2 / 5, ply, Window { alpha: bar - 1, beta: bar });
        (!self.over && value >= bar).then_some(value - 10 * depth)
    }

    /// The value of a position in which only captures are looked at, until there are none.
    fn captures(&mut self, position: &Position<R>, ply: usize, made: u32, window: Window) -> Value {
        self.lines[ply].clear();
        if self.count_node() {
            return DRAW;
        }
        let pending = position.any_capture();
        let follow = pending && self.tuning.captures && made < self.most_captures;
        if !follow || ply + 1 >= MOST_WITH_CAPTURES {
            return self.leaf(position, ply, pending);
        }
        let Window { mut alpha, beta } = window;
        let mut best = -WIN;
        if self.rules.facts().capture == Duty::Optional {
            best = self.evaluation.evaluate(position);
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        let first = self.list(position, ply, NO_MOVE);
        for index in first..self.candidates.len() {
            let Candidate { mv, .. } = pick(&mut self.candidates[index..]);
            if !mv.is_capture() {
                continue;
            }
            let after = position.play_unchecked(&mv);
            let window = Window { alpha, beta };
            let value = -self.captures(&after, ply + 1, made + 1, window.turned());
            if self.over {
                break;
            }
            best = best.max(value);
            if value > alpha {
                alpha = value;
                if window.is_wide() {
                    self.extend_line(ply, mv);
                }
                if value >= beta {
                    break;
                }
            }
        }
        self.candidates.truncate(first);
        best
    }

    /// The value of a position that is not looked into.
    fn leaf(&self, position: &Position<R>, ply: usize, pending_capture: bool) -> Value {
        let board = position.board();
        let king_won = self.rules.facts().first_king_wins
            && Color::BOTH.into_iter().any(|color| !board.kings(color).is_empty());
        if (king_won || !pending_capture && self.evaluation.may_be_stuck(position))
            && let Some(outcome) = position.outcome()
        {
            return ended(&outcome, position, ply);
        }
        self.evaluation.evaluate(position)
    }

    /// The value of a position without legal moves.
    fn no_moves(&self, position: &Position<R>, ply: usize) -> Value {
        position.outcome().map_or(DRAW, |outcome| ended(&outcome, position, ply))
    }

    /// Lists the legal moves of a position behind those of the positions before it.
    fn list(&mut self, position: &Position<R>, ply: usize, known: u16) -> usize {
        let first = self.candidates.len();
        position.legal_moves_into(&mut self.moves);
        let (turn, experience) = (position.turn(), &self.experience);
        let judged = self.moves.iter().zip(0..);
        self.candidates
            .extend(judged.map(|(mv, place)| experience.judge(*mv, place, turn, ply, known)));
        first
    }

    fn descend(&mut self, position: &Position<R>, mv: &Move) -> Position<R> {
        let after = position.play_unchecked(mv);
        self.past.push(position, mv, &after);
        after
    }

    /// Puts a move before the best line of the next ply.
    fn extend_line(&mut self, ply: usize, mv: Move) {
        let (before, after) = self.lines.split_at_mut(ply + 1);
        let line = &mut before[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&after[0]);
    }

    /// Counts a position; says whether the search is over.
    fn count_node(&mut self) -> bool {
        // Looking at the clock costs more than a position.
        const BETWEEN_LOOKS: u64 = 256;
        if self.nodes >= self.watch.nodes
            || self.nodes.is_multiple_of(BETWEEN_LOOKS) && self.watch.is_over()
        {
            self.over = true;
        } else {
            self.nodes += 1;
        }
        self.over
    }
}
