//! Books as bytes. What stands where is written down in `docs/book.md`.

use super::{Book, BookOrigin, MoveName, StoredMove, assemble};
use draughts::{Ruleset, RulesetError};

const MAGIC: &[u8; 8] = b"DAMIERBK";
const VERSION: u16 = 1;
/// Bytes of a position: its hash, and how many moves it has.
const POSITION: usize = 9;
/// Bytes of a move: two squares, which of those between them, value and weight.
const MOVE: usize = 7;
const CHECKSUM: usize = 8;

/// The reasons why bytes are not a book, or not the one that is wanted.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BookError {
    /// It begins otherwise than a book does.
    #[error("this is no opening book")]
    NotABook,
    /// It was written by another version of the program.
    #[error("the book is of version {0}, and this program reads version {VERSION}")]
    Version(u16),
    /// A part of the book was changed, or its end is missing.
    #[error("the book is damaged: something in it was changed, or its end is missing")]
    Damaged,
    /// Its rules are none that we know.
    #[error("the book is for rules that are not known, \"{text}\": {reason}")]
    Rules {
        /// As they are written.
        text: String,
        /// The reason.
        reason: RulesetError,
    },
    /// A book from games cannot be expanded by searches.
    #[error("the book was made from games, so searches cannot be added to it")]
    FromGames,
    /// The positions that it was built from are others than those given; so many cannot be reached.
    #[error("the book was built from other openings: {0} of its positions cannot be reached")]
    OtherOpenings(usize),
}

impl Book {
    /// The book as bytes, as they are kept in a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let rules = self.rules.to_string();
        let room = 32 + rules.len() + POSITION * self.positions.len() + MOVE * self.moves.len();
        let mut bytes = Vec::with_capacity(room);
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.push(match self.origin {
            BookOrigin::Search => 1,
            BookOrigin::Games => 2,
        });
        bytes.extend((rules.len() as u16).to_le_bytes());
        bytes.extend(rules.as_bytes());
        bytes.extend((self.positions.len() as u32).to_le_bytes());
        bytes.extend((self.moves.len() as u32).to_le_bytes());
        for (key, count) in &self.positions {
            bytes.extend(key.to_le_bytes());
            bytes.push(*count);
        }
        for StoredMove { name: MoveName { from, to, which }, value, weight } in &self.moves {
            bytes.extend([*from, *to, *which]);
            bytes.extend(value.to_le_bytes());
            bytes.extend(weight.to_le_bytes());
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// Reads a book. Bytes that were changed in any way are refused.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BookError> {
        let mut reader = ByteReader(bytes);
        if reader.array() != Some(*MAGIC) {
            return Err(BookError::NotABook);
        }
        match reader.array().map(u16::from_le_bytes) {
            Some(VERSION) => {}
            Some(other) => return Err(BookError::Version(other)),
            None => return Err(BookError::Damaged),
        }
        let sound = |(content, sum): (&[u8], &[u8; CHECKSUM])| {
            checksum(content) == u64::from_le_bytes(*sum)
        };
        let body = match bytes.split_last_chunk().is_some_and(sound) {
            true => reader.body(),
            false => None,
        };
        body.ok_or(BookError::Damaged)?
    }
}

/// Takes bytes from the front.
struct ByteReader<'a>(&'a [u8]);

impl<'a> ByteReader<'a> {
    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(taken)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.try_into().ok()
    }

    /// Reads the body, which follows the version; `None` if its parts do not fit together.
    fn body(&mut self) -> Option<Result<Book, BookError>> {
        let origin = match self.array()? {
            [1] => BookOrigin::Search,
            [2] => BookOrigin::Games,
            _ => return None,
        };
        let length = u16::from_le_bytes(self.array()?);
        let text = str::from_utf8(self.take(length.into())?).ok()?;
        let rules: Ruleset = match text.parse() {
            Ok(rules) => rules,
            Err(reason) => return Some(Err(BookError::Rules { text: text.to_owned(), reason })),
        };
        let positions = u32::from_le_bytes(self.array()?) as usize;
        let moves = u32::from_le_bytes(self.array()?) as usize;
        // Nothing is kept before it is known to be there.
        let position_bytes = self.take(positions.checked_mul(POSITION)?)?;
        let move_bytes = self.take(moves.checked_mul(MOVE)?)?;
        if self.0.len() != CHECKSUM {
            return None;
        }
        let position = |bytes: &[u8]| Some((u64::from_le_bytes(*bytes.first_chunk()?), bytes[8]));
        let positions: Vec<(u64, u8)> =
            position_bytes.chunks_exact(POSITION).filter_map(position).collect();
        let in_order = positions.is_sorted_by(|one, next| one.0 < next.0);
        let counted: usize = positions.iter().map(|(_, count)| usize::from(*count)).sum();
        if !in_order || counted != moves {
            return None;
        }
        let moves = move_bytes.chunks_exact(MOVE).map(stored).collect();
        Some(Ok(assemble(rules, origin, positions, moves)))
    }
}

fn stored(bytes: &[u8]) -> StoredMove {
    StoredMove {
        name: MoveName { from: bytes[0], to: bytes[1], which: bytes[2] },
        value: i16::from_le_bytes([bytes[3], bytes[4]]),
        weight: u16::from_le_bytes([bytes[5], bytes[6]]),
    }
}

/// FNV-1a (Fowler, Noll and Vo): it is against accidents, and every change of one byte changes it.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, byte| {
        (sum ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
