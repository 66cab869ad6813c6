//! Moves as text: `32-28`, `c3xe5`, `47x38x24x13x36`, and Hub's `28x19x23`.

use crate::color::{Color, Piece};
use crate::effort::{TooManyJumps, within};
use crate::explain::{self, Illegal};
use crate::geometry::Geometry;
use crate::moves::{Move, MoveList};
use crate::naming::Style;
use crate::path::Path;
use crate::position::Position;
use crate::rules::Rules;
use crate::square::{Square, SquareSet};
use arrayvec::ArrayVec;
use core::fmt;
use core::ops::Range;

/// The reasons why a text is not a legal move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveError {
    /// The text does not look like a move.
    Malformed {
        /// The bytes that are wrong.
        place: Range<usize>,
    },
    /// A square is not on the board.
    NoSuchSquare {
        /// The bytes that name it.
        place: Range<usize>,
    },
    /// The move may not be played, for this reason.
    Illegal(Illegal),
    /// Several captures match; these do, written in full.
    Ambiguous(Vec<String>),
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed { place } => write!(
                f,
                "write a move like 32-28, 32x23 or c3-d4 (at character {})",
                place.start + 1
            ),
            Self::NoSuchSquare { place } => {
                write!(
                    f,
                    "there is no such square on this board (at character {})",
                    place.start + 1
                )
            }
            Self::Illegal(reason) => write!(f, "{reason}"),
            Self::Ambiguous(moves) => {
                let moves = moves.join(", ");
                write!(
                    f,
                    "more than one capture fits: {moves}; write the squares along the way too"
                )
            }
        }
    }
}

impl core::error::Error for MoveError {}

impl MoveError {
    /// The bytes of the text that are wrong, if the text is to blame.
    pub fn place(&self) -> Option<Range<usize>> {
        match self {
            Self::Malformed { place } | Self::NoSuchSquare { place } => Some(place.clone()),
            Self::Illegal(_) | Self::Ambiguous(_) => None,
        }
    }
}

impl From<Illegal> for MoveError {
    fn from(reason: Illegal) -> Self {
        Self::Illegal(reason)
    }
}

/// Squares on the board and their names.
impl<R: Rules> Position<R> {
    /// All squares, from the top left with White below.
    pub fn squares(&self) -> impl ExactSizeIterator<Item = Square> + use<R> {
        SquareSet::from_bits(R::Geometry::LAYOUT.all).iter()
    }

    /// The square with a number (`32`) or letters (`c3`).
    pub fn square(&self, name: &str) -> Option<Square> {
        self.rules().naming().parse(&R::Geometry::LAYOUT, name)
    }

    /// The number of a square.
    pub fn number(&self, square: Square) -> u8 {
        self.rules().naming().number(&R::Geometry::LAYOUT, square)
    }

    /// The letters of a square.
    pub fn letters(&self, square: Square) -> String {
        self.rules().naming().letters(&R::Geometry::LAYOUT, square)
    }

    /// Returns the usual notation of moves.
    pub fn style(&self) -> Style {
        self.rules().naming().style
    }

    /// The name of a square in the variant's own style.
    pub fn name(&self, square: Square) -> String {
        self.rules().naming().name(&R::Geometry::LAYOUT, square)
    }

    /// Row and column of a square, from the top left with White below.
    pub fn row_column(&self, square: Square) -> (u8, u8) {
        R::Geometry::LAYOUT.cell(square.index()).unwrap_or_default()
    }

    /// The square at a row and column, if it is played on.
    pub fn square_at(&self, row: u8, column: u8) -> Option<Square> {
        R::Geometry::LAYOUT.bit_at(row, column).map(|bit| Square::new(u32::from(bit)))
    }
}

/// Moves as text.
impl<R: Rules> Position<R> {
    /// Writes a legal move in the variant's own style: short if that is unambiguous, with its whole path if another
    /// capture has the same start and end.
    pub fn text(&self, mv: &Move) -> String {
        self.write_move(mv, &self.legal_moves(), self.rules().naming().style)
    }

    /// Writes a legal move in numbers or letters, given the legal moves.
    pub fn write_move(&self, mv: &Move, legal: &[Move], style: Style) -> String {
        self.write_by(mv, legal, style, || self.main_path(mv))
    }

    /// Writes a move, given the legal moves and the path to use where one is needed.
    pub(crate) fn write_by(
        &self,
        mv: &Move,
        legal: &[Move],
        style: Style,
        way: impl FnOnce() -> Path,
    ) -> String {
        let naming = self.rules().naming();
        let name = |square: &Square| match style {
            Style::Numbers => naming.number(&R::Geometry::LAYOUT, *square).to_string(),
            Style::Letters => naming.letters(&R::Geometry::LAYOUT, *square),
        };
        if !mv.is_capture() {
            return format!("{}-{}", name(&mv.from), name(&mv.to));
        }
        let alike = legal
            .iter()
            .filter(|other| other.is_capture() && other.from == mv.from && other.to == mv.to);
        let squares = match alike.count() > 1 {
            true => way().squares,
            false => vec![mv.from, mv.to],
        };
        squares.iter().map(name).collect::<Vec<_>>().join("x")
    }

