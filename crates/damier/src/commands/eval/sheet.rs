//! The evaluation as a picture: each piece's contribution, the terms, and the patterns.

use super::{FOR_WHOM, Pattern, Study, signed};
use draughts::Square;
use picture::{Ink, Picture, Theme};
use std::fmt::Write;

/// The size of a board in pixels, and its margin.
const BOARD: u32 = 420;
const GAP: u32 = 24;
const CAPTION: u32 = 30;
/// The line height in pixels.
const LINE: u32 = 22;

const GOOD_FOR_WHITE: Ink = Ink(0x1F6FEB);
const GOOD_FOR_BLACK: Ink = Ink(0xD9480F);
const NEITHER: Ink = Ink(0xB4B4B4);

pub fn svg(study: &Study) -> String {
    let patterns = study.drawn();
    let rows = 1 + patterns.len() as u32;
    let (width, height) = (2 * BOARD + 3 * GAP, rows * (BOARD + CAPTION + GAP) + GAP);
    let mut sheet = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"15\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n"
    );
    place(
        &mut sheet,
        (0, 0),
        "What each piece contributes (+ for White, - for Black)",
        &heat(study),
    );
    list(&mut sheet, study);
    let most = patterns.iter().flat_map(|pattern| pattern.views.map(|view| view.value.abs()));
    let most = most.max().unwrap_or_default();
    for (row, pattern) in (1..).zip(&patterns) {
        let Pattern { letter, part, views } = pattern;
        for (column, view) in (0..).zip(views.iter()) {
            let value = signed(view.value);
            let caption = match column {
                0 => format!("{letter} ({}): {value} on White's squares", signed(part.value)),
                _ => format!("and {value} on Black's"),
            };
            let ink = tint(view.value, most);
            let tints = view.squares.iter().map(|square| (square, ink));
            place(&mut sheet, (row, column), &caption, &board(study).tints(tints));
        }
    }
    sheet.push_str("</svg>\n");
    sheet
}

fn board(study: &Study) -> Picture<'_> {
    Picture::new(study.game.position()).theme(Theme::WOOD).width(BOARD)
}

fn heat(study: &Study) -> Picture<'_> {
    let pieces = &study.explained.pieces;
    let most = pieces.iter().map(|(_, value)| value.abs()).max().unwrap_or_default();
    let tints = pieces.iter().map(|&(square, value)| (square, tint(value, most)));
    let notes = pieces.iter().map(|&(square, value): &(Square, i32)| (square, signed(value)));
    board(study).tints(tints).notes(notes)
}

/// Draws a board with a caption into a row and a column.
fn place(sheet: &mut String, (row, column): (u32, u32), caption: &str, picture: &Picture<'_>) {
    let (x, y) = (GAP + column * (BOARD + GAP), GAP + row * (BOARD + CAPTION + GAP));
    let _ = writeln!(sheet, "<text x=\"{x}\" y=\"{}\">{caption}</text>", y + LINE - 6);
    let _ =
        write!(sheet, "<g transform=\"translate({x} {})\">\n{}</g>\n", y + CAPTION, picture.svg());
}

/// Writes the terms next to the first board.
fn list(sheet: &mut String, study: &Study) {
    let x = 2 * GAP + BOARD;
    let first = GAP + CAPTION + LINE;
    let note = |words: &str| (String::new(), words.to_owned());
    let whole = [(signed_score(study), study.source()), note(FOR_WHOM)];
    let parts = study.lines().into_iter().map(|(part, words)| (signed(part.value), words));
    let numberless = study.numberless().map(note);
    for (row, (value, words)) in (0..).zip(whole.into_iter().chain(parts).chain(numberless)) {
        let y = first + row * LINE;
        let weight = if row == 0 { " font-weight=\"bold\"" } else { "" };
        let _ = writeln!(
            sheet,
            "<text x=\"{}\" y=\"{y}\" text-anchor=\"end\"{weight}>{value}</text>\
             <text x=\"{}\" y=\"{y}\"{weight}>{words}</text>",
            x + 56,
            x + 68
        );
    }
}

fn signed_score(study: &Study) -> String {
    match study.game.position().outcome() {
        Some(_) => "over".to_owned(),
        None => study.explained.score.to_string(),
    }
}

/// The colour of a value, stronger for larger values.
fn tint(value: i32, most: i32) -> Ink {
    let towards = if value >= 0 { GOOD_FOR_WHITE } else { GOOD_FOR_BLACK };
    let share = f64::from(value.abs()) / f64::from(most.max(1));
    let [red, green, blue] = [0, 1, 2].map(|part| {
        let [from, to] = [NEITHER, towards].map(|ink| f64::from(ink.rgb()[part]));
        (from + (to - from) * share).round() as u8
    });
    Ink(u32::from_be_bytes([0, red, green, blue]))
}
