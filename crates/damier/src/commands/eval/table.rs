//! The evaluation in a terminal.

use super::{Pattern, Study, signed};
use crate::drawing::{Cells, Style};
use anyhow::Result;
use draughts::{AnyPosition, Shade, Square, SquareSet};
use engine::Score;
use std::collections::HashMap;
use std::io::Write;

pub fn write(out: &mut impl Write, study: &Study, plain: bool) -> Result<()> {
    let position = study.game.position();
    let style = Style { ascii: plain, flipped: false };
    writeln!(out, "{}\n{}\n", study.rules.title(), position.to_fen())?;
    writeln!(out, "{}", verdict(study))?;
    if position.outcome().is_some() {
        return Ok(());
    }
    for (part, words) in study.lines() {
        let seen = part.views.map(|views| {
            let [white, black] = views.map(|view| signed(view.value));
            format!(" (White's {white}, Black's {black})")
        });
        writeln!(out, "{:>8}  {words}{}", signed(part.value), seen.unwrap_or_default())?;
    }
    writeln!(out, "\nWhat each piece contributes:\n")?;
    write!(out, "{}", heat(study, style))?;
    for pattern in study.drawn() {
        write_pattern(out, position, &pattern, style)?;
    }
    Ok(())
}

/// The whole in one line.
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
    format!("{:>8}  {side}, {turn} to move ({})", score.to_string(), study.source())
}

/// The board with what each piece contributes.
fn heat(study: &Study, style: Style) -> String {
    let position = study.game.position();
    let values: HashMap<Square, String> =
        study.explained.pieces.iter().map(|(square, value)| (*square, signed(*value))).collect();
    let cell = |square: Square| {
        let value = values.get(&square).map_or("", String::as_str);
        format!("{}{value}", style.piece(position.piece(square)))
    };
    // Where every other square is empty, numbers need no room between them.
    let room = usize::from(position.layout().shade == Shade::Every);
    let longest = values.values().map(|value| value.len() + 1).max().unwrap_or_default();
    let width = longest.max(2) + room;
    Cells { position, flipped: style.flipped, width, cell }.to_string()
}

/// What both sides see of a pattern, side by side.
fn write_pattern(
    out: &mut impl Write,
    position: &AnyPosition,
    pattern: &Pattern<'_>,
    style: Style,
) -> Result<()> {
    let Pattern { letter, part, views } = pattern;
    writeln!(out, "\n{letter}: {}, {}\n", part.feature, signed(part.value))?;
    let boards = views.map(|view| region(position, view.squares, style));
    let [left, right] = boards.each_ref().map(|board| board.lines());
    let wide = left.clone().map(|line| line.chars().count()).max().unwrap_or_default() + 4;
    let [white, black] = ["White", "Black"].map(|side| format!("   {side} sees"));
    let [of_white, of_black] = views.map(|view| signed(view.value));
    writeln!(out, "{:<wide$}{black} {of_black}", format!("{white} {of_white}"))?;
    for (left, right) in left.zip(right) {
        writeln!(out, "{}", format!("{left:<wide$}{right}").trim_end())?;
    }
    for (side, view) in ["White", "Black"].into_iter().zip(*views) {
        writeln!(out, "   {side}'s squares: {}", names(position, view.squares))?;
    }
    Ok(())
}

/// The board with nothing but some squares.
fn region(position: &AnyPosition, squares: SquareSet, style: Style) -> String {
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
