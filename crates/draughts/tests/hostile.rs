//! Malicious texts and set-ups: each is accepted or refused, and soon (BARS.md).

mod common;

use common::{rules, with_a_large_stack};
use draughts::{AnyPosition, FenError, FenErrorKind, MoveError, Ruleset, SetupError, Variant};
use std::time::{Duration, Instant};

/// The set-up of BARS.md that takes well-known programs 20 s and more.
const MANY_KINGS: &str = "W:WK5:BK2,K4,K7,K8,K9,K10,K11,K13,K15,K16,K18,K19,K20,K21,K22,K24,K27,K29,\
    K30,K31,K32,K33,K35,K36,K38,K40,K41,K42,K43,K44,K47,K49";

/// The limit is 100 ms in a release build; unoptimised it takes longer.
const SOON: Duration =
    if cfg!(debug_assertions) { Duration::from_secs(4) } else { Duration::from_millis(100) };

/// Parses a set-up and runs all queries of a server; returns whether it is a valid position.
#[track_caller]
fn answered(rules: &Ruleset, fen: &str) -> bool {
    let soon = |started: Instant, what: &str| {
        let taken = started.elapsed();
        assert!(taken < SOON, "{rules} {fen}: {what} took {taken:?}");
    };
    let started = Instant::now();
    let read = AnyPosition::from_fen(rules, fen);
    soon(started, "reading");
    let position = match read {
        Ok(position) => position,
        Err(FenError { kind: FenErrorKind::Setup(SetupError::TooManyCaptures), .. }) => {
            return false;
        }
        Err(error) => panic!("{rules} {fen}: {error}"),
    };
    let started = Instant::now();
    let legal = position.legal_moves();
    soon(started, "listing moves");
    assert_eq!(legal.is_empty(), position.outcome().is_some());
    let Some(mv) = legal.first() else { return true };
    let started = Instant::now();
    let text = position.write_move(mv, &legal, draughts::Style::Numbers);
    soon(started, "writing a move");
    let started = Instant::now();
    assert_eq!(position.parse_move(&text).as_ref(), Ok(mv), "{rules} {fen} {text}");
    soon(started, "reading a move");
    let started = Instant::now();
    assert_eq!(position.why_not(mv.from(), mv.to()), None);
    assert!(position.why_not(mv.to(), mv.to()).is_some() || mv.from() == mv.to());
    soon(started, "explaining");
    let started = Instant::now();
    position.narrowings();
    soon(started, "narrowing down");
    true
}

/// One letter per square of a board.
fn setup(rules: &Ruleset, letter: impl Fn(u8, u8) -> char) -> String {
    let start = AnyPosition::start(rules);
    let layout = start.layout();
    let mut squares = vec![' '; usize::from(layout.squares)];
    for row in 0..layout.height {
        for column in 0..layout.width {
            if let Some(square) = start.square_at(row, column) {
                squares[usize::from(start.number(square)) - 1] = letter(row, column);
            }
        }
    }
    ['W'].into_iter().chain(squares).collect()
}

fn all_rules() -> Vec<Ruleset> {
    let mixes = [
        "international,capture=on,continue=no",
        "frisian,removal=at-once,turn-back=yes",
        "canadian,capture=off,continue=no",
        "turkish,turn-back=yes,capture=on,continue=no",
        "russian,board=12,removal=at-once",
    ];
    let variants = Variant::ALL.iter().map(|variant| Ruleset::from(*variant));
    variants.chain(mixes.into_iter().map(rules)).collect()
}

#[test]
fn the_frisian_set_up_of_many_kings() {
    with_a_large_stack(|| {
        answered(&rules("frisian"), MANY_KINGS);
        answered(&rules("frysk"), MANY_KINGS);
        answered(&rules("international"), MANY_KINGS);
    });
}

