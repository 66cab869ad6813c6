//! The standings of a match.

use crate::match_score::{GameResult, MatchScore, Pairs, expected_score};
use crate::schedule::{Pairing, Schedule};
use crate::sprt::{Sprt, SprtVerdict};

/// The standings of a match: all scores between players.
#[derive(Clone, Debug)]
pub struct Standings {
    names: Vec<String>,
    schedule: Schedule,
    /// The result of each game for the player with the lower index.
    results: Vec<Option<GameResult>>,
    /// The scores of the first player against the second, the third …, then of the second against the third …
    scores: Vec<MatchScore>,
    finished: usize,
    /// Failures of each player.
    failures: Vec<u32>,
    sprt: Option<(Sprt, Prefix)>,
}

/// The pairs before the first incomplete one: a test only uses these, because pairs that finish early are not a fair
/// sample.
#[derive(Clone, Debug, Default)]
struct Prefix {
    pairs: Pairs,
    count: usize,
    verdict: Option<SprtVerdict>,
}

/// A player's place in a match.
#[derive(Clone, PartialEq, Debug)]
pub struct StandingsRow {
    /// The player, by its place in the list.
    pub player: usize,
    /// The score against all others.
    pub score: MatchScore,
    /// The performance rating relative to the mean of all players, in Elo points.
    pub rating: f64,
}

/// The state of a sequential test.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TestState {
    /// The test.
    pub sprt: Sprt,
    /// The log-likelihood ratio.
    pub ratio: f64,
    /// The number of pairs used.
    pub pairs: usize,
    /// The verdict, once there is one.
    pub verdict: Option<SprtVerdict>,
}

impl Standings {
    /// Creates empty standings.
    pub fn new(names: Vec<String>, schedule: Schedule, sprt: Option<Sprt>) -> Self {
        let players = names.len();
        Self {
            results: vec![None; schedule.len()],
            scores: vec![MatchScore::default(); players * players.saturating_sub(1) / 2],
            failures: vec![0; players],
            finished: 0,
            sprt: sprt.map(|sprt| (sprt, Prefix::default())),
            names,
            schedule,
        }
    }

    /// The names of the players.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The number of finished games.
    pub fn finished(&self) -> usize {
        self.finished
    }

    /// The number of all games.
    pub fn games(&self) -> usize {
        self.schedule.len()
    }

    /// How many games a player has lost by failing.
    pub fn failures(&self, player: usize) -> u32 {
        self.failures[player]
    }

    /// Whether the game with this number is over.
    pub fn is_finished(&self, number: usize) -> bool {
        self.results.get(number).is_some_and(Option::is_some)
    }

    /// Returns the score of a player against another; empty against itself.
    pub fn score(&self, player: usize, other: usize) -> MatchScore {
        match player.cmp(&other) {
            core::cmp::Ordering::Less => self.scores[self.cell(player, other)],
            core::cmp::Ordering::Equal => MatchScore::default(),
            core::cmp::Ordering::Greater => self.scores[self.cell(other, player)].reversed(),
        }
    }

    fn cell(&self, one: usize, other: usize) -> usize {
        let players = self.names.len();
        one * players - one * (one + 1) / 2 + other - one - 1
    }

    /// Counts a game for White's player, unless it is already counted.
    pub fn add(&mut self, pairing: &Pairing, for_white: GameResult, failed: Option<usize>) {
        let Some(slot @ None) = self.results.get_mut(pairing.number) else { return };
        let (one, other) = pairing.players();
        let result = if pairing.white == one { for_white } else { for_white.reversed() };
        *slot = Some(result);
        self.finished += 1;
        if let Some(failed) = failed {
            self.failures[failed] += 1;
        }
        let cell = self.cell(one, other);
        self.scores[cell].add(result);
        if let Some(partner) = self.results[pairing.number ^ 1] {
            self.scores[cell].complete_pair(result, partner);
            self.go_on_testing();
        }
    }

    fn go_on_testing(&mut self) {
        let Some((sprt, prefix)) = &mut self.sprt else { return };
        while prefix.verdict.is_none()
            && let Some([Some(first), Some(second)]) =
                self.results.get(2 * prefix.count..2 * prefix.count + 2)
        {
            prefix.pairs[first.half_points() + second.half_points()] += 1;
            prefix.count += 1;
            prefix.verdict = sprt.verdict(&prefix.pairs);
        }
    }

    /// Returns the state of the test, if there is one.
    pub fn test(&self) -> Option<TestState> {
        let (sprt, prefix) = self.sprt.as_ref()?;
        Some(TestState {
            sprt: *sprt,
            ratio: sprt.log_likelihood_ratio(&prefix.pairs),
            pairs: prefix.count,
            verdict: prefix.verdict,
        })
    }

    /// Whether all games are over.
    pub fn is_over(&self) -> bool {
        self.finished == self.games()
            || self.sprt.as_ref().is_some_and(|(_, prefix)| prefix.verdict.is_some())
    }

    /// All players, best first.
    pub fn places(&self) -> Vec<StandingsRow> {
        let ratings = self.ratings();
        let mut places: Vec<StandingsRow> = (0..self.names.len())
            .map(|player| StandingsRow {
                player,
                score: self.total(player),
                rating: ratings[player],
            })
            .collect();
        let score = |place: &StandingsRow| place.score.average().unwrap_or_default();
        places.sort_by(|one, other| score(other).total_cmp(&score(one)));
        places
    }

