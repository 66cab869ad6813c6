//! Measures building, sizes and verifying: `trial VARIANT PIECES FOLDER [verify]`.
use draughts_endgame::{Build, Tables};
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().collect();
    let tables = Tables::new(args[3].as_ref(), &args[1].parse()?);
    let pieces = args[2].parse()?;
    let start = Instant::now();
    let build =
        Build { pieces, threads: 0, memory: 4 << 30, stop: &|| false, progress: &|_, _| {} };
    let built = tables.build(&build)?;
    let speed = built.positions as f64 / start.elapsed().as_secs_f64() / 1e6;
    println!("{} positions in {:?}, {speed:.2} M/s", built.positions, start.elapsed());
    for pieces in 2..=pieces {
        let mut sizes = (0, 0);
        for material in tables.slices(pieces) {
            let (file, results) = tables.size(&material)?.unwrap_or_default();
            sizes = (sizes.0 + file, sizes.1 + results);
        }
        println!(
            "{pieces} pieces: {} bytes, results {}; {:?}",
            sizes.0,
            sizes.1,
            tables.digest(pieces)?
        );
    }
    if args.len() > 4 {
        let start = Instant::now();
        println!("{:?} in {:?}", tables.verify(pieces, &|_| {})?, start.elapsed());
    }
    Ok(())
}
