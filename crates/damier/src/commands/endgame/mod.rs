//! Endgame tables.

mod build;
mod list;
mod probe;
mod stats;
mod verify;

use super::serve::usual_folder;
use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};
use draughts::{AnyPosition, Ruleset};
use endgame::{Build, Built, TableFolder, Tables};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Builds, checks and reads endgame tables: the result of every position with few pieces
#[derive(Args)]
#[command(after_help = "Examples:
  damier endgame build american --pieces 5 --threads 2
  damier endgame probe --variant russian --fen 'W:WKa1,Kc1,Ke1:BKh2'
  damier endgame stats international --pieces 3
  damier endgame list

Tables for up to three pieces, and for four kings, are built when they are first needed, in about a second. Larger
ones take as long as docs/endgame.md says. Nothing is downloaded. Draw rules are not part of the tables; probe takes them into account.")]
pub struct EndgameArgs {
    #[command(subcommand)]
    tool: EndgameTool,
}

#[derive(Subcommand)]
enum EndgameTool {
    Build(build::BuildTables),
    Verify(verify::Verify),
    Probe(probe::EndgameProbe),
    Stats(stats::EndgameStats),
    List(list::List),
}

impl EndgameArgs {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        match self.tool {
            EndgameTool::Build(tool) => tool.run(out),
            EndgameTool::Verify(tool) => tool.run(out),
            EndgameTool::Probe(tool) => tool.run(out),
            EndgameTool::Stats(tool) => tool.run(out),
            EndgameTool::List(tool) => tool.run(out),
        }
    }
}

/// The value that means no folder, for no tables.
pub const OFF: &str = "off";

/// Where the tables are
#[derive(Args)]
pub struct TablesFolder {
    /// Folder of the tables; by default "endgame" in the data folder
    #[arg(long = "endgame", env = "DAMIER_ENDGAME", value_name = "FOLDER")]
    folder: Option<PathBuf>,
    /// Data folder
    #[arg(long, env = "DAMIER_DATA", hide = true)]
    data: Option<PathBuf>,
}

impl TablesFolder {
    pub fn folder(&self) -> Result<PathBuf> {
        if let Some(folder) = &self.folder {
            if folder.as_os_str() == OFF {
                bail!("endgame tables are off; use --endgame FOLDER");
            }
            return Ok(folder.clone());
        }
        let data = self.data.clone().or_else(usual_folder);
        Ok(data.context("no home folder; use --endgame FOLDER")?.join("endgame"))
    }

    /// The tables for an engine; `None` if there is no data folder.
    pub fn for_engine(&self) -> Option<TableFolder> {
        self.folder().ok().map(TableFolder::new)
    }

    pub fn tables(&self, rules: &Ruleset) -> Result<Tables> {
        Ok(Tables::new(&self.folder()?, rules))
    }
}

/// Which rules
#[derive(Args)]
pub struct Rules {
    /// Variant, a preset such as casual, or a variant with changes (see `damier variants`)
    #[arg(value_name = "VARIANT", required_unless_present = "rules")]
    variant: Option<Ruleset>,
    /// The same as an option
    #[arg(long, short, visible_alias = "variant", conflicts_with = "variant", id = "rules")]
    rules: Option<Ruleset>,
}

impl Rules {
    pub fn get(&self) -> Result<Ruleset> {
        let rules = self.variant.as_ref().or(self.rules.as_ref());
        rules.cloned().context("which variant?")
    }
}

/// Tables of up to this many pieces are built on demand.
const AT_ONCE: usize = 3;
/// The default memory limit for building.
const MEMORY: u64 = 4 << 30;

/// Names a file that stands where a table should, and is built again.
fn tell_refused(tables: &Tables, pieces: usize) {
    if let Some(error) = tables.refused(pieces) {
        note!("{error}");
    }
}

/// The most positions of larger tables that are solved when they are first needed: three kings against one on boards
/// up to 10×10, as on a server.
const FEW_POSITIONS: u64 = 3_000_000;

/// Makes sure that there are tables for a position: small ones are built, larger ones must exist.
pub fn require_for(tables: &Tables, position: &AnyPosition) -> Result<()> {
    let pieces = Tables::needs(position);
    if let Some(slice) = Tables::material(position).filter(|_| pieces > AT_ONCE) {
        let missing = tables.missing(&slice);
        let positions: u64 = missing.iter().map(|slice| tables.positions(slice)).sum();
        if positions <= FEW_POSITIONS {
            if !missing.is_empty() {
                tell_refused(tables, pieces);
                tell_unwritten(&tables.build_for(&slice, &at_once(pieces))?);
            }
            return Ok(());
        }
    }
    require(tables, pieces)
}

/// Makes sure that there are tables for this many pieces: small ones are built, larger ones must exist.
pub fn require(tables: &Tables, pieces: usize) -> Result<()> {
    if (2..=pieces).all(|pieces| tables.has(pieces)) {
        return Ok(());
    }
    tell_refused(tables, pieces);
    if pieces > AT_ONCE {
        if pieces > endgame::MAX_PIECES {
            bail!(
                "tables have at most {} pieces, and this position has {pieces}",
                endgame::MAX_PIECES
            );
        }
        bail!(
            "there are no tables for {pieces} pieces; build them: {}",
            wire::build_command(tables.rules(), pieces)
        );
    }
    tell_unwritten(&tables.build(&at_once(pieces))?);
    Ok(())
}

fn at_once(pieces: usize) -> Build<'static> {
    Build { pieces, threads: 0, memory: MEMORY, stop: &|| false, progress: &|_, _| {} }
}

fn tell_unwritten(built: &Built) {
    if let Some(error) = &built.unwritten {
        note!("the tables cannot be stored: {error}");
    }
}
