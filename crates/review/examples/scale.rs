//! Prints how much a man means, by the results of games on record: the scale of winning chances with
//! which evaluations foretell results best.
//!
//! `cargo run --release -p draughts-review --example scale games.pdn more.pdn`

use draughts::{Color, Game};
use engine::{Engine, EngineOptions, Limits, Score, SearchOptions};
use pdn::{Games, Judge, Recorded, Replay, ReplayedStep};
use std::fs::File;

const NODES: u64 = 2_000;
/// Moves at the beginning of a game, of both sides, that say little.
const OPENING: usize = 10;
/// What a win that is seen counts.
const WON: f64 = 1_000.0;

fn main() -> std::io::Result<()> {
    for path in std::env::args().skip(1) {
        let games: Vec<_> = Games::new(File::open(&path)?).collect::<Result<_, _>>()?;
        let mut judge = Judge::default();
        judge.learn(&games[..games.len().min(Judge::SAMPLE)]);
        let mut engine = Engine::new(EngineOptions::default());
        let mut seen = Vec::new();
        for replay in games.iter().map(|game| judge.replay(game)) {
            look_at(&replay, &mut engine, &mut seen);
        }
        if seen.is_empty() {
            println!("{path}: no results, or no moves after the opening");
            continue;
        }
        let (error, scale) = best_scale(&seen);
        println!(
            "{path}: {} games, {} positions: scale {scale}, mean square error {error:.3}",
            games.len(),
            seen.len()
        );
    }
    Ok(())
}

/// Evaluations for White, in hundredths of a man, each with the result of its game.
fn look_at(replay: &Replay, engine: &mut Engine, seen: &mut Vec<(f64, f64)>) {
    let result = match replay.recorded {
        Recorded::Win(Color::White) => 1.0,
        Recorded::Win(Color::Black) => -1.0,
        Recorded::Draw => 0.0,
        Recorded::BothLost | Recorded::Unknown => return,
    };
    for (played, position) in replay.played.iter().zip(replay.positions()).skip(OPENING) {
        let ReplayedStep::Move(_) = played else { continue };
        let game = Game::from_position(replay.rules.clone(), position);
        let score = engine.assess(&game, &Limits::nodes(NODES), &SearchOptions::default()).score;
        let value = match score {
            Score::Centimen(value) => value.into(),
            Score::WinsIn(_) => WON,
            Score::LosesIn(_) => -WON,
        };
        seen.push((if position.turn() == Color::White { value } else { -value }, result));
    }
}

/// The mean square error of the best scale, and the scale.
fn best_scale(seen: &[(f64, f64)]) -> (f64, f64) {
    let error = |scale: f64| {
        let square = |(value, result): &(f64, f64)| {
            (2.0 / (1.0 + (-value / scale).exp()) - 1.0 - result).powi(2)
        };
        seen.iter().map(square).sum::<f64>() / seen.len() as f64
    };
    let scales = (2..60).map(|tens| f64::from(tens) * 10.0);
    scales
        .map(|scale| (error(scale), scale))
        .min_by(|one, other| one.0.total_cmp(&other.0))
        .unwrap_or_default()
}
