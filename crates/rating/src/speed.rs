//! Speed classes of games.

use arbiter::TimeControl;
use core::fmt;
use core::str::FromStr;
use serde::{Deserialize, Serialize};

const MINUTE: u64 = 60_000;

/// The speed class of a game, by a player's time for a game of 40 moves.
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
    /// Days per move.
    Correspondence,
    /// No clock.
    Unlimited,
}

/// A text is not the name of a speed class.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "there is no speed \"{0}\"; it is bullet, blitz, rapid, classical, correspondence or unlimited"
)]
pub struct UnknownSpeed(pub String);

impl Speed {
    /// Every speed class, fastest first.
    pub const ALL: [Speed; 6] = [
        Speed::Bullet,
        Speed::Blitz,
        Speed::Rapid,
        Speed::Classical,
        Speed::Correspondence,
        Speed::Unlimited,
    ];

    /// The speed class of a time control.
    ///
    /// ```
    /// use draughts_rating::Speed;
    ///
    /// assert_eq!(Speed::of(&"10m".parse()?), Speed::Rapid);
    /// assert_eq!(Speed::of(&"3d/move".parse()?), Speed::Correspondence);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(control: &TimeControl) -> Self {
        match control.usual_time().map(|time| time / MINUTE) {
            Some(0..3) => Speed::Bullet,
            Some(3..8) => Speed::Blitz,
            Some(8..25) => Speed::Rapid,
            Some(_) => Speed::Classical,
            None if *control == TimeControl::None => Speed::Unlimited,
            None => Speed::Correspondence,
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
