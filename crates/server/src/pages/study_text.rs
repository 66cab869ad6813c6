//! A chapter as text: its moves with comments and variations, and diagrams of annotated positions.

use super::query;
use draughts::{AnyPosition, Ruleset};
use minijinja::{Value, context};
use pdn::{Game, Step, Variation};

/// The most diagrams of a chapter, besides its start position.
const MOST_PICTURES: usize = 12;
/// The mark that asks for a diagram.
const DIAGRAM: u16 = 220;

/// The text of a chapter, from top to bottom.
pub struct StudyText {
    /// Lines of moves, comments, variations and pictures.
    pub blocks: Vec<Value>,
    /// The first comment.
    pub first_comment: Option<String>,
}

/// Writes a game of legal moves.
pub fn study_text(game: &Game, start: AnyPosition, rules: &Ruleset) -> StudyText {
    let half = usize::from(start.turn() != rules.first);
    let written = rules.to_string();
    let mut text = Writer { rules: &written, blocks: Vec::new(), words: Vec::new(), pictures: 0 };
    let of_moves = game.line.steps.iter().flat_map(|step| &step.comments);
    let first_comment = words_of(game.line.comments.iter().chain(of_moves)).next();
    text.said(&game.line.comments);
    text.main_line(&game.line, start, half);
    StudyText { first_comment, blocks: text.blocks }
}

struct Writer<'a> {
    /// The rules, as text.
    rules: &'a str,
    blocks: Vec<Value>,
    /// The moves of the line that is being written.
    words: Vec<Value>,
    pictures: usize,
}

impl Writer<'_> {
    fn main_line(&mut self, line: &Variation, start: AnyPosition, mut half: usize) {
        let mut position = start;
        for step in &line.steps {
            let Ok(mv) = position.parse_move(step.text()) else { break };
            let gap = !self.words.is_empty();
            self.words.push(context! { gap, ..word(step, half, !gap) });
            position = position.play_unchecked(&mv);
            let is_diagram =
                words_of(&step.comments).next().is_some() || step.nags.contains(&DIAGRAM);
            if is_diagram || !step.variations.is_empty() {
                self.end_line();
            }
            if is_diagram && self.pictures < MOST_PICTURES {
                self.pictures += 1;
                let fen = position.to_fen();
                let scene = query(&[("rules", self.rules), ("fen", &fen)]);
                self.blocks.push(context! { kind => "picture", fen, scene });
            }
            self.said(&step.comments);
            for variation in &step.variations {
                let mut words = Vec::new();
                aside(variation, half, &mut words);
                self.blocks.push(context! { kind => "aside", words });
            }
            half += 1;
        }
        self.end_line();
    }

    fn end_line(&mut self) {
        if !self.words.is_empty() {
            let words = std::mem::take(&mut self.words);
            self.blocks.push(context! { kind => "line", words });
        }
    }

    fn said(&mut self, comments: &[String]) {
        for text in words_of(comments) {
            self.blocks.push(context! { kind => "said", text });
        }
    }
}

/// Writes a variation and its own variations in parentheses.
fn aside(line: &Variation, mut half: usize, words: &mut Vec<Value>) {
    // The first word starts a line or follows a parenthesis.
    let mut is_tight = true;
    let mut push = |words: &mut Vec<Value>, word: Value| {
        words.push(context! { gap => !std::mem::take(&mut is_tight), ..word });
    };
    for text in words_of(&line.comments) {
        push(words, said(text));
    }
    let mut is_first = true;
    for step in &line.steps {
        push(words, word(step, half, is_first));
        for text in words_of(&step.comments) {
            push(words, said(text));
        }
        for variation in &step.variations {
            push(words, context! { kind => "open" });
            aside(variation, half, words);
            words.push(context! { kind => "close", gap => false });
        }
        is_first = !step.comments.is_empty() || !step.variations.is_empty();
        half += 1;
    }
}

/// The text of comments without the embedded commands, which are for programs.
fn words_of<'a>(comments: impl IntoIterator<Item = &'a String>) -> impl Iterator<Item = String> {
    let plain = |comment: &'a String| {
        let mut parts = comment.split("[%");
        let first = parts.next().unwrap_or_default().to_owned();
        let after = parts.map(|part| part.split_once(']').map_or("", |(_, rest)| rest));
        let text = after.fold(first, |text, rest| text + rest);
        Some(text.trim().to_owned()).filter(|text| !text.is_empty())
    };
    comments.into_iter().filter_map(plain)
}

fn said(text: String) -> Value {
    context! { kind => "said", text }
}

/// A move with its number; a move of the second side has one only at the start of a line.
fn word(step: &Step, half: usize, is_first: bool) -> Value {
    let number = match (half % 2, is_first) {
        (0, _) => format!("{}.", half / 2 + 1),
        (_, true) => format!("{}…", half / 2 + 1),
        (_, false) => String::new(),
    };
    context! { kind => "move", number, text => step.text(), mark => step.marks.concat() }
}
