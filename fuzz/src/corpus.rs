//! The inputs that fuzzing has found, for ordinary tests.

use std::fs;
use std::path::Path;

/// Runs a target on every input of its corpus; `home` is the folder of the calling crate.
pub fn each_input(home: &str, target: &str, run: fn(&[u8])) {
    let folder = Path::new(home).join("../../fuzz/corpus").join(target);
    let inputs: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(inputs.len() >= 15, "the corpus of {target} is missing");
    for input in inputs {
        run(&fs::read(input).unwrap());
    }
}
