//! Ratings and their uncertainty.

use crate::outcome::RatedOutcome;
use crate::scale::{self, Evidence, Scaled};
use crate::system::{SCALE, System};
use crate::volatility::{self, Likelihood};
use core::fmt;
use serde::{Deserialize, Serialize};

/// The rating of a new player.
const NEW: Rating = Rating { value: 1500.0, deviation: 350.0, volatility: 0.06 };

const VALUES: [f64; 2] = [100.0, 4_000.0];
const DEVIATIONS: [f64; 2] = [1.0, 350.0];

/// The smallest deviation, however many games were played.
const SUREST: f64 = 45.0;

/// Above this deviation a rating is provisional.
const PROVISIONAL: f64 = 110.0;

/// A rating with its uncertainty: in 19 of 20 cases the value is off by less than two deviations. All numbers are
/// finite and within bounds.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(from = "Numbers")]
pub struct Rating {
    value: f64,
    deviation: f64,
    volatility: f64,
}

/// A rating that has not been checked.
#[derive(Deserialize)]
struct Numbers {
    value: f64,
    deviation: f64,
    volatility: f64,
}

impl From<Numbers> for Rating {
    fn from(numbers: Numbers) -> Self {
        Self::new(numbers.value, numbers.deviation, numbers.volatility)
    }
}

/// Clamps a number, with a default for those that are not finite.
fn bounded(number: f64, [least, greatest]: [f64; 2], otherwise: f64) -> f64 {
    if number.is_nan() { otherwise } else { number.clamp(least, greatest) }
}

impl Rating {
    /// Creates a rating from these numbers, each clamped to its bounds.
    ///
    /// ```
    /// use draughts_rating::Rating;
    ///
    /// assert_eq!(Rating::new(f64::NAN, f64::INFINITY, 0.06), Rating::default());
    /// assert_eq!(Rating::new(-5.0, 60.0, 0.06).value(), 100.0);
    /// ```
    pub fn new(value: f64, deviation: f64, volatility: f64) -> Self {
        Self {
            value: bounded(value, VALUES, NEW.value),
            deviation: bounded(deviation, DEVIATIONS, NEW.deviation),
            volatility: bounded(volatility, volatility::BOUNDS, NEW.volatility),
        }
    }

    /// The strength: 1500 for a new player; a player with 200 more scores about three of four points.
    pub const fn value(&self) -> f64 {
        self.value
    }

    /// The uncertainty: 350 for a new player, at least 45 for one who plays a lot.
    pub const fn deviation(&self) -> f64 {
        self.deviation
    }

    /// The volatility: 0.06 for a new player.
    pub const fn volatility(&self) -> f64 {
        self.volatility
    }

    /// Whether the rating is too uncertain to be compared.
    ///
    /// ```
    /// assert!(draughts_rating::Rating::default().is_provisional());
    /// ```
    pub fn is_provisional(&self) -> bool {
        self.deviation > PROVISIONAL
    }

    /// The expected score against another player, from 0 to 1.
    ///
    /// ```
    /// use draughts_rating::Rating;
    ///
    /// let [weak, strong] = [1500.0, 1700.0].map(|value| Rating::new(value, 50.0, 0.06));
    /// assert!((0.75..0.76).contains(&strong.expected(&weak)));
    /// ```
    pub fn expected(&self, other: &Rating) -> f64 {
        scale::expected(self.scaled(), other.scaled())
    }

    /// The rating after a period with these games, possibly none.
    pub fn after(&self, games: &[(Rating, RatedOutcome)], system: &System) -> Self {
        if games.is_empty() {
            return self.after_time(1.0);
        }
        self.after_games(1.0, games, system)
    }

    /// The rating after a game that forms a period of its own, as long as the time since the last game. If that is
    /// longer than a period, the rest passed without games.
    pub fn after_game(
        &self,
        periods: f64,
        other: Rating,
        outcome: RatedOutcome,
        system: &System,
    ) -> Self {
        let idle = self.after_time(periods - 1.0);
        idle.after_games(passed(periods).min(1.0), &[(other, outcome)], system)
    }

    /// The rating after a number of periods, possibly fractional, without a game: less certain.
    ///
    /// ```
    /// let rating = draughts_rating::Rating::new(1800.0, 60.0, 0.06);
    /// let year = draughts_rating::periods(31_557_600_000);
    /// assert_eq!(rating.after_time(year).deviation().round(), 110.0);
    /// ```
    pub fn after_time(&self, periods: f64) -> Self {
        let grown = self.scaled().grown(self.volatility, passed(periods));
        Self::new(self.value, grown.phi * SCALE, self.volatility)
    }

    /// The rating after some games in a period or a part of one.
    fn after_games(&self, periods: f64, games: &[(Rating, RatedOutcome)], system: &System) -> Self {
        let before = self.scaled();
        let games = games.iter().map(|(other, outcome)| (other.scaled(), *outcome));
        let evidence = Evidence::of(before.mu, games);
        let volatility =
            Likelihood::new(before.phi, self.volatility, &evidence, system).volatility();
        let after = before.grown(volatility, periods).moved(&evidence);
        let deviation = (after.phi * SCALE).max(SUREST);
        Self::new(NEW.value + after.mu * SCALE, deviation, volatility)
    }

    fn scaled(&self) -> Scaled {
        Scaled { mu: (self.value - NEW.value) / SCALE, phi: self.deviation / SCALE }
    }
}

/// Time does not run backwards.
fn passed(periods: f64) -> f64 {
    bounded(periods, [0.0, f64::MAX], 0.0)
}

impl Default for Rating {
    /// The rating of a new player: 1500, with a deviation of 350 and a volatility of 0.06.
    fn default() -> Self {
        NEW
    }
}

impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.0} ± {:.0}", self.value, self.deviation)
    }
}
