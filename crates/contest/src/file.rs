//! Openings from files.

use crate::opening::{GameStart, OpeningError};
use draughts::{AnyPosition, Game, Ruleset};
use pdn::{Games, Judge, ReplayedStep};
use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// More openings than anyone plays; the rest is not read.
const MOST_OPENINGS: usize = 50_000;
/// No opening needs a longer line.
const LONGEST_LINE: u64 = 10_000;

/// Reads the openings of a file.
pub fn read(path: &Path, rules: &Ruleset, plies: usize) -> Result<Vec<GameStart>, OpeningError> {
    let failed = |error| OpeningError::File { path: path.display().to_string(), error };
    let is_pdn = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pdn"));
    let file = File::open(path).map_err(failed)?;
    let mut starts = match is_pdn {
        true => from_games(file, rules, plies).map_err(failed)?,
        false => from_lines(file, rules, path)?,
    };
    let mut seen = HashSet::new();
    starts.retain(|start| seen.insert(start.game.position().hash()));
    match starts.is_empty() {
        true if is_pdn => Err(OpeningError::None(format!(
            "{} has no game of {} with {plies} plies or more",
            path.display(),
            rules.title()
        ))),
        true => Err(OpeningError::None(format!("{} has no openings", path.display()))),
        false => Ok(starts),
    }
}

/// The first plies of each game; games that are shorter or illegal are left out.
fn from_games(file: File, rules: &Ruleset, plies: usize) -> io::Result<Vec<GameStart>> {
    let judge = Judge::of(rules.clone());
    let mut starts = Vec::new();
    for (index, record) in Games::new(file).enumerate() {
        let replay = judge.replay(&record?);
        let mut game = Game::from_position(rules.clone(), replay.start);
        for step in replay.played.iter().take(plies) {
            let ReplayedStep::Move(mv) = step else { break };
            if game.play(mv).is_err() {
                break;
            }
        }
        if game.history().len() == plies && game.outcome().is_none() {
            starts.push(GameStart { name: format!("game {}", index + 1), game });
        }
        if starts.len() == MOST_OPENINGS {
            break;
        }
    }
    Ok(starts)
}

/// A position or a list of moves on each line; empty lines and those that start with # are skipped.
fn from_lines(file: File, rules: &Ruleset, path: &Path) -> Result<Vec<GameStart>, OpeningError> {
    let failed = |error| OpeningError::File { path: path.display().to_string(), error };
    let mut reader = BufReader::new(file);
    let mut starts = Vec::new();
    for number in 1.. {
        let mut line = Vec::new();
        (&mut reader).take(LONGEST_LINE).read_until(b'\n', &mut line).map_err(failed)?;
        if line.is_empty() || starts.len() == MOST_OPENINGS {
            break;
        }
        let line = String::from_utf8_lossy(&line);
        let text = line.trim().trim_start_matches('\u{FEFF}');
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        let wrong = |problem| OpeningError::Line {
            path: path.display().to_string(),
            line: number,
            problem,
        };
        let game = opening(text, rules).map_err(wrong)?;
        starts.push(GameStart { name: text.to_owned(), game });
    }
    Ok(starts)
}

fn opening(text: &str, rules: &Ruleset) -> Result<Game, String> {
    let game = match text.starts_with(|first: char| first.is_ascii_digit()) || is_letters(text) {
        true => moves(text, rules)?,
        false => {
            let start = AnyPosition::from_fen(rules, text).map_err(|error| error.to_string())?;
            Game::from_position(rules.clone(), start)
        }
    };
    match game.outcome() {
        Some(outcome) => Err(format!("the game would already be over at the start ({outcome})")),
        None => Ok(game),
    }
}

/// Whether a text starts with a square such as c3 rather than with a position's side to move.
fn is_letters(text: &str) -> bool {
    let mut bytes = text.bytes();
    let starts = bytes.next().is_some_and(|first| first.is_ascii_lowercase());
    starts && bytes.next().is_some_and(|second| second.is_ascii_digit())
}

/// Plays a list of moves, which may be numbered.
fn moves(text: &str, rules: &Ruleset) -> Result<Game, String> {
    let mut game = Game::new(rules.clone());
    for word in text.split_whitespace() {
        let unnumbered = word.rsplit('.').next().unwrap_or(word);
        if unnumbered.is_empty() {
            continue;
        }
        let mv = game.position().parse_move(unnumbered).map_err(|error| error.to_string())?;
        game.play(&mv).map_err(|error| error.to_string())?;
    }
    Ok(game)
}
