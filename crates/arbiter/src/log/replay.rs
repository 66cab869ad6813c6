//! Replaying logs, and finding where they were changed (R-DT-2).

use super::{CHECK, CHECK_BYTES, HEADER, Log, create};
use crate::event::{Event, digits};
use crate::refusal::Refusal;
use crate::terms::TermsError;
use crate::time::Time;
use core::fmt;

/// The first line and ply at which a log cannot be replayed, and the reason.
#[derive(Clone, Debug)]
pub struct ReplayError {
    /// The first line that is wrong, from 1.
    pub line: usize,
    /// The ply of the line, or the one before it; moves of the opening count.
    pub ply: usize,
    /// The reason.
    pub kind: ReplayErrorKind,
    good: Option<Box<Log>>,
}

/// The reasons why a log cannot be replayed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReplayErrorKind {
    /// The text is not a log.
    #[error("this is not a game log; a log begins with \"{HEADER}\"")]
    NotALog,
    /// The log has an unknown version.
    #[error("the log has version {0}, which this program does not know; a newer program may")]
    UnknownVersion(String),
    /// The last line is incomplete; everything before it is valid.
    #[error("the log breaks off in the middle of this line")]
    Truncated,
    /// The line is malformed.
    #[error("malformed at column {column}: expected {expected}")]
    Malformed {
        /// The character that is wrong, from 1.
        column: usize,
        /// What was expected there.
        expected: &'static str,
    },
    /// The check at the end of the line does not match this line and those before it.
    #[error("the line was changed, or one before it is missing: its checksum differs")]
    CheckDiffers,
    /// The terms are invalid.
    #[error("no game can be played on these terms: {0}")]
    Terms(TermsError),
    /// The rules refuse the event.
    #[error("illegal event: {0}")]
    Refused(Refusal),
    /// The position differs from the recorded one.
    #[error("the position differs: recorded {recorded:016x}, replayed {replayed:016x}")]
    PositionDiffers {
        /// The hash in the log.
        recorded: u64,
        /// The hash of the replayed position.
        replayed: u64,
    },
    /// The line means the same as what this program would write, but is written differently.
    #[error("the line is not written the way this program writes it: \"{expected}\"")]
    NotAsWritten {
        /// What this program would write.
        expected: String,
    },
}

impl ReplayError {
    /// The game up to the last valid line; `None` if not even the terms can be read.
    pub fn good(&self) -> Option<&Log> {
        self.good.as_deref()
    }

    /// The game up to the last valid line, for continuing it.
    pub fn into_good(self) -> Option<Log> {
        self.good.map(|log| *log)
    }
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, ply {}: {}", self.line, self.ply, self.kind)
    }
}

impl core::error::Error for ReplayError {}

/// Replays a log. The returned game can be continued.
///
/// A log that ends early, but at the end of a line, looks like an unfinished game: compare its
/// [fingerprint](Log::fingerprint) to know that nothing is missing.
///
/// Line ends that were all converted to carriage return and line feed do no harm.
pub fn replay(text: &str) -> Result<Log, ReplayError> {
    let feeds = text.matches('\n').count();
    if feeds > 0 && text.matches("\r\n").count() == feeds {
        return replay(&text.replace("\r\n", "\n"));
    }
    let whole = text.ends_with('\n');
    let lines: Vec<&str> = text.strip_suffix('\n').unwrap_or(text).split('\n').collect();
    let mut log: Option<Log> = None;
    for (index, line) in lines.iter().enumerate() {
        let last = index + 1 == lines.len();
        let breaks_off = last && !whole;
        let step = match (index, &mut log) {
            (0, _) => header(line, breaks_off),
            (_, None) => first(line).map(|opened| log = Some(opened)),
            (_, Some(log)) => step(log, line).map(drop),
        };
        if let Err(kind) = step {
            let kind = match kind {
                ReplayErrorKind::Malformed { .. } if breaks_off && split_check(line).is_none() => {
                    ReplayErrorKind::Truncated
                }
                kind => kind,
            };
            return Err(failed(index, line, kind, log));
        }
    }
    log.ok_or_else(|| failed(lines.len(), "", ReplayErrorKind::Truncated, None))
}

/// The error in a line, with the game up to the line before.
fn failed(index: usize, line: &str, kind: ReplayErrorKind, good: Option<Log>) -> ReplayError {
    let plies = good.as_ref().map_or(0, |log| log.table().moves().len());
    let is_move = index > 1 && is_move(line);
    ReplayError {
        line: index + 1,
        ply: plies + usize::from(is_move),
        kind,
        good: good.map(Box::new),
    }
}

