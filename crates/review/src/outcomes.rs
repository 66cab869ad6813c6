//! From scores to results: how likely a win, a draw and a loss are.

use core::ops::Neg;
use draughts::{AnyPosition, Color, Ruleset, Variant};
use engine::Score;
use engine::endgame::Wld;

/// How likely a side is to win, to draw and to lose; together 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Outcomes {
    /// The probability of a win.
    pub win: f64,
    /// The probability of a draw.
    pub draw: f64,
    /// The probability of a loss.
    pub loss: f64,
}

/// A model with three outcomes: an ordered logit of the score, whose parameters depend on how many pieces are left.
///
/// With a lead of *m* men and a share *x* of the pieces, a side wins with the probability 1/(1 + e^(t − a·m)) and loses with
/// 1/(1 + e^(t + a·m)); what is left is a draw. The logarithms of the slope *a* and the threshold *t* are polynomials of
/// *x* − 1/2.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Model {
    /// How steeply chances change with a lead: ln *a*, by powers of *x* − 1/2.
    pub slope: [f64; 3],
    /// How likely draws are: ln *t*, by powers of *x* − 1/2.
    pub threshold: [f64; 3],
}

impl Model {
    /// The outcomes with a lead of so many men when a share of the pieces is left, from 0 to 1.
    pub fn outcomes(&self, men: f64, share: f64) -> Outcomes {
        let x = share.clamp(0.0, 1.0) - 0.5;
        let at =
            |[constant, linear, square]: [f64; 3]| (constant + linear * x + square * x * x).exp();
        let (slope, threshold) = (at(self.slope), at(self.threshold));
        let logistic = |value: f64| 1.0 / (1.0 + (-value).exp());
        let win = logistic(slope * men - threshold);
        let loss = logistic(-slope * men - threshold);
        Outcomes { win, draw: (1.0 - win - loss).max(0.0), loss }
    }

    /// The model of a variant, fitted to the results of games of the engine against itself: `docs/chances.md` has the fit.
    /// House rules have that of the variant that they come from.
    #[expect(clippy::approx_constant, reason = "these numbers are fitted, none is meant to be π")]
    pub fn of(variant: Variant) -> Self {
        match variant {
            Variant::American => {
                Self { slope: [0.837, -0.678, 3.881], threshold: [0.987, -1.590, 2.046] }
            }
            Variant::International => {
                Self { slope: [0.781, 0.557, -0.117], threshold: [0.566, -1.321, 1.354] }
            }
            Variant::Russian => {
                Self { slope: [1.166, 0.318, 0.035], threshold: [1.034, -1.309, 1.234] }
            }
            Variant::Italian => {
                Self { slope: [0.349, -1.035, 5.085], threshold: [0.797, -1.942, 0.782] }
            }
            Variant::Brazilian => {
                Self { slope: [0.961, -0.543, 2.000], threshold: [0.520, -2.224, 3.238] }
            }
            Variant::Frisian => {
                Self { slope: [0.703, -0.038, 1.563], threshold: [-0.695, -2.017, 4.374] }
            }
            Variant::Breakthrough => {
                Self { slope: [0.150, 1.425, -2.349], threshold: [-6.000, -4.119, -6.000] }
            }
            Variant::Turkish => {
                Self { slope: [0.426, -1.167, 1.842], threshold: [-0.671, -3.275, 3.257] }
            }
            Variant::Thai => {
                Self { slope: [1.148, -2.082, 3.497], threshold: [0.634, -4.762, 3.985] }
            }
            Variant::Antidraughts => {
                Self { slope: [-0.364, -3.716, -0.966], threshold: [-3.876, -2.698, 6.000] }
            }
            Variant::Killer | Variant::Canadian => Self::of(Variant::International),
            Variant::Frysk => Self::of(Variant::Frisian),
            Variant::Pool | Variant::Czech | Variant::Spanish | Variant::Portuguese => {
                Self::of(Variant::Russian)
            }
        }
    }
}

impl Outcomes {
    /// A game that is won.
    pub const WIN: Self = Self { win: 1.0, draw: 0.0, loss: 0.0 };
    /// A game that is drawn.
    pub const DRAW: Self = Self { win: 0.0, draw: 1.0, loss: 0.0 };
    /// A game that is lost.
    pub const LOSS: Self = Self { win: 0.0, draw: 0.0, loss: 1.0 };

