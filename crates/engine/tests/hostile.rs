//! Positions and limits made to hurt: there is a legal move, and soon.

mod common;

use common::*;
use draughts::{AnyPosition, Game, Variant};
use draughts_engine::{
    ClockLimit, Engine, EngineOptions, Level, Limits, Ponder, SearchOptions, Stop,
};
use std::thread;
use std::time::{Duration, Instant};

fn kings(from: u32, to: u32) -> String {
    (from..=to).map(|square| format!("K{square}")).collect::<Vec<_>>().join(",")
}

/// Positions in which pieces can be taken in countless ways.
fn hostile() -> Vec<Game> {
    let apart = "W:WK1,K3,K5,K46,K48,K50:BK12,K14,K18,K22,K24,K28,K33,K37,K39";
    let letters = "W:WKa1,Kc1,Ke1,Kg1:BKb4,Kd4,Kf4,Kb6,Kd6,Kf6";
    // BARS.md: keeps well-known programs busy for 20 s and more.
    let many_kings = "W:WK5:BK2,K4,K7,K8,K9,K10,K11,K13,K15,K16,K18,K19,K20,K21,K22,K24,K27,K29,\
        K30,K31,K32,K33,K35,K36,K38,K40,K41,K42,K43,K44,K47,K49";
    let fens = [
        ("international", format!("W:W{}:B{}", kings(1, 20), kings(31, 50))),
        ("frisian", format!("W:W{}:B{}", kings(1, 15), kings(36, 50))),
        ("american", format!("W:W{}:B{}", kings(1, 12), kings(21, 32))),
        ("canadian", format!("W:W{}:B{}", kings(1, 30), kings(43, 72))),
        ("killer", apart.to_owned()),
        ("antidraughts", apart.to_owned()),
        ("russian", letters.to_owned()),
        ("turkish", letters.to_owned()),
        ("international", many_kings.to_owned()),
        ("frisian", many_kings.to_owned()),
        ("frysk", many_kings.to_owned()),
    ];
    // Those whose captures cannot even be listed are no positions.
    let read = |(rules_text, fen): &(&str, String)| {
        let rules = rules(rules_text);
        let position = AnyPosition::from_fen(&rules, fen).ok()?;
        Some(Game::from_position(rules, position))
    };
    fens.iter().filter_map(read).collect()
}

#[test]
fn hostile_positions_stay_within_their_limits() {
    let games = hostile();
    assert!(games.len() >= 9);
    for game in games {
        let report = answer(&game, &Limits::nodes(5_000));
        assert!(report.info.nodes <= 5_000);
        assert_playable(&game, &report);
        let started = Instant::now();
        let report = answer(&game, &Limits::time(Duration::from_millis(50)));
        let taken = started.elapsed();
        assert!(taken < Duration::from_secs(4), "{}: {taken:?}", game.position().to_fen());
        assert_playable(&game, &report);
    }
}

/// Limits that leave no time, all time, or make no sense.
fn odd_limits() -> Vec<Limits> {
    let all = [Duration::ZERO, Duration::from_nanos(1), Duration::MAX];
    let clocks = all.iter().flat_map(|left| all.iter().map(move |increment| (*left, *increment)));
    let clocks = clocks.flat_map(|(left, increment)| {
        [None, Some(0), Some(1), Some(u32::MAX)].map(|moves_to_go| {
            let clock = Some(ClockLimit { left, increment, moves_to_go });
            Limits { clock, ..Limits::infinite() }
        })
    });
    let others = [
        Limits::nodes(0),
        Limits::nodes(1),
        Limits::nodes(u64::MAX),
        Limits::depth(0),
        Limits::depth(1),
        Limits::depth(u32::MAX),
    ];
    clocks.chain(others).chain(all.map(Limits::time)).collect()
}

#[test]
fn odd_limits_have_a_move() {
    let game = Game::new(Variant::Brazilian.into());
    let mut engine = engine();
    for limits in odd_limits() {
        for level in [Level::LOWEST, Level::HIGHEST] {
            let stop = Stop::new();
            let options = SearchOptions { level, stop: stop.clone(), ..Default::default() };
            let mut hear = |info: &draughts_engine::Info| {
                if info.depth == 3 {
                    stop.stop();
                }
            };
            let report = engine.search(&game, &limits, &options, &mut hear).unwrap();
            assert_playable(&game, &report);
        }
    }
}

#[test]
fn more_lines_than_moves_are_as_many_as_moves() {
    for rules in all_rules() {
        let game = Game::new(rules);
        for multi_pv in [game.legal_moves().len(), 1_000, usize::MAX] {
            let options = SearchOptions { multi_pv, ..Default::default() };
            let report = engine().search(&game, &Limits::depth(3), &options, &mut |_| {}).unwrap();
            assert_eq!(report.info.variations.len(), game.legal_moves().len());
            assert_playable(&game, &report);
        }
    }
}

#[test]
fn tables_that_are_full_give_legal_moves() {
    let mut random = Random(31);
    for rules in all_rules() {
        let options = EngineOptions { tt_bytes: 0, ..Default::default() };
        let mut engine = Engine::new(options);
        for _ in 0..3 {
            let game = random_game(&rules, 30, &mut random);
            let limits = Limits::nodes(20_000);
            if let Some(report) = engine.search(&game, &limits, &Default::default(), &mut |_| {}) {
                assert_playable(&game, &report);
            }
        }
    }
}

/// The promise is 10 ms in a release; without optimisation it takes longer.
const SOON: Duration = Duration::from_millis(if cfg!(debug_assertions) { 100 } else { 10 });

/// Lets an engine think until `act` has been called on its stop and its handle for pondering; gives how
/// long it took from there to the answer.
fn time_to_answer(game: &Game, threads: usize, act: impl Fn(&Stop, &Ponder)) -> Duration {
    let stop = Stop::new();
    let ponder = Ponder::new();
    let options =
        SearchOptions { stop: stop.clone(), ponder: Some(ponder.clone()), ..Default::default() };
    let limits = Limits::time(Duration::from_millis(1));
    let mut engine = Engine::new(EngineOptions { threads, ..Default::default() });
    engine.prepare(game.rules());
    thread::scope(|scope| {
        let thinking = scope.spawn(|| {
            let report = engine.search(game, &limits, &options, &mut |_| {}).unwrap();
            (report, Instant::now())
        });
        thread::sleep(Duration::from_millis(60));
        assert!(!thinking.is_finished(), "no time runs before the expected move is played");
        let acted = Instant::now();
        act(&stop, &ponder);
        let (report, ended) = thinking.join().unwrap();
        assert_playable(game, &report);
        ended - acted
    })
}

/// How long it takes at best: other work on the machine may come between.
fn at_best(game: &Game, threads: usize, act: impl Fn(&Stop, &Ponder)) -> Duration {
    let mut least = Duration::MAX;
    for _ in 0..10 {
        least = least.min(time_to_answer(game, threads, &act));
        if least < SOON {
            break;
        }
    }
    least
}

#[test]
fn a_search_ends_as_soon_as_it_is_told() {
    for variant in Variant::ALL {
        let game = Game::new((*variant).into());
        for threads in [1, 2] {
            let stopped = at_best(&game, threads, |stop, _| stop.stop());
            let hit = at_best(&game, threads, |_, ponder| ponder.hit());
            println!("{variant}, {threads} threads: {stopped:?} to stop, {hit:?} after a hit");
            assert!(stopped.max(hit) < SOON, "{variant}, {threads}: {stopped:?}, {hit:?}");
        }
    }
}
