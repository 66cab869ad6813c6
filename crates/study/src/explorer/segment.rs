//! A segment that is asked: mapped into memory, and every block checked when it is read.

use super::aggregate::Tally;
use super::bytes::ByteReader;
use super::date::Date;
use super::error::SegmentError;
use super::file::{BLOCK_ENTRY, Block, MAGIC, Refused};
use super::game::{GameInfo, GameRecord, StoredGame, read_game, skip_game};
use super::header::{Directory, Header, SegmentCounts};
use super::key::{Sight, explorer_rules, position_key};
use super::row::{Played, Row, RowMove, read_row, read_step, skip_row};
use super::runs::END;
use draughts::{AnyPosition, Color, Move, Ruleset};
use memmap2::Mmap;
use pdn::Recorded;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The bytes of a segment.
enum SegmentBytes {
    Mapped(Mmap),
    Held(Vec<u8>),
}

/// A segment: games, and what was played in their positions. It can be shared by threads.
///
/// Whatever a file says, only legal moves come out of it, and a damaged one is refused with its name and the
/// place. See [`Builder`](super::Builder) for an example.
pub struct Segment {
    file: PathBuf,
    bytes: SegmentBytes,
    header: Header,
}

/// Games and their results.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Results {
    /// Games; those without a result are counted only here.
    pub games: u64,
    /// Games won by White, as the position that was asked about stands.
    pub white: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games won by Black.
    pub black: u64,
}

/// What a segment knows of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct ExplorerPosition {
    /// The games that came to it. A game in which several moves were played here counts once.
    pub results: Results,
    /// The games that ended here.
    pub ended: u64,
    /// The moves that were played, most played first.
    pub moves: Vec<ExplorerMove>,
}

/// A move that was played in a position.
#[derive(Clone, PartialEq, Debug)]
pub struct ExplorerMove {
    /// The move; legal.
    pub mv: Move,
    /// The move as text.
    pub text: String,
    /// The games in which it was played.
    pub results: Results,
    /// The games in which the rating of whoever played it is known.
    pub rated: u64,
    /// The sum of these ratings.
    pub ratings: u64,
    /// Their average.
    pub average_rating: Option<u16>,
    /// The last day on which it was played.
    pub last_played: Option<Date>,
    /// A few of the games with their numbers: of the strongest players, then the latest.
    pub examples: Vec<(u32, GameInfo)>,
}

impl Segment {
    /// Opens a file.
    pub fn open(path: &Path) -> Result<Self, SegmentError> {
        let io = |error| SegmentError::Io { file: path.to_owned(), error };
        let file = File::open(path).map_err(io)?;
        if !file.metadata().map_err(io)?.is_file() {
            let reason = "it is no file".to_owned();
            return Err(SegmentError::Foreign { file: path.to_owned(), reason });
        }
        Self::new(path.to_owned(), SegmentBytes::Mapped(map(&file).map_err(io)?))
    }

    /// Whether a file begins as segments do.
    pub fn is_segment(path: &Path) -> bool {
        let mut begin = [0; MAGIC.len()];
        let read = File::open(path).and_then(|mut file| file.read_exact(&mut begin));
        read.is_ok() && begin == MAGIC
    }

    /// A segment of bytes in memory; `file` is what errors call it.
    pub fn from_bytes(file: &Path, bytes: Vec<u8>) -> Result<Self, SegmentError> {
        Self::new(file.to_owned(), SegmentBytes::Held(bytes))
    }

    fn new(file: PathBuf, bytes: SegmentBytes) -> Result<Self, SegmentError> {
        let content: &[u8] = match &bytes {
            SegmentBytes::Mapped(map) => map,
            SegmentBytes::Held(bytes) => bytes,
        };
        match Header::read(content) {
            Ok(header) => Ok(Self { file, bytes, header }),
            Err(Refused::Foreign(reason)) => Err(SegmentError::Foreign { file, reason }),
            Err(Refused::Damaged(place)) => Err(SegmentError::Damaged { file, place }),
        }
    }

    /// What it holds.
    pub fn counts(&self) -> &SegmentCounts {
        &self.header.counts
    }

