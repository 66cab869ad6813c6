//! Adjudication: ending games early.

use core::fmt;
use core::str::FromStr;
use draughts::{ByColor, Color};
use engine::Score;

/// When games are ended before the rules end them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Adjudication {
    /// Both players must agree that a side is winning.
    pub resign: Option<Agreement>,
    /// Both players must agree that the game is level.
    pub draw: Option<Agreement>,
    /// The number of pieces from which endgame tables decide the game; 0 for never.
    pub tables: usize,
    /// A game with this many plies, including its opening, is drawn.
    pub plies: usize,
}

impl Default for Adjudication {
    /// No adjudication, apart from a very high limit on plies.
    fn default() -> Self {
        Self { resign: None, draw: None, tables: 0, plies: 500 }
    }
}

/// Both players report scores at least this high, or within this range, for a number of moves each: `4.00,3`. A third
/// number is the number of moves that must have been played before.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Agreement {
    /// Hundredths of a man.
    centimen: i32,
    /// The number of moves of each player.
    moves: usize,
    /// The number of each player's moves before that.
    after: usize,
}

/// The text is not an agreement.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "an agreement is written SCORE,MOVES or SCORE,MOVES,AFTER, such as 4.00,3 or 0.10,8,20: players \
     agree within SCORE men for MOVES moves each, once AFTER moves have been played; \"{0}\" is not"
)]
pub struct AgreementError(
    /// The text.
    pub String,
);

impl FromStr for Agreement {
    type Err = AgreementError;

    fn from_str(text: &str) -> Result<Self, AgreementError> {
        let parts: Vec<&str> = text.split(',').map(str::trim).collect();
        let read = || {
            let score: f64 = parts.first()?.parse().ok()?;
            let moves = parts.get(1)?.parse().ok()?;
            let after = parts.get(2).map_or(Some(0), |after| after.parse().ok())?;
            let sensible = (0.0..=200.0).contains(&score)
                && (1..=1_000).contains(&moves)
                && after <= 10_000
                && parts.len() <= 3;
            let centimen = (score * 100.0).round() as i32;
            sensible.then_some(Self { centimen, moves, after })
        };
        read().ok_or_else(|| AgreementError(text.to_owned()))
    }
}

impl fmt::Display for Agreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.2},{},{}", f64::from(self.centimen) / 100.0, self.moves, self.after)
    }
}

impl fmt::Display for Adjudication {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(resign) = self.resign {
            write!(f, "won at {resign}; ")?;
        }
        if let Some(draw) = self.draw {
            write!(f, "drawn at {draw}; ")?;
        }
        if self.tables > 0 {
            write!(f, "by endgame tables up to {} pieces; ", self.tables)?;
        }
        write!(f, "drawn after {} plies", self.plies)
    }
}

/// The result of an adjudication.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Adjudged {
    Won(Color),
    Drawn,
}

/// Follows the scores that both players report.
#[derive(Clone, Debug)]
pub(crate) struct Listener {
    adjudication: Adjudication,
    /// For how many consecutive moves White's and Black's player have reported White, and Black, winning.
    ahead: ByColor<ByColor<usize>>,
    /// For how many consecutive moves White's and Black's player have reported the game as level.
    even: ByColor<usize>,
}

impl Listener {
    pub fn new(adjudication: &Adjudication) -> Self {
        Self { adjudication: *adjudication, ahead: ByColor::default(), even: ByColor::default() }
    }

    /// Takes in the score that a player reported with a move, after which the game has this many plies.
    pub fn hear(&mut self, mover: Color, score: Option<Score>, plies: usize) -> Option<Adjudged> {
        let Adjudication { resign, draw, .. } = self.adjudication;
        if let Some(resign) = resign {
            let bar = Score::Centimen(resign.centimen);
            for color in Color::BOTH {
                let own = score.map(|score| if color == mover { score } else { -score });
                let runs = &mut self.ahead[color];
                if resign.holds(runs, mover, own.is_some_and(|own| own >= bar), plies) {
                    return Some(Adjudged::Won(color));
                }
            }
        }
        let drawn = draw.is_some_and(|draw| {
            let is_even =
                |score| matches!(score, Score::Centimen(value) if value.abs() <= draw.centimen);
            draw.holds(&mut self.even, mover, score.is_some_and(is_even), plies)
        });
        drawn.then_some(Adjudged::Drawn)
    }
}

