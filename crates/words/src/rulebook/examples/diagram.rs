//! Hand-drawn positions.

use draughts::{AnyPosition, Ruleset, Shade};

/// The upper left corner of a board as White sees it: `w` and `b` are men, `W` and `B` kings. The far row is at the
/// top, so that a diagram fits boards of every size.
#[derive(Clone, Copy, Debug)]
pub enum Diagram {
    /// On the dark squares, starting in the second column; mirrored if the dark corner is at the right.
    Dark(&'static [&'static str]),
    /// On all squares.
    Every(&'static [&'static str]),
    /// Like `Dark`, but the white king has made as many moves in a row as it may.
    Tired(&'static [&'static str]),
}

impl Diagram {
    /// The position on the board of these rules; `None` if it does not fit.
    pub fn fen(&self, rules: &Ruleset) -> Option<String> {
        let board = AnyPosition::start(rules);
        let layout = board.layout();
        let rows = match (self, layout.shade) {
            (Self::Every(rows), Shade::Every) => rows,
            (Self::Dark(rows) | Self::Tired(rows), Shade::LowerLeft | Shade::LowerRight) => rows,
            _ => return None,
        };
        let mut sides = [Vec::new(), Vec::new()];
        let mut king = String::new();
        for (row, line) in (0..).zip(rows.iter()) {
            for (column, sign) in (0..).zip(line.chars()).filter(|(_, sign)| *sign != '.') {
                let column = match layout.shade {
                    Shade::LowerRight => layout.width.checked_sub(1 + column)?,
                    Shade::LowerLeft | Shade::Every => column,
                };
                let square = board.name(board.square_at(row, column)?);
                let (side, rank) = match sign {
                    'w' => (0, ""),
                    'W' => (0, "K"),
                    'b' => (1, ""),
                    _ => (1, "K"),
                };
                if sign == 'W' {
                    king.clone_from(&square);
                }
                sides[side].push(format!("{rank}{square}"));
            }
        }
        let [white, black] = sides.map(|pieces| pieces.join(","));
        let run = match self {
            Self::Tired(_) => format!(":+0+{}{king}", rules.facts.king_run?),
            Self::Dark(_) | Self::Every(_) => String::new(),
        };
        Some(format!("W:W{white}:B{black}{run}"))
    }
}
