//! Positions as text: PDN's FEN (`W:W31-50:B1-20`) and Hub's format (`Wbbb…www`).

use crate::bits::Bits;
use crate::board::Board;
use crate::color::{ByColor, Color, Piece, Rank};
use crate::dynamic_rules::DynamicRules;
use crate::geometry::Geometry;
use crate::naming::{Style, number};
use crate::position::Position;
use crate::rules::Rules;
use crate::setup::{Setup, SetupError};
use crate::square::Square;
use core::fmt::{self, Write};
use core::ops::Range;

/// An error in a FEN, with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FenError {
    /// The bytes of the text that are wrong.
    pub place: Range<usize>,
    /// The kind of error.
    pub kind: FenErrorKind,
}

/// The kinds of errors in a FEN.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FenErrorKind {
    /// The text is empty.
    Empty,
    /// The text does not start with the side to move.
    NoTurn,
    /// A part is neither White's nor Black's pieces nor a count.
    UnknownPart,
    /// A side's pieces are missing.
    SideMissing(Color),
    /// A side's pieces are given twice.
    SideTwice(Color),
    /// There is no such square on this board.
    NoSuchSquare,
    /// Two pieces stand on one square.
    SquareTaken,
    /// A range of squares runs backwards or is no range of numbers.
    BadRange,
    /// A piece that has been captured but not removed: the position is in the middle of a move.
    UnfinishedCapture,
    /// The counts of consecutive king moves are not of the form `+213+0`.
    BadKingRun,
    /// A position with one letter per square has the wrong length.
    WrongLength {
        /// The number of squares on the board.
        expected: usize,
        /// The number of letters in the text.
        found: usize,
    },
    /// A letter that is not a piece.
    UnknownLetter,
    /// The pieces can be read but are not a valid position.
    Setup(SetupError),
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            FenErrorKind::Empty => {
                f.write_str("the position is empty; write it like W:W31-50:B1-20")
            }
            FenErrorKind::NoTurn => f.write_str("a position starts with the side to move, W or B"),
            FenErrorKind::UnknownPart => {
                f.write_str("the pieces of a side are written like W31-50 or B1,K2")
            }
            FenErrorKind::SideMissing(color) => write!(
                f,
                "{}'s pieces are missing; if there are none, write \":{}\"",
                name(*color),
                color.letter()
            ),
            FenErrorKind::SideTwice(color) => {
                write!(f, "{}'s pieces are given twice", name(*color))
            }
            FenErrorKind::NoSuchSquare => f.write_str("there is no such square on this board"),
            FenErrorKind::SquareTaken => f.write_str("two pieces stand on one square"),
            FenErrorKind::BadRange => {
                f.write_str("a range of squares is two numbers, the lower one first, as in 31-50")
            }
            FenErrorKind::UnfinishedCapture => {
                f.write_str("a captured piece is still on the board: this is the middle of a move")
            }
            FenErrorKind::BadKingRun => f.write_str("king moves in a row are counted as in +213+0"),
            FenErrorKind::WrongLength { expected, found } => {
                write!(
                    f,
                    "there must be one letter for each of the {expected} squares; there are {found}"
                )
            }
            FenErrorKind::UnknownLetter => {
                f.write_str("squares are written as w, b (men), W, B (kings) or e (empty)")
            }
            FenErrorKind::Setup(error) => write!(f, "{error}"),
        }?;
        write!(f, " (at character {})", self.place.start + 1)
    }
}

const fn name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

impl core::error::Error for FenError {}

type Result<T> = core::result::Result<T, FenError>;

fn error<T>(place: Range<usize>, kind: FenErrorKind) -> Result<T> {
    Err(FenError { place, kind })
}

impl<R: Rules + Default> Position<R> {
    /// Parses a position in PDN or Hub style.
    ///
    /// ```
    /// use draughts::{Position, Russian};
    ///
    /// let letters = Position::<Russian>::from_fen("W:Wc3,Kd2:Bf6")?;
    /// assert_eq!(Position::from_fen("W:W22,K26:B11")?, letters);
    /// assert_eq!(Position::from_fen(&letters.to_hub())?, letters);
    /// let error = Position::<Russian>::from_fen("W:Wc3,c4:Bf6").unwrap_err();
    /// assert_eq!(error.to_string(), "there is no such square on this board (at character 7)");
    /// # Ok::<(), draughts::FenError>(())
    /// ```
    pub fn from_fen(fen: &str) -> Result<Self> {
        Self::from_fen_of(R::default(), fen)
    }
}

impl<R: Rules> Position<R> {
    /// Parses a position under these rules, in PDN or Hub style.
    pub fn from_fen_of(rules: R, fen: &str) -> Result<Self> {
        read(rules.general(), fen).map(|position| position.under(rules))
    }

    /// Writes the position in PDN style, with the variant's own numbers or letters.
    pub fn to_fen(&self) -> String {
        self.setup().to_fen()
    }

    /// Writes the position in Hub style.
    pub fn to_hub(&self) -> String {
        self.setup().to_hub()
    }
}

