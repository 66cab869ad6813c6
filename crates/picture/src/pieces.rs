//! Drawings of men and kings, each in a square of 100 units.

use crate::ink::Ink;
use crate::theme::{Looks, Theme};
use draughts::{Color, Piece, Rank};
use std::fmt;

const CROWN: &str =
    "M32.6 60.2 28.4 37.6 39.6 45.4 50 29.4 60.4 45.4 71.6 37.6 67.4 60.2q-17.4 4.4-34.8 0z";
/// The crown is drawn slightly enlarged, around the middle of the upper disc.
const ENLARGED: &str = "translate(-7-6.524)scale(1.14)";

/// Light from the upper left and the shadow below, overlaid on a piece's colours: an id, the direction of the gradient,
/// and its colours with offsets and opacities.
type Shine = (&'static str, &'static str, &'static [(&'static str, &'static str, &'static str)]);
const SHINES: [Shine; 5] = [
    (
        "l",
        "",
        &[("0", "#000", ".3"), (".28", "#fff", ".22"), (".55", "#000", "0"), ("1", "#000", ".42")],
    ),
    (
        "f",
        " x1=\".15\" y1=\".08\" x2=\".85\" y2=\".95\"",
        &[("0", "#fff", ".3"), (".45", "#fff", "0"), (".45", "#000", "0"), ("1", "#000", ".2")],
    ),
    (
        "e",
        " x1=\".15\" y1=\".05\" x2=\".85\" y2=\".95\"",
        &[("0", "#fff", ".85"), (".5", "#fff", ".12"), ("1", "#000", ".4")],
    ),
    (
        "o",
        " x1=\".15\" y1=\".05\" x2=\".85\" y2=\".95\"",
        &[("0", "#000", ".3"), (".5", "#000", ".04"), ("1", "#fff", ".26")],
    ),
    (
        "g",
        " x1=\".2\" y1=\"0\" x2=\".7\" y2=\"1\"",
        &[
            ("0", "#fff", ".7"),
            (".42", "#fff", "0"),
            (".42", "#a35c00", "0"),
            ("1", "#a35c00", ".6"),
        ],
    ),
];

/// The suffix of a piece's id.
pub const fn id(piece: Piece) -> &'static str {
    match (piece.color, piece.rank) {
        (Color::White, Rank::Man) => "wm",
        (Color::White, Rank::King) => "wk",
        (Color::Black, Rank::Man) => "bm",
        (Color::Black, Rank::King) => "bk",
    }
}

/// The symbols of all pieces, with what they share.
pub struct PieceSymbols<'a> {
    pub theme: &'a Theme,
    /// The prefix of all ids.
    pub ids: &'a str,
}

impl fmt::Display for PieceSymbols<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.theme.lit {
            self.shines(f)?;
        }
        for color in Color::BOTH {
            let looks = self.theme.looks(color);
            for piece in [Piece::man(color), Piece::king(color)] {
                write!(f, "<g id=\"{}{}\">", self.ids, id(piece))?;
                match (piece.rank, self.theme.lit) {
                    (Rank::Man, true) => self.man(f, looks)?,
                    (Rank::Man, false) => flat_man(f, looks)?,
                    (Rank::King, true) => self.king(f, looks)?,
                    (Rank::King, false) => flat_king(f, looks)?,
                }
                writeln!(f, "</g>")?;
            }
        }
        Ok(())
    }
}

