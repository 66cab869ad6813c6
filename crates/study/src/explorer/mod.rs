//! The explorer: which moves were played in a position, how often, by whom and with what result, in any
//! collection of games.
//!
//! A collection becomes a *segment*: one file that never changes, made by a [`Builder`] from PDN in bounded
//! memory and read by a [`Segment`] through a memory map. `docs/explorer.md` describes every byte of it.

mod aggregate;
mod build;
mod bytes;
mod date;
mod error;
mod file;
mod game;
mod header;
mod import;
mod key;
mod mask;
mod merge;
mod row;
mod runs;
mod search;
mod segment;
mod sum;

pub use build::{BuildOptions, Builder, Built, PlayedGame};
pub use date::Date;
pub use error::{BuildError, SegmentError};
pub use game::{GameInfo, StoredGame};
pub use header::{RulesCount, SegmentCounts};
pub use import::{GameProblem, Imported};
pub use key::{explorer_rules, position_key};
pub use mask::{Mask, MaskError, MaskFault};
pub use search::{Found, Hit, Search};
pub use segment::{ExplorerMove, ExplorerPosition, Results, Segment};
