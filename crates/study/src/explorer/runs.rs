//! Sorting more than memory holds: sorted runs on disk, merged while they are read back.

use super::error::BuildError;
use rayon::prelude::*;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

/// The rank of no move: the game ends in this position.
pub(crate) const END: u16 = u16::MAX;

/// A result as the side to move sees it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Outlook {
    Unknown,
    Win,
    Draw,
    Loss,
}

/// One game in one position. Entries are sorted by the fields in this order; no two of a build have the same
/// rules, key, game and rank.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Entry {
    pub rules: u16,
    pub key: u64,
    pub game: u32,
    pub rank: u16,
    /// The day of the game, as a number.
    pub date: u32,
    /// The rating of the side to move, or 0.
    pub rating: u16,
    pub outlook: Outlook,
    /// Whether the game has not been in this position before.
    pub first: bool,
    /// Whether Black was to move, so that the position is turned half round.
    pub turned: bool,
}

impl Entry {
    const BYTES: usize = 23;
    const FIRST: u8 = 0x80;
    const TURNED: u8 = 0x40;

    fn to_bytes(self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        bytes[..2].copy_from_slice(&self.rules.to_le_bytes());
        bytes[2..10].copy_from_slice(&self.key.to_le_bytes());
        bytes[10..14].copy_from_slice(&self.game.to_le_bytes());
        bytes[14..16].copy_from_slice(&self.rank.to_le_bytes());
        bytes[16..20].copy_from_slice(&self.date.to_le_bytes());
        bytes[20..22].copy_from_slice(&self.rating.to_le_bytes());
        bytes[22] = self.outlook as u8
            | if self.first { Self::FIRST } else { 0 }
            | if self.turned { Self::TURNED } else { 0 };
        bytes
    }

    fn from_bytes(bytes: &[u8; Self::BYTES]) -> Self {
        let short = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        let word = |at: usize| {
            bytes[at..at + 4].iter().rev().fold(0, |word, byte| word << 8 | u32::from(*byte))
        };
        Self {
            rules: short(0),
            key: u64::from(word(6)) << 32 | u64::from(word(2)),
            game: word(10),
            rank: short(14),
            date: word(16),
            rating: short(20),
            outlook: match bytes[22] & 3 {
                1 => Outlook::Win,
                2 => Outlook::Draw,
                3 => Outlook::Loss,
                _ => Outlook::Unknown,
            },
            first: bytes[22] & Self::FIRST != 0,
            turned: bytes[22] & Self::TURNED != 0,
        }
    }
}

/// So many runs of one size become one larger run, so that few files are read at once.
const FAN_IN: usize = 32;
/// Bytes that are read of a run at a time.
const READ_AHEAD: usize = 1 << 16;

/// A sorted run on disk.
struct Run {
    path: PathBuf,
    /// How often its entries were merged.
    level: u32,
}

/// Collects entries and gives them back sorted. What does not fit in memory lies in files of a folder that is
/// gone when this is.
pub(crate) struct Sorter {
    folder: PathBuf,
    buffer: Vec<Entry>,
    capacity: usize,
    runs: Vec<Run>,
    written: usize,
    pub len: u64,
}

impl Sorter {
    /// A sorter whose entries take so many bytes of memory.
    pub fn new(folder: PathBuf, memory: u64) -> Self {
        let capacity = (memory / size_of::<Entry>() as u64).clamp(1 << 10, 1 << 40) as usize;
        Self { folder, buffer: Vec::new(), capacity, runs: Vec::new(), written: 0, len: 0 }
    }

    /// Whether there is no room for another entry before a [`spill`](Self::spill).
    pub fn is_full(&self) -> bool {
        self.buffer.len() == self.capacity
    }

    pub fn push(&mut self, entry: Entry) {
        // Without more than it may have: a vector that grows by itself doubles.
        if self.buffer.len() == self.buffer.capacity() {
            let room = self.capacity.saturating_sub(self.buffer.len()).max(1);
            self.buffer.reserve_exact(self.buffer.len().max(1 << 10).min(room));
        }
        self.buffer.push(entry);
        self.len += 1;
    }

    /// Writes what is in memory to disk, sorted.
    pub fn spill(&mut self) -> Result<(), BuildError> {
        if self.runs.is_empty() {
            // One that a build left behind which was killed.
            let _ = fs::remove_dir_all(&self.folder);
            fs::create_dir_all(&self.folder).map_err(|error| self.failed(error))?;
        }
        self.buffer.par_sort_unstable();
        let mut buffer = std::mem::take(&mut self.buffer);
        self.write(0, buffer.iter().map(|entry| Ok(*entry)))?;
        buffer.clear();
        self.buffer = buffer;
        while let Some(merged) = self.full_level() {
            let sources = self.runs.split_off(self.runs.len() - FAN_IN);
            let sorted = self.merged(&sources, Vec::new())?;
            self.write(merged + 1, sorted)?;
            for run in sources {
                fs::remove_file(&run.path).map_err(|error| self.failed(error))?;
            }
        }
        Ok(())
    }

