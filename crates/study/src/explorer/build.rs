//! Building a segment: games are written as they come, their positions are sorted beside it and become rows at the
//! end.

use super::aggregate::PositionTally;
use super::bytes::put;
use super::date::Date;
use super::error::BuildError;
use super::file::{Output, Section, beside};
use super::game::{GameInfo, GameRecord, write_game};
use super::header::{RulesCount, SegmentCounts, write_tail};
use super::key::{Sight, explorer_rules, position_key};
use super::row::write_row;
use super::runs::{END, Entry, Outlook, Sorter};
use draughts::{AnyPosition, Move, Ruleset};
use pdn::Recorded;
use rayon::ThreadPool;
use std::collections::{HashMap, HashSet};
use std::path::Path;

/// How a segment is built.
pub struct BuildOptions<'a> {
    /// Threads; 0 for one for each core. The file is the same with any number.
    pub threads: usize,
    /// Bytes of memory. The file is the same with any amount.
    pub memory: u64,
    /// Plies of each game that can be looked up; `None` for all. Searches always look at whole games.
    pub plies: Option<u32>,
    /// Asked from time to time whether to stop.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl Default for BuildOptions<'_> {
    fn default() -> Self {
        Self { threads: 0, memory: 256 << 20, plies: None, stop: &|| false }
    }
}

/// A game to be added.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayedGame {
    /// Its rules.
    pub rules: Ruleset,
    /// What is known of it.
    pub info: GameInfo,
    /// The position at the start.
    pub start: AnyPosition,
    /// Its moves; from one that is not legal on nothing counts.
    pub moves: Vec<Move>,
}

/// A segment that was built.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Built {
    /// What it holds.
    pub counts: SegmentCounts,
}

/// Builds a segment.
///
/// ```
/// use draughts::{AnyPosition, Variant};
/// use draughts_study::explorer::{BuildOptions, Builder, Segment};
///
/// let file = std::env::temp_dir().join(format!("builder-example-{}", std::process::id()));
/// let pdn = "[Result \"2-0\"] 1. 32-28 19-23 2. 28x19 14x23 * [Result \"1-1\"] 1. 32-28 18-23 *";
/// let mut builder = Builder::create(&file, BuildOptions::default())?;
/// builder.add_pdn("two games", pdn.as_bytes(), None, &mut |problem| eprintln!("{problem}"))?;
/// builder.finish(&mut |_, _| {})?;
///
/// let segment = Segment::open(&file)?;
/// let rules = Variant::International.into();
/// let start = AnyPosition::start(&rules);
/// let found = segment.probe(&rules, &start)?.ok_or("not found")?;
/// assert_eq!((found.moves[0].text.as_str(), found.moves[0].results.games), ("32-28", 2));
/// # std::fs::remove_file(&file)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Builder<'a> {
    pub(crate) options: BuildOptions<'a>,
    pub(crate) pool: ThreadPool,
    output: Output,
    games: Section,
    game_count: u32,
    sorter: Sorter,
    numbers: HashMap<Ruleset, u16>,
    counts: SegmentCounts,
}

/// The most rules that games of a segment are played by: hostile files could name ever new ones.
const MOST_RULES: usize = 1_000;

/// A game worked out as far as that needs no other game.
pub(crate) struct PreparedGame {
    pub rules: Ruleset,
    pub info: GameInfo,
    start: String,
    ranks: Vec<u8>,
    plies: u32,
    /// Rules and game are yet to be filled in.
    entries: Vec<Entry>,
}

impl PreparedGame {
    /// Walks through a game.
    pub fn new(game: &PlayedGame, most_plies: Option<u32>) -> Self {
        let PlayedGame { rules, info, start, moves } = game;
        let rules = explorer_rules(rules);
        let usual = AnyPosition::start(&rules).hash() == start.hash();
        let layout = start.layout();
        let mut prepared = Self {
            info: info.clone(),
            start: if usual { String::new() } else { start.to_fen() },
            rules,
            ranks: Vec::with_capacity(moves.len()),
            plies: 0,
            entries: Vec::with_capacity(moves.len() + 1),
        };
        let most = most_plies.map_or(usize::MAX, |plies| plies as usize);
        let mut seen = Seen::default();
        let mut position = *start;
        for mv in moves {
            let legal = position.legal_moves();
            if !legal.contains(mv) {
                break;
            }
            let rank = Sight { layout: &layout, turn: position.turn() }.rank(mv, &legal);
            put(&mut prepared.ranks, rank.into());
            if (prepared.plies as usize) < most {
                prepared.entries.extend(seen.entry(&position, rank, info));
            }
            prepared.plies += 1;
            position = position.play_unchecked(mv);
        }
        if (prepared.plies as usize) < most {
            prepared.entries.extend(seen.entry(&position, END, info));
        }
        prepared
    }
}

/// The positions of a game, and the moves played in them: each counts once, as it first came.
#[derive(Default)]
struct Seen {
    keys: HashSet<u64>,
    moves: HashSet<(u64, u16)>,
}

impl Seen {
    fn entry(&mut self, position: &AnyPosition, rank: u16, info: &GameInfo) -> Option<Entry> {
        let (key, turn) = (position_key(position), position.turn());
        let outlook = match info.result {
            Recorded::Win(winner) if winner == turn => Outlook::Win,
            Recorded::Win(_) => Outlook::Loss,
            Recorded::Draw => Outlook::Draw,
            Recorded::BothLost | Recorded::Unknown => Outlook::Unknown,
        };
        let entry = Entry {
            rules: 0,
            key,
            game: 0,
            rank,
            date: Date::number(info.date),
            rating: info.ratings[turn].unwrap_or(0),
            outlook,
            first: self.keys.insert(key),
            turned: turn == draughts::Color::Black,
        };
        self.moves.insert((key, rank)).then_some(entry)
    }
}

