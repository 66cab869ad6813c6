//! A position of a game as the trainer reads it.

use draughts::{AnyPosition, Color};
use engine::Score;
use engine::training::features;

/// The bytes of a record: four words of pieces, then score, result, turn, two terms, and two of
/// nothing.
pub const LENGTH: usize = 40;
/// A win that was seen, as a score.
const SEEN_WIN: i16 = 10_000;

/// A quiet position, what a search thought of it and how the game ended.
pub struct LabelledPosition {
    bytes: [u8; LENGTH],
}

impl LabelledPosition {
    /// A position and the score for its side to move.
    pub fn new(position: &AnyPosition, score: Score) -> Self {
        let seen = features(position);
        let mut bytes = [0; LENGTH];
        for (word, place) in seen.words.into_iter().zip(bytes.chunks_exact_mut(8)) {
            place.copy_from_slice(&word.to_le_bytes());
        }
        let for_white = if position.turn() == Color::White { score } else { -score };
        bytes[32..34].copy_from_slice(&centimen(for_white).to_le_bytes());
        bytes[35] = if position.turn() == Color::White { 1 } else { -1_i8 as u8 };
        bytes[36] = seen.terms[4] as i8 as u8;
        bytes[37] = seen.terms[5] as i8 as u8;
        Self { bytes }
    }

    /// Its bytes, now that the game has ended.
    pub fn ended(mut self, winner: Option<Color>) -> [u8; LENGTH] {
        let result = match winner {
            Some(Color::White) => 1,
            Some(Color::Black) => -1_i8,
            None => 0,
        };
        self.bytes[34] = result as u8;
        self.bytes
    }
}

fn centimen(score: Score) -> i16 {
    match score {
        Score::Centimen(value) => value.clamp(-9_999, 9_999) as i16,
        Score::WinsIn(_) => SEEN_WIN,
        Score::LosesIn(_) => -SEEN_WIN,
    }
}
