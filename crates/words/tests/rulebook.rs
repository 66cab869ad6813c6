//! The rulebook, and its examples.

use draughts::{Color, Ruleset, Variant};
use std::collections::BTreeSet;
use words::Language;
use words::rulebook::examples::{Example, examples};
use words::rulebook::{self, RuleChange, Section, sections};

fn rules(text: &str) -> Ruleset {
    text.parse().unwrap()
}

fn all_rules() -> Vec<Ruleset> {
    let official = Variant::ALL.iter().map(|variant| Ruleset::from(*variant));
    official.chain(Ruleset::presets().map(|(_, preset)| preset)).collect()
}

/// All sentences about some rules, each with its section.
fn said(text: &str) -> BTreeSet<String> {
    sentences(&rules(text))
}

fn sentences(rules: &Ruleset) -> BTreeSet<String> {
    let in_section = |section: Section| {
        let Section { name, sentences } = section;
        sentences.into_iter().map(move |sentence| format!("{name}: {}", sentence.text))
    };
    sections(rules).into_iter().flat_map(in_section).collect()
}

#[track_caller]
fn assert_says(text: &str, expected: &[&str]) {
    let said = said(text);
    for sentence in expected {
        assert!(said.contains(*sentence), "{text} does not say {sentence:?}, but {said:#?}");
    }
}

fn shown(text: &str) -> Vec<String> {
    examples(&rules(text)).iter().map(|example| example.caption.key.to_string()).collect()
}

#[test]
fn every_ruleset_is_described_in_every_language() {
    for rules in all_rules() {
        for section in sections(&rules) {
            assert!(!section.sentences.is_empty(), "{rules}: {}", section.name);
            for sentence in &section.sentences {
                for language in Language::ALL {
                    let said = sentence.said(language);
                    assert_ne!(said, sentence.key, "no words in {language:?}");
                    assert!(!said.contains('{'), "{language:?}: {said}");
                }
            }
        }
    }
}

/// Other values for a switch; for numbers, slightly different ones.
fn other_choices(switch: &str, choice: &str) -> Vec<String> {
    let number = || choice.trim_end_matches('c').parse::<u32>().ok();
    match Ruleset::words(switch) {
        Some(words) => {
            words.into_iter().filter(|word| *word != choice).map(str::to_owned).collect()
        }
        None if switch == "men" => [4, 5, 6, 8, 10, 12, 18, 20]
            .iter()
            .map(u32::to_string)
            .filter(|men| men != choice)
            .collect(),
        None => match number() {
            Some(number) => vec!["none".to_owned(), (number + 1).to_string(), format!("{number}c")]
                .into_iter()
                .filter(|other| other != choice)
                .collect(),
            None => vec!["7".to_owned(), "30c".to_owned()],
        },
    }
}

/// R-HR-4: all house rules are described.
#[test]
fn every_switch_changes_a_sentence() {
    let mut changed = BTreeSet::new();
    for rules in all_rules() {
        let before = sentences(&rules);
        for (switch, choice) in rules.choices() {
            let of_kings = ["men-take-kings", "kings", "landing", "king-run"].contains(&switch);
            if of_kings && rules.facts.first_king_wins {
                // The first king ends the game, so nothing about kings matters.
                continue;
            }
            for other in other_choices(switch, &choice) {
                let Ok(new) = format!("{rules},{switch}={other}").parse::<Ruleset>() else {
                    continue;
                };
                let new = Ruleset { name: rules.name.clone(), ..new };
                assert_ne!(new, rules, "{switch}={other}");
                assert_ne!(sentences(&new), before, "{rules},{switch}={other} reads the same");
                changed.insert(switch);
            }
        }
    }
    let switches: BTreeSet<&str> = Ruleset::switches().iter().map(|(word, _)| *word).collect();
    let unchanged: Vec<_> = switches.difference(&changed).collect();
    assert_eq!(unchanged, [&"name"], "these switches were never changed");
}