    /// The path written where one is needed.
    pub fn main_path(&self, mv: &Move) -> Path {
        self.main_of(mv, &self.paths(mv))
    }

    /// The one of a move's paths that is written where one is needed.
    pub(crate) fn main_of(&self, mv: &Move, paths: &[Path]) -> Path {
        let black_man = self.board().piece(mv.from) == Some(Piece::man(Color::Black));
        let first = paths.iter().min_by_key(|path| path.order::<R::Geometry>(black_man));
        first.cloned().unwrap_or_default()
    }

    /// Writes a move as Hub does: start, end, and all captured squares.
    pub fn hub(&self, mv: &Move) -> String {
        let (from, to) = (self.number(mv.from), self.number(mv.to));
        if !mv.is_capture() {
            return format!("{from}-{to}");
        }
        let mut captured: Vec<u8> =
            mv.captured().iter().map(|square| self.number(square)).collect();
        captured.sort_unstable();
        captured.iter().fold(format!("{from}x{to}"), |text, square| format!("{text}x{square}"))
    }

    /// Parses a move: numbers or letters, `-`, `x` or `:` between them, and any squares on the way. With letters, the
    /// row of the start may be omitted: `cd4`.
    ///
    /// ```
    /// use draughts::{International, Position};
    ///
    /// let position = Position::<International>::start();
    /// assert_eq!(position.parse_move("32-28")?, position.parse_move("3228")?);
    /// assert_eq!(
    ///     position.parse_move("31-22").unwrap_err().to_string(),
    ///     "a man moves one square",
    /// );
    /// # Ok::<(), draughts::MoveError>(())
    /// ```
    pub fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        if let Some((column, to)) = short_form(text) {
            return self.parse_short(text, column, to);
        }
        let squares = self.parse_squares(text)?;
        let (from, to) = (squares[0], squares[squares.len() - 1]);
        let mut legal = MoveList::new();
        self.legal_moves_into(&mut legal);
        let mut ends = legal.iter().filter(|mv| mv.from == from && mv.to == to);
        if let (Some(mv), None, 2) = (ends.next(), ends.next(), squares.len()) {
            return Ok(*mv);
        }
        let mut fitting: Vec<Move> =
            legal.iter().filter(|mv| mv.from == from && mv.to == to).copied().collect();
        if squares.len() > 2 {
            // A capture whose whole path is written takes precedence.
            if let Some(mv) = self.by_whole_path(&fitting, &squares) {
                return Ok(mv);
            }
            let passes =
                |mv: &&Move| self.paths(mv).iter().any(|path| path.passes::<R::Geometry>(&squares));
            let passing = within(FOR_READING, || fitting.iter().filter(passes).copied().collect());
            fitting = match passing {
                Ok(passing) => passing,
                // If it takes too long to find out, several stay ambiguous, and a single one may be the wrong one.
                Err(TooManyJumps) if fitting.len() > 1 => fitting,
                Err(TooManyJumps) => Vec::new(),
            };
        }
        if fitting.len() > 1 {
            // If a step and a capture have the same ends, the sign between them decides; among captures, the one whose
            // whole path is written.
            let captures = !text.contains('-');
            prefer(&mut fitting, |mv| mv.is_capture() == captures);
            let whole = self.by_whole_path(&fitting, &squares);
            prefer(&mut fitting, |mv| whole.as_ref() == Some(mv));
        }
        self.only_one(fitting, &legal, from, to)
    }

    /// Parses a move with only the column of its start.
    fn parse_short(&self, text: &str, column: char, to: usize) -> Result<Move, MoveError> {
        let Some(end) = self.square(text[to..].trim_end()) else {
            return Err(MoveError::NoSuchSquare { place: to..text.trim_end().len() });
        };
        let in_column = |square: Square| self.letters(square).starts_with(column);
        let legal = self.legal_moves();
        let fits = |mv: &&Move| mv.to == end && in_column(mv.from);
        let fitting: Vec<Move> = legal.iter().filter(fits).copied().collect();
        // If none matches, the piece nearest to the end is meant.
        let row = |square| self.row_column(square).0;
        let own = self.board().pieces(self.turn()).iter().filter(|square| in_column(*square));
        let meant = own.min_by_key(|square| row(*square).abs_diff(row(end)));
        match (fitting.first().map(|mv| mv.from), meant) {
            (Some(from), _) | (None, Some(from)) => self.only_one(fitting, &legal, from, end),
            (None, None) => Err(MoveError::NoSuchSquare { place: 0..to }),
        }
    }

    /// Parses a move as Hub writes it: start, end, and the captured squares in any order.
    pub fn parse_hub(&self, text: &str) -> Result<Move, MoveError> {
        let squares = self.parse_squares(text)?;
        let (from, to) = (squares[0], squares[1]);
        let captured: SquareSet = squares[2..].iter().copied().collect();
        let legal = self.legal_moves();
        let fits = |mv: &&Move| mv.from == from && mv.to == to && mv.captured() == captured;
        self.only_one(legal.iter().filter(fits).copied().collect(), &legal, from, to)
    }

    fn only_one(
        &self,
        fitting: Vec<Move>,
        legal: &[Move],
        from: Square,
        to: Square,
    ) -> Result<Move, MoveError> {
        match fitting[..] {
            [mv] => Ok(mv),
            [] => Err(MoveError::Illegal(explain::why_illegal(self, from, to))),
            _ => {
                let style = self.rules().naming().style;
                let texts = fitting
                    .iter()
                    .map_while(|mv| within(FOR_READING, || self.write_move(mv, legal, style)).ok());
                Err(MoveError::Ambiguous(texts.take(MOST_TOLD).collect()))
            }
        }
    }

    /// The squares that a move names, at least two.
    fn parse_squares(&self, text: &str) -> Result<ArrayVec<Square, MOST_WORDS>, MoveError> {
        let words = words(text)?;
        let mut squares = ArrayVec::new();
        for place in words {
            match self.square(&text[place.clone()]) {
                Some(square) => squares.push(square),
                None => return Err(MoveError::NoSuchSquare { place }),
            }
        }
        Ok(squares)
    }
}

