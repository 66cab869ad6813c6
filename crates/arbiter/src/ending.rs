//! The results of games.

use core::fmt;
use draughts::{Color, DrawRule, Outcome, Reason};

/// The end of a game: the winner, if any, and the reason.
///
/// ```
/// use draughts_arbiter::{EndReason, Ending};
/// use draughts::Color;
///
/// let ending = Ending { winner: Some(Color::White), reason: EndReason::Resignation };
/// assert_eq!(ending.to_string(), "white wins: black resigned");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ending {
    /// The winner; `None` for a draw, and for a game without a result.
    pub winner: Option<Color>,
    /// The reason of the ending.
    pub reason: EndReason,
}

/// The reasons why a game ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EndReason {
    /// By the rules.
    Rules(Reason),
    /// A player claimed a draw by this rule.
    Claim(DrawRule),
    /// The players agreed on a draw.
    Agreement,
    /// A player resigned.
    Resignation,
    /// A player ran out of time.
    Time,
    /// A player left the game.
    Abandoned,
    /// The game was aborted before it had properly started.
    Aborted,
    /// The log is full.
    TooLong,
}

impl EndReason {
    /// A stable identifier for programs.
    pub const fn word(self) -> &'static str {
        match self {
            EndReason::Rules(Reason::NoPieces) => "no-pieces",
            EndReason::Rules(Reason::NoMoves) => "no-moves",
            EndReason::Rules(Reason::FirstKing) => "first-king",
            EndReason::Rules(Reason::Draw(_)) => "draw-rule",
            EndReason::Claim(_) => "claim",
            EndReason::Agreement => "agreement",
            EndReason::Resignation => "resignation",
            EndReason::Time => "time",
            EndReason::Abandoned => "abandoned",
            EndReason::Aborted => "aborted",
            EndReason::TooLong => "too-long",
        }
    }
}

impl Ending {
    /// A win.
    pub const fn win(winner: Color, reason: EndReason) -> Self {
        Self { winner: Some(winner), reason }
    }

    /// Whether the game was won or drawn.
    pub const fn has_result(&self) -> bool {
        !matches!(self.reason, EndReason::Aborted | EndReason::TooLong)
    }

    /// A draw, or a game without a result.
    pub const fn nobody(reason: EndReason) -> Self {
        Self { winner: None, reason }
    }
}

impl From<Outcome> for Ending {
    fn from(outcome: Outcome) -> Self {
        Self { winner: outcome.winner, reason: EndReason::Rules(outcome.reason) }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            Some(winner) => {
                let loser = !winner;
                write!(f, "{winner} wins: ")?;
                match self.reason {
                    EndReason::Rules(reason) => write!(f, "{reason}"),
                    EndReason::Resignation => write!(f, "{loser} resigned"),
                    EndReason::Time => write!(f, "{loser} ran out of time"),
                    EndReason::Abandoned => write!(f, "{loser} left the game"),
                    other => f.write_str(other.word()),
                }
            }
            None => match self.reason {
                EndReason::Aborted => f.write_str("no result: the game was aborted"),
                EndReason::TooLong => f.write_str("no result: the game had too many events"),
                EndReason::Rules(reason) => write!(f, "draw: {reason}"),
                EndReason::Claim(rule) => write!(f, "draw: {rule}"),
                EndReason::Agreement => f.write_str("draw: agreed"),
                other => write!(f, "draw: {}", other.word()),
            },
        }
    }
}
