//! Describes the position in words, for screen readers.

use crate::theme::Theme;
use draughts::{AnyPosition, Color, Square, SquareSet, Style};
use std::cmp::Reverse;

/// The title of the picture.
pub fn title(position: &AnyPosition, theme: &Theme) -> String {
    format!("Draughts board, {} to move", name(theme, position.turn()))
}

/// All pieces with their squares, and the notes.
pub fn description(position: &AnyPosition, theme: &Theme, notes: &[(Square, String)]) -> String {
    let mut sentences: Vec<String> =
        Color::BOTH.into_iter().map(|color| side(position, theme, color)).collect();
    if !notes.is_empty() {
        let note = |(square, note): &(Square, String)| format!("{} {note}", position.name(*square));
        let notes: Vec<String> = notes.iter().map(note).collect();
        sentences.push(format!("Notes: {}.", notes.join(", ")));
    }
    sentences.push(format!("FEN {}", position.to_fen()));
    sentences.join(" ")
}

fn side(position: &AnyPosition, theme: &Theme, color: Color) -> String {
    let kings = position.kings(color);
    let men = position.pieces(color) - kings;
    let mut ranks = Vec::new();
    for (squares, one, many) in [(men, "man", "men"), (kings, "king", "kings")] {
        let names = names(position, squares);
        match names.len() {
            0 => {}
            1 => ranks.push(format!("{one} on {}", names[0])),
            _ => ranks.push(format!("{many} on {}", names.join(", "))),
        }
    }
    let pieces = if ranks.is_empty() { "no pieces".to_owned() } else { ranks.join("; ") };
    format!("{}: {pieces}.", name(theme, color))
}

/// The names of squares in reading order: ascending numbers, or file by file.
fn names(position: &AnyPosition, squares: SquareSet) -> Vec<String> {
    let mut squares: Vec<Square> = squares.iter().collect();
    match position.style() {
        Style::Numbers => squares.sort_by_key(|&square| position.number(square)),
        Style::Letters => squares.sort_by_key(|&square| {
            let (row, column) = position.row_column(square);
            (column, Reverse(row))
        }),
    }
    squares.into_iter().map(|square| position.name(square)).collect()
}

/// The theme's name for a side, capitalised.
fn name(theme: &Theme, color: Color) -> String {
    let mut name = theme.looks(color).name.to_owned();
    name[..1].make_ascii_uppercase();
    name
}

/// Escapes a text for XML. Control characters, which XML does not allow, become spaces.
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            '\u{FFFE}' | '\u{FFFF}' => safe.push(' '),
            character if character.is_control() => safe.push(' '),
            character => safe.push(character),
        }
    }
    safe
}
