//! The numbers of the search are documented as they are.

use draughts_engine::Tuning;

const DOCUMENTATION: &str = include_str!("../../../docs/engine.md");

#[test]
fn every_number_is_documented() {
    for name in Tuning::NAMES {
        let start = format!("| `{name}` | ");
        let row = DOCUMENTATION.lines().find_map(|line| line.strip_prefix(&start));
        let row = row.unwrap_or_else(|| panic!("docs/engine.md does not say where {name} is from"));
        let now = row.split(" | ").nth(1).unwrap_or_default();
        let mut tuning = Tuning::default();
        tuning.set(name, now).unwrap();
        assert_eq!(tuning, Tuning::default(), "docs/engine.md has {now} for {name}");
    }
}
