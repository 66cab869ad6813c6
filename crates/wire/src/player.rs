//! Players, and the standing of a game, as values that clients turn into words.

use serde::{Deserialize, Serialize};

/// The player of a side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Player {
    /// An open seat.
    Nobody,
    /// A player without a name, in a game on one device; the colour is the name.
    Here,
    /// A guest.
    Guest {
        /// The chosen name, if any. It proves nothing about their identity.
        name: Option<String>,
        /// Whether it resembles the name of an existing or deleted account.
        like_account: bool,
    },
    /// A player with an account.
    Account {
        /// The account's name: `/people/NAME` shows more.
        name: String,
    },
    /// The computer.
    Computer {
        /// The level, from 1 to 10.
        level: u8,
    },
}

impl Player {
    /// Whether they have an account.
    pub const fn has_account(&self) -> bool {
        matches!(self, Self::Account { .. })
    }
}

/// The standing of a game, in a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Standing {
    /// The game is not over.
    Going,
    /// White has won.
    White,
    /// Black has won.
    Black,
    /// The game is drawn.
    Draw,
    /// The game is over without a result.
    None,
}

impl Standing {
    /// The word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Going => "going",
            Self::White => "white",
            Self::Black => "black",
            Self::Draw => "draw",
            Self::None => "none",
        }
    }
}

/// A game in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = Summary))]
pub struct SummaryView {
    /// The id of the game, for links.
    pub id: String,
    /// The time of creation, in milliseconds since 1970.
    pub created: u64,
    /// The time of the last event, in milliseconds since 1970.
    pub updated: u64,
    /// The rules, as text.
    pub rules: String,
    /// The time control, as text.
    pub clock: String,
    /// The players, White first.
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub players: [Player; 2],
    /// White's name in the log.
    pub white: Option<String>,
    /// Black's name in the log.
    pub black: Option<String>,
    /// The number of plies so far.
    pub plies: u32,
    /// The standing of the game.
    pub standing: Standing,
    /// The reason why the game ended, as an identifier for programs.
    pub reason: Option<String>,
    /// The result, in English.
    pub ending: Option<String>,
    /// Whether the game is rated.
    pub rated: bool,
    /// Whether each player has an account, White first.
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub accounts: [bool; 2],
}
