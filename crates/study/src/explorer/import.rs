//! Games from PDN: read one after the other in bounded memory, replayed by all threads, added in their order.

use super::build::{Builder, PlayedGame, PreparedGame};
use super::date::Date;
use super::error::BuildError;
use super::game::GameInfo;
use core::fmt;
use draughts::{ByColor, Move, Ruleset};
use pdn::{Game, Games, Judge, Place, Replay, ReplayedStep};
use rayon::prelude::*;
use std::io::{self, Read};

/// What became of the games of a collection.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Imported {
    /// Games that were read.
    pub read: u64,
    /// Games that were added.
    pub added: u64,
    /// Those of them that count only up to a move that cannot be played.
    pub cut: u64,
}

/// A problem of a single game, which costs no other game anything.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameProblem {
    /// The number of the game in its file, from 1.
    pub number: u64,
    /// The place in the file.
    pub place: Place,
    /// What is wrong, as a sentence.
    pub reason: String,
    /// Whether the moves before it count.
    pub counted: bool,
}

impl fmt::Display for GameProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Place { line, column } = self.place;
        write!(f, "game {}, line {line}, column {column}: {}", self.number, self.reason)?;
        match self.counted {
            true => f.write_str("; counted up to there"),
            false => f.write_str("; left out"),
        }
    }
}

/// So much text, and so many games, are read at once.
const BATCH_TEXT: usize = 1 << 18;
const BATCH_GAMES: usize = 512;
/// So much text is enough to learn from what the games of a file are.
const SAMPLE_TEXT: usize = 1 << 22;

/// Some games in a row.
struct Batch {
    games: Vec<Game>,
    /// The number of the first in its file.
    first: u64,
}

impl Builder<'_> {
    /// Adds all games of a collection in PDN, whatever its dialect; `name` is what games say they are from. By
    /// `rules`, if they are given, and otherwise by what tags and moves show. A game that cannot be played to its
    /// end counts up to there, and is reported.
    pub fn add_pdn<R: Read>(
        &mut self,
        name: &str,
        source: R,
        rules: Option<&Ruleset>,
        report: &mut dyn FnMut(GameProblem),
    ) -> Result<Imported, BuildError> {
        let unread = |error| BuildError::Read { name: name.to_owned(), error };
        let mut judge = rules.cloned().map_or_else(Judge::default, Judge::of);
        let mut games = Games::new(source);
        let mut imported = Imported::default();
        let mut batch = Batch { games: Vec::new(), first: 1 };
        read(&mut games, &mut batch.games, Judge::SAMPLE, SAMPLE_TEXT).map_err(unread)?;
        judge.learn(&batch.games);
        while !batch.games.is_empty() {
            if (self.options.stop)() {
                return Err(BuildError::Stopped);
            }
            let first = batch.first + batch.games.len() as u64;
            let mut next = Batch { games: Vec::new(), first };
            let (mut played, mut outcome) = (Vec::new(), Ok(()));
            // This thread reads on while the others replay.
            self.pool.in_place_scope(|scope| {
                let (played, batch, judge) = (&mut played, &batch, &judge);
                let plies = self.options.plies;
                scope.spawn(move |_| *played = replay(batch, name, judge, plies));
                outcome = read(&mut games, &mut next.games, BATCH_GAMES, BATCH_TEXT);
            });
            outcome.map_err(unread)?;
            for outcome in played {
                self.take(outcome, &mut imported, report)?;
            }
            batch = next;
        }
        Ok(imported)
    }

    fn take(
        &mut self,
        (game, problem): (Option<PreparedGame>, Option<GameProblem>),
        imported: &mut Imported,
        report: &mut dyn FnMut(GameProblem),
    ) -> Result<(), BuildError> {
        imported.read += 1;
        if let Some(game) = game {
            if !self.add(&game)? {
                report(GameProblem {
                    number: game.info.number,
                    place: Place { line: game.info.line, column: 1 },
                    reason: "the collection has too many different rules".to_owned(),
                    counted: false,
                });
                return Ok(());
            }
            imported.added += 1;
            imported.cut += u64::from(problem.is_some());
        }
        problem.into_iter().for_each(report);
        Ok(())
    }
}

/// Reads games until there are so many, or so much text.
fn read<R: Read>(
    games: &mut Games<R>,
    batch: &mut Vec<Game>,
    most_games: usize,
    most_text: usize,
) -> io::Result<()> {
    let mut text = 0;
    while batch.len() < most_games && text < most_text {
        let Some(game) = games.next() else { break };
        let mut game = game?;
        // Only its length matters.
        text += std::mem::take(&mut game.text).len();
        batch.push(game);
    }
    Ok(())
}

type Outcome = (Option<PreparedGame>, Option<GameProblem>);

fn replay(batch: &Batch, name: &str, judge: &Judge, plies: Option<u32>) -> Vec<Outcome> {
    let one = |(index, game): (usize, &Game)| {
        let replay = judge.replay(game);
        let number = batch.first + index as u64;
        let (moves, gap) = moves(game, &replay);
        let problem = replay.problem.as_ref().map(|problem| (problem.place, problem.to_string()));
        let problem = gap.or(problem).map(|(place, reason)| GameProblem {
            number,
            place,
            reason,
            counted: !moves.is_empty(),
        });
        if moves.is_empty() {
            return (None, problem);
        }
        let info = info(game, &replay, name, number);
        let played = PlayedGame { info, start: replay.start, moves, rules: replay.rules };
        (Some(PreparedGame::new(&played, plies)), problem)
    };
    batch.games.par_iter().enumerate().map(one).collect()
}

/// The moves up to the first thing that is no move, and what that is.
fn moves(game: &Game, replay: &Replay) -> (Vec<Move>, Option<(Place, String)>) {
    let mut moves = Vec::with_capacity(replay.played.len());
    for (step, played) in game.line.steps.iter().zip(&replay.played) {
        let reason = match played {
            ReplayedStep::Move(mv) => {
                moves.push(*mv);
                continue;
            }
            ReplayedStep::Setup(_) => "a position is set up in the middle of the game",
            ReplayedStep::Unknown => "the move is missing",
        };
        return (moves, Some((step.place, reason.to_owned())));
    }
    (moves, None)
}

fn info(game: &Game, replay: &Replay, name: &str, number: u64) -> GameInfo {
    let known = |tag: &str| {
        let value = game.tag(tag).unwrap_or_default().trim();
        if matches!(value, "?" | "-") { String::new() } else { value.to_owned() }
    };
    let rating = |side: &str| {
        let value = ["Rating", "Elo"].iter().find_map(|kind| game.tag(&format!("{side}{kind}")));
        rating(value.unwrap_or_default())
    };
    GameInfo {
        white: known("White"),
        black: known("Black"),
        event: known("Event"),
        date: ["Date", "UTCDate"].iter().find_map(|tag| Date::read(game.tag(tag)?)),
        result: replay.recorded,
        ratings: ByColor { white: rating("White"), black: rating("Black") },
        source: name.to_owned(),
        number,
        line: game.place.line,
    }
}

/// The number that a rating begins with: `1834`, `1834?`, `2100.5`.
fn rating(text: &str) -> Option<u16> {
    /// No list of ratings goes higher.
    const HIGHEST: u16 = 9_999;
    let text = text.trim();
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let rating: u16 = text[..digits].parse().ok()?;
    (1..=HIGHEST).contains(&rating).then_some(rating)
}
