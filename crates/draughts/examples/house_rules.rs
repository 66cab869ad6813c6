//! American checkers with flying kings on a larger board and optional captures: `cargo run --example house_rules`.

use draughts::{AnyPosition, Ruleset};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rules: Ruleset = "american,board=10,kings=flying,capture=off".parse()?;
    let position = AnyPosition::from_fen(&rules, "W:WK46:B28,41")?;
    for mv in position.legal_moves() {
        println!("{}", position.text(&mv)); // 46x37 and on, or another move
    }
    println!("{} men a side at the start", rules.men());
    assert_eq!("american,kings=jumping".parse::<Ruleset>().ok(), None);
    Ok(())
}
