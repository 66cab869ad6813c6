//! Everything that fuzzing recorded games has found, as an ordinary test.

#[path = "../../../fuzz/src/corpus.rs"]
mod corpus;
#[path = "../../../fuzz/src/games.rs"]
mod targets;

const HOME: &str = env!("CARGO_MANIFEST_DIR");

#[test]
fn pdn() {
    corpus::each_input(HOME, "pdn", targets::pdn);
}

#[test]
fn log() {
    corpus::each_input(HOME, "log", targets::log);
}
