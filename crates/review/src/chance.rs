//! From scores to winning chances, and from lost chances to marks.

use core::fmt;
use draughts::{Ruleset, Variant};
use engine::Score;

/// How the game is expected to end for a side: 1 is a win, 0 a draw or an even fight, -1 a loss.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub struct Chance(f64);

/// How much an advantage means: the hundredths of a man that make a chance of 0.46.
///
/// Where games on record could be asked (see the README), it is near what they say: a man ahead means
/// most in Italian and American draughts, less where one king holds against three. The other
/// variants are set beside those that they resemble.
pub fn scale(rules: &Ruleset) -> f64 {
    match rules.base {
        Variant::Breakthrough => 80.0,
        Variant::Italian => 90.0,
        Variant::American => 100.0,
        Variant::International | Variant::Killer | Variant::Canadian | Variant::Turkish => 110.0,
        Variant::Russian
        | Variant::Brazilian
        | Variant::Pool
        | Variant::Czech
        | Variant::Spanish
        | Variant::Portuguese
        | Variant::Thai => 140.0,
        Variant::Frisian | Variant::Frysk => 150.0,
        Variant::Antidraughts => 200.0,
    }
}

impl Chance {
    /// The chance that goes with a score: a logistic curve through 0, and ±1 where the end was seen.
    ///
    /// ```
    /// use draughts_review::engine::Score;
    /// use draughts_review::Chance;
    ///
    /// let rules = draughts::Variant::International.into();
    /// assert_eq!(Chance::of(Score::WinsIn(9), &rules).value(), 1.0);
    /// assert_eq!(Chance::of(Score::Centimen(0), &rules).value(), 0.0);
    /// let man_ahead = Chance::of(Score::Centimen(100), &rules).value();
    /// assert!((0.4..0.5).contains(&man_ahead));
    /// ```
    pub fn of(score: Score, rules: &Ruleset) -> Self {
        Self(match score {
            Score::WinsIn(_) => 1.0,
            Score::LosesIn(_) => -1.0,
            Score::Centimen(value) => 2.0 / (1.0 + (-f64::from(value) / scale(rules)).exp()) - 1.0,
        })
    }

    /// From -1 to 1.
    pub fn value(self) -> f64 {
        self.0
    }

    /// What is lost by coming from this chance to another; nothing if the other is better.
    pub fn loss_to(self, other: Self) -> f64 {
        (self.0 - other.0).max(0.0)
    }
}

/// How bad a move was.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mark {
    /// `?!`: there was something better.
    Inaccuracy,
    /// `?`: it costs about a man.
    Mistake,
    /// `??`: it costs two men, the game, or a game that was won.
    Blunder,
}

/// From these losses on a move is marked.
const INACCURACY: f64 = 0.15;
const MISTAKE: f64 = 0.3;
const BLUNDER: f64 = 0.6;

impl Mark {
    /// The mark of a move that lost so much chance.
    pub fn of(loss: f64) -> Option<Self> {
        match loss {
            BLUNDER.. => Some(Self::Blunder),
            MISTAKE.. => Some(Self::Mistake),
            INACCURACY.. => Some(Self::Inaccuracy),
            _ => None,
        }
    }

    /// How it is written behind a move.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// Its number in PDN.
    pub fn nag(self) -> u16 {
        match self {
            Self::Inaccuracy => 6,
            Self::Mistake => 2,
            Self::Blunder => 4,
        }
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_symmetrical_and_never_reach_a_win_without_one() {
        for variant in Variant::ALL {
            let rules = Ruleset::from(*variant);
            for value in [0, 1, 35, 100, 900, 29_000] {
                let chance = |value| Chance::of(Score::Centimen(value), &rules).value();
                assert!((chance(value) + chance(-value)).abs() < 1e-9);
                assert!((-1.0..=1.0).contains(&chance(value)));
            }
        }
    }

    #[test]
    fn a_man_is_a_mistake_and_a_win_a_blunder() {
        let rules = Ruleset::from(Variant::International);
        let lost = |from, to| {
            let [from, to] = [from, to].map(|score| Chance::of(score, &rules));
            Mark::of(from.loss_to(to))
        };
        let [even, man_down] = [0, -100].map(Score::Centimen);
        assert_eq!(lost(even, man_down), Some(Mark::Mistake));
        assert_eq!(lost(Score::Centimen(20), Score::Centimen(-20)), Some(Mark::Inaccuracy));
        assert_eq!(lost(Score::Centimen(10), Score::Centimen(-10)), None);
        assert_eq!(lost(Score::WinsIn(9), even), Some(Mark::Blunder));
        assert_eq!(lost(Score::WinsIn(9), Score::WinsIn(39)), None);
        assert_eq!(lost(even, Score::WinsIn(3)), None);
        assert_eq!(lost(Score::Centimen(-600), Score::LosesIn(3)), None);
    }
}