/// R-AM-1 to R-AM-9.
#[test]
fn american_in_words() {
    assert_says(
        "american",
        &[
            "board: The board has 8×8 squares; the game is played on the 32 dark ones.",
            "board: Each side begins with 12 men, on the 3 rows nearest to it.",
            "board: Black moves first; then the sides take turns.",
            "men: A man moves one square diagonally forward, to an empty square.",
            "kings: A king moves one square diagonally, forwards or backwards.",
            "capturing: A man captures by jumping over an enemy piece next to it, to the empty square right behind. You cannot jump over your own pieces.",
            "capturing: Men capture diagonally forwards only.",
            "capturing: Kings capture diagonally in all directions.",
            "capturing: If you can capture, you must.",
            "choice: If you have several captures, you may choose any of them, even a shorter one.",
            "capturing: If the piece that captured can jump again, it must go on in the same move.",
            "promotion: A man that reaches the far row by a jump becomes a king, and its move ends there, even if a king could jump on.",
            "end: A side that has no pieces left, or that cannot move on its turn, has lost.",
            "draws: Each side has made 40 moves in a row without a capture.",
            "claims: The same position has occurred 3 times with the same side to move.",
        ],
    );
}

/// R-IT-1 to R-IT-7.
#[test]
fn italian_in_words() {
    assert_says(
        "italian",
        &[
            "board: Each player has a dark corner square at the right.",
            "board: White moves first; then the sides take turns.",
            "notation: The squares are numbered from 1 to 32, row by row, beginning at the top left with White below.",
            "kings: A king moves one square diagonally, forwards or backwards.",
            "capturing: Men capture diagonally forwards only.",
            "capturing: Men cannot take kings; only a king can take a king.",
            "capturing: If you can capture, you must.",
            "choice: If you have several captures, you must choose one that takes the most pieces.",
            "choice: Among captures of equally many pieces, you must choose one made with a king.",
            "choice: If a king can capture equally many pieces in several ways, you must choose the one that takes the most kings.",
            "choice: If they are still equal, you must choose the one that meets a king first.",
            "choice: Otherwise the choice is yours.",
            "removal: A capture may cross an empty square more than once.",
            "promotion: A man that reaches the far row by a jump becomes a king, and its move ends there, even if a king could jump on.",
            "end: A player may resign at any time.",
            "draws: The players agree to a draw.",
            "draws: Both sides have a king, and each has made 40 moves in a row since then without a capture.",
        ],
    );
}

/// R-FR-1 to R-FR-6, R-FR-8.
#[test]
fn international_in_words() {
    assert_says(
        "international",
        &[
            "board: The board has 10×10 squares; the game is played on the 50 dark ones.",
            "board: Each side begins with 20 men, on the 4 rows nearest to it.",
            "board: White moves first; then the sides take turns.",
            "capturing: Men capture diagonally forwards and backwards.",
            "kings: A king flies: it moves diagonally over any number of empty squares, forwards or backwards.",
            "capturing: A king takes a piece from any distance over empty squares, and lands on any empty square behind it.",
            "choice: If you have several captures, you must choose one that takes the most pieces.",
            "removal: Captured pieces leave the board when the whole move is done. Until then they are in the way, and none may be jumped twice.",
            "promotion: A man that ends its move on the far row becomes a king.",
            "promotion: A man that reaches the far row in the middle of a capture and can jump on does so as a man. It becomes a king only if its move ends on the far row.",
            "end: A side that has no pieces left, or that cannot move on its turn, has lost.",
            "draws: The same position has occurred 3 times with the same side to move.",
            "draws: Each side has made 25 moves in a row with kings only, without a capture or a move of a man.",
            "draws: Three pieces, at least one of them a king, have played 16 moves against a lone king.",
            "draws: One or two pieces, at least one of them a king, have played 5 moves against a lone king.",
        ],
    );
}

