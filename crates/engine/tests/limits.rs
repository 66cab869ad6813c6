//! Limits, stopping, determinism, draws.

mod common;

use common::*;
use draughts::{Game, Variant};
use draughts_engine::{
    ClockLimit, Engine, EngineOptions, Level, Limits, Report, Score, SearchOptions, Stop,
};
use std::time::Duration;

#[test]
fn the_same_search_gives_the_same_report() {
    // R-DT-1: what the computer plays comes from the seed alone.
    let mut random = Random(3);
    for &variant in Variant::ALL {
        let game = random_game(&variant.into(), 12, &mut random);
        for level in [1, 4, 7, 9, 10].map(|number| Level::new(number).unwrap()) {
            let once = || {
                let options = SearchOptions { level, seed: 77, multi_pv: 2, ..Default::default() };
                let limits = Limits::nodes(12_000);
                let mut infos = Vec::new();
                let mut hear = |info: &draughts_engine::Info| {
                    infos.push(draughts_engine::Info { time: Duration::ZERO, ..info.clone() });
                };
                let mut report = engine().search(&game, &limits, &options, &mut hear).unwrap();
                report.info.time = Duration::ZERO;
                (report, infos)
            };
            assert_eq!(once(), once());
        }
    }
}

#[test]
fn progress_counts_what_all_threads_look_at() {
    const EACH: u64 = 200_000;
    let game = Game::new(Variant::International.into());
    let mut engine = Engine::new(EngineOptions { threads: 2, ..Default::default() });
    let mut last_told = || {
        let mut told = vec![0];
        let mut hear = |info: &draughts_engine::Info| told.push(info.nodes);
        engine.clear();
        let options = SearchOptions::default();
        let report = engine.search(&game, &Limits::nodes(EACH), &options, &mut hear).unwrap();
        let last = told[told.len() - 1];
        assert!(told.is_sorted() && last <= report.info.nodes, "{told:?}");
        last
    };
    // One thread cannot have looked at more; on a busy machine the other may not get its turn at once.
    assert!((0..20).any(|_| last_told() > EACH));
}

#[test]
fn a_level_depends_on_the_position_and_the_seed_alone() {
    // R-DT-1: not on what the engine thought about before.
    let mut random = Random(4);
    let game = random_game(&rules("russian"), 10, &mut random);
    let options = SearchOptions { level: Level::new(5).unwrap(), seed: 11, ..Default::default() };
    let without_time = |mut report: Report| {
        report.info.time = Duration::ZERO;
        report
    };
    let mut used = engine();
    for other in ["russian", "international", "antidraughts"] {
        let other = random_game(&rules(other), 8, &mut random);
        used.search(&other, &Limits::nodes(9_000), &Default::default(), &mut |_| {});
        used.search(&game, &Limits::nodes(9_000), &Default::default(), &mut |_| {});
        let [after_use, fresh] = [&mut used, &mut engine()]
            .map(|engine| engine.search(&game, &Limits::infinite(), &options, &mut |_| {}));
        assert_eq!(after_use.map(without_time), fresh.map(without_time));
    }
}

#[test]
fn a_cleared_engine_is_as_new() {
    let game = Game::new(rules("international"));
    let mut engine = engine();
    let mut nodes = || {
        engine.clear();
        let report = engine.search(&game, &Limits::depth(7), &Default::default(), &mut |_| {});
        report.unwrap().info.nodes
    };
    assert_eq!(nodes(), nodes());
}

#[test]
fn a_search_without_limits_stops_when_told() {
    for variant in [Variant::International, Variant::Turkish, Variant::Antidraughts] {
        let game = Game::new(variant.into());
        let stop = Stop::new();
        let options = SearchOptions { stop: stop.clone(), ..Default::default() };
        let mut nodes = 0;
        let mut hear = |info: &draughts_engine::Info| {
            if info.depth == 6 {
                stop.stop();
                nodes = info.nodes;
            }
        };
        let report = engine().search(&game, &Limits::infinite(), &options, &mut hear).unwrap();
        assert!(report.info.nodes <= nodes + 1_000);
        assert_playable(&game, &report);
    }
}

