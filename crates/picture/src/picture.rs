//! The contents of a picture.

use crate::drawing::Drawing;
use crate::ink::Ink;
use crate::labels::Coordinates;
use crate::theme::Theme;
use draughts::{AnyPosition, Square};

/// The smallest and largest width of a picture, in pixels.
pub const WIDTHS: std::ops::RangeInclusive<u32> = 64..=4096;

/// A picture of a position.
///
/// ```
/// use draughts::{AnyPosition, Variant};
/// use draughts_picture::{Coordinates, Picture, Theme};
///
/// let before = AnyPosition::start(&Variant::International.into());
/// let mv = before.parse_move("32-28")?;
/// let position = before.play(&mv)?;
/// let svg = Picture::new(&position)
///     .theme(Theme::WOOD)
///     .coordinates(Coordinates::Border)
///     .last_move(before.main_path(&mv).squares)
///     .width(600)
///     .svg();
/// assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"600\""));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Picture<'a> {
    pub(crate) position: &'a AnyPosition,
    pub(crate) flipped: bool,
    pub(crate) coordinates: Coordinates,
    pub(crate) theme: Theme,
    pub(crate) width: u32,
    pub(crate) title: Option<String>,
    pub(crate) last_move: Vec<Square>,
    pub(crate) marks: Vec<Square>,
    pub(crate) arrows: Vec<(Square, Square)>,
    pub(crate) tints: Vec<(Square, Ink)>,
    pub(crate) notes: Vec<(Square, String)>,
}

impl<'a> Picture<'a> {
    /// A picture of this position, 480 pixels wide, with White at the bottom.
    pub fn new(position: &'a AnyPosition) -> Self {
        Self {
            position,
            flipped: false,
            coordinates: Coordinates::default(),
            theme: Theme::default(),
            width: 480,
            title: None,
            last_move: Vec::new(),
            marks: Vec::new(),
            arrows: Vec::new(),
            tints: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Whether Black is at the bottom.
    pub fn flipped(mut self, flipped: bool) -> Self {
        self.flipped = flipped;
        self
    }

    /// Where squares are labelled.
    pub fn coordinates(mut self, coordinates: Coordinates) -> Self {
        self.coordinates = coordinates;
        self
    }

    /// The style of board and pieces.
    pub fn theme(mut self, theme: Theme) -> Self {
        self.theme = theme;
        self
    }

    /// The width in pixels including the frame, clamped to [`WIDTHS`]. A square is a whole number of pixels wide, so
    /// that edges are sharp.
    pub fn width(mut self, pixels: u32) -> Self {
        self.width = pixels.clamp(*WIDTHS.start(), *WIDTHS.end());
        self
    }

    /// The title for screen readers, instead of who is to move.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// The squares of the last move, as in the path that the previous position returns.
    pub fn last_move(mut self, squares: impl IntoIterator<Item = Square>) -> Self {
        self.last_move = squares.into_iter().collect();
        self
    }

    /// Squares with a ring.
    pub fn marks(mut self, squares: impl IntoIterator<Item = Square>) -> Self {
        self.marks = squares.into_iter().collect();
        self
    }

    /// Arrows from square to square.
    pub fn arrows(mut self, arrows: impl IntoIterator<Item = (Square, Square)>) -> Self {
        self.arrows = arrows.into_iter().collect();
        self
    }

    /// Squares with background colours.
    ///
    /// ```
    /// use draughts::{AnyPosition, Variant};
    /// use draughts_picture::{Ink, Picture};
    ///
    /// let position = AnyPosition::start(&Variant::Russian.into());
    /// let centre = ["c5", "d4", "e5", "f4"].into_iter().filter_map(|name| position.square(name));
    /// let picture = Picture::new(&position).tints(centre.map(|square| (square, Ink(0x6699CC))));
    /// assert!(picture.svg().contains("#6699cc"));
    /// ```
    pub fn tints(mut self, tints: impl IntoIterator<Item = (Square, Ink)>) -> Self {
        self.tints = tints.into_iter().collect();
        self
    }

    /// A number written across a square: digits, signs and a decimal point; other characters leave a gap.
    pub fn notes(mut self, notes: impl IntoIterator<Item = (Square, String)>) -> Self {
        self.notes = notes.into_iter().collect();
        self
    }

    /// The picture as an SVG document, which can also be inlined in a page.
    ///
    /// It needs no fonts, scripts or external resources. Its ids are derived from its content, so that several pictures
    /// can be inlined in one page.
    pub fn svg(&self) -> String {
        let nameless = Drawing::new(self, String::new()).to_string();
        Drawing::new(self, prefix(&nameless)).to_string()
    }
}

/// A short hash of the content, by FNV-1a: the same on every machine.
fn prefix(content: &str) -> String {
    let mut hash = content.bytes().fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    });
    const SIGNS: &[u8; 36] = b"abcdefghijklmnopqrstuvwxyz0123456789";
    // An id starts with a letter.
    let sign = |signs: u64| {
        let sign = SIGNS[(hash % signs) as usize];
        hash /= signs;
        char::from(sign)
    };
    [26, 36, 36, 36, 36].into_iter().map(sign).collect()
}
