//! What the tail of a segment says: rules, sources, counts, and where the blocks are.

use super::bytes::{ByteReader, put, put_text};
use super::date::Date;
use super::file::{BLOCK_ENTRY, Block, FRONT, Refused, Section};
use super::key::explorer_rules;
use draughts::{Color, Ruleset};
use pdn::Recorded;
use std::ops::Range;

/// The games of some rules in a segment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RulesCount {
    /// The rules.
    pub rules: Ruleset,
    /// Games.
    pub games: u64,
    /// Games that White won.
    pub white: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games that Black won.
    pub black: u64,
    /// Moves of all games, both sides together.
    pub plies: u64,
    /// Positions, those that are alike after a half turn counted once.
    pub positions: u64,
    /// The first and the last day on which a game was played, where days are known.
    pub days: Option<(Date, Date)>,
}

impl RulesCount {
    pub(crate) fn new(rules: Ruleset) -> Self {
        Self { rules, games: 0, white: 0, draws: 0, black: 0, plies: 0, positions: 0, days: None }
    }

    /// Counts a game.
    pub(crate) fn add(&mut self, result: Recorded, plies: u64, date: Option<Date>) {
        self.games += 1;
        self.plies += plies;
        match result {
            Recorded::Win(Color::White) => self.white += 1,
            Recorded::Win(Color::Black) => self.black += 1,
            Recorded::Draw => self.draws += 1,
            Recorded::BothLost | Recorded::Unknown => {}
        }
        if let Some(date) = date {
            let (first, last) = self.days.unwrap_or((date, date));
            self.days = Some((first.min(date), last.max(date)));
        }
    }
}

/// What a segment holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SegmentCounts {
    /// The rules, in the order in which they first appear.
    pub rules: Vec<RulesCount>,
    /// The files that the games are from.
    pub sources: Vec<String>,
    /// Plies of each game that can be looked up; `None` if all can.
    pub plies: Option<u32>,
    /// Bytes of the file.
    pub bytes: u64,
}

impl SegmentCounts {
    /// All games.
    pub fn games(&self) -> u64 {
        self.rules.iter().map(|counted| counted.games).sum()
    }

    /// All positions.
    pub fn positions(&self) -> u64 {
        self.rules.iter().map(|counted| counted.positions).sum()
    }
}

/// Where a directory is in the file.
pub(crate) type Directory = Range<usize>;

/// A tail that was read.
#[derive(Debug)]
pub(crate) struct Header {
    pub counts: SegmentCounts,
    /// The blocks of games.
    pub games: Directory,
    /// The blocks of rows, for each of the rules.
    pub rows: Vec<Directory>,
}

/// The bytes of a tail.
pub(crate) fn write_tail(counts: &SegmentCounts, games: &Section, rows: &[Section]) -> Vec<u8> {
    let mut bytes = Vec::new();
    put(&mut bytes, counts.plies.unwrap_or(0).into());
    put(&mut bytes, counts.sources.len() as u64);
    counts.sources.iter().for_each(|source| put_text(&mut bytes, source));
    put(&mut bytes, counts.rules.len() as u64);
    for (counted, section) in counts.rules.iter().zip(rows) {
        let RulesCount { rules, games, white, draws, black, plies, positions, days } = counted;
        put_text(&mut bytes, &rules.to_string());
        for number in [games, white, draws, black, plies, positions] {
            put(&mut bytes, *number);
        }
        let (first, last) = days.unzip();
        put(&mut bytes, Date::number(first).into());
        put(&mut bytes, Date::number(last).into());
        put(&mut bytes, section.blocks());
    }
    put(&mut bytes, games.blocks());
    bytes.extend(&games.directory);
    rows.iter().for_each(|section| bytes.extend(&section.directory));
    bytes
}

impl Header {
    /// Reads the tail of a file, and checks that it has every block.
    pub fn read(file: &[u8]) -> Result<Self, Refused> {
        let tail = super::file::tail(file)?;
        let damaged = || Refused::Damaged("its tail, whose parts do not fit together".to_owned());
        let (counts, blocks) = read_counts(tail, file.len() as u64).ok_or_else(damaged)??;
        let header = Self::with_directories(counts, blocks, file, tail).ok_or_else(damaged)?;
        header.covers(file, file.len() - tail.len()).then_some(header).ok_or_else(damaged)
    }

    /// The directories stand at the end of the tail, that of the games first.
    fn with_directories(
        counts: SegmentCounts,
        blocks: Blocks<'_>,
        file: &[u8],
        tail: &[u8],
    ) -> Option<Self> {
        let mut at = file.len() - blocks.directories.len();
        debug_assert!(tail.len() >= blocks.directories.len());
        let mut next = |count: u64| {
            let length = usize::try_from(count).ok()?.checked_mul(BLOCK_ENTRY)?;
            let start = at;
            at = at.checked_add(length).filter(|end| *end <= file.len())?;
            Some(start..at)
        };
        let games = next(blocks.games)?;
        let rows = blocks.rows.iter().map(|count| next(*count)).collect::<Option<_>>()?;
        (at == file.len()).then_some(Self { counts, games, rows })
    }

    /// Whether the blocks lie one behind the other from the front to the tail, and each directory ascends.
    fn covers(&self, file: &[u8], end: usize) -> bool {
        let mut at = FRONT as u64;
        for directory in std::iter::once(&self.games).chain(&self.rows) {
            let mut before = None;
            for block in file[directory.clone()].chunks_exact(BLOCK_ENTRY) {
                let Some(block) = Block::from_bytes(block) else { return false };
                if block.offset != at || before.is_some_and(|before| before >= block.first) {
                    return false;
                }
                before = Some(block.first);
                at += u64::from(block.length);
            }
        }
        at == end as u64
    }
}

/// How many blocks there are, and the bytes of their directories.
struct Blocks<'a> {
    games: u64,
    rows: Vec<u64>,
    directories: &'a [u8],
}

/// The counts of a tail; `None` if bytes are missing or mean nothing.
fn read_counts(tail: &[u8], bytes: u64) -> Option<Result<(SegmentCounts, Blocks<'_>), Refused>> {
    let mut reader = ByteReader(tail);
    let plies: u32 = reader.narrow()?;
    let mut sources = Vec::new();
    for _ in 0..reader.number()? {
        sources.push(reader.text()?.to_owned());
    }
    let (mut rules, mut rows) = (Vec::new(), Vec::new());
    for _ in 0..reader.number()? {
        let text = reader.text()?;
        let counted = match text.parse::<Ruleset>() {
            Ok(rules) if explorer_rules(&rules) == rules => rules,
            Ok(_) => return None,
            Err(reason) => {
                let reason = format!("its rules \"{text}\" are not known: {reason}");
                return Some(Err(Refused::Foreign(reason)));
            }
        };
        let mut counted = RulesCount::new(counted);
        for number in [
            &mut counted.games,
            &mut counted.white,
            &mut counted.draws,
            &mut counted.black,
            &mut counted.plies,
            &mut counted.positions,
        ] {
            *number = reader.number()?;
        }
        let (first, last) = (reader.narrow()?, reader.narrow()?);
        counted.days = Date::from_number(first).zip(Date::from_number(last));
        rules.push(counted);
        rows.push(reader.number()?);
    }
    let games = reader.number()?;
    let plies = (plies > 0).then_some(plies);
    let counts = SegmentCounts { rules, sources, plies, bytes };
    Some(Ok((counts, Blocks { games, rows, directories: reader.0 })))
}
