//! Imports: PDN, logs and FEN, read as far as possible.

mod flaws;
pub mod search;
pub mod uploads;

use crate::store::{LONGEST_ANNOTATIONS, Summary};
use crate::words::{Phrase, shortened};
use arbiter::{Log, TermsError};
use draughts::{AnyPosition, Color, FenError, Ruleset, Variant, measured, within};
pub use flaws::Note;
use pdn::{Bounds, Collection, Form, Game, Games, Judge, Recorded, Replay};
use record::NoLog;
use serde::Serialize;
use std::time::{Duration, Instant};
use utoipa::ToSchema;

/// The most games listed of a text.
pub const MOST_SHOWN: usize = 300;
/// The most notes listed of a game.
const MOST_NOTES: usize = 20;
/// Time limit for analysing games. Real ones take a millisecond each; positions can be constructed that take a hundred
/// times as long.
const PATIENCE: Duration = Duration::from_secs(5);
/// The limit on jumps in long searches per text: some seconds' worth, of which real games need none.
pub const EFFORT: u64 = 20_000_000;
/// The part of a text kept in memory, whatever it contains: the listed games, up to some 20 MiB.
const KEPT: Bounds = Bounds { games: MOST_SHOWN, pieces: 100_000 };
/// The first bytes of every log.
const LOG: &[u8] = b"damier-log";

/// What a text contains.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Found {
    /// A position.
    Position {
        /// The rules, as text.
        rules: String,
        /// The FEN, in PDN style.
        fen: String,
    },
    /// Games.
    Games {
        /// The listed ones.
        games: Vec<Entry>,
        /// How many more there are.
        more: usize,
    },
}

/// A game of a text.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Entry {
    /// Its number in the text, from 1.
    pub number: usize,
    /// The line it starts on.
    pub line: u64,
    /// White's player.
    pub white: Option<String>,
    /// Black's player.
    pub black: Option<String>,
    /// Where it was played.
    pub event: Option<String>,
    /// When it was played.
    pub date: Option<String>,
    /// white, black, draw, none or going.
    pub standing: &'static str,
    /// The rules, as text.
    pub rules: String,
    /// The number of legal plies.
    pub plies: usize,
    /// Why the game cannot be opened, or only up to some move.
    pub trouble: Option<Note>,
    /// Other problems.
    pub notes: Vec<Note>,
    /// The game alone, as text, up to its problem; `None` if it cannot be opened.
    pub text: Option<String>,
}

/// Analyses an upload. Without rules, those of each game are guessed.
pub fn look(bytes: &[u8], rules: Option<&Ruleset>) -> Result<Found, Phrase> {
    let bytes = text_of(bytes)?;
    if bytes.starts_with(LOG) {
        let log = read_log(bytes)?;
        return Ok(Found::Games { games: vec![entry_of_log(&log)], more: 0 });
    }
    if let Some(position) = read_position(bytes, rules) {
        return position.map_err(|error| Phrase::from(&TermsError::Fen(error)));
    }
    let (Collection { games, more }, judge) = read_games(bytes, rules);
    if games.is_empty() {
        return Err(Phrase::new("import.nothing"));
    }
    let begun = Instant::now();
    let mut jumps = EFFORT;
    let in_time = games.iter().enumerate().take_while(|_| begun.elapsed() < PATIENCE);
    let in_bounds = in_time.map_while(|(index, game)| {
        let (entry, spent) = measured(|| within(jumps, || entry(index + 1, game, &judge)));
        jumps = jumps.saturating_sub(spent);
        entry.ok()
    });
    let entries: Vec<Entry> = in_bounds.collect();
    if entries.is_empty() {
        return Err(too_many_captures());
    }
    Ok(Found::Games { more: more + games.len() - entries.len(), games: entries })
}

/// The games contain positions with too many captures to analyse.
pub fn too_many_captures() -> Phrase {
    Phrase::new("wrong-position.too-many-captures")
}

