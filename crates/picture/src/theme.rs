//! How boards and pieces look, and what the sides are called by their looks.

use crate::ink::Ink;
use draughts::Color;
use std::str::FromStr;

/// The looks of one side's pieces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Looks {
    /// What people call a piece of this colour: "red", "ivory".
    pub name: &'static str,
    /// Where the light falls on it.
    pub lit: Ink,
    /// Its own colour.
    pub body: Ink,
    /// Where it turns away from the light.
    pub shade: Ink,
    /// The line around it, which tells it from the square.
    pub rim: Ink,
    /// The outer of the two turned rings.
    pub outer_ring: Ink,
    /// The inner of the two turned rings.
    pub inner_ring: Ink,
    /// The crown of a king.
    pub crown: Ink,
    /// The line around the crown.
    pub crown_rim: Ink,
}

/// How a board and its pieces look. The side that the rules call White is always the lighter one.
///
/// ```
/// use draughts::Color;
/// use draughts_picture::{Ink, Theme};
///
/// assert_eq!(Theme::default(), Theme::CLASSIC);
/// assert_eq!("wood".parse::<Theme>()?, Theme::WOOD);
/// assert_eq!(Theme::CLASSIC.looks(Color::White).body, Ink(0xC41E3A));
/// let mistake = "would".parse::<Theme>().unwrap_err();
/// assert_eq!(
///     mistake.to_string(),
///     "there is no theme \"would\"; the themes are classic, wood, blue, contrast, print",
/// );
/// # Ok::<(), draughts_picture::UnknownTheme>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Theme {
    /// Its name in commands and links.
    pub name: &'static str,
    /// Squares that are not played on.
    pub light: Ink,
    /// Squares that are played on.
    pub dark: Ink,
    /// The one colour of a board on which all squares are played on.
    pub plain: Ink,
    /// Dark squares are white paper with lines in the colour `dark`.
    pub hatched: bool,
    /// The names of squares, on dark and on plain squares.
    pub names: Ink,
    /// The frame around the board.
    pub frame: Ink,
    /// The line at both edges of the frame, and between squares of one colour.
    pub line: Ink,
    /// Letters and numbers on the frame.
    pub frame_names: Ink,
    /// Squares of the last move.
    pub last: Ink,
    /// The line inside squares of the last move.
    pub last_line: Ink,
    /// Arrows and rings.
    pub mark: Ink,
    /// Pieces are rounded by light and cast a shadow.
    pub lit: bool,
    /// The pieces of White.
    pub white: Looks,
    /// The pieces of Black.
    pub black: Looks,
}

const GOLD: Ink = Ink(0xFFD75E);
const GOLD_RIM: Ink = Ink(0x4D3200);
const PAPER: Ink = Ink(0xFFFFFF);
const PRESS: Ink = Ink(0x000000);

const IVORY: Looks = Looks {
    name: "ivory",
    lit: Ink(0xFFFDF5),
    body: Ink(0xF6E7C8),
    shade: Ink(0xDCC397),
    rim: Ink(0x4A3013),
    outer_ring: Ink(0xBFA06C),
    inner_ring: Ink(0xA98750),
    crown: Ink(0xF2B705),
    crown_rim: GOLD_RIM,
};

const EBONY: Looks = Looks {
    name: "black",
    lit: Ink(0x5A5A5A),
    body: Ink(0x262626),
    shade: Ink(0x121212),
    rim: Ink(0x000000),
    outer_ring: Ink(0x6E6E6E),
    inner_ring: Ink(0x050505),
    crown: GOLD,
    crown_rim: GOLD_RIM,
};

impl Theme {
    /// The default: red and black pieces on light and dark wood.
    pub const CLASSIC: Self = Self {
        name: "classic",
        light: Ink(0xFFCE9E),
        dark: Ink(0xD18B47),
        plain: Ink(0xFFCE9E),
        hatched: false,
        names: Ink(0x4A2A10),
        frame: Ink(0x6B3F1D),
        line: Ink(0x3A1F0B),
        frame_names: Ink(0xFFE3C2),
        last: Ink(0xEFD24E),
        last_line: Ink(0x8A6A00),
        mark: Ink(0x0A7A2F),
        lit: true,
        white: Looks {
            name: "red",
            lit: Ink(0xE2566C),
            body: Ink(0xC41E3A),
            shade: Ink(0x98122A),
            rim: Ink(0x4D0512),
            outer_ring: Ink(0xE98A99),
            inner_ring: Ink(0x86142A),
            crown: GOLD,
            crown_rim: GOLD_RIM,
        },
        black: Looks { body: Ink(0x1C1C1C), ..EBONY },
    };

