//! Whole sets: totals as others have published them, and every value from those of its successors.

mod common;

use common::Folder;
use draughts_endgame::Tables;

fn written(tables: &Tables, pieces: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for material in (2..=pieces).flat_map(|pieces| tables.slices(pieces)) {
        let totals = tables.totals(&material).unwrap().unwrap();
        let longest = totals.dtw.unwrap();
        let total = totals.win + totals.draw + totals.loss;
        let numbers = [material.men, material.kings, material.opp_men, material.opp_kings];
        let counts = [total, totals.win, totals.draw, totals.loss];
        let distances = [longest.win, longest.loss];
        let numbers = numbers.into_iter().map(u64::from).chain(counts);
        let numbers = numbers.chain(distances.map(u64::from));
        lines.push(numbers.map(|number| number.to_string()).collect::<Vec<_>>().join("\t"));
    }
    lines.sort();
    lines
}

fn published(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = text.lines().skip(2).map(str::to_owned).collect();
    lines.sort();
    lines
}

fn check(name: &str, rules: &str, pieces: usize) -> (Folder, Tables) {
    let folder = Folder::new(name);
    let tables = folder.built(rules, pieces);
    let verified = tables.verify(pieces, &|_| {}).unwrap();
    assert_eq!(verified.errors, 0, "{rules}: {:?}", verified.examples);
    let slices = (2..=pieces).map(|pieces| tables.slices(pieces).len()).sum::<usize>();
    assert_eq!(verified.slices, slices, "{rules}");
    (folder, tables)
}

#[test]
fn american_totals_and_longest_wins_are_the_published_ones() {
    let (_folder, tables) = check("american", "american", 4);
    assert_eq!(written(&tables, 4), published(include_str!("data/american-2-4.tsv")));
    let sizes = (2..=4).flat_map(|pieces| tables.slices(pieces));
    let results: u64 = sizes.map(|slice| tables.size(&slice).unwrap().unwrap().1).sum();
    assert!(results <= 200_000, "{results} bytes for results up to four pieces");
}

#[test]
fn international_totals_and_longest_wins_are_the_published_ones() {
    let (_folder, tables) = check("international", "international", 3);
    assert_eq!(written(&tables, 3), published(include_str!("data/international-2-3.tsv")));
}

#[test]
fn every_value_of_small_boards_follows_from_its_successors() {
    for rules in ["italian", "russian", "brazilian", "spanish", "thai"] {
        check(rules, rules, 4);
    }
}

/// With king-move counters, without kings, with the aim reversed, with men that step sideways, with
/// captures that may be left, and on the largest board.
#[test]
fn every_value_of_other_games_follows_from_its_successors() {
    for rules in ["killer", "antidraughts", "breakthrough", "frisian", "casual"] {
        check(rules, rules, 3);
    }
    for rules in ["canadian", "turkish", "international,kings=short,king-run=2"] {
        check("large", rules, 2);
    }
}

/// The hash of a set is the same on every machine; a change of format or rules changes it.
#[test]
fn sets_have_the_published_hash() {
    let folder = Folder::new("hash");
    for (rules, digest) in [
        ("american", "7c333612a5026c1a7c3700422a97ac5fd91a4934deae9eb5e840c1328c3a23ff"),
        ("russian", "362a9f3c21dd28d2423d4434719e8f6d7d111ccacf9b1d9674b2fadb66335eb6"),
    ] {
        let tables = folder.built(rules, 3);
        assert_eq!(tables.digest(3).unwrap().unwrap(), digest, "{rules}");
    }
}
