//! The games of a large upload: searching, paging, and opening them.

use super::import::{ImportForm, listed, wrong};
use super::query;
use super::render::page;
use super::settings::Visitor;
use crate::api::CountedAddress;
use crate::blocking::Task;
use crate::error::ApiError;
use crate::games::Created;
use crate::guard::Cost;
use crate::import::search::{FoundGames, PAGE, Search, judge, open as open_game, search};
use crate::import::uploads::{Upload, UploadedFile};
use crate::seats::Requester;
use crate::server::App;
use crate::words::Phrase;
use axum::extract::{Form, Path, Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use axum::{Router, routing};
use draughts::Ruleset;
use minijinja::context;
use minijinja::value::Serde;
use serde::Deserialize;
use std::net::IpAddr;
use std::sync::Arc;

/// The routes of large uploads.
pub fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/import/file/{name}", routing::get(list))
        .route("/import/file/{name}/open", routing::post(open))
}

/// The rate-limit cost of POST requests.
pub const COSTS: &[(&str, Cost)] = &[("/import/file/{name}/open", Cost::Request)];

/// Stores an upload and redirects to the list of its games.
pub async fn kept(
    app: &App,
    address: Option<IpAddr>,
    upload: Upload,
    rules: Option<Ruleset>,
) -> Result<String, ApiError> {
    Ok(format!("/import/file/{}", keep(app, address, upload, rules).await?))
}

/// Stores an upload and returns its name.
pub async fn keep(
    app: &App,
    address: Option<IpAddr>,
    upload: Upload,
    rules: Option<Ruleset>,
) -> Result<String, ApiError> {
    let source = upload.reader();
    let learn = move || judge(source, rules.as_ref());
    let judge = app.supervisor.games.pool.run_blocking(address, Task::Games, learn).await?;
    Ok(upload.keep(judge))
}

/// The page of a list, from 1.
#[derive(Default, Deserialize)]
#[serde(default)]
struct PageNumber {
    page: String,
}

async fn list(
    State(app): State<Arc<App>>,
    CountedAddress(address): CountedAddress,
    Path(name): Path<String>,
    visitor: Visitor,
    Query(wanted): Query<Search>,
    Query(PageNumber { page: asked }): Query<PageNumber>,
) -> Result<Response, ApiError> {
    let Some(file) = app.uploads.find(&name) else { return Ok(gone(&visitor)) };
    let number = asked.parse::<usize>().unwrap_or(1).clamp(1, usize::MAX / PAGE);
    let UploadedFile { judge, .. } = file.clone();
    let asked = wanted.clone();
    let look = move || search(|| file.reader(), &judge, &asked, number - 1);
    let found = app.supervisor.games.pool.run_blocking(address, Task::Games, look).await?;
    let FoundGames { games, found, all } = match found {
        Ok(found) => found,
        Err(phrase) => return Ok(wrong(&visitor, &ImportForm::default(), &phrase)),
    };
    let pages = found.div_ceil(PAGE).max(1);
    let place = |page: usize| {
        let page = page.to_string();
        let Search { players, year, result, opening } = &wanted;
        let fields = [
            ("players", players.as_str()),
            ("year", year),
            ("result", result),
            ("opening", opening),
            ("page", &page),
        ];
        format!("/import/file/{name}?{}", query(&fields))
    };
    let about = context! {
        games => games.iter().map(|game| listed(game, &visitor)).collect::<Vec<_>>(),
        wanted => Serde(&wanted),
        file => &name,
        found,
        all,
        number,
        pages,
        previous => (number > 1).then(|| place((number - 1).min(pages))),
        next => (number < pages).then(|| place(number + 1)),
    };
    Ok(page(&visitor, "uploaded.html", about))
}

/// Says that the file no longer exists.
pub fn gone(visitor: &Visitor) -> Response {
    wrong(visitor, &ImportForm::default(), &Phrase::new("import.gone"))
}

/// The form that opens one of the games found.
#[derive(Deserialize)]
struct OpenUploadForm {
    number: usize,
}

async fn open(
    State(app): State<Arc<App>>,
    who: Requester,
    Path(name): Path<String>,
    visitor: Visitor,
    Form(OpenUploadForm { number }): Form<OpenUploadForm>,
) -> Result<Response, ApiError> {
    let Some(file) = app.uploads.find(&name) else { return Ok(gone(&visitor)) };
    let games = &app.supervisor.games;
    let read = move || open_game(file.reader(), &file.judge, number);
    match games.pool.run_blocking(who.address, Task::Games, read).await? {
        Ok(opened) => {
            let Created { id, key, .. } = games.import(opened, &who).await?;
            Ok(Redirect::to(&format!("/game/{id}#key={key}")).into_response())
        }
        Err(phrase) => Ok(wrong(&visitor, &ImportForm::default(), &phrase)),
    }
}
