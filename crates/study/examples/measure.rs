//! Measures the explorer: makes so many games, builds a segment of them unless it is there, and looks positions up.
//!
//! `cargo run --release -p draughts-study --example measure -- 1000000 FOLDER`

#[path = "../tests/common/mod.rs"]
mod common;

use common::{RandomGame, rules};
use draughts_study::explorer::{BuildOptions, Builder, Mask, Search, Segment};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::time::{Duration, Instant};

const VARIANTS: [&str; 4] = ["international", "american", "russian", "italian"];
/// Plies of a game: that of many in collections.
const PLIES: usize = 60;

fn game(number: u64) -> RandomGame {
    RandomGame::new(&rules(VARIANTS[number as usize % VARIANTS.len()]), number, PLIES)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(games), Some(folder)) = (arguments.next(), arguments.next()) else {
        return Err("measure GAMES FOLDER".into());
    };
    let games: u64 = games.parse()?;
    let folder = Path::new(&folder);
    let file = folder.join("games.explorer");
    if !file.exists() {
        build(games, &folder.join("games.pdn"), &file)?;
    }
    look_up(games, &file)
}

fn build(games: u64, pdn: &Path, file: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let mut text = BufWriter::new(File::create(pdn)?);
    (0..games).try_for_each(|number| text.write_all(game(number).pdn().as_bytes()))?;
    text.flush()?;
    println!("{games} games, {} bytes of PDN", pdn.metadata()?.len());

    let start = Instant::now();
    let options = BuildOptions { threads: 2, ..BuildOptions::default() };
    let mut builder = Builder::create(file, options)?;
    builder.add_pdn("games.pdn", File::open(pdn)?, None, &mut |problem| println!("{problem}"))?;
    let read = start.elapsed();
    let built = builder.finish(&mut |_, _| {})?;
    let whole = start.elapsed();
    println!(
        "built in {:.1} s ({:.1} s reading): {:.0} games a minute, {} positions, {} bytes, {} MiB of memory at most",
        whole.as_secs_f64(),
        read.as_secs_f64(),
        60.0 * games as f64 / whole.as_secs_f64(),
        built.counts.positions(),
        built.counts.bytes,
        peak(),
    );
    Ok(())
}

fn look_up(games: u64, file: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let start = Instant::now();
    let segment = Segment::open(file)?;
    println!("opened in {:.2} ms", milliseconds(start.elapsed()));
    let mut random = fastrand::Rng::with_seed(1);
    let mut times = Vec::new();
    let mut most = (0, Duration::ZERO);
    for _ in 0..10_000 {
        let game = game(random.u64(..games));
        let positions = game.positions();
        let (position, _) = &positions[random.usize(..positions.len())];
        let start = Instant::now();
        let found = segment.probe(&game.rules, position)?.ok_or("a position is missing")?;
        times.push(start.elapsed());
        if found.results.games > most.0 {
            most = (found.results.games, start.elapsed());
        }
    }
    times.sort();
    let at = |share: usize| milliseconds(times[(times.len() - 1) * share / 1_000]);
    println!(
        "10000 positions: p50 {:.3} ms, p99 {:.3} ms, p99.9 {:.3} ms, longest {:.3} ms; one of {} games {:.3} ms",
        at(500),
        at(990),
        at(999),
        at(1_000),
        most.0,
        milliseconds(most.1)
    );

    let rules = rules("international");
    let mask = Mask::new(&rules, "WK1,50", None, "")?;
    let start = Instant::now();
    let found = segment.search(&Search::new(&rules, &mask, 100_000))?;
    println!(
        "a pattern in {} games: {:.1} s, {} found",
        segment.counts().rules[0].games,
        start.elapsed().as_secs_f64(),
        found.hits.len()
    );
    Ok(())
}

fn milliseconds(time: Duration) -> f64 {
    1_000.0 * time.as_secs_f64()
}

/// The most memory that this process has had, in MiB, where the system says so.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
    line.trim().trim_end_matches(" kB").parse::<u64>().map_or(0, |kilobytes| kilobytes >> 10)
}