#[test]
fn a_search_that_is_over_before_it_starts_still_moves() {
    let game = Game::new(rules("brazilian"));
    let stopped = Stop::new();
    stopped.stop();
    let clock = ClockLimit { left: Duration::ZERO, increment: Duration::ZERO, moves_to_go: None };
    let limits = [
        (Limits::infinite(), stopped),
        (Limits::nodes(0), Stop::new()),
        (Limits::depth(0), Stop::new()),
        (Limits::time(Duration::ZERO), Stop::new()),
        (Limits { clock: Some(clock), ..Limits::infinite() }, Stop::new()),
    ];
    for (limits, stop) in limits {
        let options = SearchOptions { stop, ..Default::default() };
        let report = engine().search(&game, &limits, &options, &mut |_| {}).unwrap();
        assert_playable(&game, &report);
    }
}

#[test]
fn a_losing_side_sees_the_repetition() {
    // Black is lost, but White has gone back and forth: the move that brings an earlier position
    // back is a draw.
    let mut game = game("american", "B:WK14,K18,K10:BK32");
    for text in ["32-28", "10-6", "28-32", "6-10"] {
        let mv = game.position().parse_move(text).unwrap();
        game.play(&mv).unwrap();
    }
    let lines = SearchOptions { multi_pv: 99, ..Default::default() };
    let report = engine().search(&game, &Limits::depth(3), &lines, &mut |_| {}).unwrap();
    let again = game.position().parse_move("32-28").unwrap();
    let line = report.info.variations.iter().find(|line| line.moves[0] == again).unwrap();
    assert_eq!((line.score, line.moves.len()), (Score::Centimen(0), 1));
    assert_eq!(report.best, again);
}

#[test]
fn a_draw_counter_that_runs_out_is_seen() {
    // Two kings against one: five moves each, then drawn (FMJD 6.4).
    let mut game = game("international", "W:WK48,K49:BK5");
    let mut engine = engine();
    let mut scores = Vec::new();
    while game.outcome().is_none() {
        let report = engine.search(&game, &Limits::depth(6), &Default::default(), &mut |_| {});
        let report = report.unwrap();
        scores.push(report.score());
        game.play(&report.best).unwrap();
    }
    assert!(game.outcome().unwrap().winner.is_none());
    assert_eq!(scores.last(), Some(&Score::Centimen(0)));
}

#[test]
fn a_dead_draw_is_looked_at_as_deeply_as_lines_go() {
    // Nothing can happen, so the search comes to its greatest depth; its stack must hold.
    for (rules, fen) in [("thai", "W:WK1:BK32"), ("american", "W:WK1,K2:BK31,K32")] {
        let game = game(rules, fen);
        let report = answer(&game, &Limits::nodes(400_000));
        assert_playable(&game, &report);
        assert_eq!(report.score(), Score::Centimen(0), "{rules}: depth {}", report.info.depth);
    }
}

#[test]
fn an_engine_can_move_to_another_thread() {
    fn can_be_sent<T: Send + 'static>(_: &T) {}
    can_be_sent(&engine());
    can_be_sent(&SearchOptions::default());
}

#[test]
fn without_any_time_a_first_look_is_taken() {
    let clock = ClockLimit { left: Duration::ZERO, increment: Duration::ZERO, moves_to_go: None };
    let no_clock = Limits { clock: Some(clock), ..Limits::infinite() };
    let mut random = Random(8);
    for variant in [Variant::American, Variant::International, Variant::Turkish] {
        for plies in [8, 16, 30] {
            let game = random_game(&variant.into(), plies, &mut random);
            if game.outcome().is_some() {
                continue;
            }
            let best = answer(&game, &Limits::depth(1)).best;
            for limits in [no_clock, Limits::time(Duration::ZERO)] {
                assert_eq!(answer(&game, &limits).best, best);
            }
        }
    }
}
