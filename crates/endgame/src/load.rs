//! Tables back in memory as the solver left them: positions that must capture get their values again.

use crate::codec::BLOCK;
use crate::error::TableError;
use crate::file::Section;
use crate::mechanics::{Listing, Mechanics, Moves, Next};
use crate::slice::{Library, Slice};
use crate::table::SliceTable;
use crate::value::{TableEntry, Wld};
use draughts::Duty;
use rayon::prelude::*;

struct BlockValues {
    values: Vec<u8>,
    dtc: Vec<u16>,
    dtw: Vec<u16>,
}

/// Loads a slice. All slices that captures lead to must be in the library.
pub(crate) fn slice(
    table: &SliceTable,
    game: &dyn Mechanics,
    library: &Library,
) -> Result<Slice, TableError> {
    let blocks = table.header.positions.div_ceil(BLOCK as u64) as usize;
    let parts: Vec<BlockValues> = (0..blocks)
        .into_par_iter()
        .map(|block| part(table, game, library, block))
        .collect::<Result<_, _>>()?;
    let kept = table.header.totals;
    let mut slice = Slice {
        index: table.index.clone(),
        values: Vec::with_capacity(table.header.positions as usize),
        dtc: Vec::new(),
        dtw: kept.dtw.map(|_| Vec::new()),
    };
    for part in parts {
        slice.values.extend(part.values);
        slice.dtc.extend(part.dtc);
        if let Some(dtw) = &mut slice.dtw {
            dtw.extend(part.dtw);
        }
    }
    Ok(slice)
}

fn part(
    table: &SliceTable,
    game: &dyn Mechanics,
    library: &Library,
    block: usize,
) -> Result<BlockValues, TableError> {
    let codes = table.codes(block)?;
    let kept = table.header.totals;
    let distances = |section, kept| match kept {
        true => table.distances_of(section, block, &codes),
        false => Ok(Vec::new()),
    };
    let mut part = BlockValues {
        dtc: distances(Section::Dtc, kept.dtc.is_some())?,
        dtw: distances(Section::Dtw, kept.dtw.is_some())?,
        values: codes,
    };
    if game.facts().capture == Duty::Optional {
        return Ok(part);
    }
    let mut moves = Moves::default();
    for offset in 0..part.values.len() {
        let place = table.index.decode((block * BLOCK + offset) as u64);
        if !game.captures(&place) {
            continue;
        }
        game.moves(&place, Listing::All, &mut moves);
        let entry = from_library(&moves, library);
        part.values[offset] = entry.wld.code() | Slice::CAPTURES;
        if let Some(dtc) = part.dtc.get_mut(offset) {
            *dtc = entry.dtc.unwrap_or(0);
        }
        if let Some(dtw) = part.dtw.get_mut(offset) {
            *dtw = entry.dtw.unwrap_or(0);
        }
    }
    Ok(part)
}

/// The entry of a position with these moves, all of which cannot be taken back and lead to slices of
/// the library.
fn from_library(moves: &Moves, library: &Library) -> TableEntry {
    let mut best: Option<TableEntry> = None;
    for (_, next) in &moves.next {
        let (wld, dtw) = match next {
            Next::Over(wld) => (*wld, 0),
            Next::Place(place) => match library.look_up(place) {
                Some(found) => found,
                None => unreachable!("{} is loaded before what leads to it", place.material),
            },
        };
        let entry = TableEntry { wld, dtc: Some(0), dtw: Some(dtw) }.before(true);
        best = Some(best.map_or(entry, |best| best.better(entry)));
    }
    best.unwrap_or(TableEntry { wld: Wld::Loss, dtc: Some(0), dtw: Some(0) })
}
