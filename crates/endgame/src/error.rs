//! What can go wrong with tables.

use crate::material::Material;
use std::io;
use std::path::PathBuf;

/// Why a file is not used.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// It cannot be read or written.
    #[error("{}: {source}", file.display())]
    Io {
        /// The file.
        file: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// It is no table, or one of another format or for other rules.
    #[error("{} is not used: {reason}", file.display())]
    Foreign {
        /// The file.
        file: PathBuf,
        /// Why not.
        reason: String,
    },
    /// It is damaged.
    #[error("{} is damaged at {place}; delete it and build it again", file.display())]
    Damaged {
        /// The file.
        file: PathBuf,
        /// Where: the header, or a block by its number.
        place: String,
    },
}

/// Why tables were not built.
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
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// Somebody wanted it to stop; the same call goes on from there.
    #[error("stopped; the same command continues")]
    Stopped,
}
