use super::super::write_json;
use super::{TablesFolder, tell_refused};
use anyhow::{Context, Result};
use clap::Args;
use draughts::Ruleset;
use endgame::Tables;
use serde_json::json;
use std::io::{ErrorKind, Write};
use std::process::ExitCode;

/// Lists the tables on this machine
#[derive(Args)]
pub struct List {
    /// Only those of these rules
    #[arg(long, short, visible_alias = "variant")]
    rules: Option<Ruleset>,
    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    place: TablesFolder,
}

/// The tables of one variant with the same number of pieces.
struct Set {
    rules: String,
    pieces: usize,
    files: usize,
    positions: u64,
    bytes: u64,
    results: u64,
    digest: Option<String>,
    /// Files that cannot be used: of another format, or damaged.
    refused: usize,
}

impl List {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        let folder = self.place.folder()?;
        if !self.json {
            writeln!(out, "{}", folder.display())?;
        }
        let wanted = self.rules.as_ref().map(endgame::table_rules);
        let mut is_empty = true;
        for rules in self.rules_there()? {
            if wanted.as_ref().is_some_and(|wanted| *wanted != rules) {
                continue;
            }
            let tables = Tables::new(&folder, &rules);
            tell_refused(&tables, endgame::MAX_PIECES);
            for pieces in 2..=endgame::MAX_PIECES {
                let set = Set::of(&tables, pieces)?;
                if set.files + set.refused > 0 {
                    self.write(out, &set)?;
                    is_empty = false;
                }
            }
        }
        if is_empty && !self.json {
            writeln!(out, "no tables")?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// The rules that have a folder, by name.
    fn rules_there(&self) -> Result<Vec<Ruleset>> {
        let folder = self.place.folder()?;
        let entries = match std::fs::read_dir(&folder) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries.with_context(|| folder.display().to_string())?,
        };
        let mut names = Vec::new();
        for entry in entries {
            names.extend(entry?.file_name().into_string());
        }
        names.sort();
        Ok(names.iter().filter_map(|name| name.parse().ok()).collect())
    }

    fn write(&self, out: &mut impl Write, set: &Set) -> Result<()> {
        let Set { rules, pieces, files, positions, bytes, results, digest, refused } = set;
        if self.json {
            return write_json(
                out,
                &json!({
                    "rules": rules,
                    "pieces": pieces,
                    "complete": digest.is_some(),
                    "files": files,
                    "positions": positions,
                    "bytes": bytes,
                    "wld_bytes": results,
                    "sha256": digest,
                    "refused": refused,
                }),
            );
        }
        let state = if digest.is_some() { "complete" } else { "incomplete" };
        let kilobytes = bytes.div_ceil(1_024);
        write!(
            out,
            "{rules}, {pieces} pieces: {positions} positions in {files} tables, {kilobytes} KiB, {state}"
        )?;
        match refused {
            0 => writeln!(out)?,
            _ => writeln!(out, " ({refused} of another format or damaged)")?,
        }
        Ok(())
    }
}

impl Set {
    fn of(tables: &Tables, pieces: usize) -> Result<Self> {
        let rules = tables.rules().to_string();
        let digest = if tables.has(pieces) { tables.digest(pieces)? } else { None };
        let (files, refused) = (0, 0);
        let mut set =
            Self { rules, pieces, files, positions: 0, bytes: 0, results: 0, digest, refused };
        for material in tables.slices(pieces) {
            let Ok(size) = tables.size(&material) else {
                set.refused += 1;
                continue;
            };
            let Some((bytes, results)) = size else { continue };
            let totals = tables.totals(&material)?.unwrap_or_default();
            set.files += 1;
            set.positions += totals.win + totals.draw + totals.loss;
            set.bytes += bytes;
            set.results += results;
        }
        Ok(set)
    }
}
