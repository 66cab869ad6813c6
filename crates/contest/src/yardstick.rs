//! Players without an engine: the yardsticks of the lowest levels.

use crate::entrant::{EntrantError, Options};
use crate::options::read_seed;
use crate::player::{Choice, Contestant, Failure, MoveTime};
use arbiter::{Dice, Purpose};
use draughts::{AnyPosition, Blocked, Color, Duty, Game, Move, Ruleset};

/// How a player without an engine chooses moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Way {
    /// Any legal move, uniformly.
    Random,
    /// One of the [safe moves](safe_moves), uniformly.
    Careful,
}

/// A player without an engine, as text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Yardstick {
    way: Way,
    /// Its seed; without one, each game has another.
    seed: Option<u64>,
}

impl Yardstick {
    /// Parses its options.
    pub fn read(way: Way, options: &Options<'_>) -> Result<Self, EntrantError> {
        let mut seed = None;
        for (key, value) in options {
            match *key {
                "seed" => seed = Some(read_seed(value)?),
                _ => {
                    let known = "seed and name".to_owned();
                    return Err(EntrantError::Key { key: (*key).to_owned(), known });
                }
            }
        }
        Ok(Self { way, seed })
    }

    pub fn open(self) -> YardstickPlayer {
        YardstickPlayer { yardstick: self, seed: 0 }
    }
}

/// A player without an engine, in a game.
pub(crate) struct YardstickPlayer {
    yardstick: Yardstick,
    /// The seed of this game.
    seed: u64,
}

impl Contestant for YardstickPlayer {
    fn begin(&mut self, _: &Game, _: Color, seed: u64) -> Result<(), Failure> {
        self.seed = self.yardstick.seed.unwrap_or(seed);
        Ok(())
    }

    fn choose(&mut self, game: &Game, _: &MoveTime<'_>) -> Result<Choice, Failure> {
        let moves = match self.yardstick.way {
            Way::Random => game.legal_moves(),
            Way::Careful => safe_moves(game),
        };
        // Both players of a game may use its seed, but they never move at the same ply.
        let ply = game.history().len() as u32;
        let chosen = Dice::new(self.seed, Purpose::Engine { ply }).pick(&moves).copied();
        let mv = chosen.ok_or_else(|| Failure::Broken("it found no move".to_owned()))?;
        Ok(Choice { mv, score: None, depth: None, nodes: None })
    }
}

/// The moves that lose no material within two plies; if all do, those that lose least.
///
/// Material is counted in men, a king as two, and with the opposite sign if losing all pieces wins. A move loses
/// material if the balance is worse than before after some reply and all captures that follow, both sides capturing as
/// is best for their material. Being left without pieces or moves, where that loses, is the greatest loss. Draw rules
/// are ignored.
fn safe_moves(game: &Game) -> Vec<Move> {
    let position = game.position();
    let exchange = Exchange { rules: game.rules() };
    let before = exchange.balance(position);
    let moves = game.legal_moves();
    let values: Vec<i32> =
        moves.iter().map(|mv| -exchange.after_answers(&position.play_unchecked(mv))).collect();
    let enough = values.iter().max().map_or(before, |best| before.min(*best));
    let safe = moves.into_iter().zip(values).filter(|(_, value)| *value >= enough);
    safe.map(|(mv, _)| mv).collect()
}

/// The balance of a decided game; more than all pieces of a board.
const DECIDED: i32 = 1_000;

/// The most consecutive captures searched. Positions with more are artificial, with so many captures that searching all
/// would take forever.
const MOST_CAPTURES: u32 = 8;

/// The values of exchanges under some rules, for the side to move.
struct Exchange<'a> {
    rules: &'a Ruleset,
}

impl Exchange<'_> {
    fn balance(&self, position: &AnyPosition) -> i32 {
        let side = |color| (position.pieces(color).len() + position.kings(color).len()) as i32;
        let lead = side(position.turn()) - side(!position.turn());
        if self.rules.facts.blocked == Blocked::Wins { -lead } else { lead }
    }

    /// Returns the value of the best reply after all captures that follow it.
    fn after_answers(&self, position: &AnyPosition) -> i32 {
        if let Some(value) = decided(position) {
            return value;
        }
        let moves = position.legal_moves();
        let all = moves.iter();
        self.best(position, all, -DECIDED, (-DECIDED, DECIDED), MOST_CAPTURES)
    }

    /// The balance after all captures.
    fn settled(&self, position: &AnyPosition, window: (i32, i32), captures: u32) -> i32 {
        if let Some(value) = decided(position) {
            return value;
        }
        let standing = self.balance(position);
        if captures == 0 || !position.any_capture() {
            return standing;
        }
        let stand_pat = match self.rules.facts.capture {
            Duty::Optional => standing,
            Duty::Mandatory => -DECIDED,
        };
        let moves = position.legal_moves();
        let jumps = moves.iter().filter(|mv| mv.is_capture());
        self.best(position, jumps, stand_pat, window, captures - 1)
    }

    /// Alpha-beta search over these moves.
    fn best<'a>(
        &self,
        position: &AnyPosition,
        moves: impl Iterator<Item = &'a Move>,
        stand_pat: i32,
        (alpha, beta): (i32, i32),
        captures: u32,
    ) -> i32 {
        let mut best = stand_pat;
        for mv in moves {
            if best >= beta {
                break;
            }
            let window = (-beta, -best.max(alpha));
            best = best.max(-self.settled(&position.play_unchecked(mv), window, captures));
        }
        best
    }
}

/// The value of a finished game.
fn decided(position: &AnyPosition) -> Option<i32> {
    let outcome = position.outcome()?;
    Some(match outcome.winner {
        None => 0,
        Some(winner) if winner == position.turn() => DECIDED,
        Some(_) => -DECIDED,
    })
}
