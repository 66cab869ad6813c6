//! A table in a file: mapped into memory, checked block by block, decoded where it is asked for.

use crate::codec::{BLOCK, decode_distances, decode_results};
use crate::error::TableError;
use crate::file::{Header, Refused, Section};
use crate::index::{Board, Index};
use crate::material::MAX_PIECES;
use crate::slice::Packed;
use crate::value::{TableEntry, Wld};
use memmap2::Mmap;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The bytes of a table.
enum TableBytes {
    Mapped(Mmap),
    /// Of a table that could not be written.
    Held(Vec<u8>),
}

impl TableBytes {
    fn bytes(&self) -> &[u8] {
        match self {
            Self::Mapped(map) => map,
            Self::Held(bytes) => bytes,
        }
    }
}

/// A cell for each block, filled when it is first needed; `None` if the block is damaged, so that a
/// search which asks again and again finds that out once.
type Decoded<T> = Box<[OnceLock<Option<T>>]>;

/// A slice that can be asked.
pub(crate) struct SliceTable {
    file: PathBuf,
    source: TableBytes,
    pub header: Header,
    pub index: Index,
    results: Decoded<Packed>,
    /// DTC and DTW.
    distances: [Decoded<Box<[u16]>>; 2],
}

impl SliceTable {
    /// Opens the file of a slice of these rules.
    pub fn open(path: &Path, rules: &str, board: Board) -> Result<Self, TableError> {
        let io = |error| TableError::Io { file: path.to_owned(), error };
        let file = File::open(path).map_err(io)?;
        Self::new(path.to_owned(), TableBytes::Mapped(map(&file).map_err(io)?), rules, board)
    }

    /// A table that is in memory only.
    pub fn held(
        path: &Path,
        bytes: Vec<u8>,
        rules: &str,
        board: Board,
    ) -> Result<Self, TableError> {
        Self::new(path.to_owned(), TableBytes::Held(bytes), rules, board)
    }

    fn new(
        file: PathBuf,
        source: TableBytes,
        rules: &str,
        board: Board,
    ) -> Result<Self, TableError> {
        let header = Header::read(source.bytes()).map_err(|refused| match refused {
            Refused::Foreign(reason) => TableError::Foreign { file: file.clone(), reason },
            Refused::Damaged(place) => {
                TableError::Damaged { file: file.clone(), place: place.to_owned() }
            }
        })?;
        let foreign = |reason| Err(TableError::Foreign { file: file.clone(), reason });
        if header.rules != rules {
            return foreign(format!("it is for \"{}\", not for \"{rules}\"", header.rules));
        }
        let named = file.file_stem().and_then(|stem| stem.to_str()?.parse().ok());
        if named != Some(header.material) || header.material.pieces() > MAX_PIECES {
            return foreign(format!("it holds {}, which is not its name", header.material));
        }
        let index = Index::new(board, header.material);
        if index.len() != header.positions {
            let (has, needs) = (header.positions, index.len());
            return foreign(format!("it has {has} positions, and {needs} are needed"));
        }
        fn cells<T>(header: &Header, section: Section) -> Decoded<T> {
            header.blocks(section).iter().map(|_| OnceLock::new()).collect()
        }
        let results = cells(&header, Section::Results);
        let distances = [Section::Dtc, Section::Dtw].map(|section| cells(&header, section));
        Ok(Self { file, source, header, index, results, distances })
    }

    pub fn bytes(&self) -> &[u8] {
        self.source.bytes()
    }

    /// Bytes of memory that decoded blocks take.
    pub fn decoded(&self) -> u64 {
        let results = self.results.iter().filter_map(OnceLock::get).flatten();
        let results = results.map(|block| block.0.len());
        let distances = self.distances.iter().flatten().filter_map(OnceLock::get).flatten();
        results.chain(distances.map(|block| 2 * block.len())).sum::<usize>() as u64
    }

