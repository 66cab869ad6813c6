//! Malicious files: nothing panics, hangs, or damages the games around it.

use pdn::{Bounds, Collection, Flaw, Games, Judge};
use std::io::Read;

const LENGTH: usize = 5 << 20;

/// A file that repeats one text, between two good games.
fn flood(text: &str) -> impl Read {
    let good = "[White \"A\"]\n1. 32-28 19-23 2. 28x19 2-0\n\n";
    let times = LENGTH / text.len();
    let middle: Vec<u8> = text.bytes().cycle().take(times * text.len()).collect();
    std::io::Cursor::new(good)
        .chain(std::io::Cursor::new("[White \"B\"]\n1. 32-28 "))
        .chain(std::io::Cursor::new(middle))
        .chain(std::io::Cursor::new(format!("\n\n{good}")))
}

#[test]
fn floods_cost_no_other_game() {
    for text in [
        "{", "(", "(1-2 ", "[", "\"", "1", "1-", "1x", "a", "\\", "/", "$", "*", "é", "\u{0}",
        "%\n", "1-2 ",
    ] {
        let mut first = None;
        let mut last = None;
        for game in Games::new(flood(text)) {
            let game = game.unwrap();
            assert!(game.line.steps.len() + game.problems.len() <= 50_001, "{text}");
            if first.is_none() {
                first = Some(game.clone());
            }
            last = Some(game);
        }
        for game in [first, last] {
            let game = game.unwrap();
            assert_eq!(game.tag("White"), Some("A"), "{text}");
            assert_eq!(Judge::default().replay(&game).problem, None, "{text}");
        }
    }
}

#[test]
fn deep_variations_are_cut() {
    let text =
        format!("1. 32-28 {}1. 31-27{} 19-23 *", "(1. 33-28 ".repeat(100_000), ")".repeat(100_001));
    let game = Games::new(text.as_bytes()).next().unwrap().unwrap();
    assert!(game.problems.iter().any(|problem| matches!(problem.flaw, Flaw::TooDeep(64))));
    let replay = Judge::default().replay(&game);
    assert!(replay.problem.is_some());
}

/// Each of these captures is ambiguous, and no reading fits the rest: the search for the right one gives up.
#[test]
fn doubtful_captures_do_not_multiply() {
    let doubt = "/FEN \"W:WK47,45:B14,19,29,31,42\"/ 47x36 ";
    let text = format!("[GameType \"20\"] {} 1-50 *", doubt.repeat(2_000));
    let game = Games::new(text.as_bytes()).next().unwrap().unwrap();
    let replay = Judge::default().replay(&game);
    assert!(replay.problem.is_some());
}

/// Issue 15.1: however many games a text holds, the limits on what is kept apply, and words outside games are not kept.
#[test]
fn only_so_many_games_are_kept() {
    let bounds = Bounds { games: 300, pieces: 10_000 };
    let read = |text: &str| Collection::read(text.as_bytes(), bounds).unwrap();
    for nothing in ["1-0 ", "1.*\n", "* ", "1-0 {}\n"] {
        let read = read(&nothing.repeat(50_000));
        assert_eq!((read.games.len(), read.more), (0, 0), "{nothing:?}");
    }
    let many = read(&"1-2 *\n".repeat(50_000));
    assert_eq!((many.games.len(), many.more), (300, 49_700));
    let long = format!("{} *\n", "1-2 ".repeat(4_000));
    let few = read(&long.repeat(10));
    assert_eq!((few.games.len(), few.more), (3, 7), "they are made of 10,000 pieces together");
    let tags = read(&"[A \"b\"]\n\n".repeat(5_000));
    assert!(tags.games.len() <= 300 && tags.games.len() + tags.more == 5_000);
}

/// Empty variations count towards the limits.
#[test]
fn empty_variations_are_bounded() {
    let text = format!("1. 32-28 {} *", "()".repeat(500_000));
    let game = Games::new(text.as_bytes()).next().unwrap().unwrap();
    assert!(game.problems.iter().any(|problem| matches!(problem.flaw, Flaw::TooLong(_))));
    assert!(game.line.steps[0].variations.len() <= 50_000);
}
