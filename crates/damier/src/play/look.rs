//! The style of the display: glyphs and colours.

use draughts::{Color as Side, Piece, Rank};
use ratatui::style::{Color, Modifier, Style};

/// What the terminal supports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    /// Plain ASCII only.
    pub ascii: bool,
    /// Colours; without them, shapes and brackets say everything.
    pub color: bool,
}

/// Marks of squares, most important first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    Cursor,
    Picked,
    Goal,
    Hint,
    Forced,
    Last,
}

/// Colours of the 256-colour palette that nearly every terminal has. White and black pieces have a contrast of at least
/// 3:1 with every background.
const LIGHT: Color = Color::Indexed(223);
const DARK: Color = Color::Indexed(137);
const DARKER: Color = Color::Indexed(94);
const NAME: Color = Color::Indexed(236);
const WHITE: Color = Color::Indexed(231);
const BLACK: Color = Color::Indexed(233);
const ON_WHITE: Color = Color::Indexed(243);
const ON_BLACK: Color = Color::Indexed(248);

impl Look {
    /// The background of a square.
    pub fn ground(self, played: bool, darker: bool, mark: Option<Mark>) -> Style {
        if !self.color {
            return match mark {
                Some(Mark::Last) => Style::new().add_modifier(Modifier::UNDERLINED),
                Some(Mark::Cursor | Mark::Picked) => Style::new().add_modifier(Modifier::BOLD),
                _ => Style::new(),
            };
        }
        let ground = match (played, mark) {
            (false, _) => LIGHT,
            (true, Some(mark)) => mark.ground(),
            (true, None) if darker => DARKER,
            (true, None) => DARK,
        };
        Style::new().bg(ground).fg(NAME)
    }

    /// The colour of a side's pieces.
    pub fn ink(self, side: Side) -> Style {
        match (self.color, side) {
            (false, _) => Style::new(),
            (true, Side::White) => Style::new().fg(WHITE),
            (true, Side::Black) => Style::new().fg(BLACK),
        }
    }

    /// The style of a square's name on the piece that stands there.
    pub fn engraved(self, side: Side) -> Style {
        match side {
            Side::White => Style::new().bg(WHITE).fg(ON_WHITE),
            Side::Black => Style::new().bg(BLACK).fg(ON_BLACK),
        }
    }

    /// A piece as one character, in its side's colour if there are colours.
    pub fn sign(self, piece: Piece) -> &'static str {
        match piece.rank {
            _ if self.ascii || !self.color => self.plain_sign(piece),
            Rank::Man => "●",
            Rank::King => "♛",
        }
    }

    /// A piece as one character that shows its side without colours.
    pub fn plain_sign(self, Piece { color, rank }: Piece) -> &'static str {
        match (color, rank, self.ascii) {
            (Side::White, Rank::Man, true) => "w",
            (Side::White, Rank::King, true) => "W",
            (Side::Black, Rank::Man, true) => "b",
            (Side::Black, Rank::King, true) => "B",
            (Side::White, Rank::Man, false) => "○",
            (Side::White, Rank::King, false) => "♕",
            (Side::Black, Rank::Man, false) => "●",
            (Side::Black, Rank::King, false) => "♛",
        }
    }

    /// A captured piece that is still on the board.
    pub fn ghost(self) -> &'static str {
        if self.ascii { "x" } else { "◌" }
    }

    /// An empty square that can be selected next.
    pub fn goal(self) -> &'static str {
        if self.ascii { "*" } else { "•" }
    }

    /// An empty square.
    pub fn empty(self) -> &'static str {
        if self.ascii { "." } else { "·" }
    }

    /// The separator in a line.
    pub fn between(self) -> &'static str {
        if self.ascii { " - " } else { " · " }
    }

    /// The pointer to the side to move.
    pub fn pointer(self) -> &'static str {
        if self.ascii { ">" } else { "▸" }
    }

    /// The sign between width and height.
    pub fn times(self) -> &'static str {
        if self.ascii { "x" } else { "×" }
    }
}

impl Mark {
    const fn ground(self) -> Color {
        match self {
            Mark::Cursor => Color::Indexed(32),
            Mark::Picked => Color::Indexed(64),
            Mark::Goal => Color::Indexed(71),
            Mark::Hint => Color::Indexed(97),
            Mark::Forced => Color::Indexed(166),
            Mark::Last => Color::Indexed(101),
        }
    }

    /// The brackets around a marked square.
    pub const fn brackets(self) -> [&'static str; 2] {
        match self {
            Mark::Cursor => ["[", "]"],
            Mark::Picked => ["(", ")"],
            Mark::Hint => ["{", "}"],
            Mark::Forced => [">", "<"],
            Mark::Goal | Mark::Last => [" ", " "],
        }
    }
}