/// Whether a line, changed or not, is a move.
fn is_move(line: &str) -> bool {
    let body = split_check(line).map_or(line, |(body, _)| body);
    let event = body.split_once(' ').map_or(body, |(_, event)| event);
    let (event, hash) = split_hash(event);
    hash.is_some() || matches!(event.parse(), Ok(Event::Move { .. }))
}

fn header(line: &str, breaks_off: bool) -> Result<(), ReplayErrorKind> {
    if line == HEADER {
        return Ok(());
    }
    if breaks_off && !line.is_empty() && HEADER.starts_with(line) {
        return Err(ReplayErrorKind::Truncated);
    }
    let (name, _) = HEADER.split_once(' ').unwrap_or((HEADER, ""));
    match line.split_once(' ') {
        Some((word, version)) if word == name => {
            Err(ReplayErrorKind::UnknownVersion(version.to_owned()))
        }
        _ => Err(ReplayErrorKind::NotALog),
    }
}

/// Creates the log from its second line, which holds the terms.
fn first(line: &str) -> Result<Log, ReplayErrorKind> {
    let (body, check) = split_check(line).ok_or_else(|| no_check(line))?;
    if super::Chain::new().link(body).check() != check {
        return Err(ReplayErrorKind::CheckDiffers);
    }
    let (line_of_terms, hash) = split_hash(body);
    let (terms, at) = create::read(line_of_terms)?;
    let log = Log::open(terms, at).map_err(ReplayErrorKind::Terms)?;
    let written = log.lines().last().map_or("", String::as_str);
    compare(line, hash, written, Some(log.table().game().position().hash()))?;
    Ok(log)
}

/// Applies a line and returns its event. If it differs in anything from what is recorded, nothing changes.
pub(super) fn step(log: &mut Log, line: &str) -> Result<Event, ReplayErrorKind> {
    let (body, check) = split_check(line).ok_or_else(|| no_check(line))?;
    if log.chain.link(body).check() != check {
        return Err(ReplayErrorKind::CheckDiffers);
    }
    let (time, text) = split_time(body)?;
    let column = body.len() - text.len() + 1;
    // A player's name may look like a hash.
    let (text, hash) = if text.starts_with("join ") { (text, None) } else { split_hash(text) };
    let malformed = |expected| ReplayErrorKind::Malformed { column, expected };
    let event: Event = text.parse().map_err(|_| malformed("an event"))?;
    let at = log.table().created().0.checked_add(time);
    let at = at.ok_or(ReplayErrorKind::Malformed { column: 1, expected: "a smaller number" })?;
    let pending = log.prepare(&event, Time(at)).map_err(ReplayErrorKind::Refused)?;
    compare(line, hash, pending.line(), pending.hash)?;
    log.commit(pending);
    Ok(event)
}

/// Compares a line and its position with what this program would write.
fn compare(
    line: &str,
    recorded: Option<u64>,
    expected: &str,
    replayed: Option<u64>,
) -> Result<(), ReplayErrorKind> {
    if line == expected {
        return Ok(());
    }
    match (recorded, replayed) {
        (Some(recorded), Some(replayed)) if recorded != replayed => {
            Err(ReplayErrorKind::PositionDiffers { recorded, replayed })
        }
        _ => Err(ReplayErrorKind::NotAsWritten { expected: expected.to_owned() }),
    }
}

fn no_check(line: &str) -> ReplayErrorKind {
    let column = line.chars().count() + 1;
    ReplayErrorKind::Malformed { column, expected: "a check such as ~1a2b3c4d at the end" }
}

/// Splits a line into its text and its check.
fn split_check(line: &str) -> Option<(&str, &str)> {
    let (body, check) = line.rsplit_once(CHECK)?;
    let hexadecimal = check.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    (check.len() == 2 * CHECK_BYTES && hexadecimal).then_some((body, check))
}

fn split_time(body: &str) -> Result<(u64, &str), ReplayErrorKind> {
    let malformed = ReplayErrorKind::Malformed { column: 1, expected: "milliseconds" };
    let (time, event) = body.split_once(' ').ok_or_else(|| malformed.clone())?;
    let time = digits(time).ok_or(malformed)?;
    Ok((time, event))
}

/// Splits an event from the hash of the position, if there is one.
fn split_hash(event: &str) -> (&str, Option<u64>) {
    let split = event.rsplit_once(" #");
    let hash = split.filter(|(_, hash)| hash.len() == 16);
    match hash.and_then(|(event, hash)| Some((event, u64::from_str_radix(hash, 16).ok()?))) {
        Some((event, hash)) => (event, Some(hash)),
        None => (event, None),
    }
}
