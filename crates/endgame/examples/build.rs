//! How much processor time a set takes: `cargo run --release -p draughts-endgame --example build --
//! VARIANT PIECES THREADS [FOLDER]`. Without a folder the tables are kept in memory.

use draughts_endgame::{Build, Tables};
use std::error::Error;
use std::path::Path;
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut next = || arguments.next().ok_or("usage: build VARIANT PIECES THREADS [FOLDER]");
    let rules = next()?.parse()?;
    let pieces: usize = next()?.parse()?;
    let threads: usize = next()?.parse()?;
    let tables = match arguments.next() {
        Some(folder) => Tables::new(Path::new(&folder), &rules),
        None => Tables::in_memory(None, &rules),
    };
    let (stop, progress) = (|| false, |_, _| {});
    let start = Instant::now();
    let built = tables.build(&Build {
        pieces,
        threads,
        memory: 4 << 30,
        stop: &stop,
        progress: &progress,
    })?;
    println!("{rules}: {} positions in {:.2?}", built.positions, start.elapsed());
    for pieces in 2..=pieces {
        let digest = tables.digest(pieces)?.unwrap_or_default();
        println!("{pieces} pieces: {digest}");
    }
    Ok(())
}
