//! Which moves to look at first.

use crate::squares::index;
use draughts::{Color, Move, MoveList};

/// The legal moves of a position on the line looked at, and which of them to look at first.
#[derive(Debug, Default)]
pub(crate) struct Sheet {
    pub moves: MoveList,
    /// How early a move should be looked at, and behind that, turned round, its place in the list.
    keys: Vec<i64>,
}

impl Sheet {
    /// Orders the moves that count; gives how many these are.
    #[inline]
    pub fn order(&mut self, view: &View, known: u16, counts: impl Fn(&Move) -> bool) -> usize {
        self.keys.clear();
        for (mv, place) in self.moves.iter().zip(0_u16..) {
            if counts(mv) {
                let order = if place == known { KNOWN_BEST } else { view.order(mv) };
                self.keys.push(i64::from(order) << 16 | i64::from(!place));
            }
        }
        self.keys.len()
    }

    /// The move that is to be looked at after so many others, and its place.
    #[inline]
    pub fn pick(&mut self, index: usize) -> (Move, u16) {
        let rest = &mut self.keys[index..];
        let mut best = 0;
        let mut most = rest[0];
        for (index, key) in rest.iter().enumerate().skip(1) {
            if *key > most {
                (best, most) = (index, *key);
            }
        }
        rest.swap(0, best);
        let place = !(most as u16);
        (self.moves[usize::from(place)], place)
    }

    /// The first so many moves that were picked.
    fn picked(&self, count: usize) -> impl Iterator<Item = &Move> {
        self.keys[..count].iter().map(|key| &self.moves[usize::from(!(*key as u16))])
    }
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

type Slots = [i16; SLOTS];

/// No move has this slot.
const NO_SLOT: u16 = u16::MAX;

/// What earlier parts of the search say about quiet moves.
#[derive(Debug)]
pub(crate) struct Experience {
    /// For each ply the slots of the last two moves that refuted something.
    killers: Vec<[u16; 2]>,
    /// For each side, from and to: how often a move refuted something, weighed by depth.
    history: Vec<Slots>,
    /// The same for each side, where the opponent's last move ended, and to.
    answers: Vec<Slots>,
}

impl Experience {
    pub fn new(plies: usize) -> Self {
        let sides = || vec![[0; SLOTS]; 2];
        Self { killers: vec![[NO_SLOT; 2]; plies], history: sides(), answers: sides() }
    }

    pub fn clear(&mut self) {
        self.killers.fill([NO_SLOT; 2]);
        self.history.fill([0; SLOTS]);
        self.answers.fill([0; SLOTS]);
    }

    /// What is said about the moves of one position.
    pub fn view(&self, turn: Color, recent: usize, ply: usize) -> View<'_> {
        View {
            killers: self.killers[ply],
            history: &self.history[turn as usize],
            answers: &self.answers[turn as usize],
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
        tried: (&Sheet, usize),
    ) {
        if mv.is_capture() {
            return;
        }
        let killers = &mut self.killers[ply];
        let slot = slot(index(mv.from()), index(mv.to())) as u16;
        if killers[0] != slot {
            *killers = [slot, killers[0]];
        }
        let bonus = (8 * depth * depth).min(MOST / 8);
        self.weigh(turn, recent, &mv, bonus);
        let (sheet, count) = tried;
        for other in sheet.picked(count).filter(|other| !other.is_capture()) {
            self.weigh(turn, recent, other, -bonus);
        }
    }

    fn weigh(&mut self, turn: Color, recent: usize, mv: &Move, bonus: i32) {
        let (from, to) = (index(mv.from()), index(mv.to()));
        let history = &mut self.history[turn as usize][slot(from, to)];
        let answers = &mut self.answers[turn as usize][slot(recent, to)];
        for weight in [history, answers] {
            // The nearer to the limit, the less is added, so that the latest experience counts most.
            let old = i32::from(*weight);
            *weight = (old + bonus - old * bonus.abs() / MOST) as i16;
        }
    }
}

/// What experience says about the moves of one position.
pub(crate) struct View<'a> {
    killers: [u16; 2],
    history: &'a Slots,
    answers: &'a Slots,
    recent: usize,
}

impl View<'_> {
    #[inline(always)]
    fn order(&self, mv: &Move) -> i32 {
        if mv.is_capture() {
            return CAPTURE + mv.captured().len() as i32;
        }
        let (from, to) = (index(mv.from()), index(mv.to()));
        let (history, answers) = (slot(from, to), slot(self.recent, to));
        match history as u16 {
            _ if mv.promotes() => PROMOTION,
            first if first == self.killers[0] => KILLER + 1,
            second if second == self.killers[1] => KILLER,
            _ => i32::from(self.history[history]) + i32::from(self.answers[answers]),
        }
    }
}
