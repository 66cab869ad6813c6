//! The bytes of a segment: a front of fixed length, blocks with checksums, and a tail that says what the blocks
//! are. docs/explorer.md describes every byte.

use super::bytes::ByteReader;
use super::error::BuildError;
use std::fs::{self, File, TryLockError};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

pub(crate) const MAGIC: [u8; 8] = *b"DraughEX";
/// Raised whenever the same games would give other bytes.
pub(crate) const FORMAT: u32 = 1;
/// Bytes of the front: magic, format, place and length of the tail, its checksum, and that of the front.
pub(crate) const FRONT: usize = 36;
/// A block is closed when it has so many bytes.
pub(crate) const BLOCK: usize = 8 << 10;
/// Bytes that a directory has of a block.
pub(crate) const BLOCK_ENTRY: usize = 24;

/// Where a block is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Block {
    /// The lowest key in it, or the number of its first game.
    pub first: u64,
    pub offset: u64,
    pub length: u32,
    pub checksum: u32,
}

impl Block {
    fn to_bytes(self) -> [u8; BLOCK_ENTRY] {
        let mut bytes = [0; BLOCK_ENTRY];
        bytes[..8].copy_from_slice(&self.first.to_le_bytes());
        bytes[8..16].copy_from_slice(&self.offset.to_le_bytes());
        bytes[16..20].copy_from_slice(&self.length.to_le_bytes());
        bytes[20..].copy_from_slice(&self.checksum.to_le_bytes());
        bytes
    }

    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut reader = ByteReader(bytes);
        Some(Self {
            first: reader.fixed_u64()?,
            offset: reader.fixed_u64()?,
            length: reader.fixed_u32()?,
            checksum: reader.fixed_u32()?,
        })
    }
}

/// The blocks of a section while they are written.
#[derive(Default)]
pub(crate) struct Section {
    /// The directory so far, as bytes.
    pub directory: Vec<u8>,
    open: Vec<u8>,
    first: u64,
}

impl Section {
    pub fn blocks(&self) -> u64 {
        (self.directory.len() / BLOCK_ENTRY) as u64
    }

    /// The block for the next record, which has this key.
    pub fn block(&mut self, key: u64) -> &mut Vec<u8> {
        if self.open.is_empty() {
            self.first = key;
        }
        &mut self.open
    }

    pub fn is_at_block_start(&self) -> bool {
        self.open.is_empty()
    }

    /// Writes the block if it is full.
    pub fn settle(&mut self, output: &mut Output) -> Result<(), BuildError> {
        if self.open.len() >= BLOCK { self.close(output) } else { Ok(()) }
    }

    /// Writes the block if there is anything in it.
    pub fn close(&mut self, output: &mut Output) -> Result<(), BuildError> {
        if self.open.is_empty() {
            return Ok(());
        }
        let block = Block {
            first: self.first,
            offset: output.length,
            length: self.open.len() as u32,
            checksum: crc32fast::hash(&self.open),
        };
        output.write(&self.open)?;
        self.directory.extend(block.to_bytes());
        self.open.clear();
        Ok(())
    }
}

/// A file that appears under its name only when it is whole; until then it has another name beside it.
pub(crate) struct Output {
    path: PathBuf,
    unfinished: PathBuf,
    file: BufWriter<File>,
    length: u64,
    finished: bool,
}

/// The name of a file beside another.
pub(crate) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

impl Output {
    pub fn create(path: &Path) -> Result<Self, BuildError> {
        // Behind a link is the file that is meant.
        let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let failed = |error| BuildError::Write { file: path.clone(), error };
        if path.is_dir() {
            return Err(failed(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder")));
        }
        let unfinished = beside(&path, ".unfinished");
        let file = File::options()
            .write(true)
            .create(true)
            .truncate(false)
            .open(&unfinished)
            .map_err(failed)?;
        match file.try_lock() {
            Ok(()) => file.set_len(0).map_err(failed)?,
            Err(TryLockError::WouldBlock) => return Err(BuildError::Busy(path)),
            // Some file systems know no locks.
            Err(TryLockError::Error(_)) => file.set_len(0).map_err(failed)?,
        }
        let file = BufWriter::with_capacity(1 << 18, file);
        let mut output = Self { path, unfinished, file, length: 0, finished: false };
        output.write(&[0; FRONT])?;
        Ok(output)
    }

    fn failed(&self, error: io::Error) -> BuildError {
        BuildError::Write { file: self.path.clone(), error }
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), BuildError> {
        self.length += bytes.len() as u64;
        self.file.write_all(bytes).map_err(|error| self.failed(error))
    }

    /// Writes the tail and the front, and gives the file its name; its length.
    pub fn finish(mut self, tail: &[u8]) -> Result<u64, BuildError> {
        let at = self.length;
        self.write(tail)?;
        let front = front(at, tail);
        let finished = (|| {
            self.file.seek(SeekFrom::Start(0))?;
            self.file.write_all(&front)?;
            self.file.flush()?;
            self.file.get_ref().sync_all()?;
            fs::rename(&self.unfinished, &self.path)
        })();
        finished.map_err(|error| self.failed(error))?;
        self.finished = true;
        Ok(self.length)
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        if !self.finished {
            let _ = fs::remove_file(&self.unfinished);
        }
    }
}

fn front(at: u64, tail: &[u8]) -> Vec<u8> {
    let mut front = MAGIC.to_vec();
    front.extend(FORMAT.to_le_bytes());
    front.extend(at.to_le_bytes());
    front.extend((tail.len() as u64).to_le_bytes());
    front.extend(crc32fast::hash(tail).to_le_bytes());
    front.extend(crc32fast::hash(&front).to_le_bytes());
    front
}

/// The reasons why bytes are not a segment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Refused {
    Foreign(String),
    Damaged(String),
}

/// The bytes of the tail, once front and checksums are right.
pub(crate) fn tail(bytes: &[u8]) -> Result<&[u8], Refused> {
    let front = bytes.get(..FRONT).filter(|front| front.starts_with(&MAGIC));
    let front = front.ok_or(Refused::Foreign("it is no explorer file".to_owned()))?;
    let damaged = |place: &str| Refused::Damaged(place.to_owned());
    let cut = || damaged("its front");
    let mut reader = ByteReader(&front[MAGIC.len()..]);
    let format = reader.fixed_u32().ok_or_else(cut)?;
    if format != FORMAT {
        let reason = format!("it has format {format}, and this program reads {FORMAT}");
        return Err(Refused::Foreign(reason));
    }
    let (at, length) = (reader.fixed_u64().ok_or_else(cut)?, reader.fixed_u64().ok_or_else(cut)?);
    let checksum = reader.fixed_u32();
    if reader.fixed_u32() != Some(crc32fast::hash(&front[..FRONT - 4])) {
        return Err(cut());
    }
    let end = at.checked_add(length).filter(|end| *end == bytes.len() as u64);
    let tail = end.and_then(|_| bytes.get(usize::try_from(at).ok()?..));
    let tail = tail.ok_or_else(|| damaged("its end: the length is wrong"))?;
    match Some(crc32fast::hash(tail)) == checksum {
        true => Ok(tail),
        false => Err(damaged("its tail")),
    }
}
