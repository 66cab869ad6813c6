//! Draw rules and their counters.

use crate::Phrase;
use draughts::{DrawCount, DrawRule, DrawWhen, Forces};

impl From<&DrawRule> for Phrase {
    /// The reason for a draw by this rule.
    fn from(rule: &DrawRule) -> Self {
        let key = match rule.when {
            DrawWhen::Repetition => "draw.repetition",
            DrawWhen::NoCapture => "draw.no-capture",
            DrawWhen::NoCaptureWithKings => "draw.no-capture-with-kings",
            DrawWhen::KingsOnly => "draw.kings-only",
            DrawWhen::NoChange(..) => "draw.no-change",
            DrawWhen::KingAgainstKing => "draw.king-against-king",
            DrawWhen::Forces(forces) => match forces {
                Forces::ThreeAgainstKing => "draw.three-against-king",
                Forces::ThreeAgainstKingOnLongDiagonal => "draw.three-against-long-diagonal",
                Forces::TwoAgainstKing => "draw.two-against-king",
                Forces::TwoKingsAgainstKing => "draw.two-kings-against-king",
                Forces::ThreeKingsAgainstKing => "draw.three-kings-against-king",
                Forces::OneAgainstOne => "draw.one-against-one",
            },
        };
        Self::new(key).with("count", rule.limit)
    }
}

/// A rule's counter: "Moves without a capture: 12 of 25".
pub fn counter(DrawCount { rule, count }: &DrawCount) -> Phrase {
    let key = match rule.when {
        DrawWhen::Repetition => "counter.repetition",
        DrawWhen::NoCapture => "counter.no-capture",
        DrawWhen::NoCaptureWithKings => "counter.no-capture-with-kings",
        DrawWhen::KingsOnly => "counter.kings-only",
        DrawWhen::NoChange(..) => "counter.no-change",
        DrawWhen::KingAgainstKing => "counter.king-against-king",
        DrawWhen::Forces(forces) => match forces {
            Forces::ThreeAgainstKing => "counter.three-against-king",
            Forces::ThreeAgainstKingOnLongDiagonal => "counter.three-against-long-diagonal",
            Forces::TwoAgainstKing => "counter.two-against-king",
            Forces::TwoKingsAgainstKing => "counter.two-kings-against-king",
            Forces::ThreeKingsAgainstKing => "counter.three-kings-against-king",
            Forces::OneAgainstOne => "counter.one-against-one",
        },
    };
    Phrase::new(key).with("count", *(count.min(&rule.limit))).with("limit", rule.limit)
}
