//! PDN as a log.

use arbiter::{Event, Log, MOST_NAME, Opening, Proposal, Refusal, Terms, TermsError, Time};
use draughts::{AnyPosition, Color};
use pdn::{Game, Problem, Recorded, Replay, ReplayedStep};

/// Why PDN cannot be converted to a log.
#[derive(Clone, Debug, thiserror::Error)]
pub enum NoLog {
    /// The game cannot be replayed to its end.
    #[error("{0}")]
    Problem(Problem),
    /// A log needs every move from the start, and this game lacks some.
    #[error("the game has a position set-up or a missing move in the middle")]
    Gap,
    /// No game can start like this.
    #[error("{0}")]
    Terms(TermsError),
    /// The arbiter refuses an event.
    #[error("ply {ply}: {refusal}")]
    Refused {
        /// The ply, from 1.
        ply: usize,
        /// Why not.
        refusal: Refusal,
    },
}

/// Converts a PDN game to a log.
pub fn log_of(game: &Game, replay: &Replay) -> Result<Log, NoLog> {
    match log_up_to(game, replay)? {
        (log, None) => Ok(log),
        (_, Some(stop)) => Err(stop),
    }
}

/// Converts a PDN game to a log as far as it can be replayed, with the problem that stopped it, if any. A game without
/// a legal move has no log.
pub fn log_up_to(game: &Game, replay: &Replay) -> Result<(Log, Option<NoLog>), NoLog> {
    if let Some(problem) = replay.problem.as_ref().filter(|_| replay.played.is_empty()) {
        return Err(NoLog::Problem(problem.clone()));
    }
    let mut terms = Terms::new(replay.rules.clone(), seed(game));
    if replay.start != AnyPosition::start(&replay.rules) {
        terms.opening = Opening::Position(replay.start.to_fen());
    }
    let mut log = Log::open(terms, Time(0)).map_err(NoLog::Terms)?;
    for side in Color::BOTH {
        record(&mut log, 0, Event::Join { side, name: name(game, side) })?;
    }
    for (ply, (played, position)) in replay.played.iter().zip(replay.positions()).enumerate() {
        let ReplayedStep::Move(mv) = played else { return Ok((log, Some(NoLog::Gap))) };
        let text = position.text(mv);
        let event = Event::Move { side: position.turn(), text, lag: 0 };
        if let Err(stop) = record(&mut log, ply + 1, event) {
            return Ok((log, Some(stop)));
        }
    }
    if let Some(problem) = &replay.problem {
        return Ok((log, Some(NoLog::Problem(problem.clone()))));
    }
    if log.table().ending().is_none() {
        conclude(&mut log, replay)?;
    }
    Ok((log, None))
}

/// The event by which the players ended a game that the rules had not ended.
fn conclude(log: &mut Log, replay: &Replay) -> Result<(), NoLog> {
    let plies = replay.played.len();
    match replay.recorded {
        Recorded::Win(winner) => record(log, plies, Event::Resign { side: !winner }),
        Recorded::Draw => {
            let side = replay.end.turn();
            record(log, plies, Event::Offer { side, proposal: Proposal::Draw })?;
            record(log, plies, Event::Accept { side: !side, proposal: Proposal::Draw })
        }
        Recorded::BothLost | Recorded::Unknown => Ok(()),
    }
}

fn record(log: &mut Log, ply: usize, event: Event) -> Result<(), NoLog> {
    log.record(&event, Time(0)).map_err(|refusal| NoLog::Refused { ply, refusal })?;
    Ok(())
}

/// The seed of a game written by us; others have none.
fn seed(game: &Game) -> u64 {
    game.tag("Seed").and_then(|seed| seed.trim().parse().ok()).unwrap_or_default()
}

/// A player's name in the form that a log can hold.
fn name(game: &Game, side: Color) -> String {
    let tag = if side == Color::White { "White" } else { "Black" };
    let name = game.tag(tag).unwrap_or_default();
    let name: String = name.chars().filter(|letter| !letter.is_control()).collect();
    let name: String = name.trim().chars().take(MOST_NAME).collect();
    let name = name.trim();
    if name.is_empty() { tag.to_owned() } else { name.to_owned() }
}
