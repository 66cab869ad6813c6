//! Scores of positions.

use core::cmp::Ordering;
use core::fmt;
use core::ops::Neg;

/// The unit of the search: hundredths of a man, and wins far above them.
pub(crate) type Value = i32;

/// Larger than every value that occurs.
pub(crate) const INFINITE: Value = 32_000;
/// A win on the board; a win in n plies is n less.
pub(crate) const WIN: Value = 30_000;
/// The value above which a win is certain.
pub(crate) const SURE_WIN: Value = 29_000;
/// A win that an endgame table knows without its length, or whose length nobody asked for: more than any
/// evaluation. Each ply to it takes one off.
pub(crate) const TABLE_WIN: Value = 9_500;
/// The value above which plies from the root are taken off.
pub(crate) const COUNTS_PLIES: Value = 8_500;
/// A draw.
pub(crate) const DRAW: Value = 0;

/// Whether a value is a win or a loss that has been seen to its end.
pub(crate) const fn is_decided(value: Value) -> bool {
    value.abs() > SURE_WIN
}

/// Returns the value of a position that is drawn by tables: a little of its static evaluation, so that the
/// better side goes on setting problems.
pub(crate) fn drawn_by_table(static_eval: Value) -> Value {
    (static_eval / 16).clamp(-25, 25)
}

/// The score of a position for the side to move.
///
/// Scores are ordered: a faster win is better, and so is a slower loss.
///
/// ```
/// use draughts_engine::Score;
///
/// assert_eq!(Score::Centimen(35).to_string(), "+0.35");
/// assert_eq!(Score::WinsIn(7).to_string(), "wins in 7");
/// assert!(Score::WinsIn(7) > Score::WinsIn(9));
/// assert!(Score::LosesIn(2) < Score::Centimen(-900));
/// assert_eq!(-Score::WinsIn(7), Score::LosesIn(7));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Score {
    /// Hundredths of a man; a draw is 0.
    Centimen(i32),
    /// The side to move wins within so many plies, its own next move being the first.
    WinsIn(u32),
    /// The side to move loses within so many plies against the best play.
    LosesIn(u32),
}

impl Score {
    pub(crate) fn of(value: Value) -> Self {
        let plies = (WIN - value.abs()).max(0) as u32;
        match value {
            _ if !is_decided(value) => Self::Centimen(value),
            1.. => Self::WinsIn(plies),
            _ => Self::LosesIn(plies),
        }
    }

    pub(crate) fn value(self) -> Value {
        let decided = |plies: u32| WIN - plies.min((WIN - SURE_WIN - 1) as u32) as Value;
        match self {
            Self::Centimen(value) => value.clamp(-SURE_WIN, SURE_WIN),
            Self::WinsIn(plies) => decided(plies),
            Self::LosesIn(plies) => -decided(plies),
        }
    }

    /// Whether it is a win or a loss that has been seen to its end.
    pub const fn is_decided(self) -> bool {
        matches!(self, Self::WinsIn(_) | Self::LosesIn(_))
    }
}

impl Neg for Score {
    type Output = Self;

    fn neg(self) -> Self {
        match self {
            Self::Centimen(value) => Self::Centimen(-value),
            Self::WinsIn(plies) => Self::LosesIn(plies),
            Self::LosesIn(plies) => Self::WinsIn(plies),
        }
    }
}

impl PartialOrd for Score {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Score {
    fn cmp(&self, other: &Self) -> Ordering {
        let rank = |score: &Self| match *score {
            Self::Centimen(value) => (0, i64::from(value)),
            Self::WinsIn(plies) => (1, -i64::from(plies)),
            Self::LosesIn(plies) => (-1, i64::from(plies)),
        };
        rank(self).cmp(&rank(other))
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Centimen(0) => f.write_str("0.00"),
            Self::Centimen(value) => {
                let sign = if value < 0 { '-' } else { '+' };
                let value = value.unsigned_abs();
                write!(f, "{sign}{}.{:02}", value / 100, value % 100)
            }
            Self::WinsIn(plies) => write!(f, "wins in {plies}"),
            Self::LosesIn(plies) => write!(f, "loses in {plies}"),
        }
    }
}
