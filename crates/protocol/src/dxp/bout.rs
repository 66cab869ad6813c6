//! One game over a connection.

use super::connection::{Connection, DxpError};
use super::message::{Acceptance, BackAcceptance, DxpVerdict, Message, MoveMessage};
use crate::patience::Wait;
use draughts::{Color, Game, Move, Outcome};
use std::time::Duration;

/// How long the opponent may take to end the game, or to confirm that it is over.
const GRACE: Duration = Duration::from_secs(5);

/// A game between us and the opponent.
#[derive(Debug)]
pub(super) struct DxpGame {
    pub game: Game,
    /// Our side.
    pub side: Color,
    /// The opponent's name.
    pub opponent: String,
    /// Whether the opponent may take back moves.
    pub take_backs: bool,
}

/// The opponent's actions.
pub(super) enum Heard {
    /// A legal move, not yet played, with its time.
    Move(Move, u16),
    /// It took back moves.
    Back,
    /// It ended the game.
    End { verdict: DxpVerdict, stop: bool },
    /// A message without effect on our turn.
    Aside,
}

/// An event for observers.
#[derive(Debug)]
pub enum BoutEvent<'a> {
    /// A game started.
    Started {
        /// The opponent's name.
        opponent: &'a str,
        /// Our side.
        side: Color,
        /// The game.
        game: &'a Game,
    },
    /// A move is being made; the game is in the state before it.
    Moved {
        /// The game before the move.
        game: &'a Game,
        /// The move.
        mv: Move,
        /// The time it took.
        time: Duration,
    },
    /// The opponent took back moves.
    Back {
        /// The number of moves left.
        moves: usize,
    },
    /// The opponent sent a chat message.
    Chat(&'a str),
    /// A requested game was declined, for this reason.
    Refused(&'a str),
    /// A game is over.
    Ended(&'a Conclusion),
}

/// The end of a game over DXP.
#[derive(Clone, Debug)]
pub struct Conclusion {
    /// The opponent's name.
    pub opponent: String,
    /// Our side.
    pub side: Color,
    /// The game as far as it was played.
    pub game: Game,
    /// The result from our side.
    pub verdict: DxpVerdict,
    /// The reason, in words.
    pub reason: String,
}

/// The observer of events.
pub(super) type Tell<'a> = &'a mut dyn FnMut(&BoutEvent);

impl DxpGame {
    pub fn is_our_turn(&self) -> bool {
        self.game.position().turn() == self.side
    }

    /// Plays and sends a move of ours.
    pub fn play(
        &mut self,
        connection: &mut Connection,
        mv: &Move,
        time: Duration,
    ) -> Result<(), DxpError> {
        let played = MoveMessage::new(self.game.position(), mv, time.as_secs_f64().round() as u64);
        self.make(mv)?;
        connection.send(&Message::Move(played))
    }

    pub fn make(&mut self, mv: &Move) -> Result<(), DxpError> {
        let text = self.game.position().text(mv);
        self.game.play(mv).map_err(|error| self.illegal(&text, &error))
    }

    fn illegal(&self, text: &str, reason: &dyn std::fmt::Display) -> DxpError {
        let (name, text) = (self.opponent.clone(), text.to_owned());
        DxpError::Illegal { name, text, reason: reason.to_string() }
    }

    /// Waits until the opponent moves, takes back or ends the game; on our own turn, only handles the messages already
    /// received.
    pub fn hear(
        &mut self,
        connection: &mut Connection,
        wait: &Wait,
        tell: Tell,
    ) -> Result<Heard, DxpError> {
        loop {
            match connection.receive_in(wait)? {
                Message::Move(played) => return self.read_move(&played),
                Message::End { verdict, stop } => {
                    connection.send(&Message::End { verdict: DxpVerdict::Unknown, stop })?;
                    return Ok(Heard::End { verdict, stop });
                }
                Message::Back { number, turn } => {
                    if self.go_back(connection, number, turn)? {
                        tell(&BoutEvent::Back { moves: self.game.history().len() });
                        return Ok(Heard::Back);
                    }
                }
                Message::Chat(text) => tell(&BoutEvent::Chat(&text)),
                Message::Request(_) => {
                    let name = our_name();
                    connection.send(&Message::Answer { name, code: Acceptance::Refused })?;
                }
                Message::Answer { .. } | Message::BackAnswer(_) => {}
            }
            if self.is_our_turn() && !connection.has_kept() {
                return Ok(Heard::Aside);
            }
        }
    }

    fn read_move(&self, played: &MoveMessage) -> Result<Heard, DxpError> {
        if self.is_our_turn() {
            return Err(self.illegal(&played.to_string(), &"it is not its turn"));
        }
        let found = played.find(self.game.position());
        let mv = found.map_err(|error| self.illegal(&played.to_string(), &error))?;
        Ok(Heard::Move(mv, played.seconds))
    }

    /// Takes back moves if possible; returns whether it was.
    fn go_back(
        &mut self,
        connection: &mut Connection,
        number: u16,
        turn: Color,
    ) -> Result<bool, DxpError> {
        let kept = self.plies_before(number, turn).filter(|_| self.take_backs);
        let answer = match kept {
            Some(_) => BackAcceptance::Accepted,
            None if self.take_backs => BackAcceptance::GoesOn,
            None => BackAcceptance::CannotGoBack,
        };
        connection.send(&Message::BackAnswer(answer))?;
        let Some(kept) = kept else { return Ok(false) };
        while self.game.history().len() > kept {
            self.game.take_back();
        }
        Ok(true)
    }

    /// The number of plies before the move with this number and side, if it was played or is next.
    fn plies_before(&self, number: u16, turn: Color) -> Option<usize> {
        let first = self.game.rules().first;
        let half_moves = usize::from(number.checked_sub(1)?) * 2 + usize::from(turn != first);
        let plies = half_moves.checked_sub(usize::from(self.game.start().turn() != first))?;
        (plies <= self.game.history().len()).then_some(plies)
    }

    /// Our verdict on a game that the rules have ended.
    pub fn verdict(&self, outcome: &Outcome) -> DxpVerdict {
        match outcome.winner {
            None => DxpVerdict::Draw,
            Some(winner) if winner == self.side => DxpVerdict::Win,
            Some(_) => DxpVerdict::Loss,
        }
    }

    /// Makes sure that both sides know that the game is over; returns whether the opponent wants no more games.
    ///
    /// After our own last move, the opponent ends the game first.
    pub fn end(
        &mut self,
        connection: &mut Connection,
        verdict: DxpVerdict,
        stop: bool,
        tell: Tell,
    ) -> Result<bool, DxpError> {
        let other_first = !self.is_our_turn() && self.game.outcome().is_some();
        let said = if other_first { other_end(connection, tell, true) } else { None };
        connection.send(&Message::End { verdict, stop: said.unwrap_or(stop) })?;
        let said = said.or_else(|| other_end(connection, tell, false));
        Ok(said.unwrap_or(false))
    }
}

/// Waits until the opponent ends the game; returns whether it wants no more games, which closing the connection also
/// means. It may stay silent, or send a move because it does not consider the game over.
fn other_end(connection: &mut Connection, tell: Tell, moves_count: bool) -> Option<bool> {
    let wait = Wait::new(GRACE);
    loop {
        match connection.receive_in(&wait) {
            Ok(Message::Chat(text)) => tell(&BoutEvent::Chat(&text)),
            Ok(Message::End { stop, .. }) => return Some(stop),
            Ok(Message::Move(_)) if moves_count => return None,
            Ok(_) | Err(DxpError::Message(_)) => {}
            Err(DxpError::Closed) => return Some(true),
            Err(_) => return None,
        }
    }
}

/// Returns the name that we send.
pub(super) fn our_name() -> String {
    format!("Damier {}", env!("CARGO_PKG_VERSION"))
}