/// Parses and checks a position.
fn read<G: Geometry>(rules: DynamicRules<G>, fen: &str) -> Result<Position<DynamicRules<G>>> {
    let setup = Setup::from_fen(rules, fen)?;
    setup.position().or_else(|problem| {
        let place = match problem.squares().iter().next() {
            Some(square) => place_of(&setup, fen, square),
            None => 0..fen.len(),
        };
        error(place, FenErrorKind::Setup(problem))
    })
}

/// Returns the place where a FEN names a square.
fn place_of<R: Rules>(setup: &Setup<R>, fen: &str, square: Square) -> Range<usize> {
    let mut start = 0;
    for word in fen.split_inclusive([':', ',', '-']) {
        let name = word.trim_end_matches([':', ',', '-']);
        let bare = name.trim_start_matches(['W', 'B', 'w', ' ']);
        if setup.square(bare) == Some(square) {
            return start + name.len() - bare.len()..start + name.len();
        }
        start += word.len();
    }
    0..fen.len()
}

impl<R: Rules> Setup<R> {
    /// Parses a set-up in PDN or Hub style, without checking it.
    pub fn from_fen(rules: R, fen: &str) -> Result<Self> {
        let start = fen.len() - fen.trim_start().len();
        let text = fen.trim().trim_end_matches('.');
        let Some(first) = text.chars().next() else {
            return error(0..fen.len(), FenErrorKind::Empty);
        };
        let turn = match first {
            'W' | 'w' => Some(Color::White),
            'B' | 'b' => Some(Color::Black),
            '?' => None,
            _ => return error(start..start + first.len_utf8(), FenErrorKind::NoTurn),
        };
        let mut setup = Self::empty(rules);
        setup.turn = turn.unwrap_or(rules.start().1);
        let reader = FenReader { setup, seen: ByColor::both(false) };
        match text[1..].trim_start().strip_prefix(':') {
            Some(rest) => reader.pdn(rest, start + text.len() - rest.len()),
            None => reader.hub(&text[1..], start + 1),
        }
    }

    /// Writes the set-up in PDN style, with the variant's own numbers or letters.
    pub fn to_fen(&self) -> String {
        let mut fen = String::from(self.turn.letter());
        for color in Color::BOTH {
            let _ = write!(fen, ":{}{}", color.letter(), PieceRuns { setup: self, color });
        }
        if self.rules.facts().king_run.is_some()
            && Color::BOTH.iter().any(|color| self.runs.of(*color).is_some())
        {
            fen.push(':');
            for color in [Color::Black, Color::White] {
                match self.runs.of(color) {
                    Some((square, count)) => {
                        let number = self.number(Square::new(u32::from(square)));
                        let _ = write!(fen, "+{count}{number}");
                    }
                    None => fen.push_str("+0"),
                }
            }
        }
        fen
    }

    /// Writes the set-up in Hub style: the side to move and one letter per square.
    pub fn to_hub(&self) -> String {
        let layout = R::Geometry::LAYOUT;
        let squares = (1..=layout.squares).map(|number| {
            match self.numbered(number).and_then(|square| self.board.piece(square)) {
                None => 'e',
                Some(Piece { color: Color::White, rank: Rank::Man }) => 'w',
                Some(Piece { color: Color::White, rank: Rank::King }) => 'W',
                Some(Piece { color: Color::Black, rank: Rank::Man }) => 'b',
                Some(Piece { color: Color::Black, rank: Rank::King }) => 'B',
            }
        });
        [self.turn.letter()].into_iter().chain(squares).collect()
    }

    fn number(&self, square: Square) -> u8 {
        self.rules.naming().number(&R::Geometry::LAYOUT, square)
    }

    fn numbered(&self, number: u8) -> Option<Square> {
        self.rules.naming().numbered(&R::Geometry::LAYOUT, number)
    }
}

/// Formats the pieces of one side, with runs of numbers as ranges.
struct PieceRuns<'a, R: Rules> {
    setup: &'a Setup<R>,
    color: Color,
}

impl<R: Rules> fmt::Display for PieceRuns<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { setup, color } = *self;
        let Board { kings, .. } = setup.board;
        let is_king = |square: Square| kings.meets(Board::<R::Geometry>::mask(square));
        let crown = |king| if king { "K" } else { "" };
        let mut first = true;
        let mut comma = |f: &mut fmt::Formatter<'_>| {
            let separator = if first { "" } else { "," };
            first = false;
            f.write_str(separator)
        };
        if setup.rules.naming().style == Style::Letters {
            for square in setup.board.pieces(color) {
                comma(f)?;
                let letters = setup.rules.naming().letters(&R::Geometry::LAYOUT, square);
                write!(f, "{}{letters}", crown(is_king(square)))?;
            }
            return Ok(());
        }
        let squares = setup.board.pieces(color).iter();
        let mut pieces: Vec<_> =
            squares.map(|square| (setup.number(square), is_king(square))).collect();
        pieces.sort_unstable();
        let mut rest = &pieces[..];
        while let Some(&(number, king)) = rest.first() {
            let run = (rest.iter().zip(number..))
                .take_while(|((next, other), expected)| next == expected && *other == king)
                .count();
            comma(f)?;
            write!(f, "{}{number}", crown(king))?;
            if run >= 3 {
                write!(f, "-{}", number + run as u8 - 1)?;
                rest = &rest[run..];
            } else {
                rest = &rest[1..];
            }
        }
        Ok(())
    }
}

