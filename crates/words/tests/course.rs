//! The course: which lessons each variant has, that its tasks can be solved, and that its solutions are right. Issue
//! 19.7.

use draughts::{AnyPosition, Color, Ruleset, Variant};
use std::collections::BTreeMap;
use words::Language;
use words::course::{Exercise, Goal, course};

fn all_rules() -> Vec<Ruleset> {
    let official = Variant::ALL.iter().map(|variant| Ruleset::from(*variant));
    official.chain(Ruleset::presets().map(|(_, preset)| preset)).collect()
}

/// The exercises of each lesson.
fn lessons(text: &str) -> BTreeMap<&'static str, Vec<&'static str>> {
    let rules: Ruleset = text.parse().unwrap();
    let names = |all: &[Exercise]| all.iter().map(|one| one.name).collect();
    course(&rules).iter().map(|lesson| (lesson.name, names(&lesson.exercises))).collect()
}

fn exercises(rules: &Ruleset) -> Vec<Exercise> {
    course(rules).into_iter().flat_map(|lesson| lesson.exercises).collect()
}

#[test]
fn every_game_has_a_course() {
    for rules in all_rules() {
        let names: Vec<&str> = course(&rules).iter().map(|lesson| lesson.name).collect();
        for basic in ["moving", "capturing", "crowning"] {
            assert!(names.contains(&basic), "{rules} has {names:?}");
        }
    }
}

#[test]
fn lessons_follow_the_rules() {
    assert_eq!(lessons("american")["choice"], ["free"]);
    assert_eq!(lessons("international")["choice"], ["most"]);
    assert_eq!(lessons("italian")["choice"], ["most", "with-king", "most-kings"]);
    assert_eq!(lessons("frisian")["choice"], ["value", "with-king"]);
    assert_eq!(lessons("american")["kings"], ["king-backwards", "king-turns"]);
    assert_eq!(lessons("russian")["kings"], ["king-backwards", "king-from-afar", "king-turns"]);
    assert!(!lessons("breakthrough").contains_key("kings"), "the first king ends the game");
    assert!(!lessons("american,capture=off").contains_key("forced"));
    for main in ["american", "international", "italian", "russian", "brazilian", "turkish"] {
        assert_eq!(lessons(main)["shot"], ["shot", "second-shot"], "{main}");
        assert!(lessons(main).contains_key("opposition"), "{main}");
    }
    for lost_is_won in ["shot", "opposition"] {
        assert!(!lessons("antidraughts").contains_key(lost_is_won), "{lost_is_won}");
    }
}

/// How many pieces a side has.
fn pieces(position: &AnyPosition, side: Color) -> usize {
    position.pieces(side).len()
}

#[test]
fn what_is_asked_can_be_done() {
    for rules in all_rules() {
        for one in exercises(&rules) {
            let name = format!("{rules}: {}", one.name);
            assert_eq!(one.position.turn(), Color::White, "{name}");
            assert!(!one.right.is_empty(), "{name}");
            for mv in &one.right {
                let after = one.position.play(mv).unwrap_or_else(|_| panic!("{name}"));
                let Goal::Taken(count) = one.goal else { continue };
                let taken = mv.captured().len() as u32;
                if taken > 0 {
                    assert_eq!(taken, count, "{name}");
                    continue;
                }
                for reply in after.legal_moves() {
                    assert!(reply.is_capture(), "{name}: the other side need not take");
                    let then = after.play_unchecked(&reply);
                    let most = then.legal_moves().iter().map(|mv| mv.captured().len()).max();
                    assert!(most.is_some_and(|most| most as u32 >= count), "{name}");
                    assert!(
                        count as usize
                            > pieces(&one.position, Color::White) - pieces(&then, Color::White)
                    );
                }
            }
        }
    }
}

/// A lesson about the end of a game is right for every continuation.
#[test]
fn the_opposition_wins() {
    fn is_won(position: &AnyPosition, plies: u32) -> bool {
        let legal = position.legal_moves();
        let mut after = legal.iter().map(|mv| position.play_unchecked(mv));
        match (legal.is_empty(), position.turn()) {
            (true, turn) => turn == Color::Black,
            (false, _) if plies == 0 => false,
            (false, Color::White) => after.any(|next| is_won(&next, plies - 1)),
            (false, Color::Black) => after.all(|next| is_won(&next, plies - 1)),
        }
    }
    for text in ["american", "international", "italian", "russian", "brazilian", "turkish"] {
        let all = exercises(&text.parse().unwrap());
        let held: Vec<_> =
            all.iter().filter(|one| one.task.key == "course.opposition-held.task").collect();
        assert!(!held.is_empty(), "{text}");
        for one in held {
            for mv in one.position.legal_moves() {
                let won = is_won(&one.position.play_unchecked(&mv), 4);
                assert_eq!(won, one.right.contains(&mv), "{text}: {}", one.position.text(&mv));
            }
        }
    }
}

#[test]
fn everything_is_said_in_every_language() {
    for rules in all_rules() {
        for one in exercises(&rules) {
            for language in Language::ALL {
                for phrase in [&one.task, &one.lesson] {
                    let said = phrase.said(language);
                    assert_ne!(said, phrase.key, "no words in {language:?}");
                    assert!(!said.contains('{'), "{language:?}: {said}");
                }
            }
        }
    }
}
