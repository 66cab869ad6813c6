//! The paper's step 5: a player's volatility after some games.

use crate::scale::Evidence;
use crate::system::System;

/// The smallest and the largest volatility.
pub(crate) const BOUNDS: [f64; 2] = [0.01, 0.1];

/// The number of bisections: what is left is below the precision of a volatility.
const HALVINGS: u32 = 60;

/// The function of x = ln σ² whose root is sought.
pub(crate) struct Likelihood {
    improvement: f64,
    /// φ² + v
    spread: f64,
    /// ln σ² before the games.
    before: f64,
    tau: f64,
}

impl Likelihood {
    pub(crate) fn new(phi: f64, volatility: f64, evidence: &Evidence, system: &System) -> Self {
        Self {
            improvement: evidence.improvement(),
            spread: phi * phi + evidence.variance(),
            before: 2.0 * volatility.ln(),
            tau: system.tau(),
        }
    }

    fn at(&self, x: f64) -> f64 {
        let square = x.exp();
        let total = self.spread + square;
        let surprise = self.improvement / total;
        square / 2.0 * (surprise * surprise - 1.0 / total)
            - (x - self.before) / (self.tau * self.tau)
    }

    /// The volatility at the root; a bound, if the root lies outside.
    pub(crate) fn volatility(&self) -> f64 {
        let [mut low, mut high] = BOUNDS.map(|bound| 2.0 * bound.ln());
        for _ in 0..HALVINGS {
            let middle = (low + high) / 2.0;
            if self.at(middle) > 0.0 {
                low = middle;
            } else {
                high = middle;
            }
        }
        ((low + high) / 4.0).exp()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::RatedOutcome;
    use crate::scale::Scaled;
    use proptest::prelude::*;

    /// The two middle terms of the paper's step 5, as written there.
    fn as_in_the_paper(likelihood: &Likelihood, x: f64) -> f64 {
        let Likelihood { improvement, spread, before, tau } = likelihood;
        let (square, delta) = (x.exp(), improvement * improvement);
        square * (delta - spread - square) / (2.0 * (spread + square).powi(2))
            - (x - before) / (tau * tau)
    }

    fn outcome() -> impl Strategy<Value = RatedOutcome> {
        prop_oneof![Just(RatedOutcome::Loss), Just(RatedOutcome::Draw), Just(RatedOutcome::Win)]
    }

    proptest! {
        #[test]
        fn the_iteration_ends_at_a_root_or_a_bound(
            mu in -9.0..15.0,
            phi in 0.005..2.1,
            volatility in BOUNDS[0]..BOUNDS[1],
            tau in 0.2..1.2,
            games in prop::collection::vec((-9.0..15.0, 0.005..2.1, outcome()), 1..60),
        ) {
            let games = games.iter().map(|&(mu, phi, outcome)| (Scaled { mu, phi }, outcome));
            let evidence = Evidence::of(mu, games);
            let likelihood =
                Likelihood::new(phi, volatility, &evidence, &System::with_tau(tau));
            let found = likelihood.volatility();
            let x = 2.0 * found.ln();
            let rest = as_in_the_paper(&likelihood, x);
            prop_assert!((likelihood.at(x) - rest).abs() < 1e-6, "{} {rest}", likelihood.at(x));
            let [least, greatest] = BOUNDS;
            prop_assert!(
                rest.abs() < 1e-6
                    || (found - least).abs() < 1e-9 && rest < 0.0
                    || (found - greatest).abs() < 1e-9 && rest > 0.0,
                "{found}: {rest}"
            );
        }
    }
}
