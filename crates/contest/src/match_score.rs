//! The score between two players, and what it says about their strength.

use core::fmt;

/// The result of one game for one of its players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameResult {
    /// It lost.
    Loss,
    /// The game was drawn.
    Draw,
    /// It won.
    Win,
}

impl GameResult {
    /// Half points: 0, 1 or 2.
    pub const fn half_points(self) -> usize {
        self as usize
    }

    /// The same game for the other player.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

/// The number of game pairs (the same opening with both colours) with 0, ½, 1, 1½ and 2 points.
pub type Pairs = [u32; 5];

/// A player's score against another.
///
/// ```
/// use draughts_contest::{GameResult, MatchScore};
///
/// let mut score = MatchScore::default();
/// score.add_pair(GameResult::Win, GameResult::Draw);
/// score.add_pair(GameResult::Draw, GameResult::Draw);
/// assert_eq!(score.to_string(), "+1 =3 -0");
/// assert_eq!(score.pairs, [0, 0, 1, 1, 0]);
/// assert_eq!(score.average(), Some(0.625));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct MatchScore {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// The completed pairs.
    pub pairs: Pairs,
}

/// A difference in Elo points with its 95 % confidence interval. The difference and one end are infinite if one player
/// has won everything.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Elo {
    /// The most likely difference.
    pub difference: f64,
    /// The lower end of the range.
    pub low: f64,
    /// The upper end of the range.
    pub high: f64,
}

/// The number of standard deviations on each side that contain 95 % of a normal distribution.
const TWO_SIDED_95: f64 = 1.959_964;

impl MatchScore {
    /// Counts one game.
    pub fn add(&mut self, result: GameResult) {
        match result {
            GameResult::Win => self.wins += 1,
            GameResult::Draw => self.draws += 1,
            GameResult::Loss => self.losses += 1,
        }
    }

    /// Counts the completion of a pair whose games are already counted.
    pub fn complete_pair(&mut self, first: GameResult, second: GameResult) {
        self.pairs[first.half_points() + second.half_points()] += 1;
    }

    /// Counts a pair of games.
    pub fn add_pair(&mut self, first: GameResult, second: GameResult) {
        self.add(first);
        self.add(second);
        self.complete_pair(first, second);
    }

    /// The same games from the other player's side.
    #[must_use]
    pub fn reversed(&self) -> Self {
        let mut pairs = self.pairs;
        pairs.reverse();
        Self { wins: self.losses, draws: self.draws, losses: self.wins, pairs }
    }

    /// The number of games.
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Points: a win is one, a draw half of one.
    pub fn points(&self) -> f64 {
        f64::from(self.wins) + f64::from(self.draws) / 2.0
    }

    /// Points per game.
    pub fn average(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / f64::from(self.games()))
    }

    /// The share of drawn games.
    pub fn draw_ratio(&self) -> Option<f64> {
        (self.games() > 0).then(|| f64::from(self.draws) / f64::from(self.games()))
    }

    /// The difference in strength, computed from complete pairs: the games of a pair share their opening, so counting
    /// them singly would misstate the uncertainty.
    pub fn elo(&self) -> Option<Elo> {
        let (mean, deviation) = mean_and_error(&self.pairs)?;
        let at = |score| elo_of(score);
        Some(Elo {
            difference: at(mean),
            low: at(mean - TWO_SIDED_95 * deviation),
            high: at(mean + TWO_SIDED_95 * deviation),
        })
    }

    /// The probability that the player is the stronger one, from complete pairs.
    pub fn likelihood_of_superiority(&self) -> Option<f64> {
        let (mean, deviation) = mean_and_error(&self.pairs)?;
        Some(normal_below((mean - 0.5) / deviation))
    }
}

impl fmt::Display for MatchScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "+{} ={} -{}", self.wins, self.draws, self.losses)
    }
}

/// The expected score of a player who is this much stronger.
pub(crate) fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The Elo difference for a score.
pub(crate) fn elo_of(score: f64) -> f64 {
    match score {
        ..=0.0 => f64::NEG_INFINITY,
        1.0.. => f64::INFINITY,
        _ => -400.0 * (1.0 / score - 1.0).log10(),
    }
}

