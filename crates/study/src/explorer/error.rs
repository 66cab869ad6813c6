//! The errors of segments.

use std::io;
use std::path::PathBuf;

/// The reasons why a segment is not used.
#[derive(Debug, thiserror::Error)]
pub enum SegmentError {
    /// It cannot be read.
    #[error("{}: {error}", file.display())]
    Io {
        /// The file.
        file: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// It is no segment, or one of another format.
    #[error("{} is not used: {reason}", file.display())]
    Foreign {
        /// The file.
        file: PathBuf,
        /// The reason.
        reason: String,
    },
    /// It is damaged.
    #[error("{} is damaged at {place}; build it again", file.display())]
    Damaged {
        /// The file.
        file: PathBuf,
        /// The damaged part: the header, or a block by its number.
        place: String,
    },
}

/// The reasons why a segment was not built.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// A collection cannot be read.
    #[error("{name} cannot be read: {error}")]
    Read {
        /// The collection.
        name: String,
        /// The system's error.
        error: io::Error,
    },
    /// A segment that was to be added cannot be used.
    #[error(transparent)]
    Segment(#[from] SegmentError),
    /// The segment, or a file beside it that the build needs for a while, cannot be written.
    #[error("{} cannot be written: {error}", file.display())]
    Write {
        /// The file.
        file: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// Another program is writing the same segment.
    #[error("{} is being written by another program", .0.display())]
    Busy(PathBuf),
    /// A segment numbers its games in 32 bits.
    #[error("a segment holds at most {} games", u32::MAX)]
    TooManyGames,
    /// The threads cannot be started.
    #[error("the threads cannot be started: {0}")]
    Threads(rayon::ThreadPoolBuildError),
    /// The build was stopped; nothing of it is left.
    #[error("stopped")]
    Stopped,
}