impl<'a> Builder<'a> {
    /// Begins a segment, which appears under its name when it is finished.
    pub fn create(path: &Path, options: BuildOptions<'a>) -> Result<Self, BuildError> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(options.threads).build();
        let output = Output::create(path)?;
        // The rest is for games that are being read, and for runs that are merged.
        let sorter = Sorter::new(beside(path, ".runs"), options.memory / 2);
        let (rules, sources) = Default::default();
        let counts = SegmentCounts { rules, sources, plies: options.plies, bytes: 0 };
        Ok(Self {
            options,
            pool: pool.map_err(BuildError::Threads)?,
            output,
            games: Section::default(),
            game_count: 0,
            sorter,
            numbers: HashMap::new(),
            counts,
        })
    }

    /// Adds a game, for example one that was never a file; whether there was room for its rules.
    pub fn add_game(&mut self, game: &PlayedGame) -> Result<bool, BuildError> {
        self.add(&PreparedGame::new(game, self.options.plies))
    }

    pub(crate) fn add(&mut self, game: &PreparedGame) -> Result<bool, BuildError> {
        let Some(rules) = self.number_of(&game.rules) else { return Ok(false) };
        let info = &game.info;
        let id = self.game_count;
        self.game_count = id.checked_add(1).ok_or(BuildError::TooManyGames)?;
        let record = GameRecord {
            rules,
            result: info.result,
            ratings: info.ratings,
            date: info.date,
            source: self.source(&info.source),
            number: info.number,
            line: info.line,
            white: &info.white,
            black: &info.black,
            event: &info.event,
            start: &game.start,
            plies: game.plies,
            ranks: &game.ranks,
        };
        write_game(self.games.block(id.into()), &record);
        self.games.settle(&mut self.output)?;
        self.counts.rules[usize::from(rules)].add(info.result, game.plies.into(), info.date);
        for entry in &game.entries {
            if self.sorter.is_full() {
                self.pool.install(|| self.sorter.spill())?;
            }
            self.sorter.push(Entry { rules, game: id, ..*entry });
        }
        Ok(true)
    }

    fn number_of(&mut self, rules: &Ruleset) -> Option<u16> {
        if let Some(number) = self.numbers.get(rules) {
            return Some(*number);
        }
        let number = self.counts.rules.len();
        if number == MOST_RULES {
            return None;
        }
        self.counts.rules.push(RulesCount::new(rules.clone()));
        self.numbers.insert(rules.clone(), number as u16);
        Some(number as u16)
    }

    /// The number of a source. The games of one come one behind the other.
    fn source(&mut self, name: &str) -> u32 {
        if self.counts.sources.last().is_none_or(|last| last != name) {
            self.counts.sources.push(name.to_owned());
        }
        (self.counts.sources.len() - 1) as u32
    }

    /// How many games there are so far.
    pub fn games(&self) -> u32 {
        self.game_count
    }

    /// Writes what was counted. `progress` is told from time to time how much of how much is done.
    pub fn finish(mut self, progress: &mut dyn FnMut(u64, u64)) -> Result<Built, BuildError> {
        self.games.close(&mut self.output)?;
        let mut rows: Vec<Section> = self.counts.rules.iter().map(|_| Section::default()).collect();
        let total = self.sorter.len;
        let mut writer = RowWriter { rows: &mut rows, output: &mut self.output, before: 0 };
        let mut position: Option<PositionTally> = None;
        let sorted = self.pool.install(|| self.sorter.sorted())?;
        for (done, entry) in (0_u64..).zip(sorted) {
            const EVERY: u64 = 1 << 16;
            if done.is_multiple_of(EVERY) {
                progress(done, total);
                if (self.options.stop)() {
                    return Err(BuildError::Stopped);
                }
            }
            let entry = entry?;
            if let Some(whole) = position.take_if(|position| !position.has(&entry)) {
                self.counts.rules[usize::from(whole.rules)].positions += 1;
                writer.write(&whole)?;
            }
            position.get_or_insert_with(|| PositionTally::new(&entry)).add(&entry);
        }
        if let Some(whole) = position {
            self.counts.rules[usize::from(whole.rules)].positions += 1;
            writer.write(&whole)?;
        }
        writer.close()?;
        let tail = write_tail(&self.counts, &self.games, &rows);
        self.counts.bytes = self.output.finish(&tail)?;
        Ok(Built { counts: self.counts })
    }
}

/// Writes rows, which come in the order of their rules and keys.
struct RowWriter<'a> {
    rows: &'a mut [Section],
    output: &'a mut Output,
    /// The key of the row before.
    before: u64,
}

impl RowWriter<'_> {
    fn write(&mut self, position: &PositionTally) -> Result<(), BuildError> {
        let (earlier, rest) = self.rows.split_at_mut(position.rules.into());
        if let Some(section) = earlier.last_mut() {
            section.close(self.output)?;
        }
        let section = &mut rest[0];
        let key = position.key;
        let step = if section.is_at_block_start() { 0 } else { key - self.before };
        self.before = key;
        write_row(section.block(key), step, position);
        section.settle(self.output)
    }

    fn close(self) -> Result<(), BuildError> {
        self.rows.iter_mut().try_for_each(|section| section.close(self.output))
    }
}
