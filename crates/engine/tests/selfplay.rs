//! Fast games of the engine against itself: every move is legal, whatever the rules, the level and the
//! number of threads.

mod common;

use common::*;
use draughts::{AnyPosition, Game, Move, Ruleset};
use draughts_engine::{Engine, EngineOptions, Level, Limits, SearchOptions};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;

/// With `DAMIER_SLOW=1`, in release, what the requirement says; else as many as a moment allows.
fn games_each() -> u64 {
    if std::env::var_os("DAMIER_SLOW").is_some() { 10_000 } else { 200 }
}

/// After so many plies a game that has not ended is left.
const LONGEST: usize = 160;

/// How one of the games is played.
struct Style {
    level: Level,
    nodes: u64,
    threads: usize,
}

impl Style {
    /// Levels below the highest and second threads take far longer for a move than the search itself,
    /// so they have a part of the games.
    fn of(number: u64) -> Self {
        let level = match number % 60 {
            0 => Level::new(1 + (number / 60 % 9) as u8).unwrap(),
            _ => Level::HIGHEST,
        };
        let threads = if number % 60 == 30 { 2 } else { 1 };
        Self { level, nodes: number % 32, threads }
    }
}

/// Plays a game; gives how many moves it had.
fn play(rules: &Ruleset, engines: &mut [Engine; 2], number: u64) -> u64 {
    let Style { level, nodes, threads } = Style::of(number);
    let engine = &mut engines[threads - 1];
    let mut random = Random(number);
    let mut game = random_game(rules, random.below(8), &mut random);
    let options = SearchOptions { level, seed: number, ..Default::default() };
    let mut plies = 0;
    while game.outcome().is_none() && game.history().len() < LONGEST {
        let report = engine.search(&game, &Limits::nodes(nodes), &options, &mut |_| {});
        let mv = report.expect("the game goes on").best;
        assert_legal(&game, &mv, number);
        game.play(&mv).unwrap();
        plies += 1;
    }
    plies
}

/// Asks the position, and now and then one that was read anew and has no past.
#[track_caller]
fn assert_legal(game: &Game, mv: &Move, number: u64) {
    let position = game.position();
    let fen = || position.to_fen();
    assert!(position.is_legal(mv), "{} {}: {mv:?}", game.rules(), fen());
    if number.is_multiple_of(20) {
        let anew = AnyPosition::from_fen(game.rules(), &fen()).expect("what was written");
        assert!(anew.is_legal(mv), "{} {}: {mv:?}", game.rules(), fen());
    }
}

#[test]
fn no_move_of_fast_games_is_illegal() {
    let all = all_rules();
    let (next, moves) = (AtomicUsize::new(0), AtomicU64::new(0));
    let plays = || {
        while let Some(rules) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
            let mut engines = [1, 2].map(|threads| {
                Engine::new(EngineOptions { tt_bytes: 0, threads, ..Default::default() })
            });
            for number in 0..games_each() {
                moves.fetch_add(play(rules, &mut engines, number), Ordering::Relaxed);
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(plays);
        }
    });
    let games = games_each() * all.len() as u64;
    println!("{games} games of {} rules, {} moves", all.len(), moves.into_inner());
}
