//! How pieces capture, which capture is mandatory, and when captured pieces are removed.

use crate::Phrase;
use draughts::{Duty, Facts, KingRange, Landing, Lines, MenCapture, Precedence, Removal};

pub fn capturing(facts: &Facts) -> Vec<Phrase> {
    let duty = match facts.capture {
        Duty::Mandatory => Phrase::new("rulebook.capture.mandatory"),
        Duty::Optional => Phrase::new("rulebook.capture.optional"),
    };
    let targets = if facts.men_take_kings {
        Phrase::new("rulebook.targets.all")
    } else {
        Phrase::new("rulebook.targets.men-spare-kings")
    };
    let mut sentences = vec![duty, Phrase::new("rulebook.jump"), men(facts)];
    // If the first king wins, no king ever captures or is captured.
    if !facts.first_king_wins {
        sentences.extend([targets, king_directions(facts.lines), king_landing(facts)]);
    }
    sentences.extend(continuation(facts));
    sentences
}

fn men(facts: &Facts) -> Phrase {
    Phrase::new(match (facts.lines, facts.men_capture) {
        (Lines::Diagonal, MenCapture::Forward) => "rulebook.men-capture.diagonal-forward",
        (Lines::Diagonal, MenCapture::AllRound) => "rulebook.men-capture.diagonal-all",
        (Lines::DiagonalCaptureAll, MenCapture::Forward) => {
            "rulebook.men-capture.all-lines-forward"
        }
        (Lines::DiagonalCaptureAll, MenCapture::AllRound) => "rulebook.men-capture.all-lines-all",
        (Lines::Orthogonal, MenCapture::Forward) => "rulebook.men-capture.orthogonal-forward",
        (Lines::Orthogonal, MenCapture::AllRound) => "rulebook.men-capture.orthogonal-all",
    })
}

fn king_directions(lines: Lines) -> Phrase {
    Phrase::new(match lines {
        Lines::Diagonal => "rulebook.king-capture.diagonal",
        Lines::DiagonalCaptureAll => "rulebook.king-capture.all-lines",
        Lines::Orthogonal => "rulebook.king-capture.orthogonal",
    })
}

fn king_landing(facts: &Facts) -> Phrase {
    Phrase::new(match (facts.king_range, facts.landing) {
        (KingRange::Short, _) => "rulebook.landing.short",
        (KingRange::Flying, Landing::Anywhere) => "rulebook.landing.anywhere",
        (KingRange::Flying, Landing::Behind) => "rulebook.landing.behind",
        (KingRange::Flying, Landing::BehindLastKing) => "rulebook.landing.behind-last-king",
        (KingRange::Flying, Landing::Free) => "rulebook.landing.free",
    })
}

fn continuation(facts: &Facts) -> Vec<Phrase> {
    let choosing_kings = facts.king_range == KingRange::Flying
        && matches!(facts.landing, Landing::Anywhere | Landing::BehindLastKing)
        && !facts.first_king_wins;
    match facts.continuation {
        Duty::Mandatory if choosing_kings => vec![
            Phrase::new("rulebook.continue.mandatory"),
            Phrase::new("rulebook.continue.landing"),
        ],
        Duty::Mandatory => vec![Phrase::new("rulebook.continue.mandatory")],
        Duty::Optional => vec![Phrase::new("rulebook.continue.optional")],
    }
}

pub fn choice(facts: &Facts) -> Vec<Phrase> {
    let keys: &[&'static str] = match facts.precedence {
        Precedence::Free => &["rulebook.choice.free"],
        Precedence::Number => &[
            "rulebook.choice.most",
            "rulebook.choice.kings-count-as-men",
            "rulebook.choice.rest-free",
        ],
        Precedence::NumberThenKings => &[
            "rulebook.choice.most",
            "rulebook.choice.then-most-kings",
            "rulebook.choice.rest-free",
        ],
        Precedence::Italian => &[
            "rulebook.choice.most",
            "rulebook.choice.then-with-king",
            "rulebook.choice.then-kings-with-king",
            "rulebook.choice.then-earliest-king",
            "rulebook.choice.rest-free",
        ],
        Precedence::Value => &[
            "rulebook.choice.value",
            "rulebook.choice.value-with-king",
            "rulebook.choice.rest-free",
        ],
        Precedence::KingFirst => &["rulebook.choice.king-first", "rulebook.choice.rest-free"],
    };
    let lands_freely = facts.landing == Landing::Free
        && facts.king_range == KingRange::Flying
        && !facts.first_king_wins
        && keys.contains(&"rulebook.choice.rest-free");
    let landing = lands_freely.then_some(&"rulebook.choice.landing-free");
    keys.iter().chain(landing).map(|key| Phrase::new(key)).collect()
}

pub fn removal(facts: &Facts) -> Vec<Phrase> {
    let removal = match facts.removal {
        Removal::AfterMove => Phrase::new("rulebook.removal.after"),
        Removal::AtOnce => Phrase::new("rulebook.removal.at-once"),
    };
    let turning = match (facts.removal, facts.turning_back) {
        (Removal::AfterMove, false) => None,
        (Removal::AfterMove, true) => Some(Phrase::new("rulebook.turn-back.barred")),
        (Removal::AtOnce, false) => Some(Phrase::new("rulebook.turn-back.no")),
        (Removal::AtOnce, true) => Some(Phrase::new("rulebook.turn-back.yes")),
    };
    [removal, Phrase::new("rulebook.crossing")].into_iter().chain(turning).collect()
}
