//! Everything that fuzzing has kept, run as an ordinary test.

#[path = "../../../fuzz/src/rules.rs"]
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
fn fen() {
    each_input("fen", targets::fen);
}

#[test]
fn moves() {
    each_input("moves", targets::moves);
}

#[test]
fn play() {
    each_input("play", targets::play);
}