    /// The outcomes that go with a score in a position, for the side whose score it is. Where the end was seen, they are
    /// certain.
    ///
    /// ```
    /// use draughts::{AnyPosition, Ruleset, Variant};
    /// use draughts_review::Outcomes;
    /// use draughts_review::engine::Score;
    ///
    /// let rules = Ruleset::from(Variant::International);
    /// let of = |score, fen| {
    ///     let position = AnyPosition::from_fen(&rules, fen).unwrap();
    ///     Outcomes::of(score, &position, &rules)
    /// };
    /// assert_eq!(of(Score::WinsIn(9), "W:W28:B19"), Outcomes::WIN);
    /// let men = "W:W28,32,33,37,38,39,42,43,48,49:B9,12,13,14,18,19,22,23,24";
    /// let man_ahead = of(Score::Centimen(100), men);
    /// assert!(man_ahead.expected() > 0.7);
    /// // With few pieces it is worth less, since more games are drawn.
    /// assert!(of(Score::Centimen(100), "W:WK28,37:BK19").expected() < man_ahead.expected());
    /// ```
    pub fn of(score: Score, position: &AnyPosition, rules: &Ruleset) -> Self {
        match score {
            Score::WinsIn(_) => Self::WIN,
            Score::LosesIn(_) => Self::LOSS,
            Score::Centimen(value) => {
                Model::of(rules.base).outcomes(f64::from(value) / 100.0, share(position, rules))
            }
        }
    }

    /// The outcome that endgame tables know.
    pub fn known(result: Wld) -> Self {
        match result {
            Wld::Win => Self::WIN,
            Wld::Draw => Self::DRAW,
            Wld::Loss => Self::LOSS,
        }
    }

    /// The expected score: a win counts 1, a draw one half.
    pub fn expected(self) -> f64 {
        self.win + self.draw / 2.0
    }

    /// Returns the expected score that is lost from these outcomes to others; zero if the others are better.
    pub fn loss_to(self, other: Self) -> f64 {
        (self.expected() - other.expected()).max(0.0)
    }
}

impl Neg for Outcomes {
    type Output = Self;

    /// The same as the other side sees it.
    fn neg(self) -> Self {
        Self { win: self.loss, draw: self.draw, loss: self.win }
    }
}

/// How many of the pieces of the start are left.
pub(crate) fn share(position: &AnyPosition, rules: &Ruleset) -> f64 {
    let count = |position: &AnyPosition| {
        Color::BOTH.into_iter().map(|color| position.pieces(color).len()).sum::<usize>() as f64
    };
    count(position) / count(&AnyPosition::start(rules)).max(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_are_probabilities_and_the_same_for_both_sides() {
        for variant in Variant::ALL {
            let model = Model::of(*variant);
            for share in [0.0, 0.05, 0.3, 0.5, 0.8, 1.0, 3.0] {
                let mut last = 0.0;
                for men in [-300.0, -9.0, -1.0, -0.3, 0.0, 0.3, 1.0, 9.0, 300.0] {
                    let found = model.outcomes(men, share);
                    let Outcomes { win, draw, loss } = found;
                    assert!([win, draw, loss].iter().all(|part| (0.0..=1.0).contains(part)));
                    assert!((win + draw + loss - 1.0).abs() < 1e-9, "{variant:?}: {found:?}");
                    let other = -model.outcomes(-men, share);
                    assert!((found.expected() - other.expected()).abs() < 1e-9);
                    assert!(found.expected() >= last, "{variant:?}: {men} {share}");
                    last = found.expected();
                }
                assert!((model.outcomes(0.0, share).expected() - 0.5).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn what_tables_know_is_certain() {
        assert_eq!(Outcomes::known(Wld::Draw).expected(), 0.5);
        assert_eq!(-Outcomes::known(Wld::Win), Outcomes::LOSS);
        assert_eq!(Outcomes::WIN.loss_to(Outcomes::DRAW), 0.5);
        assert_eq!(Outcomes::DRAW.loss_to(Outcomes::WIN), 0.0);
    }
}
