//! Names of squares: numbers in the variant's own order, letters, or row and column.

use crate::geometry::Layout;
use crate::square::Square;

/// The corner at which the numbers start.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Numbering {
    /// At the top left with White at the bottom; numbers run left to right and downwards.
    FromTopLeft,
    /// At the bottom right with White at the bottom; numbers run right to left and upwards.
    FromBottomRight,
}

/// The usual notation of moves in a variant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Style {
    /// `32-28`
    Numbers,
    /// `c3-d4`
    Letters,
}

/// The names of a variant's squares, and the notation of its moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Naming {
    /// The corner at which the numbers start.
    pub numbering: Numbering,
    /// The usual notation of moves.
    pub style: Style,
}

impl Naming {
    /// Numbers from the top left.
    pub const NUMBERS: Self = Self { numbering: Numbering::FromTopLeft, style: Style::Numbers };
    /// Numbers from White's lower right corner.
    pub const NUMBERS_FROM_WHITE: Self =
        Self { numbering: Numbering::FromBottomRight, style: Style::Numbers };
    /// Letters, with numbers from the top left as an alias.
    pub const LETTERS: Self = Self { numbering: Numbering::FromTopLeft, style: Style::Letters };

    /// The number of a square, from 1.
    pub fn number(&self, layout: &Layout, square: Square) -> u8 {
        let above = layout.all & (square.mask() - 1);
        self.turned(layout, above.count_ones() as u8 + 1)
    }

    /// The square with a number.
    pub fn numbered(&self, layout: &Layout, number: u8) -> Option<Square> {
        if number == 0 || number > layout.squares {
            return None;
        }
        layout.nth(self.turned(layout, number) - 1)
    }

    fn turned(&self, layout: &Layout, number: u8) -> u8 {
        match self.numbering {
            Numbering::FromTopLeft => number,
            Numbering::FromBottomRight => layout.squares + 1 - number,
        }
    }

    /// The letters of a square, as in chess: `a1` is White's lower left corner.
    pub fn letters(&self, layout: &Layout, square: Square) -> String {
        let (row, column) = layout.cell(square.index()).unwrap_or_default();
        format!("{}{}", char::from(b'a' + column), layout.height - row)
    }

    /// The square with letters such as `c3`.
    pub fn lettered(&self, layout: &Layout, letters: &str) -> Option<Square> {
        let mut characters = letters.chars();
        let file = characters.next()?.to_ascii_lowercase();
        let rank = number(characters.as_str())?;
        let column = u8::try_from(u32::from(file).checked_sub(u32::from('a'))?).ok()?;
        let row = layout.height.checked_sub(rank)?;
        layout.bit_at(row, column).map(|bit| Square::new(u32::from(bit)))
    }

    /// The name of a square in the variant's own style.
    pub fn name(&self, layout: &Layout, square: Square) -> String {
        match self.style {
            Style::Numbers => self.number(layout, square).to_string(),
            Style::Letters => self.letters(layout, square),
        }
    }

    /// Parses the name of a square, in numbers or letters whatever the style.
    pub fn parse(&self, layout: &Layout, name: &str) -> Option<Square> {
        match number(name) {
            Some(number) => self.numbered(layout, number),
            None => self.lettered(layout, name),
        }
    }
}

/// A number written in digits and nothing else.
pub(crate) fn number(text: &str) -> Option<u8> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None }
}
