//! The folder of segments while the server runs.

use crate::private;
use crate::seats::new_key;
use std::io;
use std::path::{Path, PathBuf};

/// A folder of segments: the operator's, or a temporary one.
pub struct SegmentFolder {
    path: PathBuf,
    is_passing: bool,
}

impl SegmentFolder {
    /// Opens a folder, or a temporary one if none is given.
    pub fn open(place: Option<&Path>) -> io::Result<Self> {
        let path = match place {
            Some(place) => place.to_owned(),
            None => {
                let name = new_key().map_err(io::Error::other)?;
                std::env::temp_dir().join(format!("damier-explorer-{name}"))
            }
        };
        private::folder(&path, "")?;
        Ok(Self { path, is_passing: place.is_none() })
    }

    /// Returns the path of a file in it.
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// The folder itself.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for SegmentFolder {
    fn drop(&mut self) {
        if self.is_passing {
            let _ = std::fs::remove_dir_all(&self.path);
        }
    }
}
