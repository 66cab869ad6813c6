//! Draw rules: their conditions, as facts of a variant, and their counters.

use core::fmt;

/// A rule that draws a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct DrawRule {
    /// The condition.
    pub when: DrawWhen,
    /// The number of repetitions or moves: occurrences of a position, or moves of each side.
    pub limit: u16,
    /// Whether a player must claim the draw; otherwise it ends the game automatically.
    pub claimed: bool,
}

impl DrawRule {
    /// A rule that ends the game automatically.
    pub const fn automatic(when: DrawWhen, limit: u16) -> Self {
        Self { when, limit, claimed: false }
    }

    /// A rule that a player must claim.
    pub const fn on_claim(when: DrawWhen, limit: u16) -> Self {
        Self { when, limit, claimed: true }
    }
}

/// The conditions that draw rules count.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum DrawWhen {
    /// The same position occurs with the same side to move.
    Repetition,
    /// Moves without a capture.
    NoCapture,
    /// Moves without a capture since both sides have a king.
    NoCaptureWithKings,
    /// Moves of kings only, without a capture.
    KingsOnly,
    /// Moves since these forces have faced each other.
    Forces(Forces),
    /// Moves without capture or promotion since both sides have had a king, with a number of pieces on the board in
    /// this range.
    NoChange(u8, u8),
    /// King against king, with no capture possible or unavoidable: drawn at once.
    KingAgainstKing,
}

/// The forces of an ending in which one side has a lone king.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Forces {
    /// Three pieces, at least one of them a king, against a king.
    ThreeAgainstKing,
    /// As above, while the lone king is the only piece on the long diagonal.
    ThreeAgainstKingOnLongDiagonal,
    /// One or two pieces, at least one of them a king, play against a king.
    TwoAgainstKing,
    /// Exactly two kings against a king.
    TwoKingsAgainstKing,
    /// Three or more kings, and no man, against a king.
    ThreeKingsAgainstKing,
    /// One piece plays against one piece.
    OneAgainstOne,
}

/// The counter of a draw rule.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct DrawCount {
    /// The rule.
    pub rule: DrawRule,
    /// The count so far, in the unit of [`DrawRule::limit`].
    pub count: u16,
}

impl DrawCount {
    /// Whether the game is drawn or the draw can be claimed.
    pub const fn reached(&self) -> bool {
        self.count >= self.rule.limit
    }
}

impl fmt::Display for DrawCount {
    /// Writes "12 of 25".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.count.min(self.rule.limit), self.rule.limit)
    }
}

impl fmt::Display for DrawRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { when, limit, claimed } = self;
        match when {
            DrawWhen::Repetition => write!(f, "the same position {limit} times"),
            DrawWhen::NoCapture => write!(f, "{limit}-move rule: no capture"),
            DrawWhen::NoCaptureWithKings => {
                write!(f, "{limit}-move rule: no capture, with kings on both sides")
            }
            DrawWhen::KingsOnly => {
                write!(f, "{limit}-move rule: only king moves and no capture")
            }
            DrawWhen::Forces(forces) => write!(f, "{limit} moves of {forces}"),
            DrawWhen::NoChange(least, most) => write!(
                f,
                "{limit} moves without capture or promotion, {least} to {most} pieces with kings on both sides"
            ),
            DrawWhen::KingAgainstKing => f.write_str("king against king"),
        }?;
        if *claimed { f.write_str(" (on claim)") } else { Ok(()) }
    }
}

impl fmt::Display for Forces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Forces::ThreeAgainstKing => "three pieces, a king among them, against a king",
            Forces::ThreeAgainstKingOnLongDiagonal => {
                "three pieces, a king among them, against a king on the long diagonal"
            }
            Forces::TwoAgainstKing => "two pieces at most, a king among them, against a king",
            Forces::TwoKingsAgainstKing => "two kings against a king",
            Forces::ThreeKingsAgainstKing => "three kings or more against a king",
            Forces::OneAgainstOne => "one piece against one",
        })
    }
}
