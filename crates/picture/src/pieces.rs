//! What men and kings are drawn with, each in a square of 100 units.

use crate::ink::Ink;
use crate::theme::{Looks, Theme};
use draughts::{Color, Piece, Rank};
use std::fmt;

/// The radius of a piece without half of its rim.
const RADIUS: f64 = 36.0;
const RIM: f64 = 3.6;

const CROWN: &str = "M31 64 25.5 35.5 39.5 46 50 27 60.5 46 74.5 35.5 69 64z";

/// The last part of the id of a piece.
pub const fn id(piece: Piece) -> &'static str {
    match (piece.color, piece.rank) {
        (Color::White, Rank::Man) => "wm",
        (Color::White, Rank::King) => "wk",
        (Color::Black, Rank::Man) => "bm",
        (Color::Black, Rank::King) => "bk",
    }
}

/// What the drawings of all pieces share and what each of them is.
pub struct Pieces<'a> {
    pub theme: &'a Theme,
    /// What all ids begin with.
    pub ids: &'a str,
}

impl fmt::Display for Pieces<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.theme.lit {
            self.shadow(f)?;
        }
        for color in Color::BOTH {
            let looks = self.theme.looks(color);
            if self.theme.lit {
                self.light(f, color, looks)?;
            }
            self.man(f, color, looks)?;
            self.king(f, color, looks)?;
        }
        Ok(())
    }
}

impl Pieces<'_> {
    fn shadow(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "<radialGradient id=\"{}s\"><stop offset=\".78\" stop-opacity=\".42\"/>\
             <stop offset=\"1\" stop-opacity=\"0\"/></radialGradient>",
            self.ids
        )
    }

    /// Light from the upper left.
    fn light(&self, f: &mut fmt::Formatter<'_>, color: Color, looks: &Looks) -> fmt::Result {
        let Looks { lit, body, shade, .. } = looks;
        writeln!(
            f,
            "<radialGradient id=\"{}{}\" cx=\".36\" cy=\".3\" r=\".9\"><stop stop-color=\"{lit}\"/>\
             <stop offset=\".5\" stop-color=\"{body}\"/><stop offset=\"1\" stop-color=\"{shade}\"/>\
             </radialGradient>",
            self.ids,
            color.letter()
        )
    }

    fn man(&self, f: &mut fmt::Formatter<'_>, color: Color, looks: &Looks) -> fmt::Result {
        write!(f, "<g id=\"{}{}\">", self.ids, id(Piece::man(color)))?;
        self.disc(f, color, looks)?;
        writeln!(f, "{}</g>", ring(22, looks.inner_ring))
    }

    /// The crown stands in the outer ring, where a man has the inner one.
    fn king(&self, f: &mut fmt::Formatter<'_>, color: Color, looks: &Looks) -> fmt::Result {
        let Looks { crown, crown_rim, .. } = looks;
        write!(f, "<g id=\"{}{}\">", self.ids, id(Piece::king(color)))?;
        self.disc(f, color, looks)?;
        writeln!(
            f,
            "<path d=\"{CROWN}\" fill=\"{crown}\" stroke=\"{crown_rim}\" stroke-width=\"3\" \
             stroke-linejoin=\"round\"/></g>"
        )
    }

    fn disc(&self, f: &mut fmt::Formatter<'_>, color: Color, looks: &Looks) -> fmt::Result {
        let Looks { body, shade, rim, .. } = looks;
        let ids = self.ids;
        let fill = if self.theme.lit {
            write!(f, "<circle cx=\"51\" cy=\"56\" r=\"42\" fill=\"url(#{ids}s)\"/>")?;
            format!("url(#{ids}{})", color.letter())
        } else {
            body.to_string()
        };
        // The lower circle is the edge of the piece, seen a little from the front.
        write!(
            f,
            "<g stroke=\"{rim}\" stroke-width=\"{RIM}\">\
             <circle cx=\"50\" cy=\"53\" r=\"{RADIUS}\" fill=\"{shade}\"/>\
             <circle cx=\"50\" cy=\"49\" r=\"{RADIUS}\" fill=\"{fill}\"/></g>{}",
            ring(29, looks.outer_ring)
        )
    }
}

/// A ring turned into the top of a piece.
fn ring(radius: u8, ink: Ink) -> String {
    format!(
        "<circle cx=\"50\" cy=\"49\" r=\"{radius}\" fill=\"none\" stroke=\"{ink}\" \
         stroke-width=\"2.2\"/>"
    )
}
