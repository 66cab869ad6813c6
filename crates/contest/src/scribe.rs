//! The record of a match: every game as PDN, written as it ends, from which the match can be resumed.

use crate::match_score::GameResult;
use crate::pace::renewed;
use draughts::{Color, Ruleset};
use pdn::{Games, Judge, Recorded};
use std::fmt::Write as _;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

/// The file in which the games of a match are recorded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordFile {
    /// The PDN file; the match's terms are in a file next to it with `.match` appended to its name.
    pub path: PathBuf,
    /// Whether to resume the recorded match.
    pub resume: bool,
}

/// Why a record cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The file already exists.
    #[error("{0} already exists; choose another name, or continue its match with --resume")]
    Exists(String),
    /// The terms of the recorded games are missing.
    #[error("{0} cannot be continued: its terms are missing ({0}.match)")]
    NoTerms(String),
    /// Another match is writing to the file.
    #[error(
        "{0} is being written by another match that still runs; wait for its end or stop it, or choose \
         another name"
    )]
    Busy(String),
    /// The recorded match has other terms.
    #[error(
        "{path} records another match, with {was} instead of {now}; use the same terms to continue"
    )]
    OtherTerms {
        /// The file.
        path: String,
        /// The recorded value.
        was: String,
        /// The value of this match.
        now: String,
    },
    /// A recorded game does not belong to this match.
    #[error("{path}: the game in line {line} does not belong to this match: {problem}")]
    Foreign {
        /// The file.
        path: String,
        /// The line at which the game starts.
        line: u64,
        /// The problem.
        problem: String,
    },
    /// An I/O error.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: String,
        /// The error.
        error: io::Error,
    },
}

/// A recorded game.
pub(crate) struct Past {
    /// The number of the game in the match, from 0.
    pub number: usize,
    pub white: String,
    pub black: String,
    /// The result for White.
    pub for_white: GameResult,
    /// The colour whose player failed.
    pub failed: Option<Color>,
    /// The line at which it starts.
    pub line: u64,
}

/// The tag with the number of a game in its match, from 1.
pub(crate) const PAIRING: &str = "Pairing";
/// The tag that says whose failure ended a game.
pub(crate) const FAILURE: &str = "Failure";

/// The end of every game we write, which occurs nowhere else.
const END_OF_GAME: &[u8] = b"*\n\n";

/// Appends games to a file.
pub(crate) struct Scribe {
    path: PathBuf,
    file: File,
}

impl Scribe {
    /// Opens the record of a match with these terms, one per line.
    pub fn open(record: &RecordFile, terms: &str) -> Result<Self, RecordError> {
        let path = record.path.clone();
        let failed = |error| file_error(&path, error);
        let mut options = OpenOptions::new();
        let file = options.read(true).write(true).create(true).truncate(false).open(&path);
        let mut file = file.map_err(failed)?;
        let exists = |file: &File| Ok(file.metadata().map_err(failed)?.len() > 0 && !record.resume);
        if exists(&file)? {
            return Err(RecordError::Exists(path.display().to_string()));
        }
        if !lock(&file).map_err(failed)? {
            return Err(RecordError::Busy(path.display().to_string()));
        }
        // Another process may have started the same match meanwhile.
        if exists(&file)? {
            return Err(RecordError::Exists(path.display().to_string()));
        }
        let length = file.metadata().map_err(failed)?.len();
        agree(&path, terms, length > 0)?;
        cut_torn_game(&mut file, length).map_err(failed)?;
        Ok(Self { path, file })
    }

    /// Reads the recorded games.
    pub fn past(&mut self, rules: &Ruleset) -> Result<Vec<Past>, RecordError> {
        let failed = |error| file_error(&self.path, error);
        self.file.rewind().map_err(failed)?;
        let judge = Judge::of(rules.clone());
        let mut past = Vec::new();
        for game in Games::new(&self.file) {
            let game = game.map_err(failed)?;
            let line = game.place.line;
            past.push(read(&game, &judge).map_err(|problem| RecordError::Foreign {
                path: self.path.display().to_string(),
                line,
                problem,
            })?);
        }
        self.file.seek(SeekFrom::End(0)).map_err(failed)?;
        Ok(past)
    }

    /// Appends a game, in a single write.
    pub fn write(&mut self, game: &str) -> Result<(), RecordError> {
        self.file.write_all(game.as_bytes()).map_err(|error| file_error(&self.path, error))
    }

    pub fn foreign(&self, line: u64, problem: String) -> RecordError {
        RecordError::Foreign { path: self.path.display().to_string(), line, problem }
    }
}

