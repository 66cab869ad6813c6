//! The facts that distinguish the moves of one variant from those of another: one small value that the move
//! generator reads. For an official variant it is a constant, so the compiler removes every branch; for house
//! rules it is chosen at run time.

/// The lines along which pieces move and capture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Lines {
    /// Diagonals for moves and captures.
    Diagonal,
    /// Moves along diagonals, captures along diagonals, rows and columns (Frisian).
    DiagonalCaptureAll,
    /// Moves and captures along rows and columns (Turkish).
    Orthogonal,
}

/// The directions in which a man captures.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum MenCapture {
    /// Towards the far row only (and sideways where lines are orthogonal).
    Forward,
    /// Men capture in every direction.
    AllRound,
}

/// The range of a king.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum KingRange {
    /// A king moves one square.
    Short,
    /// Any number of empty squares.
    Flying,
}

/// The squares on which a flying king may land behind a captured piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Landing {
    /// Any empty square of the line.
    Anywhere,
    /// Directly behind the piece (Thai).
    Behind,
    /// Anywhere, but directly behind the piece when it is the last one taken and a king (Killer).
    BehindLastKing,
    /// Any empty square of the line, even where it takes less than from another: precedence is decided only
    /// when a piece is chosen and after each landing, by what can be taken next.
    Free,
}

/// Whether something must be done or may be left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Duty {
    /// Captures are mandatory.
    Mandatory,
    /// The player decides.
    Optional,
}

/// The rule by which one of several captures takes precedence.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Precedence {
    /// Any of them.
    Free,
    /// The one that takes most pieces.
    Number,
    /// Most pieces, then most kings among them (Spanish, Portuguese).
    NumberThenKings,
    /// Most pieces, then with a king, then most kings, then the king met earliest, compared one
    /// after another (Italian).
    Italian,
    /// Highest value, a king being worth a little less than two men; then with a king (Frisian).
    Value,
    /// With a king if a king can capture (Czech).
    KingFirst,
}

/// The effect of reaching the far row in the middle of a capture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Crowning {
    /// The man is crowned and the move ends.
    EndsMove,
    /// The man captures on as a man, and is crowned only if its move ends there.
    AtMoveEnd,
    /// The man is crowned at once and captures on as a king.
    GoesOnAsKing,
}

/// The time at which captured pieces leave the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Removal {
    /// After the whole move; until then they block and may not be jumped twice.
    AfterMove,
    /// At once, which may open lines.
    AtOnce,
}

/// The result for a side that is to move and cannot.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Blocked {
    /// The side that cannot move has lost.
    Loses,
    /// The game is drawn, provided the side still has pieces.
    Draws,
    /// The side that cannot move has won.
    Wins,
}

/// The facts that the move generator reads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub struct Facts {
    /// The lines of movement and capture.
    pub lines: Lines,
    /// Directions in which men capture.
    pub men_capture: MenCapture,
    /// Whether men may capture kings.
    pub men_take_kings: bool,
    /// The range of kings.
    pub king_range: KingRange,
    /// The squares on which capturing kings land.
    pub landing: Landing,
    /// Whether a possible capture must be made.
    pub capture: Duty,
    /// Whether a capture must go on while it can.
    pub continuation: Duty,
    /// The rule by which one capture takes precedence over others.
    pub precedence: Precedence,
    /// The effect of reaching the far row in mid-capture.
    pub crowning: Crowning,
    /// The time at which captured pieces leave the board.
    pub removal: Removal,
    /// Whether a king may turn back over the square of a piece that it has just taken.
    pub turning_back: bool,
    /// The result for a side that cannot move.
    pub blocked: Blocked,
    /// Whether the first king wins the game.
    pub first_king_wins: bool,
    /// The number of moves in a row that one king may make without capturing while its side still has a man.
    pub king_run: Option<u8>,
}

impl Facts {
    /// Whether where a king lands must not count in what its capture weighs: landing is free, and what is
    /// taken from one square or another weighs differently.
    #[inline(always)]
    pub(crate) const fn evens_landings(&self) -> bool {
        let weighs = match self.precedence {
            Precedence::Number | Precedence::NumberThenKings | Precedence::Value => true,
            // One is always worth the same, and the other never goes with free landing.
            Precedence::Free | Precedence::KingFirst | Precedence::Italian => false,
        };
        weighs && matches!(self.landing, Landing::Free)
    }

    /// Whether two orders of the same captures can exist at all for so many pieces: a closed tour
    /// needs four corners on diagonals and three where rows and columns count too.
    #[inline(always)]
    pub(crate) const fn tour(&self) -> u32 {
        match (self.lines, self.removal) {
            (Lines::Diagonal, Removal::AfterMove) => 4,
            (Lines::DiagonalCaptureAll, Removal::AfterMove) => 3,
            _ => 2,
        }
    }
}
