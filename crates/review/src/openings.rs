//! The names of openings, by their positions.

use crate::judged::Review;
use draughts::{AnyPosition, Ruleset, Variant};
use std::collections::HashMap;
use std::sync::LazyLock;

/// Only names of which the moves are beyond doubt: those of the first moves, of Anderson's and Wyllie's openings, and those
/// under which Russian openings have articles of their own.
const TABLE: &str = include_str!("../data/openings.tsv");

/// The name of an opening. Names are not translated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NamedOpening {
    /// The name in Latin letters.
    pub name: &'static str,
    /// The name in Cyrillic letters, where it is Russian.
    pub russian: Option<&'static str>,
}

static NAMES: LazyLock<HashMap<(Variant, u64), NamedOpening>> = LazyLock::new(|| {
    let named = rows().filter_map(|(variant, opening, moves)| {
        let position = after(variant, moves)?;
        Some(((variant, position.hash()), opening))
    });
    named.collect()
});

/// The lines of the table: a game, a name, and the moves that lead to it.
fn rows() -> impl Iterator<Item = (Variant, NamedOpening, &'static str)> {
    TABLE.lines().skip(1).filter_map(|line| {
        let mut columns = line.split('\t');
        let (variant, name) = (columns.next()?.parse().ok()?, columns.next()?);
        let russian = columns.next().filter(|name| !name.is_empty());
        Some((variant, NamedOpening { name, russian }, columns.next()?))
    })
}

/// The position after moves from the start; nothing if one of them is not legal.
fn after(variant: Variant, moves: &str) -> Option<AnyPosition> {
    let start = AnyPosition::start(&variant.into());
    moves.split(' ').try_fold(start, |position, text| {
        Some(position.play_unchecked(&position.parse_move(text).ok()?))
    })
}

impl NamedOpening {
    /// The opening of exactly this position, by whatever order of moves it was reached.
    ///
    /// ```
    /// use draughts::{AnyPosition, Ruleset, Variant};
    /// use draughts_review::NamedOpening;
    ///
    /// let rules = Ruleset::from(Variant::American);
    /// let start = AnyPosition::start(&rules);
    /// assert_eq!(NamedOpening::of(&rules, &start), None);
    /// let after = start.play_unchecked(&start.parse_move("9-13").unwrap());
    /// assert_eq!(NamedOpening::of(&rules, &after).unwrap().name, "Edinburgh");
    /// ```
    pub fn of(rules: &Ruleset, position: &AnyPosition) -> Option<Self> {
        NAMES.get(&(rules.official()?, position.hash())).copied()
    }
}

impl Review {
    /// The opening that was played: the last position of the game that has a name.
    pub fn opening_name(&self) -> Option<NamedOpening> {
        let after = |index: usize| {
            let judged = &self.moves[index];
            judged.position.play_unchecked(&judged.mv)
        };
        let starts = self.moves.first()?.position == AnyPosition::start(&self.rules);
        let most = self.moves.len().min(LONGEST);
        let mut positions = (0..most).rev().map(after);
        positions.find_map(|position| NamedOpening::of(&self.rules, &position)).filter(|_| starts)
    }
}

/// No opening with a name has more plies than this, and a position that comes about later is none.
const LONGEST: usize = 12;

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// Issue 19.2: every line of the table is legal, and no position has two names.
    #[test]
    fn all_openings_can_be_played() {
        let lines = TABLE.lines().count() - 1;
        assert!(lines > 40, "{lines}");
        assert_eq!(rows().count(), lines, "every line names a game");
        let mut seen = HashSet::new();
        for (variant, opening, moves) in rows() {
            let position = after(variant, moves);
            let position = position.unwrap_or_else(|| panic!("{variant:?} {opening:?}: {moves}"));
            assert!(moves.split(' ').count() <= LONGEST, "{moves}");
            assert!(
                seen.insert((variant, position.hash())),
                "{opening:?} has the position of another"
            );
            assert_eq!(NamedOpening::of(&variant.into(), &position), Some(opening));
            assert_eq!(opening.russian.is_some(), variant == Variant::Russian, "{opening:?}");
        }
    }

    /// Issue 19.2: another order of moves leads to the same opening; other rules have no such name.
    #[test]
    fn transpositions_have_the_same_name() {
        let named = |rules: &Ruleset, moves: &str| {
            let position = moves.split(' ').fold(AnyPosition::start(rules), |position, text| {
                position.play_unchecked(&position.parse_move(text).unwrap())
            });
            NamedOpening::of(rules, &position).map(|opening| opening.name)
        };
        let american = Ruleset::from(Variant::American);
        let alma = Some("Alma");
        assert_eq!(named(&american, "11-15 23-19 8-11 22-17 3-8"), alma);
        assert_eq!(named(&american, "11-15 22-17 8-11 23-19 3-8"), alma);
        let house: Ruleset = "american,capture=off".parse().unwrap();
        assert_eq!(named(&house, "11-15 23-19 8-11 22-17 3-8"), None);
    }
}
