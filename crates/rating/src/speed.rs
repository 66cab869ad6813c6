//! How fast a game is.

use arbiter::{Stage, TimeControl};
use core::fmt;
use core::str::FromStr;
use serde::{Deserialize, Serialize};

/// How many moves of a player a game is taken to have.
const MOVES: u64 = 40;

const MINUTE: u64 = 60_000;

/// How fast a game is, by what a player has for a game of 40 moves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Speed {
    /// Less than 3 minutes.
    Bullet,
    /// Less than 8 minutes.
    Blitz,
    /// Less than 25 minutes.
    Rapid,
    /// More than that.
    Classical,
    /// Days for each move.
    Correspondence,
    /// No clock.
    Unlimited,
}

/// A text that is the name of no speed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "there is no speed \"{0}\"; it is bullet, blitz, rapid, classical, correspondence or unlimited"
)]
pub struct UnknownSpeed(pub String);

impl Speed {
    /// Every speed, the fastest first.
    pub const ALL: [Speed; 6] = [
        Speed::Bullet,
        Speed::Blitz,
        Speed::Rapid,
        Speed::Classical,
        Speed::Correspondence,
        Speed::Unlimited,
    ];

    /// The speed of games with a time control.
    ///
    /// ```
    /// use draughts_rating::Speed;
    ///
    /// assert_eq!(Speed::of(&"10m".parse()?), Speed::Rapid);
    /// assert_eq!(Speed::of(&"3d/move".parse()?), Speed::Correspondence);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(control: &TimeControl) -> Self {
        let time = match control {
            TimeControl::None => return Speed::Unlimited,
            TimeControl::Correspondence { .. } => return Speed::Correspondence,
            TimeControl::Stages { stages, repeat } => time_of(stages, *repeat),
            TimeControl::Byoyomi { main, period, .. } => {
                main.saturating_add(period.saturating_mul(MOVES))
            }
            TimeControl::Hourglass { time } => *time,
        };
        match time / MINUTE {
            0..3 => Speed::Bullet,
            3..8 => Speed::Blitz,
            8..25 => Speed::Rapid,
            _ => Speed::Classical,
        }
    }

    /// Its name in English.
    pub const fn name(self) -> &'static str {
        match self {
            Speed::Bullet => "bullet",
            Speed::Blitz => "blitz",
            Speed::Rapid => "rapid",
            Speed::Classical => "classical",
            Speed::Correspondence => "correspondence",
            Speed::Unlimited => "unlimited",
        }
    }
}

/// What stages bring as far as a game's moves reach them.
fn time_of(stages: &[Stage], repeat: bool) -> u64 {
    let again = stages.last().filter(|_| repeat);
    let mut left = MOVES;
    let mut time: u64 = 0;
    for stage in stages.iter().chain(core::iter::repeat_n(again, MOVES as usize).flatten()) {
        if left == 0 {
            break;
        }
        let moves = stage.moves.map_or(left, |moves| u64::from(moves).clamp(1, left));
        let bonus = stage.bonus.time().saturating_mul(moves);
        time = time.saturating_add(stage.time).saturating_add(bonus);
        left -= moves;
    }
    time
}

impl fmt::Display for Speed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Speed {
    type Err = UnknownSpeed;

    fn from_str(text: &str) -> Result<Self, UnknownSpeed> {
        let named = Self::ALL.into_iter().find(|speed| speed.name() == text);
        named.ok_or_else(|| UnknownSpeed(text.to_owned()))
    }
}
