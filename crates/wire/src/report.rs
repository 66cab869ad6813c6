//! The report of a finished game: the engine's judgement of every move.

use crate::bounds::{Text, at_most};
use crate::endgame::BoardResult;
use crate::rules::MoveText;
use draughts::Color;
use serde::{Deserialize, Serialize};
use words::Phrase;

/// The progress of a game's report, and the finished report.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ReportView {
    /// The progress.
    pub state: ReportState,
    /// The number of moves judged so far.
    #[cfg_attr(feature = "schema", schema(example = 12))]
    pub judged: usize,
    /// The number of moves in the game.
    #[cfg_attr(feature = "schema", schema(example = 80))]
    pub plies: usize,
    /// The report, once it is done.
    pub report: Option<GameReport>,
}

/// The progress of a game's report: `none`, nobody requested it; `waiting`, it is queued; `working`, the engine is
/// analysing the game; `done`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum ReportState {
    /// No report was requested.
    None,
    /// The report is queued.
    Waiting,
    /// The engine is analysing the game.
    Working,
    /// The report is complete.
    Done,
}

/// The most games whose reports are asked for at once.
pub const MOST_BATCHED: usize = 50;

/// Games whose reports are wanted, one after the other.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(example = json!({ "games": [] })))]
#[serde(deny_unknown_fields)]
pub struct ReportBatch {
    /// The games.
    #[serde(deserialize_with = "at_most::<_, _, MOST_BATCHED>")]
    #[cfg_attr(feature = "schema", schema(inline, max_items = 50))]
    pub games: Vec<Text<1, 64>>,
}

/// The reports that somebody waits for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ReportQueueView {
    /// The games whose reports are still to be made, in the order in which they are made.
    #[cfg_attr(feature = "schema", schema(example = json!(["k3m7q2x9ab"])))]
    pub waiting: Vec<String>,
    /// The key of a guest who had none, to be sent as `Authorization: Bearer KEY`; browsers get it as a cookie.
    pub key: Option<String>,
}

/// The version of reports, that is of their format and of how moves are judged. Stored reports of other versions are
/// computed again.
pub const REPORT_VERSION: u32 = 3;

/// An engine's analysis of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GameReport {
    /// The version of the report.
    #[cfg_attr(feature = "schema", schema(example = 2))]
    pub version: u32,
    /// White's expected score before the first move, in percent: a win is 100, a draw 50.
    #[cfg_attr(feature = "schema", schema(example = 50.0))]
    pub start: f64,
    /// The summary for White.
    pub white: SideReport,
    /// The summary for Black.
    pub black: SideReport,
    /// Every move, in order.
    pub moves: Vec<JudgedMove>,
    /// The plies of the most costly moves, in game order; the first move is ply 1.
    pub turning_points: Vec<usize>,
    /// The phases of the game, by which side was better.
    pub phases: Vec<PhaseView>,
    /// The first moves, by which openings are recognised; empty if the game started from another position.
    pub opening: Vec<String>,
    /// The name of the opening, if it has one.
    #[serde(default)]
    pub opening_name: Option<OpeningName>,
}

/// The name of an opening. Names are not translated.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct OpeningName {
    /// The name in Latin letters.
    #[cfg_attr(feature = "schema", schema(example = "Ayrshire Lassie"))]
    pub name: String,
    /// The name in Cyrillic letters, where it is Russian.
    pub russian: Option<String>,
}

impl OpeningName {
    /// The name as readers of a language know it, by its code.
    pub fn in_language(&self, code: &str) -> &str {
        self.russian.as_deref().filter(|_| code == "ru").unwrap_or(&self.name)
    }
}

/// The summary of a report for one side.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SideReport {
    /// The accuracy of its moves, from 0 to 100; null if it never had a choice.
    #[cfg_attr(feature = "schema", schema(example = 87.4))]
    pub accuracy: Option<f64>,
    /// The number of inaccuracies.
    pub inaccuracies: usize,
    /// The number of mistakes.
    pub mistakes: usize,
    /// The number of blunders.
    pub blunders: usize,
    /// Shots it had but did not play.
    pub missed_shots: usize,
    /// The accuracy in each stage of the game.
    pub stages: StageAccuracies,
    /// The shots it had, by length, shortest first.
    pub shots: Vec<ShotCountView>,
    /// The plies of its captures that allowed the other side a shot.
    pub counter_shots: Vec<usize>,
    /// The plies of its marked moves that started an exchange.
    pub costly_exchanges: Vec<usize>,
    /// When it was best; null if it was never better.
    pub highest_lead: Option<LeadView>,
    /// Its new kings.
    pub new_kings: Vec<NewKingView>,
    /// Its use of time; null without clocks.
    pub time: Option<TimeUseView>,
}

/// The accuracy of a side in each stage of the game, from 0 to 100; null where it had no choice.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct StageAccuracies {
    /// With four fifths of the pieces or more.
    pub opening: Option<f64>,
    /// Between opening and endgame.
    pub middle: Option<f64>,
    /// With a third of the pieces or fewer.
    pub endgame: Option<f64>,
}

/// The shots of one length that a side had.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ShotCountView {
    /// The length, in moves of the side.
    #[cfg_attr(feature = "schema", schema(example = 3))]
    pub moves: usize,
    /// How many there were.
    pub available: usize,
    /// How many of them were not played, at a cost.
    pub missed: usize,
}

