use super::code;
use super::output::{Files, Output};
use crate::collection::Collection;
use anyhow::Result;
use clap::Args;
use std::io::Write;
use std::process::ExitCode;

/// Writes games as clean PDN, JSON or positions
#[derive(Args)]
#[command(
    after_help = "Tags get English names and a fixed order, dates and results a standard form, and moves the variant's own
notation; the rules are named. A game that cannot be replayed to its end is cut off there, and the rest
of its text becomes a comment, so nothing is lost.

The exit code is 1 if a file cannot be read; bad games are reported in the summary and in --report."
)]
pub struct Convert {
    #[command(flatten)]
    collection: Collection,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    files: Files,
}

impl Convert {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        let mut writer = self.output.writer();
        Ok(code(self.files.write(&self.collection, &mut writer, out, |_, _| true)?))
    }
}