    /// The level of the last runs, if there are enough of it to be merged.
    fn full_level(&self) -> Option<u32> {
        let level = self.runs.last()?.level;
        let last = self.runs.iter().rev().take_while(|run| run.level == level).count();
        (last >= FAN_IN).then_some(level)
    }

    fn write(
        &mut self,
        level: u32,
        entries: impl Iterator<Item = Result<Entry, BuildError>>,
    ) -> Result<(), BuildError> {
        let path = self.folder.join(format!("run-{}", self.written));
        self.written += 1;
        let mut file = BufWriter::with_capacity(
            READ_AHEAD,
            File::create(&path).map_err(|error| self.failed(error))?,
        );
        for entry in entries {
            file.write_all(&entry?.to_bytes()).map_err(|error| self.failed(error))?;
        }
        file.flush().map_err(|error| self.failed(error))?;
        self.runs.push(Run { path, level });
        Ok(())
    }

    fn merged(&self, runs: &[Run], held: Vec<Entry>) -> Result<Sorted, BuildError> {
        let mut sources = vec![Source::Held(held.into_iter())];
        for run in runs {
            let file = File::open(&run.path).map_err(|error| self.failed(error))?;
            sources.push(Source::File(BufReader::with_capacity(READ_AHEAD, file)));
        }
        let mut sorted = Sorted { folder: self.folder.clone(), sources, next: BinaryHeap::new() };
        for source in 0..sorted.sources.len() {
            sorted.advance(source)?;
        }
        Ok(sorted)
    }

    /// All entries in order. The sorter must live as long: it has the files.
    pub fn sorted(&mut self) -> Result<Sorted, BuildError> {
        self.buffer.par_sort_unstable();
        let held = std::mem::take(&mut self.buffer);
        self.merged(&self.runs, held)
    }

    fn failed(&self, error: io::Error) -> BuildError {
        failed(&self.folder, error)
    }
}

fn failed(folder: &Path, error: io::Error) -> BuildError {
    BuildError::Write { file: folder.to_owned(), error }
}

impl Drop for Sorter {
    fn drop(&mut self) {
        if self.written > 0 {
            let _ = fs::remove_dir_all(&self.folder);
        }
    }
}

enum Source {
    Held(std::vec::IntoIter<Entry>),
    File(BufReader<File>),
}

impl Source {
    fn next(&mut self) -> io::Result<Option<Entry>> {
        match self {
            Self::Held(entries) => Ok(entries.next()),
            Self::File(file) => {
                let mut bytes = [0; Entry::BYTES];
                match file.read_exact(&mut bytes) {
                    Ok(()) => Ok(Some(Entry::from_bytes(&bytes))),
                    Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(None),
                    Err(error) => Err(error),
                }
            }
        }
    }
}

/// The entries of several runs, in order.
pub(crate) struct Sorted {
    folder: PathBuf,
    sources: Vec<Source>,
    /// The next entry of each source that has one.
    next: BinaryHeap<Reverse<(Entry, usize)>>,
}

impl Sorted {
    fn advance(&mut self, source: usize) -> Result<(), BuildError> {
        let next = self.sources[source].next().map_err(|error| failed(&self.folder, error))?;
        self.next.extend(next.map(|entry| Reverse((entry, source))));
        Ok(())
    }
}

impl Iterator for Sorted {
    type Item = Result<Entry, BuildError>;

    fn next(&mut self) -> Option<Self::Item> {
        let Reverse((entry, source)) = self.next.pop()?;
        match self.advance(source) {
            Ok(()) => Some(Ok(entry)),
            Err(error) => Some(Err(error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(number: u64) -> Entry {
        let key = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        Entry {
            rules: (key % 3) as u16,
            key,
            game: number as u32,
            rank: (number % 7) as u16,
            date: 20_260_101,
            rating: (number % 3_000) as u16,
            outlook: [Outlook::Unknown, Outlook::Win, Outlook::Draw, Outlook::Loss]
                [key as usize % 4],
            first: number.is_multiple_of(2),
            turned: number.is_multiple_of(3),
        }
    }

    #[test]
    fn an_entry_comes_back_from_its_bytes() {
        for number in 0..100 {
            assert_eq!(Entry::from_bytes(&entry(number).to_bytes()), entry(number));
        }
    }

    /// More runs than are merged at once, so that runs of runs are merged too.
    #[test]
    fn entries_come_back_sorted_through_many_runs() {
        const RUN: u64 = 1 << 10;
        let folder = std::env::temp_dir().join(format!("study-runs-{}", std::process::id()));
        for count in [0, 5, RUN, RUN + 1, RUN * (FAN_IN as u64 * 2 + 3) + 7] {
            let mut sorter = Sorter::new(folder.clone(), 0);
            for number in 0..count {
                if sorter.is_full() {
                    sorter.spill().unwrap();
                }
                sorter.push(entry(number));
            }
            assert!(sorter.runs.len() < FAN_IN + 3, "{} runs", sorter.runs.len());
            let sorted: Vec<Entry> = sorter.sorted().unwrap().map(Result::unwrap).collect();
            let mut expected: Vec<Entry> = (0..count).map(entry).collect();
            expected.sort();
            assert_eq!(sorted, expected);
            drop(sorter);
            assert!(!folder.exists());
        }
    }
}
