//! The bodies of the fuzz targets. The corpus runs through the same functions as ordinary tests of the crates
//! `draughts`, `endgame`, `record` and `study`.

pub mod endgame;
pub mod explorer;
pub mod games;
pub mod rules;
