//! Analysis: engine lines of a position, and trees of variations.

use crate::bounds::{FenText, RulesText, Text};
use crate::endgame::ProbeView;
use crate::report::ScoreView;
use serde::{Deserialize, Serialize};
use words::Phrase;

/// The most engine lines of a position.
pub const MOST_LINES: u64 = 5;

/// What an engine thinks of a position so far.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct AnalysisView {
    /// The depth of the search, in plies.
    #[cfg_attr(feature = "schema", schema(example = 17))]
    pub depth: u32,
    /// The number of nodes searched.
    #[cfg_attr(feature = "schema", schema(example = 1_250_000))]
    pub nodes: u64,
    /// The time of the engine, in milliseconds.
    #[cfg_attr(feature = "schema", schema(example = 640))]
    pub time: u64,
    /// Whether the search has ended: nothing more comes.
    pub done: bool,
    /// Whether the lines and their scores are those of endgame tables.
    pub exact: bool,
    /// What endgame tables know of the position, where they have it.
    pub endgame: Option<ProbeView>,
    /// The best lines, the best first; none if the game is over.
    pub lines: Vec<AnalysisLine>,
}

/// A line of best play.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct AnalysisLine {
    /// The score for White.
    pub score: ScoreView,
    /// White's expected score, in percent: a win is 100, a draw 50.
    #[cfg_attr(feature = "schema", schema(example = 54.5))]
    pub chance: f64,
    /// The moves of both sides.
    pub moves: Vec<String>,
}

/// The longest text of a tree.
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
    /// The rules, as text; by default those of the game in PDN.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(inline))]
    pub rules: Option<RulesText>,
    /// The position at the start, in PDN or Hub style; by default that of the game in PDN, or the start position.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(inline))]
    pub fen: Option<FenText>,
}

/// A tree of variations that follows the rules.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TreeAnswer {
    /// The rules, as text.
    #[cfg_attr(feature = "schema", schema(example = "international"))]
    pub rules: String,
    /// The position at the start; null if it is the start position of the rules.
    pub fen: Option<String>,
    /// The tree in one line, without numbers, each move in the notation of its position.
    #[cfg_attr(feature = "schema", schema(example = "32-28! 19-23 (18-23 {sharper}) 28x19"))]
    pub tree: String,
    /// The tree as a game in PDN.
    pub pdn: String,
    /// Why the rest of the game was left out, if the text could not be followed to its end. What is not legal in a
    /// variation is left out as well.
    pub trouble: Option<Phrase>,
}
