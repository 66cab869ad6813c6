//! Further HTTP requests: explanations of illegal moves, imports, accounts, and reports. Requests with a password have
//! no `Debug`, so that passwords cannot get into logs.

use crate::bounds::{Number, RulesText, Text};
use crate::client::ChatText;
use crate::rules::SquareNumber;
use serde::{Deserialize, Serialize};

type SquareLetters = Text<1, 3>;
/// The maximum length of a password that is parsed; the handler explains other problems.
type PasswordText = Text<0, 1_000>;
type AccountName = Text<0, 100>;
type Label = Text<1, 60>;
type ReportText = Text<1, 1_000>;
type GameName = Text<1, 64>;
type GameNumber = Number<1, 1_000_000>;

/// A square: its number, which is its position in `board.squares` counted from 1, or its name, such as `c3`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(untagged, expecting = "a square is a number from 1 to 255, or a name such as c3")]
#[expect(missing_docs, reason = "a description would be a part of the schema of each")]
pub enum SquareName {
    Number(#[cfg_attr(feature = "schema", schema(inline))] SquareNumber),
    Letters(#[cfg_attr(feature = "schema", schema(inline))] SquareLetters),
}

/// A move to ask about.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(example = json!({ "from": 9, "to": 14 })))]
#[serde(deny_unknown_fields)]
pub struct MoveQuery {
    /// The start square.
    pub from: SquareName,
    /// The destination.
    pub to: SquareName,
}

/// A message to the other player: free `text`, or one of the presets.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(example = json!({ "preset": "well-played" })))]
pub struct Message {
    /// The text.
    #[serde(flatten)]
    pub words: ChatText,
}

/// Name and password.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(
    example = json!({ "name": "Ada", "password": "a long sentence is good" })
))]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// The name of the account.
    #[cfg_attr(feature = "schema", schema(inline))]
    pub name: AccountName,
    /// Its password.
    #[cfg_attr(feature = "schema", schema(inline))]
    pub password: PasswordText,
}

/// A new password.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewPassword {
    /// The current password.
    #[cfg_attr(feature = "schema", schema(inline))]
    pub old: PasswordText,
    /// The new password.
    #[cfg_attr(feature = "schema", schema(inline))]
    pub new: PasswordText,
}

/// A token to create.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(example = json!({ "label": "my first bot" })))]
#[serde(deny_unknown_fields)]
pub struct TokenOrder {
    /// A label for it.
    #[cfg_attr(feature = "schema", schema(inline))]
    pub label: Label,
}

/// Confirmation of a deletion.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct DeletionRequest {
    /// The password of the account.
    #[cfg_attr(feature = "schema", schema(inline))]
    pub password: PasswordText,
}

/// A report to the operator about another account.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(
    example = json!({ "words": "insults in the chat", "game": "k3m7q2x9ab" })
))]
#[serde(deny_unknown_fields)]
pub struct ReportOrder {
    /// A description of what happened.
    #[cfg_attr(feature = "schema", schema(inline))]
    pub words: ReportText,
    /// The game in which it happened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(inline))]
    pub game: Option<GameName>,
}

/// A text with games or a position: PDN, FEN, or the log of a game.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", schema(example = json!({ "text": "1. 11-15 23-19 2. 8-11 *" })))]
pub struct ImportRequest {
    /// The text.
    pub text: String,
    /// The rules of all games; by default detected from tags and moves.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(inline))]
    pub rules: Option<RulesText>,
    /// The number of the game to open, from 1; used only when a game is opened.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(inline))]
    pub game: Option<GameNumber>,
}
