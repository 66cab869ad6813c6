//! House rules: requirements R-HR-1 to R-HR-4.

mod common;

use common::invariants::{check_board, check_move, check_texts};
use common::random::Dice;
use common::*;
use draughts::{
    AnyPosition, Blocked, Color, Crowning, DrawRule, DrawWhen, Duty, Game, Lines, Outcome,
    Precedence, Reason, Ruleset, Variant, measured,
};
use proptest::option::weighted;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::RngSeed;
use std::collections::HashSet;

/// R-HR-1
#[test]
fn captures_need_not_be_forced() {
    assert_moves("american,capture=off", "B:W18:B14", "14x23 14-17");
    // The jump is optional, but once started it must be continued.
    assert_hub_moves("american,capture=off", "B:W18,27:B14", "14x32x18x27 14-17");
    assert_moves("american", "B:W18:B14", "14x23");
}

/// R-HR-2
#[test]
fn a_capture_need_not_go_on() {
    assert_hub_moves("american,continue=no", "B:W18,27:B14", "14x23x18 14x32x18x27");
    assert_eq!(after("american,continue=no", "B:W18,27:B14", "14x23").to_fen(), "W:W27:B23");
    // A flying king may stop on any square behind any piece it captures.
    assert_hub_moves(
        "international,capture=on,continue=no",
        "W:WK46:B14,28",
        "46x23x28 46x19x28 46x10x14x28 46x5x14x28",
    );
}

/// R-HR-3
#[test]
fn no_moves_can_be_a_tie() {
    let mut blocked = game("american,blocked=draws", "B:W5:BK6");
    play(&mut blocked, "6-1");
    assert_eq!(blocked.outcome(), Some(Outcome::draw(Reason::NoMoves)));
    assert_eq!(blocked.outcome().unwrap().to_string(), "draw: no moves");
    // Only a side that still has pieces draws.
    let mut taken = game("american,blocked=draws", "B:W18:B14");
    play(&mut taken, "14x23");
    assert_eq!(taken.outcome(), Some(Outcome::win(Color::Black, Reason::NoPieces)));
}

/// R-HR-4
#[test]
fn casual_checkers_is_american_with_four_switches() {
    let casual = rules("casual");
    assert_eq!(casual, Ruleset::casual());
    assert_eq!(casual.title(), "Casual checkers");
    let mut american = Ruleset::from(Variant::American);
    american.name = casual.name.clone();
    american.facts.capture = Duty::Optional;
    american.facts.continuation = Duty::Optional;
    american.facts.crowning = Crowning::GoesOnAsKing;
    american.facts.blocked = Blocked::Draws;
    assert_eq!(casual, american);

    assert_hub_moves("casual", "B:W18,27:B14", "14x23x18 14x32x18x27 14-17");
    let start = AnyPosition::start(&casual);
    assert_eq!(start.to_fen(), "B:W21-32:B1-12");
    assert_eq!(position("casual", "W:W5:B1").outcome(), Some(Outcome::draw(Reason::NoMoves)));
}

/// R-HR-4: a man crowned in mid-capture may continue as a king, as in the pseudocode of document 001; in American
/// checkers the move ends there (R-AM-7). Rules written down earlier keep their meaning.
#[test]
fn casual_checkers_goes_on_as_a_king() {
    let fen = "B:W26,27:B22";
    assert_hub_moves("casual", fen, "22x31x26 22x24x26x27 22-25");
    assert_eq!(after("casual", fen, "22x24").to_fen(), "W:W:BK24");
    assert_hub_moves("american", fen, "22x31x26");
    let before = "american,capture=off,continue=no,blocked=draws,name=Casual checkers";
    assert_hub_moves(before, fen, "22x31x26 22-25");
    assert_eq!(rules(before).to_string(), before);
    assert_eq!(rules(before).title(), "Casual checkers");
}

/// R-HR-4: each switch does what it says.
#[test]
fn switches_change_the_moves() {
    assert_moves("american,men-capture=all", "B:W9:B14", "14x5");
    assert_moves("american,kings=flying", "B:W12:BK29", "29-25 29-22 29-18 29-15 29-11 29-8 29-4");
    assert_hub_moves("american,capture=most", "B:W16,18,27:B12,14", "14x32x18x27");
    assert_hub_moves("american,crowning=goes-on", "B:W26,27:B22", "22x24x26x27");
    assert_moves("american,men-take-kings=no", "B:WK18:B14", "14-17");
    assert_moves("international,landing=behind", "W:WK46:B28", "46x23");
    assert_eq!(AnyPosition::start(&rules("american,first=white")).turn(), Color::White);
    // Document 003 to the letter: men capture forwards only, any capture will do.
    assert_hub_moves(
        "international,men-capture=forward,capture=on",
        "W:W32,47:B19,28,38,41",
        "32x14x19x28 47x36x41",
    );
}

