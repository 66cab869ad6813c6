//! How a game goes on with best play.

use crate::tables::Tables;
use crate::value::{TableEntry, Wld};
use draughts::{AnyPosition, Move};

impl Tables {
    /// The moves with which both sides play on from a decided position: the winner takes the shortest way,
    /// the loser the longest. Draw rules are not counted. It ends with the game, where the tables end, or
    /// after so many plies.
    pub fn line(&self, position: &AnyPosition, plies: usize) -> Vec<Move> {
        let mut position = *position;
        let mut line = Vec::new();
        while line.len() < plies {
            let Some((mv, after)) = self.shortest(&position) else { break };
            line.push(mv);
            position = after;
        }
        line
    }

    /// The best move of a decided position, and where it leads.
    fn shortest(&self, position: &AnyPosition) -> Option<(Move, AnyPosition)> {
        let mut best: Option<(Move, AnyPosition, TableEntry)> = None;
        for mv in position.legal_moves() {
            let after = position.play_unchecked(&mv);
            let entry = self.probe(&after).ok()??;
            if best.is_none_or(|(.., best)| worth(&entry) > worth(&best)) {
                best = Some((mv, after, entry));
            }
        }
        let (mv, after, entry) = best?;
        (entry.wld != Wld::Draw).then_some((mv, after))
    }
}

/// Returns the worth of a position's entry to the side that has moved there.
fn worth(entry: &TableEntry) -> (Wld, i32) {
    let distance = i32::from(entry.dtw.unwrap_or(0));
    let result = entry.wld.turned();
    (result, if result == Wld::Win { -distance } else { distance })
}
