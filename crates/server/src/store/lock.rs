//! One server per data folder: two that do not know of each other would show players different games.

use crate::private;
use std::fs::{File, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

/// The lock file.
const NAME: &str = "server.lock";
/// How much of it is read.
const LONGEST: u64 = 200;

/// An exclusive lock on a folder. The system releases it when the process ends, in whatever way.
#[derive(Debug)]
pub struct Lock(File);

/// Why a folder cannot be locked.
#[derive(Debug, thiserror::Error)]
pub enum LockError {
    /// Another process has locked it.
    #[error("{} is in use by {holder}; stop the server first, or choose another folder", .folder.display())]
    Held {
        /// The folder.
        folder: PathBuf,
        /// The holder's description of itself.
        holder: String,
    },
    /// The file cannot be locked.
    #[error("{}: {}", .0.display(), .1)]
    File(PathBuf, io::Error),
}

impl Lock {
    /// Locks a folder.
    pub fn take(folder: &Path) -> Result<Self, LockError> {
        let path = folder.join(NAME);
        let wrong = |error| LockError::File(path.clone(), error);
        let file = private::open(&path).map_err(wrong)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(LockError::Held { folder: folder.to_owned(), holder: holder(file) });
            }
            Err(TryLockError::Error(error)) => return Err(wrong(error)),
        }
        let mut lock = Self(file);
        lock.write("").map_err(wrong)?;
        Ok(lock)
    }

    /// Writes the server's address into the lock file, for error messages of later servers.
    pub fn tell(&mut self, address: &str) -> io::Result<()> {
        self.write(&format!("the server at {address}, "))
    }

    fn write(&mut self, what: &str) -> io::Result<()> {
        self.0.set_len(0)?;
        self.0.rewind()?;
        writeln!(self.0, "{what}process {}", std::process::id())
    }
}

impl Drop for Lock {
    /// Unlocks the folder at once. A child process being spawned by another thread briefly has a copy of the handle,
    /// and closing ours would leave the folder locked for as long.
    fn drop(&mut self) {
        let _ = self.0.unlock();
    }
}

/// Returns what the holder of the lock wrote.
fn holder(file: File) -> String {
    let mut said = String::new();
    let read = file.take(LONGEST).read_to_string(&mut said);
    match read {
        Ok(_) if !said.trim().is_empty() => said.trim().to_owned(),
        // On some systems a locked file cannot be read.
        _ => "another server".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_of_the_handle_keeps_nothing_locked() {
        let folder = std::env::temp_dir().join(format!("damier-lock-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let lock = Lock::take(&folder).unwrap();
        let copy = lock.0.try_clone().unwrap();
        assert!(matches!(Lock::take(&folder), Err(LockError::Held { .. })));
        drop(lock);
        let again = Lock::take(&folder);
        assert!(again.is_ok(), "{again:?}");
        drop(copy);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
