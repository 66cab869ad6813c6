//! The list of a visitor's own games: those of the account, and those whose keys the browser has.

use super::library::with_position;
use super::own::OwnNames;
use super::played::{Filter, PlayersGame};
use super::render::page;
use super::settings::Visitor;
use crate::error::ApiError;
use crate::guard::Cost;
use crate::seats::Requester;
use crate::server::App;
use axum::extract::{Form, Query, State};
use axum::response::Response;
use axum::{Router, routing};
use minijinja::context;
use std::sync::Arc;
use wire::MOST_OWN_GAMES;

/// The most game ids a browser may send, and the most games of an account searched.
const MOST: usize = MOST_OWN_GAMES;

/// The routes of the page.
pub fn routes() -> Router<Arc<App>> {
    Router::new().route("/games", routing::get(of_account).post(of_browser))
}

/// The rate-limit cost of the POST request.
pub const COSTS: &[(&str, Cost)] = &[("/games", Cost::Request)];

async fn of_account(
    State(app): State<Arc<App>>,
    who: Requester,
    visitor: Visitor,
    Query(filter): Query<Filter>,
) -> Result<Response, ApiError> {
    show(&app, &who, &visitor, filter).await
}

async fn of_browser(
    State(app): State<Arc<App>>,
    who: Requester,
    visitor: Visitor,
    Form(filter): Form<Filter>,
) -> Result<Response, ApiError> {
    show(&app, &who, &visitor, filter).await
}

async fn show(
    app: &App,
    who: &Requester,
    visitor: &Visitor,
    filter: Filter,
) -> Result<Response, ApiError> {
    let mut all = own_games(app, who, visitor, &filter.ids).await?;
    let any = !all.is_empty();
    if let Some(with) = with_position(app, who, &filter.ids, &filter.position).await? {
        all.retain(|game| with.contains(game.id()));
    }
    let (scene, list) = (filter.scene(), filter.list(all, visitor));
    Ok(page(visitor, "own_games.html", context! { scene, any, ..list }))
}

/// Lists all games in which the visitor has a seat, newest first.
async fn own_games(
    app: &App,
    who: &Requester,
    visitor: &Visitor,
    ids: &str,
) -> Result<Vec<PlayersGame>, ApiError> {
    let mut names = OwnNames::of(app, who, ids, [MOST, MOST]).await?;
    let ids = std::mem::take(&mut names.ids);
    let found = app.supervisor.games.store().by_id(ids).await?;
    let own = found.into_iter().filter(|(game, _)| game.is_game()).filter_map(|(game, seats)| {
        let sides = seats.sides(&names.requester(&game.id, who));
        PlayersGame::of(game, &sides, visitor)
    });
    Ok(own.collect())
}
