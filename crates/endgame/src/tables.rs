//! The tables of one game, in a folder.

use crate::error::TableError;
use crate::identity::table_rules;
use crate::index::{Board, Index};
use crate::material::{MAX_PIECES, Material};
use crate::mechanics::{self, Listing, Mechanics, Moves, Next};
use crate::placement::Placement;
use crate::slice::Totals;
use crate::table::SliceTable;
use crate::value::{TableEntry, Wld};
use core::fmt;
use draughts::{AnyPosition, Color, DrawRule, Duty, Position, Rules, Ruleset};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock};

/// How a file of a table ends.
pub(crate) const EXTENSION: &str = "endgame";

/// The tables of one game.
///
/// A table is opened when it is first asked for, and its blocks are decoded as they are needed. Any
/// number of threads may ask at the same time.
pub struct Tables {
    pub(crate) folder: PathBuf,
    /// Whether there is a folder to read from.
    reads: bool,
    /// Whether what is built is written there; otherwise it is kept in memory.
    pub(crate) writes: bool,
    pub(crate) rules: Ruleset,
    pub(crate) game: Box<dyn Mechanics>,
    slots: Box<[OnceLock<Box<SliceTable>>]>,
    /// Whether every win of a slice is over in time under a rule, where all its positions had to be
    /// looked at for that.
    pub(crate) in_time: Mutex<HashMap<(Material, DrawRule), bool>>,
}

impl fmt::Debug for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tables").field("folder", &self.folder).finish_non_exhaustive()
    }
}

impl Tables {
    /// The tables for these rules in a folder that holds those of many; there may be none yet.
    pub fn new(folder: &Path, rules: &Ruleset) -> Self {
        Self::of(Some(folder), rules, true)
    }

    /// The same tables, but what is built stays in memory: of a folder that is only read, or of none.
    pub fn in_memory(folder: Option<&Path>, rules: &Ruleset) -> Self {
        Self::of(folder, rules, false)
    }

    fn of(folder: Option<&Path>, rules: &Ruleset, writes: bool) -> Self {
        let rules = table_rules(rules);
        Self {
            folder: folder.unwrap_or(Path::new("")).join(rules.to_string()),
            reads: folder.is_some(),
            writes,
            game: mechanics::of(&rules),
            slots: (0..Material::SLOTS).map(|_| OnceLock::new()).collect(),
            in_time: Mutex::default(),
            rules,
        }
    }

    /// The rules, as the tables know them.
    pub fn rules(&self) -> &Ruleset {
        &self.rules
    }

