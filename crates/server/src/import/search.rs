//! Searches the games of a large file. Every query streams through the file, so that no more than a page of games is in
//! memory.

use super::{EFFORT, Entry, KEPT, Opened, PATIENCE, entry, opened, too_many_captures};
use crate::words::Phrase;
use draughts::{Color, Ruleset, measured, within};
use pdn::{Game, Games, Heading, Judge, Recorded, Sense, read_result, standard_date};
use serde::{Deserialize, Serialize};
use std::io::Read;
use std::time::Instant;

/// The number of games per page.
pub const PAGE: usize = 50;

/// The fields of a search; empty ones are ignored.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Search {
    /// Parts of players' names.
    pub players: String,
    /// The year in which the game was played.
    pub year: String,
    /// `white`, `black` or `draw`.
    pub result: String,
    /// The name of the opening, or its first moves.
    pub opening: String,
}

/// A page of search results.
#[derive(Clone, Debug)]
pub struct FoundGames {
    /// The games of this page.
    pub games: Vec<Entry>,
    /// The number of results.
    pub found: usize,
    /// The number of games in the file.
    pub all: usize,
}

/// Infers the rules and result notation of a file from its first games.
pub fn judge(source: impl Read, rules: Option<&Ruleset>) -> Judge {
    let mut judge = rules.cloned().map_or_else(Judge::default, Judge::of);
    let mut pieces = 0;
    let small = |game: &Game| {
        pieces += game.line.steps.len() + game.tags.len() + game.problems.len();
        pieces < KEPT.pieces / 4
    };
    let games = Games::new(source).map_while(Result::ok).filter(|game| !game.is_nothing());
    let mut small = small;
    let sample: Vec<Game> = games.take(Judge::SAMPLE).take_while(|game| small(game)).collect();
    let begun = Instant::now();
    let told = judge.clone();
    let quick = |game: &&Game| {
        let _ = told.replay(game);
        begun.elapsed() < PATIENCE / 10
    };
    let learn = || {
        let known = sample.iter().take_while(quick).count();
        judge.learn(&sample[..known]);
    };
    // What would take too long stays unknown.
    match within(EFFORT, learn) {
        Ok(()) => judge,
        Err(_) => told,
    }
}

/// Returns a page of results, counted from 0.
pub fn search<R: Read>(
    source: impl Fn() -> R,
    judge: &Judge,
    search: &Search,
    page: usize,
) -> Result<FoundGames, Phrase> {
    let wanted = Criteria::new(search, judge.sense().unwrap_or_default());
    let (mut all, mut found) = (0, 0);
    let mut numbers = Vec::new();
    let mut games = Games::new(source());
    while let Some(Ok(heading)) = games.heading() {
        all += 1;
        if wanted.fits(&heading) {
            if found / PAGE == page {
                numbers.push(all);
            }
            found += 1;
        }
    }
    if all == 0 {
        return Err(Phrase::new("import.nothing"));
    }
    Ok(FoundGames { games: entries(source(), judge, &numbers), found, all })
}

/// Returns the games with these sorted numbers, as far as the time limit allows.
fn entries(source: impl Read, judge: &Judge, numbers: &[usize]) -> Vec<Entry> {
    let begun = Instant::now();
    let mut jumps = EFFORT;
    let mut games = Numbered { games: Games::new(source), passed: 0 };
    let in_time = numbers.iter().take_while(|_| begun.elapsed() < PATIENCE);
    let found = in_time.map_while(|&number| {
        let game = games.find(number)?;
        let (entry, spent) = measured(|| within(jumps, || entry(number, &game, judge)));
        jumps = jumps.saturating_sub(spent);
        entry.ok()
    });
    found.collect()
}

/// Opens a game of a large file by its number.
pub fn open(source: impl Read, judge: &Judge, number: usize) -> Result<Opened, Phrase> {
    let mut games = Numbered { games: Games::new(source), passed: 0 };
    let game = games.find(number).ok_or_else(|| Phrase::new("import.nothing"))?;
    within(EFFORT, || opened(&game, judge)).map_err(|_| too_many_captures())?
}

