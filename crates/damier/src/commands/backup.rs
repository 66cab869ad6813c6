use super::serve::{GAMES, data_folder};
use anyhow::Result;
use clap::Args;
use server::backup::{BackupError, Contents, back_up, look_through, restore};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Copies all games into one file, also while the server runs
#[derive(Args)]
#[command(after_help = "Examples:
  damier backup games-today.sqlite
  damier backup --data /var/lib/damier --quick /backup/damier.sqlite

The copy is of one moment: it has everything that was acknowledged before. It is written beside FILE, looked
through, and every game in it replayed, before it takes the place of an older one. A copy of a damaged store
never does: it stays beside the older one as FILE.damaged, and the exit code is 1. Only the owner can read
copies. PostgreSQL has pg_dump for this.")]
pub struct Backup {
    /// The copy
    file: PathBuf,
    /// Folder of the games
    #[arg(long, env = "DAMIER_DATA")]
    data: Option<PathBuf>,
    /// Look through the file only, and do not replay the games
    #[arg(long)]
    quick: bool,
}

/// Puts games back from a copy that `backup` made
#[derive(Args)]
#[command(after_help = "Examples:
  damier restore games-today.sqlite --data /var/lib/damier

The copy is looked through first. Stop the server before. What is in the folder stays unless --force is given,
and is then put aside as games.sqlite.replaced, or games.sqlite.replaced-2 and so on.")]
pub struct Restore {
    /// The copy
    file: PathBuf,
    /// Folder of the games
    #[arg(long, env = "DAMIER_DATA")]
    data: Option<PathBuf>,
    /// Replace the games that are there
    #[arg(long)]
    force: bool,
    /// Look through the file only, and do not replay the games
    #[arg(long)]
    quick: bool,
}

impl Backup {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        let made = back_up(&games_file(self.data)?, &self.file, self.quick);
        if let Err(BackupError::Unsound { damaged, .. }) = &made {
            tell(damaged);
        }
        report(out, &made?, "are kept in", &self.file)
    }
}

impl Restore {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        let store = games_file(self.data)?;
        let contents = look_through(&self.file, self.quick)?;
        restore(&self.file, &store, self.force)?;
        report(out, &contents, "are back in", &store)
    }
}

/// The file that all games are in.
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