/// R-HR-4
#[test]
fn draw_limits_are_switches() {
    let round = "1-5 32-28 5-1 28-32";
    let mut short = game("american,no-capture=3,repetition=none", "B:WK32:BK1");
    shuttle(&mut short, round, 5);
    assert_eq!(short.outcome(), None);
    play(&mut short, "32-28");
    assert_eq!(drawn_by(short.outcome()), Some(DrawWhen::NoCapture));

    let mut twice = game("american,repetition=2", "B:WK32:BK1");
    shuttle(&mut twice, round, 4);
    assert_eq!(drawn_by(twice.outcome()), Some(DrawWhen::Repetition));
    let mut claimed = game("american,repetition=2c", "B:WK32:BK1");
    shuttle(&mut claimed, round, 4);
    assert_eq!(claimed.outcome(), None);
    assert_eq!(claimed.claims(), [DrawRule::on_claim(DrawWhen::Repetition, 2)]);
}

/// R-HR-4: a board of 8, 10 or 12 squares has 12, 20 or 30 men per side, unless specified.
#[test]
fn boards_of_three_sizes() {
    for base in ["american", "international", "canadian", "russian"] {
        for (size, men, squares) in [(8, 12, 32), (10, 20, 50), (12, 30, 72)] {
            let text = format!("{base},board={size}");
            let composed = rules(&text);
            let start = AnyPosition::start(&composed);
            assert_eq!(composed.men(), men, "{text}");
            assert_eq!(start.pieces(Color::White).len(), usize::from(men), "{text}");
            assert_eq!(start.layout().squares, squares, "{text}");
            assert!(!start.legal_moves().is_empty(), "{text}");
        }
    }
    let small = AnyPosition::start(&rules("american,board=10,men=15"));
    assert_eq!(small.to_fen(), "B:W36-50:B1-15");
}

/// R-HR-4
#[test]
fn rules_that_make_no_game_are_refused_with_the_reason() {
    for (text, reason) in [
        ("american,board=9", "a board has 8, 10 or 12 squares per side"),
        ("turkish,board=10", "this variant is played on its own board only"),
        ("frisian,board=8", "this variant is played on its own board only"),
        ("american,men=0", "each side needs at least one row of men"),
        ("american,men=13", "at the start, men must fill whole rows"),
        ("american,men=16", "with so many men there is no empty row between the sides"),
        ("turkish,men=24", "with so many men there is no empty row between the sides"),
        (
            "american,capture=most,continue=no",
            "when a capture may stop after any jump, taking the most cannot be mandatory",
        ),
        (
            "frisian,continue=no",
            "when a capture may stop after any jump, taking the most cannot be mandatory",
        ),
        ("antidraughts,capture=off", "when losing all pieces wins, capturing must be mandatory"),
        (
            "american,landing=behind",
            "a king that moves one square always lands directly behind the piece it takes",
        ),
        ("frisian,king-run=0", "a king must be allowed to move at least once"),
        ("american,no-capture=0", "a draw limit is a number from 1 to 500"),
        ("american,kings-only=501", "a draw limit is a number from 1 to 500"),
        ("american,repetition=1", "a position must occur at least twice to be repeated"),
        ("american,name=", "a name must have 1 to 60 characters"),
        ("americn", "no variant is called \"americn\"; did you mean \"american\"?"),
        ("", "no variant is called"),
        ("american,captur=on", "no rule is called \"captur\"; did you mean \"capture\"?"),
        ("american,capture=maybe", "\"capture\" cannot be \"maybe\"; it is off, on, most"),
        ("american,board=big", "\"board\" cannot be \"big\"; it is a number"),
        ("american,men=-4", "\"men\" cannot be \"-4\"; it is a number"),
        ("american,repetition", "\"repetition\" cannot be \"\""),
    ] {
        let error = text.parse::<Ruleset>().expect_err(text).to_string();
        assert!(error.starts_with(reason), "{text}: {error}");
    }
    let long_name = format!("american,name={}", "x".repeat(61));
    assert!(long_name.parse::<Ruleset>().unwrap_err().to_string().starts_with("a name must have"));
    let long = format!("american{}", ",kings=flying".repeat(100));
    let error = long.parse::<Ruleset>().unwrap_err().to_string();
    assert_eq!(error, "rules may have at most 1000 characters");
}

/// R-HR-4: what no text can express is refused, too.
#[test]
fn composed_values_are_checked() {
    let mut sideways = Ruleset::from(Variant::American);
    sideways.facts.lines = Lines::Orthogonal;
    let error = sideways.check().unwrap_err().to_string();
    assert_eq!(error, "pieces must move along the same lines as in the variant you start from");
    let mut careless = Ruleset::from(Variant::International);
    careless.facts.capture = Duty::Optional;
    let error = careless.check().unwrap_err().to_string();
    assert_eq!(error, "when capturing is optional, no capture can take precedence over another");
    careless.facts.precedence = Precedence::Free;
    assert_eq!(careless.check(), Ok(()));
}

