use super::code;
use super::output::{Files, Output};
use crate::collection::Collection;
use anyhow::Result;
use clap::Args;
use std::io::Write;
use std::process::ExitCode;

/// Writes games in one clean form: PDN, JSON or positions
#[derive(Args)]
#[command(
    after_help = "Tags get their English names and order, dates and results one form, moves the variant's own
notation; the rules are named. A game that cannot be played to its end is cut off there, and the rest
of its text becomes a comment, so that nothing is lost.

Exit status 1 when a file cannot be read; bad games are told in the summary and in --report."
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