    fn bytes(&self) -> &[u8] {
        match &self.bytes {
            SegmentBytes::Mapped(map) => map,
            SegmentBytes::Held(bytes) => bytes,
        }
    }

    pub(crate) fn damaged(&self, place: String) -> SegmentError {
        SegmentError::Damaged { file: self.file.clone(), place }
    }

    /// The number of rules in this file.
    pub(crate) fn number_of(&self, rules: &Ruleset) -> Option<u16> {
        let rules = explorer_rules(rules);
        let known = &self.header.counts.rules;
        known.iter().position(|counted| counted.rules == rules).map(|number| number as u16)
    }

    pub(crate) fn rules(&self, number: u16) -> Option<&Ruleset> {
        self.header.counts.rules.get(usize::from(number)).map(|counted| &counted.rules)
    }

    pub(crate) fn game_blocks(&self) -> usize {
        self.header.games.len() / BLOCK_ENTRY
    }

    /// The block in which a game is.
    pub(crate) fn game_block_of(&self, id: u32) -> usize {
        self.find(&self.header.games, id.into()).unwrap_or(0)
    }

    /// The number of the first game of a block.
    pub(crate) fn first_game(&self, index: usize) -> Option<u32> {
        let block = self.entry(&self.header.games, index).filter(|_| index < self.game_blocks())?;
        u32::try_from(block.first).ok()
    }

    /// A block of games: the number of the first, and the bytes.
    pub(crate) fn game_block(&self, index: usize) -> Result<(u64, &[u8]), SegmentError> {
        self.block(&self.header.games, index)
    }

    fn entry(&self, directory: &Directory, index: usize) -> Option<Block> {
        let at = directory.start + index * BLOCK_ENTRY;
        self.bytes().get(at..at + BLOCK_ENTRY).and_then(Block::from_bytes)
    }

    /// A block that is known to be there, once its checksum is right.
    fn block(&self, directory: &Directory, index: usize) -> Result<(u64, &[u8]), SegmentError> {
        let read = || {
            let block = self.entry(directory, index)?;
            let start = usize::try_from(block.offset).ok()?;
            let bytes = self.bytes().get(start..start + block.length as usize)?;
            (crc32fast::hash(bytes) == block.checksum).then_some((block.first, bytes))
        };
        read().ok_or_else(|| self.damaged(self.place(directory, index)))
    }

    fn place(&self, directory: &Directory, index: usize) -> String {
        match *directory == self.header.games {
            true => format!("block {index} of its games"),
            false => format!("block {index} of its positions"),
        }
    }

    /// The block in which this key is, if it is in any.
    fn find(&self, directory: &Directory, key: u64) -> Option<usize> {
        let (mut low, mut high) = (0, directory.len() / BLOCK_ENTRY);
        while low < high {
            let middle = low + (high - low) / 2;
            match self.entry(directory, middle) {
                Some(block) if block.first <= key => low = middle + 1,
                _ => high = middle,
            }
        }
        low.checked_sub(1)
    }

    /// Looks a position of these rules up; `None` if no game came to it.
    pub fn probe(
        &self,
        rules: &Ruleset,
        position: &AnyPosition,
    ) -> Result<Option<ExplorerPosition>, SegmentError> {
        let Some(number) = self.number_of(rules) else { return Ok(None) };
        let Some(row) = self.row(number, position_key(position))? else { return Ok(None) };
        let turn = position.turn();
        let layout = position.layout();
        let mut legal = position.legal_moves();
        Sight { layout: &layout, turn }.ranked(&mut legal);
        let (tally, moves) = match row {
            Row::Single(played) => (None, vec![RowMove::Single(played)]),
            Row::Counted(tally, moves) => (Some(tally), moves),
        };
        let mut found =
            ExplorerPosition { results: Results::default(), ended: 0, moves: Vec::new() };
        for played in moves {
            let summed = self.summed(&played)?;
            let results = results(&summed.tally, turn);
            if tally.is_none() {
                found.results = results;
            }
            if played.rank() == END {
                found.ended = results.games;
                continue;
            }
            // Of two positions that share a key the moves of one may be none of the other.
            let Some(mv) = legal.get(usize::from(played.rank())) else { continue };
            found.moves.push(ExplorerMove {
                mv: *mv,
                text: position.text(mv),
                results,
                rated: summed.rated,
                ratings: summed.ratings,
                average_rating: average(summed.rated, summed.ratings),
                last_played: summed.last,
                examples: summed.examples,
            });
        }
        if let Some(tally) = tally {
            found.results = results(&tally, turn);
        }
        found.moves.sort_by_key(|played| std::cmp::Reverse(played.results.games));
        Ok(Some(found))
    }

