//! Learning from the mistakes of a game: each becomes a position in which to find a better move.

use super::render::page;
use super::report::is_flipped;
use super::settings::Visitor;
use super::titles::{player_of, title};
use super::told_report::{is_bad, sign};
use crate::error::ApiError;
use crate::practice::MOST_OF_GAME;
use crate::server::App;
use axum::extract::{Path, Query, State as Shared};
use axum::response::Response;
use axum::{Router, routing};
use draughts::Color;
use minijinja::{Value, context};
use serde::Deserialize;
use std::sync::Arc;
use wire::JudgedMove;

/// The routes of the page.
pub fn routes() -> Router<Arc<App>> {
    Router::new().route("/game/{id}/learn", routing::get(learn))
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct LearnQuery {
    /// Whose mistakes to show: `white` or `black`; by default those of the side that made more.
    side: Option<String>,
}

async fn learn(
    Shared(app): Shared<Arc<App>>,
    Path(id): Path<String>,
    visitor: Visitor,
    Query(asked): Query<LearnQuery>,
) -> Result<Response, ApiError> {
    let found = app.reports.find(&id).await?;
    let state = app.supervisor.games.find(&id).await?.state();
    let rules = &state.log.table().terms().rules;
    let names = Color::BOTH.map(|side| player_of(&state, side, &visitor));
    let report = found.report.as_ref();
    let of = |side: Color| {
        let moves = report.into_iter().flat_map(|report| &report.moves);
        moves.filter(|judged| judged.side == side && is_bad(judged)).collect::<Vec<_>>()
    };
    let all = Color::BOTH.map(of);
    let chosen = match asked.side.as_deref() {
        Some("white") => 0,
        Some("black") => 1,
        _ => usize::from(all[1].len() > all[0].len()),
    };
    let sides: Vec<Value> = ["white", "black"]
        .into_iter()
        .zip(&names)
        .enumerate()
        .map(|(index, (side, name))| {
            context! { side, name, count => all[index].len(), chosen => index == chosen }
        })
        .collect();
    let mistakes: Vec<Value> =
        all[chosen].iter().take(MOST_OF_GAME).map(|judged| mistake(judged)).collect();
    let about = context! {
        id => &id,
        title => title(rules, visitor.language),
        board => visitor.board(rules),
        names => &names,
        listed => state.public,
        rules => rules.to_string(),
        has_report => report.is_some(),
        side => ["white", "black"][chosen],
        sides,
        mistakes,
        flip => if is_flipped(rules) { "&flip=true" } else { "" },
        flipped => is_flipped(rules),
    };
    Ok(page(&visitor, "learn.html", about))
}

fn mistake(judged: &JudgedMove) -> Value {
    /// Longer lines are hard to follow without a board.
    const SHOWN: usize = 8;
    context! {
        ply => judged.ply,
        number => &judged.number,
        text => &judged.text,
        sign => judged.mark.map(sign),
        fen => &judged.fen,
        better => judged.better.iter().take(SHOWN).cloned().collect::<Vec<_>>(),
    }
}