struct FenReader<R: Rules> {
    setup: Setup<R>,
    seen: ByColor<bool>,
}

impl<R: Rules> FenReader<R> {
    fn hub(mut self, letters: &str, start: usize) -> Result<Setup<R>> {
        let expected = usize::from(R::Geometry::LAYOUT.squares);
        let found = letters.chars().count();
        if found != expected {
            let kind = FenErrorKind::WrongLength { expected, found };
            return error(start..start + letters.len(), kind);
        }
        for ((offset, letter), number) in letters.char_indices().zip(1..) {
            let piece = match letter {
                'w' => Piece::man(Color::White),
                'W' => Piece::king(Color::White),
                'b' => Piece::man(Color::Black),
                'B' => Piece::king(Color::Black),
                'e' => continue,
                _ => {
                    let at = start + offset;
                    return error(at..at + letter.len_utf8(), FenErrorKind::UnknownLetter);
                }
            };
            if let Some(square) = self.setup.numbered(number) {
                self.setup.board.put(square, piece);
            }
        }
        Ok(self.setup)
    }

    fn pdn(mut self, text: &str, start: usize) -> Result<Setup<R>> {
        let mut at = start;
        for part in text.split(':') {
            self.part(part.trim(), at + part.len() - part.trim_start().len())?;
            at += part.len() + 1;
        }
        for color in Color::BOTH {
            if !self.seen[color] {
                let end = start + text.len();
                return error(end..end, FenErrorKind::SideMissing(color));
            }
        }
        Ok(self.setup)
    }

    fn part(&mut self, part: &str, at: usize) -> Result<()> {
        let place = at..at + part.len();
        let color = match part.chars().next() {
            Some('W' | 'w') => Color::White,
            Some('B' | 'b') => Color::Black,
            // Half-move clock and move number, which some servers add.
            Some('H' | 'F') if part[1..].bytes().all(|byte| byte.is_ascii_digit()) => return Ok(()),
            Some('+') => return self.king_runs(part, place),
            _ => return error(place, FenErrorKind::UnknownPart),
        };
        if core::mem::replace(&mut self.seen[color], true) {
            return error(place, FenErrorKind::SideTwice(color));
        }
        let mut at = at + 1;
        let list = &part[1..];
        if list.trim().is_empty() {
            return Ok(());
        }
        for item in list.split(',') {
            let name = item.trim();
            self.item(color, name, at + item.len() - item.trim_start().len())?;
            at += item.len() + 1;
        }
        Ok(())
    }

    fn item(&mut self, color: Color, item: &str, at: usize) -> Result<()> {
        let place = at..at + item.len();
        if item.starts_with(['G', 'P']) {
            return error(place, FenErrorKind::UnfinishedCapture);
        }
        // In lower case, k may also be the eleventh file of a large board.
        let (piece, name) = match item
            .strip_prefix('K')
            .or_else(|| item.strip_prefix('k').filter(|_| R::Geometry::LAYOUT.width <= 10))
        {
            Some(name) => (Piece::king(color), name),
            None => (Piece::man(color), item),
        };
        let Some((first, last)) = name.split_once('-') else {
            let Some(square) = self.setup.square(name) else {
                return error(place, FenErrorKind::NoSuchSquare);
            };
            return self.put(square, piece, place);
        };
        let (Some(first), Some(last)) = (number(first.trim()), number(last.trim())) else {
            return error(place, FenErrorKind::BadRange);
        };
        if first > last {
            return error(place, FenErrorKind::BadRange);
        }
        for number in first..=last {
            let Some(square) = self.setup.numbered(number) else {
                return error(place, FenErrorKind::NoSuchSquare);
            };
            self.put(square, piece, place.clone())?;
        }
        Ok(())
    }

    fn put(&mut self, square: Square, piece: Piece, place: Range<usize>) -> Result<()> {
        match self.setup.board.put(square, piece) {
            None => Ok(()),
            Some(_) => error(place, FenErrorKind::SquareTaken),
        }
    }

    /// `+213+0`: Black's king on 13 has moved twice in a row, and none of White's.
    fn king_runs(&mut self, part: &str, place: Range<usize>) -> Result<()> {
        let counts: Vec<&str> = part[1..].split('+').collect();
        let [black, white] = counts[..] else {
            return error(place, FenErrorKind::UnknownPart);
        };
        for (color, text) in [(Color::Black, black), (Color::White, white)] {
            let mut characters = text.chars();
            let count = characters.next().and_then(|digit| digit.to_digit(10));
            match (count, self.setup.square(characters.as_str())) {
                (Some(0), _) => {}
                (Some(count), Some(square)) => {
                    self.setup.set_king_run(color, square, count as u8);
                }
                _ => return error(place, FenErrorKind::BadKingRun),
            }
        }
        Ok(())
    }
}