    /// The row of a key.
    fn row(&self, rules: u16, key: u64) -> Result<Option<Row>, SegmentError> {
        let directory = &self.header.rows[usize::from(rules)];
        let Some(index) = self.find(directory, key) else { return Ok(None) };
        let (mut at, bytes) = self.block(directory, index)?;
        let mut reader = ByteReader(bytes);
        while !reader.is_empty() && at <= key {
            let unread = || self.damaged(self.place(directory, index));
            let step = read_step(&mut reader).ok_or_else(unread)?;
            at = at.checked_add(step).ok_or_else(unread)?;
            if at == key {
                return read_row(&mut reader).ok_or_else(unread).map(Some);
            }
            skip_row(&mut reader).ok_or_else(unread)?;
        }
        Ok(None)
    }

    fn summed(&self, played: &RowMove) -> Result<SummedMove, SegmentError> {
        match played {
            RowMove::Single(Played { game, turned, .. }) => {
                let info = self.info(*game)?;
                let mover = if *turned { Color::Black } else { Color::White };
                let mut tally = Tally { games: 1, ..Tally::default() };
                match info.result {
                    Recorded::Win(winner) if winner == mover => tally.wins = 1,
                    Recorded::Win(_) => tally.losses = 1,
                    Recorded::Draw => tally.draws = 1,
                    Recorded::BothLost | Recorded::Unknown => {}
                }
                let rating = info.ratings[mover];
                Ok(SummedMove {
                    tally,
                    rated: rating.is_some().into(),
                    ratings: rating.unwrap_or(0).into(),
                    last: info.date,
                    examples: vec![(*game, info)],
                })
            }
            RowMove::Counted { tally, rated, ratings, last, examples, .. } => {
                let example = |game: &u32| Ok((*game, self.info(*game)?));
                Ok(SummedMove {
                    tally: *tally,
                    rated: *rated,
                    ratings: *ratings,
                    last: Date::from_number(*last),
                    examples: examples.iter().map(example).collect::<Result<_, _>>()?,
                })
            }
        }
    }

