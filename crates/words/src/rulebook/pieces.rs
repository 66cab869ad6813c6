//! The board, and how pieces move and are promoted.

use crate::Phrase;
use draughts::{AnyPosition, Color, Crowning, Facts, KingRange, Lines, Ruleset, Shade};

pub fn board(rules: &Ruleset) -> Vec<Phrase> {
    let layout = AnyPosition::start(rules).layout();
    let board = match layout.shade {
        Shade::Every => Phrase::new("rulebook.board.every"),
        Shade::LowerLeft | Shade::LowerRight => Phrase::new("rulebook.board.dark"),
    };
    let corner = match layout.shade {
        Shade::LowerLeft => Some(Phrase::new("rulebook.corner.left")),
        Shade::LowerRight => Some(Phrase::new("rulebook.corner.right")),
        Shade::Every => None,
    };
    let start = match rules.base.spec().rows_behind {
        0 => Phrase::new("rulebook.start"),
        _ => Phrase::new("rulebook.start-behind"),
    };
    let first = match rules.first {
        Color::White => Phrase::new("rulebook.first.white"),
        Color::Black => Phrase::new("rulebook.first.black"),
    };
    let size = u32::from(layout.width);
    let mut sentences = vec![board.with("size", size).with("squares", u32::from(layout.squares))];
    sentences.extend(corner);
    let men = u32::from(rules.men());
    sentences.push(start.with("men", men).with("count", u32::from(rules.rows)));
    sentences.push(first);
    sentences
}

pub fn men(rules: &Ruleset) -> Vec<Phrase> {
    vec![match rules.facts.lines {
        Lines::Diagonal | Lines::DiagonalCaptureAll => Phrase::new("rulebook.men.diagonal"),
        Lines::Orthogonal => Phrase::new("rulebook.men.orthogonal"),
    }]
}

pub fn kings(rules: &Ruleset) -> Vec<Phrase> {
    let facts = &rules.facts;
    if facts.first_king_wins {
        return vec![Phrase::new("rulebook.kings.never-move")];
    }
    let moves = match (facts.lines, facts.king_range) {
        (Lines::Diagonal | Lines::DiagonalCaptureAll, KingRange::Short) => {
            Phrase::new("rulebook.kings.diagonal-short")
        }
        (Lines::Diagonal | Lines::DiagonalCaptureAll, KingRange::Flying) => {
            Phrase::new("rulebook.kings.diagonal-flying")
        }
        (Lines::Orthogonal, KingRange::Short) => Phrase::new("rulebook.kings.orthogonal-short"),
        (Lines::Orthogonal, KingRange::Flying) => Phrase::new("rulebook.kings.orthogonal-flying"),
    };
    let run = facts.king_run.map(|limit| {
        let limit = u32::from(limit);
        Phrase::new("rulebook.king-run").with("count", limit)
    });
    [moves].into_iter().chain(run).collect()
}

pub fn promotion(facts: &Facts) -> Vec<Phrase> {
    let on_the_way = match facts.crowning {
        Crowning::EndsMove => Phrase::new("rulebook.crowning.stops"),
        Crowning::AtMoveEnd => Phrase::new("rulebook.crowning.passes"),
        Crowning::GoesOnAsKing => Phrase::new("rulebook.crowning.goes-on"),
    };
    vec![Phrase::new("rulebook.promotion"), on_the_way]
}
