//! Recording games while they are played, one file each.

use super::sitting::Sitting;
use anyhow::{Context, Result, bail};
use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Writes the log of each game, line by line.
pub struct Recorder {
    /// The file of the first game; the others have a number appended.
    first: PathBuf,
    path: PathBuf,
    file: File,
    /// The number of finished games.
    game: usize,
    /// The number of lines written of this one.
    written: usize,
}

impl Recorder {
    /// Creates a file that must not exist.
    pub fn create(path: &Path) -> Result<Self> {
        let file = match File::create_new(path) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                bail!("{} already exists; choose another file for this game", path.display())
            }
            Err(error) => return Err(error).with_context(|| path.display().to_string()),
        };
        Ok(Self { first: path.to_owned(), path: path.to_owned(), file, game: 0, written: 0 })
    }

    /// The file of the current game.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Appends new lines.
    pub fn follow(&mut self, sitting: &Sitting) -> Result<()> {
        for (game, log) in sitting.logs().enumerate().skip(self.game) {
            if game > self.game {
                self.next_file()?;
                (self.game, self.written) = (game, 0);
            }
            let new = log.lines()[self.written..].iter().flat_map(|line| [line, "\n"]);
            let new = new.collect::<String>();
            self.file.write_all(new.as_bytes()).with_context(|| self.path.display().to_string())?;
            self.written = log.lines().len();
        }
        Ok(())
    }

    /// Creates the next unused file: game.log, game-2.log, game-3.log…
    fn next_file(&mut self) -> Result<()> {
        let stem = self.first.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        for number in 2_u32.. {
            let ending =
                self.first.extension().map(|ending| format!(".{}", ending.to_string_lossy()));
            let name = format!("{stem}-{number}{}", ending.unwrap_or_default());
            let path = self.first.with_file_name(name);
            match File::create_new(&path) {
                Ok(file) => {
                    (self.path, self.file) = (path, file);
                    return Ok(());
                }
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error).with_context(|| path.display().to_string()),
            }
        }
        bail!("{}: every number is taken", self.first.display())
    }
}
