//! Files that are written whole or not at all.

use anyhow::{Context, Result};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// A file to write to, which appears under its name only when it is whole.
pub struct Target {
    path: PathBuf,
    unfinished: PathBuf,
    file: BufWriter<File>,
}

impl Target {
    /// Begins to write.
    pub fn create(path: &Path) -> Result<Self> {
        // Behind a link is the file that is meant.
        let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let before = std::fs::metadata(&path).ok();
        let unfinished = match &before {
            // A pipe or a device is written to as it is.
            Some(metadata) if !metadata.is_file() => path.clone(),
            _ => {
                let mut name = path.as_os_str().to_owned();
                name.push(".unfinished");
                PathBuf::from(name)
            }
        };
        let file = File::create(&unfinished).with_context(|| unfinished.display().to_string())?;
        if let Some(metadata) = before.filter(std::fs::Metadata::is_file) {
            let _ = file.set_permissions(metadata.permissions());
        }
        Ok(Self { path, unfinished, file: BufWriter::new(file) })
    }

    /// Gives the file its name.
    pub fn finish(mut self) -> Result<()> {
        let context = || self.path.display().to_string();
        self.file.flush().with_context(context)?;
        match self.unfinished == self.path {
            true => Ok(()),
            false => std::fs::rename(&self.unfinished, &self.path).with_context(context),
        }
    }
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.file.flush()
    }
}