/// R-HR-2: a single jump and a detour with the same start and end are different moves, each with its own text.
#[test]
fn a_jump_and_a_longer_one_are_told_apart() {
    let rules = rules("russian,continue=no");
    let position = position("russian,continue=no", "W:Wf4:Be5,e7,g5,g7");
    check_texts(&rules, &position);
    let jump = position.parse_move("f4xd6").unwrap();
    assert_eq!(position.hub(&jump), "19x10x15");
}

/// R-HR-1: with optional captures, a king can move from a3 to c1 with and without capturing.
#[test]
fn a_step_and_a_capture_are_told_apart() {
    let position = position("russian,capture=off,continue=no", "W:WKa3:Bb6,Kd6,f6,h6,Ka5,d2");
    let step = position.parse_move("a3-c1").unwrap();
    assert!(!step.is_capture());
    let capture = position.parse_move("a3xc1").unwrap();
    assert_eq!(position.hub(&capture), "21x30x10x11x26");
}

#[track_caller]
fn assert_same_when_read_back(rules: &Ruleset) {
    let text = rules.to_string();
    assert_eq!(text.parse::<Ruleset>().as_ref(), Ok(rules), "{text}");
}

/// R-HR-4: every variant and preset can be shared as a text.
#[test]
fn named_rules_are_read_back() {
    for &variant in Variant::ALL {
        let rules = Ruleset::from(variant);
        assert_eq!(rules.to_string(), variant.name());
        assert_eq!(rules.official(), Some(variant));
        assert_same_when_read_back(&rules);
    }
    let words: Vec<_> = Ruleset::presets().map(|(word, _)| word).collect();
    assert_eq!(words, ["casual", "french-free-landing", "american-wcdf", "italian-fid"]);
    for (word, preset) in Ruleset::presets() {
        assert_eq!(word.parse::<Ruleset>().as_ref(), Ok(&preset));
        assert_eq!(preset.official(), None);
        assert_same_when_read_back(&preset);
    }
    for name in ["a, b = c", "50 %", "%2C", "%25", "Ж=1,2", "casual"] {
        let mut named = Ruleset::casual();
        named.name = Some(name.to_owned());
        assert_same_when_read_back(&named);
    }
}

/// As many men as on the default board, but in fewer rows of a larger one.
#[test]
fn twelve_men_on_the_largest_board_are_read_back() {
    let wide = rules("american,board=12,men=12");
    assert_eq!(AnyPosition::start(&wide).to_fen(), "B:W61-72:B1-12");
    assert_same_when_read_back(&wide);
}

#[test]
fn the_order_of_switches_does_not_matter() {
    for (one, other) in [
        ("frisian,kings-only=20,repetition=3", "frisian,repetition=3,kings-only=20"),
        ("american,men=20,board=10", "american,board=10,men=20"),
        ("american,no-capture=50,kings=flying", "american,kings=flying,no-capture=50"),
        ("american,no-capture=none,no-capture=50", "american,no-capture=50"),
    ] {
        // A switch that is set twice may also be refused.
        let Ok(first) = one.parse::<Ruleset>() else { continue };
        assert_eq!(first, rules(other), "{one}");
        assert_eq!(HashSet::from([first.clone(), rules(other)]).len(), 1, "{one}");
        assert_same_when_read_back(&first);
    }
}

/// An accepted name survives writing and parsing.
#[test]
fn spaces_around_a_name_are_kept_or_refused() {
    for name in [" Sunday", "Sunday ", " "] {
        let mut named = Ruleset::casual();
        named.name = Some(name.to_owned());
        if named.check().is_ok() {
            assert_same_when_read_back(&named);
        }
    }
}

/// Every switch, with values for it.
const SWITCHES: &[(&str, &[&str])] = &[
    ("board", &["8", "10", "12"]),
    ("men", &["4", "5", "6", "8", "12", "15", "16", "18", "20", "24", "30"]),
    ("first", &["white", "black"]),
    ("men-capture", &["forward", "all"]),
    ("men-take-kings", &["yes", "no"]),
    ("kings", &["short", "flying"]),
    ("landing", &["anywhere", "behind", "behind-last-king", "free"]),
    ("capture", &["off", "on", "most", "most-kings", "italian", "value", "king-first"]),
    ("continue", &["yes", "no"]),
    ("crowning", &["stops", "passes", "goes-on"]),
    ("removal", &["after", "at-once"]),
    ("turn-back", &["yes", "no"]),
    ("blocked", &["loses", "draws", "wins"]),
    ("first-king-wins", &["yes", "no"]),
    ("king-run", &["none", "1", "3", "200"]),
    ("repetition", &["none", "2", "3c", "500"]),
    ("no-capture", &["none", "5", "40c", "500"]),
    ("kings-only", &["none", "5", "25c", "500"]),
    ("name", &["Sunday checkers", "50 %2C", "a%2C b", "π=3", "\"'<>&"]),
];

