//! Variants, rules and positions: queries that need no game.

use crate::bounds::{FenText, Number, RulesText, Text, at_most};
use crate::game::{BoardView, PathView, PositionView};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use words::Phrase;

/// A move in a position.
pub type MoveText = Text<1, 256>;
/// The number of a square.
pub type SquareNumber = Number<1, 255>;

/// A variant in the catalogue.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct VariantView {
    /// Its identifier, which is also the text of its rules.
    #[cfg_attr(feature = "schema", schema(example = "russian"))]
    pub name: Cow<'static, str>,
    /// The full name.
    #[cfg_attr(feature = "schema", schema(example = "Russian draughts"))]
    pub title: Cow<'static, str>,
    /// The source of its rules.
    pub rulebook: Cow<'static, str>,
    /// The board.
    pub board: BoardView,
    /// The start position in Hub style.
    pub start: String,
}

/// A ruleset to check.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", schema(example = json!({ "rules": "american,capture=off,name=Our rules" })))]
pub struct RulesQuestion {
    /// A variant, a preset such as `casual`, or a variant with some rules changed.
    #[cfg_attr(feature = "schema", schema(inline))]
    pub rules: RulesText,
}

/// A valid ruleset.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RulesAnswer {
    /// The rules as the shortest text.
    pub rules: String,
    /// The full name of the rules.
    pub title: String,
    /// Whether these are the rules of a variant, unchanged.
    pub official: bool,
    /// Men per side at the start.
    pub men: u8,
    /// The board.
    pub board: BoardView,
    /// The start position.
    pub position: PositionView,
}

/// A position to query.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", schema(example = json!({ "rules": "international", "fen": "W:W31,32,K5:B1,20,K40" })))]
pub struct PositionQuestion {
    /// The rules, as text.
    #[cfg_attr(feature = "schema", schema(inline))]
    pub rules: RulesText,
    /// The position, in PDN or Hub style; by default the start position.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(inline))]
    pub fen: Option<FenText>,
    /// Moves to play from there.
    #[serde(default, deserialize_with = "at_most::<_, _, 500>")]
    #[cfg_attr(feature = "schema", schema(inline, max_items = 500))]
    pub moves: Vec<MoveText>,
    /// Two squares, by number, to ask why no legal move connects them after these moves.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(inline, min_items = 2, max_items = 2))]
    pub missed: Option<[SquareNumber; 2]>,
}

/// A position and its board.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PositionAnswer {
    /// The board.
    pub board: BoardView,
    /// The position.
    pub position: PositionView,
    /// The path of the last move.
    pub last: Option<PathView>,
    /// The result in words, if the game is over in this position.
    pub outcome: Option<String>,
    /// The same as sentences: the result, and the reason.
    pub ending: Vec<Phrase>,
    /// Why no legal move connects the two squares.
    pub why: Option<Phrase>,
}

/// A position that may be invalid: one of the two fields is present.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Checked {
    /// The position, if it is valid.
    pub sound: Option<PositionAnswer>,
    /// Why the position is not valid.
    pub wrong: Option<Phrase>,
}
