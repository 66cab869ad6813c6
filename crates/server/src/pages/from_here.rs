//! Playing on against the computer from any position of a game, with one click, even without JavaScript.

use super::home::number;
use crate::api;
use crate::error::ApiError;
use crate::games::Created;
use crate::guard::Cost;
use crate::live_game::State;
use crate::seats::{Requester, Seat};
use crate::server::App;
use arbiter::{EndReason, Phase};
use axum::extract::{Form, Path, State as Shared};
use axum::response::{IntoResponse, Redirect, Response};
use axum::{Router, routing};
use draughts::{Color, Reason};
use serde::Deserialize;
use serde_json::json;
use std::str::FromStr;
use std::sync::Arc;

/// The routes of the page.
pub fn routes() -> Router<Arc<App>> {
    Router::new().route("/game/{id}/play", routing::get(back).post(play))
}

/// The rate-limit cost of the POST request.
pub const COSTS: &[(&str, Cost)] = &[("/game/{id}/play", Cost::Request)];

/// The ply to play on from, and the opponent.
#[derive(Default, Deserialize)]
#[serde(default)]
struct FromHere {
    /// The number of plies to keep; by default all after which there is still a move to make.
    ply: String,
    /// The computer's level; by default that of the old game, or the usual one.
    level: String,
}

/// The largest number of a game's plies after which there is still a move to make.
pub fn last_playable(state: &State) -> usize {
    let table = state.log.table();
    let decided = table.ending().is_some_and(|ending| {
        let by_rules = [Reason::NoPieces, Reason::NoMoves, Reason::FirstKing];
        by_rules.map(EndReason::Rules).contains(&ending.reason)
    });
    table.moves().len().saturating_sub(usize::from(decided))
}

/// Whether to offer playing on from a game to visitors without JavaScript: not while two people are playing it.
pub fn is_offered(state: &State) -> bool {
    let [white, black] = Color::BOTH.map(|side| state.seats.of(side));
    let alone = white == black || level(state).is_some();
    match state.log.table().phase() {
        Phase::Finished => true,
        Phase::Waiting => false,
        Phase::Playing | Phase::Paused => alone,
    }
}

/// The level of the computer in a game.
fn level(state: &State) -> Option<u8> {
    Color::BOTH.into_iter().find_map(|side| match state.seats.of(side) {
        Seat::Computer(level) => Some(*level),
        _ => None,
    })
}

/// Redirects to the game itself.
async fn back(Shared(app): Shared<Arc<App>>, Path(id): Path<String>) -> Result<Redirect, ApiError> {
    app.supervisor.games.find(&id).await?;
    Ok(Redirect::to(&format!("/game/{id}")))
}

/// Creates a game against the computer. The visitor plays the side to move; the rules are those of the old game, and
/// its draw counters start again.
async fn play(
    Shared(app): Shared<Arc<App>>,
    Path(id): Path<String>,
    who: Requester,
    Form(wish): Form<FromHere>,
) -> Result<Response, ApiError> {
    let state = app.supervisor.games.find(&id).await?.state();
    let table = state.log.table();
    let ply = said(&wish.ply)?.unwrap_or_else(|| last_playable(&state));
    let plies = table.moves().len();
    let position = table.game().position_after(ply).ok_or(ApiError::NoPly { plies })?;
    let order = api::read_order(json!({
        "rules": table.terms().rules.to_string(),
        "fen": position.to_fen(),
        "color": if position.turn() == Color::White { "white" } else { "black" },
        "opponent": "computer",
        "level": said::<u8>(&wish.level)?.or_else(|| level(&state)),
        "public": state.public,
    }))?;
    let Created { id, key, .. } = api::start(&app, &who, order).await?;
    Ok(Redirect::to(&format!("/game/{id}#key={key}")).into_response())
}

fn said<N: FromStr>(text: &str) -> Result<Option<N>, ApiError> {
    if text.trim().is_empty() { Ok(None) } else { number(text).map(Some) }
}
