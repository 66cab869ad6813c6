//! Answers of endgame tables: the same format for `damier endgame probe --json` and for the server.

use draughts::{Game, Move, Ruleset};
use endgame::{Ruling, Verdict, Wld, table_rules};
use serde::{Deserialize, Serialize};

/// The endgame tables' verdict on a position and on every move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ProbeView {
    /// The verdict including draw rules, in one word; the command line omits it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub category: Option<Category>,
    /// The result with best play for the side to move, ignoring draw rules.
    pub verdict: BoardResult,
    /// Plies to the next capture or man's move on the shortest way to it; null for draws, and if the tables do not have
    /// it.
    pub dtc: Option<u16>,
    /// Plies to the end of the game with best play; null for draws, and if the tables do not have it.
    pub dtw: Option<u16>,
    /// The draw rule that changes the verdict, or may; null if there is none.
    pub rule: Option<RuleView>,
    /// Every legal move, best first, each with the verdict for the side that plays it.
    pub moves: Vec<ProbedMove>,
}

/// The endgame tables' verdict on a move, for the side that plays it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ProbedMove {
    /// The move.
    #[cfg_attr(feature = "schema", schema(example = "18-15"))]
    pub text: String,
    /// The result after it, ignoring draw rules.
    pub verdict: BoardResult,
    /// Plies to the next capture or man's move, including this move.
    pub dtc: Option<u16>,
    /// Plies to the end of the game, including this move.
    pub dtw: Option<u16>,
    /// The draw rule that changes the verdict, or may.
    pub rule: Option<RuleView>,
}

/// A result that ignores draw rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum BoardResult {
    /// The side to move wins.
    Win,
    /// Neither side can win.
    Draw,
    /// The side to move loses.
    Loss,
}

/// A draw rule that changes a win or loss, or may.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RuleView {
    /// The rule in English.
    #[cfg_attr(
        feature = "schema",
        schema(example = "25-move rule: only king moves and no capture")
    )]
    pub name: String,
    /// The effect of the rule on the result.
    pub verdict: RuleResult,
    /// By how many moves of each side the win comes too late; 0 if that is unknown, or if the game is already drawn.
    pub moves: u16,
}

/// The effect of a draw rule on a win or loss.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum RuleResult {
    /// The rule draws the game before it is won.
    Draw,
    /// The tables cannot tell whether the win comes in time.
    Unknown,
}

/// The result for the side to move, including draw rules: `win`; `win-spoiled`, a win that a draw rule turns into a
/// draw; `draw`; `loss-saved`, a loss that a draw rule turns into a draw; `loss`; and `unknown`, a win or loss for
/// which the tables cannot tell whether a draw rule changes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Category {
    /// A win.
    Win,
    /// A win that a draw rule turns into a draw.
    WinSpoiled,
    /// A draw.
    Draw,
    /// A loss that a draw rule turns into a draw.
    LossSaved,
    /// A loss.
    Loss,
    /// A win or loss that a draw rule may change.
    Unknown,
}

impl Category {
    /// Combines a verdict with the draw rules.
    pub fn of(verdict: &Verdict) -> Self {
        match (verdict.rule.map(|rule| rule.verdict), verdict.entry.wld) {
            (Some(None), _) => Self::Unknown,
            (_, Wld::Draw) => Self::Draw,
            (None, Wld::Win) => Self::Win,
            (None, Wld::Loss) => Self::Loss,
            (Some(Some(_)), Wld::Win) => Self::WinSpoiled,
            (Some(Some(_)), Wld::Loss) => Self::LossSaved,
        }
    }
}

impl ProbeView {
    /// Creates the answer for a game's position and its moves, in the order of the tables.
    pub fn new(game: &Game, verdict: &Verdict, moves: &[(Move, Verdict)]) -> Self {
        let position = game.position();
        let moves = moves.iter().map(|(mv, verdict)| ProbedMove {
            text: position.text(mv),
            verdict: verdict.entry.wld.into(),
            dtc: verdict.entry.dtc,
            dtw: verdict.entry.dtw,
            rule: verdict.rule.as_ref().map(RuleView::from),
        });
        Self {
            category: None,
            verdict: verdict.entry.wld.into(),
            dtc: verdict.entry.dtc,
            dtw: verdict.entry.dtw,
            rule: verdict.rule.as_ref().map(RuleView::from),
            moves: moves.collect(),
        }
    }

    /// Adds the verdict in one word.
    #[must_use]
    pub fn with_category(mut self, category: Category) -> Self {
        self.category = Some(category);
        self
    }
}

impl From<Wld> for BoardResult {
    fn from(wld: Wld) -> Self {
        match wld {
            Wld::Win => Self::Win,
            Wld::Draw => Self::Draw,
            Wld::Loss => Self::Loss,
        }
    }
}

impl From<&Ruling> for RuleView {
    fn from(Ruling { rule, verdict, moves }: &Ruling) -> Self {
        let verdict = if verdict.is_some() { RuleResult::Draw } else { RuleResult::Unknown };
        Self { name: rule.to_string(), verdict, moves: *moves }
    }
}

/// Returns the command that builds the tables for this many pieces.
pub fn build_command(rules: &Ruleset, pieces: usize) -> String {
    let rules = table_rules(rules).to_string();
    let plain = |character: char| character.is_ascii_alphanumeric() || "-_,=".contains(character);
    let rules = if rules.chars().all(plain) { rules } else { format!("'{rules}'") };
    format!("damier endgame build {rules} --pieces {pieces}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use draughts::{DrawRule, DrawWhen};
    use endgame::TableEntry;

    #[test]
    fn a_category_is_the_verdict_with_the_rule() {
        let of = |wld: Wld, rule: Option<Option<Wld>>| {
            let entry = TableEntry { wld, dtc: None, dtw: None };
            let when = DrawRule::automatic(DrawWhen::KingsOnly, 25);
            let rule = rule.map(|verdict| Ruling { rule: when, verdict, moves: 1 });
            serde_json::to_value(Category::of(&Verdict { entry, rule })).unwrap()
        };
        let drawn = Some(Some(Wld::Draw));
        assert_eq!(of(Wld::Win, None), "win");
        assert_eq!(of(Wld::Win, drawn), "win-spoiled");
        assert_eq!(of(Wld::Win, Some(None)), "unknown");
        assert_eq!(of(Wld::Draw, None), "draw");
        assert_eq!(of(Wld::Loss, Some(None)), "unknown");
        assert_eq!(of(Wld::Loss, drawn), "loss-saved");
        assert_eq!(of(Wld::Loss, None), "loss");
    }

    #[test]
    fn commands_name_the_rules_of_the_tables() {
        let command = |rules: &str| build_command(&rules.parse().unwrap(), 5);
        assert_eq!(command("frysk"), "damier endgame build frisian --pieces 5");
        let house = "damier endgame build american,capture=off --pieces 5";
        assert_eq!(command("american,capture=off,name=Ours"), house);
    }
}
