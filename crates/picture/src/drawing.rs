//! Draws a picture as SVG, layer by layer from the frame to the arrows.

use crate::arrow;
use crate::glyphs;
use crate::labels::{Coordinates, Labels};
use crate::notes::Notes;
use crate::picture::Picture;
use crate::pieces::{self, PieceSymbols};
use crate::view::{UNIT, View, short};
use crate::words;
use std::collections::BTreeSet;
use std::fmt;

/// The lines of a hatched square; the first two cross the corner where labels are.
const HATCH: [&str; 2] = [
    "M0 20 20 0M0 40 40 0",
    "M0 60 60 0M0 80 80 0M0 100 100 0M20 100 100 20M40 100 100 40M60 100 100 60M80 100 100 80",
];

/// A picture being drawn.
pub struct Drawing<'a> {
    picture: &'a Picture<'a>,
    view: View,
    labels: Labels,
    /// The prefix of all ids.
    ids: String,
}

impl<'a> Drawing<'a> {
    pub fn new(picture: &'a Picture<'a>, ids: String) -> Self {
        let Picture { position, coordinates, width, flipped, .. } = *picture;
        let view = View::new(position, coordinates, width, flipped);
        let labels = Labels::new(&view, position);
        Self { picture, view, labels, ids }
    }

    fn head(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ids = &self.ids;
        let (width, height) = self.view.pixels;
        let (wide, high) = self.view.size;
        writeln!(
            f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"{} {} {} {}\" role=\"img\" aria-labelledby=\"{ids}t {ids}d\">",
            exact(-self.view.frame),
            exact(-self.view.frame),
            exact(wide),
            exact(high)
        )?;
        let Picture { position, theme, title, notes, .. } = self.picture;
        let title = title.clone().unwrap_or_else(|| words::title(position, theme));
        let description = words::description(position, theme, notes);
        writeln!(f, "<title id=\"{ids}t\">{}</title>", words::escaped(&title))?;
        writeln!(f, "<desc id=\"{ids}d\">{}</desc>", words::escaped(&description))
    }

    fn definitions(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ids = &self.ids;
        let theme = &self.picture.theme;
        write!(f, "<defs>\n{}", PieceSymbols { theme, ids })?;
        let used: BTreeSet<char> =
            self.labels.words.iter().flat_map(|label| label.word.chars()).collect();
        for glyph in used {
            if let Some(strokes) = glyphs::strokes(glyph) {
                let scale = short(self.labels.scale);
                writeln!(
                    f,
                    "<path id=\"{ids}-{glyph}\" transform=\"scale({scale})\" d=\"{strokes}\"/>"
                )?;
            }
        }
        if theme.hatched && !self.view.is_plain() {
            let [corner, others] = HATCH;
            let corner = if self.view.names == Coordinates::Inside { "" } else { corner };
            writeln!(f, "<path id=\"{ids}h\" d=\"{corner}{others}\"/>")?;
        }
        writeln!(f, "</defs>")
    }

    fn frame(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let theme = &self.picture.theme;
        let (wide, high) = self.view.size;
        let (right, bottom) = self.view.board();
        // Half of a stroke lies on either side of its path; both halves must be inside the picture.
        writeln!(
            f,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"8\" fill=\"{}\" \
             stroke=\"{}\" stroke-width=\"3\"/>",
            short(1.5 - self.view.frame),
            short(1.5 - self.view.frame),
            short(wide - 3.0),
            short(high - 3.0),
            theme.frame,
            theme.line
        )?;
        // The inner line surrounds the squares without covering them.
        let ground = if self.view.is_plain() { theme.plain } else { theme.light };
        writeln!(
            f,
            "<path d=\"M-2-2H{}V{}H-2z\" fill=\"{ground}\" stroke=\"{}\" stroke-width=\"4\"/>",
            right + 2.0,
            bottom + 2.0,
            theme.inlay
        )
    }

    fn squares(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.view.is_plain() {
            return self.grid(f);
        }
        let theme = &self.picture.theme;
        let squares = self.view.squares(self.picture.position);
        if theme.hatched {
            writeln!(f, "<g stroke=\"{}\" stroke-width=\"2\">", theme.dark)?;
            for (_, (x, y)) in squares {
                writeln!(f, "<use href=\"#{}h\" x=\"{x}\" y=\"{y}\"/>", self.ids)?;
            }
            writeln!(f, "</g>")?;
            return self.grid(f);
        }
        write!(f, "<path d=\"")?;
        for (_, (x, y)) in squares {
            write!(f, "M{x} {y}h{UNIT}v{UNIT}h-{UNIT}z")?;
        }
        writeln!(f, "\" fill=\"{}\"/>", theme.dark)
    }