/// The limit on jumps for resolving an ambiguous capture.
const FOR_READING: u64 = 100_000;
/// The most captures listed if several match.
const MOST_TOLD: usize = 64;

/// Keeps the moves for which this holds, if there are any.
fn prefer(moves: &mut Vec<Move>, holds: impl Fn(&Move) -> bool) {
    if moves.iter().any(&holds) {
        moves.retain(holds);
    }
}

/// The column of the start and the place of the end, in the short form `cd4` or `c:e5`.
fn short_form(text: &str) -> Option<(char, usize)> {
    let start = text.len() - text.trim_start().len();
    let bytes = &text.as_bytes()[start..];
    let column = bytes.first().filter(|byte| byte.is_ascii_alphabetic())?;
    let sign = usize::from(matches!(bytes.get(1), Some(b'-' | b'x' | b':')));
    let is_letter = bytes.get(1 + sign).is_some_and(u8::is_ascii_alphabetic);
    is_letter.then(|| (char::from(column.to_ascii_lowercase()), start + 1 + sign))
}

/// The characters that word processors use instead of `x` and `-`.
const SIGNS: [char; 5] = ['×', '–', '—', '−', '‐'];

/// The most squares that a move may name.
const MOST_WORDS: usize = 64;

/// Splits a move into the places of its squares.
fn words(text: &str) -> Result<ArrayVec<Range<usize>, MOST_WORDS>, MoveError> {
    let malformed = |place| Err(MoveError::Malformed { place });
    let whole = text.trim();
    let start = text.len() - text.trim_start().len();
    if whole.len() == 4 && whole.bytes().all(|byte| byte.is_ascii_digit()) {
        return Ok([start..start + 2, start + 2..start + 4].into_iter().collect());
    }
    let bytes = whole.as_bytes();
    let mut words = ArrayVec::new();
    let mut at = 0;
    loop {
        let from = at;
        at += usize::from(bytes.get(at).is_some_and(u8::is_ascii_alphabetic));
        let digits = bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        if digits == 0 || digits > 3 || words.len() == MOST_WORDS {
            let end = (at + 1..=whole.len()).find(|end| whole.is_char_boundary(*end));
            return malformed(start + from..start + end.unwrap_or(whole.len()));
        }
        at += digits;
        words.push(start + from..start + at);
        if at == bytes.len() {
            break;
        }
        at += bytes[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let separator = match bytes.get(at) {
            Some(b'-' | b'x' | b'X' | b':' | b'*') => 1,
            Some(_) if whole[at..].starts_with(SIGNS) => {
                whole[at..].chars().next().map_or(0, char::len_utf8)
            }
            // Squares in letters need no separator.
            Some(byte) if byte.is_ascii_alphabetic() => 0,
            _ => return malformed(start + at..start + whole.len()),
        };
        at += separator;
        at += bytes[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    }
    if words.len() < 2 { malformed(start..start + whole.len()) } else { Ok(words) }
}
