//! Tools for collections of games.

mod check;
mod convert;
mod engines;
mod filter;
mod output;
mod split;
mod stats;

pub use output::game_json;

use anyhow::Result;
use clap::{Args, Subcommand};
use pdn::{Origin, Replay, ReplayedStep};
use std::io::Write;
use std::process::ExitCode;

/// Checks, counts, cleans and searches game collections
#[derive(Args)]
#[command(after_help = "Examples:
  damier pdn check club/                        all problems, with line and column
  damier pdn convert club/ -o clean.pdn --unique --report report.txt
                                                a clean collection, and a report
  damier pdn stats clean.pdn
  damier pdn split clean.pdn --by year --into years
  damier pdn filter clean.pdn --player Tinsley --result black
  damier pdn engines match.pdn                  depths and turning points of a match of engines

Files may be in any encoding, of any variant, with or without tags; missing information is inferred from
the moves. A folder means all PDN files in it.")]
pub struct PdnArgs {
    #[command(subcommand)]
    tool: PdnTool,
}

#[derive(Subcommand)]
enum PdnTool {
    Check(check::Check),
    Stats(stats::PdnStats),
    Convert(convert::Convert),
    Split(split::Split),
    Filter(Box<filter::Filter>),
    Engines(engines::Engines),
}

impl PdnArgs {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        match self.tool {
            PdnTool::Check(tool) => tool.run(out),
            PdnTool::Stats(tool) => tool.run(out),
            PdnTool::Convert(tool) => tool.run(out),
            PdnTool::Split(tool) => tool.run(out),
            PdnTool::Filter(tool) => tool.run(out),
            PdnTool::Engines(tool) => tool.run(out),
        }
    }
}

/// The rules of a game; unknown if neither tags nor moves tell.
fn rules_of(replay: &Replay) -> String {
    match replay.origin {
        Origin::Inferred if !is_moved(replay) => "unknown".to_owned(),
        _ => replay.rules.to_string(),
    }
}

/// Whether any move of a game was recorded.
fn is_moved(replay: &Replay) -> bool {
    replay.played.iter().any(|step| matches!(step, ReplayedStep::Move(_)))
}

/// `1 game`, `2 games`.
fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// Success, or failure if something was wrong.
fn code(sound: bool) -> ExitCode {
    if sound { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