/// Locks a record exclusively; returns whether that was possible. A match that was killed may hold the lock for a
/// moment while it exits.
fn lock(file: &File) -> io::Result<bool> {
    const DYING: Duration = Duration::from_secs(2);
    const BETWEEN_LOOKS: Duration = Duration::from_millis(20);
    let start = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(true),
            // Some file systems do not support locks.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {
                return Ok(true);
            }
            Err(TryLockError::WouldBlock) if start.elapsed() < DYING => {
                thread::sleep(BETWEEN_LOOKS)
            }
            Err(TryLockError::WouldBlock) => return Ok(false),
            Err(TryLockError::Error(error)) => return Err(error),
        }
    }
}

fn file_error(path: &Path, error: io::Error) -> RecordError {
    RecordError::File { path: path.display().to_string(), error }
}

/// Writes the terms of a new match next to its record; those of a resumed one must be equal.
fn agree(path: &Path, terms: &str, begun: bool) -> Result<(), RecordError> {
    let beside = PathBuf::from(format!("{}.match", path.display()));
    let failed = |error| file_error(&beside, error);
    if !begun {
        return fs::write(&beside, terms).map_err(failed);
    }
    let written = fs::read_to_string(&beside).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => RecordError::NoTerms(path.display().to_string()),
        _ => failed(error),
    })?;
    let mut lines = written.lines().zip(terms.lines());
    let differ = |(was, now): &(&str, &str)| was != now && renewed_term(was) != *now;
    let other = |was: &str, now: &str| RecordError::OtherTerms {
        path: path.display().to_string(),
        was: was.to_owned(),
        now: now.to_owned(),
    };
    match lines.find(differ) {
        Some((was, now)) => Err(other(was, now)),
        None if written.lines().count() != terms.lines().count() => {
            Err(other("other players", "these"))
        }
        None => Ok(()),
    }
}

/// Converts a line of terms from an older version.
fn renewed_term(line: &str) -> String {
    match line.strip_prefix("limits: ") {
        Some(limits) => format!("limits: {}", renewed(limits)),
        None => line.to_owned(),
    }
}

/// Truncates a game that was being written when the machine crashed.
fn cut_torn_game(file: &mut File, length: u64) -> io::Result<()> {
    /// No game of a match is longer.
    const LOOKED_AT: u64 = 4 << 20;
    let from = length.saturating_sub(LOOKED_AT);
    file.seek(SeekFrom::Start(from))?;
    let mut tail = Vec::new();
    (&mut *file).take(LOOKED_AT).read_to_end(&mut tail)?;
    let end = tail.windows(END_OF_GAME.len()).rposition(|window| window == END_OF_GAME);
    match end {
        Some(at) => file.set_len(from + (at + END_OF_GAME.len()) as u64)?,
        None if from == 0 => file.set_len(0)?,
        None => {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                "this is not the record of a match",
            ));
        }
    }
    file.seek(SeekFrom::End(0)).map(drop)
}

fn read(game: &pdn::Game, judge: &Judge) -> Result<Past, String> {
    let number = game.tag(PAIRING).and_then(|number| number.parse::<usize>().ok());
    let number = number.and_then(|number| number.checked_sub(1));
    let number = number.ok_or_else(|| format!("it has no tag {PAIRING} with its number"))?;
    let replay = judge.replay(game);
    if let Some(problem) = &replay.problem {
        return Err(problem.to_string());
    }
    let for_white = match replay.recorded {
        Recorded::Win(Color::White) => GameResult::Win,
        Recorded::Win(Color::Black) => GameResult::Loss,
        Recorded::Draw => GameResult::Draw,
        Recorded::BothLost | Recorded::Unknown => return Err("it has no result".to_owned()),
    };
    let name = |color: &str| game.tag(color).unwrap_or_default().to_owned();
    let failed = match game.tag(FAILURE) {
        Some(text) => match text.split_whitespace().next() {
            Some("white") => Some(Color::White),
            Some("black") => Some(Color::Black),
            _ => return Err(format!("its tag {FAILURE} names no colour: {text:?}")),
        },
        None => None,
    };
    let line = game.place.line;
    Ok(Past { number, white: name("White"), black: name("Black"), for_white, failed, line })
}

/// Formats terms as lines.
pub(crate) fn terms(list: &[(&str, String)]) -> String {
    let mut text = String::new();
    for (name, value) in list {
        let value = value.replace(['\n', '\r'], " ");
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{name}: {value}");
    }
    text
}
