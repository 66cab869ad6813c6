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
const MOST_HISTORY: i32 = 1 << 20;

/// What earlier parts of the search say about quiet moves.
#[derive(Debug)]
pub(crate) struct Experience {
    /// For each ply the last two moves that refuted something.
    killers: Vec<[Option<Move>; 2]>,
    /// For each side, from and to: how often a move refuted something, weighed by depth.
    history: Vec<i32>,
}

impl Experience {
    pub fn new(plies: usize) -> Self {
        Self { killers: vec![[None; 2]; plies], history: vec![0; 2 << 14] }
    }

    fn slot(turn: Color, mv: &Move) -> usize {
        (turn as usize) << 14 | index(mv.from()) << 7 | index(mv.to())
    }

    pub fn judge(&self, mv: Move, place: u16, turn: Color, ply: usize, known: u16) -> Candidate {
        let order = if place == known && known != NO_MOVE {
            KNOWN_BEST
        } else if mv.is_capture() {
            CAPTURE + mv.captured().len() as i32
        } else if mv.promotes() {
            PROMOTION
        } else {
            match self.killers[ply].iter().position(|killer| *killer == Some(mv)) {
                Some(rank) => KILLER - rank as i32,
                None => self.history[Self::slot(turn, &mv)],
            }
        };
        Candidate { mv, place, order }
    }

    /// Notes that a quiet move refuted the opponent's last one, and that those looked at before it
    /// did not.
    pub fn refuted(&mut self, turn: Color, mv: Move, ply: usize, depth: i32, tried: &[Candidate]) {
        if mv.is_capture() {
            return;
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        let bonus = (depth * depth).min(400);
        self.weigh(turn, &mv, bonus);
        for other in tried.iter().filter(|other| !other.mv.is_capture()) {
            self.weigh(turn, &other.mv, -bonus);
        }
    }

    fn weigh(&mut self, turn: Color, mv: &Move, bonus: i32) {
        let weight = &mut self.history[Self::slot(turn, mv)];
        // The nearer to the limit, the less is added, so that the latest experience counts most.
        *weight += bonus * 64
            - (i64::from(*weight) * i64::from(bonus.abs() * 64) / i64::from(MOST_HISTORY)) as i32;
    }
}

/// Brings the most promising of these candidates to the front.
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
