//! The tree walk shared by both benchmarks.

use draughts::{MoveList, Position, Rules};

/// Walks the move tree as a search does: generates the moves of every position and plays each. Returns the number of
/// positions.
pub fn walk<R: Rules>(position: &Position<R>, depth: u32) -> u64 {
    let mut moves = MoveList::new();
    position.legal_moves_into(&mut moves);
    if depth == 0 {
        return 1;
    }
    let below = moves.iter().map(|mv| walk(&position.play_unchecked(mv), depth - 1));
    1 + below.sum::<u64>()
}
