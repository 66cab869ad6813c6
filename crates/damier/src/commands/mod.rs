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

pub use serve::Serve;

use anyhow::Result;
use clap::Subcommand;
use std::io::Write;
use std::process::ExitCode;

#[derive(Subcommand)]
pub enum Command {
    Variants(variants::Variants),
    Show(show::Show),
    Moves(moves::Moves),
    Explain(explain::Explain),
    Perft(perft::Perft),
    Play(play::Play),
    Pdn(pdn::Pdn),
    Replay(replay::Replay),
    Export(export::Export),
    Analyse(analyse::Analyse),
    Eval(eval::Eval),
    Bench(bench::Bench),
    Book(book::Book),
    Explorer(explorer::Explorer),
    Endgame(endgame::Endgame),
    Match(contest::Match),
    Hub(hub::Hub),
    Dxp(dxp::Dxp),
    Serve(serve::Serve),
    Load(load::Load),
    Backup(backup::Backup),
    Restore(backup::Restore),
    Health(health::Health),
    Password(password::Password),
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
