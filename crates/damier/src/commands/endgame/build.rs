use super::{Rules, TablesFolder, tell_refused};
use crate::{progress, stopping};
use anyhow::Result;
use clap::Args;
use endgame::{Build, BuildError};
use engine::Stop;
use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

/// Builds all tables up to a number of pieces
#[derive(Args)]
#[command(
    after_help = "What is there already is not built again, so a build that was interrupted continues where it stopped. The
files are the same whatever the number of threads. Files of an older format are replaced. If another program is
building the same tables, this one waits."
)]
pub struct BuildTables {
    #[command(flatten)]
    rules: Rules,
    /// Number of pieces, both sides together
    #[arg(long, short, value_parser = clap::value_parser!(u8).range(2..=8))]
    pieces: u8,
    /// Number of threads; 0 for all cores
    #[arg(long, short, default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=256))]
    threads: u16,
    /// Memory limit in megabytes
    #[arg(long, default_value_t = 4_096, value_parser = clap::value_parser!(u64).range(16..))]
    memory: u64,
    #[command(flatten)]
    place: TablesFolder,
}

impl BuildTables {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        let tables = self.place.tables(&self.rules.get()?)?;
        let stop = Stop::new();
        stopping::stop_when_asked(stop.clone());
        tell_refused(&tables, self.pieces.into());
        let bar = progress::steps();
        let start = Instant::now();
        let built = tables.build(&Build {
            pieces: self.pieces.into(),
            threads: self.threads.into(),
            memory: self.memory << 20,
            stop: &|| stop.is_stopped(),
            progress: &|done, total| {
                bar.set_length(total);
                bar.set_position(done);
            },
        });
        bar.finish_and_clear();
        let built = match built {
            Err(BuildError::Stopped) => {
                note!("stopped; run the same command to continue");
                return Ok(ExitCode::FAILURE);
            }
            built => built?,
        };
        if let Some(error) = built.unwritten {
            return Err(error.into());
        }
        let seconds = start.elapsed().as_secs_f64();
        let folder = tables.folder().display();
        writeln!(out, "{folder}: {} positions built in {seconds:.1} s", built.positions)?;
        for pieces in 2..=usize::from(self.pieces) {
            if let Some(digest) = tables.digest(pieces)? {
                writeln!(out, "{pieces} pieces: {digest}")?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}
