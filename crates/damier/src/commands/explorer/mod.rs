//! The explorer of openings and positions.

mod build;
mod json;
mod probe;
mod search;
mod stats;

use crate::input::{marked, play};
use anyhow::{Result, bail};
use clap::{Args, Subcommand};
use draughts::{AnyPosition, Game, Ruleset};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use study::explorer::{GameInfo, Segment};

/// Explores openings and positions in any collection of games
#[derive(Args)]
#[command(after_help = "Examples:
  damier explorer build games/ -o games.explorer
  damier explorer probe games.explorer --variant international --moves \"32-28 19-23\"
  damier explorer search games.explorer --variant international --must W27:B18,K45 --must-not E22
  damier explorer stats games.explorer

A file holds games of any variants and house rules, and an index of their positions. A position and the same
position turned half round with the colours changed are one; results are always those of the position that is
asked about. docs/explorer.md describes the file format.")]
pub struct ExplorerArgs {
    #[command(subcommand)]
    tool: ExplorerTool,
}

#[derive(Subcommand)]
enum ExplorerTool {
    Build(build::BuildExplorer),
    Probe(probe::ExplorerProbe),
    Search(search::ExplorerSearch),
    Stats(stats::ExplorerStats),
}

impl ExplorerArgs {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        match self.tool {
            ExplorerTool::Build(tool) => tool.run(out),
            ExplorerTool::Probe(tool) => tool.run(out),
            ExplorerTool::Search(tool) => tool.run(out),
            ExplorerTool::Stats(tool) => tool.run(out),
        }
    }
}

/// An explorer file, and one of its rules.
#[derive(Args)]
pub struct SegmentInput {
    /// Explorer file
    file: PathBuf,
    /// Variant, a preset such as casual, or a variant with changes (see `damier variants`); needed only if
    /// the file has games of several
    #[arg(long, short, visible_alias = "rules", visible_short_alias = 'r')]
    variant: Option<Ruleset>,
}

impl SegmentInput {
    /// Opens the file and determines the rules.
    fn open(&self) -> Result<(Segment, Ruleset)> {
        let segment = open(&self.file)?;
        let known = &segment.counts().rules;
        let rules = match (&self.variant, &known[..]) {
            (Some(rules), _) => rules.clone(),
            (None, [only]) => only.rules.clone(),
            (None, _) => {
                let names: Vec<String> =
                    known.iter().take(10).map(|counted| counted.rules.to_string()).collect();
                bail!(
                    "{} has games of {}; choose with --variant",
                    self.file.display(),
                    names.join(", ")
                );
            }
        };
        Ok((segment, rules))
    }
}

fn open(path: &Path) -> Result<Segment> {
    Ok(Segment::open(path)?)
}

/// A position after some moves.
fn position(rules: &Ruleset, fen: Option<&str>, moves: &str) -> Result<AnyPosition> {
    let start = match fen {
        None => AnyPosition::start(rules),
        Some(fen) => AnyPosition::from_fen(rules, fen).map_err(|error| marked(fen, &error))?,
    };
    let mut game = Game::from_position(rules.clone(), start);
    play(&mut game, moves)?;
    Ok(*game.position())
}

/// `Sijbrands - Wiersma 1/2-1/2, Dutch championship, 1972.04.11 (club.pdn, game 12, line 88)`.
fn told(info: &GameInfo) -> String {
    let name = |name: &str| if name.is_empty() { "?".to_owned() } else { name.to_owned() };
    let mut text = format!("{} - {} {}", name(&info.white), name(&info.black), json::result(info));
    if !info.event.is_empty() {
        text += &format!(", {}", info.event);
    }
    if let Some(date) = info.date {
        text += &format!(", {date}");
    }
    text + &format!(" ({}, game {}, line {})", info.source, info.number, info.line)
}