    fn damaged(&self, section: Section, block: usize) -> TableError {
        let name = match section {
            Section::Results => "results",
            Section::Dtc => "DTC",
            Section::Dtw => "DTW",
        };
        let place = format!("block {block} of its {name}");
        TableError::Damaged { file: self.file.clone(), place }
    }

    fn block(&self, section: Section, block: usize) -> Result<&[u8], TableError> {
        let place = self.header.blocks(section)[block];
        let bytes = self.bytes().get(place.start..place.start + place.len);
        let intact = |bytes: &&[u8]| crc32fast::hash(bytes) == place.checksum;
        bytes.filter(intact).ok_or_else(|| self.damaged(section, block))
    }

    /// The codes of the results of a block, as they are stored.
    pub fn codes(&self, block: usize) -> Result<Vec<u8>, TableError> {
        let len = self.header.block_len(block);
        let bytes = self.block(Section::Results, block)?;
        let codes = decode_results(bytes, &self.index, block, len);
        codes.ok_or_else(|| self.damaged(Section::Results, block))
    }

    /// The distances of a block, as they are stored.
    pub fn distances_of(
        &self,
        section: Section,
        block: usize,
        codes: &[u8],
    ) -> Result<Vec<u16>, TableError> {
        let bytes = self.block(section, block)?;
        Ok(decode_distances(bytes, codes, self.index.stride()))
    }

    /// Plies to the end of the game, if they are kept; of a position that does not have to capture.
    pub fn dtw(&self, number: u64) -> Result<Option<u16>, TableError> {
        let number = number as usize;
        self.distance(Section::Dtw, number / BLOCK, number % BLOCK)
    }

    /// Plies to the next capture or man's move, if they are kept.
    pub fn dtc(&self, number: u64) -> Result<Option<u16>, TableError> {
        let number = number as usize;
        self.distance(Section::Dtc, number / BLOCK, number % BLOCK)
    }

    /// The entry of a position that does not have to capture.
    pub fn entry(&self, number: u64) -> Result<TableEntry, TableError> {
        let number = number as usize;
        let (block, offset) = (number / BLOCK, number % BLOCK);
        let wld = self.results(block)?.get(offset);
        let mut entry = TableEntry { wld, dtc: None, dtw: None };
        if wld != Wld::Draw {
            entry.dtc = self.distance(Section::Dtc, block, offset)?;
            entry.dtw = self.distance(Section::Dtw, block, offset)?;
        }
        Ok(entry)
    }

    /// The result alone, which is all a search needs in most places.
    #[inline]
    pub fn wld(&self, number: u64) -> Result<Wld, TableError> {
        let number = number as usize;
        Ok(self.results(number / BLOCK)?.get(number % BLOCK))
    }

    fn results(&self, block: usize) -> Result<&Packed, TableError> {
        let decode = || self.codes(block).ok().map(|codes| Packed::new(&codes));
        let results = self.results[block].get_or_init(decode).as_ref();
        results.ok_or_else(|| self.damaged(Section::Results, block))
    }

    fn distance(
        &self,
        section: Section,
        block: usize,
        offset: usize,
    ) -> Result<Option<u16>, TableError> {
        let Some(cell) = self.distances[section as usize - 1].get(block) else { return Ok(None) };
        let decode = || {
            let codes = self.codes(block).ok()?;
            Some(self.distances_of(section, block, &codes).ok()?.into())
        };
        let distances = cell.get_or_init(decode).as_ref();
        let distances = distances.ok_or_else(|| self.damaged(section, block))?;
        Ok(Some(distances[offset]))
    }
}

#[expect(unsafe_code, reason = "mapping a file is unsafe, since others could change it")]
fn map(file: &File) -> std::io::Result<Mmap> {
    // SAFETY: tables are written under another name and renamed when they are whole; nobody changes
    // them afterwards. A file that is cut off by force ends the program, as it does everywhere.
    unsafe { Mmap::map(file) }
}
