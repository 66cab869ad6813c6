//! How the trainer weighs positions, where Python has what it needs.

#[path = "../../crates/server/tests/all/common/python.rs"]
mod python;

use std::process::Command;

/// The version of NumPy that the test is made for.
const NUMPY: &str = "2.2.6";

#[test]
fn won_games_and_decided_positions_count_as_told() {
    let Some(home) = python::package("numpy", NUMPY) else { return };
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/weighing.py");
    let output = Command::new(home.join("bin/python")).arg(script).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