/// The possible scores of a pair of games.
pub(crate) const PAIR_SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// The mean score of pairs, and its standard error. For the latter, half a pair of each kind is added: an outcome that
/// has not happened yet may still happen.
fn mean_and_error(pairs: &Pairs) -> Option<(f64, f64)> {
    if pairs.iter().all(|count| *count == 0) {
        return None;
    }
    let (_, mean, _) = moments(pairs.map(f64::from));
    let (count, _, variance) = moments(pairs.map(|pairs| f64::from(pairs) + 0.5));
    Some((mean, (variance / count).sqrt()))
}

/// The number, mean and variance of pairs.
fn moments(pairs: [f64; 5]) -> (f64, f64, f64) {
    let count: f64 = pairs.iter().sum();
    let mean_of = |value: &dyn Fn(f64) -> f64| -> f64 {
        pairs.iter().zip(PAIR_SCORES).map(|(pairs, score)| pairs * value(score)).sum::<f64>()
            / count
    };
    let mean = mean_of(&|score| score);
    (count, mean, mean_of(&|score| (score - mean).powi(2)))
}

/// The share of a normal distribution below this many standard deviations (Abramowitz and Stegun, 7.1.26, accurate to
/// seven digits).
fn normal_below(deviations: f64) -> f64 {
    const FACTORS: [f64; 5] =
        [0.254_829_592, -0.284_496_736, 1.421_413_741, -1.453_152_027, 1.061_405_429];
    let x = deviations.abs() / core::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * x);
    let sum = FACTORS.iter().rev().fold(0.0, |sum, factor| (sum + factor) * t);
    let tail = sum * (-x * x).exp() / 2.0;
    if deviations < 0.0 { tail } else { 1.0 - tail }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(pairs: Pairs) -> MatchScore {
        MatchScore { pairs, ..MatchScore::default() }
    }

    #[test]
    fn elo_and_score_are_inverse() {
        for elo in [-400.0, -35.5, 0.0, 5.0, 191.0] {
            assert!((elo_of(expected_score(elo)) - elo).abs() < 1e-9);
        }
        // By definition 400 points are odds of ten to one.
        assert!((expected_score(400.0) - 10.0 / 11.0).abs() < 1e-12);
        assert_eq!((elo_of(0.0), elo_of(1.0)), (f64::NEG_INFINITY, f64::INFINITY));
    }

    #[test]
    fn error_bars_are_those_of_the_pairs() {
        // Scores of 0.25 and 0.75, a hundred each: a deviation of 0.25 / √200.
        let elo = score([0, 100, 0, 100, 0]).elo().unwrap();
        assert!(elo.difference.abs() < 1e-9);
        let off = 0.5 + TWO_SIDED_95 * 0.25 / 200_f64.sqrt();
        assert!((elo.high - elo_of(off)).abs() < 0.1 && (elo.low + elo.high).abs() < 1e-6);
        // A thousand pairs of a win and a loss say more than a thousand of two wins or two losses.
        assert!((0.1..1.0).contains(&score([0, 0, 1000, 0, 0]).elo().unwrap().high));
        assert!(score([500, 0, 0, 0, 500]).elo().unwrap().high > 15.0);
        // Of twenty games won at least 0.832 is the score, exactly (Clopper and Pearson): 278 points.
        let elo = score([0, 0, 0, 0, 10]).elo().unwrap();
        assert_eq!((elo.difference, elo.high), (f64::INFINITY, f64::INFINITY));
        assert!((250.0..350.0).contains(&elo.low), "{}", elo.low);
        assert_eq!(score([0; 5]).elo(), None);
    }

    #[test]
    fn superiority_follows_the_normal_distribution() {
        for (deviations, part) in
            [(0.0, 0.5), (1.0, 0.841_345), (-1.959_964, 0.025), (4.0, 0.999_968)]
        {
            assert!((normal_below(deviations) - part).abs() < 1e-6, "{deviations}");
        }
        let superiority = |pairs| score(pairs).likelihood_of_superiority().unwrap();
        assert!((superiority([0, 0, 9, 0, 0]) - 0.5).abs() < 1e-6);
        assert!(superiority([0, 0, 0, 0, 9]) > 0.999);
        let (one, other) = (score([3, 8, 20, 11, 6]), score([6, 11, 20, 8, 3]));
        assert_eq!(one.reversed(), other);
        let sum = [one, other].map(|score| score.likelihood_of_superiority().unwrap());
        assert!((sum[0] + sum[1] - 1.0).abs() < 1e-9 && sum[0] > 0.5);
    }
}
