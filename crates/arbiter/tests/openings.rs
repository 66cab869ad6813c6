//! Openings and seeds (R-DT-1).

mod common;

use common::*;
use draughts::{AnyPosition, Color, Ruleset, Variant};
use draughts_arbiter::{
    Colors, Dice, Log, Opening, Purpose, Refusal, Table, Terms, TermsError, Time, table_openings,
    three_move_openings,
};
use std::fmt::Write;

fn opened(rules: &str, seed: u64, opening: Opening) -> Table {
    let terms = Terms { seed, opening, ..terms(rules) };
    Table::create(terms, Time(0)).expect("sound terms")
}

fn error(rules: &str, opening: &str) -> String {
    let opening = match opening.parse() {
        Ok(opening) => opening,
        Err(error) => return TermsError::to_string(&error),
    };
    Terms { opening, ..terms(rules) }.check().expect_err("unsound terms").to_string()
}

#[test]
fn all_three_move_ballots_replay() {
    assert_eq!(three_move_openings().count(), 174);
    assert_eq!(three_move_openings().filter(|ballot| ballot.lost).count(), 17);
    for ballot in three_move_openings() {
        for rules in ["american", "american-wcdf", "casual"] {
            let table = opened(rules, 1, Opening::ThreeMove(Some(ballot.number)));
            assert_eq!(table.opening_plies(), 3);
            assert_eq!(table.turn(), Color::White);
            // Ballots write a hyphen for captures, too.
            let written = table.moves().join(" ").replace('x', "-");
            assert_eq!(written, ballot.moves.replace('x', "-"), "{ballot:?}");
        }
    }
}

#[test]
fn every_table_leads_to_its_position() {
    assert_eq!(table_openings().count(), 150);
    for opening in table_openings() {
        for rules in ["russian", "brazilian"] {
            let table = opened(rules, 1, Opening::Table(Some(opening.name.to_owned())));
            let plies = opening.moves.split_whitespace().count();
            assert_eq!(table.opening_plies(), plies, "{opening:?}");
            let fen = AnyPosition::from_fen(&rules.parse().unwrap(), opening.fen).unwrap();
            // In our source, 2-IV has the position of 2-V; its moves are right, and they are played.
            let leads_there = *table.game().position() == fen;
            assert_eq!(leads_there, opening.name != "2-IV", "{opening:?} in {rules}");
        }
    }
    let free = opened("russian", 1, Opening::Table(Some("5-VII".to_owned())));
    assert_eq!(free.game().position(), &AnyPosition::start(&Variant::Russian.into()));
}

/// Every table has different moves.
#[test]
fn no_two_tables_are_the_same() {
    let mut moves: Vec<&str> = table_openings().map(|table| table.moves).collect();
    moves.sort_unstable();
    moves.dedup();
    assert_eq!(moves.len(), 150);
}

/// R-DT-1: a lost ballot is never drawn, every other one is.
#[test]
fn drawn_ballots_are_those_that_are_not_lost() {
    let lost: Vec<String> = three_move_openings()
        .filter(|ballot| ballot.lost)
        .map(|ballot| ballot.moves.replace('x', "-"))
        .collect();
    let mut drawn = std::collections::BTreeSet::new();
    for seed in 0..3_000 {
        let moves = opened("american", seed, Opening::ThreeMove(None)).moves().join(" ");
        let moves = moves.replace('x', "-");
        assert!(!lost.contains(&moves), "seed {seed} draws {moves}");
        drawn.insert(moves);
    }
    assert_eq!(drawn.len(), 157);
}

#[test]
fn a_random_opening_never_ends_the_game() {
    for variant in Variant::ALL {
        for seed in 0..30 {
            let table = opened(variant.name(), seed, Opening::Random { plies: 40 });
            assert_eq!(table.game().outcome(), None);
            assert!(table.opening_plies() > 0 && table.opening_plies() <= 40);
        }
    }
    // Any move here ends the game, so none is made.
    let end = Terms {
        rules: "breakthrough,board=8,men=4".parse().unwrap(),
        opening: Opening::Random { plies: 40 },
        ..terms("breakthrough")
    };
    let table = Table::create(end, Time(0)).unwrap();
    assert!(table.opening_plies() < 40 && table.game().outcome().is_none());
}

#[test]
fn openings_that_make_no_game_are_refused() {
    let foreign =
        "this opening does not belong to Italian draughts; choose another opening, or other rules";
    assert_eq!(error("italian", "three-move:1"), foreign);
    assert_eq!(error("italian", "table"), foreign);
    assert_eq!(
        error("american,board=10", "three-move"),
        "this opening does not belong to American checkers, house rules; choose another opening, or other rules"
    );
    // Not even the table without moves, where the men have another set-up.
    assert!(
        error("russian,board=10", "table:5-VII").starts_with("this opening does not belong to")
    );
    assert_eq!(error("american", "three-move:0"), "three-move openings are numbered from 1 to 174");
    assert_eq!(
        error("american", "three-move:175"),
        "three-move openings are numbered from 1 to 174"
    );
    assert_eq!(
        error("russian", "table:9-XX"),
        "there is no such opening table; tables are named like 4-VII"
    );
    assert_eq!(error("russian", "random:0"), "a random opening has 1 to 40 moves");
    assert_eq!(error("russian", "random:41"), "a random opening has 1 to 40 moves");
    assert_eq!(
        error("american", "fen:W:W1:B1"),
        "the position cannot be read: two pieces stand on one square (at character 7)"
    );
    assert_eq!(
        error("american", "fen:W:W:B1"),
        "the game would already be over at the start (black wins: no pieces)"
    );
    for unknown in ["", "queens-gambit", "random", "random:x", "three-move:x", "fen", "standard:1"]
    {
        assert!(error("american", unknown).starts_with("no opening is called"), "{unknown}");
    }
}

