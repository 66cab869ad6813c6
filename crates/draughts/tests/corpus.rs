//! Everything that fuzzing positions and moves has found, as an ordinary test.

#[path = "../../../fuzz/src/corpus.rs"]
mod corpus;
#[path = "../../../fuzz/src/rules.rs"]
mod targets;

const HOME: &str = env!("CARGO_MANIFEST_DIR");

#[test]
fn fen() {
    corpus::each_input(HOME, "fen", targets::fen);
}

#[test]
fn moves() {
    corpus::each_input(HOME, "moves", targets::moves);
}

#[test]
fn play() {
    corpus::each_input(HOME, "play", targets::play);
}
