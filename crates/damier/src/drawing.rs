//! Drawing boards as text.

use draughts::{AnyPosition, Color, Piece, Rank, Shade, Square};
use std::fmt::{self, Write};

/// How a board is drawn.
#[derive(Clone, Copy)]
pub struct DrawingStyle {
    /// Letters instead of piece symbols.
    pub ascii: bool,
    /// Black at the bottom.
    pub flipped: bool,
}

/// A board with square numbers at its sides.
pub struct TextBoard<'a> {
    pub position: &'a AnyPosition,
    pub style: DrawingStyle,
}

impl fmt::Display for TextBoard<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { position, style } = *self;
        let cell = |square| style.piece(position.piece(square)).to_string();
        write!(f, "{}", Cells { position, flipped: style.flipped, width: 2, cell })
    }
}

/// A board with a text on each square, and square numbers at its sides.
pub struct Cells<'a, F> {
    pub position: &'a AnyPosition,
    /// Black at the bottom.
    pub flipped: bool,
    /// The width of squares in characters.
    pub width: usize,
    pub cell: F,
}

impl<F: Fn(Square) -> String> fmt::Display for Cells<'_, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let layout = self.position.layout();
        let width = self.width;
        let columns: Vec<u8> = self.in_view(layout.width);
        for row in self.in_view(layout.height) {
            let mut line = String::new();
            let mut squares = Vec::new();
            for &column in &columns {
                let square = self.position.square_at(row, column);
                squares.extend(square.map(|square| self.position.number(square)));
                let drawn = square.map(&self.cell).unwrap_or_default();
                write!(line, "{drawn:>width$}")?;
            }
            let first = squares.first().copied().unwrap_or_default();
            let last = squares.last().copied().unwrap_or_default();
            writeln!(f, "{:>2} {first:>3} │{line} │ {last}", layout.height - row)?;
        }
        let files = columns.iter().map(|column| char::from(b'a' + column));
        let files: String = files.map(|file| format!("{file:>width$}")).collect();
        writeln!(f, "        {files}")
    }
}

impl<F> Cells<'_, F> {
    fn in_view(&self, count: u8) -> Vec<u8> {
        if self.flipped { (0..count).rev().collect() } else { (0..count).collect() }
    }
}

impl DrawingStyle {
    /// A piece, or an empty square.
    pub fn piece(self, piece: Option<Piece>) -> char {
        let (ascii, picture) = match piece {
            None => ('.', '·'),
            Some(Piece { color: Color::White, rank: Rank::Man }) => ('w', '⛀'),
            Some(Piece { color: Color::White, rank: Rank::King }) => ('W', '⛁'),
            Some(Piece { color: Color::Black, rank: Rank::Man }) => ('b', '⛂'),
            Some(Piece { color: Color::Black, rank: Rank::King }) => ('B', '⛃'),
        };
        if self.ascii { ascii } else { picture }
    }
}

/// Describes which squares are played on.
pub fn corner(shade: Shade) -> &'static str {
    match shade {
        Shade::LowerLeft => "dark corner at the left",
        Shade::LowerRight => "dark corner at the right",
        Shade::Every => "all squares in play",
    }
}
