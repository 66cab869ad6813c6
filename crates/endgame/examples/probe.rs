//! How long a search waits for a table: `cargo run --release -p draughts-endgame --example probe -- VARIANT
//! PIECES FOLDER`. The tables are built first where they are missing.

use draughts::{AnyPosition, Position, Rules, Ruleset, dispatch};
use draughts_endgame::{Build, Tables, Wld};
use std::error::Error;
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

/// Positions that are asked for in turn: few enough for the cache of a processor, then many.
const FEW: usize = 1_000;
const MANY: usize = 400_000;
/// Every position is asked for so often.
const ROUNDS: usize = 20;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut next = || arguments.next().ok_or("usage: probe VARIANT PIECES FOLDER");
    let rules: Ruleset = next()?.parse()?;
    let pieces: usize = next()?.parse()?;
    let tables = Tables::new(Path::new(&next()?), &rules);
    let (stop, progress) = (|| false, |_, _| {});
    tables.build(&Build {
        pieces,
        threads: 0,
        memory: 4 << 30,
        stop: &stop,
        progress: &progress,
    })?;
    tables.pieces();
    let positions = scattered(&rules, pieces);
    for count in [FEW, MANY] {
        let positions = &positions[..count];
        let first = measured(&tables, positions);
        let times = (0..ROUNDS).map(|_| measured(&tables, positions));
        let best = times.min().unwrap_or_default();
        let nanoseconds = |time: Duration| time.as_nanos() as f64 / count as f64;
        println!(
            "{rules}, {count} positions of {pieces} pieces: {:.0} ns a probe, {:.0} ns with decoding",
            nanoseconds(best),
            nanoseconds(first)
        );
    }
    Ok(())
}

/// How long it takes to ask for each of the positions once.
fn measured(tables: &Tables, positions: &[AnyPosition]) -> Duration {
    fn each<R: Rules>(tables: &Tables, position: &Position<R>) -> Option<Wld> {
        tables.find(position)?.wld()
    }
    let start = Instant::now();
    for position in positions {
        dispatch!(position, inner => { black_box(each(tables, inner)); });
    }
    start.elapsed()
}

/// Positions with pieces anywhere, in which nothing can be captured.
fn scattered(rules: &Ruleset, pieces: usize) -> Vec<AnyPosition> {
    let squares = u64::from(AnyPosition::start(rules).layout().squares);
    let mut state = 1_u64;
    let mut below = |limit: u64| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) % limit) as usize
    };
    let mut found = Vec::new();
    while found.len() < MANY {
        let mut text = vec![b'e'; squares as usize];
        for _ in 0..pieces {
            text[below(squares)] = b"wbWB"[below(4)];
        }
        let fen = format!("W{}", String::from_utf8_lossy(&text));
        let Ok(position) = AnyPosition::from_fen(rules, &fen) else { continue };
        if position.outcome().is_none() && !position.any_capture() {
            found.push(position);
        }
    }
    found
}
