//! The terms that players agree on before a game.

use crate::control::{ControlError, TimeControl};
use crate::opening::{MOST_RANDOM_PLIES, Opening};
use crate::seed::{Dice, Purpose};
use core::fmt;
use core::str::FromStr;
use draughts::{Color, FenError, Outcome, Ruleset, RulesetError};

/// The upper limit of lag compensation per move, in milliseconds.
pub const MOST_LAG: u64 = 10_000;

/// The assignment of colours. The host is the player who proposed the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Colors {
    /// The host is White.
    HostWhite,
    /// The host is Black.
    HostBlack,
    /// Drawn from the seed (R-IT-1).
    #[default]
    Drawn,
}

impl Colors {
    const WORDS: [(&str, Colors); 3] =
        [("white", Colors::HostWhite), ("black", Colors::HostBlack), ("drawn", Colors::Drawn)];

    /// The host's colour in a game with this seed.
    pub fn host(self, seed: u64) -> Color {
        match self {
            Colors::HostWhite => Color::White,
            Colors::HostBlack => Color::Black,
            Colors::Drawn => match Dice::new(seed, Purpose::Colors).below(2) {
                0 => Color::White,
                _ => Color::Black,
            },
        }
    }

    /// The choice that gives the host this colour.
    pub const fn with_host(color: Color) -> Self {
        match color {
            Color::White => Colors::HostWhite,
            Color::Black => Colors::HostBlack,
        }
    }
}

impl fmt::Display for Colors {
    /// Writes the host's colour, or "drawn".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Colors::HostWhite => "white",
            Colors::HostBlack => "black",
            Colors::Drawn => "drawn",
        })
    }
}

impl FromStr for Colors {
    type Err = TermsError;

    fn from_str(text: &str) -> Result<Self, TermsError> {
        let found = Self::WORDS.iter().find(|(word, _)| *word == text);
        found.map(|(_, colors)| *colors).ok_or(TermsError::UnknownColors)
    }
}

/// The terms that players agree on before a game.
///
/// ```
/// use draughts_arbiter::{Opening, Terms};
/// use draughts::Variant;
///
/// let mut terms = Terms::new(Variant::Russian.into(), 42);
/// terms.clock = "3m+2s".parse()?;
/// terms.opening = Opening::ThreeMove(None);
/// assert_eq!(
///     terms.check().unwrap_err().to_string(),
///     "this opening does not belong to Russian draughts; choose another opening, or other rules",
/// );
/// terms.opening = Opening::Table(Some("4-VII".to_owned()));
/// assert!(terms.check().is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Terms {
    /// The rules.
    pub rules: Ruleset,
    /// The seed of everything random in the game.
    pub seed: u64,
    /// The time control.
    pub clock: TimeControl,
    /// The maximum lag compensation per move, in milliseconds.
    pub lag_cap: u64,
    /// The assignment of colours.
    pub colors: Colors,
    /// The opening.
    pub opening: Opening,
    /// Whether a touched piece must be moved (R-IT-8).
    pub touch_move: bool,
}

impl Terms {
    /// Terms with no clock, the standard opening, random colours, and no touch-move.
    pub fn new(rules: Ruleset, seed: u64) -> Self {
        Self {
            rules,
            seed,
            clock: TimeControl::None,
            lag_cap: 0,
            colors: Colors::Drawn,
            opening: Opening::Standard,
            touch_move: false,
        }
    }

    /// Checks that a game can be played on these terms.
    pub fn check(&self) -> Result<(), TermsError> {
        self.set_up().map(drop)
    }

    /// The game after the opening, if the terms are valid.
    pub(crate) fn set_up(&self) -> Result<draughts::Game, TermsError> {
        self.rules.check().map_err(TermsError::Rules)?;
        // A log holds the rules as text, so the text must describe them completely.
        if self.rules.to_string().parse().as_ref() != Ok(&self.rules) {
            return Err(TermsError::RulesAsText);
        }
        self.clock.check().map_err(TermsError::Clock)?;
        if self.lag_cap > MOST_LAG {
            return Err(TermsError::Lag);
        }
        self.opening.set_up(&self.rules, self.seed)
    }

    /// The terms of a rematch, with colours swapped and a new seed drawn from the old one.
    pub(crate) fn rematch(&self, host: Color) -> Self {
        Self {
            seed: Dice::new(self.seed, Purpose::Rematch).bits(),
            colors: Colors::with_host(!host),
            ..self.clone()
        }
    }
}

/// Why no game can be played on these terms.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TermsError {
    /// The rules are invalid.
    #[error("{0}")]
    Rules(RulesetError),
    /// The rules were put together in a way that their text cannot express.
    #[error("these rules cannot be written as text; start from a variant and change its rules")]
    RulesAsText,
    /// The time control is invalid.
    #[error("{0}")]
    Clock(ControlError),
    /// The lag compensation is too high.
    #[error("at most {MOST_LAG} ms per move can be given back for lag")]
    Lag,
    /// The position cannot be parsed.
    #[error("the position cannot be read: {0}")]
    Fen(FenError),
    /// The game would be over before it starts.
    #[error("the game would already be over at the start ({0})")]
    AlreadyOver(Outcome),
    /// A ballot for other rules.
    #[error("this opening does not belong to {rules}; choose another opening, or other rules")]
    ForeignBallot {
        /// The rules of the game.
        rules: String,
    },
    /// There is no ballot with this number.
    #[error("three-move openings are numbered from 1 to 174")]
    NoSuchBallot,
    /// There is no table with this name.
    #[error("there is no such opening table; tables are named like 4-VII")]
    NoSuchTable,
    /// Too few or too many random moves.
    #[error("a random opening has 1 to {MOST_RANDOM_PLIES} moves")]
    RandomPlies,
    /// The text is not an opening.
    #[error(
        "no opening is called \"{0}\"; there are standard, fen:POSITION, three-move, three-move:57, \
         table, table:4-VII and random:6"
    )]
    UnknownOpening(String),
    /// The text is not a choice of colours.
    #[error("the colour must be white, black or drawn (random)")]
    UnknownColors,
}
