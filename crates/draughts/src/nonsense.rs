//! Contradictory rules.

use core::fmt;

/// The reasons why rules make no playable game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Nonsense {
    /// The text is too long.
    TooLong,
    /// There is no board of this size.
    BoardSize,
    /// Pieces would move along other lines than in the base variant.
    OtherLines,
    /// The variant is played on its own board only.
    OwnBoardOnly,
    /// There would be no men.
    NoMen,
    /// The men would not fill complete rows.
    BrokenRow,
    /// There would be no empty row between the sides.
    NoEmptyRow,
    /// Captures are optional, yet one would take precedence over another.
    OptionalYetOrdered,
    /// Captures may stop at any jump, yet would have to take the most.
    StopsYetTakesMost,
    /// Losing all pieces wins, yet captures are optional.
    LosingYetOptional,
    /// A king that moves one square has no choice of landing squares.
    ShortKingLanding,
    /// A king may land where it captures less, yet the Italian precedence would decide.
    FreeLandingYetItalian,
    /// Kings could not move at all.
    KingNeverMoves,
    /// A draw limit is out of bounds.
    DrawLimit,
    /// A first occurrence would count as a repetition.
    RepetitionAtOnce,
    /// The name is not valid.
    Name,
}

impl Nonsense {
    /// Every reason.
    pub const ALL: [Self; 16] = [
        Self::TooLong,
        Self::BoardSize,
        Self::OtherLines,
        Self::OwnBoardOnly,
        Self::NoMen,
        Self::BrokenRow,
        Self::NoEmptyRow,
        Self::OptionalYetOrdered,
        Self::StopsYetTakesMost,
        Self::LosingYetOptional,
        Self::ShortKingLanding,
        Self::FreeLandingYetItalian,
        Self::KingNeverMoves,
        Self::DrawLimit,
        Self::RepetitionAtOnce,
        Self::Name,
    ];
}

impl fmt::Display for Nonsense {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TooLong => "rules may have at most 1000 characters",
            Self::BoardSize => "a board has 8, 10 or 12 squares per side",
            Self::OtherLines => {
                "pieces must move along the same lines as in the variant you start from"
            }
            Self::OwnBoardOnly => "this variant is played on its own board only",
            Self::NoMen => "each side needs at least one row of men",
            Self::BrokenRow => "at the start, men must fill whole rows",
            Self::NoEmptyRow => "with so many men there is no empty row between the sides",
            Self::OptionalYetOrdered => {
                "when capturing is optional, no capture can take precedence over another"
            }
            Self::StopsYetTakesMost => {
                "when a capture may stop after any jump, taking the most cannot be mandatory"
            }
            Self::LosingYetOptional => "when losing all pieces wins, capturing must be mandatory",
            Self::ShortKingLanding => {
                "a king that moves one square always lands directly behind the piece it takes"
            }
            Self::FreeLandingYetItalian => {
                "when a king lands freely, captures cannot be chosen by the Italian rules"
            }
            Self::KingNeverMoves => "a king must be allowed to move at least once",
            Self::DrawLimit => "a draw limit is a number from 1 to 500",
            Self::RepetitionAtOnce => "a position must occur at least twice to be repeated",
            Self::Name => "a name must have 1 to 60 characters, with no spaces at the ends",
        })
    }
}
