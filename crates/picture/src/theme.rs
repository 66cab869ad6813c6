//! Themes: the style of boards and pieces, and the names they give the sides.

use crate::ink::Ink;
use draughts::{Color, Ruleset, Variant};
use std::str::FromStr;

/// The style of one side's pieces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Looks {
    /// What people call pieces of this colour, and their side: `white`, `black` or `red`.
    pub name: &'static str,
    /// The main colour.
    pub body: Ink,
    /// The edge of the disc, which is seen slightly from the front.
    pub shade: Ink,
    /// The outline, which sets it off from the square.
    pub rim: Ink,
    /// The grooves.
    pub ring: Ink,
    /// The highlight on the far edge of a groove.
    pub glint: Ink,
    /// The crown of a king.
    pub crown: Ink,
    /// The outline of the crown.
    pub crown_rim: Ink,
}

/// The style of a board and its pieces, which also determines the names of the sides. The side that the rules call
/// White has the lighter pieces, unless [`red_first`](Self::red_first) is set: [`for_game`](Self::for_game) adapts the
/// theme to a game.
///
/// ```
/// use draughts::{Color, Ruleset, Variant};
/// use draughts_picture::{Ink, Theme};
///
/// assert_eq!(Theme::default(), Theme::WOOD);
/// let american = Theme::usual(&Ruleset::from(Variant::American));
/// assert_eq!((american.name, american.looks(Color::Black).name), ("classic", "red"));
/// assert_eq!(american.looks(Color::Black).body, Ink(0xC41E3A));
/// assert_eq!("wood".parse::<Theme>()?, Theme::WOOD);
/// let mistake = "would".parse::<Theme>().unwrap_err();
/// assert_eq!(
///     mistake.to_string(),
///     "there is no theme \"would\"; the themes are wood, classic, tournament, blue, contrast, print",
/// );
/// # Ok::<(), draughts_picture::UnknownTheme>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Theme {
    /// Its name in commands and links.
    pub name: &'static str,
    /// Squares that are not played on.
    pub light: Ink,
    /// Playing squares.
    pub dark: Ink,
    /// The single colour of a board with all squares in play.
    pub plain: Ink,
    /// Dark squares are white paper, hatched in the colour `dark`.
    pub hatched: bool,
    /// The labels of squares, on dark and on plain squares.
    pub names: Ink,
    /// The frame around the board.
    pub frame: Ink,
    /// The outline of the frame, and the lines between squares of one colour.
    pub line: Ink,
    /// The line between the frame and the squares.
    pub inlay: Ink,
    /// Labels on the frame.
    pub frame_names: Ink,
    /// Squares of the last move.
    pub last: Ink,
    /// The outline inside squares of the last move.
    pub last_line: Ink,
    /// Arrows and rings.
    pub mark: Ink,
    /// Pieces have shading and cast a shadow.
    pub lit: bool,
    /// Whether the pieces of `white`, which are red, belong to the side that moves first, whatever the rules call it.
    pub red_first: bool,
    /// White's pieces.
    pub white: Looks,
    /// Black's pieces.
    pub black: Looks,
}

const GOLD: Ink = Ink(0xF6C94F);
const PAPER: Ink = Ink(0xFFFFFF);
const PRESS: Ink = Ink(0x000000);

const IVORY: Looks = Looks {
    name: "white",
    body: Ink(0xF5E9D0),
    shade: Ink(0xC3A779),
    rim: Ink(0x36230E),
    ring: Ink(0x8A6A3C),
    glint: Ink(0xFFFDF5),
    crown: GOLD,
    crown_rim: Ink(0x5B3A00),
};

const EBONY: Looks = Looks {
    name: "black",
    body: Ink(0x332A26),
    shade: Ink(0x15100E),
    rim: Ink(0x0A0706),
    ring: Ink(0x0C0908),
    glint: Ink(0xA08A78),
    crown: GOLD,
    crown_rim: Ink(0x1D1200),
};

const JET: Looks = Looks {
    body: Ink(0x1C1C1C),
    shade: PRESS,
    rim: PRESS,
    ring: PRESS,
    glint: Ink(0x8D8D8D),
    ..EBONY
};

const RED: Looks = Looks {
    name: "red",
    body: Ink(0xC41E3A),
    shade: Ink(0x7C1024),
    rim: Ink(0x45040F),
    ring: Ink(0x6D0A1C),
    glint: Ink(0xFFB9C4),
    crown: GOLD,
    crown_rim: Ink(0x4D1500),
};

const WHITE: Looks = Looks {
    name: "white",
    body: Ink(0xF5F2EA),
    shade: Ink(0xBDB9AF),
    rim: Ink(0x22313F),
    ring: Ink(0x8C939A),
    glint: PAPER,
    ..IVORY
};

impl Theme {
    /// Ivory and black on walnut.
    pub const WOOD: Self = Self {
        name: "wood",
        light: Ink(0xECD6B0),
        dark: Ink(0xA9734A),
        plain: Ink(0xDDB885),
        hatched: false,
        names: Ink(0x0A0300),
        frame: Ink(0x4A2C19),
        line: Ink(0x24130A),
        inlay: Ink(0xC79A55),
        frame_names: Ink(0xF0DABB),
        last: Ink(0xCD9942),
        last_line: Ink(0x5F4400),
        mark: Ink(0x12813F),
        lit: true,
        red_first: false,
        white: IVORY,
        black: EBONY,
    };

