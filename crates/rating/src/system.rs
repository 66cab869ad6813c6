//! What is the same for all players.

/// Milliseconds in a year.
const YEAR: f64 = 365.25 * 24.0 * 60.0 * 60.0 * 1_000.0;

/// How often a year has room for the growth of one period, if it is to take a deviation from 60 to 110
/// with a volatility of 0.06.
const PERIODS_A_YEAR: f64 = (110.0 * 110.0 - 60.0 * 60.0) / (0.06 * 0.06 * SCALE * SCALE);

/// Points of a rating in one unit of the paper's scale.
pub(crate) const SCALE: f64 = 173.7178;

/// How many rating periods some milliseconds are.
///
/// ```
/// let month = draughts_rating::periods(30 * 24 * 60 * 60 * 1_000);
/// assert_eq!(month.round(), 6.0);
/// ```
pub fn periods(milliseconds: u64) -> f64 {
    milliseconds as f64 / YEAR * PERIODS_A_YEAR
}

/// What is the same for all players: how quickly volatilities change.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct System {
    tau: f64,
}

impl System {
    /// A system with its own constant τ, from 0.2 to 1.2; the lower, the less does one surprising result
    /// change. The paper recommends 0.3 to 1.2.
    pub fn with_tau(tau: f64) -> Self {
        Self { tau: if tau.is_nan() { Self::default().tau } else { tau.clamp(0.2, 1.2) } }
    }

    pub(crate) const fn tau(&self) -> f64 {
        self.tau
    }
}

impl Default for System {
    /// With the constant of the paper's example, 0.5.
    fn default() -> Self {
        Self { tau: 0.5 }
    }
}
