//! Levels: stronger ones win, lower ones vary and overlook more.

mod common;

use common::*;
use draughts::{AnyPosition, Color, Game, Move};
use draughts_engine::{Engine, Level, Limits, SearchOptions};
use std::collections::HashSet;

fn level(number: u8) -> Level {
    Level::new(number).unwrap()
}

fn plays(engine: &mut Engine, game: &Game, level: Level, seed: u64) -> Move {
    let options = SearchOptions { level, seed, game_seed: Some(seed), ..Default::default() };
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
fn the_steps_are_in_order() {
    for rules in ["american", "russian"] {
        for upper in 2..=6 {
            let [wins, _, losses] = versus(rules, level(upper), level(upper - 1), 30);
            assert!(wins > losses, "{rules}: level {upper} won {wins} and lost {losses}");
        }
    }
}

/// On every square, where losing all pieces or the first king wins, and without learned weights.
#[test]
fn levels_differ_in_every_kind_of_game() {
    for rules in ["turkish", "antidraughts", "russian,blocked=wins", "american,first-king-wins=yes"]
    {
        for (one, other) in [(3, 1), (6, 3)] {
            let [wins, _, losses] = versus(rules, level(one), level(other), 16);
            assert!(wins > losses + 4, "{rules}: level {one} won {wins} and lost {losses}");
        }
    }
}

/// Takes minutes: `DAMIER_SLOW=1`, in release, with `--nocapture` for the table.
#[test]
fn each_level_beats_the_one_below() {
    if std::env::var_os("DAMIER_SLOW").is_none() {
        return;
    }
    for rules in ["american", "international", "italian", "russian"] {
        for upper in 2..=9 {
            let [wins, _, losses] = versus(rules, level(upper), level(upper - 1), 40);
            assert!(wins > losses, "{rules}: level {upper} won {wins} and lost {losses}");
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

/// What a side leads by, in hundredths of a man, after a capture and a capture back.
fn after_exchange(position: &AnyPosition, color: Color, captures: u32) -> i32 {
    let worth = |color| 100 * position.pieces(color).len() + 40 * position.kings(color).len();
    if captures == 0 || !position.any_capture() {
        return worth(color) as i32 - worth(!color) as i32;
    }
    let moves = position.legal_moves();
    let values =
        moves.iter().map(|mv| after_exchange(&position.play_unchecked(mv), color, captures - 1));
    let best = if position.turn() == color { values.max() } else { values.min() };
    best.unwrap_or_default()
}

/// Of a hundred positions in which some moves lose a piece at once and some do not, in how many a level loses one.
fn hangs(level: Level) -> usize {
    let mut engine = engine();
    let (mut seen, mut lost) = (0, 0);
    for number in 0.. {
        let game = random_game(&rules("american"), 8 + number as usize % 40, &mut Random(number));
        let position = game.position();
        let value = |mv: &Move| after_exchange(&position.play_unchecked(mv), position.turn(), 2);
        let values: Vec<_> = game.legal_moves().iter().map(value).collect();
        let (Some(best), Some(worst)) = (values.iter().max(), values.iter().min()) else {
            continue;
        };
        if best - worst < 100 {
            continue;
        }
        let chosen = value(&plays(&mut engine, &game, level, number));
        seen += 1;
        lost += usize::from(best - chosen >= 100);
        if seen == 100 {
            break;
        }
    }
    println!("{level} loses a piece at once in {lost} of {seen}");
    lost
}

#[test]
fn low_levels_overlook_what_people_overlook() {
    // The lowest level loses pieces, but sees most of what is lost at once; then less and less is. What the
    // eighth gives away are sacrifices.
    let [first, second, fourth, eighth] = [1, 2, 4, 8].map(|number| hangs(level(number)));
    assert!((10..=40).contains(&first), "level 1: {first}");
    assert!(second < first && fourth < second && eighth < fourth, "{second}, {fourth}, {eighth}");
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
