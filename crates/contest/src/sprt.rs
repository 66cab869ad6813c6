//! Sequential tests of two hypotheses about a difference in strength, pair by pair.

use crate::match_score::{PAIR_SCORES, Pairs, expected_score};
use core::fmt;
use core::str::FromStr;

/// The generalised sequential probability ratio test on pairs of games: of two hypotheses about the difference in Elo
/// points, one is accepted as soon as the results allow it.
///
/// As text: `0,5` tests 0 against 5 Elo points; `0,5,0.01,0.1` also sets the error probabilities, which are 0.05 by
/// default.
///
/// ```
/// use draughts_contest::{Sprt, SprtVerdict};
///
/// let test: Sprt = "0,10".parse()?;
/// assert_eq!(test.verdict(&[10, 20, 40, 22, 12]), None);
/// assert_eq!(test.verdict(&[20, 150, 400, 250, 40]), Some(SprtVerdict::Upper));
/// assert!("5,0".parse::<Sprt>().is_err());
/// # Ok::<(), draughts_contest::SprtError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The lower hypothesis, in Elo points.
    elo0: f64,
    /// The upper hypothesis.
    elo1: f64,
    /// The probability of accepting the upper hypothesis if the lower one is true.
    alpha: f64,
    /// The probability of accepting the lower hypothesis if the upper one is true.
    beta: f64,
}

/// The accepted hypothesis.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SprtVerdict {
    /// The lower one.
    Lower,
    /// The upper one.
    Upper,
}

/// Why a text is not a test.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SprtError {
    /// The text does not consist of numbers.
    #[error(
        "a sequential test is written ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA, such as 0,5 or \
         0,5,0.05,0.05; \"{0}\" is not"
    )]
    Form(String),
    /// The first hypothesis is not lower than the second.
    #[error(
        "the first claim of a sequential test must be lower than the second, both within ±1000"
    )]
    Claims,
    /// An error probability is out of range.
    #[error("the errors of a sequential test must be more than 0 and less than 0.5")]
    Errors,
}

/// The count for an outcome that has not occurred yet, so that it is not considered impossible.
const NOT_YET: f64 = 1e-3;

impl Sprt {
    /// Creates a test.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Self, SprtError> {
        let far = |elo: f64| elo.is_nan() || elo.abs() > 1_000.0;
        if far(elo0) || far(elo1) || elo0 >= elo1 {
            return Err(SprtError::Claims);
        }
        match [alpha, beta].iter().all(|error| (f64::MIN_POSITIVE..0.5).contains(error)) {
            true => Ok(Self { elo0, elo1, alpha, beta }),
            false => Err(SprtError::Errors),
        }
    }

    /// Returns the bounds at which the lower and the upper hypothesis are accepted.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of the hypotheses, given these pairs: each is represented by the most likely
    /// distribution of pairs with its mean.
    pub fn log_likelihood_ratio(&self, pairs: &Pairs) -> f64 {
        if pairs.iter().all(|count| *count == 0) {
            return 0.0;
        }
        let counts = pairs.map(|count| if count == 0 { NOT_YET } else { f64::from(count) });
        let fit = |elo: f64| log_fit(&counts, expected_score(elo));
        fit(self.elo1) - fit(self.elo0)
    }

    /// The hypothesis accepted with these pairs, if any.
    pub fn verdict(&self, pairs: &Pairs) -> Option<SprtVerdict> {
        let ratio = self.log_likelihood_ratio(pairs);
        let (lower, upper) = self.bounds();
        match ratio {
            _ if ratio >= upper => Some(SprtVerdict::Upper),
            _ if ratio <= lower => Some(SprtVerdict::Lower),
            _ => None,
        }
    }

    /// The Elo points of a hypothesis.
    pub fn claim(&self, verdict: SprtVerdict) -> f64 {
        match verdict {
            SprtVerdict::Lower => self.elo0,
            SprtVerdict::Upper => self.elo1,
        }
    }
}

/// The log-likelihood of the counts under the most likely distribution with this mean, up to a constant that does not
/// depend on the mean.
///
/// With Lagrange's multiplier x that distribution is p / (1 + x (score − mean)) for observed shares p, where x makes
/// the mean right.
fn log_fit(counts: &[f64; 5], mean: f64) -> f64 {
    let terms = || counts.iter().zip(PAIR_SCORES.map(|score| score - mean));
    let excess =
        |x: f64| -> f64 { terms().map(|(count, off)| count * off / (1.0 + x * off)).sum() };
    // The sum falls from infinity to minus infinity between the poles of its outer terms.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    const HALVINGS: usize = 100;
    for _ in 0..HALVINGS {
        let middle = (low + high) / 2.0;
        if excess(middle) > 0.0 { low = middle } else { high = middle }
    }
    let x = (low + high) / 2.0;
    -terms().map(|(count, off)| count * (1.0 + x * off).ln()).sum::<f64>()
}

