use super::check::Findings;
use super::code;
use super::output::{Output, Target};
use crate::collection::{Collection, name};
use anyhow::Result;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Writes games in one clean form: PDN, JSON or positions
#[derive(Args)]
#[command(
    after_help = "Tags get their English names and order, dates and results one form, moves the variant's own
notation; the rules are named. A game that cannot be played to its end is cut off there, and the rest
of it becomes a comment, so that nothing is lost.

Exit status 1 when a file cannot be read; bad games are told in the summary and in --report."
)]
pub struct Convert {
    #[command(flatten)]
    collection: Collection,
    #[command(flatten)]
    output: Output,
    /// File to write; standard output if left out
    #[arg(long = "output", short)]
    output_file: Option<PathBuf>,
    /// File for a report of what is wrong where
    #[arg(long)]
    report: Option<PathBuf>,
}

impl Convert {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        let mut writer = self.output.writer();
        let mut target = self.output_file.as_deref().map(Target::create).transpose()?;
        let mut report = self.report.as_deref().map(Target::create).transpose()?;
        let mut sound = true;
        for path in self.collection.paths()? {
            let mut findings = Findings::default();
            let mut stopped = false;
            let read = self.collection.each_game(&path, |entry| {
                findings.add(&entry);
                let Some(text) = writer.text(&entry) else { return Ok(()) };
                let written = match &mut target {
                    Some(target) => target.write_all(text.as_bytes()),
                    None => out.write_all(text.as_bytes()),
                };
                stopped = written.is_err();
                Ok(written?)
            });
            match (read, &mut report) {
                (Err(error), _) if stopped => return Err(error),
                (Err(error), report) => {
                    sound = false;
                    eprintln!("error: {error:#}");
                    if let Some(report) = report {
                        writeln!(report, "{}: {error:#}", name(&path))?;
                    }
                }
                (Ok(read), Some(report)) => findings.write(report, &path, &read, true)?,
                (Ok(_), None) => {}
            }
        }
        for file in [target, report].into_iter().flatten() {
            file.finish()?;
        }
        eprintln!("{}", writer.summary());
        Ok(code(sound))
    }
}