#[test]
fn lattices_of_kings_on_every_board() {
    with_a_large_stack(|| {
        type Pattern = fn(u8, u8) -> char;
        let patterns: [Pattern; 14] = [
            |row, column| kings(row, column, |row, _| row % 2 == 1),
            |row, column| kings(row, column, |row, column| row % 2 == 1 && column / 2 % 2 == 0),
            |row, column| kings(row, column, |row, column| row % 2 == 1 && column / 2 % 2 == 1),
            |row, column| kings(row, column, |row, _| row % 2 == 0),
            |row, column| kings(row, column, |row, _| row % 4 == 1),
            |row, column| kings(row, column, |row, column| (row + column / 2) % 3 == 0),
            |row, column| kings(row, column, |row, column| (row + column / 2) % 2 == 1),
            |row, column| kings(row, column, |row, column| (row * 5 + column * 3) % 7 < 3),
            |row, column| kings(row, column, |row, column| (row * 3 + column * 5) % 8 < 5),
            |row, column| kings(row, column, |row, column| (row * 7 + column) % 5 < 2),
            |row, column| kings(row, column, |row, column| row % 3 != 0 && column % 3 != 0),
            |_, _| 'W',
            |row, _| if row % 2 == 0 { 'W' } else { 'B' },
            |row, column| ['W', 'B', 'e'][usize::from((row / 2 + column / 2) % 3)],
        ];
        for rules in all_rules() {
            for pattern in patterns {
                answered(&rules, &setup(&rules, pattern));
            }
        }
    });
}

/// The king can capture 26 pieces in more orders than can be tried.
#[test]
fn a_capture_with_countless_orders_has_a_text() {
    with_a_large_stack(|| {
        let rules = rules("turkish,turn-back=yes");
        let fen = "W:WKf4:BKb8,Ke8,Kg8,Ka7,Kb7,Kc7,Kf7,Kh7,Ka6,Kc6,Ke6,Kg6,Kb5,Kc5,Kd5,Kf5,Kg5,\
            Kh5,Ka4,Kc4,Ke4,Kh4,Ka3,Kd3,Kf3,Kh3,Kb2,Kc2,Ke2,Kg2,Kh2,Kb1,Kd1,Kg1";
        let position = AnyPosition::from_fen(&rules, fen).unwrap();
        for mv in position.legal_moves() {
            let text = position.text(&mv);
            assert_eq!(position.parse_move(&text), Ok(mv), "{:?} {}", text, position.hub(&mv));
        }
    });
}

/// Black kings where `black` says so, and a white king or two in the upper right corner.
fn kings(row: u8, column: u8, black: fn(u8, u8) -> bool) -> char {
    match (row, column) {
        (0, 6..) => 'W',
        _ if black(row, column) => 'B',
        _ => 'e',
    }
}

/// What no program writes.
#[rustfmt::skip]
const NASTY: &[&str] = &[
    "", " ", "\t\n", "\0", ":", "::", ":::", ",", "-", "x", ".", "...", "?", "W", "B", "K", "W:",
    "W::", "W:W", "W:W:", "W:W:W", "W:B:B", "W:W,:B", "W:W1,,2:B", "W:W1:B1", "W:WK:B", "W:W0:B1",
    "W:W99999999999999999999:B1", "W:W-1:B2", "W:W1-:B2", "W:W-:B", "W:W5-1:B9", "W:W1-255:B",
    "W:W256:B", "W:W1-99999999999:B", "X:W1:B2", "W:X1:B2", "W:W1:B2:X", "W:W1:B2:H",
    "W:W1:B2:Hx", "W:W1:B2:+", "W:W1:B2:+0", "W:W1:B2:+9+9", "W:W1:B2:+0+0+0", "W:W1:B2:+51+0",
    "W:Wé:B", "W:W1é:Bб", "Ж:W1:B2", "W:W１:B２", "W:W1\u{200b}:B2", "W:W+1:B2", "W:W1 2:B9", "Wé",
    "wwwwwwww", "💥", "W💥", "W:WG1:B2", "W:WP1:B2", "32", "32-", "-28", "32--28", "32-28-",
    "3 2-28", "32 28", "a1", "a1-", "z9-z8", "a99-b1", "a1b2c", "1x2x", "x1x2", "00000-00000",
    "999-999", "+1-+5", "1-2é", "é1-2", "1×", "×", "1××2", "32-28 31-27",
];