/// A game that was opened.
pub struct Opened {
    /// Its log, which replays; a game that becomes illegal ends before that.
    pub log: Log,
    /// Its record, if that says more than the log.
    pub annotations: Option<String>,
}

/// Opens a game by its number.
pub fn open(bytes: &[u8], rules: Option<&Ruleset>, number: usize) -> Result<Opened, Phrase> {
    let bytes = text_of(bytes)?;
    if bytes.starts_with(LOG) {
        return Ok(Opened { log: read_log(bytes)?, annotations: None });
    }
    let (_, judge) = read_games(bytes, rules);
    let mut games = Games::new(bytes).map_while(Result::ok).filter(|game| !game.is_nothing());
    let game = number.checked_sub(1).and_then(|index| games.nth(index));
    let game = game.ok_or_else(|| Phrase::new("import.nothing"))?;
    within(EFFORT, || opened(&game, &judge)).map_err(|_| too_many_captures())?
}

fn opened(game: &Game, judge: &Judge) -> Result<Opened, Phrase> {
    let replay = judge.replay(game);
    let (log, stop) =
        record::log_up_to(game, &replay).map_err(|error| stopped(&error, game).what)?;
    let tidy = || judge.tidy(game, &replay).to_pdn(Form::Pdn3);
    // The record after an illegal move is kept as written.
    let text = if stop.is_some() { game.text.clone() } else { tidy() };
    let says_more = || text != record::pdn_of(&log).to_pdn(Form::Pdn3);
    let annotations = Some(text.clone()).filter(|_| stop.is_some() || says_more());
    if annotations.as_ref().is_some_and(|text| text.len() > LONGEST_ANNOTATIONS) {
        let most = (LONGEST_ANNOTATIONS >> 10).to_string();
        return Err(Phrase::new("import.too-much-said").with("most", most));
    }
    Ok(Opened { log, annotations })
}

/// Trims a text; fails if it is binary.
fn text_of(bytes: &[u8]) -> Result<&[u8], Phrase> {
    // In UTF-16, every other byte of plain text is zero, and never two in a row.
    let zeros = bytes.windows(2).take(1_024).any(|pair| pair == [0, 0]);
    if zeros || bytes.starts_with(b"PK\x03\x04") {
        return Err(Phrase::new("import.no-text"));
    }
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    match bytes.iter().all(u8::is_ascii_whitespace) {
        true => Err(Phrase::new("import.empty")),
        false => Ok(bytes),
    }
}

fn read_log(bytes: &[u8]) -> Result<Log, Phrase> {
    // A form's text area sends CRLF and may have lost the final line end.
    let text = String::from_utf8_lossy(bytes).replace("\r\n", "\n");
    let text = format!("{}\n", text.trim_end());
    let log = within(EFFORT, || arbiter::replay(&text)).map_err(|_| too_many_captures())?;
    log.map_err(|error| {
        let reason = Phrase::from(&error.kind);
        Phrase::new("import.log").with("line", error.line.to_string()).with("reason", reason)
    })
}

/// Parses a position, if the text looks like one.
fn read_position(bytes: &[u8], rules: Option<&Ruleset>) -> Option<Result<Found, FenError>> {
    let text = std::str::from_utf8(bytes).ok()?.trim();
    let mut letters = text.chars();
    let is_pdn =
        matches!(letters.next(), Some('W' | 'B' | 'w' | 'b')) && letters.next() == Some(':');
    let is_hub = text.len() > 24 && text.chars().all(|letter| "wWbBe".contains(letter));
    if !(is_pdn || is_hub) || text.lines().count() > 1 {
        return None;
    }
    let candidates: Vec<Ruleset> = match rules {
        Some(rules) => vec![rules.clone()],
        None => Variant::ALL.iter().map(|variant| Ruleset::from(*variant)).collect(),
    };
    let mut wrong: Option<FenError> = None;
    for rules in candidates {
        match AnyPosition::from_fen(&rules, text) {
            Ok(position) => {
                let (rules, fen) = (rules.to_string(), position.to_fen());
                return Some(Ok(Found::Position { rules, fen }));
            }
            // Keep the rules that parsed most of it.
            Err(error) if wrong.as_ref().is_none_or(|w| error.place.start > w.place.start) => {
                wrong = Some(error);
            }
            Err(_) => {}
        }
    }
    wrong.map(Err)
}

