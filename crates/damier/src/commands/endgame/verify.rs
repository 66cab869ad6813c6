use super::{Rules, TablesFolder, require};
use crate::progress;
use anyhow::Result;
use clap::Args;
use std::io::Write;
use std::process::ExitCode;

/// Checks every value of the tables against those of the positions that its moves lead to
#[derive(Args)]
#[command(
    after_help = "The index of every position and the totals of every file are checked as well. \
                        The exit code is 1 if anything is wrong."
)]
pub struct Verify {
    #[command(flatten)]
    rules: Rules,
    /// Number of pieces, both sides together; by default as many as there are tables for
    #[arg(long, short, value_parser = clap::value_parser!(u8).range(2..=8))]
    pieces: Option<u8>,
    #[command(flatten)]
    place: TablesFolder,
}

impl Verify {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        let tables = self.place.tables(&self.rules.get()?)?;
        let pieces = self.pieces.map_or_else(|| tables.pieces().max(2), usize::from);
        require(&tables, pieces)?;
        let mut total = 0;
        for material in (2..=pieces).flat_map(|pieces| tables.slices(pieces)) {
            let totals = tables.totals(&material)?.unwrap_or_default();
            total += totals.win + totals.draw + totals.loss;
        }
        let bar = progress::counted(total as usize, "positions");
        let verified = tables.verify(pieces, &|done| bar.set_position(done))?;
        bar.finish_and_clear();
        writeln!(
            out,
            "{} positions in {} tables: {} errors",
            verified.positions, verified.slices, verified.errors
        )?;
        for example in &verified.examples {
            writeln!(out, "  {example}")?;
        }
        Ok(if verified.errors == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}
