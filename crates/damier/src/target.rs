//! Files that are written completely or not at all.

use anyhow::{Context, Result};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// An output file that gets its name only when it is complete. Unfinished output stays next to it.
pub struct Target {
    path: PathBuf,
    unfinished: PathBuf,
    file: BufWriter<File>,
    written: bool,
}

impl Target {
    /// Creates the file.
    pub fn create(path: &Path) -> Result<Self> {
        // Resolve links to the intended file.
        let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let before = std::fs::metadata(&path).ok();
        let unfinished = match &before {
            // Pipes and devices are written directly.
            Some(metadata) if !metadata.is_file() => path.clone(),
            _ => {
                let mut name = path.as_os_str().to_owned();
                name.push(".unfinished");
                PathBuf::from(name)
            }
        };
        let file = File::create(&unfinished)
            .with_context(|| format!("{} cannot be written", path.display()))?;
        if let Some(metadata) = before.filter(std::fs::Metadata::is_file) {
            let _ = file.set_permissions(metadata.permissions());
        }
        Ok(Self { path, unfinished, file: BufWriter::new(file), written: false })
    }

    /// Renames the finished file.
    pub fn finish(mut self) -> Result<()> {
        self.written = true;
        let context = || format!("{} cannot be written", self.path.display());
        self.file.flush().with_context(context)?;
        match self.unfinished == self.path {
            true => Ok(()),
            false => std::fs::rename(&self.unfinished, &self.path).with_context(context),
        }
    }
}

impl Target {
    fn failed(&self, error: std::io::Error) -> std::io::Error {
        let told = format!("{} cannot be written: {error}", self.path.display());
        std::io::Error::new(error.kind(), told)
    }
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.written = true;
        self.file.write(bytes).map_err(|error| self.failed(error))
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.file.flush().map_err(|error| self.failed(error))
    }
}

impl Drop for Target {
    fn drop(&mut self) {
        if !self.written && self.unfinished != self.path {
            let _ = std::fs::remove_file(&self.unfinished);
        }
    }
}
