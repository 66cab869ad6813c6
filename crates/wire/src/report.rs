//! The report of a finished game: what an engine thinks of every move.

use crate::endgame::BoardResult;
use crate::rules::MoveText;
use draughts::Color;
use serde::{Deserialize, Serialize};
use words::Phrase;

/// The progress of a game's report, and the report when it is done.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ReportView {
    /// Whether there is a report.
    pub state: ReportState,
    /// The number of moves judged so far.
    #[cfg_attr(feature = "schema", schema(example = 12))]
    pub judged: usize,
    /// The number of moves in the game.
    #[cfg_attr(feature = "schema", schema(example = 80))]
    pub plies: usize,
    /// The report, when it is done.
    pub report: Option<GameReport>,
}

/// Whether there is a report of a game: `none`, nobody asked for one; `waiting`, it waits for an engine; `working`, the
/// engine looks at the game; `done`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum ReportState {
    /// No report was requested.
    None,
    /// The report waits for an engine.
    Waiting,
    /// The engine looks at the game.
    Working,
    /// The report is complete.
    Done,
}

/// The version of reports: of their shape and of how moves are judged. Stored reports of another version are made again.
pub const REPORT_VERSION: u32 = 2;

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
    /// The plies of the moves that cost most, in the order of the game; the first move is ply 1.
    pub turning_points: Vec<usize>,
    /// The phases of the game, by the side that stood better.
    pub phases: Vec<PhaseView>,
    /// The first moves, by which openings are known; empty if the game began from another position.
    pub opening: Vec<String>,
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
    /// Shots that were there and not played.
    pub missed_shots: usize,
    /// The accuracy in each stage of the game.
    pub stages: StageAccuracies,
    /// The shots it had, by their length, the shortest first.
    pub shots: Vec<ShotCountView>,
    /// The plies of its captures right after which the other side had a shot.
    pub counter_shots: Vec<usize>,
    /// The plies of its marked moves that began an exchange.
    pub costly_exchanges: Vec<usize>,
    /// The moment at which it stood best; null if it never stood better.
    pub highest_lead: Option<LeadView>,
    /// The kings it made.
    pub new_kings: Vec<NewKingView>,
    /// How it used its time; null without clocks.
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
    /// How many moves of the side the shot has.
    #[cfg_attr(feature = "schema", schema(example = 3))]
    pub moves: usize,
    /// How many there were.
    pub available: usize,
    /// How many of them were not played although that cost something.
    pub missed: usize,
}

/// The best moment of a side.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LeadView {
    /// The ply after which it stood best.
    pub ply: usize,
    /// The expected score of the side there, in percent.
    #[cfg_attr(feature = "schema", schema(example = 87.5))]
    pub expected: f64,
}

/// What became of a new king.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct NewKingView {
    /// The ply that made it.
    pub made: usize,
    /// The ply of its first move; null if it had none.
    pub moved: Option<usize>,
    /// Whether it was, or could well be, taken before its first move or right after it.
    pub taken: bool,
}

/// How a side used its time, in seconds.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TimeUseView {
    /// How many moves have a time.
    pub moves: usize,
    /// The time of all of them.
    pub total: f64,
    /// The longest of them.
    pub longest: f64,
    /// The ply that took it.
    pub longest_ply: usize,
}

/// A move, and what is thought of it.
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
    /// The position in which it was played.
    #[cfg_attr(feature = "schema", schema(example = "B:W27,28:B18,19"))]
    pub fen: String,
    /// Whether there was no other move.
    pub forced: bool,
    /// White's expected score before the move, with best play, in percent.
    #[cfg_attr(feature = "schema", schema(example = 52.1))]
    pub before: f64,
    /// White's expected score after it, in percent.
    #[cfg_attr(feature = "schema", schema(example = 31.5))]
    pub after: f64,
    /// How likely each result is after it.
    pub chances: ChancesView,
    /// The result after it with best play, for the side that moved, if endgame tables know it; they then judge the move.
    pub theory: Option<BoardResult>,
    /// The score after the move, for the side that moved.
    pub score: ScoreView,
    /// The depth of the search, in plies.
    pub depth: u32,
    /// The mark of a bad move; null if the move is not bad.
    pub mark: Option<MarkWord>,
    /// A better line from the position before the move; empty if the move is not marked.
    pub better: Vec<String>,
    /// The expected continuation after the move, the move included; empty if the move is not marked.
    pub played: Vec<String>,
    /// A shot that was there and was not played.
    pub missed_shot: Option<ShotView>,
    /// A shot that the move allows the other side.
    pub allowed_shot: Option<ShotView>,
    /// A result that the move gave away, by the endgame tables.
    pub thrown_away: Option<ThrownAwayView>,
    /// Whether a game that was as good as won is so no longer.
    pub slips: bool,
    /// The material that the move costs, if it can be said in men and kings.
    pub costs: Option<CostView>,
    /// The seconds spent on the move; null without clocks.
    pub spent: Option<f64>,
}

/// Another move in place of a marked one.
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

/// What is thought of a move played in place of a marked one.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct AnswerView {
    /// Whether the move keeps what there was: it would not be marked.
    pub right: bool,
    /// The expected score that the move loses, in percent.
    #[cfg_attr(feature = "schema", schema(example = 32.5))]
    pub loss: f64,
    /// The expected moves, this one first: for a wrong move they refute it.
    pub line: Vec<String>,
    /// Why the move is wrong; empty if it is right.
    pub reasons: Vec<Phrase>,
}

/// How likely each result is, in percent.
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

/// A score: `men`, how far ahead a side is, in men; `wins_in`, it wins within so many plies; `loses_in`, it loses.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ScoreView {
    /// The lead of the side, in men.
    Men(f64),
    /// The side wins within so many plies.
    WinsIn(u32),
    /// The side loses within so many plies.
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

/// A shot: pieces are given away to take more.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ShotView {
    /// The moves of both sides.
    pub line: Vec<String>,
    /// Men won, less those given.
    pub men: i32,
    /// Kings won, less those given.
    pub kings: i32,
    /// Whether it wins the game.
    pub wins: bool,
}

/// A result that a move gave away, for the side that moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ThrownAwayView {
    /// The result with best play before the move, draw rules included.
    pub had: BoardResult,
    /// The result after it.
    pub kept: BoardResult,
}

/// A part of the game during which it stood the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PhaseView {
    /// The last ply of the phase.
    pub until: usize,
    /// The side that stood better; null if the game was level.
    #[cfg_attr(feature = "schema", schema(value_type = Option<arbiter::SideSchema>))]
    pub side: Option<Color>,
    /// Whether that side was winning.
    pub winning: bool,
}
