//! Searches the start positions of all variants, or of those named, to a fixed number of positions
//! and prints how fast: `cargo run --release -p engine --example bench -- american international`.

use draughts::{Game, Ruleset, Variant};
use engine::{Engine, EngineOptions, Limits, SearchOptions};

const NODES: u64 = 3_000_000;

fn main() {
    let mut names: Vec<String> = std::env::args().skip(1).collect();
    if names.is_empty() {
        names = Variant::ALL.iter().map(|variant| variant.name().to_owned()).collect();
    }
    let mut engine = Engine::new(EngineOptions { table_bytes: 64 << 20, ..Default::default() });
    for name in names {
        let rules: Ruleset = match name.parse() {
            Ok(rules) => rules,
            Err(error) => {
                eprintln!("{error}");
                std::process::exit(2);
            }
        };
        let game = Game::new(rules);
        engine.clear();
        let options = SearchOptions::default();
        let Some(report) = engine.search(&game, &Limits::nodes(NODES), &options, &mut |_| {})
        else {
            continue;
        };
        let info = &report.info;
        let speed = info.nodes as f64 / info.time.as_secs_f64() / 1e6;
        println!(
            "{name:14} {:9} nodes {:6.2} s {speed:5.2} Mnps  depth {:2}  {} {}",
            info.nodes,
            info.time.as_secs_f64(),
            info.depth,
            game.position().text(&report.best),
            report.score(),
        );
    }
}