    /// Ivory and ebony on walnut.
    pub const WOOD: Self = Self {
        name: "wood",
        light: Ink(0xF0D9B5),
        dark: Ink(0xA9744A),
        plain: Ink(0xDDB885),
        names: Ink(0x1E0D02),
        frame: Ink(0x4A2C17),
        line: Ink(0x24130A),
        frame_names: Ink(0xF0D9B5),
        last: Ink(0xD9B23F),
        last_line: Ink(0x6B4E00),
        white: IVORY,
        black: Looks {
            name: "dark brown",
            lit: Ink(0x6B4B37),
            body: Ink(0x38231A),
            shade: Ink(0x22140E),
            rim: Ink(0x120904),
            outer_ring: Ink(0x87664F),
            inner_ring: Ink(0x140A06),
            crown: GOLD,
            crown_rim: GOLD_RIM,
        },
        ..Self::CLASSIC
    };

    /// White and black on sea blue.
    pub const BLUE: Self = Self {
        name: "blue",
        light: Ink(0xE6EEF5),
        dark: Ink(0x7FA3C4),
        plain: Ink(0xB9CFE2),
        names: Ink(0x0F2A44),
        frame: Ink(0x2C4A68),
        line: Ink(0x142B42),
        frame_names: Ink(0xE6EEF5),
        last: Ink(0xE8D26A),
        last_line: Ink(0x7A6500),
        white: Looks {
            name: "white",
            lit: Ink(0xFFFFFF),
            body: Ink(0xF5F2EA),
            shade: Ink(0xD0CCC2),
            rim: Ink(0x22313F),
            outer_ring: Ink(0xA9ADB2),
            inner_ring: Ink(0x8C939A),
            ..IVORY
        },
        black: EBONY,
        ..Self::CLASSIC
    };

    /// White and black on squares that neither can be confused with; flat, and with one ring, as
    /// two would run together where the picture is small.
    pub const CONTRAST: Self = Self {
        name: "contrast",
        light: Ink(0xFFFFFF),
        dark: Ink(0x757575),
        plain: Ink(0x8A8A8A),
        names: Ink(0x000000),
        frame: Ink(0x000000),
        line: Ink(0x000000),
        frame_names: Ink(0xFFFFFF),
        last: Ink(0xFFE100),
        last_line: Ink(0x000000),
        mark: Ink(0x003CFF),
        lit: false,
        white: Looks {
            name: "white",
            lit: PAPER,
            body: PAPER,
            shade: PAPER,
            rim: PRESS,
            outer_ring: PAPER,
            inner_ring: PRESS,
            crown: Ink(0xFFD000),
            crown_rim: PRESS,
        },
        black: Looks {
            name: "black",
            lit: PRESS,
            body: PRESS,
            shade: PRESS,
            rim: PRESS,
            outer_ring: PRESS,
            inner_ring: PAPER,
            crown: Ink(0xFFD000),
            crown_rim: PRESS,
        },
        ..Self::CLASSIC
    };

    /// Black ink on white paper.
    pub const PRINT: Self = Self {
        name: "print",
        light: PAPER,
        dark: PRESS,
        plain: PAPER,
        hatched: true,
        names: PRESS,
        frame: PAPER,
        line: PRESS,
        frame_names: PRESS,
        last: PAPER,
        last_line: PRESS,
        mark: PRESS,
        white: Looks { crown: PRESS, ..Self::CONTRAST.white },
        black: Looks { crown: PAPER, ..Self::CONTRAST.black },
        ..Self::CONTRAST
    };

    /// Every theme, the default first.
    pub const ALL: [Self; 5] = [Self::CLASSIC, Self::WOOD, Self::BLUE, Self::CONTRAST, Self::PRINT];

    /// How the pieces of a side look.
    pub const fn looks(&self, color: Color) -> &Looks {
        match color {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }

    /// What a dark square is filled with.
    pub const fn ground(&self) -> Ink {
        if self.hatched { self.light } else { self.dark }
    }
}

impl Default for Theme {
    fn default() -> Self {
        Self::CLASSIC
    }
}

/// A theme was asked for that does not exist.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no theme {name:?}; the themes are {}", Theme::ALL.map(|theme| theme.name).join(", "))]
pub struct UnknownTheme {
    /// What was asked for.
    pub name: String,
}

impl FromStr for Theme {
    type Err = UnknownTheme;

    fn from_str(name: &str) -> Result<Self, UnknownTheme> {
        let found = Self::ALL.into_iter().find(|theme| theme.name.eq_ignore_ascii_case(name));
        found.ok_or_else(|| UnknownTheme { name: name.to_owned() })
    }
}
