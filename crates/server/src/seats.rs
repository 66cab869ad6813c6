//! Who may act for which side.

use draughts::Color;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Both seats of a game, as they are stored.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Seats {
    /// White's.
    pub white: Seat,
    /// Black's.
    pub black: Seat,
}

/// Who sits on one side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Seat {
    /// A person who shows a key; only its digest is kept.
    Person(String),
    /// The computer, at this level.
    Computer(u8),
}

impl Seats {
    /// The seat of a side.
    pub fn of(&self, side: Color) -> &Seat {
        match side {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }

    /// Whether a key opens the seat of a side.
    pub fn opens(&self, side: Color, key: &str) -> bool {
        matches!(self.of(side), Seat::Person(kept) if *kept == digest(key))
    }

    /// The sides that a key may act for.
    pub fn sides(&self, key: &str) -> Vec<Color> {
        Color::BOTH.into_iter().filter(|side| self.opens(*side, key)).collect()
    }
}

/// A key that nobody can guess: 128 bits in hexadecimal.
pub fn new_key() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    Ok(hexadecimal(&bytes))
}

/// A name for a game: short enough for a link.
pub fn new_name() -> Result<String, getrandom::Error> {
    const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    let mut bytes = [0; 10];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect())
}

/// What is kept of a key.
pub fn digest(key: &str) -> String {
    hexadecimal(&Sha256::digest(key))
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