prop_compose! {
    fn switch(index: usize)(choice in select(SWITCHES[index].1)) -> String {
        format!(",{}={choice}", SWITCHES[index].0)
    }
}

prop_compose! {
    fn text_of_rules()(
        base in select(Variant::ALL),
        switches in (0..SWITCHES.len())
            .map(|index| weighted(0.25, switch(index)))
            .collect::<Vec<_>>()
            .prop_map(|switches| switches.into_iter().flatten().collect::<Vec<_>>())
            .prop_shuffle(),
    ) -> String {
        format!("{base}{}", switches.concat())
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 1000,
        rng_seed: RngSeed::Fixed(4),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// R-HR-4
    #[test]
    fn any_mix_is_read_back_and_played(
        rules in text_of_rules().prop_filter_map("no game", |text| text.parse::<Ruleset>().ok()),
        seed: u64,
    ) {
        prop_assert_eq!(rules.check(), Ok(()));
        let text = rules.to_string();
        let read = text.parse::<Ruleset>();
        prop_assert_eq!(read.as_ref(), Ok(&rules), "{}", text);

        let mut dice = Dice::new(seed);
        let mut game = Game::new(rules);
        for _ in 0..60 {
            let before = *game.position();
            check_board(&before);
            let legal = game.legal_moves();
            prop_assert_eq!(legal.is_empty(), game.outcome().is_some());
            if legal.is_empty() {
                break;
            }
            let mv = dice.pick(&legal);
            prop_assert_eq!(game.play(&mv), Ok(()));
            check_move(&before, &mv, game.position());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 300,
        rng_seed: RngSeed::Fixed(15),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// Issue 15.5: whatever the rules and the position, a survey takes no more jumps than listing its moves may. Its
    /// contents are right, and complete if nothing was left out.
    #[test]
    fn any_set_up_under_any_mix_is_told_in_bounds(
        rules in text_of_rules().prop_filter_map("no game", |text| text.parse::<Ruleset>().ok()),
        seed: u64,
        share in 5..70_usize,
    ) {
        with_a_large_stack(move || tell(&rules, seed, share));
    }
}

fn tell(rules: &Ruleset, seed: u64, share: usize) {
    /// The limit on jumps for listing the moves, and one beyond it.
    const MOST_JUMPS: u64 = 300_001;
    let mut dice = Dice::new(seed);
    let squares = AnyPosition::start(rules).layout().squares;
    let pieces = ['W', 'B', 'B', 'B', 'B', 'b'];
    let taken = (0..squares).map(|_| match dice.below(100) < share {
        true => dice.pick(&pieces),
        false => 'e',
    });
    let setup: String = ['W'].into_iter().chain(taken).collect();
    let Ok(position) = AnyPosition::from_fen(rules, &setup) else { return };
    let (survey, jumps) = measured(|| position.survey());
    assert!(jumps <= MOST_JUMPS, "{rules} {setup}: {jumps}");
    let moves: Vec<_> = survey.moves.iter().map(|told| told.mv).collect();
    assert_eq!(moves, position.legal_moves(), "{rules} {setup}");
    for told in survey.moves.iter().take(8) {
        assert_eq!(position.parse_move(&told.text), Ok(told.mv), "{rules} {setup} {}", told.text);
        assert!(!told.paths.is_empty(), "{rules} {setup} {}", told.text);
        if survey.whole {
            assert_eq!(told.text, position.text(&told.mv), "{rules} {setup}");
            assert_eq!(told.paths, position.paths(&told.mv), "{rules} {setup}");
        }
    }
    if survey.whole {
        assert_eq!(survey.narrowings, position.narrowings(), "{rules} {setup}");
    }
}

#[test]
fn a_preset_can_be_changed_and_then_has_no_name() {
    let strict: Ruleset = "casual,capture=on,continue=yes,crowning=stops".parse().unwrap();
    assert_eq!(strict, "american,blocked=draws".parse().unwrap());
}

#[test]
fn a_misspelt_name_is_answered_with_the_nearest_and_a_strange_one_with_the_list() {
    let error = |text: &str| text.parse::<Ruleset>().unwrap_err().to_string();
    assert!(error("amerikan").ends_with("did you mean \"american\"?"));
    assert!(error("chess").contains("american, international, italian"));
    assert!(error("american,king=flying").ends_with("did you mean \"kings\"?"));
    assert!(error("american,colour=red").contains("board, men, first"));
    assert_eq!(error("american,board=200"), "a board has 8, 10 or 12 squares per side");
}
