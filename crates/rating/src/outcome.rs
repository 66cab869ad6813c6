//! How a game went for a player.

use serde::{Deserialize, Serialize};

/// How a game went for a player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// The player lost.
    Loss,
    /// Nobody won.
    Draw,
    /// The player won.
    Win,
}

impl Outcome {
    /// How it went for the other player.
    ///
    /// ```
    /// assert_eq!(draughts_rating::Outcome::Win.reversed(), draughts_rating::Outcome::Loss);
    /// ```
    pub const fn reversed(self) -> Self {
        match self {
            Outcome::Loss => Outcome::Win,
            Outcome::Draw => Outcome::Draw,
            Outcome::Win => Outcome::Loss,
        }
    }

    /// What it is worth: 0, ½ or 1.
    pub const fn score(self) -> f64 {
        match self {
            Outcome::Loss => 0.0,
            Outcome::Draw => 0.5,
            Outcome::Win => 1.0,
        }
    }
}
