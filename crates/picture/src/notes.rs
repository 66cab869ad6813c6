//! Numbers written across squares and pieces.

use crate::glyphs;
use crate::ink::Ink;
use crate::picture::Picture;
use crate::view::{View, short};
use std::fmt;

/// The width of a note with a few characters.
const WIDE: f64 = 88.0;
/// How much larger than labels a short note may be.
const LARGEST: f64 = 1.6;
/// Legible on every piece and square: a light stroke inside a dark one.
const STROKES: [(Ink, u32); 2] = [(Ink(0x000000), 10), (Ink(0xFFFFFF), 4)];

/// The notes of a picture.
pub struct Notes<'a> {
    pub picture: &'a Picture<'a>,
    pub view: &'a View,
}

impl fmt::Display for Notes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (square, note) in &self.picture.notes {
            let (x, y) = self.view.middle(self.picture.position, *square);
            let width = glyphs::width(note);
            let scale = (WIDE / width).min(LARGEST);
            let (x, y) = (x - width * scale / 2.0, y - glyphs::HEIGHT * scale / 2.0);
            let (x, y, scale) = (short(x), short(y), short(scale));
            write!(f, "<g transform=\"translate({x} {y})scale({scale})\" fill=\"none\" ")?;
            writeln!(f, "stroke-linecap=\"round\" stroke-linejoin=\"round\">")?;
            for (ink, bold) in STROKES {
                write!(f, "<g stroke=\"{ink}\" stroke-width=\"{bold}\">")?;
                write_glyphs(f, note)?;
                writeln!(f, "</g>")?;
            }
            writeln!(f, "</g>")?;
        }
        Ok(())
    }
}

fn write_glyphs(f: &mut fmt::Formatter<'_>, note: &str) -> fmt::Result {
    for (place, glyph) in note.chars().enumerate() {
        if let Some(strokes) = glyphs::strokes(glyph) {
            let x = short(glyphs::ADVANCE * place as f64);
            write!(f, "<path transform=\"translate({x})\" d=\"{strokes}\"/>")?;
        }
    }
    Ok(())
}
