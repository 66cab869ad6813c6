//! Endgame tables at the root of a search.

use crate::report::PvLine;
use crate::score::{Score, TABLE_WIN, Value};
use draughts::{Game, Move};
use endgame::{TableEntry, Tables, Verdict, Wld};

/// The task that is left in a position that the tables have.
pub(crate) enum TableRoot {
    /// Nothing: the moves are known, the best first.
    Known(Vec<PvLine>),
    /// To choose among the moves that keep the result.
    Choice { moves: Vec<Move>, drawn: bool },
}

/// The longest line that is shown.
const LONGEST_LINE: usize = 64;

/// Looks up the moves of a game with the draw rules as far as they have run; `None` if the tables up to so
/// many pieces do not have it. So many variations are wanted.
pub(crate) fn look_up(
    tables: &Tables,
    pieces: usize,
    game: &Game,
    variations: usize,
) -> Option<TableRoot> {
    if Tables::needs(game.position()) > pieces {
        return None;
    }
    let moves = tables.moves(game).ok()??;
    let best = prospect(&moves.first()?.1);
    let has_distance = moves.iter().all(|(_, verdict)| {
        let TableEntry { wld, dtc, dtw } = verdict.entry;
        wld == Wld::Draw || dtc.or(dtw).is_some()
    });
    if best != 0 && has_distance {
        let line = |(mv, verdict): &(Move, Verdict)| PvLine {
            score: score(verdict),
            moves: line(tables, game, *mv),
        };
        return Some(TableRoot::Known(moves.iter().take(variations).map(line).collect()));
    }
    let keeps = moves.iter().filter(|(_, verdict)| prospect(verdict) == best);
    let moves = keeps.map(|(mv, _)| *mv).collect();
    Some(TableRoot::Choice { moves, drawn: best == 0 })
}

/// Returns the prospect of a move, from a loss to a win; a win that a draw rule may spoil is less than one that
/// stands.
fn prospect(verdict: &Verdict) -> i8 {
    match (verdict.result(), verdict.entry.wld) {
        (Some(Wld::Win), _) => 2,
        (None, Wld::Win) => 1,
        (Some(Wld::Draw), _) | (None, Wld::Draw) => 0,
        (None, Wld::Loss) => -1,
        (Some(Wld::Loss), _) => -2,
    }
}

fn score(verdict: &Verdict) -> Score {
    let TableEntry { dtc, dtw, .. } = verdict.entry;
    let unknown_length = TABLE_WIN - Value::from(dtc.unwrap_or(0));
    match (prospect(verdict), dtw) {
        (2, Some(dtw)) => Score::WinsIn(dtw.into()),
        (-2, Some(dtw)) => Score::LosesIn(dtw.into()),
        (1.., _) => Score::Centimen(unknown_length),
        (0, _) => Score::Centimen(0),
        (..0, _) => Score::Centimen(-unknown_length),
    }
}

/// A move, and how the game goes on.
fn line(tables: &Tables, game: &Game, mv: Move) -> Vec<Move> {
    let after = game.position().play_unchecked(&mv);
    let rest = tables.line(&after, LONGEST_LINE - 1);
    core::iter::once(mv).chain(rest).collect()
}
