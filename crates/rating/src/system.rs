//! The constants that are the same for all players.

/// Milliseconds in a year.
const YEAR: f64 = 365.25 * 24.0 * 60.0 * 60.0 * 1_000.0;

/// The number of rating periods per year, chosen so that a deviation grows from 60 to 110 in a year with a volatility
/// of 0.06.
const PERIODS_A_YEAR: f64 = (110.0 * 110.0 - 60.0 * 60.0) / (0.06 * 0.06 * SCALE * SCALE);

/// Rating points per unit of the paper's scale.
pub(crate) const SCALE: f64 = 173.7178;

/// Converts milliseconds to rating periods.
///
/// ```
/// let month = draughts_rating::periods(30 * 24 * 60 * 60 * 1_000);
/// assert_eq!(month.round(), 6.0);
/// ```
pub fn periods(milliseconds: u64) -> f64 {
    milliseconds as f64 / YEAR * PERIODS_A_YEAR
}

/// The system's constant: how quickly volatilities change.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct System {
    tau: f64,
}

impl System {
    /// Creates a system with its own constant τ, from 0.2 to 1.2; with lower values a surprising result changes less.
    /// The paper recommends 0.3 to 1.2.
    pub fn with_tau(tau: f64) -> Self {
        Self { tau: if tau.is_nan() { Self::default().tau } else { tau.clamp(0.2, 1.2) } }
    }

    pub(crate) const fn tau(&self) -> f64 {
        self.tau
    }
}

impl Default for System {
    /// The constant of the paper's example, 0.5.
    fn default() -> Self {
        Self { tau: 0.5 }
    }
}
