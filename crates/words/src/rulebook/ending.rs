//! How games end, and how they are recorded.

use crate::Phrase;
use draughts::{
    AnyPosition, Blocked, DrawRule, DrawWhen, Facts, Forces, Numbering, Ruleset, Style,
};

pub fn end(facts: &Facts) -> Vec<Phrase> {
    let keys: &[&'static str] = match facts.blocked {
        Blocked::Loses => &["rulebook.end.loses"],
        Blocked::Draws => &["rulebook.end.no-pieces", "rulebook.end.draws"],
        Blocked::Wins => &["rulebook.end.wins"],
    };
    let first_king = facts.first_king_wins.then_some("rulebook.end.first-king");
    let keys = keys.iter().copied().chain(first_king).chain(["rulebook.end.resign"]);
    keys.map(Phrase::new).collect()
}

pub fn draws(rules: &Ruleset) -> Vec<Phrase> {
    let by_rule = rules.draws.iter().filter(|rule| !rule.claimed).map(draw);
    by_rule.chain([Phrase::new("rulebook.draw.agreed")]).collect()
}

pub fn claims(rules: &Ruleset) -> Vec<Phrase> {
    rules.draws.iter().filter(|rule| rule.claimed).map(draw).collect()
}

/// Describes the draw rule.
pub fn draw(rule: &DrawRule) -> Phrase {
    let phrase = match rule.when {
        DrawWhen::Repetition => Phrase::new("rulebook.draw.repetition"),
        DrawWhen::NoCapture => Phrase::new("rulebook.draw.no-capture"),
        DrawWhen::NoCaptureWithKings => Phrase::new("rulebook.draw.no-capture-with-kings"),
        DrawWhen::KingsOnly => Phrase::new("rulebook.draw.kings-only"),
        DrawWhen::NoChange(least, most) => Phrase::new("rulebook.draw.no-change")
            .with("least", u32::from(least))
            .with("most", u32::from(most)),
        DrawWhen::KingAgainstKing => return Phrase::new("rulebook.draw.king-against-king"),
        DrawWhen::Forces(forces) => Phrase::new(match forces {
            Forces::ThreeAgainstKing => "rulebook.draw.three-against-king",
            Forces::ThreeAgainstKingOnLongDiagonal => "rulebook.draw.long-diagonal",
            Forces::TwoAgainstKing => "rulebook.draw.two-against-king",
            Forces::TwoKingsAgainstKing => "rulebook.draw.two-kings-against-king",
            Forces::ThreeKingsAgainstKing => "rulebook.draw.three-kings-against-king",
            Forces::OneAgainstOne => "rulebook.draw.one-against-one",
        }),
    };
    phrase.with("count", u32::from(rule.limit))
}

pub fn notation(rules: &Ruleset) -> Vec<Phrase> {
    let start = AnyPosition::start(rules);
    let naming = rules.base.spec().naming;
    let squares = u32::from(start.layout().squares);
    let squares = match (naming.style, naming.numbering) {
        (Style::Letters, _) => Phrase::new("rulebook.notation.letters-white"),
        (Style::Numbers, Numbering::FromTopLeft) => {
            Phrase::new("rulebook.notation.top-left-white").with("squares", squares)
        }
        (Style::Numbers, Numbering::FromBottomRight) => {
            Phrase::new("rulebook.notation.bottom-right-white").with("squares", squares)
        }
    };
    // Every game starts with several legal moves.
    let moves = start.legal_moves().first().map(|mv| {
        let text = start.text(mv);
        Phrase::new("rulebook.notation.move").with("move", text)
    });
    let capture = Phrase::new("rulebook.notation.capture");
    [squares].into_iter().chain(moves).chain([capture]).collect()
}
