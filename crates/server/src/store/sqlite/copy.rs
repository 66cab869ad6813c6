//! Streams a copy of the file.

use crate::backup::snapshot;
use crate::store::{Parts, StoreError};
use futures_util::{StreamExt, stream};
use std::fs::{File, remove_file};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// The size of a part.
const PART: usize = 1 << 16;

/// The prefix that copies append to the store's name.
const COPY: &str = "copy-";

/// A file that is deleted when dropped.
struct Passing(PathBuf);

impl Drop for Passing {
    fn drop(&mut self) {
        let _ = remove_file(&self.0);
    }
}

/// Deletes copies left behind by a server that was killed.
pub(super) fn sweep(store: &Path) {
    let (Some(folder), Some(name)) = (store.parent(), store.file_stem()) else { return };
    let begins = format!("{}.{COPY}", name.to_string_lossy());
    for file in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        if file.file_name().to_string_lossy().starts_with(&begins) {
            let _ = remove_file(file.path());
        }
    }
}

/// Copies the store as it is now. The copy lies beside the store until it is sent.
pub(super) fn parts(store: &Path) -> Result<Parts, StoreError> {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let path = store.with_extension(format!("{COPY}{}-{number}", std::process::id()));
    let trouble = |error: &dyn std::fmt::Display| StoreError::Unavailable(error.to_string());
    let copy = Passing(path);
    snapshot(store, &copy.0).map_err(|error| trouble(&error))?;
    let file = File::open(&copy.0).map_err(|error| trouble(&error))?;
    let parts = stream::unfold((copy, file), |(copy, mut file)| async {
        Some((part(&mut file)?, (copy, file)))
    });
    // The compression layer polls once more after the end.
    Ok(parts.fuse().boxed())
}

fn part(file: &mut File) -> Option<io::Result<Vec<u8>>> {
    let mut part = Vec::with_capacity(PART);
    let read = tokio::task::block_in_place(|| file.take(PART as u64).read_to_end(&mut part));
    match read {
        Ok(0) => None,
        Ok(_) => Some(Ok(part)),
        Err(error) => Some(Err(error)),
    }
}
