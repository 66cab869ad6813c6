//! The JSON of the explorer.

use draughts::Color;
use pdn::Recorded;
use serde_json::{Value, json};
use study::explorer::{ExplorerMove, GameInfo};

/// A result, with White's points first.
pub fn result(info: &GameInfo) -> &'static str {
    match info.result {
        Recorded::Win(Color::White) => "1-0",
        Recorded::Win(Color::Black) => "0-1",
        Recorded::Draw => "1/2-1/2",
        Recorded::BothLost => "0-0",
        Recorded::Unknown => "*",
    }
}

fn text(text: &str) -> Option<&str> {
    Some(text).filter(|text| !text.is_empty())
}

/// A game, with what is needed to find it again.
pub fn game(id: u32, info: &GameInfo) -> Value {
    json!({
        "id": id,
        "white": text(&info.white),
        "black": text(&info.black),
        "white_rating": info.ratings.white,
        "black_rating": info.ratings.black,
        "event": text(&info.event),
        "date": info.date.map(|date| date.to_string()),
        "result": result(info),
        "file": info.source,
        "game": info.number,
        "line": info.line,
    })
}

/// A move of a position.
pub fn played(played: &ExplorerMove) -> Value {
    let examples: Vec<Value> = played.examples.iter().map(|(id, info)| game(*id, info)).collect();
    json!({
        "text": played.text,
        "games": played.results.games,
        "white": played.results.white,
        "draws": played.results.draws,
        "black": played.results.black,
        "average_rating": played.average_rating,
        "last_played": played.last_played.map(|date| date.to_string()),
        "examples": examples,
    })
}
