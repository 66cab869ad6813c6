#![doc = include_str!("../README.md")]
// Examples are held to what a reader would compile: without warnings.
#![doc(test(attr(deny(warnings))))]

mod build;
mod codec;
mod coder;
mod error;
mod file;
mod folder;
mod identity;
mod index;
mod level;
mod line;
mod load;
mod material;
mod mechanics;
mod placement;
mod quiet;
mod runs;
mod slice;
mod solver;
mod table;
mod tables;
mod value;
mod verdict;
mod verify;
mod walk;
mod waves;

pub use build::{Build, Built};
pub use error::{BuildError, TableError};
pub use folder::TableFolder;
pub use identity::table_rules;
pub use material::{MAX_PIECES, Material};
pub use slice::{Longest, Totals};
pub use tables::{OpenPosition, Tables};
pub use value::{TableEntry, Wld};
pub use verdict::{Ruling, Verdict};
pub use verify::Verified;
