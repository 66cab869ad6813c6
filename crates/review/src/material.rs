//! What pieces are worth, as far as words about won and lost men go.

use draughts::{AnyPosition, Color, KingRange, Move, Ruleset};

/// By how many men a side is ahead; a king counts two men, and three where it flies.
pub(crate) fn ahead(rules: &Ruleset, position: &AnyPosition, color: Color) -> i32 {
    let king = match rules.facts.king_range {
        KingRange::Short => 2,
        KingRange::Flying => 3,
    };
    let worth = |color| {
        let (pieces, kings) = (position.pieces(color).len(), position.kings(color).len());
        pieces as i32 + (king - 1) * kings as i32
    };
    worth(color) - worth(!color)
}

/// So far a line is followed to see what it wins.
const FOLLOWED: usize = 14;

/// How many men a side wins in a line: at the last point of it where nothing is there to be taken.
pub(crate) fn won(rules: &Ruleset, start: &AnyPosition, line: &[Move], color: Color) -> i32 {
    let before = ahead(rules, start, color);
    let mut position = *start;
    let mut won = 0;
    for mv in line.iter().take(FOLLOWED) {
        position = position.play_unchecked(mv);
        if !position.any_capture() {
            won = ahead(rules, &position, color) - before;
        }
    }
    won
}

/// `a man`, `two men`.
pub(crate) fn men(count: i32) -> String {
    const WORDS: [&str; 9] =
        ["no", "a man", "two", "three", "four", "five", "six", "seven", "eight"];
    match (count, usize::try_from(count).ok().and_then(|count| WORDS.get(count))) {
        (1, Some(word)) => (*word).to_owned(),
        (_, Some(word)) => format!("{word} men"),
        (count, None) => format!("{count} men"),
    }
}
