//! Compares ratings with those of glicko2-py, an independent implementation. (The better-known package glicko2 2.1.0
//! confuses the rating with the deviation when computing the volatility.)

#[path = "../../server/tests/all/common/python.rs"]
mod python;

use draughts_rating::{RatedOutcome, Rating, System};
use serde::Deserialize;
use std::process::Command;

/// The version of glicko2-py that the test is made for.
const GLICKO2: &str = "0.1.0";

const PERIODS: usize = 500;

type Numbers = (f64, f64, f64);

#[derive(Deserialize, Debug)]
struct Period {
    player: Numbers,
    games: Vec<(Numbers, f64)>,
    tau: f64,
    after: Numbers,
}

fn rating((value, deviation, volatility): Numbers) -> Rating {
    Rating::new(value, deviation, volatility)
}

fn outcome(score: f64) -> RatedOutcome {
    let all = [RatedOutcome::Loss, RatedOutcome::Draw, RatedOutcome::Win];
    all.into_iter().find(|outcome| outcome.score() == score).unwrap()
}

fn rated(period: &Period) -> Rating {
    let games: Vec<_> =
        period.games.iter().map(|&(other, score)| (rating(other), outcome(score))).collect();
    rating(period.player).after(&games, &System::with_tau(period.tau))
}

#[test]
fn another_implementation_agrees() {
    let Some(home) = python::package("glicko2-py", GLICKO2) else { return };
    let output = Command::new(home.join("bin/python"))
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/independent.py"))
        .arg(PERIODS.to_string())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let periods: Vec<Period> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(periods.len(), PERIODS + 1);
    let paper = periods[0].after;
    assert!((paper.0 - 1464.06).abs() < 0.01 && (paper.2 - 0.05999).abs() < 1e-5, "{paper:?}");
    // Results beyond our bounds are clamped; there must not be many.
    let within = periods.iter().filter(|period| rated(period).value() > 100.0).count();
    assert!(within > PERIODS * 9 / 10, "{within}");
    for period in &periods {
        let (ours, theirs) = (rated(period), rating(period.after));
        let floor = if period.games.is_empty() { 0.0 } else { 45.0 };
        let apart = [
            ours.value() - theirs.value(),
            ours.deviation() - theirs.deviation().max(floor),
            1_000.0 * (ours.volatility() - theirs.volatility()),
        ];
        assert!(apart.iter().all(|apart| apart.abs() < 1e-3), "{ours:?} {period:?}");
    }
}
