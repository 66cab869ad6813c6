//! Analysis: engine lines of a position, and trees of variations.

use crate::bounds::{FenText, RulesText, Text};
use crate::endgame::ProbeView;
use crate::report::ScoreView;
use serde::{Deserialize, Serialize};
use words::Phrase;

/// The maximum number of lines.
pub const MOST_LINES: u64 = 5;

/// The state of an engine's analysis of a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct AnalysisView {
    /// The depth of the search, in plies.
    #[cfg_attr(feature = "schema", schema(example = 17))]
    pub depth: u32,
    /// The number of nodes searched.
    #[cfg_attr(feature = "schema", schema(example = 1_250_000))]
    pub nodes: u64,
    /// The search time, in milliseconds.
    #[cfg_attr(feature = "schema", schema(example = 640))]
    pub time: u64,
    /// Whether the search has ended.
    pub done: bool,
    /// Whether the lines and their scores come from endgame tables.
    pub exact: bool,
    /// What endgame tables say about the position, if they have it.
    pub endgame: Option<ProbeView>,
    /// The best lines, best first; empty if the game is over.
    pub lines: Vec<AnalysisLine>,
}

/// A line of best play.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct AnalysisLine {
    /// The score, from White's side.
    pub score: ScoreView,
    /// White's expected score, in percent: a win is 100, a draw 50.
    #[cfg_attr(feature = "schema", schema(example = 54.5))]
    pub chance: f64,
    /// The moves of both sides.
    pub moves: Vec<String>,
}

/// The maximum length of a tree.
pub const LONGEST_TREE: usize = 131_072;
/// A tree as text.
pub type TreeText = Text<0, LONGEST_TREE>;

/// A tree of variations to read and write.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", schema(example = json!({ "rules": "international", "text": "32-28! 19-23 (18-23 {sharper}) 28x19" })))]
pub struct TreeQuestion {
    /// Moves with variations in parentheses, comments in braces and marks, with or without numbers; or a game in PDN.
    #[cfg_attr(feature = "schema", schema(inline))]
    pub text: TreeText,
    /// The rules, as text; by default those of the PDN game.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(inline))]
    pub rules: Option<RulesText>,
    /// The start position, in PDN or Hub style; by default that of the PDN game, or of the rules.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(inline))]
    pub fen: Option<FenText>,
}

/// A legal tree of variations.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TreeAnswer {
    /// The rules, as text.
    #[cfg_attr(feature = "schema", schema(example = "international"))]
    pub rules: String,
    /// The start position; null if it is that of the rules.
    pub fen: Option<String>,
    /// The tree on one line, without numbers, each move in the notation of its position.
    #[cfg_attr(feature = "schema", schema(example = "32-28! 19-23 (18-23 {sharper}) 28x19"))]
    pub tree: String,
    /// The tree as a game in PDN.
    pub pdn: String,
    /// Why the rest of the game was left out, if the text could not be followed to its end. Illegal parts of variations
    /// are left out too.
    pub trouble: Option<Phrase>,
}