/// Reads the first games of a text, and what they tell about its rules.
pub(crate) fn read_games(bytes: &[u8], rules: Option<&Ruleset>) -> (Collection, Judge) {
    let read = Collection::read(bytes, KEPT).expect("bytes in memory can always be read");
    let told = rules.cloned().map_or_else(Judge::default, Judge::of);
    let begun = Instant::now();
    let quick = |game: &&Game| {
        let _ = told.replay(game);
        begun.elapsed() < PATIENCE / 10
    };
    let learn = || {
        let sample = read.games.iter().take(Judge::SAMPLE).take_while(quick).count();
        let mut judge = told.clone();
        judge.learn(&read.games[..sample]);
        judge
    };
    let judge = within(EFFORT, learn).unwrap_or_else(|_| told.clone());
    (read, judge)
}

fn entry(number: usize, game: &Game, judge: &Judge) -> Entry {
    let replay = judge.replay(game);
    let log = record::log_up_to(game, &replay);
    let (log, stop) = match log {
        Ok((log, stop)) => (Some(log), stop),
        Err(error) => (None, Some(error)),
    };
    let tag = |name| game.tag(name).filter(|text| !matches!(*text, "" | "?")).map(shortened);
    let notes = judge.notes(game, &replay);
    Entry {
        number,
        line: game.place.line,
        white: tag("White"),
        black: tag("Black"),
        event: tag("Event"),
        date: tag("Date").filter(|date| date.starts_with(|first: char| first.is_ascii_digit())),
        standing: standing(&replay, log.as_ref()),
        rules: replay.rules.to_string(),
        plies: replay.played.len(),
        trouble: stop.as_ref().map(|error| stopped(error, game)),
        notes: notes.iter().take(MOST_NOTES).map(Note::of).collect(),
        text: log.map(|_| match stop {
            None => judge.tidy(game, &replay).to_pdn(Form::Pdn3),
            Some(_) => game.text.clone(),
        }),
    }
}

fn standing(replay: &Replay, log: Option<&Log>) -> &'static str {
    match (replay.recorded, log.and_then(|log| log.table().ending())) {
        (Recorded::Win(Color::White), _) => "white",
        (Recorded::Win(Color::Black), _) => "black",
        (Recorded::Draw, _) => "draw",
        (Recorded::BothLost, _) => "none",
        (Recorded::Unknown, None) => "going",
        (Recorded::Unknown, Some(ending)) => Summary::standing_of(ending),
    }
}

fn entry_of_log(log: &Log) -> Entry {
    let table = log.table();
    let name = |side| table.name(side).map(str::to_owned);
    Entry {
        number: 1,
        line: 1,
        white: name(Color::White),
        black: name(Color::Black),
        event: None,
        date: None,
        standing: table.ending().map_or("going", Summary::standing_of),
        rules: table.terms().rules.to_string(),
        plies: table.moves().len(),
        trouble: None,
        notes: Vec::new(),
        text: Some(log.text()),
    }
}

/// Returns the problem that ends a game, with its place.
pub fn stopped(error: &NoLog, game: &Game) -> Note {
    let at = |what: Phrase| Note::at(game.place, false, what);
    match error {
        NoLog::Problem(problem) => Note::of(problem),
        NoLog::Gap => at(Phrase::new("import.gap")),
        NoLog::Terms(error) => at(Phrase::from(error)),
        NoLog::Refused { ply, refusal } => at(Phrase::new("import.ply")
            .with("ply", ply.to_string())
            .with("reason", Phrase::from(refusal))),
    }
}