    /// A game as it is stored.
    fn record(&self, id: u32) -> Result<GameRecord<'_>, SegmentError> {
        let directory = &self.header.games;
        let index = self.find(directory, id.into());
        let index = index.ok_or_else(|| self.damaged(format!("game {id}, which is not in it")))?;
        let (first, bytes) = self.block(directory, index)?;
        let mut reader = ByteReader(bytes);
        let record = (first..id.into())
            .try_for_each(|_| skip_game(&mut reader))
            .and_then(|()| read_game(&mut reader));
        record.ok_or_else(|| self.damaged(format!("game {id}, in block {index} of its games")))
    }

    /// What is known of a game.
    pub fn info(&self, id: u32) -> Result<GameInfo, SegmentError> {
        Ok(self.info_of(&self.record(id)?))
    }

    fn info_of(&self, record: &GameRecord<'_>) -> GameInfo {
        let source = self.header.counts.sources.get(record.source as usize);
        GameInfo {
            white: record.white.to_owned(),
            black: record.black.to_owned(),
            event: record.event.to_owned(),
            date: record.date,
            result: record.result,
            ratings: record.ratings,
            source: source.cloned().unwrap_or_default(),
            number: record.number,
            line: record.line,
        }
    }

    /// Hands what is known of every game to `visit`, in their order.
    pub fn infos(&self, mut visit: impl FnMut(GameInfo)) -> Result<(), SegmentError> {
        for index in 0..self.game_blocks() {
            let unread = || self.damaged(self.place(&self.header.games, index));
            let mut reader = ByteReader(self.game_block(index)?.1);
            while !reader.is_empty() {
                visit(self.info_of(&read_game(&mut reader).ok_or_else(unread)?));
            }
        }
        Ok(())
    }

    /// A game by its number.
    pub fn game(&self, id: u32) -> Result<StoredGame, SegmentError> {
        let record = self.record(id)?;
        let unread = || self.damaged(format!("game {id}, which cannot be played"));
        let rules = self.rules(record.rules).ok_or_else(unread)?;
        let start = record.start(rules).ok_or_else(unread)?;
        let mut moves = Vec::new();
        let replayed = record.replay(rules, &start.layout(), |_, mv| {
            moves.extend(mv);
            true
        });
        replayed.ok_or_else(unread)?;
        Ok(StoredGame { id, rules: rules.clone(), info: self.info_of(&record), start, moves })
    }

    /// Reads every block, and checks that it holds what the tail says. `progress` is told how many of how many
    /// blocks are done.
    pub fn verify(&self, progress: &mut dyn FnMut(usize, usize)) -> Result<(), SegmentError> {
        let rows = &self.header.rows;
        let total =
            self.game_blocks() + rows.iter().map(|rows| rows.len() / BLOCK_ENTRY).sum::<usize>();
        let mut done = 0;
        let mut games = vec![0; rows.len()];
        let mut next = 0;
        for index in 0..self.game_blocks() {
            let unread = || self.damaged(self.place(&self.header.games, index));
            let (first, bytes) = self.game_block(index)?;
            let mut reader = ByteReader(bytes);
            if first != next {
                return Err(unread());
            }
            while !reader.is_empty() {
                let record = read_game(&mut reader).ok_or_else(unread)?;
                *games.get_mut(usize::from(record.rules)).ok_or_else(unread)? += 1;
                next += 1;
            }
            done += 1;
            progress(done, total);
        }
        for ((directory, counted), games) in rows.iter().zip(&self.header.counts.rules).zip(games) {
            let mut positions = 0;
            for index in 0..directory.len() / BLOCK_ENTRY {
                positions += self.verify_rows(directory, index)?;
                done += 1;
                progress(done, total);
            }
            if (positions, games) != (counted.positions, counted.games) {
                return Err(self.damaged(format!("the counts of {}", counted.rules)));
            }
        }
        Ok(())
    }

    /// How many rows a block has, which ascend up to the next block.
    fn verify_rows(&self, directory: &Directory, index: usize) -> Result<u64, SegmentError> {
        let unread = || self.damaged(self.place(directory, index));
        let (mut key, bytes) = self.block(directory, index)?;
        let last = index + 1 == directory.len() / BLOCK_ENTRY;
        let next = self.entry(directory, index + 1).filter(|_| !last).map(|block| block.first);
        let mut reader = ByteReader(bytes);
        let mut rows = 0;
        while !reader.is_empty() {
            let step = read_step(&mut reader).ok_or_else(unread)?;
            read_row(&mut reader).ok_or_else(unread)?;
            let ascends = (step > 0) == (rows > 0);
            key = key.checked_add(step).filter(|_| ascends).ok_or_else(unread)?;
            rows += 1;
        }
        match next.is_none_or(|next| key < next) {
            true => Ok(rows),
            false => Err(unread()),
        }
    }
}

/// A move of a row with everything that is said about it.
struct SummedMove {
    tally: Tally,
    rated: u64,
    ratings: u64,
    last: Option<Date>,
    examples: Vec<(u32, GameInfo)>,
}

/// The average of so many ratings.
pub(crate) fn average(rated: u64, ratings: u64) -> Option<u16> {
    let average = ratings.saturating_add(rated / 2).checked_div(rated)?;
    u16::try_from(average).ok()
}

/// Results as White and Black see them, for the side to move that was asked about.
fn results(tally: &Tally, turn: Color) -> Results {
    let Tally { games, wins, draws, losses } = *tally;
    let (white, black) = match turn {
        Color::White => (wins, losses),
        Color::Black => (losses, wins),
    };
    Results { games, white, draws, black }
}

#[expect(unsafe_code, reason = "mapping a file is unsafe, since others could change it")]
fn map(file: &File) -> std::io::Result<Mmap> {
    // SAFETY: segments are written under another name and renamed when they are whole; nobody changes them
    // afterwards. A file that is cut off by force ends the program, as it does everywhere.
    unsafe { Mmap::map(file) }
}
