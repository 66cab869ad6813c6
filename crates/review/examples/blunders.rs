//! How often a blunder of a report is none: judges games as the server does, and each move that it calls a blunder again in a
//! longer search. `docs/chances.md` has the figures.
//!
//! ```text
//! cargo run --release -p draughts-review --example blunders -- 200 FILES…
//! ```

use draughts::Game;
use draughts_review::engine::{Engine, EngineOptions, Limits, SearchOptions, Stop};
use draughts_review::{Judged, Mark, Outcomes, Reviewer};
use pdn::{Judge, Replay, ReplayedStep};
use std::error::Error;
use std::fs::File;
use std::io::BufReader;
use std::time::Duration;

/// Nodes for each position, as in the reports of the server, which look at bad moves four times as long.
const NODES: u64 = 40_000;
/// Nodes for both positions of a blunder when it is judged again: ten times those of that second look.
const NODES_AGAIN: u64 = 10 * 4 * NODES;
/// The most blunders that are taken of a game: those of one game are much alike.
const OF_GAME: usize = 4;

/// What was found.
#[derive(Default)]
struct Tally {
    games: usize,
    moves: usize,
    /// Of a processor.
    time: Duration,
    /// The longest for a game, as if it had 60 moves of both sides.
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
                tally.show();
            }
        }
    }
    Ok(())
}

impl Tally {
    fn show(&self) {
        let Self { games, moves, time, slowest, blunders, milder, wrong } = self;
        let share = |count: usize| 100.0 * count as f64 / (*blunders).max(1) as f64;
        println!(
            "{games} games, {moves} moves in {time:.1?}, one of 60 moves at most {slowest:.1?}; {blunders} blunders, in a longer \
             search not marked {wrong} ({:.1} %), milder {milder} ({:.1} %)",
            share(*wrong),
            share(*milder)
        );
    }
}

/// Judges a game, and its blunders again.
fn look(engine: &mut Engine, game: &pdn::Game, replay: &Replay, file: &str, tally: &mut Tally) {
    let mut reviewer = Reviewer { engine, limits: Limits::nodes(NODES), stop: Stop::new() };
    let begun = processor_time();
    let review = reviewer.review(game, replay, &mut |_, _| {});
    let taken = processor_time().saturating_sub(begun);
    tally.games += 1;
    tally.moves += review.moves.len();
    tally.time += taken;
    if review.moves.len() >= 60 {
        tally.slowest = tally.slowest.max(taken * 120 / review.moves.len() as u32);
    }
    let is_blunder = |judged: &&Judged| judged.mark == Some(Mark::Blunder);
    for judged in review.moves.iter().filter(is_blunder).take(OF_GAME) {
        let before = position(replay, judged.step);
        let loss = loss(reviewer.engine, &before, judged);
        tally.blunders += 1;
        match Mark::of(loss) {
            Some(Mark::Blunder) => continue,
            Some(_) => tally.milder += 1,
            None => tally.wrong += 1,
        }
        println!(
            "{file}: {} {} in {}: lost {:.2}, then {loss:.2}",
            judged.number,
            judged.text,
            judged.position.to_fen(),
            judged.loss,
        );
    }
}

/// The time that this process has had on processors, where the system says so: a busy machine changes it little.
fn processor_time() -> Duration {
    const TICK: Duration = Duration::from_millis(10);
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let ticks =
        |index| stat.split(' ').nth(index).and_then(|ticks| ticks.parse().ok()).unwrap_or(0);
    TICK * (ticks(13) + ticks(14))
}

/// The expected score that a move loses by a search of its own on both sides of it.
fn loss(engine: &mut Engine, before: &Game, judged: &Judged) -> f64 {
    engine.clear();
    let limits = Limits::nodes(NODES_AGAIN);
    let (rules, position) = (before.rules(), before.position());
    let best = engine.assess(before, &limits, &SearchOptions::default());
    if best.line.first() == Some(&judged.mv) {
        return 0.0;
    }
    let mut next = before.clone();
    if next.play(&judged.mv).is_err() {
        next = Game::from_position(rules.clone(), position.play_unchecked(&judged.mv));
    }
    let after = engine.assess(&next, &limits, &SearchOptions::default());
    let expected = |score| Outcomes::of(score, position, rules);
    expected(best.score).loss_to(expected(-after.score))
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
