//! The facts in which the moves of variants differ: one small value that the move generator reads. For an official
//! variant it is a constant, so the compiler removes every branch; for house rules it is chosen at run time.

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

/// Where a flying king may land behind a captured piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Landing {
    /// Any empty square of the line.
    Anywhere,
    /// Directly behind the piece (Thai draughts).
    Behind,
    /// Anywhere, but directly behind the piece if it is the last one captured and a king (Killer).
    BehindLastKing,
    /// Any empty square of the line, even where the king captures less than from another: precedence is only decided
    /// when choosing a piece and after each landing, by what can be captured next.
    Free,
}

/// Whether something is mandatory or optional.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Duty {
    /// Captures are mandatory.
    Mandatory,
    /// The player decides.
    Optional,
}

/// The rule of precedence among captures.
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
    /// Most pieces, then with a king, then most kings, then the earliest king, compared one by one (Italian).
    Italian,
    /// Highest value, a king being worth a little less than two men; then with a king (Frisian).
    Value,
    /// With a king if a king can capture (Czech).
    KingFirst,
}

/// What happens to a man that reaches the far row in mid-capture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Crowning {
    /// The man is crowned and the move ends.
    EndsMove,
    /// The man continues as a man, and is crowned only if its move ends there.
    AtMoveEnd,
    /// The man is crowned at once and continues as a king.
    GoesOnAsKing,
}

/// When captured pieces leave the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Removal {
    /// After the whole move; until then they block and may not be jumped twice.
    AfterMove,
    /// At once, which may open lines.
    AtOnce,
}

/// The result if the side to move has no legal move.
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
    /// The rule of precedence among captures.
    pub precedence: Precedence,
    /// What happens to a man that reaches the far row in mid-capture.
    pub crowning: Crowning,
    /// When captured pieces leave the board.
    pub removal: Removal,
    /// Whether a king may turn back over the square of a piece it has just captured.
    pub turning_back: bool,
    /// The result for a side that cannot move.
    pub blocked: Blocked,
    /// Whether the first king wins the game.
    pub first_king_wins: bool,
    /// How many moves in a row one king may make without capturing while its side still has a man.
    pub king_run: Option<u8>,
}

impl Facts {
    /// Whether a king's landing squares must be ignored when valuing its capture: landing is free, and what can be
    /// captured from different squares is worth different amounts.
    #[inline(always)]
    pub(crate) const fn evens_landings(&self) -> bool {
        let weighs = match self.precedence {
            Precedence::Number | Precedence::NumberThenKings | Precedence::Value => true,
            // The first two are worth the same from any square, and the last is never combined with free landing.
            Precedence::Free | Precedence::KingFirst | Precedence::Italian => false,
        };
        weighs && matches!(self.landing, Landing::Free)
    }

    /// Whether different orders of the same captures can exist with this many pieces: a closed tour needs four corners
    /// on diagonals, and three if rows and columns count too.
    #[inline(always)]
    pub(crate) const fn tour(&self) -> u32 {
        match (self.lines, self.removal) {
            (Lines::Diagonal, Removal::AfterMove) => 4,
            (Lines::DiagonalCaptureAll, Removal::AfterMove) => 3,
            _ => 2,
        }
    }
}
