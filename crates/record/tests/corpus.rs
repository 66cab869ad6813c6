//! Everything that fuzzing games on record has kept, run as an ordinary test.

#[path = "../../../fuzz/src/games.rs"]
mod targets;

use std::fs;
use std::path::Path;

fn each_input(target: &str, run: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target);
    let inputs: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(inputs.len() >= 15, "the corpus of {target} is missing");
    for input in inputs {
        run(&fs::read(input).unwrap());
    }
}

#[test]
fn pdn() {
    each_input("pdn", targets::pdn);
}

#[test]
fn log() {
    each_input("log", targets::log);
}
