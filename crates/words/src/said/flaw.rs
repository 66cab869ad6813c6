//! Problems in PDN.

use crate::Phrase;
use pdn::Flaw;

/// The maximum length of a quotation from a file.
const MOST_REPEATED: usize = 120;

/// Shortens a text from a file for a message.
pub fn shortened(text: &str) -> String {
    match text.char_indices().nth(MOST_REPEATED) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

impl From<&Flaw> for Phrase {
    fn from(flaw: &Flaw) -> Self {
        let with_text = |key, text: &str| Self::new(key).with("text", shortened(text));
        match flaw {
            Flaw::NotAMove(text) => with_text("flaw.not-a-move", text),
            Flaw::UnclosedComment => Self::new("flaw.unclosed-comment"),
            Flaw::StrayBrace => Self::new("flaw.stray-brace"),
            Flaw::UnclosedVariation => Self::new("flaw.unclosed-variation"),
            Flaw::StrayParenthesis => Self::new("flaw.stray-parenthesis"),
            Flaw::TooDeep(most) => Self::new("flaw.too-deep").with("most", most.to_string()),
            Flaw::TooLong(most) => Self::new("flaw.too-long").with("most", most.to_string()),
            Flaw::Illegal { number, text, reason } => with_text("flaw.illegal", text)
                .with("number", number.clone())
                .with("reason", Self::from(&**reason)),
            Flaw::Unclear { text, meant } => {
                with_text("flaw.unclear", text).with("meant", shortened(meant))
            }
            Flaw::ResultsDiffer { tag, terminator } => Self::new("flaw.results-differ")
                .with("tag", shortened(tag))
                .with("end", shortened(terminator)),
            Flaw::WrongRules { tag, rules } => Self::new("flaw.wrong-rules")
                .with("tag", shortened(tag))
                .with("rules", shortened(rules)),
            Flaw::RepeatedTag(name) => with_text("flaw.repeated-tag", name),
            Flaw::OddResult(text, read) => {
                with_text("flaw.odd-result", text).with("read", shortened(read))
            }
            Flaw::InVariation(inner) => Self::from(&**inner),
            Flaw::Fen(reason) => Self::new("flaw.fen").with("reason", Self::from(reason)),
            Flaw::AfterUnknown => Self::new("flaw.after-unknown"),
            Flaw::NoMoveKnown => Self::new("flaw.no-move-known"),
            Flaw::BrokenTag(name, value) => {
                with_text("flaw.broken-tag", name).with("value", shortened(value))
            }
            Flaw::MissingLineBreak => Self::new("flaw.missing-line-break"),
            Flaw::OutsideGames(text) => with_text("flaw.outside-games", text),
            other => with_text("flaw.other", &other.to_string()),
        }
    }
}
