//! The result of a game for a player.

use serde::{Deserialize, Serialize};

/// The result of a game for a player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RatedOutcome {
    /// The player lost.
    Loss,
    /// The game was drawn.
    Draw,
    /// The player won.
    Win,
}

impl RatedOutcome {
    /// The result for the other player.
    ///
    /// ```
    /// assert_eq!(draughts_rating::RatedOutcome::Win.reversed(), draughts_rating::RatedOutcome::Loss);
    /// ```
    pub const fn reversed(self) -> Self {
        match self {
            RatedOutcome::Loss => RatedOutcome::Win,
            RatedOutcome::Draw => RatedOutcome::Draw,
            RatedOutcome::Win => RatedOutcome::Loss,
        }
    }

    /// The score: 0, ½ or 1.
    pub const fn score(self) -> f64 {
        match self {
            RatedOutcome::Loss => 0.0,
            RatedOutcome::Draw => 0.5,
            RatedOutcome::Win => 1.0,
        }
    }
}
