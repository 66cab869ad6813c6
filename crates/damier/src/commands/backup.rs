use super::serve::{GAMES, data_folder};
use anyhow::Result;
use clap::Args;
use server::backup::{BackupError, Contents, back_up, look_through, restore};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Backs up all games to one file, even while the server runs
#[derive(Args)]
#[command(after_help = "Examples:
  damier backup games-today.sqlite
  damier backup --data /var/lib/damier --quick /backup/damier.sqlite

A backup is a snapshot: it has everything that was acknowledged before. It is written next to FILE and checked,
and every game in it is replayed, before it replaces an older backup. A backup of a damaged store never does:
it stays next to the older one as FILE.damaged, and the exit code is 1. Only the owner can read backups. For
PostgreSQL use pg_dump.")]
pub struct BackupArgs {
    /// Backup file
    file: PathBuf,
    /// Folder where games are stored
    #[arg(long, env = "DAMIER_DATA")]
    data: Option<PathBuf>,
    /// Check only the file, without replaying the games
    #[arg(long)]
    quick: bool,
}

/// Restores games from a backup
#[derive(Args)]
#[command(after_help = "Examples:
  damier restore games-today.sqlite --data /var/lib/damier

Stop the server first. The backup is checked before anything changes. A folder that has games is left alone
unless you use --force, which keeps them as games.sqlite.replaced, games.sqlite.replaced-2 and so on.")]
pub struct RestoreArgs {
    /// Backup file
    file: PathBuf,
    /// Folder where games are stored
    #[arg(long, env = "DAMIER_DATA")]
    data: Option<PathBuf>,
    /// Replace existing games
    #[arg(long)]
    force: bool,
    /// Check only the file, without replaying the games
    #[arg(long)]
    quick: bool,
}

impl BackupArgs {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        let made = back_up(&games_file(self.data)?, &self.file, self.quick);
        if let Err(BackupError::Unsound { damaged, .. }) = &made {
            tell(damaged);
        }
        report(out, &made?, "are kept in", &self.file)
    }
}

impl RestoreArgs {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        let store = games_file(self.data)?;
        let contents = look_through(&self.file, self.quick)?;
        restore(&self.file, &store, self.force)?;
        report(out, &contents, "are back in", &store)
    }
}

/// The file with all games.
fn games_file(folder: Option<PathBuf>) -> Result<PathBuf> {
    Ok(folder.map_or_else(data_folder, Ok)?.join(GAMES))
}

fn report(
    out: &mut impl Write,
    contents: &Contents,
    what: &str,
    file: &std::path::Path,
) -> Result<ExitCode> {
    let Contents { games, events, damaged } = contents;
    writeln!(out, "{games} games with {events} events {what} {}", file.display())?;
    tell(damaged);
    Ok(if damaged.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn tell(damaged: &[(String, String)]) {
    for (game, why) in damaged {
        note!("game {game} does not replay: {why}");
    }
}
