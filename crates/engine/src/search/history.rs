//! Killers, history and countermove history: quiet moves ordered by earlier cut-offs.

use crate::squares::index;
use draughts::{Color, Move};

const PROMOTION: i32 = 1 << 23;
const KILLER: i32 = 1 << 22;
/// The most that history says for or against a move.
const MAX_HISTORY: i32 = 1 << 14;

/// Pairs of squares; on boards of more than 64 some share a slot, which does little harm in exchange
/// for tables that stay near.
const SLOTS: usize = 1 << 13;

#[inline(always)]
fn slot(one: usize, other: usize) -> usize {
    (one << 6 ^ other) & (SLOTS - 1)
}

type Slots = [i16; SLOTS];

/// No move has this slot.
const NO_SLOT: u16 = u16::MAX;

/// Killers and history of one thread.
#[derive(Debug)]
pub(super) struct History {
    /// For each ply the slots of the last two quiet moves that caused a cut-off.
    killers: Vec<[u16; 2]>,
    /// For each side, from and to (butterfly history).
    butterfly: Vec<Slots>,
    /// For each side, where the opponent's last move ended, and to (countermove history).
    countermove: Vec<Slots>,
}

impl History {
    pub fn new(plies: usize) -> Self {
        let sides = || vec![[0; SLOTS]; 2];
        Self { killers: vec![[NO_SLOT; 2]; plies], butterfly: sides(), countermove: sides() }
    }

    pub fn clear(&mut self) {
        self.killers.fill([NO_SLOT; 2]);
        self.butterfly.fill([0; SLOTS]);
        self.countermove.fill([0; SLOTS]);
    }

    /// Returns the view of the history for the moves of one position.
    pub fn view(&self, turn: Color, previous_to: usize, ply: usize) -> HistoryView<'_> {
        HistoryView {
            killers: self.killers[ply],
            butterfly: &self.butterfly[turn as usize],
            countermove: &self.countermove[turn as usize],
            previous_to,
        }
    }

    /// Learns from a beta cut-off by a move after the opponent's last one, which ended on
    /// `previous_to`: a bonus for a quiet move, and a malus for the quiet moves tried before it.
    pub fn update<'a>(
        &mut self,
        turn: Color,
        previous_to: usize,
        mv: Move,
        ply: usize,
        depth: i32,
        tried: impl Iterator<Item = &'a Move>,
    ) {
        if mv.is_capture() {
            return;
        }
        let killers = &mut self.killers[ply];
        let slot = slot(index(mv.from()), index(mv.to())) as u16;
        if killers[0] != slot {
            *killers = [slot, killers[0]];
        }
        let bonus = (8 * depth * depth).min(MAX_HISTORY / 8);
        self.add(turn, previous_to, &mv, bonus);
        for other in tried.filter(|other| !other.is_capture()) {
            self.add(turn, previous_to, other, -bonus);
        }
    }

    /// Adds a bonus with gravity: the nearer to the limit, the less is added, so that the latest
    /// cut-offs count most.
    fn add(&mut self, turn: Color, previous_to: usize, mv: &Move, bonus: i32) {
        let (from, to) = (index(mv.from()), index(mv.to()));
        let butterfly = &mut self.butterfly[turn as usize][slot(from, to)];
        let countermove = &mut self.countermove[turn as usize][slot(previous_to, to)];
        for weight in [butterfly, countermove] {
            let old = i32::from(*weight);
            *weight = (old + bonus - old * bonus.abs() / MAX_HISTORY) as i16;
        }
    }
}

/// The history for the moves of one position.
pub(super) struct HistoryView<'a> {
    killers: [u16; 2],
    butterfly: &'a Slots,
    countermove: &'a Slots,
    previous_to: usize,
}

impl HistoryView<'_> {
    /// How early a quiet move should be searched.
    #[inline(always)]
    pub fn score(&self, mv: &Move) -> i32 {
        let (from, to) = (index(mv.from()), index(mv.to()));
        let (butterfly, countermove) = (slot(from, to), slot(self.previous_to, to));
        match butterfly as u16 {
            _ if mv.promotes() => PROMOTION,
            first if first == self.killers[0] => KILLER + 1,
            second if second == self.killers[1] => KILLER,
            _ => i32::from(self.butterfly[butterfly]) + i32::from(self.countermove[countermove]),
        }
    }
}