/// Returns games of a large file from a number on, up to `most` and as far as the time limit allows, with `None` for
/// each that cannot be played; and whether the end of the file was reached.
pub fn open_some(
    source: impl Read,
    judge: &Judge,
    from: usize,
    most: usize,
) -> (Vec<Option<Opened>>, bool) {
    let begun = Instant::now();
    let mut games = Numbered { games: Games::new(source), passed: 0 };
    let mut all = Vec::new();
    while all.len() < most && (all.is_empty() || begun.elapsed() < PATIENCE) {
        let Some(game) = games.find(from + all.len()) else { return (all, true) };
        all.push(within(EFFORT, || opened(&game, judge)).ok().and_then(Result::ok));
    }
    (all, false)
}

/// An iterator of games, numbered from 1.
struct Numbered<R> {
    games: Games<R>,
    passed: usize,
}

impl<R: Read> Numbered<R> {
    fn find(&mut self, number: usize) -> Option<Game> {
        let between = number.checked_sub(self.passed + 1)?;
        for _ in 0..between {
            self.games.heading()?.ok()?;
        }
        self.passed = number;
        self.games.by_ref().map_while(Result::ok).find(|game| !game.is_nothing())
    }
}

/// Parsed search criteria.
struct Criteria {
    players: Vec<String>,
    year: String,
    result: Option<Recorded>,
    /// Moves in order, or words of a name.
    opening: Vec<String>,
    is_moves: bool,
    sense: Sense,
}

impl Criteria {
    fn new(search: &Search, sense: Sense) -> Self {
        let words = |text: &str| -> Vec<String> {
            text.split_whitespace().take(20).map(str::to_lowercase).collect()
        };
        let opening: Vec<String> =
            words(&search.opening).iter().filter_map(|word| unnumbered(word)).collect();
        let is_move = |word: &String| {
            word.contains(['-', 'x']) && word.contains(|one: char| one.is_ascii_digit())
        };
        Self {
            players: words(&search.players),
            year: search.year.trim().to_owned(),
            result: match search.result.as_str() {
                "white" => Some(Recorded::Win(Color::White)),
                "black" => Some(Recorded::Win(Color::Black)),
                "draw" => Some(Recorded::Draw),
                _ => None,
            },
            is_moves: opening.iter().all(is_move),
            opening,
            sense,
        }
    }

    fn fits(&self, heading: &Heading) -> bool {
        let lower = |name: &str| heading.tag(name).unwrap_or_default().to_lowercase();
        let has_players = || {
            let both = format!("{} {}", lower("White"), lower("Black"));
            self.players.iter().all(|player| both.contains(player.as_str()))
        };
        let of_year = || {
            let date = heading.tag("Date").unwrap_or_default();
            let date = standard_date(date);
            date.is_some_and(|date| date.starts_with(self.year.as_str()))
        };
        let opens = || match self.is_moves {
            true => {
                let moves = heading.moves.iter().map(|mv| plain(mv));
                moves.take(self.opening.len()).eq(self.opening.iter().cloned())
            }
            false => {
                let name = lower("Opening");
                self.opening.iter().all(|word| name.contains(word.as_str()))
            }
        };
        has_players()
            && (self.year.is_empty() || of_year())
            && (self.result.is_none() || self.result == Some(self.recorded(heading)))
            && (self.opening.is_empty() || opens())
    }

    fn recorded(&self, heading: &Heading) -> Recorded {
        match heading.tag("Winner").map(str::to_lowercase).as_deref() {
            Some("white") => Recorded::Win(Color::White),
            Some("black") => Recorded::Win(Color::Black),
            _ => heading.result().map_or(Recorded::Unknown, |text| read_result(text, self.sense)),
        }
    }
}

/// A word of an opening, without a leading move number.
fn unnumbered(word: &str) -> Option<String> {
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let rest = match word.split_once('.') {
        Some((number, rest)) if is_number(number) => rest.trim_start_matches('.'),
        _ => word,
    };
    (!rest.is_empty()).then(|| plain(rest))
}

/// A move in a form that is the same for all dialects.
fn plain(mv: &str) -> String {
    mv.to_lowercase().replace([':', '×', '*'], "x").replace(['–', '—'], "-")
}
