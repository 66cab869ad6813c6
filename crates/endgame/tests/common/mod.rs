//! What several test files share.
#![allow(dead_code, reason = "each test file is a program of its own and uses a part")]

use draughts_endgame::{Build, Built, Tables};
use std::path::{Path, PathBuf};

/// A folder that is gone when the test is over.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("endgame-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    pub fn tables(&self, rules: &str) -> Tables {
        Tables::new(&self.0, &rules.parse().unwrap())
    }

    /// The tables of these rules up to so many pieces.
    pub fn built(&self, rules: &str, pieces: usize) -> Tables {
        let tables = self.tables(rules);
        build(&tables, pieces, 0);
        tables
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

pub fn build(tables: &Tables, pieces: usize, threads: usize) -> Built {
    let (stop, progress) = (|| false, |_, _| {});
    let build = Build { pieces, threads, memory: 4 << 30, stop: &stop, progress: &progress };
    tables.build(&build).unwrap()
}