/// R-HR-1 to R-HR-4.
#[test]
fn casual_differs_from_american_in_four_points() {
    let casual = Ruleset::casual();
    let of = |change: RuleChange| -> BTreeSet<String> {
        let compared = rulebook::compared(&casual).into_iter().flat_map(|(_, all)| all);
        compared.filter(|(was, _)| *was == change).map(|(_, sentence)| sentence.text).collect()
    };
    let new = [
        "You never have to capture: you may make another move instead.",
        "If the piece that captured can jump again, it may go on in the same move, or stop after any jump.",
        "A man that reaches the far row in the middle of a capture becomes a king at once, and jumps on as a king if it can.",
        "A side that has no pieces left has lost.",
        "If a side still has pieces but cannot move on its turn, the game is a draw.",
    ];
    assert_eq!(of(RuleChange::New), new.map(str::to_owned).into());
    let gone = [
        "If you can capture, you must.",
        "If the piece that captured can jump again, it must go on in the same move.",
        "A man that reaches the far row by a jump becomes a king, and its move ends there, even if a king could jump on.",
        "A side that has no pieces left, or that cannot move on its turn, has lost.",
    ];
    assert_eq!(of(RuleChange::Gone), gone.map(str::to_owned).into());
    assert_eq!(of(RuleChange::Same).len() + new.len(), sentences(&casual).len());
}

/// R-FR-3, R-FR-4: the sentences that free landing adds and removes.
#[test]
fn free_landing_differs_from_international_in_where_kings_land() {
    let free = rules("french-free-landing");
    let of = |change: RuleChange| -> BTreeSet<String> {
        let compared = rulebook::compared(&free).into_iter().flat_map(|(_, all)| all);
        compared.filter(|(was, _)| *was == change).map(|(_, sentence)| sentence.text).collect()
    };
    let new = [
        "A king takes a piece from any distance over empty squares, and lands on any empty square behind it, even where it takes less than it could from another square.",
        "Where a king lands does not count in this: it is compared by its best landings, and after each landing what comes first is decided anew from that square.",
    ];
    assert_eq!(of(RuleChange::New), new.map(str::to_owned).into());
    let gone = [
        "A king takes a piece from any distance over empty squares, and lands on any empty square behind it.",
        "A king must land where it can jump again, if there is such a square.",
    ];
    assert_eq!(of(RuleChange::Gone), gone.map(str::to_owned).into());
}

#[test]
fn nothing_is_said_of_kings_that_never_move() {
    let said = said("breakthrough");
    let kings: Vec<_> = said.iter().filter(|sentence| sentence.starts_with("kings: ")).collect();
    assert_eq!(kings, ["kings: The first king ends the game, so kings never move."]);
    assert!(!said.iter().any(|sentence| sentence.contains("king takes")), "{said:#?}");
}

#[test]
fn an_official_variant_has_no_changes() {
    for variant in Variant::ALL {
        let compared = rulebook::compared(&(*variant).into());
        assert!(
            compared.iter().flat_map(|(_, all)| all).all(|(change, _)| *change == RuleChange::Same)
        );
    }
}

#[test]
fn every_example_is_a_position_with_moves_in_which_white_is_to_move() {
    for rules in all_rules() {
        let names: Vec<&str> = sections(&rules).iter().map(|section| section.name).collect();
        for Example { name, section, position, caption } in examples(&rules) {
            assert!(names.contains(&section), "{rules}: {name}");
            assert_eq!(position.turn(), Color::White, "{rules}: {name}");
            assert_eq!(position.outcome(), None, "{rules}: {name}");
            assert!(!position.legal_moves().is_empty(), "{rules}: {name}");
            for language in Language::ALL {
                let said = caption.said(language);
                assert!(said != caption.key && !said.contains('{'), "{language:?}: {said}");
            }
        }
    }
}