    /// The folder of these rules.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    pub(crate) fn board(&self) -> Board {
        self.game.board()
    }

    /// Whether positions with kings are played on.
    pub(crate) fn with_kings(&self) -> bool {
        !self.game.facts().first_king_wins
    }

    /// The slices of so many pieces.
    pub fn slices(&self, pieces: usize) -> Vec<Material> {
        Material::all(pieces, self.with_kings())
    }

    pub(crate) fn path(&self, material: &Material) -> PathBuf {
        self.folder.join(format!("{material}.{EXTENSION}"))
    }

    /// The table of a slice, if it is there.
    pub(crate) fn table(&self, material: &Material) -> Result<Option<&SliceTable>, TableError> {
        let slot = &self.slots[material.slot()];
        if let Some(table) = slot.get() {
            return Ok(Some(table));
        }
        let path = self.path(material);
        if !self.reads || !path.exists() {
            return Ok(None);
        }
        let table = SliceTable::open(&path, &self.rules.to_string(), self.board())?;
        Ok(Some(slot.get_or_init(|| Box::new(table))))
    }

    /// Keeps a table that could not be written, for as long as the program runs.
    pub(crate) fn hold(&self, material: &Material, bytes: Vec<u8>) -> Result<(), TableError> {
        let path = self.path(material);
        let table = SliceTable::held(&path, bytes, &self.rules.to_string(), self.board())?;
        let _ = self.slots[material.slot()].set(Box::new(table));
        Ok(())
    }

    /// Whether there are tables for all positions of so many pieces. Files that cannot be used count
    /// as missing.
    pub fn has(&self, pieces: usize) -> bool {
        let there = |material: &Material| matches!(self.table(material), Ok(Some(_)));
        self.slices(pieces).iter().all(there)
    }

    /// The first file of slices up to so many pieces that is there and cannot be used, as an error that says
    /// why: it is of another format or of other rules, or its header is damaged. A build replaces it.
    pub fn refused(&self, pieces: usize) -> Option<TableError> {
        let mut slices = (2..=pieces).flat_map(|pieces| self.slices(pieces));
        slices.find_map(|material| self.table(&material).err())
    }

    /// The most pieces for which there are all tables, from two on; 0 if there are none.
    pub fn pieces(&self) -> usize {
        (2..=MAX_PIECES).take_while(|pieces| self.has(*pieces)).last().unwrap_or(0)
    }

    /// How many pieces a position needs tables for.
    pub fn needs(position: &AnyPosition) -> usize {
        Color::BOTH.into_iter().map(|color| position.pieces(color).len()).sum()
    }

    /// The slice of a position, unless it has too many pieces or a side has none.
    pub fn material(position: &AnyPosition) -> Option<Material> {
        mechanics::place_any(position).map(|place| place.material)
    }

    /// The slices without a table that a position of this slice or any that can follow needs.
    pub fn missing(&self, material: &Material) -> Vec<Material> {
        let there = |material: &Material| matches!(self.table(material), Ok(Some(_)));
        self.can_follow(material).into_iter().filter(|material| !there(material)).collect()
    }

    /// How many positions a slice has.
    pub fn positions(&self, material: &Material) -> u64 {
        Index::new(self.board(), *material).len()
    }

    /// Bytes of memory that decoded blocks take.
    pub fn decoded(&self) -> u64 {
        self.slots.iter().filter_map(OnceLock::get).map(|table| table.decoded()).sum()
    }

    /// Probes a position: its value by the tables; `None` if they do not have it. The counters of draw rules
    /// are not considered.
    pub fn probe(&self, position: &AnyPosition) -> Result<Option<TableEntry>, TableError> {
        if let Some(outcome) = position.outcome() {
            let wld = Wld::of(&outcome, position.turn());
            let distance = (wld != Wld::Draw).then_some(0);
            return Ok(Some(TableEntry { wld, dtc: distance, dtw: distance }));
        }
        match mechanics::place_any(position) {
            Some(place) => self.entry(&place),
            None => Ok(None),
        }
    }

    /// Finds a position in which no capture is mandatory in the open tables; for searches, which probe often
    /// and never wait. [`pieces`](Self::pieces) opens the tables that are there.
    #[inline]
    pub fn find<R: Rules>(&self, position: &Position<R>) -> Option<OpenPosition<'_>> {
        let place = mechanics::place(position)?;
        let table = self.slots[place.material.slot()].get()?;
        Some(OpenPosition { table, number: table.index.encode(&place) })
    }

    fn must_capture(&self, place: &Placement) -> bool {
        self.game.facts().capture == Duty::Mandatory && self.game.captures(place)
    }

    pub(crate) fn entry(&self, place: &Placement) -> Result<Option<TableEntry>, TableError> {
        let Some(table) = self.table(&place.material)? else { return Ok(None) };
        if !self.must_capture(place) {
            return table.entry(table.index.encode(place)).map(Some);
        }
        let mut moves = Moves::default();
        self.game.moves(place, Listing::All, &mut moves);
        let mut best: Option<TableEntry> = None;
        for (_, next) in &moves.next {
            let next = match next {
                Next::Over(wld) => TableEntry { wld: *wld, dtc: Some(0), dtw: Some(0) },
                Next::Place(place) => match self.entry(place)? {
                    Some(entry) => entry,
                    None => return Ok(None),
                },
            };
            let entry = next.before(true);
            best = Some(best.map_or(entry, |best| best.better(entry)));
        }
        let Totals { dtc, dtw, .. } = table.header.totals;
        Ok(best.map(|best| TableEntry {
            dtc: best.dtc.filter(|_| dtc.is_some()),
            dtw: best.dtw.filter(|_| dtw.is_some()),
            ..best
        }))
    }

    /// The totals of a slice, if its table is there.
    pub fn totals(&self, material: &Material) -> Result<Option<Totals>, TableError> {
        Ok(self.table(material)?.map(|table| table.header.totals))
    }

    /// A position of the longest win of a slice as a FEN, White to move, where distances to the end are
    /// kept.
    pub fn longest_win(&self, material: &Material) -> Result<Option<String>, TableError> {
        let Some(table) = self.table(material)? else { return Ok(None) };
        let Some(longest) = table.header.totals.dtw.filter(|longest| longest.win > 0) else {
            return Ok(None);
        };
        for number in 0..table.index.len() {
            let place = table.index.decode(number);
            let entry = self.entry(&place)?.filter(|entry| entry.wld == Wld::Win);
            if entry.is_some_and(|entry| entry.dtw == Some(longest.win)) {
                return Ok(Some(self.game.fen(&place)));
            }
        }
        Ok(None)
    }

    /// The size of a slice's file in bytes, and how much of it is needed for results alone.
    pub fn size(&self, material: &Material) -> Result<Option<(u64, u64)>, TableError> {
        let Some(table) = self.table(material)? else { return Ok(None) };
        let results = &table.header.sections[0];
        let results = results.iter().map(|block| block.len as u64 + 8).sum();
        Ok(Some((table.bytes().len() as u64, results)))
    }

    /// SHA-256 over the files of all slices of so many pieces, in their order: the same on every
    /// machine. `None` if one is missing.
    pub fn digest(&self, pieces: usize) -> Result<Option<String>, TableError> {
        let mut hasher = Sha256::new();
        for material in self.slices(pieces) {
            match self.table(&material)? {
                Some(table) => hasher.update(table.bytes()),
                None => return Ok(None),
            }
        }
        Ok(Some(hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect()))
    }
}

