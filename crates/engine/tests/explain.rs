//! Evaluations taken apart: parts that sum to the whole, and what each piece contributes.

mod common;

use common::*;
use draughts::{AnyPosition, Color, Ruleset};
use draughts_engine::{Evaluation, Explanation, Feature, Score, evaluate, explain};

fn best(rules: &Ruleset, position: &AnyPosition) -> Explanation {
    explain(rules, position, &Evaluation::Best)
}

/// The evaluation for White.
fn for_white(rules: &Ruleset, position: &AnyPosition) -> Score {
    let score = evaluate(rules, position);
    if position.turn() == Color::White { score } else { -score }
}

fn assert_sum(explained: &Explanation, about: &str) {
    let sum: i32 = explained.parts.iter().map(|part| part.value).sum();
    assert_eq!(explained.score, Score::Centimen(sum), "{about}: {explained:?}");
    let is_rounding = |feature| feature == Feature::Rounding;
    let rounding = explained.parts.iter().find(|part| is_rounding(part.feature));
    let rounded: usize =
        explained.parts.iter().map(|part| part.views.map_or(1, |views| views.len())).sum();
    // What was made by hand is whole; of what was learned each number is rounded, and their sum.
    let most = if explained.phase.is_some() { 1 + rounded as i32 / 2 } else { 0 };
    assert!(rounding.is_none_or(|part| part.value.abs() <= most), "{about}: {explained:?}");
    assert!(explained.parts.is_sorted_by_key(|part| -part.value.abs()), "{about}");
    for part in &explained.parts {
        let seen = part.views.map(|views| views.map(|view| view.value).iter().sum());
        assert!(seen.is_none_or(|seen: i32| seen == part.value), "{about}: {part:?}");
    }
}

#[test]
fn parts_sum_to_the_evaluation_under_all_rules() {
    let mut random = Random(5);
    let mut learned = 0;
    for rules in all_rules() {
        for round in 0..120 {
            let game = random_game(&rules, round, &mut random);
            let position = game.position();
            let about = format!("{rules}: {}", position.to_fen());
            let explained = best(&rules, position);
            assert_eq!(explained.score, for_white(&rules, position), "{about}");
            if position.outcome().is_some() {
                assert!(explained.parts.is_empty() && explained.pieces.is_empty(), "{about}");
                continue;
            }
            learned += usize::from(explained.phase.is_some());
            assert_sum(&explained, &about);
            assert_sum(&explain(&rules, position, &Evaluation::HandMade), &about);
        }
    }
    assert!(learned > 400, "{learned}");
}

#[test]
fn at_the_start_there_is_nothing_but_the_turn() {
    for rules in all_rules() {
        let explained = best(&rules, &AnyPosition::start(&rules));
        for part in &explained.parts {
            let may = matches!(part.feature, Feature::Turn | Feature::Rounding);
            assert!(may || part.value == 0, "{rules}: {part:?}");
        }
        if let Some(phase) = explained.phase {
            assert_eq!(phase.pieces, phase.full);
        }
    }
}

#[test]
fn patterns_cover_the_board_and_are_turned_for_black() {
    for (rules, squares) in [("american", 32), ("italian", 32), ("frisian", 50)] {
        let game = random_game(&self::rules(rules), 30, &mut Random(3));
        let position = game.position();
        let layout = position.layout();
        let explained = best(game.rules(), position);
        let men = explained.parts.iter().filter(|part| part.feature == Feature::MenPattern);
        let mut seen = draughts::SquareSet::EMPTY;
        for views in men.filter_map(|part| part.views) {
            let turned = views[0].squares.iter().filter_map(|square| {
                let (row, column) = position.row_column(square);
                position.square_at(layout.height - 1 - row, layout.width - 1 - column)
            });
            assert_eq!(turned.collect::<draughts::SquareSet>(), views[1].squares);
            seen = seen | views[0].squares | views[1].squares;
        }
        assert_eq!(seen.len(), squares, "{rules}");
    }
}

#[test]
fn a_piece_contributes_what_is_lost_without_it() {
    let with = |rules: &str, fen: &str| {
        let game = game(rules, fen);
        (game.rules().clone(), *game.position())
    };
    for (text, fen, without) in [
        ("american", "W:W21,22,K30:B1,2,10", "W:W21,K30:B1,2,10"),
        ("international", "B:W27,28,32,37:B16,18,19,K36", "B:W27,32,37:B16,18,19,K36"),
        ("canadian", "W:W40,41,K50:B10,11", "W:W40,K50:B10,11"),
    ] {
        let (rules, position) = with(text, fen);
        let (_, fewer) = with(text, without);
        let gone = position.pieces(Color::White) - fewer.pieces(Color::White);
        let explained = best(&rules, &position);
        let pieces = position.pieces(Color::White) | position.pieces(Color::Black);
        assert_eq!(explained.pieces.len(), pieces.len(), "{text}");
        let (_, value) =
            explained.pieces.iter().find(|(square, _)| gone.contains(*square)).unwrap();
        let lost = for_white(&rules, &fewer);
        assert_eq!(Score::Centimen(value + centimen(lost)), explained.score, "{text}");
    }
    let (rules, position) = with("russian", "W:Wa1,Kc1:Bh8");
    let explained = best(&rules, &position);
    assert_eq!(explained.pieces.len(), 2, "without Black's last piece there is no position");
}

fn centimen(score: Score) -> i32 {
    match score {
        Score::Centimen(value) => value,
        decided => panic!("{decided}"),
    }
}
