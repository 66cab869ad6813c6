//! The errors of endgame tables.

use crate::material::Material;
use std::io;
use std::path::PathBuf;

/// The reasons why a file is not used.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// It cannot be read or written.
    #[error("{}: {error}", file.display())]
    Io {
        /// The file.
        file: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// It is no table, or one of another format or for other rules.
    #[error("{} is not used: {reason}", file.display())]
    Foreign {
        /// The file.
        file: PathBuf,
        /// The reason.
        reason: String,
    },
    /// It is damaged.
    #[error("{} is damaged at {place}; delete it and build it again", file.display())]
    Damaged {
        /// The file.
        file: PathBuf,
        /// The damaged part: the header, or a block by its number.
        place: String,
    },
}

/// The reasons why tables were not built.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// A file cannot be used or written.
    #[error(transparent)]
    Table(#[from] TableError),
    /// More memory is needed than allowed.
    #[error(
        "{material} needs {} MiB of memory, and {} are allowed (see --memory)",
        needed.div_ceil(1 << 20), allowed >> 20
    )]
    Memory {
        /// The slice.
        material: Material,
        /// Bytes needed.
        needed: u64,
        /// Bytes allowed.
        allowed: u64,
    },
    /// There are at most [`MAX_PIECES`](crate::MAX_PIECES) pieces.
    #[error("tables have 2 to 8 pieces, not {0}")]
    Pieces(usize),
    /// The threads cannot be started.
    #[error("the threads cannot be started: {0}")]
    Threads(rayon::ThreadPoolBuildError),
    /// The build was stopped; the same call continues it.
    #[error("stopped; the same command continues")]
    Stopped,
}