/// The examples of each variant, by caption.
#[test]
fn every_variant_shows_the_rules_that_matter_in_it() {
    let polish = "king-flies crowning-passes blocked-loses capture-mandatory men-backwards \
        landing-anywhere must-go-on landing-to-go-on removal-after circle most";
    let expected = [
        (
            "american",
            "king-short crowning-stops blocked-loses capture-mandatory men-forwards-only \
            must-go-on circle free-choice",
        ),
        (
            "casual",
            "king-short crowning-goes-on blocked-draws capture-optional men-forwards-only \
            may-stop circle",
        ),
        (
            "french-free-landing",
            "king-flies crowning-passes blocked-loses capture-mandatory men-backwards \
            landing-anywhere must-go-on landing-free removal-after circle most",
        ),
        (
            "italian",
            "king-short crowning-stops blocked-loses capture-mandatory men-forwards-only \
            men-spare-kings must-go-on circle most with-king most-kings earliest-king",
        ),
        ("international", polish),
        ("brazilian", polish),
        ("canadian", polish),
        (
            "killer",
            "king-flies crowning-passes blocked-loses capture-mandatory men-backwards \
            landing-anywhere landing-behind-king must-go-on landing-to-go-on removal-after circle most",
        ),
        (
            "antidraughts",
            "king-flies crowning-passes blocked-wins capture-mandatory men-backwards \
            landing-anywhere must-go-on landing-to-go-on removal-after circle most",
        ),
        (
            "russian",
            "king-flies crowning-goes-on blocked-loses capture-mandatory men-backwards \
            landing-anywhere must-go-on landing-to-go-on removal-after circle free-choice",
        ),
        (
            "pool",
            "king-flies crowning-passes blocked-loses capture-mandatory men-backwards \
            landing-anywhere must-go-on landing-to-go-on removal-after circle free-choice",
        ),
        (
            "spanish",
            "king-flies crowning-stops blocked-loses capture-mandatory men-forwards-only \
            landing-anywhere must-go-on landing-to-go-on removal-after circle most most-kings",
        ),
        (
            "portuguese",
            "king-flies crowning-stops blocked-loses capture-mandatory men-forwards-only \
            landing-anywhere must-go-on landing-to-go-on removal-after circle most most-kings",
        ),
        (
            "czech",
            "king-flies crowning-stops blocked-loses capture-mandatory men-forwards-only \
            landing-anywhere must-go-on landing-to-go-on removal-after circle with-king",
        ),
        (
            "frisian",
            "king-flies king-run crowning-passes blocked-loses capture-mandatory men-backwards \
            men-ahead landing-anywhere must-go-on landing-to-go-on removal-after circle value with-king",
        ),
        (
            "breakthrough",
            // The first king ends the game, so there is no example of a king's move.
            "crowning-passes blocked-loses first-king capture-mandatory men-backwards must-go-on \
            circle most",
        ),
        (
            "thai",
            "king-flies crowning-stops blocked-loses capture-mandatory men-forwards-only \
            landing-behind must-go-on removal-at-once turn-back circle free-choice",
        ),
        (
            "turkish",
            "king-flies crowning-passes-on blocked-loses capture-mandatory men-forwards-only \
            men-sideways landing-anywhere must-go-on landing-to-go-on removal-at-once no-turn-back most",
        ),
    ];
    for (variant, keys) in expected {
        let keys: Vec<String> =
            keys.split_whitespace().map(|key| format!("example.{key}")).collect();
        assert_eq!(shown(variant), keys, "{variant}");
    }
    assert_eq!(shown("frysk"), shown("frisian"));
    for variant in Variant::ALL {
        let name = Ruleset::from(*variant).to_string();
        let is_listed = name == "frysk" || expected.iter().any(|(listed, _)| *listed == name);
        assert!(is_listed, "{name} is not listed here");
    }
}

/// R-IT-3, R-IT-4: the captions are true, move by move.
#[test]
fn italian_examples_decide_as_they_say() {
    let moves = |key: &str| -> Vec<String> {
        let all = examples(&rules("italian"));
        let example = all.into_iter().find(|example| example.caption.key == key).unwrap();
        let position = &example.position;
        position.legal_moves().iter().map(|mv| position.text(mv)).collect()
    };
    assert_eq!(moves("example.most"), ["28x10"]);
    assert_eq!(moves("example.with-king"), ["26x17"]);
    assert_eq!(moves("example.most-kings").len(), 1);
    assert_eq!(moves("example.earliest-king"), ["26x10"]);
    assert!(moves("example.men-spare-kings").iter().all(|mv| mv.contains('-')));
}

/// R-HR-4: house rules on other boards have examples, too.
#[test]
fn house_rules_are_shown_by_examples() {
    let large = "italian,board=12,kings=flying,men-capture=all";
    assert!(shown(large).iter().any(|key| key == "example.men-spare-kings"));
    assert!(shown(large).iter().any(|key| key == "example.men-backwards"));
    assert!(shown("russian,king-run=2").iter().any(|key| key == "example.king-run"));
    assert!(shown("american,first-king-wins=yes").iter().any(|key| key == "example.first-king"));
    assert!(shown("turkish,capture=off,continue=no").iter().any(|key| key == "example.may-stop"));
}
