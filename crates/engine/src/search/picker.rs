//! The move picker: which moves to search first.

use super::history::HistoryView;
use draughts::{Move, MoveList};

const TT_MOVE: i32 = 1 << 30;
const CAPTURE: i32 = 1 << 24;

/// The legal moves of a node, picked one after the other by their scores.
#[derive(Debug, Default)]
pub(super) struct MovePicker {
    pub moves: MoveList,
    /// The score of a move, and behind that, inverted, its index in the list.
    keys: Vec<i64>,
}

impl MovePicker {
    /// Scores the moves that count; gives how many these are.
    #[inline]
    pub fn score(
        &mut self,
        view: &HistoryView,
        tt_move: u16,
        counts: impl Fn(&Move) -> bool,
    ) -> usize {
        self.keys.clear();
        for (mv, move_index) in self.moves.iter().zip(0_u16..) {
            if counts(mv) {
                let score = match mv {
                    _ if move_index == tt_move => TT_MOVE,
                    _ if mv.is_capture() => CAPTURE + mv.captured().len() as i32,
                    _ => view.score(mv),
                };
                self.keys.push(i64::from(score) << 16 | i64::from(!move_index));
            }
        }
        self.keys.len()
    }

    /// The move that comes after so many others, and its index in the list.
    #[inline]
    pub fn pick(&mut self, index: usize) -> (Move, u16) {
        let rest = &mut self.keys[index..];
        let mut best = 0;
        let mut highest = rest[0];
        for (index, key) in rest.iter().enumerate().skip(1) {
            if *key > highest {
                (best, highest) = (index, *key);
            }
        }
        rest.swap(0, best);
        let move_index = !(highest as u16);
        (self.moves[usize::from(move_index)], move_index)
    }

    /// The first so many moves that were picked.
    pub fn picked(&self, count: usize) -> impl Iterator<Item = &Move> {
        self.keys[..count].iter().map(|key| &self.moves[usize::from(!(*key as u16))])
    }
}
