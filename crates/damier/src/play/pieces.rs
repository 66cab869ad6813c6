//! A square on the terminal, in every size.

use super::look::{Look, Mark};
use draughts::{Piece, Rank};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

/// The contents of a square.
pub struct Cell {
    /// Whether it is played on.
    pub played: bool,
    /// Whether it is one of every second square, on boards with all squares in play.
    pub darker: bool,
    pub mark: Option<Mark>,
    pub piece: Option<Piece>,
    /// Whether the piece has been captured.
    pub ghost: bool,
    /// Whether it can be selected next.
    pub goal: bool,
    /// Its number, if squares have numbers.
    pub name: String,
}

impl Cell {
    /// A square that is not played on.
    pub fn unplayed() -> Self {
        Self {
            played: false,
            darker: false,
            mark: None,
            piece: None,
            ghost: false,
            goal: false,
            name: String::new(),
        }
    }

    /// The character in the middle.
    fn sign(&self, look: Look) -> &'static str {
        match self.piece {
            Some(_) if self.ghost => look.ghost(),
            Some(piece) => look.sign(piece),
            None if self.goal => look.goal(),
            None => look.empty(),
        }
    }
}

/// Draws a square; the area is one of the sizes of a plan.
pub fn draw_cell(cell: &Cell, look: Look, area: Rect, buffer: &mut Buffer) {
    let ground = look.ground(cell.played, cell.darker, cell.mark);
    buffer.set_style(area, ground);
    if !cell.played {
        return;
    }
    match cell.piece {
        Some(piece) if area.height > 1 && look.color && !look.ascii && !cell.ghost => {
            draw_disc(cell, piece, look, area, buffer);
        }
        _ => draw_sign(cell, look, area, ground, buffer),
    }
}

/// A piece that fills its square: a disc, or a crown.
fn draw_disc(cell: &Cell, piece: Piece, look: Look, area: Rect, buffer: &mut Buffer) {
    let rows: &[&str] = match (piece.rank, area.height) {
        (Rank::Man, 2) => &["▗▆▆▖", "▝██▘"],
        (Rank::King, 2) => &["▙▟▙▟", "▝██▘"],
        (Rank::Man, _) => &[" ▄▆▆▄ ", "▐████▌", " ▀▀▀▀ "],
        (Rank::King, _) => &["▗ ▗▖ ▖", "▐████▌", " ▀▀▀▀ "],
    };
    for (y, row) in (area.y..).zip(rows) {
        buffer.set_string(area.x, y, row, look.ink(piece.color));
    }
    if !cell.name.is_empty() {
        let (x, y) = (area.x + area.width / 2 - 1, area.y + area.height / 2);
        buffer.set_string(x, y, format!("{:>2}", cell.name), look.engraved(piece.color));
    }
}

/// A character in brackets, with the name of the square if there is room.
fn draw_sign(cell: &Cell, look: Look, area: Rect, ground: Style, buffer: &mut Buffer) {
    let y = area.y + area.height / 2;
    let [left, right] = cell.mark.map_or([" ", " "], Mark::brackets);
    let ink = match cell.piece {
        Some(piece) if !cell.ghost => look.ink(piece.color),
        _ => Style::new(),
    };
    let plain = cell.piece.is_none() && left == " " && !cell.goal;
    if area.height > 1 {
        let style = if look.color { ground } else { ground.add_modifier(Modifier::DIM) };
        buffer.set_string(area.x, area.y, &cell.name, style);
        if plain && !cell.name.is_empty() {
            return;
        }
    } else if plain && !cell.name.is_empty() {
        buffer.set_string(area.x, y, format!("{:>2}", cell.name), ground);
        return;
    }
    let start = area.x + area.width.saturating_sub(3) / 2;
    buffer.set_string(start, y, left, ground);
    buffer.set_string(start + 1, y, cell.sign(look), ground.patch(ink));
    if area.width > 2 {
        buffer.set_string(start + 2, y, right, ground);
    }
}
