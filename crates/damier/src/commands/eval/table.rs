//! The evaluation as text for a terminal.

use super::{FOR_WHOM, Pattern, Study, signed};
use crate::drawing::{Cells, DrawingStyle};
use crate::terminal::{columns, fitted};
use anyhow::Result;
use draughts::{AnyPosition, Color, Shade, Square, SquareSet};
use engine::Score;
use std::collections::HashMap;
use std::io::Write;

pub fn write(out: &mut impl Write, study: &Study, plain: bool) -> Result<()> {
    let position = study.game.position();
    let style = DrawingStyle { ascii: plain, flipped: false };
    writeln!(out, "{}\n{}\n", study.rules.title(), position.to_fen())?;
    writeln!(out, "{}", verdict(study))?;
    if position.outcome().is_some() {
        return Ok(());
    }
    writeln!(out, "{:>8}  {FOR_WHOM}\n", "")?;
    for (part, words) in study.lines() {
        let seen = part.views.map(|views| {
            let [white, black] = views.map(|view| signed(view.value));
            format!(" ({white} on White's squares, {black} on Black's)")
        });
        let words = fitted(&format!("{words}{}", seen.unwrap_or_default()), 10);
        writeln!(out, "{:>8}  {}", signed(part.value), words.trim_start())?;
    }
    writeln!(out, "\nWhat each piece contributes (+ for White, - for Black):\n")?;
    write!(out, "{}", heat(study, style))?;
    if let Some(words) = study.numberless() {
        writeln!(out, "\n{}", fitted(words, 0))?;
    }
    let drawn = study.drawn();
    for pattern in &drawn {
        write_pattern(out, position, pattern, style)?;
    }
    let patterns = study.patterns().len();
    if drawn.len() < patterns {
        let words = format!(
            "{} of {patterns} patterns are drawn; --patterns {patterns} draws all.",
            drawn.len()
        );
        writeln!(out, "\n{}", fitted(&words, 0))?;
    }
    Ok(())
}

/// The summary in one line.
fn verdict(study: &Study) -> String {
    if let Some(outcome) = study.game.position().outcome() {
        return format!("the game is over: {outcome}");
    }
    let score = study.explained.score;
    let side = match score {
        Score::Centimen(0) => "for neither side",
        score if score > Score::Centimen(0) => "for White",
        _ => "for Black",
    };
    let turn = study.game.position().turn();
    let words = fitted(&format!("{side}, {turn} to move ({})", study.source()), 10);
    format!("{:>8}  {}", score.to_string(), words.trim_start())
}

/// Each piece's contribution, on the board, or as a list if the terminal is too narrow.
fn heat(study: &Study, style: DrawingStyle) -> String {
    let position = study.game.position();
    let values: HashMap<Square, String> =
        study.explained.pieces.iter().map(|(square, value)| (*square, signed(*value))).collect();
    let cell = |square: Square| {
        let value = values.get(&square).map_or("", String::as_str);
        format!("{}{value}", style.piece(position.piece(square)))
    };
    // If every other square is empty, numbers need no space between them.
    let room = usize::from(position.layout().shade == Shade::Every);
    let longest = values.values().map(|value| value.len() + 1).max().unwrap_or_default();
    let width = longest.max(2) + room;
    let board = Cells { position, flipped: style.flipped, width, cell }.to_string();
    let wide = board.lines().map(|line| line.chars().count()).max().unwrap_or_default();
    match columns().is_some_and(|columns| columns < wide) {
        true => Color::BOTH.map(|color| listed(study, color)).concat(),
        false => board,
    }
}

/// `White: 28 +1.94, 35 +1.61`, largest first.
fn listed(study: &Study, color: Color) -> String {
    let position = study.game.position();
    let own = position.pieces(color);
    let mut pieces: Vec<(Square, i32)> = study
        .explained
        .pieces
        .iter()
        .copied()
        .filter(|(square, _)| own.contains(*square))
        .collect();
    pieces.sort_by_key(|(_, value)| -value.abs());
    let piece = |(square, value): &(Square, i32)| {
        let rank = if position.kings(color).contains(*square) { "K" } else { "" };
        format!("{rank}{} {}", position.name(*square), signed(*value))
    };
    let pieces: Vec<String> = pieces.iter().map(piece).collect();
    let side = if color == Color::White { "White" } else { "Black" };
    format!("{}\n", fitted(&format!("{side}: {}", pieces.join(", ")), 3))
}

/// A pattern for both sides, side by side.
fn write_pattern(
    out: &mut impl Write,
    position: &AnyPosition,
    pattern: &Pattern<'_>,
    style: DrawingStyle,
) -> Result<()> {
    let Pattern { letter, part, views } = pattern;
    writeln!(
        out,
        "\n{}",
        fitted(&format!("{letter}: {}, {}", part.feature, signed(part.value)), 0)
    )?;
    let sides = ["White", "Black"].into_iter().zip(views.iter());
    let [white, black] = views.map(|view| region(position, view.squares, style));
    let [on_white, on_black] = views.map(|view| signed(view.value));
    let [on_white, on_black] =
        [format!("   {on_white} on White's squares"), format!("   {on_black} on Black's squares")];
    let wide = white.lines().map(|line| line.chars().count()).max().unwrap_or_default() + 4;
    match columns().is_some_and(|columns| columns < 2 * wide) {
        true => write!(out, "\n{on_white}\n{white}\n{on_black}\n{black}")?,
        false => {
            writeln!(out, "\n{on_white:<wide$}{on_black}")?;
            for (left, right) in white.lines().zip(black.lines()) {
                writeln!(out, "{}", format!("{left:<wide$}{right}").trim_end())?;
            }
        }
    }
    for (side, view) in sides {
        let words = format!("{side}'s squares: {}", names(position, view.squares));
        writeln!(out, "{}", fitted(&words, 3))?;
    }
    Ok(())
}

/// The board with only some squares.
fn region(position: &AnyPosition, squares: SquareSet, style: DrawingStyle) -> String {
    let cell = |square: Square| match squares.contains(square) {
        true => style.piece(position.piece(square)).to_string(),
        false => String::new(),
    };
    Cells { position, flipped: style.flipped, width: 2, cell }.to_string()
}

fn names(position: &AnyPosition, squares: SquareSet) -> String {
    let mut squares: Vec<Square> = squares.iter().collect();
    squares.sort_by_key(|square| position.number(*square));
    let names: Vec<String> = squares.iter().map(|square| position.name(*square)).collect();
    names.join(" ")
}