impl PieceSymbols<'_> {
    fn shines(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ids = self.ids;
        writeln!(
            f,
            "<radialGradient id=\"{ids}s\"><stop offset=\".74\" stop-color=\"#1a0d00\" \
             stop-opacity=\".5\"/><stop offset=\"1\" stop-color=\"#1a0d00\" stop-opacity=\"0\"/>\
             </radialGradient>"
        )?;
        for (id, way, stops) in SHINES {
            write!(f, "<linearGradient id=\"{ids}{id}\"{way}>")?;
            for (offset, color, opacity) in stops {
                write!(
                    f,
                    "<stop offset=\"{offset}\" stop-color=\"{color}\" stop-opacity=\"{opacity}\"/>"
                )?;
            }
            writeln!(f, "</linearGradient>")?;
        }
        Ok(())
    }

    fn man(&self, f: &mut fmt::Formatter<'_>, looks: &Looks) -> fmt::Result {
        self.shine(f, "s", 54.5, 46.0)?;
        self.wall(f, looks, 51.6)?;
        self.face(f, looks, 48.4)?;
        self.groove(f, looks, 32.4)?;
        self.shine(f, "o", 48.4, 22.6)?;
        self.groove(f, looks, 22.6)
    }

    /// Two discs, a gilded ring and the crown.
    fn king(&self, f: &mut fmt::Formatter<'_>, looks: &Looks) -> fmt::Result {
        let Looks { crown, crown_rim, .. } = looks;
        self.shine(f, "s", 56.0, 46.5)?;
        self.wall(f, looks, 54.0)?;
        self.wall(f, looks, 50.2)?;
        self.face(f, looks, 46.2)?;
        self.shine(f, "o", 46.2, 33.0)?;
        line(f, 46.2, 34.0, *crown_rim, "4", " stroke-opacity=\".55\"")?;
        line(f, 46.2, 34.0, *crown, "2.6", "")?;
        let ids = self.ids;
        write!(
            f,
            "<g transform=\"{ENLARGED}\" stroke-linejoin=\"round\"><path d=\"{CROWN}\" \
             fill=\"{crown}\" stroke=\"{crown_rim}\" stroke-width=\"2.2\"/>\
             <path d=\"{CROWN}\" fill=\"url(#{ids}g)\"/></g>"
        )
    }

    fn shine(&self, f: &mut fmt::Formatter<'_>, id: &str, y: f64, radius: f64) -> fmt::Result {
        let ids = self.ids;
        // The shadow falls to the right, too.
        let x = if id == "s" { 51 } else { 50 };
        write!(f, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"url(#{ids}{id})\"/>")
    }

    /// The side of a disc.
    fn wall(&self, f: &mut fmt::Formatter<'_>, looks: &Looks, y: f64) -> fmt::Result {
        disc(f, y, 41.0, looks.shade)?;
        self.shine(f, "l", y, 41.0)?;
        line(f, y, 41.0, looks.rim, "2.8", "")
    }

    /// The top of a disc, with a bevelled edge.
    fn face(&self, f: &mut fmt::Formatter<'_>, looks: &Looks, y: f64) -> fmt::Result {
        disc(f, y, 40.8, looks.body)?;
        self.shine(f, "f", y, 40.8)?;
        line(f, y, 41.0, looks.rim, "3.4", "")?;
        write!(
            f,
            "<circle cx=\"50\" cy=\"{y}\" r=\"38.2\" fill=\"none\" stroke=\"url(#{}e)\" \
             stroke-width=\"1.9\"/>",
            self.ids
        )
    }

    /// A turned groove: a dark line, and light on its lower edge.
    fn groove(&self, f: &mut fmt::Formatter<'_>, looks: &Looks, radius: f64) -> fmt::Result {
        line(f, 48.9, radius, looks.glint, "1.6", " stroke-opacity=\".55\"")?;
        line(f, 48.2, radius, looks.ring, "1.9", " stroke-opacity=\".8\"")
    }
}

fn flat_man(f: &mut fmt::Formatter<'_>, looks: &Looks) -> fmt::Result {
    flat_disc(f, looks, 51.6)?;
    flat_disc(f, looks, 48.4)?;
    line(f, 48.4, 22.6, looks.ring, "2.4", "")
}

fn flat_king(f: &mut fmt::Formatter<'_>, looks: &Looks) -> fmt::Result {
    let Looks { crown, crown_rim, ring, .. } = looks;
    for y in [54.0, 50.2, 46.2] {
        flat_disc(f, looks, y)?;
        // Completely dark pieces show their discs by lines inside.
        line(f, y, 38.6, *ring, "1.6", "")?;
    }
    disc(f, 46.2, 37.8, looks.body)?;
    write!(
        f,
        "<g transform=\"{ENLARGED}\" stroke-linejoin=\"round\"><path d=\"{CROWN}\" \
         fill=\"{crown}\" stroke=\"{crown_rim}\" stroke-width=\"2.6\"/></g>"
    )
}

fn flat_disc(f: &mut fmt::Formatter<'_>, looks: &Looks, y: f64) -> fmt::Result {
    disc(f, y, 40.8, looks.body)?;
    line(f, y, 40.8, looks.rim, "2.6", "")
}

fn disc(f: &mut fmt::Formatter<'_>, y: f64, radius: f64, ink: Ink) -> fmt::Result {
    write!(f, "<circle cx=\"50\" cy=\"{y}\" r=\"{radius}\" fill=\"{ink}\"/>")
}

fn line(
    f: &mut fmt::Formatter<'_>,
    y: f64,
    radius: f64,
    ink: Ink,
    width: &str,
    more: &str,
) -> fmt::Result {
    write!(
        f,
        "<circle cx=\"50\" cy=\"{y}\" r=\"{radius}\" fill=\"none\" stroke=\"{ink}\" \
         stroke-width=\"{width}\"{more}/>"
    )
}
