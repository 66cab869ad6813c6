//! From lost chances to marks.

use core::fmt;

/// How bad a move was.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mark {
    /// `?!`: there was something better.
    Inaccuracy,
    /// `?`: it costs a good part of the game.
    Mistake,
    /// `??`: it costs a third of a point or more, such as a win or a draw.
    Blunder,
}

/// From these losses of expected score on a move is marked.
const INACCURACY: f64 = 0.075;
const MISTAKE: f64 = 0.15;
const BLUNDER: f64 = 0.3;

impl Mark {
    /// The mark of a move that lost so much of the expected score, from 0 to 1.
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

    /// Returns its numeric annotation glyph (NAG) in PDN.
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
    use crate::outcomes::Outcomes;
    use draughts::{AnyPosition, Ruleset, Variant};
    use engine::Score;

    fn lost(from: Score, to: Score, fen: &str) -> Option<Mark> {
        let rules = Ruleset::from(Variant::International);
        let position = AnyPosition::from_fen(&rules, fen).unwrap();
        let [from, to] = [from, to].map(|score| Outcomes::of(score, &position, &rules));
        Mark::of(from.loss_to(to))
    }

    const MIDDLE: &str = "W:W28,32,33,37,38,39,42,43,48,49:B9,12,13,14,18,19,22,23,24,8";
    const FEW: &str = "W:WK28,37:BK19,14";

    #[test]
    fn a_man_is_a_mistake_and_a_win_a_blunder() {
        let [even, man_down] = [0, -100].map(Score::Centimen);
        assert!(lost(even, man_down, MIDDLE) >= Some(Mark::Mistake));
        assert_eq!(lost(Score::Centimen(25), Score::Centimen(-25), MIDDLE), Some(Mark::Inaccuracy));
        assert_eq!(lost(Score::Centimen(10), Score::Centimen(-10), MIDDLE), None);
        assert_eq!(lost(Score::WinsIn(9), even, FEW), Some(Mark::Blunder));
        assert_eq!(lost(Score::WinsIn(9), Score::WinsIn(39), FEW), None);
        assert_eq!(lost(even, Score::WinsIn(3), FEW), None);
        assert_eq!(lost(Score::Centimen(-600), Score::LosesIn(3), MIDDLE), None);
    }

    /// Issue 19.2: most endings are drawn with a little less, too.
    #[test]
    fn a_little_less_is_nothing_where_everything_is_drawn() {
        let [more, less] = [20, -30].map(Score::Centimen);
        assert!(lost(more, less, MIDDLE).is_some());
        assert_eq!(lost(more, less, FEW), None);
    }
}