/// The place of a position in an open table. What is not decoded yet is decoded once, for all threads;
/// after that no lock is taken. A block that turns out to be damaged is as good as none.
#[derive(Clone, Copy)]
pub struct OpenPosition<'a> {
    table: &'a SliceTable,
    number: u64,
}

impl OpenPosition<'_> {
    /// The result with best play.
    #[inline]
    pub fn wld(&self) -> Option<Wld> {
        self.table.wld(self.number).ok()
    }

    /// Plies to the end of the game, if they are kept.
    pub fn dtw(&self) -> Option<u16> {
        self.table.dtw(self.number).ok()?
    }

    /// Plies to the next capture or man's move, if they are kept.
    pub fn dtc(&self) -> Option<u16> {
        self.table.dtc(self.number).ok()?
    }

    /// The longest DTW of all positions with these pieces, if it is kept.
    pub fn longest(&self) -> Option<u16> {
        let longest = self.table.header.totals.dtw?;
        Some(longest.win.max(longest.loss))
    }
}

impl fmt::Debug for OpenPosition<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.number, self.table.index.material)
    }
}

impl TableEntry {
    /// The entry of a position from which a move leads to one with this entry. A file can claim any distance.
    pub(crate) fn before(self, irreversible: bool) -> Self {
        let dtc = if irreversible { Some(1) } else { self.dtc.map(|dtc| dtc.saturating_add(1)) };
        let decided = self.wld != Wld::Draw;
        Self {
            wld: self.wld.turned(),
            dtc: dtc.filter(|_| decided),
            dtw: self.dtw.filter(|_| decided).map(|dtw| dtw.saturating_add(1)),
        }
    }

    /// The better of two for the side that may choose: wins soon, losses late. The result, DTC and DTW
    /// each count on their own.
    pub(crate) fn better(self, other: Self) -> Self {
        if self.wld != other.wld {
            return if self.wld > other.wld { self } else { other };
        }
        let pick = |one: Option<u16>, two: Option<u16>| {
            let (one, two) = one.zip(two)?;
            Some(if self.wld == Wld::Win { one.min(two) } else { one.max(two) })
        };
        Self { wld: self.wld, dtc: pick(self.dtc, other.dtc), dtw: pick(self.dtw, other.dtw) }
    }
}
