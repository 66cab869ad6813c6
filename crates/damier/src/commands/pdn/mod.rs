//! Tools for collections of games.

mod check;
mod convert;
mod filter;
mod output;
mod split;
mod stats;

pub use output::game_json;

use anyhow::Result;
use clap::{Args, Subcommand};
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

Files may be in any encoding, of any variant, with or without tags; missing information is inferred from
the moves. A folder means all PDN files in it.")]
pub struct Pdn {
    #[command(subcommand)]
    tool: Tool,
}

#[derive(Subcommand)]
enum Tool {
    Check(check::Check),
    Stats(stats::Stats),
    Convert(convert::Convert),
    Split(split::Split),
    Filter(Box<filter::Filter>),
}

impl Pdn {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        match self.tool {
            Tool::Check(tool) => tool.run(out),
            Tool::Stats(tool) => tool.run(out),
            Tool::Convert(tool) => tool.run(out),
            Tool::Split(tool) => tool.run(out),
            Tool::Filter(tool) => tool.run(out),
        }
    }
}

/// `1 game`, `2 games`.
fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// Success, or failure where something was wrong.
fn code(sound: bool) -> ExitCode {
    if sound { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
