//! A program that speaks DXP as an opponent in matches.

use super::bout::{BoutEvent, DxpGame, Heard, our_name};
use super::connection::{Connection, DxpError};
use super::message::{DxpVerdict, Message, Request, Start};
use super::player::accepted;
use crate::patience::Wait;
use crate::{Found, Patience};
use draughts::{AnyPosition, Color, Game};
use engine::{Limits, Stop};
use std::time::{Duration, Instant};

/// The assumed length of a game, if only the time per move is known.
const USUAL_MOVES: u32 = 75;

/// An opponent over DXP, with the same interface as [`hub::Controller`](crate::hub::Controller); but as DXP requires,
/// it plays whole games and keeps its own clock.
///
/// ```no_run
/// use draughts::{Game, Variant};
/// use draughts_protocol::engine::{Limits, Stop};
/// use draughts_protocol::{Patience, dxp::Opponent};
/// use std::time::Duration;
///
/// let mut opponent = Opponent::connect("127.0.0.1:27531", Patience::default())?;
/// let game = Game::new(Variant::International.into());
/// let found = opponent.search(&game, &Limits::time(Duration::from_secs(1)), &Stop::new())?;
/// println!("{} plays {}", opponent.name(), game.position().text(&found.mv));
/// # Ok::<(), draughts_protocol::dxp::DxpError>(())
/// ```
#[derive(Debug)]
pub struct Opponent {
    connection: Connection,
    name: String,
    patience: Patience,
    /// The current game, as far as the opponent knows it.
    bout: Option<DxpGame>,
}

impl Opponent {
    /// Connects to a program that waits for games.
    pub fn connect(address: &str, patience: Patience) -> Result<Self, DxpError> {
        let connection = Connection::open(address, patience.greeting)?;
        Ok(Self { connection, name: address.to_owned(), patience, bout: None })
    }

    /// Returns the opponent's name; its address before the first game.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Ends the current game, if any.
    pub fn new_game(&mut self) -> Result<(), DxpError> {
        self.leave(DxpVerdict::Unknown, false)
    }

    /// Tells the opponent the result, with the last move if it does not know it yet.
    pub fn conclude(&mut self, game: &Game, winner: Option<Color>) -> Result<(), DxpError> {
        let Some(bout) = &mut self.bout else { return Ok(()) };
        if let Some(mv) = next_move(bout, game) {
            bout.play(&mut self.connection, &mv, Duration::ZERO)?;
        }
        let verdict = match winner {
            None => DxpVerdict::Draw,
            Some(winner) if winner == bout.side => DxpVerdict::Win,
            Some(_) => DxpVerdict::Loss,
        };
        self.leave(verdict, false)
    }

    /// Sends our last move and waits for the opponent's. If the game does not continue the previous one, a new one is
    /// requested, from the current position.
    ///
    /// DXP has no limits per move: at the start of a game the program gets a time for all of it, from the clock, or
    /// what 75 moves would take.
    ///
    /// Nor can DXP make a program move: stopping it aborts the game.
    pub fn search(&mut self, game: &Game, limits: &Limits, stop: &Stop) -> Result<Found, DxpError> {
        let start = Instant::now();
        let next = self.bout.as_ref().and_then(|bout| next_move(bout, game));
        match (&mut self.bout, next) {
            (Some(bout), Some(mv)) => bout.play(&mut self.connection, &mv, Duration::ZERO)?,
            _ => self.begin(game, limits, stop)?,
        }
        let wait = Wait::or_stop(self.patience.for_search(limits), stop);
        let Some(bout) = &mut self.bout else {
            return Err(DxpError::NotItsTurn { name: self.name.clone() });
        };
        match bout.hear(&mut self.connection, &wait, &mut |_: &BoutEvent| {})? {
            Heard::Move(mv, _) => {
                bout.make(&mv)?;
                let (score, depth, nodes, ponder) = Default::default();
                Ok(Found { mv, score, depth, nodes, time: start.elapsed(), ponder })
            }
            Heard::End { verdict, .. } => {
                self.bout = None;
                Err(DxpError::Ended { name: self.name.clone(), verdict })
            }
            Heard::Back | Heard::Aside => Err(DxpError::NotItsTurn { name: self.name.clone() }),
        }
    }

    /// Requests a game from here; from the start if we have made the first move.
    fn begin(&mut self, game: &Game, limits: &Limits, stop: &Stop) -> Result<(), DxpError> {
        self.new_game()?;
        let usual = AnyPosition::start(game.rules());
        let told = match game.history().len() {
            1 if *game.start() == usual => usual,
            _ => *game.position(),
        };
        let (minutes, moves) = pace(limits);
        let side = !game.position().turn();
        self.connection.send(&Message::Request(Request {
            version: 1,
            name: our_name(),
            follower: !side,
            minutes,
            moves,
            start: Start::told(&told),
        }))?;
        let wait = Wait::or_stop(self.patience.ready, stop);
        self.name = accepted(&mut self.connection, &wait, &mut |_| {})?;
        let mut bout = DxpGame {
            game: Game::from_position(game.rules().clone(), told),
            side,
            opponent: self.name.clone(),
            take_backs: false,
        };
        if let Some(mv) = next_move(&bout, game) {
            bout.play(&mut self.connection, &mv, Duration::ZERO)?;
        }
        self.bout = Some(bout);
        Ok(())
    }

    fn leave(&mut self, verdict: DxpVerdict, stop: bool) -> Result<(), DxpError> {
        match self.bout.take() {
            Some(mut bout) => {
                bout.end(&mut self.connection, verdict, stop, &mut |_: &BoutEvent| {}).map(|_| ())
            }
            None => Ok(()),
        }
    }
}

impl Drop for Opponent {
    fn drop(&mut self) {
        // Whether or not it receives that, the connection is closed.
        let stop = Message::End { verdict: DxpVerdict::Unknown, stop: true };
        let _ = self.connection.send(&stop);
    }
}

/// Our move that the opponent does not know yet, if the game continues from there.
fn next_move(bout: &DxpGame, game: &Game) -> Option<draughts::Move> {
    let before = game.history().len().checked_sub(1)?;
    let continues = bout.is_our_turn() && game.position_after(before) == Some(bout.game.position());
    game.history().last().filter(|_| continues).copied()
}

/// Minutes and moves for a game.
fn pace(limits: &Limits) -> (u16, u16) {
    let (time, moves) = match (limits.clock, limits.time) {
        (Some(clock), _) => (clock.left, clock.moves_to_go.unwrap_or(0)),
        (None, Some(time)) => (time.saturating_mul(USUAL_MOVES), 0),
        (None, None) => (Duration::ZERO, 0),
    };
    (time.as_secs().div_ceil(60).min(999) as u16, moves.min(999) as u16)
}