/// The best moment of a side.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LeadView {
    /// The ply after which it was best.
    pub ply: usize,
    /// The expected score of the side there, in percent.
    #[cfg_attr(feature = "schema", schema(example = 87.5))]
    pub expected: f64,
}

/// The fate of a new king.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct NewKingView {
    /// The ply that made it.
    pub made: usize,
    /// The ply of its first move; null if it had none.
    pub moved: Option<usize>,
    /// Whether it was, or could well be, captured before its first move or right after it.
    pub taken: bool,
}

/// How a side used its time, in seconds.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TimeUseView {
    /// How many moves have a time.
    pub moves: usize,
    /// Their total time.
    pub total: f64,
    /// The longest time.
    pub longest: f64,
    /// The ply with the longest time.
    pub longest_ply: usize,
}

/// A move with its judgement.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct JudgedMove {
    /// The ply of the move; the first is 1.
    pub ply: usize,
    /// The move number with dots, as in records.
    #[cfg_attr(feature = "schema", schema(example = "12..."))]
    pub number: String,
    /// The side that moved.
    #[cfg_attr(feature = "schema", schema(value_type = arbiter::SideSchema))]
    pub side: Color,
    /// The move.
    #[cfg_attr(feature = "schema", schema(example = "19-23"))]
    pub text: String,
    /// The position it was played in.
    #[cfg_attr(feature = "schema", schema(example = "B:W27,28:B18,19"))]
    pub fen: String,
    /// Whether there was no other move.
    pub forced: bool,
    /// White's expected score before it, with best play, in percent.
    #[cfg_attr(feature = "schema", schema(example = 52.1))]
    pub before: f64,
    /// White's expected score after it, in percent.
    #[cfg_attr(feature = "schema", schema(example = 31.5))]
    pub after: f64,
    /// The probability of each result after it.
    pub chances: ChancesView,
    /// The result after it with best play, for the side that moved, if endgame tables have it; in that case they judge
    /// the move.
    pub theory: Option<BoardResult>,
    /// The score after the move, for the side that moved.
    pub score: ScoreView,
    /// The depth of the search, in plies.
    pub depth: u32,
    /// The mark of a bad move; null if it is not bad.
    pub mark: Option<MarkWord>,
    /// A better line from the position before the move; empty if the move is not marked.
    pub better: Vec<String>,
    /// The expected continuation, starting with the move; empty if the move is not marked.
    pub played: Vec<String>,
    /// A shot that was available but not played.
    pub missed_shot: Option<ShotView>,
    /// A shot that the move allows the other side.
    pub allowed_shot: Option<ShotView>,
    /// A result that the move gave away, according to endgame tables.
    pub thrown_away: Option<ThrownAwayView>,
    /// Whether a practically won game no longer is.
    pub slips: bool,
    /// The material that the move costs, if it can be expressed in men and kings.
    pub costs: Option<CostView>,
    /// The seconds spent on the move; null without clocks.
    pub spent: Option<f64>,
}

/// Another move instead of a marked one.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", schema(example = json!({ "ply": 3, "text": "8-11" })))]
pub struct AnswerQuestion {
    /// The ply of the marked move.
    pub ply: usize,
    /// The move to play instead.
    #[cfg_attr(feature = "schema", schema(inline))]
    pub text: MoveText,
}

/// The judgement of a move played instead of a marked one.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct AnswerView {
    /// Whether the move keeps the result: it would not be marked.
    pub right: bool,
    /// The expected score that the move loses, in percent.
    #[cfg_attr(feature = "schema", schema(example = 32.5))]
    pub loss: f64,
    /// The expected line, starting with this move; for a wrong move it is the refutation.
    pub line: Vec<String>,
    /// Why the move is wrong; empty if it is right.
    pub reasons: Vec<Phrase>,
}

/// The probability of each result, in percent.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ChancesView {
    /// White wins.
    pub white: f64,
    /// The game is drawn.
    pub draw: f64,
    /// Black wins.
    pub black: f64,
}

/// The material that a move costs, compared with the best move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CostView {
    /// Men.
    pub men: u32,
    /// Kings.
    pub kings: u32,
}

/// A score: `men`, the side's lead in men; `wins_in`, the number of plies in which it wins; `loses_in`, in which it
/// loses.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ScoreView {
    /// The lead of the side, in men.
    Men(f64),
    /// The side wins within this many plies.
    WinsIn(u32),
    /// The side loses within this many plies.
    LosesIn(u32),
}

/// The marks of bad moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum MarkWord {
    /// `?!`
    Inaccuracy,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

/// A shot: a sacrifice that wins more back.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ShotView {
    /// The moves of both sides.
    pub line: Vec<String>,
    /// Men won, minus those sacrificed.
    pub men: i32,
    /// Kings won, minus those sacrificed.
    pub kings: i32,
    /// Whether it wins the game.
    pub wins: bool,
}

/// A result that a move gave away, for the side that moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ThrownAwayView {
    /// The result with best play before the move, including draw rules.
    pub had: BoardResult,
    /// The result after it.
    pub kept: BoardResult,
}

/// A part of the game with the same side better.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PhaseView {
    /// The last ply of the phase.
    pub until: usize,
    /// The side that was better; null if the game was level.
    #[cfg_attr(feature = "schema", schema(value_type = Option<arbiter::SideSchema>))]
    pub side: Option<Color>,
    /// Whether that side was winning.
    pub winning: bool,
}
