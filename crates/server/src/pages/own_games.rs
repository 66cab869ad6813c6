//! The list of a visitor's own games: those of the account, and those whose keys the browser has.

use super::library::with_position;
use super::own::OwnNames;
use super::played::{Filter, PlayersGame};
use super::render::page;
use super::settings::Visitor;
use crate::api::enqueue;
use crate::error::ApiError;
use crate::guard::Cost;
use crate::seats::Requester;
use crate::server::App;
use crate::studies::{Author, guest_cookie};
use axum::extract::{Form, Query, State};
use axum::http::header;
use axum::response::{AppendHeaders, IntoResponse, Redirect, Response};
use axum::{Router, routing};
use minijinja::context;
use serde::Deserialize;
use std::sync::Arc;
use wire::MOST_OWN_GAMES;

/// The most game ids a browser may send, and the most games of an account searched.
const MOST: usize = MOST_OWN_GAMES;
/// How many of the last games get their reports at once.
const REPORTED: usize = 20;

/// The routes of the page and of its forms.
pub fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/games", routing::get(of_account).post(of_browser))
        .route("/games/reports", routing::post(report).get(back))
        .route("/games/reports/cancel", routing::post(cancel).get(back))
}

/// The rate-limit cost of POST requests.
pub const COSTS: &[(&str, Cost)] = &[
    ("/games", Cost::Request),
    ("/games/reports", Cost::Request),
    ("/games/reports/cancel", Cost::Request),
];

/// Redirects visits of a form's address, as after a change of the language, to the page.
async fn back() -> Redirect {
    Redirect::to("/games")
}

/// Games whose names and keys a browser has.
#[derive(Default, Deserialize)]
#[serde(default)]
struct NamesForm {
    ids: String,
}

/// Has the reports of the reader's last games made in the background.
async fn report(
    State(app): State<Arc<App>>,
    who: Requester,
    author: Author,
    visitor: Visitor,
    Form(NamesForm { ids }): Form<NamesForm>,
) -> Result<Response, ApiError> {
    let own = own_games(&app, &who, &visitor, &ids).await?;
    let over = own.iter().filter(|game| game.is_over()).take(REPORTED);
    let games: Vec<String> = over.map(|game| game.id().to_owned()).collect();
    let (_, key) = enqueue(&app, &author, &games).await?;
    let cookie = key.map(|key| (header::SET_COOKIE, guest_cookie(&app.guard, &key)));
    Ok((AppendHeaders(cookie), Redirect::to("/games")).into_response())
}

async fn cancel(State(app): State<Arc<App>>, author: Author) -> Result<Redirect, ApiError> {
    app.reports.dequeue(&author.owners()).await?;
    Ok(Redirect::to("/games"))
}

async fn of_account(
    State(app): State<Arc<App>>,
    who: Requester,
    author: Author,
    visitor: Visitor,
    Query(filter): Query<Filter>,
) -> Result<Response, ApiError> {
    show(&app, &who, &author, &visitor, filter).await
}

async fn of_browser(
    State(app): State<Arc<App>>,
    who: Requester,
    author: Author,
    visitor: Visitor,
    Form(filter): Form<Filter>,
) -> Result<Response, ApiError> {
    show(&app, &who, &author, &visitor, filter).await
}

async fn show(
    app: &App,
    who: &Requester,
    author: &Author,
    visitor: &Visitor,
    filter: Filter,
) -> Result<Response, ApiError> {
    let mut all = own_games(app, who, visitor, &filter.ids).await?;
    let any = !all.is_empty();
    if let Some(with) = with_position(app, who, &filter.ids, &filter.position).await? {
        all.retain(|game| with.contains(game.id()));
    }
    let (scene, list) = (filter.scene(), filter.list(all, visitor));
    let reports = app.reports.waiting(&author.owners()).await?.len();
    let about = context! { scene, any, reports, most_reported => REPORTED, ..list };
    Ok(page(visitor, "own_games.html", about))
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
