//! How often a blunder of a report is none: judges games as the server does, and each move that it calls a blunder again with
//! ten times the nodes. `docs/chances.md` has the figures.
//!
//! ```text
//! cargo run --release -p draughts-review --example blunders -- 200 FILES…
//! ```

use draughts::Game;
use draughts_review::engine::{Engine, EngineOptions, Limits, Stop};
use draughts_review::{Judged, Mark, Reviewer};
use pdn::{Judge, Replay, ReplayedStep};
use std::error::Error;
use std::fs::File;
use std::io::BufReader;
use std::time::{Duration, Instant};

/// Nodes for each position, as in the reports of the server.
const NODES: u64 = 40_000;
const TIMES: u64 = 10;
/// The most blunders that are taken of a game: those of one game are much alike.
const OF_GAME: usize = 4;

/// What was found.
#[derive(Default)]
struct Tally {
    games: usize,
    moves: usize,
    time: Duration,
    /// The longest time for a game, as if it had 60 moves of both sides.
    slowest: Duration,
    blunders: usize,
    /// Those that are marked, but not as blunders, when looked at closely.
    milder: usize,
    /// Those that are not marked at all.
    wrong: usize,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let wanted: usize = arguments.next().ok_or("how many blunders?")?.parse()?;
    let mut engine = Engine::new(EngineOptions { tt_bytes: 16 << 20, ..Default::default() });
    let mut tally = Tally::default();
    for file in arguments {
        for game in pdn::Games::new(BufReader::new(File::open(&file)?)) {
            if tally.blunders >= wanted {
                break;
            }
            let game = game?;
            let replay = Judge::default().replay(&game);
            if !replay.played.is_empty() {
                look(&mut engine, &game, &replay, &file, &mut tally);
            }
        }
    }
    let Tally { games, moves, time, slowest, blunders, milder, wrong } = tally;
    let share = |count: usize| 100.0 * count as f64 / blunders.max(1) as f64;
    println!(
        "{games} games, {moves} moves in {time:.1?}; a game of 60 moves at most {slowest:.1?}"
    );
    println!(
        "{blunders} blunders, not marked with {TIMES} times the nodes: {wrong} ({:.1} %)",
        share(wrong)
    );
    println!("mistake or inaccuracy then: {milder} ({:.1} %)", share(milder));
    Ok(())
}

/// Judges a game, and its blunders again.
fn look(engine: &mut Engine, game: &pdn::Game, replay: &Replay, file: &str, tally: &mut Tally) {
    let mut reviewer = Reviewer { engine, limits: Limits::nodes(NODES), stop: Stop::new() };
    let begun = Instant::now();
    let review = reviewer.review(game, replay, &mut |_, _| {});
    let taken = begun.elapsed();
    tally.games += 1;
    tally.moves += review.moves.len();
    tally.time += taken;
    if review.moves.len() >= 60 {
        tally.slowest = tally.slowest.max(taken * 120 / review.moves.len() as u32);
    }
    reviewer.limits = Limits::nodes(NODES * TIMES);
    let is_blunder = |judged: &&Judged| judged.mark == Some(Mark::Blunder);
    for judged in review.moves.iter().filter(is_blunder).take(OF_GAME) {
        let before = position(replay, judged.step);
        let Some(again) = reviewer.review_move(&before, &judged.mv) else { continue };
        let found = &again.moves[0];
        tally.blunders += 1;
        match found.mark {
            Some(Mark::Blunder) => continue,
            Some(_) => tally.milder += 1,
            None => tally.wrong += 1,
        }
        println!(
            "{file}: {} {} in {}: lost {:.2}, then {:.2}",
            judged.number,
            judged.text,
            judged.position.to_fen(),
            judged.loss,
            found.loss
        );
    }
}

/// The game before a step, with what was played.
fn position(replay: &Replay, step: usize) -> Game {
    let mut game = Game::from_position(replay.rules.clone(), replay.start);
    for played in &replay.played[..step] {
        match played {
            ReplayedStep::Move(mv) => {
                if game.play(mv).is_err() {
                    // It was over, and they went on.
                    let next = game.position().play_unchecked(mv);
                    game = Game::from_position(replay.rules.clone(), next);
                }
            }
            ReplayedStep::Setup(position) => {
                game = Game::from_position(replay.rules.clone(), **position);
            }
            ReplayedStep::Unknown => {}
        }
    }
    game
}
