//! The identity of tables: rules that move alike on the same board share them. Draw rules, names and the start
//! position make no difference.

use draughts::{AnyPosition, Ruleset, Variant};

/// The rules as tables know them: the first official variant that moves alike, or the house rules
/// without what makes no difference.
///
/// ```
/// use draughts_endgame::table_rules;
///
/// assert_eq!(table_rules(&"frysk".parse()?).to_string(), "frisian");
/// assert_eq!(table_rules(&"american-wcdf".parse()?).to_string(), "american");
/// let casual = table_rules(&"casual".parse()?).to_string();
/// assert_eq!(casual, "american,capture=off,continue=no,crowning=goes-on,blocked=draws");
/// # Ok::<(), draughts::RulesetError>(())
/// ```
pub fn table_rules(rules: &Ruleset) -> Ruleset {
    let board = |rules: &Ruleset| {
        let layout = AnyPosition::start(rules).layout();
        (layout.width, layout.height, layout.shade)
    };
    let mut official = Variant::ALL.iter().map(|variant| Ruleset::from(*variant));
    let alike = |other: &Ruleset| other.facts == rules.facts && board(other) == board(rules);
    if let Some(variant) = official.find(alike) {
        return variant;
    }
    // The usual number of men for the size.
    let plain = format!("{},board={}", rules.base.name(), rules.size).parse();
    let plain = plain.unwrap_or_else(|_| rules.clone());
    Ruleset { facts: rules.facts, ..plain }
}
