#![doc = include_str!("../README.md")]
// Examples are held to what a reader would compile: without warnings.
#![doc(test(attr(deny(warnings))))]

mod assess;
mod bench;
mod book;
mod cpu;
mod endgame_root;
mod engine;
mod eval;
mod file;
mod level;
mod limits;
mod outlook;
mod ponder;
mod random;
mod report;
mod score;
mod search;
mod squares;
mod stop;
#[cfg(feature = "training")]
pub mod training;
mod tt;

pub use assess::Assessment;
pub use bench::{Benchmark, Checksum};
pub use book::{
    Book, BookError, BookMove, BookOrigin, BookStatistics, Expansion, Growth, StatisticsFull,
};
/// The endgame tables, whose types stand in signatures of this crate.
pub use endgame;
pub use engine::{Engine, EngineOptions, SearchOptions};
pub use eval::{
    EvalPhase, EvalTerm, Evaluation, Explanation, Feature, PatternView, Weights, WeightsError,
    evaluate, explain,
};
pub use file::read_file;
pub use level::{Level, UnknownLevel};
pub use limits::{ClockLimit, Limits};
pub use ponder::Ponder;
pub use report::{Info, PvLine, Report};
pub use score::Score;
pub use search::{Tuning, TuningError};
pub use stop::Stop;
