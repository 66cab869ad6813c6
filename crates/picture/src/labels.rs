//! Labels of squares, in the variant's own convention.

use crate::glyphs;
use crate::view::{UNIT, View};
use draughts::{AnyPosition, Style};

/// Where squares are labelled. The variant decides between numbers and letters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Coordinates {
    /// Numbers inside the squares, or on the frame if the picture is too small for that; letters on the frame.
    #[default]
    Usual,
    /// Every square, in its upper left corner.
    Inside,
    /// On the frame: numbers of the squares at the edge, or files and ranks.
    Border,
    /// No labels.
    Off,
}

/// A word with its place.
#[derive(Clone, PartialEq, Debug)]
pub struct Label {
    pub word: String,
    /// Its upper left corner.
    pub x: f64,
    pub y: f64,
}

/// The size of glyphs inside squares: two of them fit next to a piece.
const INSIDE: f64 = 0.54;
/// The distance from a square's corner to the label inside.
const INSET: f64 = 3.6;
/// The size of glyphs on the frame, relative to its width.
const ON_FRAME: f64 = 0.0215;
/// However wide the frame is, labels are no larger than on this one.
const WIDEST: f64 = 70.0;

/// All labels of a picture, which have one size.
#[derive(Clone, Debug, Default)]
pub struct Labels {
    pub scale: f64,
    pub words: Vec<Label>,
}

impl Labels {
    pub fn new(view: &View, position: &AnyPosition) -> Self {
        match (view.names, position.style()) {
            (Coordinates::Off, _) => Self::default(),
            (Coordinates::Inside | Coordinates::Usual, _) => inside(view, position),
            (Coordinates::Border, Style::Numbers) => edge_numbers(view, position),
            (Coordinates::Border, Style::Letters) => files_and_ranks(view),
        }
    }

    fn on_frame(view: &View) -> Self {
        Self { scale: ON_FRAME * view.frame.min(WIDEST), words: Vec::new() }
    }

    fn push_centered(&mut self, word: String, (x, y): (f64, f64)) {
        let x = x - glyphs::width(&word) * self.scale / 2.0;
        let y = y - glyphs::HEIGHT * self.scale / 2.0;
        self.words.push(Label { word, x, y });
    }
}

fn inside(view: &View, position: &AnyPosition) -> Labels {
    let squares = view.squares(position).into_iter();
    let words = squares
        .map(|(square, (x, y))| Label { word: position.name(square), x: x + INSET, y: y + INSET })
        .collect();
    Labels { scale: INSIDE, words }
}

/// As in magazines: the numbers of the first and last row above and below, those of the squares at the left and right
/// edge next to them.
fn edge_numbers(view: &View, position: &AnyPosition) -> Labels {
    let mut labels = Labels::on_frame(view);
    let (right, bottom) = view.board();
    let out = view.frame / 2.0;
    for (square, (x, y)) in view.squares(position) {
        let word = position.number(square).to_string();
        let (middle, center) = (x + UNIT / 2.0, y + UNIT / 2.0);
        let place = if y == 0.0 {
            (middle, -out)
        } else if y + UNIT == bottom {
            (middle, bottom + out)
        } else if x == 0.0 {
            (-out, center)
        } else if x + UNIT == right {
            (right + out, center)
        } else {
            continue;
        };
        labels.push_centered(word, place);
    }
    labels
}

fn files_and_ranks(view: &View) -> Labels {
    let mut labels = Labels::on_frame(view);
    let (_, bottom) = view.board();
    let out = view.frame / 2.0;
    for column in 0..view.layout.width {
        let (x, _) = view.corner(0, column);
        let file = char::from(b'a' + column).to_string();
        labels.push_centered(file, (x + UNIT / 2.0, bottom + out));
    }
    for row in 0..view.layout.height {
        let (_, y) = view.corner(row, 0);
        let rank = (view.layout.height - row).to_string();
        labels.push_centered(rank, (-out, y + UNIT / 2.0));
    }
    labels
}