    /// Red and black on light and dark wood; red moves first.
    pub const CLASSIC: Self = Self {
        name: "classic",
        light: Ink(0xFFCE9E),
        dark: Ink(0xD18B47),
        plain: Ink(0xFFCE9E),
        names: Ink(0x4A2606),
        frame: Ink(0x4B2013),
        line: Ink(0x2A0F07),
        inlay: Ink(0xD9A15C),
        frame_names: Ink(0xFFD9B0),
        last: Ink(0xEBBD64),
        last_line: Ink(0x7A5C00),
        mark: Ink(0x0A7A2F),
        red_first: true,
        white: RED,
        black: JET,
        ..Self::WOOD
    };

    /// White and red on green and buff, as federations use them.
    pub const TOURNAMENT: Self = Self {
        name: "tournament",
        light: Ink(0xF3EBD3),
        dark: Ink(0x6FA582),
        plain: Ink(0xB8CFAE),
        names: Ink(0x04140B),
        frame: Ink(0x274233),
        line: Ink(0x10211A),
        inlay: Ink(0xC9B26A),
        frame_names: Ink(0xE9EFD9),
        last: Ink(0xE3CB5C),
        last_line: Ink(0x6E5700),
        mark: Ink(0x1B3FA0),
        white: Looks { rim: Ink(0x24362B), ..WHITE },
        black: RED,
        ..Self::WOOD
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
        inlay: Ink(0xA9C3DB),
        frame_names: Ink(0xE6EEF5),
        last: Ink(0xE8D26A),
        last_line: Ink(0x7A6500),
        mark: Ink(0x0A7A2F),
        white: WHITE,
        black: JET,
        ..Self::WOOD
    };

    /// White and black on squares that contrast with both; flat, with a single groove, because two would merge in small
    /// pictures.
    pub const CONTRAST: Self = Self {
        name: "contrast",
        light: PAPER,
        dark: Ink(0x868686),
        plain: Ink(0x949494),
        names: PRESS,
        frame: PRESS,
        line: PRESS,
        inlay: PRESS,
        frame_names: PAPER,
        last: Ink(0xFFE100),
        last_line: PRESS,
        mark: Ink(0x003CFF),
        lit: false,
        white: Looks {
            name: "white",
            body: PAPER,
            shade: PAPER,
            rim: PRESS,
            ring: PRESS,
            glint: PAPER,
            crown: Ink(0xFFD000),
            crown_rim: PRESS,
        },
        black: Looks {
            name: "black",
            body: PRESS,
            shade: PRESS,
            rim: PRESS,
            ring: PAPER,
            glint: PRESS,
            crown: Ink(0xFFD000),
            crown_rim: PRESS,
        },
        ..Self::WOOD
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
    pub const ALL: [Self; 6] =
        [Self::WOOD, Self::CLASSIC, Self::TOURNAMENT, Self::BLUE, Self::CONTRAST, Self::PRINT];

    /// The default theme of a game.
    pub fn usual(rules: &Ruleset) -> Self {
        match rules.base {
            Variant::American => Self::CLASSIC.for_game(rules),
            _ => Self::WOOD,
        }
    }

    /// This theme adapted to a game. House rules that let the other side move first do not change the pieces.
    ///
    /// ```
    /// use draughts::{Color, Ruleset, Variant};
    /// use draughts_picture::Theme;
    ///
    /// let names = |variant: Variant| {
    ///     let theme = Theme::CLASSIC.for_game(&Ruleset::from(variant));
    ///     [Color::White, Color::Black].map(|side| theme.looks(side).name)
    /// };
    /// assert_eq!(names(Variant::American), ["black", "red"]);
    /// assert_eq!(names(Variant::International), ["red", "black"]);
    /// ```
    #[must_use]
    pub fn for_game(self, rules: &Ruleset) -> Self {
        if !self.red_first || rules.base.spec().first == Color::White {
            return self;
        }
        // Adapting a theme twice has no further effect.
        Self { red_first: false, white: self.black, black: self.white, ..self }
    }

    /// The style of a side's pieces.
    pub const fn looks(&self, color: Color) -> &Looks {
        match color {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }

    /// The fill of a dark square.
    pub const fn ground(&self) -> Ink {
        if self.hatched { self.light } else { self.dark }
    }
}

impl Default for Theme {
    fn default() -> Self {
        Self::WOOD
    }
}

/// There is no such theme.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no theme {name:?}; the themes are {}", Theme::ALL.map(|theme| theme.name).join(", "))]
pub struct UnknownTheme {
    /// The requested name.
    pub name: String,
}

impl FromStr for Theme {
    type Err = UnknownTheme;

    fn from_str(name: &str) -> Result<Self, UnknownTheme> {
        let found = Self::ALL.into_iter().find(|theme| theme.name.eq_ignore_ascii_case(name));
        found.ok_or_else(|| UnknownTheme { name: name.to_owned() })
    }
}
