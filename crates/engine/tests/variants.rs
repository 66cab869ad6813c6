//! Every variant and house rules: a legal move with a legal line, whatever the position.

mod common;

use common::*;
use draughts::Game;
use draughts_engine::{Level, Limits, Score, SearchOptions};

#[test]
fn every_game_gets_a_legal_move_and_line() {
    let mut random = Random(1);
    let mut engine = engine();
    for rules in all_rules() {
        for round in 0..31 {
            let game = random_game(&rules, 3 * round, &mut random);
            let multi_pv = 1 + round % 3;
            let options = SearchOptions { multi_pv, ..Default::default() };
            let limits = Limits { depth: Some(5), ..Limits::nodes(1_500) };
            let report = engine.search(&game, &limits, &options, &mut |_| {});
            assert_eq!(report.is_none(), game.outcome().is_some(), "{rules}");
            if let Some(report) = report {
                assert_playable(&game, &report);
                assert!(report.info.nodes <= 1_500);
                assert!(report.info.variations.len() <= multi_pv);
            }
        }
    }
}

#[test]
fn every_level_plays_in_every_game() {
    let mut random = Random(2);
    let mut engine = engine();
    for rules in all_rules() {
        let game = random_game(&rules, 20, &mut random);
        for level in Level::all() {
            let options = SearchOptions { level, seed: 9, ..Default::default() };
            let report = engine.search(&game, &Limits::nodes(1_000), &options, &mut |_| {});
            if let Some(report) = report {
                assert_playable(&game, &report);
            }
        }
    }
}

#[test]
fn a_finished_game_has_no_move() {
    let game = game("american", "W:W32:B27,28,23,24");
    assert!(game.outcome().is_some());
    assert!(
        engine().search(&game, &Limits::infinite(), &Default::default(), &mut |_| {}).is_none()
    );
    assert!(engine().hint(&game).is_none());
}

#[test]
fn a_forced_move_is_played_at_once() {
    let game = game("international", "W:W28,38,39,43,44,48,49:B22,7,8,9,10,12,13");
    assert_eq!(game.legal_moves().len(), 1);
    let report = answer(&game, &Limits::depth(60));
    assert!(report.info.nodes < 20_000, "{} nodes", report.info.nodes);
    assert_eq!(report.best, game.legal_moves()[0]);
}

#[test]
fn several_lines_are_different_moves_in_order() {
    let game = Game::new(rules("russian"));
    let options = SearchOptions { multi_pv: 4, ..Default::default() };
    let report = engine().search(&game, &Limits::depth(6), &options, &mut |_| {}).unwrap();
    let lines = &report.info.variations;
    assert_eq!(lines.len(), 4);
    assert!(lines.windows(2).all(|pair| pair[0].score >= pair[1].score));
    let mut firsts: Vec<_> = lines.iter().map(|line| line.moves[0]).collect();
    firsts.dedup();
    assert_eq!(firsts.len(), 4);
}

#[test]
fn in_antidraughts_pieces_are_given_away() {
    let given = game("antidraughts", "W:W28:B17,7");
    let report = answer(&given, &Limits::depth(9));
    assert_eq!(given.position().text(&report.best), "28-22");
    // Learned values are small where losing wins: only the sign is certain.
    let few = judged("antidraughts", "W:W31,32:B1,2,3,4,5");
    assert!(few > Score::Centimen(0), "{few}");
    let by_hand = judged("international,blocked=wins", "W:W31,32:B1,2,3,4,5");
    assert!(by_hand > Score::Centimen(200), "{by_hand}");
}

#[test]
fn in_breakthrough_a_free_man_runs() {
    let near = game("breakthrough", "W:W7,46:B15,20");
    let report = answer(&near, &Limits::depth(3));
    assert!(report.best.promotes());
    assert_eq!(report.score(), Score::WinsIn(1));
    let far = game("breakthrough", "W:W22,46,47:B10,15,20");
    let report = answer(&far, &Limits::depth(2));
    assert_eq!(far.position().number(report.best.from()), 22);
    assert!(report.score() > Score::Centimen(200), "{}", report.score());
}

#[test]
fn where_being_blocked_draws_it_saves_a_lost_game() {
    // White's man is about to be blocked for good: a loss in American, a draw in casual checkers.
    let fen = "B:W21:B17,14,13,1";
    let casual = answer(&game("casual,capture=on,continue=yes", fen), &Limits::depth(6));
    let american = answer(&game("american", fen), &Limits::depth(6));
    assert!(matches!(american.score(), Score::WinsIn(_)), "{}", american.score());
    assert!(casual.score() <= american.score());
}

#[test]
fn kings_are_worth_what_they_can_do() {
    let score = |rules: &str| judged(rules, "W:WK28,32,31:B1,2,3,4");
    assert!(score("american,kings=flying") > score("american"));
}

fn judged(rules: &str, fen: &str) -> Score {
    let game = game(rules, fen);
    draughts_engine::evaluate(game.rules(), game.position())
}
