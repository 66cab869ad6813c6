//! The lobby: open games, and the form for finding an opponent.

use super::clocks::{clock_of_text, waited};
use super::render::page;
use super::settings::Visitor;
use super::titles::{choices, players, title_of_text, usual};
use crate::error::ApiError;
use crate::seats::Requester;
use crate::server::App;
use crate::store::Summary;
use crate::time;
use axum::extract::{Query, State};
use axum::response::Response;
use axum::{Router, routing};
use draughts::Ruleset;
use minijinja::{Value, context};
use serde::Deserialize;
use std::sync::Arc;
use wire::Player;

/// The number of games shown.
const SHOWN: u32 = 50;
/// Clocks with a button of their own, and their names.
const USUAL_CLOCKS: [(&str, &str); 6] = [
    ("3m+2s", "blitz"),
    ("5m+3s", "blitz"),
    ("10m+5s", "rapid"),
    ("20m+5s", "rapid"),
    ("1d/move", "days"),
    ("3d/move", "days"),
];

/// The routes of the page.
pub fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/lobby", routing::get(lobby))
        .route("/lobby/games", routing::get(open_games))
}

/// The kind of game a visitor is looking for.
#[derive(Default, Deserialize)]
#[serde(default)]
struct LobbyForm {
    rules: String,
}

async fn lobby(
    State(app): State<Arc<App>>,
    who: Requester,
    visitor: Visitor,
    Query(wish): Query<LobbyForm>,
) -> Result<Response, ApiError> {
    let language = visitor.language;
    let asked: Option<Ruleset> = wish.rules.parse().ok();
    let chosen = asked.clone().unwrap_or_else(|| usual(language).into());
    let clocks: Vec<Value> = USUAL_CLOCKS
        .iter()
        .map(|(value, speed)| context! { value => *value, speed => *speed, said => clock_of_text(value, language) })
        .collect();
    let about = context! {
        games => waiting(&app, &visitor).await?,
        rules => choices(Some(&chosen), &visitor),
        board => visitor.board(&chosen),
        asked => asked.is_some(),
        me => who.person.map(|person| person.name),
        clocks,
    };
    Ok(page(&visitor, "lobby.html", about))
}

/// Renders the list alone, for refreshing the page.
async fn open_games(State(app): State<Arc<App>>, visitor: Visitor) -> Result<Response, ApiError> {
    let games = waiting(&app, &visitor).await?;
    Ok(page(&visitor, "offers.html", context! { games }))
}

/// The open games, those whose host is connected first.
async fn waiting(app: &App, visitor: &Visitor) -> Result<Vec<Value>, ApiError> {
    let games = app.supervisor.open_games(None, SHOWN).await?;
    Ok(games.iter().map(|game| offer(game, visitor)).collect())
}

/// An open game in the list.
fn offer(game: &Summary, visitor: &Visitor) -> Value {
    let language = visitor.language;
    let [white, black] = players(game, visitor);
    let is_free = game.players.each_ref().map(|player| *player == Player::Nobody);
    let (host, side) = if is_free[1] { (white, "black") } else { (black, "white") };
    context! {
        id => game.id.clone(),
        board => visitor.board_of_text(&game.rules),
        title => title_of_text(&game.rules, language),
        host,
        clock => clock_of_text(&game.clock, language),
        control => game.clock.clone(),
        side,
        rated => game.rated,
        waits => waited(time::now().0.saturating_sub(game.created)).said(language),
    }
}
