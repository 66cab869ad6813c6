//! Published leaf counts, both ways of counting captures.
//!
//! The normal run checks every row up to a few million nodes; `DAMIER_SLOW=1` (in release) all rows
//! up to 400 million.

use draughts::{AnyPosition, Counting, PerftOptions, Ruleset, Variant};

const NORMAL: u64 = 5_000_000;
const SLOW: u64 = 400_000_000;

/// Rows about boards and variants that are not ours; `own_variants.rs` checks them.
fn is_ours(variant: &str, fen: &str) -> bool {
    !["srilankan", "spantsiretti"].contains(&variant) && !fen.contains("W13-18:B1-6")
}

struct Row<'a> {
    variant: &'a str,
    fen: &'a str,
    counting: Counting,
    depth: u32,
    nodes: u64,
}

fn rows(most: u64) -> Vec<Row<'static>> {
    let lines = include_str!("data/perft.tsv").lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let fields: Vec<&str> = line.split('\t').collect();
            Row {
                variant: fields[0],
                fen: fields[1],
                counting: match fields[2] {
                    "keep" => Counting::Keep,
                    "drop" => Counting::Drop,
                    other => panic!("unknown counting {other}"),
                },
                depth: fields[3].parse().unwrap(),
                nodes: fields[4].parse().unwrap(),
            }
        })
        .filter(|row| row.nodes <= most && is_ours(row.variant, row.fen))
        .collect()
}

/// R-AM-5, R-FR-4, R-IT-4: the generator finds exactly the published number of moves.
#[test]
fn published_counts() {
    let slow = std::env::var_os("DAMIER_SLOW").is_some();
    let rows = rows(if slow { SLOW } else { NORMAL });
    assert!(rows.len() > 300);
    let mut wrong = Vec::new();
    for Row { variant, fen, counting, depth, nodes } in rows {
        let rules: Ruleset = variant.parse().unwrap();
        let position = AnyPosition::from_fen(&rules, fen).unwrap();
        let found = position.perft(depth, counting);
        if found != nodes {
            wrong.push(format!("{variant} {fen} {counting:?} {depth}: {found}, not {nodes}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// House rules without changes, with facts read at run time, count the same.
#[test]
fn facts_at_run_time_count_the_same() {
    for Row { variant, fen, counting, depth, nodes } in rows(200_000) {
        let rules: Ruleset = format!("{variant},name=The same").parse().unwrap();
        assert_eq!(rules.official(), None);
        let position = AnyPosition::from_fen(&rules, fen).unwrap();
        assert_eq!(position.perft(depth, counting), nodes, "{variant} {fen} {depth}");
    }
}

#[test]
fn threads_and_hash_change_no_count() {
    for &variant in Variant::ALL {
        let position = AnyPosition::start(&variant.into());
        for counting in [Counting::Keep, Counting::Drop] {
            let options = PerftOptions { counting, threads: 3, hash_bytes: 1 << 16 };
            let divided = position.divide(7, &options, &|_, _| {});
            let nodes: u64 = divided.iter().map(|(_, nodes)| nodes).sum();
            assert_eq!(nodes, position.perft(7, counting), "{variant} {counting:?}");
        }
    }
}
