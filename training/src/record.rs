//! A position of a game as the trainer reads it.

use draughts::{AnyPosition, Color, Variant};
use engine::Score;
use engine::training::features;

/// The bytes of a record behind its four words of pieces: score, result, turn, two terms, and two of nothing.
const LABELS: usize = 8;
/// A word has eight bytes, or sixteen where the board has more squares than they have bits.
const SQUARES_OF_A_WORD: u8 = 64;
/// A win that was seen, as a score.
const SEEN_WIN: i16 = 10_000;

/// A quiet position, what a search thought of it and how the game ended.
pub struct LabelledPosition {
    bytes: Vec<u8>,
}

impl LabelledPosition {
    /// A position and the score for its side to move.
    pub fn new(position: &AnyPosition, score: Score) -> Self {
        let seen = features(position);
        let width = width(position);
        let mut bytes = Vec::with_capacity(4 * width + LABELS);
        for word in seen.words {
            bytes.extend_from_slice(&word.to_le_bytes()[..width]);
        }
        let for_white = if position.turn() == Color::White { score } else { -score };
        let turn = if position.turn() == Color::White { 1 } else { -1_i8 };
        bytes.extend(centimen(for_white).to_le_bytes());
        bytes.extend(
            [0, turn, seen.terms[4] as i8, seen.terms[5] as i8, 0, 0].map(|label| label as u8),
        );
        Self { bytes }
    }

    /// Its bytes, now that the game has ended.
    pub fn ended(mut self, winner: Option<Color>) -> Vec<u8> {
        let result = match winner {
            Some(Color::White) => 1,
            Some(Color::Black) => -1_i8,
            None => 0,
        };
        let labels = self.bytes.len() - LABELS;
        self.bytes[labels + 2] = result as u8;
        self.bytes
    }
}

/// The bytes of each of its four words.
fn width(position: &AnyPosition) -> usize {
    if position.layout().squares > SQUARES_OF_A_WORD { 16 } else { 8 }
}

/// The bytes of a record of a variant.
pub fn record_length(variant: Variant) -> usize {
    4 * width(&AnyPosition::start(&variant.into())) + LABELS
}

/// What is asked of a record where its pieces need not be known: how many there are, the score for White, and the result
/// for White.
pub struct ScoredPosition {
    pub pieces: usize,
    pub score: i16,
    pub result: i8,
}

impl ScoredPosition {
    /// Reads a record; nothing if it is none.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let (words, labels) = bytes.split_at_checked(bytes.len().checked_sub(LABELS)?)?;
        let pieces = words.iter().map(|byte| byte.count_ones() as usize).sum();
        let score = i16::from_le_bytes([labels[0], labels[1]]);
        let result = labels[2] as i8;
        let turn = labels[3] as i8;
        let is_record = pieces > 0 && (-1..=1).contains(&result) && turn.abs() == 1;
        is_record.then_some(Self { pieces, score, result })
    }
}

fn centimen(score: Score) -> i16 {
    match score {
        Score::Centimen(value) => value.clamp(-9_999, 9_999) as i16,
        Score::WinsIn(_) => SEEN_WIN,
        Score::LosesIn(_) => -SEEN_WIN,
    }
}
