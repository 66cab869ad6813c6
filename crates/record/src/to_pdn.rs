//! A log as PDN.

use crate::Record;
use crate::calendar::date_and_time;
use arbiter::{Log, Reading};
use draughts::Color;
use pdn::{Action, Game, Judge, Place, Step};

/// Later than any clock with another epoch than 1970 would show: September 2001.
const SINCE_1970: u64 = 1_000_000_000_000;

/// Writes the game of a log as PDN, with the clock after each move if there is one. Moves that were taken back are left
/// out.
pub fn pdn_of(log: &Log) -> Game {
    let table = log.table();
    let record = Record::of_log(log);
    let mut game = Game { first_number: 1, ..Game::default() };
    let created = table.created().0;
    if created > SINCE_1970 {
        let (date, time) = date_and_time(created);
        game.set_tag("Date", &date);
        game.set_tag("UTCDate", &date);
        game.set_tag("UTCTime", &time);
    }
    game.set_tag("White", record.white.as_deref().unwrap_or("?"));
    game.set_tag("Black", record.black.as_deref().unwrap_or("?"));
    match table.ending() {
        None => game.set_tag("Result", "*"),
        Some(ending) => {
            let (result, winner) = match ending.winner {
                Some(Color::White) => ("1-0", Some("White")),
                Some(Color::Black) => ("0-1", Some("Black")),
                None if !ending.has_result() => ("*", None),
                None => ("1/2-1/2", None),
            };
            game.set_tag("Result", result);
            if let Some(winner) = winner {
                game.set_tag("Winner", winner);
            }
            game.set_tag("Termination", &ending.to_string());
        }
    }
    game.set_tag("Rules", &record.rules.to_string());
    game.set_tag("FEN", &record.start.to_fen());
    if let Some(control) = table.terms().clock.to_pdn() {
        game.set_tag("TimeControl", &control);
    }
    game.set_tag("Seed", &table.terms().seed.to_string());
    let steps = record.plies.into_iter().map(|ply| {
        let mut step = Step::new(Action::Move(ply.text), Place::START);
        step.comments.extend(ply.clock.and_then(command));
        step
    });
    game.line.steps = steps.collect();
    let judge = Judge::of(record.rules);
    judge.tidy(&game, &judge.replay(&game))
}

/// The command for a clock reading.
fn command(reading: Reading) -> Option<String> {
    let seconds = reading.left? / 1_000;
    let (hours, minutes, seconds) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    Some(format!("[%clk {hours}:{minutes:02}:{seconds:02}]"))
}