    fn total(&self, player: usize) -> MatchScore {
        let scores = (0..self.names.len()).map(|other| self.score(player, other));
        scores.fold(MatchScore::default(), |mut total, score| {
            total.wins += score.wins;
            total.draws += score.draws;
            total.losses += score.losses;
            for (sum, pairs) in total.pairs.iter_mut().zip(score.pairs) {
                *sum += pairs;
            }
            total
        })
    }

    /// Ratings whose expected scores are the actual ones, with a mean of 0. A draw against a common opponent is added
    /// for everyone, so that no rating is infinite.
    fn ratings(&self) -> Vec<f64> {
        const ROUNDS: usize = 300;
        const NEAR: f64 = 0.001;
        let players = self.names.len();
        let mut ratings = vec![0.0; players];
        for _ in 0..ROUNDS {
            let mut moved: f64 = 0.0;
            for player in 0..players {
                let step = self.step(player, &ratings);
                ratings[player] += step;
                moved = moved.max(step.abs());
            }
            if moved < NEAR {
                break;
            }
        }
        let mean = ratings.iter().sum::<f64>() / players as f64;
        ratings.iter().map(|rating| rating - mean).collect()
    }

    /// By how much to change a rating to match its player's score, by Newton's method.
    fn step(&self, player: usize, ratings: &[f64]) -> f64 {
        let slope_of =
            |expected: f64| expected * (1.0 - expected) * core::f64::consts::LN_10 / 400.0;
        let mean = expected_score(ratings[player]);
        let (mut missing, mut slope) = (0.5 - mean, slope_of(mean));
        for other in 0..self.names.len() {
            let score = self.score(player, other);
            let games = f64::from(score.games());
            let expected = expected_score(ratings[player] - ratings[other]);
            missing += score.points() - games * expected;
            slope += games * slope_of(expected);
        }
        /// Larger steps may diverge.
        const FARTHEST: f64 = 200.0;
        (missing / slope).clamp(-FARTHEST, FARTHEST)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use GameResult::{Draw, Loss, Win};

    fn standings(players: usize, rounds: usize, sprt: Option<&str>) -> Standings {
        let names = (0..players).map(|player| format!("p{player}")).collect();
        let sprt = sprt.map(|text| text.parse().unwrap());
        Standings::new(names, Schedule::new(players, rounds), sprt)
    }

    /// Counts a game by its first player's result.
    fn add(standings: &mut Standings, number: usize, result: GameResult) {
        let pairing = standings.schedule.pairing(number);
        let white = if number.is_multiple_of(2) { result } else { result.reversed() };
        standings.add(&pairing, white, None);
    }

    #[test]
    fn results_count_for_both_and_only_once() {
        let mut standings = standings(3, 2, None);
        add(&mut standings, 0, Win);
        add(&mut standings, 0, Loss);
        add(&mut standings, 1, Draw);
        add(&mut standings, 5, Loss);
        assert_eq!(standings.finished(), 3);
        assert_eq!(standings.score(0, 1).to_string(), "+1 =1 -0");
        assert_eq!(standings.score(1, 0).pairs, [0, 1, 0, 0, 0]);
        assert_eq!(standings.score(2, 1).to_string(), "+1 =0 -0");
        assert_eq!(standings.score(2, 1).pairs, [0; 5], "one game is no pair");
        assert_eq!(standings.places()[0].player, 2, "p2 has won its only game");
    }

    #[test]
    fn a_test_looks_at_pairs_in_their_order() {
        let mut standings = standings(2, 400, Some("0,30"));
        for number in 2..800 {
            add(&mut standings, number, if number % 5 == 0 { Draw } else { Win });
        }
        let state = standings.test().unwrap();
        assert_eq!((state.pairs, state.verdict), (0, None), "the first pair is not over");
        add(&mut standings, 1, Draw);
        assert!(!standings.is_over());
        add(&mut standings, 0, Draw);
        let state = standings.test().unwrap();
        assert_eq!(state.verdict, Some(SprtVerdict::Upper));
        assert!(state.pairs < 100 && standings.is_over());
    }

    #[test]
    fn ratings_explain_the_scores() {
        let mut standings = standings(3, 200, None);
        for number in 0..standings.games() {
            let (one, other) = standings.schedule.pairing(number).players();
            // Three of four points for each step, nine of ten for two.
            let expected = if other - one == 1 { 0.75 } else { 0.9 };
            let turn = number / 6 * 2 + number % 2;
            let result = if (turn % 20) as f64 / 20.0 < expected { Win } else { Loss };
            add(&mut standings, number, result);
        }
        let places = standings.places();
        assert_eq!(places.iter().map(|place| place.player).collect::<Vec<_>>(), [0, 1, 2]);
        for steps in places.windows(2) {
            let step = steps[0].rating - steps[1].rating;
            assert!((step - 190.85).abs() < 3.0, "{step}");
        }
        let sum: f64 = places.iter().map(|place| place.rating).sum();
        assert!(sum.abs() < 1e-6);
    }

    #[test]
    fn nobody_is_infinitely_strong() {
        let mut standings = standings(2, 50, None);
        (0..100).for_each(|number| add(&mut standings, number, Win));
        let ratings: Vec<f64> = standings.places().iter().map(|place| place.rating).collect();
        assert!(ratings[0] > 200.0 && ratings[0] < 1_000.0 && ratings[0] == -ratings[1]);
    }
}