#[test]
fn terms_that_a_log_could_not_hold_are_refused() {
    let mut odd: Ruleset = Variant::American.into();
    odd.draws.push(draughts::DrawRule::automatic(
        draughts::DrawWhen::Forces(draughts::Forces::OneAgainstOne),
        3,
    ));
    let terms = Terms { rules: odd, ..terms("american") };
    assert_eq!(terms.check(), Err(TermsError::RulesAsText));
    let slow = Terms { lag_cap: 10_001, ..common::terms("american") };
    assert_eq!(slow.check(), Err(TermsError::Lag));
}

#[test]
fn a_position_is_kept_as_this_program_writes_it() {
    let fen = "W:W32,31,K30,29:B2,1.";
    let table = opened("american", 1, Opening::Position(fen.to_owned()));
    let written = table.game().position().to_fen();
    assert_ne!(written, fen);
    assert_eq!(table.terms().opening, Opening::Position(written));
}

/// R-IT-1, R-DT-1: colours are drawn from the seed, each equally often.
#[test]
fn colours_are_drawn_from_the_seed() {
    let whites = (0..1_000).filter(|seed| Colors::Drawn.host(*seed) == Color::White).count();
    assert!((450..550).contains(&whites), "{whites} of 1000");
    for seed in 0..10 {
        let terms = Terms { seed, ..terms("italian") };
        assert_eq!(
            Table::create(terms.clone(), Time(0)).unwrap().host_color(),
            Colors::Drawn.host(seed)
        );
        let white = Terms { colors: Colors::HostWhite, ..terms.clone() };
        assert_eq!(Table::create(white, Time(0)).unwrap().host_color(), Color::White);
        let black = Terms { colors: Colors::HostBlack, ..terms };
        assert_eq!(Table::create(black, Time(0)).unwrap().host_color(), Color::Black);
    }
}

/// Opening moves are part of the game but cannot be taken back.
#[test]
fn the_opening_cannot_be_taken_back() {
    use draughts_arbiter::Proposal::TakeBack;
    let terms = Terms { opening: Opening::ThreeMove(Some(1)), ..terms("american") };
    let mut game = Sitting::begin(terms);
    for side in Color::BOTH {
        assert_eq!(game.refuses(&offer(side, TakeBack)), Refusal::NothingToTakeBack);
    }
    game.thinks_of_any(1);
    assert_eq!(game.refuses(&offer(Color::Black, TakeBack)), Refusal::NothingToTakeBack);
    game.does(&offer(Color::White, TakeBack)).does(&accept(Color::Black, TakeBack));
    assert_eq!(game.table().moves().len(), 3);
}

const GOLDEN: &str = include_str!("golden/seeds.tsv");

/// What `casual` meant when the golden file was written, and means in all games of that time: today it lets a man
/// continue as a king.
const OLD_CASUAL: &str = "american,capture=off,continue=no,blocked=draws,name=Casual checkers";

/// Everything that a seed determines, for many seeds.
fn golden() -> String {
    let mut text =
        "seed\trules\topening\thost\tstart\tmoves\thash\trematch seed\tengine\n".to_owned();
    let random = [1, 7, 40].map(|plies| Opening::Random { plies });
    for seed in [0, 1, 2, 42, 0xDEAD_BEEF, (1 << 53) + 1, u64::MAX] {
        for rules in Variant::ALL.iter().map(|variant| variant.name()).chain(["casual"]) {
            let own = match rules {
                "american" | "casual" => Some(Opening::ThreeMove(None)),
                "russian" | "brazilian" => Some(Opening::Table(None)),
                _ => None,
            };
            for opening in own.into_iter().chain(random.clone()) {
                let meant = if rules == "casual" { OLD_CASUAL } else { rules };
                let table = opened(meant, seed, opening);
                let _ = writeln!(
                    text,
                    "{seed}\t{rules}\t{}\t{}\t{}\t{}\t{:016x}\t{}\t{}",
                    table.terms().opening,
                    table.host_color(),
                    table.game().start().to_fen(),
                    table.moves().join(" "),
                    table.game().position().hash(),
                    Dice::new(seed, Purpose::Rematch).bits(),
                    Dice::new(seed, Purpose::Engine { ply: 9 }).below(1_000_000),
                );
            }
        }
    }
    text
}

/// R-DT-1: the same seed gives the same initial state on every platform and in every version. `DAMIER_BLESS=1` rewrites
/// the file; do that only for a new version of the log.
#[test]
fn seeds_give_what_they_always_gave() {
    let made = golden();
    if std::env::var_os("DAMIER_BLESS").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/seeds.tsv");
        std::fs::write(path, &made).expect("the golden file can be written");
        return;
    }
    for (number, (old, new)) in GOLDEN.lines().zip(made.lines()).enumerate() {
        assert_eq!(old, new, "line {}", number + 1);
    }
    assert_eq!(GOLDEN.lines().count(), made.lines().count());
}

/// R-DT-1: the opening is in the log, with the hash of the position it leads to.
#[test]
fn the_log_proves_the_opening() {
    let terms = Terms { opening: Opening::Random { plies: 6 }, ..terms("frisian") };
    let log = Log::open(terms, Time(5)).unwrap();
    let hash = format!("#{:016x}", log.table().game().position().hash());
    assert!(log.lines()[1].contains(&format!("opening=random:6 rules=frisian {hash} ~")));
}
