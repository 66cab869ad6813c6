//! Proving tables: every value follows from those of the positions that moves lead to, every number is
//! that of one position, and the totals are those of the header.

use crate::error::TableError;
use crate::load;
use crate::mechanics::{LastMove, Listing, Moves, Next};
use crate::placement::Placement;
use crate::slice::{Library, Slice};
use crate::tables::Tables;
use crate::value::{TableEntry, Wld};
use rayon::prelude::*;

/// The result of verifying tables.
#[derive(Debug, Default)]
pub struct Verified {
    /// Positions that were checked.
    pub positions: u64,
    /// Slices that were checked.
    pub slices: usize,
    /// How many positions are wrong.
    pub errors: u64,
    /// The first of them, and what is wrong.
    pub examples: Vec<String>,
}

/// Errors that are written out.
const EXAMPLES: usize = 10;
/// Positions that one task checks.
const CHUNK: usize = 8_192;

impl Tables {
    /// Checks all tables up to a number of pieces, or as many as there are. `progress` is told how many
    /// positions are done.
    pub fn verify(
        &self,
        pieces: usize,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<Verified, TableError> {
        let mut library = Library::new();
        let mut verified = Verified::default();
        let slices = (2..=pieces).flat_map(|pieces| self.slices(pieces));
        for material in slices.filter(|material| *material >= material.turned()) {
            let mut pair = Vec::new();
            for material in [material, material.turned()] {
                let Some(table) = self.table(&material)? else { continue };
                if pair.iter().all(|other: &Slice| other.index.material != material) {
                    let slice = load::slice(table, &*self.game, &library)?;
                    if slice.totals() != table.header.totals {
                        let wrong = format!("the totals of {material} are not those of its file");
                        verified.wrong(1, vec![wrong]);
                    }
                    pair.push(slice);
                }
            }
            for slice in &pair {
                self.check(slice, &pair, &library, &mut verified);
                verified.slices += 1;
                progress(verified.positions);
            }
            pair.into_iter().for_each(|slice| library.insert(slice.known()));
        }
        Ok(verified)
    }

    fn check(&self, slice: &Slice, pair: &[Slice], library: &Library, verified: &mut Verified) {
        let positions = slice.index.len() as usize;
        let check = Check { tables: self, slice, pair, library };
        let found: Vec<Vec<String>> = (0..positions.div_ceil(CHUNK))
            .into_par_iter()
            .map(|chunk| {
                let mut moves = Moves::default();
                let numbers = chunk * CHUNK..positions.min((chunk + 1) * CHUNK);
                numbers.filter_map(|number| check.position(number as u64, &mut moves)).collect()
            })
            .collect();
        verified.positions += positions as u64;
        for wrong in found {
            verified.wrong(wrong.len() as u64, wrong);
        }
    }
}

impl Verified {
    fn wrong(&mut self, errors: u64, examples: Vec<String>) {
        self.errors += errors;
        self.examples.extend(examples);
        self.examples.truncate(EXAMPLES);
    }
}

struct Check<'a> {
    tables: &'a Tables,
    slice: &'a Slice,
    pair: &'a [Slice],
    library: &'a Library,
}

impl Check<'_> {
    /// Returns the error in a position's value, if there is one.
    fn position(&self, number: u64, moves: &mut Moves) -> Option<String> {
        let place = self.slice.index.decode(number);
        if self.slice.index.encode(&place) != number {
            return Some(format!("{} {number}: index", self.slice.index.material));
        }
        self.tables.game.moves(&place, Listing::All, moves);
        let said = entry(self.slice, number);
        let follows = match moves.over {
            Some(wld) => Some(TableEntry { wld, dtc: Some(0), dtw: Some(0) }),
            None => self.best(moves),
        };
        let Some(follows) = follows else {
            return Some(format!("{}: a table is missing", self.tables.game.fen(&place)));
        };
        let wrong = said.wld != follows.wld
            || (said.wld != Wld::Draw
                && (said.dtc.is_some_and(|dtc| follows.dtc != Some(dtc))
                    || said.dtw.is_some_and(|dtw| follows.dtw != Some(dtw))));
        wrong.then(|| {
            let fen = self.tables.game.fen(&place);
            format!("{fen}: the table says {said:?}, its moves say {follows:?}")
        })
    }

    fn best(&self, moves: &Moves) -> Option<TableEntry> {
        let mut best: Option<TableEntry> = None;
        for (step, next) in &moves.next {
            let next = match next {
                Next::Over(wld) => TableEntry { wld: *wld, dtc: Some(0), dtw: Some(0) },
                Next::Place(place) => self.look_up(place)?,
            };
            let entry = next.before(*step != LastMove::Reversible);
            best = Some(best.map_or(entry, |best| best.better(entry)));
        }
        best
    }

    fn look_up(&self, place: &Placement) -> Option<TableEntry> {
        let same = |slice: &&Slice| slice.index.material == place.material;
        if let Some(slice) = self.pair.iter().find(same) {
            return Some(entry(slice, slice.index.encode(place)));
        }
        let (wld, dtw) = self.library.look_up(place)?;
        Some(TableEntry { wld, dtc: Some(0), dtw: Some(dtw) })
    }
}

fn entry(slice: &Slice, number: u64) -> TableEntry {
    let at = number as usize;
    let dtw = slice.dtw.as_ref().map(|dtw| dtw[at]);
    TableEntry { wld: slice.wld(number), dtc: slice.dtc.get(at).copied(), dtw }
}
