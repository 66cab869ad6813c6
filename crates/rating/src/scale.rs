//! The paper's steps 3, 4 and 7, in its own scale.

use crate::outcome::RatedOutcome;
use core::f64::consts::PI;

/// A rating in the paper's scale: μ and φ.
#[derive(Clone, Copy)]
pub(crate) struct Scaled {
    pub(crate) mu: f64,
    pub(crate) phi: f64,
}

/// What the games of a period say.
pub(crate) struct Evidence {
    /// 1/v: their information.
    pub(crate) weight: f64,
    /// Δ/v: by how much the results were better than expected.
    pub(crate) surplus: f64,
}

/// The weight of a result against an opponent whose rating is this certain.
fn g(phi: f64) -> f64 {
    1.0 / (1.0 + 3.0 * phi * phi / (PI * PI)).sqrt()
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// The expected score against another player, given the uncertainty of both ratings.
pub(crate) fn expected(one: Scaled, other: Scaled) -> f64 {
    logistic(g(one.phi.hypot(other.phi)) * (one.mu - other.mu))
}

impl Evidence {
    pub(crate) fn of(mu: f64, games: impl Iterator<Item = (Scaled, RatedOutcome)>) -> Self {
        let mut evidence = Self { weight: 0.0, surplus: 0.0 };
        for (other, outcome) in games {
            let g = g(other.phi);
            let expected = logistic(g * (mu - other.mu));
            evidence.weight += g * g * expected * (1.0 - expected);
            evidence.surplus += g * (outcome.score() - expected);
        }
        evidence
    }

    /// v, the variance of the estimate from the games.
    pub(crate) fn variance(&self) -> f64 {
        1.0 / self.weight
    }

    /// Δ, the improvement that they alone suggest.
    pub(crate) fn improvement(&self) -> f64 {
        self.surplus / self.weight
    }
}

impl Scaled {
    /// Increases the deviation after some periods with a volatility.
    pub(crate) fn grown(self, volatility: f64, periods: f64) -> Self {
        Self { phi: (self.phi * self.phi + periods * volatility * volatility).sqrt(), ..self }
    }

    /// Updates the rating by what the games say, and decreases the deviation.
    pub(crate) fn moved(self, evidence: &Evidence) -> Self {
        let variance = 1.0 / (1.0 / (self.phi * self.phi) + evidence.weight);
        Self { mu: self.mu + variance * evidence.surplus, phi: variance.sqrt() }
    }
}