impl Agreement {
    /// Counts whether a player agrees; returns whether both have for long enough.
    fn holds(&self, runs: &mut ByColor<usize>, mover: Color, agrees: bool, plies: usize) -> bool {
        let run = &mut runs[mover];
        *run = if agrees { *run + 1 } else { 0 };
        [runs.white, runs.black].iter().all(|run| *run >= self.moves) && plies >= 2 * self.after
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listener(resign: Option<&str>, draw: Option<&str>) -> Listener {
        let read = |text: Option<&str>| text.map(|text| text.parse().unwrap());
        let adjudication =
            Adjudication { resign: read(resign), draw: read(draw), ..Adjudication::default() };
        Listener::new(&adjudication)
    }

    /// Returns the adjudication after scores that White and Black give in turn, and the number of scores it
    /// took.
    fn heard(mut listener: Listener, scores: &[i32]) -> Option<(usize, Adjudged)> {
        let turns = scores.iter().zip([Color::White, Color::Black].into_iter().cycle()).enumerate();
        turns
            .filter_map(|(ply, (score, mover))| {
                let adjudged = listener.hear(mover, Some(Score::Centimen(*score)), ply + 1)?;
                Some((ply + 1, adjudged))
            })
            .next()
    }

    #[test]
    fn a_game_is_won_when_both_agree() {
        let agreed = [450, -450, 500, -400, 600, -700];
        let won = Some((6, Adjudged::Won(Color::White)));
        assert_eq!(heard(listener(Some("4,3"), None), &agreed), won);
        let black = [-450, 450, -500, 400, -600, 700];
        let lost = Some((6, Adjudged::Won(Color::Black)));
        assert_eq!(heard(listener(Some("4,3"), None), &black), lost);
        assert_eq!(heard(listener(Some("4,3"), None), &[450, -399, 500, -400, 600, -700]), None);
        assert_eq!(heard(listener(Some("4,3"), None), &[450, 450, 500, 400, 600, 700]), None);
        let mut silent = listener(Some("4,1"), None);
        assert_eq!(silent.hear(Color::White, Some(Score::WinsIn(9)), 1), None);
        assert_eq!(silent.hear(Color::Black, None, 2), None);
        assert_eq!(silent.hear(Color::White, Some(Score::WinsIn(7)), 3), None);
        assert_eq!(
            silent.hear(Color::White, Some(Score::WinsIn(5)), 4),
            None,
            "Black's was forced"
        );
        let seen = silent.hear(Color::Black, Some(Score::LosesIn(4)), 5);
        assert_eq!(seen, Some(Adjudged::Won(Color::White)));
    }

    #[test]
    fn a_game_is_drawn_when_nobody_sees_anything_in_it() {
        let even = [5, -5, 10, 0, 0, 0];
        assert_eq!(heard(listener(None, Some("0.10,2")), &even), Some((4, Adjudged::Drawn)));
        assert_eq!(heard(listener(None, Some("0.10,2,3")), &even), Some((6, Adjudged::Drawn)));
        assert_eq!(heard(listener(None, Some("0.10,2")), &[5, 11, 5, 5, 11, 5]), None);
    }

    #[test]
    fn texts() {
        let agreement: Agreement = "0.1, 8,20".parse().unwrap();
        assert_eq!(agreement.to_string(), "0.10,8,20");
        for text in ["", "4", "4,0", "-4,3", "x,3", "4,3,x", "4,3,1,1", "nan,3", "inf,3"] {
            let error = text.parse::<Agreement>().unwrap_err().to_string();
            assert!(error.contains("SCORE,MOVES"), "{error}");
        }
    }
}
