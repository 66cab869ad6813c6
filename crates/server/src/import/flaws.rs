//! What is wrong with PDN, as phrases.

use crate::words::Phrase;
use pdn::{Flaw, Place, Problem};
use serde::Serialize;
use utoipa::ToSchema;

/// Something that is not as it should be, and where.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Note {
    /// The line it starts on.
    pub line: u64,
    /// Where in the line, from 1.
    pub column: u64,
    /// Whether it is in a variation, not in the game itself.
    pub in_variation: bool,
    /// What it is.
    pub what: Phrase,
}

impl Note {
    /// A problem that was found.
    pub fn of(problem: &Problem) -> Self {
        let in_variation = matches!(problem.flaw, Flaw::InVariation(_));
        Self::at(problem.place, in_variation, flaw(&problem.flaw))
    }

    /// Something that is wrong at a place.
    pub fn at(place: Place, in_variation: bool, what: Phrase) -> Self {
        Self { line: place.line, column: place.column, in_variation, what }
    }
}

/// The longest text of a file that a message repeats.
const MOST_REPEATED: usize = 120;

/// A text from a file, short enough for a message.
pub fn shortened(text: &str) -> String {
    match text.char_indices().nth(MOST_REPEATED) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// What is wrong, in words.
pub fn flaw(flaw: &Flaw) -> Phrase {
    let with_text = |key, text: &str| Phrase::new(key).with("text", shortened(text));
    match flaw {
        Flaw::NotAMove(text) => with_text("flaw.not-a-move", text),
        Flaw::UnclosedComment => Phrase::new("flaw.unclosed-comment"),
        Flaw::StrayBrace => Phrase::new("flaw.stray-brace"),
        Flaw::UnclosedVariation => Phrase::new("flaw.unclosed-variation"),
        Flaw::StrayParenthesis => Phrase::new("flaw.stray-parenthesis"),
        Flaw::TooDeep(most) => Phrase::new("flaw.too-deep").with("most", most.to_string()),
        Flaw::TooLong(most) => Phrase::new("flaw.too-long").with("most", most.to_string()),
        Flaw::Illegal { number, text, reason } => with_text("flaw.illegal", text)
            .with("number", number.clone())
            .with("reason", Phrase::from(&**reason)),
        Flaw::Unclear { text, meant } => {
            with_text("flaw.unclear", text).with("meant", shortened(meant))
        }
        Flaw::ResultsDiffer { tag, terminator } => Phrase::new("flaw.results-differ")
            .with("tag", shortened(tag))
            .with("end", shortened(terminator)),
        Flaw::WrongRules { tag, rules } => Phrase::new("flaw.wrong-rules")
            .with("tag", shortened(tag))
            .with("rules", shortened(rules)),
        Flaw::RepeatedTag(name) => with_text("flaw.repeated-tag", name),
        Flaw::OddResult(text, read) => {
            with_text("flaw.odd-result", text).with("read", shortened(read))
        }
        Flaw::InVariation(inner) => self::flaw(inner),
        Flaw::Fen(reason) => Phrase::new("flaw.fen").with("reason", Phrase::from(reason)),
        Flaw::AfterUnknown => Phrase::new("flaw.after-unknown"),
        Flaw::NoMoveKnown => Phrase::new("flaw.no-move-known"),
        Flaw::BrokenTag(name, value) => {
            with_text("flaw.broken-tag", name).with("value", shortened(value))
        }
        Flaw::MissingLineBreak => Phrase::new("flaw.missing-line-break"),
        Flaw::OutsideGames(text) => with_text("flaw.outside-games", text),
        other => with_text("flaw.other", &other.to_string()),
    }
}
