//! Large uploads, kept on disk while they are in use, up to a limit per address and in total. Their names are secret.

use crate::error::ApiError;
use crate::locks::lock;
use crate::private;
use crate::seats::new_key;
use pdn::Judge;
use std::fs::File;
use std::io::{self, Read, Write};
use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// The largest file.
pub const LARGEST_FILE: u64 = 32 << 20;
/// The disk space for the files of one address, and in total.
const MOST_OF_ADDRESS: u64 = 2 * LARGEST_FILE;
const MOST_OF_ALL: u64 = 32 * LARGEST_FILE;
/// How long an unused file is kept.
const LIFETIME: Duration = Duration::from_secs(60 * 60);

/// The uploaded files and uploads in progress.
#[derive(Default)]
pub struct Uploads(Arc<Mutex<Vec<UploadSlot>>>);

struct UploadSlot {
    name: String,
    owner: Option<IpAddr>,
    bytes: u64,
    used: Instant,
    /// `None` during the upload.
    file: Option<UploadedFile>,
}

/// An uploaded file, with the rules for reading its records.
#[derive(Clone)]
pub struct UploadedFile {
    file: Arc<File>,
    /// The rules of its games, and how to read their results.
    pub judge: Arc<Judge>,
}

/// An upload in progress. Its slot is released if the upload is never finished.
pub struct Upload {
    all: Arc<Mutex<Vec<UploadSlot>>>,
    name: String,
    file: Arc<File>,
    bytes: u64,
}

impl Uploads {
    /// Starts an upload. Earlier files of the same owner make room for it.
    pub fn begin(&self, owner: Option<IpAddr>) -> Result<Upload, ApiError> {
        let broken = |error: &dyn std::fmt::Display| ApiError::Broken(error.to_string());
        let name = new_key().map_err(|error| broken(&error))?;
        let file = passing_file(&name).map_err(|error| broken(&error))?;
        let mut all = lock(&self.0);
        all.retain(|slot| slot.used.elapsed() < LIFETIME);
        let fits = |slot: &[UploadSlot]| {
            let of_owner = slot.iter().filter(|slot| slot.owner == owner);
            of_owner.map(|slot| slot.bytes).sum::<u64>() + LARGEST_FILE <= MOST_OF_ADDRESS
        };
        while owner.is_some() && !fits(&all) {
            let is_old = |slot: &UploadSlot| slot.owner == owner && slot.file.is_some();
            let oldest =
                (0..all.len()).filter(|at| is_old(&all[*at])).min_by_key(|at| all[*at].used);
            all.remove(oldest.ok_or(ApiError::TooMany { seconds: 10 })?);
        }
        if all.iter().map(|slot| slot.bytes).sum::<u64>() + LARGEST_FILE > MOST_OF_ALL {
            return Err(ApiError::Full);
        }
        let used = Instant::now();
        all.push(UploadSlot { name: name.clone(), owner, bytes: LARGEST_FILE, used, file: None });
        drop(all);
        Ok(Upload { all: Arc::clone(&self.0), name, file: Arc::new(file), bytes: 0 })
    }

    /// Finds a file by name, if it still exists.
    pub fn find(&self, name: &str) -> Option<UploadedFile> {
        let mut all = lock(&self.0);
        all.retain(|slot| slot.used.elapsed() < LIFETIME);
        let slot = all.iter_mut().find(|slot| slot.name == name)?;
        slot.used = Instant::now();
        slot.file.clone()
    }
}

impl Upload {
    /// Appends a part.
    pub fn write(&mut self, part: &[u8]) -> Result<(), ApiError> {
        self.bytes += part.len() as u64;
        if self.bytes > LARGEST_FILE {
            return Err(ApiError::TooLarge);
        }
        let written = (&*self.file).write_all(part);
        written.map_err(|error| ApiError::Broken(error.to_string()))
    }

    /// Returns a reader of what has been uploaded so far.
    pub fn reader(&self) -> impl Read + Send + 'static {
        From { file: Arc::clone(&self.file), at: 0 }
    }

    /// Finishes the upload; returns the file's name.
    pub fn keep(self, judge: Judge) -> String {
        let file = UploadedFile { file: Arc::clone(&self.file), judge: Arc::new(judge) };
        let mut all = lock(&self.all);
        if let Some(slot) = all.iter_mut().find(|slot| slot.name == self.name) {
            (slot.bytes, slot.used, slot.file) = (self.bytes, Instant::now(), Some(file));
        }
        self.name.clone()
    }
}

impl Drop for Upload {
    fn drop(&mut self) {
        lock(&self.all).retain(|slot| slot.name != self.name || slot.file.is_some());
    }
}

impl UploadedFile {
    /// Returns a reader from the start of the file.
    pub fn reader(&self) -> impl Read + Send + 'static {
        From { file: Arc::clone(&self.file), at: 0 }
    }
}

/// Creates a temporary file that disappears when it is closed, even after a crash.
fn passing_file(name: &str) -> io::Result<File> {
    let path = std::env::temp_dir().join(format!("damier-import-{name}"));
    let file = private::open(&path)?;
    std::fs::remove_file(&path)?;
    Ok(file)
}

/// Reads from an offset of its own, so that several can read the same file.
struct From {
    file: Arc<File>,
    at: u64,
}

impl Read for From {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        #[cfg(unix)]
        let read = std::os::unix::fs::FileExt::read_at(&*self.file, buffer, self.at)?;
        #[cfg(windows)]
        let read = std::os::windows::fs::FileExt::seek_read(&*self.file, buffer, self.at)?;
        self.at += read as u64;
        Ok(read)
    }
}
