use super::*;

/// Compares a screen with a text in `expected/`, ignoring trailing spaces.
macro_rules! assert_screen {
    ($sitting:expr, $width:literal x $height:literal, $name:literal) => {
        let found = screen(&$sitting, $width, $height);
        let expected = include_str!(concat!("expected/", $name, ".txt"));
        assert_eq!(found, expected, "\nfound:\n{found}\nexpected:\n{expected}");
    };
}

#[test]
fn the_start_of_american_checkers() {
    assert_screen!(two("american"), 80 x 24, "american");
}

#[test]
fn the_start_of_international_draughts_fills_eighty_by_twenty_four() {
    assert_screen!(two("international"), 80 x 24, "international");
}

#[test]
fn the_start_of_russian_draughts_in_letters() {
    assert_screen!(two("russian"), 80 x 24, "russian");
}

#[test]
fn the_start_of_turkish_draughts_on_every_square() {
    assert_screen!(two("turkish"), 80 x 24, "turkish");
}

#[test]
fn the_start_of_canadian_draughts_on_twelve_rows() {
    assert_screen!(two("canadian"), 80 x 24, "canadian");
}

#[test]
fn a_narrow_terminal_has_everything_below_the_board() {
    let mut sitting = two("american");
    enter(&mut sitting, "11-15");
    assert_screen!(sitting, 40 x 20, "narrow");
}

#[test]
fn a_forced_capture_says_which_rule_forces_it() {
    let mut sitting = two_from("international", "W:W28,39:B22,23,13,34");
    press(&mut sitting, KeyCode::Left);
    assert_screen!(sitting, 80 x 24, "forced");
    let why = "You must take as many pieces as possible: here 2. There is 1 way.";
    assert_eq!(sitting.note(), why);
}

#[test]
fn in_the_middle_of_a_capture_taken_pieces_are_ghosts() {
    let mut sitting = two_from("international", "W:WK47,50:B42,33,24,5");
    for square in ["47", "38", "29"] {
        sitting.cursor = sitting.position().square(square).unwrap();
        press(&mut sitting, KeyCode::Enter);
    }
    assert_screen!(sitting, 80 x 24, "capturing");
}

#[test]
fn where_pieces_are_removed_at_once_there_are_no_ghosts() {
    let mut sitting = two_from("turkish", "W:Wd3,a1:Bd4,c5,e5,h8");
    for square in ["d3", "d5"] {
        sitting.cursor = sitting.position().square(square).unwrap();
        press(&mut sitting, KeyCode::Enter);
    }
    assert_eq!(sitting.note(), "The capture goes on from d5");
    assert_screen!(sitting, 80 x 24, "at-once");
}

#[test]
fn a_terminal_that_is_too_small_says_what_is_needed() {
    let small = screen(&two("american"), 30, 9);
    assert!(small.replace('\n', " ").contains("the terminal is too small: needs 22x12"), "{small}");
    assert!(screen(&two("american"), 22, 12).contains(" 1"));
    let tiny = screen(&two("canadian"), 40, 10);
    assert!(tiny.contains("needs 30x16"), "{tiny}");
}

#[test]
fn in_ascii_there_is_nothing_but_ascii() {
    for variant in draughts::Variant::ALL {
        let mut sitting = two(variant.name());
        for (width, height) in [(40, 20), (80, 24), (120, 45)] {
            for help in [false, true] {
                sitting.help = help;
                let text = screen(&sitting, width, height);
                assert!(text.is_ascii(), "{variant} {width}x{height}:\n{text}");
            }
        }
    }
}

#[test]
fn the_help_fits_a_narrow_terminal() {
    for rules in ["russian", "international"] {
        let mut sitting = two(rules);
        type_in(&mut sitting, "?");
        let text = screen(&sitting, 40, 20);
        assert!(text.contains("How to play"), "{text}");
        let boxed = text.lines().filter(|line| line.contains(" |") || line.contains("-+"));
        assert_eq!(boxed.count(), sitting.help_lines().len() + 2, "nothing is cut off:\n{text}");
        press(&mut sitting, KeyCode::Esc);
        assert!(!screen(&sitting, 40, 20).contains("How to play"));
    }
}

#[test]
fn kings_differ_from_men_by_shape_in_every_look_and_size() {
    let looks =
        [PLAIN, COLORED, Look { ascii: false, color: false }, Look { ascii: true, color: true }];
    for look in looks {
        for (width, height) in [(30, 16), (40, 20), (80, 24), (120, 45)] {
            let seen = |fen: &str| {
                let mut sitting = two_from("international", fen);
                sitting.look = look;
                sitting.cursor = sitting.position().square("1").unwrap();
                screen(&sitting, width, height)
            };
            for side in ["W:W{}32:B5", "W:W48:B{}19"] {
                let (man, king) = (side.replace("{}", ""), side.replace("{}", "K"));
                assert_ne!(seen(&man), seen(&king), "{look:?} {width}x{height} {side}");
            }
        }
    }
}

#[test]
fn the_board_turns_round_with_its_names() {
    let mut sitting = two("russian");
    type_in(&mut sitting, "F");
    let text = screen(&sitting, 80, 24);
    assert!(text.contains("h   g   f   e   d   c   b   a"), "{text}");
    assert!(text.lines().nth(2).unwrap().contains('w'), "{text}");
}

#[test]
fn moves_scroll_and_the_shown_one_is_in_sight() {
    let mut sitting = two_from("american", "W:WK32:BK1");
    for _ in 0..12 {
        for text in ["32-27", "1-6", "27-32", "6-1"] {
            enter(&mut sitting, text);
        }
    }
    let last = screen(&sitting, 80, 24);
    assert!(last.contains(" 24. 1-6   27-32") && !last.contains("  1. "), "{last}");
    assert!(last.contains("no capture: 24 of 40"), "{last}");
    press(&mut sitting, KeyCode::Home);
    let first = screen(&sitting, 80, 24);
    assert!(
        first.contains("  1. ...   32-27") && first.contains("After 0 of 48 single"),
        "{first}"
    );
    press(&mut sitting, KeyCode::End);
    assert_eq!(screen(&sitting, 80, 24), last);
}
