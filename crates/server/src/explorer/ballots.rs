//! Finds the ballots that lead to a position.

use arbiter::{Opening, table_openings, three_move_openings};
use draughts::{AnyPosition, Ruleset, Variant};
use std::collections::HashMap;
use std::sync::LazyLock;

/// A variant, and the hash of a position.
type BallotKey = (Variant, u64);

static NAMES: LazyLock<HashMap<BallotKey, Vec<String>>> = LazyLock::new(|| {
    let three_move = three_move_openings().map(|ballot| {
        (Variant::American, Opening::ThreeMove(Some(ballot.number)), ballot.number.to_string())
    });
    let tables = [Variant::Russian, Variant::Brazilian].into_iter().flat_map(|variant| {
        let named = table_openings().filter(|table| !table.moves.is_empty());
        named.map(move |table| {
            (variant, Opening::Table(Some(table.name.to_owned())), table.name.to_owned())
        })
    });
    let mut names: HashMap<BallotKey, Vec<String>> = HashMap::new();
    for (variant, opening, name) in three_move.chain(tables) {
        if let Ok(game) = opening.set_up(&variant.into(), 0) {
            names.entry((variant, game.position().hash())).or_default().push(name);
        }
    }
    names
});

/// Returns the names of the ballots that lead to a position.
pub fn ballots(rules: &Ruleset, position: &AnyPosition) -> Vec<String> {
    let official = rules.official();
    let names = official.and_then(|variant| NAMES.get(&(variant, position.hash())));
    names.cloned().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_of_ballots_have_their_names() {
        let after = |rules: &Ruleset, moves: &str| {
            moves.split(' ').fold(AnyPosition::start(rules), |position, text| {
                position.play_unchecked(&position.parse_move(text).unwrap())
            })
        };
        let american = Ruleset::from(Variant::American);
        assert_eq!(ballots(&american, &after(&american, "9-14 24-20 11-15")), ["57"]);
        assert!(ballots(&american, &AnyPosition::start(&american)).is_empty());
        let russian = Ruleset::from(Variant::Russian);
        assert_eq!(ballots(&russian, &after(&russian, "c3-d4 b6-a5 d4-c5")), ["1-I"]);
        let house: Ruleset = "american,capture=off".parse().unwrap();
        assert!(ballots(&house, &after(&house, "9-14 24-20 11-15")).is_empty());
    }
}
