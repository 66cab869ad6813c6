//! Several threads that think together.

mod common;

use common::*;
use draughts::{Game, Variant};
use draughts_engine::{Engine, EngineOptions, Limits, Score, SearchOptions};

fn of(threads: usize) -> Engine {
    Engine::new(EngineOptions { tt_bytes: 1 << 20, threads, ..Default::default() })
}

#[test]
fn lines_of_several_threads_can_be_played() {
    let mut random = Random(21);
    let mut engine = of(3);
    for rules in all_rules() {
        for multi_pv in 1..=3 {
            let game = random_game(&rules, 20, &mut random);
            if game.outcome().is_some() {
                continue;
            }
            let options = SearchOptions { multi_pv, ..Default::default() };
            let mut hear = |info: &draughts_engine::Info| {
                let best = info.variations[0].moves[0];
                assert_playable(&game, &draughts_engine::Report { best, info: info.clone() });
            };
            let report = engine.search(&game, &Limits::depth(6), &options, &mut hear).unwrap();
            assert_playable(&game, &report);
        }
    }
}

#[test]
fn several_threads_see_the_same_wins() {
    for (rules, fen, score) in [
        ("american", "W:WK22,K23:BK29", Score::WinsIn(3)),
        ("international", "W:WK33,K44:B45", Score::WinsIn(1)),
        ("breakthrough", "W:W18,46,47:B20,10,15", Score::WinsIn(5)),
        ("antidraughts", "W:W32,38,43:B18", Score::WinsIn(8)),
    ] {
        let game = game(rules, fen);
        for threads in [1, 2, 4, 64] {
            let report =
                of(threads).search(&game, &Limits::depth(12), &Default::default(), &mut |_| {});
            assert_eq!(report.unwrap().score(), score, "{rules} {fen}: {threads} threads");
        }
    }
}

#[test]
fn all_threads_count_and_all_end() {
    let game = Game::new(Variant::International.into());
    // Long enough for every thread to have its turn on a busy machine.
    const NODES: u64 = 1_000_000;
    let nodes = |threads| {
        let limits = Limits::nodes(NODES);
        of(threads).search(&game, &limits, &Default::default(), &mut |_| {}).unwrap().info.nodes
    };
    assert_eq!(nodes(0), NODES);
    assert_eq!(nodes(1), NODES);
    let together = nodes(4);
    assert!((NODES + 1..=4 * NODES).contains(&together), "{together}");
}
