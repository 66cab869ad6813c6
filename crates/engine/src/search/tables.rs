//! Endgame tables in the tree.

use super::{Window, Worker};
use crate::score::{TABLE_WIN, Value, WIN, drawn_by_table};
use draughts::{Bits, Duty, Position, Rules};
use endgame::{OpenPosition, Tables, Wld};

/// The tables that a search asks, all of which are open.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TreeTables<'a> {
    pub tables: &'a Tables,
    /// Positions with more pieces are not asked about.
    pub pieces: usize,
}

impl<R: Rules> Worker<'_, R> {
    /// The value of a position that the tables have; `None` if it has to be searched.
    #[inline]
    pub(super) fn table_value(
        &self,
        position: &Position<R>,
        ply: usize,
        window: Window,
    ) -> Option<Value> {
        let TreeTables { tables, pieces } = self.tables?;
        let (white, black, _) = position.board().words();
        if (white | black).count() as usize > pieces {
            return None;
        }
        self.probe_tables(tables, position, ply, window)
    }

    #[inline(never)]
    fn probe_tables(
        &self,
        tables: &Tables,
        position: &Position<R>,
        ply: usize,
        window: Window,
    ) -> Option<Value> {
        if self.rules.facts().capture == Duty::Mandatory && position.any_capture() {
            return None;
        }
        let found = tables.find(position)?;
        match found.wld()? {
            Wld::Draw => Some(drawn_by_table(self.evaluator.evaluate(position))),
            Wld::Win => self.table_win(&found, ply, window.beta),
            Wld::Loss => self.table_win(&found, ply, -window.alpha).map(|value| -value),
        }
    }

    /// The value of a win for the side that has it, or a lower bound if that is all that is wanted: a
    /// distance costs more to look up than the result. A win that comes after a draw counter runs out is
    /// not believed.
    fn table_win(&self, found: &OpenPosition<'_>, ply: usize, wanted: Value) -> Option<Value> {
        let (left, ply) = (self.stack.plies_left(), ply as Value);
        let bound = TABLE_WIN - ply;
        let in_time = left == u16::MAX || found.longest().is_some_and(|longest| longest <= left);
        if in_time && wanted <= bound {
            return Some(bound);
        }
        if let Some(dtw) = found.dtw() {
            return (dtw <= left).then_some(WIN - ply - Value::from(dtw));
        }
        let dtc = found.dtc().unwrap_or(0);
        (dtc <= left).then_some(bound - Value::from(dtc))
    }
}
