//! Who plays, and how a game stands: values for programs. Words are made of them where they are shown.

use serde::{Deserialize, Serialize};

/// Who plays a side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Player {
    /// Nobody yet.
    Nobody,
    /// Somebody without a name at the device on which both sides are played; the colour is their name.
    Here,
    /// Somebody without an account.
    Guest {
        /// What they call themselves, if they do. It says nothing about who they are.
        name: Option<String>,
        /// Whether an account has, or had, a name that looks like it.
        like_account: bool,
    },
    /// Somebody with an account.
    Account {
        /// The account's name: `/people/NAME` shows more.
        name: String,
    },
    /// The computer.
    Computer {
        /// Its level, from 1 to 10.
        level: u8,
    },
}

impl Player {
    /// Whether they have an account.
    pub const fn has_account(&self) -> bool {
        matches!(self, Self::Account { .. })
    }
}

/// How a game stands, in a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Standing {
    /// It is not over.
    Going,
    /// White has won.
    White,
    /// Black has won.
    Black,
    /// It is drawn.
    Draw,
    /// It is over without a result.
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
    /// Its id, for links.
    pub id: String,
    /// When it was set up, in milliseconds since 1970.
    pub created: u64,
    /// When something last happened.
    pub updated: u64,
    /// The rules, as text.
    pub rules: String,
    /// The time control, as text.
    pub clock: String,
    /// Who plays, White first.
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub players: [Player; 2],
    /// The name of the player of White, as the log has it.
    pub white: Option<String>,
    /// The name of the player of Black, as the log has it.
    pub black: Option<String>,
    /// Moves so far.
    pub plies: u32,
    /// How it stands.
    pub standing: Standing,
    /// Why it is over: a word for programs.
    pub reason: Option<String>,
    /// How it ended, in English.
    pub ending: Option<String>,
    /// Whether the result counts for ratings.
    pub rated: bool,
    /// Whether each player has an account, White first.
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub accounts: [bool; 2],
}
