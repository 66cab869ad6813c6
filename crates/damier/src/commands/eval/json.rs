//! The evaluation as JSON.

use super::Study;
use draughts::{AnyPosition, SquareSet};
use engine::{EvalTerm, PatternView, Score};
use serde_json::{Value, json};

pub fn study(study: &Study) -> Value {
    let position = study.game.position();
    let explained = &study.explained;
    let score = match explained.score {
        Score::Centimen(value) => json!({ "men": men(value) }),
        Score::WinsIn(plies) => json!({ "wins_in": plies }),
        Score::LosesIn(plies) => json!({ "loses_in": plies }),
    };
    let piece = |&(square, value): &(draughts::Square, i32)| {
        let number = position.number(square);
        json!({ "square": position.name(square), "number": number, "men": men(value) })
    };
    json!({
        "rules": study.rules.to_string(),
        "fen": position.to_fen(),
        "turn": position.turn().to_string(),
        "outcome": position.outcome().map(|outcome| outcome.to_string()),
        "score": score,
        "learned": explained.phase.is_some(),
        "phase": explained.phase.map(|phase| json!({ "pieces": phase.pieces, "of": phase.full })),
        "parts": explained.parts.iter().map(|of| part(of, position)).collect::<Vec<_>>(),
        "pieces": explained.pieces.iter().map(piece).collect::<Vec<_>>(),
    })
}

fn part(part: &EvalTerm, position: &AnyPosition) -> Value {
    let view = |view: &PatternView| json!({ "squares": names(view.squares, position), "men": men(view.value) });
    let mut object = json!({
        "feature": part.feature.name(),
        "words": part.feature.to_string(),
        "men": men(part.value),
    });
    if let Some([white, black]) = &part.views {
        object["white"] = view(white);
        object["black"] = view(black);
    }
    object
}

fn names(squares: SquareSet, position: &AnyPosition) -> Vec<String> {
    squares.iter().map(|square| position.name(square)).collect()
}

fn men(hundredths: i32) -> f64 {
    f64::from(hundredths) / 100.0
}
