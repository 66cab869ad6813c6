//! The inside of the tree.

use super::{Desk, MOST_PLIES, Search, Tuning, Window};
use crate::eval::ended;
use crate::score::{DRAW, Value, WIN, is_decided};
use crate::table::{Bound, Entry, NO_MOVE};
use draughts::{Move, Position, Rules};

/// A position in the tree: how deep it is looked at, how far it is from the root, and what matters.
#[derive(Clone, Copy)]
pub(super) struct Spot {
    pub depth: i32,
    pub ply: usize,
    pub window: Window,
}

impl<R: Rules> Search<'_, R> {
    /// The value of a position, looked at so many plies deep.
    pub(super) fn node(
        &mut self,
        position: &Position<R>,
        depth: i32,
        ply: usize,
        window: Window,
    ) -> Value {
        self.desk.lines[ply].clear();
        if self.past.is_drawn() {
            return self.ended_or_drawn(position, ply);
        }
        if depth <= 0 || ply >= MOST_PLIES {
            return self.horizon(position, ply, window);
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
        let known = match self.tuning.table {
            0 => None,
            _ => self.table.probe(position.hash()),
        };
        if let Some(entry) = known
            && !window.is_wide()
            && i32::from(entry.depth) >= depth
            && let Some(value) = settled(&entry, ply, window)
            && !self.comes_too_late(value, ply)
        {
            return value;
        }
        let spot = Spot { depth, ply, window };
        if !position.any_capture()
            && !self.may_be_over(position)
            && let Some(value) = self.given_up(position, spot)
        {
            return value;
        }
        let best = known.map_or(NO_MOVE, |entry| entry.best);
        let Tuning { unknown, table, .. } = self.tuning;
        let less = best == NO_MOVE && unknown != 0 && depth >= unknown && table != 0;
        let spot = Spot { depth: depth - i32::from(less), ..spot };
        if self.list(position, ply, best, |_| true) == 0 {
            return self.ended_or_drawn(position, ply);
        }
        if let Some(value) = self.seen_to_be_good(position, spot) {
            return value;
        }
        let alone = self.stands_alone(position, spot, known);
        self.best_of(position, spot, alone)
    }

    /// Whether a win or loss that was seen elsewhere may come after the game is drawn by a rule that
    /// counts moves.
    fn comes_too_late(&self, value: Value, ply: usize) -> bool {
        is_decided(value) && WIN - value.abs() - ply as Value > Value::from(self.past.plies_left())
    }

    /// The value of a position in which the game is over by the moves on the board, or drawn by how
    /// it was reached.
    fn ended_or_drawn(&self, position: &Position<R>, ply: usize) -> Value {
        position.outcome().map_or(DRAW, |outcome| ended(&outcome, position, ply))
    }

    /// The value of the best of the moves listed.
    fn best_of(&mut self, position: &Position<R>, spot: Spot, alone: bool) -> Value {
        let Spot { depth, ply, window } = spot;
        let count = self.desk.sheets[ply].moves.len();
        let Window { mut alpha, beta } = window;
        let (mut best, mut best_place) = (-WIN, NO_MOVE);
        for index in 0..count {
            let (mv, place) = self.desk.sheets[ply].pick(index);
            let extension = self.extension(&mv, count, ply, index == 0 && alone);
            let recent = self.past.last_to();
            let window = Window { alpha, beta };
            let reduction = self.reduction(&mv, index, depth, window);
            let child = Spot { depth: depth - 1 + extension, ply: ply + 1, window };
            let after = self.descend(position, &mv, child.depth - reduction);
            let value = self.reply(&after, child, reduction, index == 0);
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
                    let Desk { experience, sheets, .. } = &mut *self.desk;
                    let tried = (&sheets[ply], index);
                    experience.refuted(position.turn(), recent, mv, ply, depth, tried);
                    break;
                }
            }
        }
        if self.tuning.table != 0 {
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
    pub(super) fn reply(
        &mut self,
        after: &Position<R>,
        spot: Spot,
        reduction: i32,
        first: bool,
    ) -> Value {
        let Spot { depth, ply, window } = spot;
        if !first {
            let test = window.test().turned();
            let mut value = -self.node(after, depth - reduction, ply, test);
            if value > window.alpha && reduction > 0 && !self.over {
                value = -self.node(after, depth, ply, test);
            }
            if value <= window.alpha || value >= window.beta || self.over {
                return value;
            }
        }
        -self.node(after, depth, ply, window.turned())
    }

    /// How many plies deeper a move is looked at: where it is the only one, where it takes back, and
    /// where it is far better than all others.
    fn extension(&self, mv: &Move, count: usize, ply: usize, alone: bool) -> i32 {
        let Tuning { single, takes_back, .. } = self.tuning;
        let single = single != 0 && count == 1;
        let takes_back =
            takes_back != 0 && mv.is_capture() && count <= 2 && self.past.last_was_capture();
        i32::from((single || takes_back || alone) && (ply as i32) < 2 * self.root_depth)
    }

    /// How many plies less deeply a move is looked at first.
    fn reduction(&self, mv: &Move, index: usize, depth: i32, window: Window) -> i32 {
        let Tuning { late, late_exact, very_late, very_late_part, .. } = self.tuning;
        let (index, wide) = (index as i32, window.is_wide());
        let early = index < if wide { late_exact } else { late };
        if late == 0 || depth < 2 || early || mv.is_capture() || mv.promotes() {
            return 0;
        }
        if !wide && index >= very_late { (depth / very_late_part.max(1)).max(1) } else { 1 }
    }

    /// The value of a position in which nothing can be captured and that is not worth a full look.
    fn given_up(&mut self, position: &Position<R>, spot: Spot) -> Option<Value> {
        let Spot { depth, window, .. } = spot;
        let Tuning { verified, obvious, obvious_margin, .. } = self.tuning;
        let verifies = verified != 0 && depth >= verified;
        if window.is_wide() || is_decided(window.beta) || depth > obvious && !verifies {
            return None;
        }
        let looks = self.judge.evaluate(position);
        let margin = obvious_margin * depth;
        if depth <= obvious && looks >= window.beta + margin {
            return Some(looks - margin);
        }
        if verifies && looks >= window.beta { self.far_too_good(position, spot) } else { None }
    }

    /// Whether a shallower search says that a position is better than needed by a margin, so that
    /// a deep one will hardly say otherwise.
    fn far_too_good(&mut self, position: &Position<R>, spot: Spot) -> Option<Value> {
        let Spot { depth, ply, window } = spot;
        let beta = window.beta;
        let Tuning { verified_margin, verified_part, .. } = self.tuning;
        let margin = verified_margin * depth;
        let shallow = depth * verified_part.clamp(0, 90) / 100;
        let value = self.node(position, shallow, ply, Window::at_least(beta + margin));
        (!self.over && value >= beta + margin).then_some(value - margin)
    }

    /// Whether one of the moves leads to a position that is known to be too bad for the opponent.
    fn seen_to_be_good(&mut self, position: &Position<R>, spot: Spot) -> Option<Value> {
        let Spot { depth, ply, window } = spot;
        if self.tuning.seen == 0 || depth < self.tuning.seen || window.is_wide() {
            return None;
        }
        let window = window.turned();
        for mv in &self.desk.sheets[ply].moves {
            let after = position.play_unchecked(mv);
            let Some(entry) = self.table.probe(after.hash()) else { continue };
            let value = entry.value(ply + 1);
            let deep = i32::from(entry.depth) >= depth - 1;
            let good = entry.bound != Bound::AtLeast && value <= window.alpha;
            if !deep || !good {
                continue;
            }
            self.past.push(position, mv, &after);
            let holds = !self.past.is_drawn() && !self.comes_too_late(value, ply + 1);
            self.past.pop();
            if holds {
                return Some(-value);
            }
        }
        None
    }

    /// Whether the known best move is far better than all others, as a shallower search sees it.
    fn stands_alone(&mut self, position: &Position<R>, spot: Spot, known: Option<Entry>) -> bool {
        let Spot { depth, ply, .. } = spot;
        let Tuning { alone, alone_margin, .. } = self.tuning;
        let count = self.desk.sheets[ply].moves.len();
        let Some(entry) = known.filter(|_| alone != 0 && depth >= alone) else {
            return false;
        };
        let deep = i32::from(entry.depth) >= depth - 3 && entry.bound != Bound::AtMost;
        let value = entry.value(ply);
        if !deep || count < 2 || entry.best == NO_MOVE || is_decided(value) {
            return false;
        }
        let bar = value - alone_margin * depth;
        for place in (0..count).filter(|place| *place != usize::from(entry.best)) {
            let mv = self.desk.sheets[ply].moves[place];
            let shallow = depth / 2 - 1;
            let after = self.descend(position, &mv, shallow);
            let other = -self.node(&after, shallow, ply + 1, Window::at_least(1 - bar));
            self.past.pop();
            if self.over || other >= bar {
                return false;
            }
        }
        true
    }
}

/// The value that an entry which is deep enough settles.
fn settled(entry: &Entry, ply: usize, window: Window) -> Option<Value> {
    let value = entry.value(ply);
    let settles = match entry.bound {
        Bound::Exact => true,
        Bound::AtLeast => value >= window.beta,
        Bound::AtMost => value <= window.alpha,
    };
    settles.then_some(value)
}
