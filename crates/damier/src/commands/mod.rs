//! The commands of the program, one file each.

mod analyse;
#[cfg(feature = "load")]
mod attack;
mod backup;
mod bench;
mod book;
mod contest;
mod dxp;
mod endgame;
mod eval;
mod explain;
mod explorer;
mod export;
mod health;
mod hub;
#[cfg(feature = "load")]
mod load;
#[cfg(not(feature = "load"))]
#[path = "no_load.rs"]
mod load;
mod moves;
mod operating;
mod password;
mod pdn;
mod perft;
mod play;
mod replay;
mod serve;
mod show;
mod variants;

pub use serve::ServeArgs;

use anyhow::Result;
use clap::Subcommand;
use std::io::Write;
use std::process::ExitCode;

#[derive(Subcommand)]
pub enum Command {
    Variants(variants::VariantsArgs),
    Show(show::ShowArgs),
    Moves(moves::MovesArgs),
    Explain(explain::ExplainArgs),
    Perft(perft::PerftArgs),
    Play(play::PlayArgs),
    Pdn(pdn::PdnArgs),
    Replay(replay::ReplayArgs),
    Export(export::ExportArgs),
    Analyse(analyse::AnalyseArgs),
    Eval(eval::EvalArgs),
    Bench(bench::BenchArgs),
    Book(book::BookArgs),
    Explorer(explorer::ExplorerArgs),
    Endgame(endgame::EndgameArgs),
    Match(contest::MatchArgs),
    Hub(hub::HubArgs),
    Dxp(dxp::DxpArgs),
    Serve(serve::ServeArgs),
    Load(load::LoadArgs),
    Backup(backup::BackupArgs),
    Restore(backup::RestoreArgs),
    Health(health::HealthArgs),
    Password(password::PasswordArgs),
}

impl Command {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        match self {
            Self::Variants(command) => command.run(out),
            Self::Show(command) => command.run(out),
            Self::Moves(command) => command.run(out),
            Self::Explain(command) => command.run(out),
            Self::Perft(command) => command.run(out),
            Self::Play(command) => command.run(out),
            Self::Pdn(command) => command.run(out),
            Self::Replay(command) => command.run(out),
            Self::Export(command) => command.run(out),
            Self::Analyse(command) => command.run(out),
            Self::Eval(command) => command.run(out),
            Self::Bench(command) => command.run(out),
            Self::Book(command) => command.run(out),
            Self::Explorer(command) => command.run(out),
            Self::Endgame(command) => command.run(out),
            Self::Match(command) => command.run(out),
            Self::Hub(command) => command.run(out),
            Self::Dxp(command) => command.run(out),
            Self::Serve(command) => command.run(out),
            Self::Load(command) => command.run(out),
            Self::Backup(command) => command.run(out),
            Self::Restore(command) => command.run(out),
            Self::Health(command) => command.run(out),
            Self::Password(command) => command.run(out),
        }
    }
}

/// Writes a value as one line of JSON.
fn write_json(out: &mut impl Write, value: &impl serde::Serialize) -> Result<()> {
    serde_json::to_writer(&mut *out, value).map_err(std::io::Error::from)?;
    writeln!(out)?;
    Ok(())
}
