use super::super::write_json;
use super::open;
use crate::progress;
use anyhow::Result;
use clap::Args;
use serde_json::{Value, json};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use study::explorer::{RulesCount, SegmentCounts};

/// Shows what an explorer file holds
#[derive(Args)]
#[command(
    after_help = "JSON: {\"games\", \"positions\", \"bytes\", \"plies\", \"files\", \"rules\": [{\"rules\", \"games\", \"white\", \"draws\", \"black\",
\"moves\", \"positions\", \"first_date\", \"last_date\"}]}. \"plies\" is how many plies of each game are indexed, null for
all; \"moves\" counts those of both sides."
)]
pub struct ExplorerStats {
    /// Explorer file
    file: PathBuf,
    /// Read the whole file first, and check every part of it
    #[arg(long)]
    verify: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl ExplorerStats {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        let segment = open(&self.file)?;
        if self.verify {
            let bar = progress::steps();
            let verified = segment.verify(&mut |done, total| {
                bar.set_length(total as u64);
                bar.set_position(done as u64);
            });
            bar.finish_and_clear();
            verified?;
        }
        match self.json {
            true => write_json(out, &object(segment.counts()))?,
            false => write_text(out, segment.counts())?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn object(counts: &SegmentCounts) -> Value {
    let rules = |counted: &RulesCount| {
        let (first, last) = counted.days.unzip();
        json!({
            "rules": counted.rules.to_string(),
            "games": counted.games,
            "white": counted.white,
            "draws": counted.draws,
            "black": counted.black,
            "moves": counted.plies,
            "positions": counted.positions,
            "first_date": first.map(|date| date.to_string()),
            "last_date": last.map(|date| date.to_string()),
        })
    };
    json!({
        "games": counts.games(),
        "positions": counts.positions(),
        "bytes": counts.bytes,
        "plies": counts.plies,
        "files": counts.sources,
        "rules": counts.rules.iter().map(rules).collect::<Vec<_>>(),
    })
}

fn write_text(out: &mut impl Write, counts: &SegmentCounts) -> Result<()> {
    let plies = match counts.plies {
        None => String::new(),
        Some(plies) => format!(", the first {plies} plies of each game indexed"),
    };
    let files = counts.sources.len();
    let files = if files == 1 { "1 file".to_owned() } else { format!("{files} files") };
    writeln!(
        out,
        "{} games from {files}, {} positions, {} bytes{plies}",
        counts.games(),
        counts.positions(),
        counts.bytes
    )?;
    writeln!(
        out,
        "{:>9} {:>8} {:>8} {:>8} {:>10} {:>11}  rules",
        "games", "white", "draws", "black", "moves", "positions"
    )?;
    for counted in &counts.rules {
        let RulesCount { rules, games, white, draws, black, plies, positions, days } = counted;
        let days = days.map_or(String::new(), |(first, last)| format!(", {first} to {last}"));
        writeln!(
            out,
            "{games:>9} {white:>8} {draws:>8} {black:>8} {plies:>10} {positions:>11}  {rules}{days}"
        )?;
    }
    Ok(())
}
