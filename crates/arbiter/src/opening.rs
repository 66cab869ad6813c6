//! Openings: the start position, a given position, a ballot, or random moves.

use crate::ballots::{ballot_move, table_openings, three_move_openings};
use crate::seed::{Dice, Purpose};
use crate::terms::TermsError;
use core::fmt;
use core::str::FromStr;
use draughts::{AnyPosition, Game, Move, Ruleset, Variant};

/// The maximum number of plies of a random opening.
pub const MOST_RANDOM_PLIES: u8 = 40;

/// The opening of a game.
///
/// ```
/// use draughts_arbiter::Opening;
///
/// assert_eq!("three-move:57".parse(), Ok(Opening::ThreeMove(Some(57))));
/// assert_eq!(Opening::Random { plies: 6 }.to_string(), "random:6");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum Opening {
    /// The game starts from the start position of its variant.
    #[default]
    Standard,
    /// The game starts from a position, given as a FEN.
    Position(String),
    /// A three-move ballot of American checkers: the one with this number, or one drawn from the seed among those that
    /// are not lost for a side.
    ThreeMove(Option<u16>),
    /// A table of Russian or Brazilian draughts: the one with this name, or one drawn from the seed.
    Table(Option<String>),
    /// Random moves drawn from the seed.
    Random {
        /// The number of plies.
        plies: u8,
    },
}

const STANDARD: &str = "standard";
const FEN: &str = "fen";
const THREE_MOVE: &str = "three-move";
const TABLE: &str = "table";
const RANDOM: &str = "random";

impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Standard => f.write_str(STANDARD),
            Self::Position(fen) => write!(f, "{FEN}:{fen}"),
            Self::ThreeMove(None) => f.write_str(THREE_MOVE),
            Self::ThreeMove(Some(number)) => write!(f, "{THREE_MOVE}:{number}"),
            Self::Table(None) => f.write_str(TABLE),
            Self::Table(Some(name)) => write!(f, "{TABLE}:{name}"),
            Self::Random { plies } => write!(f, "{RANDOM}:{plies}"),
        }
    }
}

impl FromStr for Opening {
    type Err = TermsError;

    fn from_str(text: &str) -> Result<Self, TermsError> {
        let unknown = || TermsError::UnknownOpening(text.to_owned());
        let (word, choice) = match text.split_once(':') {
            Some((word, choice)) => (word, Some(choice)),
            None => (text, None),
        };
        match (word, choice) {
            (STANDARD, None) => Ok(Self::Standard),
            (FEN, Some(fen)) => Ok(Self::Position(fen.to_owned())),
            (THREE_MOVE, None) => Ok(Self::ThreeMove(None)),
            (THREE_MOVE, Some(number)) => {
                number.parse().map(|number| Self::ThreeMove(Some(number))).map_err(|_| unknown())
            }
            (TABLE, name) => Ok(Self::Table(name.map(str::to_owned))),
            (RANDOM, Some(plies)) => {
                plies.parse().map(|plies| Self::Random { plies }).map_err(|_| unknown())
            }
            _ => Err(unknown()),
        }
    }
}

impl Opening {
    /// The game after the opening. The moves of ballots and random openings are part of its history.
    ///
    /// ```
    /// use draughts_arbiter::Opening;
    ///
    /// let game = Opening::ThreeMove(Some(57)).set_up(&"american".parse()?, 0)?;
    /// assert_eq!(game.history().len(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_up(&self, rules: &Ruleset, seed: u64) -> Result<Game, TermsError> {
        let mut dice = Dice::new(seed, Purpose::Opening);
        let game = match self {
            Self::Standard => Game::new(rules.clone()),
            Self::Position(fen) => {
                let start = AnyPosition::from_fen(rules, fen).map_err(TermsError::Fen)?;
                Game::from_position(rules.clone(), start)
            }
            Self::ThreeMove(number) => three_move(rules, *number, &mut dice)?,
            Self::Table(name) => table(rules, name.as_deref(), &mut dice)?,
            Self::Random { plies: 0 } => return Err(TermsError::RandomPlies),
            Self::Random { plies } if *plies > MOST_RANDOM_PLIES => {
                return Err(TermsError::RandomPlies);
            }
            Self::Random { plies } => random(rules, *plies, &mut dice),
        };
        match game.outcome() {
            Some(outcome) => Err(TermsError::AlreadyOver(outcome)),
            None => Ok(game),
        }
    }

    /// Returns the opening with its position in the canonical form of records.
    pub(crate) fn canonical(self, game: &Game) -> Self {
        match self {
            Self::Position(_) => Self::Position(game.start().to_fen()),
            other => other,
        }
    }
}

fn three_move(rules: &Ruleset, number: Option<u16>, dice: &mut Dice) -> Result<Game, TermsError> {
    let mut drawn = || {
        let sound: Vec<_> = three_move_openings().filter(|ballot| !ballot.lost).collect();
        dice.pick(&sound).copied()
    };
    let ballot = match number {
        Some(number) => three_move_openings().find(|ballot| ballot.number == number),
        None => drawn(),
    };
    let ballot = ballot.ok_or(TermsError::NoSuchBallot)?;
    play_ballot(rules, &[Variant::American], ballot.moves)
}

fn table(rules: &Ruleset, name: Option<&str>, dice: &mut Dice) -> Result<Game, TermsError> {
    let mut drawn = || dice.pick(&table_openings().collect::<Vec<_>>()).copied();
    let table = match name {
        Some(name) => table_openings().find(|table| table.name == name),
        None => drawn(),
    };
    let table = table.ok_or(TermsError::NoSuchTable)?;
    play_ballot(rules, &[Variant::Russian, Variant::Brazilian], table.moves)
}

/// Plays the moves of a ballot. House rules may use it if they have the same start position and moves.
fn play_ballot(rules: &Ruleset, variants: &[Variant], moves: &str) -> Result<Game, TermsError> {
    let foreign = || TermsError::ForeignBallot { rules: rules.title() };
    let mut game = Game::new(rules.clone());
    let usual = AnyPosition::start(&rules.base.into()).to_fen();
    if !variants.contains(&rules.base) || game.start().to_fen() != usual {
        return Err(foreign());
    }
    for text in moves.split_whitespace() {
        let mv = ballot_move(game.position(), text).ok_or_else(foreign)?;
        game.play(&mv).map_err(|_| foreign())?;
    }
    Ok(game)
}

/// Plays random moves, none of which ends the game; fewer if all would.
fn random(rules: &Ruleset, plies: u8, dice: &mut Dice) -> Game {
    let mut game = Game::new(rules.clone());
    for _ in 0..plies {
        let mut moves = game.legal_moves();
        moves.sort_by_cached_key(|mv| stable_key(game.position(), mv));
        moves.retain(|mv| goes_on_after(&mut game, mv));
        let Some(mv) = dice.pick(&moves) else { break };
        if game.play(mv).is_err() {
            break;
        }
    }
    game
}

fn goes_on_after(game: &mut Game, mv: &Move) -> bool {
    if game.play(mv).is_err() {
        return false;
    }
    let goes_on = game.outcome().is_none();
    game.take_back();
    goes_on
}

/// A sort key for moves that does not depend on the order of generation.
fn stable_key(position: &AnyPosition, mv: &Move) -> (u8, u8, Vec<u8>, bool) {
    let number = |square| position.number(square);
    let mut captured: Vec<u8> = mv.captured().iter().map(number).collect();
    captured.sort_unstable();
    (number(mv.from()), number(mv.to()), captured, mv.promotes())
}
