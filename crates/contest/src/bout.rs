//! One game between two players.

use crate::adjudication::{Adjudged, Adjudication, Listener};
use crate::ending::BoutEnding;
use crate::pace::{BoutClocks, Pace};
use crate::player::{Choice, Contestant, Failure, MoveTime};
use draughts::{ByColor, Color, Game};
use endgame::{Tables, Wld};
use engine::Stop;
use std::time::{Duration, Instant};

/// The conditions of all games of a match.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Conditions {
    /// The time control and limits.
    pub pace: Pace,
    /// The rules of adjudication.
    pub adjudication: Adjudication,
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct Bout {
    /// The game, including its opening.
    pub game: Game,
    /// The players' choices after the opening, and their times.
    pub thoughts: Vec<(Choice, Duration)>,
    /// How it ended.
    pub ending: BoutEnding,
}

impl Bout {
    /// The number of opening plies.
    pub fn opening_plies(&self) -> usize {
        self.game.history().len() - self.thoughts.len()
    }
}

/// Plays a game from an opening; `None` if it is stopped.
///
/// The players are White's and Black's. Tables are required if games are adjudicated by them.
pub fn play(
    players: [&mut dyn Contestant; 2],
    opening: &Game,
    conditions: &Conditions,
    tables: Option<&Tables>,
    seed: u64,
    stop: &Stop,
) -> Option<Bout> {
    let [white, black] = players;
    let mut running = RunningGame {
        players: ByColor { white, black },
        game: opening.clone(),
        thoughts: Vec::new(),
        clocks: BoutClocks::new(&conditions.pace),
        listener: Listener::new(&conditions.adjudication),
        adjudication: conditions.adjudication,
        tables,
    };
    let ending = running.play(seed, stop)?;
    for color in Color::BOTH {
        running.players[color].end(&running.game, ending.winner());
    }
    Some(Bout { game: running.game, thoughts: running.thoughts, ending })
}

struct RunningGame<'a, 't> {
    players: ByColor<&'a mut dyn Contestant>,
    game: Game,
    thoughts: Vec<(Choice, Duration)>,
    clocks: BoutClocks,
    listener: Listener,
    adjudication: Adjudication,
    tables: Option<&'t Tables>,
}

impl RunningGame<'_, '_> {
    fn play(&mut self, seed: u64, stop: &Stop) -> Option<BoutEnding> {
        for color in Color::BOTH {
            let begun = self.players[color].begin(&self.game, color, seed);
            if let Err(failure) = begun {
                return Some(BoutEnding::Failed(color, failure));
            }
        }
        loop {
            if let Some(ending) = self.ended() {
                return Some(ending);
            }
            let color = self.game.position().turn();
            let adjudged = self.turn(color, stop);
            if stop.is_stopped() {
                return None;
            }
            match adjudged {
                Ok(None) => {}
                Ok(Some(Adjudged::Won(winner))) if self.game.outcome().is_none() => {
                    return Some(BoutEnding::AdjudgedWin(winner));
                }
                Ok(Some(Adjudged::Drawn)) if self.game.outcome().is_none() => {
                    return Some(BoutEnding::AdjudgedDraw);
                }
                Ok(Some(_)) => {}
                Err(failure) => return Some(BoutEnding::Failed(color, failure)),
            }
        }
    }

    fn ended(&self) -> Option<BoutEnding> {
        if let Some(outcome) = self.game.outcome() {
            return Some(BoutEnding::Rules(outcome));
        }
        if let Some(rule) = self.game.claims().first() {
            return Some(BoutEnding::Claim(*rule));
        }
        if let Some(ending) = self.ended_by_tables() {
            return Some(ending);
        }
        let plies = self.game.history().len();
        (plies >= self.adjudication.plies).then_some(BoutEnding::TooLong(plies))
    }

    /// Returns the ending by endgame tables, unless a draw rule makes it uncertain.
    fn ended_by_tables(&self) -> Option<BoutEnding> {
        let tables = self.tables?;
        let position = self.game.position();
        if Tables::needs(position) > self.adjudication.tables {
            return None;
        }
        let verdict = tables.verdict(&self.game).ok()??;
        Some(BoutEnding::Table(match verdict.result()? {
            Wld::Win => Some(position.turn()),
            Wld::Draw => None,
            Wld::Loss => Some(!position.turn()),
        }))
    }

    /// Plays one move; returns the players' agreement, if there is one by now.
    fn turn(&mut self, color: Color, stop: &Stop) -> Result<Option<Adjudged>, Failure> {
        let turn = MoveTime { limits: self.clocks.limits(color), stop };
        let begun = Instant::now();
        let choice = self.players[color].choose(&self.game, &turn)?;
        let used = begun.elapsed();
        if !self.clocks.spend(color, used) {
            return Err(Failure::Overtime(used));
        }
        let position = *self.game.position();
        self.game.play(&choice.mv).map_err(|reason| {
            Failure::Illegal(format!("{}, but {reason}", position.text(&choice.mv)))
        })?;
        self.thoughts.push((choice, used));
        // With only one legal move many players do not search, so their score means nothing.
        Ok(match position.legal_moves().len() {
            1 => None,
            _ => self.listener.hear(color, choice.score, self.game.history().len()),
        })
    }
}