fn nasty_texts() -> Vec<String> {
    let mut texts: Vec<String> = NASTY.iter().map(ToString::to_string).collect();
    let million = 1 << 20;
    for piece in ["W", ":", ",", "W:W1", "1,", "K", "é", "1x", "99", "+", "H", " ", "e"] {
        texts.push(piece.repeat(million / piece.len()));
        texts.push(format!("W:W{}:B", piece.repeat(million / piece.len())));
    }
    texts
}

fn start_of(text: &str) -> String {
    text.chars().take(40).collect()
}

#[test]
fn nasty_positions_are_refused_with_the_place() {
    for variant in [Variant::American, Variant::International, Variant::Turkish, Variant::Canadian]
    {
        let rules = Ruleset::from(variant);
        for text in nasty_texts() {
            let started = Instant::now();
            let Err(error) = AnyPosition::from_fen(&rules, &text) else {
                panic!("{variant}: {:?} is no position", start_of(&text));
            };
            assert!(started.elapsed() < SOON, "{variant} {:?}", start_of(&text));
            let place = error.place.clone();
            assert!(
                text.get(place.clone()).is_some(),
                "{variant} {:?}: {place:?} is not in the text",
                start_of(&text)
            );
            assert!(error.to_string().len() < 200, "{error}");
        }
    }
}

#[test]
fn nasty_moves_are_refused_with_the_place() {
    for variant in [Variant::American, Variant::International, Variant::Russian, Variant::Turkish] {
        let start = AnyPosition::start(&variant.into());
        for text in nasty_texts() {
            let started = Instant::now();
            for read in [start.parse_move(&text), start.parse_hub(&text)] {
                match read {
                    Err(MoveError::Malformed { place } | MoveError::NoSuchSquare { place }) => {
                        assert!(
                            text.get(place.clone()).is_some(),
                            "{variant} {:?}: {place:?} is not in the text",
                            start_of(&text)
                        );
                    }
                    Err(MoveError::Illegal(_)) => {}
                    other => panic!("{variant} {:?} is no move: {other:?}", start_of(&text)),
                }
            }
            assert!(started.elapsed() < SOON, "{variant} {:?}", start_of(&text));
        }
    }
}

#[test]
fn nasty_rules_are_refused() {
    for text in nasty_texts() {
        assert!(text.parse::<Ruleset>().is_err(), "{:?} is no ruleset", start_of(&text));
        let mixed = format!("american,{text}");
        assert!(mixed.parse::<Ruleset>().is_err(), "{:?} is no ruleset", start_of(&mixed));
        let named = format!("american,name={text}");
        if let Ok(rules) = named.parse::<Ruleset>() {
            assert_eq!(rules.to_string().parse::<Ruleset>().as_ref(), Ok(&rules), "{named:?}");
        }
    }
}

/// A plus sign is part of no square.
#[test]
fn signed_numbers_are_refused() {
    let rules = rules("american");
    for fen in ["W:Wc+3:Bf6", "W:W29-+31:B1", "W:W+29-31:B1"] {
        let error = AnyPosition::from_fen(&rules, fen);
        assert!(error.is_err(), "{fen} is read as {}", error.unwrap().to_fen());
    }
    let start = AnyPosition::start(&rules);
    assert!(start.parse_move("c+3-d4").is_err());
}

/// A count of king moves has a meaning in Frisian draughts only; elsewhere it must not distinguish positions.
#[test]
fn counts_of_king_moves_that_mean_nothing() {
    let rules = rules("international");
    let plain = AnyPosition::from_fen(&rules, "W:WK46,50:BK5,7");
    let counted = AnyPosition::from_fen(&rules, "W:WK46,50:BK5,7:+0+346");
    if counted.is_ok() {
        assert_eq!(counted, plain);
    }
    // A king that has moved nine times in a row has exceeded the limit.
    let frisian = common::rules("frisian");
    if let Ok(tired) = AnyPosition::from_fen(&frisian, "W:WK46,50:BK5,7:+0+946") {
        assert_eq!(AnyPosition::from_fen(&frisian, "W:WK46,50:BK5,7:+0+346"), Ok(tired));
    }
}
