//! Small inline boards, drawn by a style sheet of their own in the colours of their theme.

use draughts::{AnyPosition, Color, Rank, Shade, Square};
use minijinja::{Value, context};
use std::collections::HashMap;
use std::fmt::Write;

/// A move drawn on a board.
pub struct Arrow {
    /// Where it starts.
    pub from: Square,
    /// Where it ends.
    pub to: Square,
    /// Its CSS class.
    pub kind: &'static str,
}

/// A position as `icon.html` draws it; each square is one unit wide.
pub fn mini(position: &AnyPosition, flipped: bool) -> Value {
    mini_with(position, flipped, &[])
}

/// The same, with moves drawn on it.
pub fn mini_with(position: &AnyPosition, flipped: bool, arrows: &[Arrow]) -> Value {
    let layout = position.layout();
    let (wide, high) = (layout.width, layout.height);
    let turned = |row: u8, column: u8| match flipped {
        true => (high - 1 - row, wide - 1 - column),
        false => (row, column),
    };
    let is_plain = layout.shade == Shade::Every;
    let mut squares = String::new();
    let mut pieces = Vec::new();
    let mut middles = HashMap::new();
    for (row, column) in (0..high).flat_map(|row| (0..wide).map(move |column| (row, column))) {
        let Some(square) = position.square_at(row, column) else { continue };
        let (y, x) = turned(row, column);
        middles.insert(square, (f64::from(x) + 0.5, f64::from(y) + 0.5));
        if !is_plain {
            let _ = write!(squares, "M{x} {y}h1v1h-1z");
        }
        if let Some(piece) = position.piece(square) {
            pieces.push(context! {
                x,
                y,
                side => if piece.color == Color::White { "white" } else { "black" },
                chip => if piece.rank == Rank::King { "chip-king" } else { "chip" },
            });
        }
    }
    if is_plain {
        for line in 1..wide {
            let _ = write!(squares, "M{line} 0h.04v{high}h-.04zM0 {line}v.04h{wide}v-.04z");
        }
    }
    let arrows: Vec<Value> = arrows
        .iter()
        .filter_map(|Arrow { from, to, kind }| {
            let ((x, y), (to_x, to_y)) = (middles.get(from)?, middles.get(to)?);
            Some(context! { kind => *kind, x => *x, y => *y, to_x => *to_x, to_y => *to_y })
        })
        .collect();
    context! { wide, high, squares, is_plain, pieces, arrows }
}
