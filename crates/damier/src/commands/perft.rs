use super::write_json;
use crate::input::Input;
use crate::progress;
use anyhow::Result;
use clap::{Args, ValueEnum};
use draughts::{Counting, PerftOptions, Style};
use serde_json::json;
use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

/// Counts the move sequences of a given length, to check and measure the move generator
#[derive(Args)]
#[command(after_help = "Examples:
  damier perft --variant american --depth 10
  damier perft --variant frisian --depth 8 --divide
  damier perft --variant international --depth 13 --threads 2 --hash 1024 --json")]
pub struct PerftArgs {
    #[command(flatten)]
    input: Input,
    /// Length of the sequences, in moves
    #[arg(long, short, value_parser = clap::value_parser!(u32).range(0..=60))]
    depth: u32,
    /// Whether captures that differ only in the order of their jumps count each (keep) or as one (drop)
    #[arg(long, value_enum, default_value_t = Count::Drop)]
    count: Count,
    /// Number of threads
    #[arg(long, short, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Hash table size in megabytes
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=65_536))]
    hash: u32,
    /// Print the count below each move
    #[arg(long)]
    divide: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Count {
    Keep,
    Drop,
}

impl PerftArgs {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        let position = self.input.position()?;
        let options = PerftOptions {
            counting: match self.count {
                Count::Keep => Counting::Keep,
                Count::Drop => Counting::Drop,
            },
            threads: self.threads.into(),
            hash_bytes: (self.hash as usize) << 20,
        };
        let start = Instant::now();
        let bar = progress::steps();
        let counts = position.divide(self.depth, &options, &|done, of| {
            bar.set_length(of as u64);
            bar.set_position(done as u64);
        });
        let seconds = start.elapsed().as_secs_f64();
        bar.finish_and_clear();
        let nodes = match self.depth {
            0 => 1,
            _ => counts.iter().map(|(_, nodes)| *nodes).fold(0, u64::saturating_add),
        };
        anyhow::ensure!(nodes < u64::MAX, "the count does not fit 64 bits; try a smaller depth");
        let legal = position.legal_moves();
        let style = if self.json { Style::Numbers } else { position.style() };
        let text = |mv| position.write_move(mv, &legal, style);
        if self.json {
            let mut object = json!({
                "rules": self.input.rules().to_string(),
                "fen": position.to_fen(),
                "depth": self.depth,
                "nodes": nodes,
                "seconds": seconds,
            });
            if self.divide {
                object["moves"] =
                    counts.iter().map(|(mv, nodes)| (text(mv), json!(nodes))).collect();
            }
            write_json(out, &object)?;
            return Ok(ExitCode::SUCCESS);
        }
        if self.divide {
            for (mv, nodes) in &counts {
                writeln!(out, "{:<12} {nodes}", text(mv))?;
            }
        }
        let positions = if nodes == 1 { "position" } else { "positions" };
        write!(out, "{nodes} {positions} in {seconds:.3} s")?;
        match self.hash {
            0 => writeln!(out, ", {:.1} million a second", nodes as f64 / seconds.max(1e-9) / 1e6)?,
            _ => writeln!(out)?,
        }
        Ok(ExitCode::SUCCESS)
    }
}
