//! Why rules do not make a game.

use core::fmt;

/// Why rules do not make a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Nonsense {
    /// The text is too long.
    TooLong,
    /// There is no board of this size.
    BoardSize,
    /// Pieces would move along other lines than in the variant it starts from.
    OtherLines,
    /// The variant is played on its own board only.
    OwnBoardOnly,
    /// There would be no men.
    NoMen,
    /// The men would not fill whole rows.
    BrokenRow,
    /// The sides would stand against each other with no row between them.
    NoEmptyRow,
    /// Captures are optional, and yet one would come before another.
    OptionalYetOrdered,
    /// A capture may stop at any jump, and yet would have to take the most.
    StopsYetTakesMost,
    /// Losing all pieces wins, and yet one need not capture.
    LosingYetOptional,
    /// A king that goes one square has no choice of where to land.
    ShortKingLanding,
    /// A king could not move at all.
    KingNeverMoves,
    /// A draw limit is out of bounds.
    DrawLimit,
    /// A position would repeat when it occurs for the first time.
    RepetitionAtOnce,
    /// The name cannot be used.
    Name,
}

impl Nonsense {
    /// Every reason.
    pub const ALL: [Self; 15] = [
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
        Self::KingNeverMoves,
        Self::DrawLimit,
        Self::RepetitionAtOnce,
        Self::Name,
    ];
}

impl fmt::Display for Nonsense {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TooLong => "a ruleset has at most 1000 characters",
            Self::BoardSize => "a board has 8, 10 or 12 squares a side",
            Self::OtherLines => "the lines of movement are those of the variant it starts from",
            Self::OwnBoardOnly => "this variant is played on its own board only",
            Self::NoMen => "each side needs at least one row of men",
            Self::BrokenRow => "men fill whole rows at the start",
            Self::NoEmptyRow => "with so many men there is no empty row between the sides",
            Self::OptionalYetOrdered => {
                "where capturing is optional no capture can come before another"
            }
            Self::StopsYetTakesMost => {
                "a capture that may stop at any jump cannot also have to take the most"
            }
            Self::LosingYetOptional => "where losing all pieces wins, capturing must be mandatory",
            Self::ShortKingLanding => {
                "a king that goes one square always lands directly behind its capture"
            }
            Self::KingNeverMoves => "a king must be allowed to move at least once",
            Self::DrawLimit => "a draw limit is a number from 1 to 500",
            Self::RepetitionAtOnce => {
                "a position repeats when it occurs for the second time at the earliest"
            }
            Self::Name => "a name has 1 to 60 characters, with no space at its ends",
        })
    }
}
