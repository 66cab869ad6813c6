//! Quiescence: captures, threats and sacrifices beyond the depth, until a position is quiet enough to
//! be evaluated.

use super::{MAX_QUIESCENCE_PLY, Window, Worker};
use crate::eval::{may_be_stuck, terminal_value};
use crate::score::{DRAW, Value, WIN};
use crate::tt::NO_MOVE;
use draughts::{Blocked, Color, Duty, Geometry, Move, MoveList, Position, Rules};

/// The moves that quiescence has followed on the way to a position.
#[derive(Clone, Copy, PartialEq, Default)]
struct Followed {
    captures: u32,
    threats: i32,
    sacrifice: bool,
}

impl<R: Rules> Worker<'_, R> {
    /// The value of a position at which the depth is used up.
    pub(super) fn quiescence(
        &mut self,
        position: &Position<R>,
        ply: usize,
        window: Window,
    ) -> Value {
        self.quiesce(position, ply, Followed::default(), window)
    }

    fn quiesce(
        &mut self,
        position: &Position<R>,
        ply: usize,
        followed: Followed,
        window: Window,
    ) -> Value {
        self.thread.pv[ply].clear();
        // 1. Limits.
        if self.count_node() {
            return DRAW;
        }

        // 2. Captures.
        let capture = position.any_capture();
        let follow = self.tuning.quiescence != 0 && followed.captures < self.max_captures;
        if ply + 1 >= MAX_QUIESCENCE_PLY || capture && !follow {
            return self.static_value(position, ply, capture);
        }
        if capture {
            return self.search_captures(position, ply, followed, window);
        }

        // 3. Endgame tables.
        if let Some(value) = self.table_value(position, ply, window) {
            return value;
        }

        // 4. Static evaluation.
        let value = self.static_value(position, ply, false);

        // 5. One full ply where the opponent threatens to capture. Threats make a position worse than
        // it looks, unless losing is what is wanted: one that looks bad is bad enough without.
        let threats = followed.threats < self.tuning.quiescence_threats;
        let worse = self.rules.facts().blocked != Blocked::Wins;
        if threats && (value > window.alpha || !worse) && position.any_threat() {
            return self.search_evasions(position, ply, followed, window);
        }

        // 6. Sacrifices.
        if self.may_sacrifice(followed)
            && value < window.beta
            && value + self.tuning.quiescence_sacrifices > window.alpha
        {
            let followed = Followed { sacrifice: true, ..followed };
            let sacrifices = |mv: &Move| is_sacrifice(position, mv);
            return self.best_of(position, ply, followed, window, value, sacrifices);
        }
        value
    }

    /// Whether sacrifices are searched: on large boards (in international they gain, on small ones
    /// they do not), and right at the end of the depth.
    #[inline(always)]
    fn may_sacrifice(&self, followed: Followed) -> bool {
        self.tuning.quiescence_sacrifices != 0
            && followed == Followed::default()
            && R::Geometry::layout().width >= 10
            && self.rules.facts().capture == Duty::Mandatory
    }

    /// The value of the best capture; where capturing is a choice, of standing pat if that is better.
    fn search_captures(
        &mut self,
        position: &Position<R>,
        ply: usize,
        followed: Followed,
        window: Window,
    ) -> Value {
        let followed = Followed { captures: followed.captures + 1, ..followed };
        let mut stand_pat = -WIN;
        if self.rules.facts().capture == Duty::Optional {
            stand_pat = self.evaluator.evaluate(position);
            if stand_pat >= window.beta {
                return stand_pat;
            }
        }
        self.best_of(position, ply, followed, window, stand_pat, Move::is_capture)
    }

    /// The value of the best answer to a threat.
    fn search_evasions(
        &mut self,
        position: &Position<R>,
        ply: usize,
        followed: Followed,
        window: Window,
    ) -> Value {
        let followed = Followed { threats: followed.threats + 1, ..followed };
        if may_be_stuck(position)
            && let Some(outcome) = position.outcome()
        {
            return terminal_value(&outcome, position, ply);
        }
        self.best_of(position, ply, followed, window, -WIN, |_| true)
    }

    /// The value of the best of the moves that count, or of standing pat.
    fn best_of(
        &mut self,
        position: &Position<R>,
        ply: usize,
        followed: Followed,
        window: Window,
        stand_pat: Value,
        counts: impl Fn(&Move) -> bool,
    ) -> Value {
        let Window { alpha, beta } = window;
        let mut best = stand_pat;
        let mut alpha = alpha.max(best);
        for index in 0..self.generate(position, ply, NO_MOVE, counts) {
            let (mv, _) = self.thread.pickers[ply].pick(index);
            let after = position.play_unchecked(&mv);
            let window = Window { alpha, beta };
            let value = -self.quiesce(&after, ply + 1, followed, window.negated());
            if self.stopped {
                break;
            }
            best = best.max(value);
            if value > alpha {
                alpha = value;
                if window.is_pv() {
                    self.update_pv(ply, mv);
                }
                if value >= beta {
                    break;
                }
            }
        }
        best
    }

    /// Whether a position in which nothing can be captured may be the end of the game; never `false` for
    /// one that is.
    pub(super) fn may_be_over(&self, position: &Position<R>) -> bool {
        self.king_won(position) || may_be_stuck(position)
    }

    fn king_won(&self, position: &Position<R>) -> bool {
        let board = position.board();
        self.rules.facts().first_king_wins
            && Color::BOTH.into_iter().any(|color| !board.kings(color).is_empty())
    }

    /// The value of a position that is not searched.
    fn static_value(&self, position: &Position<R>, ply: usize, capture: bool) -> Value {
        if (self.king_won(position) || !capture && may_be_stuck(position))
            && let Some(outcome) = position.outcome()
        {
            return terminal_value(&outcome, position, ply);
        }
        self.evaluator.evaluate(position)
    }
}

/// Whether the opponent must capture after a move, and can be recaptured whichever way.
fn is_sacrifice<R: Rules>(position: &Position<R>, mv: &Move) -> bool {
    let after = position.play_unchecked(mv);
    if !after.any_capture() {
        return false;
    }
    let mut captures = MoveList::new();
    after.legal_moves_into(&mut captures);
    captures.iter().all(|capture| after.play_unchecked(capture).any_capture())
}
