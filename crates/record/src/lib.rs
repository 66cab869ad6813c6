#![doc = include_str!("../README.md")]
// Examples must compile without warnings.
#![doc(test(attr(deny(warnings))))]

mod annotated;
mod calendar;
mod from_pdn;
mod to_pdn;

pub use annotated::annotated;
pub use calendar::date_and_time;
pub use from_pdn::{NoLog, log_of, log_up_to};
pub use to_pdn::pdn_of;

use arbiter::{Log, Reading};
use draughts::{AnyPosition, Color, Move, Ruleset};
use pdn::{Game, Replay, ReplayedStep};

/// A recorded game, ply by ply.
#[derive(Clone, Debug)]
pub struct Record {
    /// The rules.
    pub rules: Ruleset,
    /// White's player.
    pub white: Option<String>,
    /// Black's player.
    pub black: Option<String>,
    /// The start position.
    pub start: AnyPosition,
    /// The plies.
    pub plies: Vec<Ply>,
    /// The result, in words.
    pub ending: Option<String>,
}

/// One ply of a game, with its effect.
#[derive(Clone, Debug)]
pub struct Ply {
    /// The move number, with dots as in records.
    pub number: String,
    /// The move; `None` if a position was set up or the move is unknown.
    pub mv: Option<Move>,
    /// The move as text.
    pub text: String,
    /// The position after it.
    pub after: AnyPosition,
    /// Comments on it.
    pub comments: Vec<String>,
    /// The clock of the side that moved, after the move.
    pub clock: Option<Reading>,
}

impl Record {
    /// Converts a log.
    pub fn of_log(log: &Log) -> Self {
        let table = log.table();
        let game = table.game();
        let clocks = clocks(log);
        let plies =
            game.history().zip(table.moves()).enumerate().filter_map(|(ply, (mv, text))| {
                let clock = clocks.get(ply).copied().flatten();
                let (text, comments) = (text.clone(), Vec::new());
                let after = *game.position_after(ply + 1)?;
                let number = number(1, game.start().turn() != game.rules().first, ply);
                Some(Ply { number, mv: Some(*mv), text, after, comments, clock })
            });
        Self {
            rules: game.rules().clone(),
            white: table.name(Color::White).map(str::to_owned),
            black: table.name(Color::Black).map(str::to_owned),
            start: *game.start(),
            plies: plies.collect(),
            ending: table.ending().map(ToString::to_string),
        }
    }

    /// Converts a PDN game, as far as it can be replayed.
    pub fn of_game(game: &Game, replay: &Replay) -> Self {
        let second = replay.start.turn() != replay.rules.first;
        let mut before = replay.start;
        let steps = game.line.steps.iter().zip(&replay.played).zip(replay.positions().skip(1));
        let plies = steps.enumerate().map(|(ply, ((step, played), after))| {
            let (mv, text) = match played {
                ReplayedStep::Move(mv) => (Some(*mv), before.text(mv)),
                ReplayedStep::Setup(_) => (None, "set up".to_owned()),
                ReplayedStep::Unknown => (None, "?".to_owned()),
            };
            before = after;
            let number = number(game.first_number, second, ply);
            Ply { number, mv, text, after, comments: step.comments.clone(), clock: None }
        });
        let plies = plies.collect();
        let ending = match replay.recorded {
            pdn::Recorded::Unknown => None,
            recorded => Some(recorded.to_string()),
        };
        let player = |name| game.tag(name).map(str::to_owned);
        Self {
            rules: replay.rules.clone(),
            white: player("White"),
            black: player("Black"),
            start: replay.start,
            plies,
            ending,
        }
    }

    /// The position after this many plies; 0 is the start.
    pub fn position(&self, plies: usize) -> Option<&AnyPosition> {
        match plies {
            0 => Some(&self.start),
            _ => self.plies.get(plies - 1).map(|ply| &ply.after),
        }
    }
}

fn number(first: u32, second: bool, ply: usize) -> String {
    let half = ply + usize::from(second);
    let dots = if half.is_multiple_of(2) { "." } else { "..." };
    format!("{}{dots}", first as usize + half / 2)
}

/// The mover's clock after each ply of the current game, if there is a clock; opening moves have none.
fn clocks(log: &Log) -> Vec<Option<Reading>> {
    let mut clocks = vec![None; log.table().opening_plies()];
    let Some((head, events)) = log.lines().split_at_checked(2) else { return clocks };
    let Ok(mut past) = arbiter::replay(&format!("{}\n{}\n", head[0], head[1])) else {
        return clocks;
    };
    for line in events {
        if past.follow(line).is_err() {
            break;
        }
        let table = past.table();
        let plies = table.moves().len();
        if plies > clocks.len() {
            let mover = match plies.checked_sub(1).and_then(|ply| table.game().position_after(ply))
            {
                Some(before) => before.turn(),
                None => break,
            };
            let reading = table.clock(mover, table.last_event());
            clocks.push(reading.left.map(|_| reading));
        }
        clocks.truncate(plies);
    }
    clocks
}
