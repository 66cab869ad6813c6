//! Why a text is not a ruleset.

use crate::Phrase;
use draughts::{Nonsense, RulesetError};

impl From<&RulesetError> for Phrase {
    fn from(error: &RulesetError) -> Self {
        match error {
            RulesetError::Variant(unknown) => {
                like("wrong-rules.variant", "wrong-rules.variant-like", unknown.nearest)
                    .with("name", unknown.name.clone())
            }
            RulesetError::UnknownSwitch { word, nearest } => {
                like("wrong-rules.switch", "wrong-rules.switch-like", *nearest)
                    .with("name", word.clone())
            }
            RulesetError::UnknownChoice { switch, choice, choices } => {
                Self::new("wrong-rules.choice")
                    .with("switch", *switch)
                    .with("choice", choice.clone())
                    .with("choices", choices.join(", "))
            }
            RulesetError::Nonsense(reason) => Self::from(*reason),
        }
    }
}

/// Chooses the sentence for an unknown word, or the one that suggests another.
fn like(unknown: &'static str, meant: &'static str, nearest: Option<&'static str>) -> Phrase {
    match nearest {
        None => Phrase::new(unknown),
        Some(nearest) => Phrase::new(meant).with("nearest", nearest),
    }
}

impl From<Nonsense> for Phrase {
    fn from(reason: Nonsense) -> Self {
        Self::new(match reason {
            Nonsense::TooLong => "wrong-rules.too-long",
            Nonsense::BoardSize => "wrong-rules.board-size",
            Nonsense::OtherLines => "wrong-rules.other-lines",
            Nonsense::OwnBoardOnly => "wrong-rules.own-board-only",
            Nonsense::NoMen => "wrong-rules.no-men",
            Nonsense::BrokenRow => "wrong-rules.broken-row",
            Nonsense::NoEmptyRow => "wrong-rules.no-empty-row",
            Nonsense::OptionalYetOrdered => "wrong-rules.optional-yet-ordered",
            Nonsense::StopsYetTakesMost => "wrong-rules.stops-yet-takes-most",
            Nonsense::LosingYetOptional => "wrong-rules.losing-yet-optional",
            Nonsense::ShortKingLanding => "wrong-rules.short-king-landing",
            Nonsense::FreeLandingYetItalian => "wrong-rules.free-landing-yet-italian",
            Nonsense::KingNeverMoves => "wrong-rules.king-never-moves",
            Nonsense::DrawLimit => "wrong-rules.draw-limit",
            Nonsense::RepetitionAtOnce => "wrong-rules.repetition-at-once",
            Nonsense::Name => "wrong-rules.name",
        })
    }
}
