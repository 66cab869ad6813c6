//! Reviews as JSON.

use crate::collection::{CollectionGame, name};
use draughts::{AnyPosition, Color, Move};
use engine::{Assessment, Score};
use pdn::Problem;
use review::{Gain, Judged, Outcomes, Review, Shot, ThrownAway};
use serde_json::{Value, json};
use std::path::Path;

/// A reviewed game.
pub fn game(path: &Path, entry: &CollectionGame<'_>, review: &Review) -> Value {
    json!({
        "file": name(path),
        "game": entry.number,
        "rules": review.rules.to_string(),
        "white": entry.game.tag("White"),
        "black": entry.game.tag("Black"),
        "whole": review.whole,
        "summary": review.summary(),
        "opening": review.opening(),
        "sides": {
            "white": server::reports::side(review, Color::White),
            "black": server::reports::side(review, Color::Black),
        },
        "moves": review.moves.iter().map(judged).collect::<Vec<_>>(),
    })
}

/// A game that cannot be replayed to its end.
pub fn broken(path: &Path, entry: &CollectionGame<'_>, problem: &Problem) -> Value {
    json!({
        "file": name(path),
        "game": entry.number,
        "error": problem.to_string(),
        "line": problem.place.line,
        "column": problem.place.column,
    })
}

fn judged(judged: &Judged) -> Value {
    json!({
        "number": judged.number,
        "color": judged.color().to_string(),
        "move": judged.text,
        "fen": judged.position.to_fen(),
        "forced": judged.forced,
        "best": found(&judged.best, &judged.position),
        "played": found(&judged.played, &judged.position),
        "loss": rounded(judged.loss),
        "before": outcomes(judged.before),
        "after": outcomes(judged.after),
        "theory": judged.theory.map(|result| result.to_string()),
        "spent": judged.spent.map(|spent| rounded(spent.as_secs_f64())),
        "mark": judged.mark.map(|mark| mark.to_string()),
        "thrown_away": judged.thrown_away.map(|ThrownAway { had, kept }| {
            json!({ "had": had.to_string(), "kept": kept.to_string() })
        }),
        "missed_shot": judged.missed.as_ref().map(|missed| shot(missed, &judged.position)),
        "allowed_shot": judged.allowed.as_ref().map(|allowed| {
            shot(allowed, &judged.position.play_unchecked(&judged.mv))
        }),
    })
}

/// The probability of each result, for the side that moved.
fn outcomes(Outcomes { win, draw, loss }: Outcomes) -> Value {
    json!({ "win": rounded(win), "draw": rounded(draw), "loss": rounded(loss) })
}

/// A search result, for the side that moved.
fn found(found: &Assessment, start: &AnyPosition) -> Value {
    let score = match found.score {
        Score::Centimen(value) => json!({ "men": f64::from(value) / 100.0 }),
        Score::WinsIn(plies) => json!({ "wins_in": plies }),
        Score::LosesIn(plies) => json!({ "loses_in": plies }),
    };
    json!({ "score": score, "depth": found.depth, "line": line(&found.line, start) })
}

fn shot(shot: &Shot, start: &AnyPosition) -> Value {
    let Gain { men, kings, crowned } = shot.gain;
    let line = line(&shot.line, start);
    json!({ "line": line, "men": men, "kings": kings, "crowned": crowned, "wins": shot.wins })
}

fn line(moves: &[Move], start: &AnyPosition) -> Vec<String> {
    let texts = moves.iter().scan(*start, |position, mv| {
        let text = position.text(mv);
        *position = position.play_unchecked(mv);
        Some(text)
    });
    texts.collect()
}

/// Rounds to three decimals.
fn rounded(value: f64) -> f64 {
    (value * 1_000.0).round() / 1_000.0
}
