//! What lies behind the depth: captures, threats and sacrifices, until a position is quiet enough to
//! be judged.

use super::{MOST_WITH_CAPTURES, Search, Window};
use crate::eval::{ended, may_be_stuck};
use crate::score::{DRAW, Value, WIN};
use crate::table::NO_MOVE;
use draughts::{Blocked, Color, Duty, Geometry, Move, MoveList, Position, Rules};

/// What has been looked at beyond the depth on the way to a position.
#[derive(Clone, Copy, PartialEq, Default)]
pub(super) struct Beyond {
    captures: u32,
    threats: i32,
    sacrificed: bool,
}

impl<R: Rules> Search<'_, R> {
    /// The value of a position at which the depth ends.
    pub(super) fn horizon(&mut self, position: &Position<R>, ply: usize, window: Window) -> Value {
        self.beyond(position, ply, Beyond::default(), window)
    }

    fn beyond(
        &mut self,
        position: &Position<R>,
        ply: usize,
        beyond: Beyond,
        window: Window,
    ) -> Value {
        self.desk.lines[ply].clear();
        if self.count_node() {
            return DRAW;
        }
        let capture = position.any_capture();
        let follow = self.tuning.captures != 0 && beyond.captures < self.most_captures;
        if ply + 1 >= MOST_WITH_CAPTURES || capture && !follow {
            return self.leaf(position, ply, capture);
        }
        if capture {
            return self.captures(position, ply, beyond, window);
        }
        let value = self.leaf(position, ply, false);
        let threats = beyond.threats < self.tuning.threats;
        // Threats make a position worse than it looks, unless losing is what is wanted: one that looks
        // bad is bad enough without.
        let worse = self.rules.facts().blocked != Blocked::Wins;
        if threats && (value > window.alpha || !worse) && position.any_threat() {
            return self.answers(position, ply, beyond, window);
        }
        if self.may_sacrifice(beyond)
            && value < window.beta
            && value + self.tuning.sacrifices > window.alpha
        {
            let beyond = Beyond { sacrificed: true, ..beyond };
            let sacrifices = |mv: &Move| is_sacrifice(position, mv);
            return self.best_beyond(position, ply, beyond, window, value, sacrifices);
        }
        value
    }

    /// Whether sacrifices are worth a look: on large boards (in international they gain, on small ones
    /// they do not), and right at the end of the depth.
    #[inline(always)]
    fn may_sacrifice(&self, beyond: Beyond) -> bool {
        self.tuning.sacrifices != 0
            && beyond == Beyond::default()
            && R::Geometry::layout().width >= 10
            && self.rules.facts().capture == Duty::Mandatory
    }

    /// The value of the best capture; where capturing is a choice, of not capturing if that is better.
    fn captures(
        &mut self,
        position: &Position<R>,
        ply: usize,
        beyond: Beyond,
        window: Window,
    ) -> Value {
        let beyond = Beyond { captures: beyond.captures + 1, ..beyond };
        let mut best = -WIN;
        if self.rules.facts().capture == Duty::Optional {
            best = self.judge.evaluate(position);
            if best >= window.beta {
                return best;
            }
        }
        self.best_beyond(position, ply, beyond, window, best, Move::is_capture)
    }

    /// The value of the best answer to a threat.
    fn answers(
        &mut self,
        position: &Position<R>,
        ply: usize,
        beyond: Beyond,
        window: Window,
    ) -> Value {
        let beyond = Beyond { threats: beyond.threats + 1, ..beyond };
        if may_be_stuck(position)
            && let Some(outcome) = position.outcome()
        {
            return ended(&outcome, position, ply);
        }
        self.best_beyond(position, ply, beyond, window, -WIN, |_| true)
    }

    fn best_beyond(
        &mut self,
        position: &Position<R>,
        ply: usize,
        beyond: Beyond,
        window: Window,
        resting: Value,
        counts: impl Fn(&Move) -> bool,
    ) -> Value {
        let Window { alpha, beta } = window;
        let mut best = resting;
        let mut alpha = alpha.max(best);
        for index in 0..self.list(position, ply, NO_MOVE, counts) {
            let (mv, _) = self.desk.sheets[ply].pick(index);
            let after = position.play_unchecked(&mv);
            let window = Window { alpha, beta };
            let value = -self.beyond(&after, ply + 1, beyond, window.turned());
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

    /// The value of a position that is not looked into.
    fn leaf(&self, position: &Position<R>, ply: usize, capture: bool) -> Value {
        if (self.king_won(position) || !capture && may_be_stuck(position))
            && let Some(outcome) = position.outcome()
        {
            return ended(&outcome, position, ply);
        }
        self.judge.evaluate(position)
    }
}

/// Whether the opponent must capture after a move, and can be captured in return whichever way.
fn is_sacrifice<R: Rules>(position: &Position<R>, mv: &Move) -> bool {
    let after = position.play_unchecked(mv);
    if !after.any_capture() {
        return false;
    }
    let mut takes = MoveList::new();
    after.legal_moves_into(&mut takes);
    takes.iter().all(|take| after.play_unchecked(take).any_capture())
}
