//! Positions of sixteen variants with all their legal moves, found by independent generators.

use draughts::{AnyPosition, Ruleset};

fn sorted(mut texts: Vec<String>) -> Vec<String> {
    texts.sort_unstable();
    texts
}

fn words(text: &str) -> Vec<String> {
    sorted(text.split(' ').map(str::to_owned).collect())
}

/// R-AM-3 to R-AM-7, R-FR-2 to R-FR-5, R-IT-2 to R-IT-6: the moves, and their notation.
#[test]
fn legal_moves_and_their_text() {
    let lines = include_str!("data/positions.tsv").lines().filter(|line| !line.starts_with('#'));
    let mut count = 0;
    for line in lines {
        let fields: Vec<&str> = line.split('\t').collect();
        let [variant, fen, texts, hubs] = fields[..] else { panic!("{line}") };
        let rules: Ruleset = variant.parse().unwrap();
        let position = AnyPosition::from_fen(&rules, fen).unwrap();
        let legal = position.legal_moves();
        let hub = legal.iter().map(|mv| position.hub(mv)).collect();
        assert_eq!(sorted(hub), words(hubs), "{variant} {fen}");
        let text = legal.iter().map(|mv| position.text(mv)).collect();
        assert_eq!(sorted(text), words(texts), "{variant} {fen}");
        count += 1;
    }
    assert_eq!(count, 1760);
}
