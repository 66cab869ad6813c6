//! The layout of the picture. A square is 100 units wide, and a whole number of pixels.

use crate::labels::Coordinates;
use draughts::{AnyPosition, Layout, Shade, Square, Style};

/// The width of a square.
pub const UNIT: f64 = 100.0;
const HALF: f64 = UNIT / 2.0;
/// The width of a frame without labels, in squares.
const THIN_FRAME: f64 = 0.16;
/// The width of a frame with room for letters or two-digit numbers, in squares.
const LETTER_FRAME: f64 = 0.54;
const NUMBER_FRAME: f64 = 0.6;
/// Below this many pixels per square, numbers inside are illegible.
const READABLE: f64 = 34.0;

/// The board's layout in the picture.
#[derive(Clone, Debug)]
pub struct View {
    pub layout: Layout,
    pub flipped: bool,
    /// Where the labels are; never [`Coordinates::Usual`].
    pub names: Coordinates,
    /// The size in pixels.
    pub pixels: (u32, u32),
    /// The size in units.
    pub size: (f64, f64),
    /// The width of the frame at the left and the top; at the right and the bottom it may be a pixel wider.
    pub frame: f64,
}

impl View {
    pub fn new(position: &AnyPosition, names: Coordinates, width: u32, flipped: bool) -> Self {
        let layout = position.layout();
        let columns = f64::from(layout.width);
        let side = |frame: f64| (f64::from(width) / (columns + 2.0 * frame)).floor();
        let names = match (names, position.style()) {
            (Coordinates::Usual, Style::Letters) => Coordinates::Border,
            (Coordinates::Usual, Style::Numbers) if side(THIN_FRAME) < READABLE => {
                Coordinates::Border
            }
            (Coordinates::Usual, Style::Numbers) => Coordinates::Inside,
            (chosen, _) => chosen,
        };
        let frame = match (names, position.style()) {
            (Coordinates::Border, Style::Letters) => LETTER_FRAME,
            (Coordinates::Border, Style::Numbers) => NUMBER_FRAME,
            _ => THIN_FRAME,
        };
        // This aligns the edges of squares with pixels; the remainder goes to the frame.
        let side = side(frame).max(1.0);
        let left_over = f64::from(width) - columns * side;
        let height = f64::from(layout.height) * side + left_over;
        let unit = UNIT / side;
        Self {
            layout,
            flipped,
            names,
            pixels: (width, height as u32),
            size: (f64::from(width) * unit, height * unit),
            frame: (left_over / 2.0).floor() * unit,
        }
    }

    /// Whether all squares are in play and have one colour.
    pub fn is_plain(&self) -> bool {
        self.layout.shade == Shade::Every
    }

    /// The lower right corner of the board.
    pub fn board(&self) -> (f64, f64) {
        (UNIT * f64::from(self.layout.width), UNIT * f64::from(self.layout.height))
    }

    /// The upper left corner of a row and column, which are counted with White at the bottom.
    pub fn corner(&self, row: u8, column: u8) -> (f64, f64) {
        let (row, column) = if self.flipped {
            (self.layout.height - 1 - row, self.layout.width - 1 - column)
        } else {
            (row, column)
        };
        (UNIT * f64::from(column), UNIT * f64::from(row))
    }

    /// The upper left corner of a square.
    pub fn square(&self, position: &AnyPosition, square: Square) -> (f64, f64) {
        let (row, column) = position.row_column(square);
        self.corner(row, column)
    }

    /// The middle of a square.
    pub fn middle(&self, position: &AnyPosition, square: Square) -> (f64, f64) {
        let (x, y) = self.square(position, square);
        (x + HALF, y + HALF)
    }

    /// The playing squares with their upper left corners, row by row.
    pub fn squares(&self, position: &AnyPosition) -> Vec<(Square, (f64, f64))> {
        let cells = (0..self.layout.height)
            .flat_map(|row| (0..self.layout.width).map(move |column| (row, column)));
        cells
            .filter_map(|(row, column)| {
                Some((position.square_at(row, column)?, self.corner(row, column)))
            })
            .collect()
    }
}

/// A length in its shortest form, to a hundredth of a unit.
pub fn short(length: f64) -> String {
    let text = format!("{length:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}
