//! Counts positions, the usual test of a move generator: `cargo run --release --example perft`.

use draughts::{Counting, International, Position, perft};

fn main() {
    let start = Position::<International>::start();
    for (depth, known) in (1..).zip([9, 81, 658, 4_265, 27_117, 167_140]) {
        let leaves = perft(&start, depth, Counting::Drop);
        println!("{depth} {leaves}");
        assert_eq!(leaves, known);
    }
}
