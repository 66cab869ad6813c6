//! Which moves to look at first.

use crate::squares::index;
use crate::table::NO_MOVE;
use draughts::{Color, Move};

/// A legal move, its place in the list of the generator, and how early it should be looked at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    pub mv: Move,
    pub place: u16,
    order: i32,
}

const KNOWN_BEST: i32 = 1 << 30;
const CAPTURE: i32 = 1 << 24;
const PROMOTION: i32 = 1 << 23;
const KILLER: i32 = 1 << 22;
/// The most that experience says for or against a move.
const MOST: i32 = 1 << 14;

/// Pairs of squares; on boards of more than 64 some share a slot, which does little harm in exchange
/// for tables that stay near.
const SLOTS: usize = 1 << 13;

#[inline(always)]
fn slot(one: usize, other: usize) -> usize {
    (one << 6 ^ other) & (SLOTS - 1)
}

/// What earlier parts of the search say about quiet moves.
#[derive(Debug)]
pub(crate) struct Experience {
    /// For each ply the last two moves that refuted something.
    killers: Vec<[Option<Move>; 2]>,
    /// For each side, from and to: how often a move refuted something, weighed by depth.
    history: Vec<i16>,
    /// The same for each side, where the opponent's last move ended, and to.
    answers: Vec<i16>,
}

impl Experience {
    pub fn new(plies: usize) -> Self {
        let all = 2 * SLOTS;
        Self { killers: vec![[None; 2]; plies], history: vec![0; all], answers: vec![0; all] }
    }

    pub fn clear(&mut self) {
        self.killers.fill([None; 2]);
        self.history.fill(0);
        self.answers.fill(0);
    }

    /// What is said about the moves of one position.
    pub fn view(&self, turn: Color, recent: usize, ply: usize) -> View<'_> {
        let side = turn as usize * SLOTS;
        View {
            killers: &self.killers[ply],
            history: &self.history[side..side + SLOTS],
            answers: &self.answers[side..side + SLOTS],
            recent,
        }
    }

    /// Notes that a quiet move refuted the opponent's last one, which ended on `recent`, and that
    /// those looked at before it did not.
    pub fn refuted(
        &mut self,
        turn: Color,
        recent: usize,
        mv: Move,
        ply: usize,
        depth: i32,
        tried: &[Candidate],
    ) {
        if mv.is_capture() {
            return;
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        let bonus = (8 * depth * depth).min(MOST / 8);
        self.weigh(turn, recent, &mv, bonus);
        for other in tried.iter().filter(|other| !other.mv.is_capture()) {
            self.weigh(turn, recent, &other.mv, -bonus);
        }
    }

    fn weigh(&mut self, turn: Color, recent: usize, mv: &Move, bonus: i32) {
        let side = turn as usize * SLOTS;
        let (from, to) = (index(mv.from()), index(mv.to()));
        for weight in
            [&mut self.history[side + slot(from, to)], &mut self.answers[side + slot(recent, to)]]
        {
            // The nearer to the limit, the less is added, so that the latest experience counts most.
            let old = i32::from(*weight);
            *weight = (old + bonus - old * bonus.abs() / MOST) as i16;
        }
    }
}

/// What experience says about the moves of one position.
pub(crate) struct View<'a> {
    killers: &'a [Option<Move>; 2],
    history: &'a [i16],
    answers: &'a [i16],
    recent: usize,
}

impl View<'_> {
    #[inline(always)]
    pub fn judge(&self, mv: Move, place: u16, known: u16) -> Candidate {
        let order = if place == known && known != NO_MOVE {
            KNOWN_BEST
        } else if mv.is_capture() {
            CAPTURE + mv.captured().len() as i32
        } else if mv.promotes() {
            PROMOTION
        } else if self.killers[0] == Some(mv) {
            KILLER + 1
        } else if self.killers[1] == Some(mv) {
            KILLER
        } else {
            let (from, to) = (index(mv.from()), index(mv.to()));
            let (history, answers) = (slot(from, to), slot(self.recent, to));
            i32::from(self.history[history]) + i32::from(self.answers[answers])
        };
        Candidate { mv, place, order }
    }
}

/// Brings the most promising of these candidates to the front.
#[inline]
pub(crate) fn pick(candidates: &mut [Candidate]) -> Candidate {
    let mut best = 0;
    for index in 1..candidates.len() {
        if candidates[index].order > candidates[best].order {
            best = index;
        }
    }
    candidates.swap(0, best);
    candidates[0]
}