impl FromStr for Sprt {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<Self, SprtError> {
        let form = || SprtError::Form(text.to_owned());
        let numbers: Result<Vec<f64>, _> =
            text.split(',').map(|part| part.trim().parse()).collect();
        match numbers.map_err(|_| form())?[..] {
            [elo0, elo1] => Self::new(elo0, elo1, 0.05, 0.05),
            [elo0, elo1, alpha, beta] => Self::new(elo0, elo1, alpha, beta),
            _ => Err(form()),
        }
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{},{}", self.elo0, self.elo1, self.alpha, self.beta)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use arbiter::{Dice, Purpose};

    #[test]
    fn known_values() {
        // Logistic pentanomial cases of the tests of fastchess (sprt_test.cpp), to one percent.
        let cases = [
            ("0.5,2.5", [223, 9_863, 21_279, 10_037, 246], -3.07),
            ("0,2", [871, 26_175, 55_983, 26_678, 821], -4.98),
        ];
        for (test, pairs, known) in cases {
            let ratio = test.parse::<Sprt>().unwrap().log_likelihood_ratio(&pairs);
            assert!((ratio / known - 1.0_f64).abs() < 0.01, "{ratio} is not {known}");
        }
    }

    #[test]
    fn bounds_are_those_of_wald() {
        let (lower, upper) = "0,5".parse::<Sprt>().unwrap().bounds();
        assert!((upper - 19_f64.ln()).abs() < 1e-12 && (lower + upper).abs() < 1e-12);
    }

    #[test]
    fn reversed_claims_and_results_give_the_reversed_ratio() {
        let mut pairs = [3, 18, 40, 29, 8];
        let ratio = "-3,4".parse::<Sprt>().unwrap().log_likelihood_ratio(&pairs);
        pairs.reverse();
        let reversed = "-4,3".parse::<Sprt>().unwrap().log_likelihood_ratio(&pairs);
        assert!((ratio + reversed).abs() < 1e-6);
        assert_eq!("0,5".parse::<Sprt>().unwrap().log_likelihood_ratio(&[0; 5]), 0.0);
        // Nothing but wins or losses does not break it.
        let sure = |pairs| "0,10".parse::<Sprt>().unwrap().log_likelihood_ratio(&pairs);
        assert!(sure([0, 0, 0, 0, 900]) > 3.0 && sure([900, 0, 0, 0, 0]) < -3.0);
    }

    /// How often the upper hypothesis is accepted, and after how many pairs, for a player who is this much stronger,
    /// with many draws.
    fn simulate(elo: f64, tests: u32, dice: &mut Dice) -> (f64, f64) {
        let test: Sprt = "0,30".parse().unwrap();
        // Shifting this much from each lower outcome to its counterpart raises the mean by a quarter.
        const LEAN: [f64; 5] = [-0.1, -0.3, 0.0, 0.3, 0.1];
        let lean = 4.0 * (expected_score(elo) - 0.5);
        let level = [0.03, 0.17, 0.6, 0.17, 0.03];
        let shares: Vec<f64> = (0..5).map(|at| level[at] + lean * LEAN[at]).collect();
        let (mut accepted, mut length) = (0, 0);
        for _ in 0..tests {
            let mut pairs = [0; 5];
            let verdict = loop {
                let mut left = dice.below(1 << 32) as f64 / (1_u64 << 32) as f64;
                let outcome = shares.iter().position(|share| {
                    left -= share;
                    left < 0.0
                });
                pairs[outcome.unwrap_or(4)] += 1;
                if let Some(verdict) = test.verdict(&pairs) {
                    break verdict;
                }
            };
            accepted += u32::from(verdict == SprtVerdict::Upper);
            length += pairs.iter().sum::<u32>();
        }
        (f64::from(accepted) / f64::from(tests), f64::from(length) / f64::from(tests))
    }

    #[test]
    fn errors_are_as_rare_as_promised() {
        let mut dice = Dice::new(1, Purpose::Opening);
        let (wrongly, length) = simulate(0.0, 400, &mut dice);
        assert!(wrongly < 0.08, "{wrongly} of the tests after {length} pairs");
        let (rightly, length) = simulate(30.0, 400, &mut dice);
        assert!(rightly > 0.92, "{rightly} of the tests after {length} pairs");
        let (halfway, longer) = simulate(15.0, 200, &mut dice);
        assert!((0.3..0.7).contains(&halfway), "{halfway}");
        assert!(longer > length, "what lies between the claims takes longest");
    }

    #[test]
    fn texts() {
        for (text, wrong) in [
            ("", "is not"),
            ("0", "is not"),
            ("0,5,0.05", "is not"),
            ("0,x", "is not"),
            ("5,5", "lower"),
            ("nan,5", "lower"),
            ("0,5,0,0.05", "more than 0"),
            ("0,5,0.05,0.5", "less than 0.5"),
        ] {
            let error = text.parse::<Sprt>().unwrap_err().to_string();
            assert!(error.contains(wrong), "{text}: {error}");
        }
        let test: Sprt = "-2, 3.5".parse().unwrap();
        assert_eq!(test.to_string(), "-2,3.5,0.05,0.05");
        assert_eq!(test.to_string().parse(), Ok(test));
    }
}