    /// The lines between squares of one colour.
    fn grid(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (right, bottom) = self.view.board();
        write!(f, "<path d=\"")?;
        for column in 1..self.view.layout.width {
            write!(f, "M{} 0V{bottom}", UNIT * f64::from(column))?;
        }
        for row in 1..self.view.layout.height {
            write!(f, "M0 {}H{right}", UNIT * f64::from(row))?;
        }
        let line = self.picture.theme.line;
        writeln!(f, "\" fill=\"none\" stroke=\"{line}\" stroke-width=\"2.4\"/>")
    }

    fn tints(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for &(square, ink) in &self.picture.tints {
            let (x, y) = self.view.square(self.picture.position, square);
            writeln!(f, "<path d=\"M{x} {y}h{UNIT}v{UNIT}h-{UNIT}z\" fill=\"{ink}\"/>")?;
        }
        Ok(())
    }

    fn last_move(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let theme = &self.picture.theme;
        let squares: BTreeSet<_> = self.picture.last_move.iter().collect();
        // On paper this line is one among others and must be the boldest.
        let (inset, bold) = if theme.hatched { (0.0, 7) } else { (2.0, 4) };
        let side = UNIT - 2.0 * inset;
        for &square in squares {
            let (x, y) = self.view.square(self.picture.position, square);
            writeln!(
                f,
                "<path d=\"M{x} {y}h{UNIT}v{UNIT}h-{UNIT}z\" fill=\"{}\"/>\
                 <path d=\"M{} {}h{side}v{side}h-{side}z\" fill=\"none\" stroke=\"{}\" \
                 stroke-width=\"{bold}\"/>",
                theme.last,
                x + inset,
                y + inset,
                theme.last_line
            )?;
        }
        Ok(())
    }

    fn names(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.labels.words.is_empty() {
            return Ok(());
        }
        let ids = &self.ids;
        let theme = &self.picture.theme;
        let inside = self.view.names == Coordinates::Inside;
        let ink = if inside { theme.names } else { theme.frame_names };
        write!(f, "<g fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\" ")?;
        writeln!(f, "stroke=\"{ink}\" stroke-width=\"3.2\">")?;
        for label in &self.labels.words {
            for (place, glyph) in label.word.chars().enumerate() {
                let x = label.x + glyphs::ADVANCE * self.labels.scale * place as f64;
                let (x, y) = (short(x), short(label.y));
                writeln!(f, "<use href=\"#{ids}-{glyph}\" x=\"{x}\" y=\"{y}\"/>")?;
            }
        }
        writeln!(f, "</g>")
    }

    fn pieces(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = self.picture.position;
        for (square, (x, y)) in self.view.squares(position) {
            if let Some(piece) = position.piece(square) {
                let id = pieces::id(piece);
                writeln!(f, "<use href=\"#{}{id}\" x=\"{x}\" y=\"{y}\"/>", self.ids)?;
            }
        }
        Ok(())
    }

    fn marks(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Picture { position, theme, marks, .. } = self.picture;
        for &square in marks {
            let (x, y) = self.view.middle(position, square);
            writeln!(
                f,
                "<g fill=\"none\"><circle cx=\"{x}\" cy=\"{y}\" r=\"43\" stroke=\"{}\" \
                 stroke-width=\"10\"/><circle cx=\"{x}\" cy=\"{y}\" r=\"43\" stroke=\"{}\" \
                 stroke-width=\"6\"/></g>",
                theme.light, theme.mark
            )?;
        }
        Ok(())
    }

    fn arrows(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Picture { position, theme, arrows, .. } = self.picture;
        for &(from, to) in arrows {
            let (from, to) = (self.view.middle(position, from), self.view.middle(position, to));
            if let Some(outline) = arrow::outline(from, to) {
                writeln!(
                    f,
                    "<path d=\"{outline}\" fill=\"{}\" stroke=\"{}\" stroke-width=\"3\" \
                     stroke-linejoin=\"round\" opacity=\".9\"/>",
                    theme.mark, theme.light
                )?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Drawing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.head(f)?;
        self.definitions(f)?;
        self.frame(f)?;
        self.squares(f)?;
        self.tints(f)?;
        self.last_move(f)?;
        self.marks(f)?;
        self.names(f)?;
        self.pieces(f)?;
        self.arrows(f)?;
        write!(f, "{}", Notes { picture: self.picture, view: &self.view })?;
        writeln!(f, "</svg>")
    }
}

/// A length that determines where pixels fall.
fn exact(length: f64) -> String {
    let text = format!("{length:.5}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
