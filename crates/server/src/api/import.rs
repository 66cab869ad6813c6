//! Importing games and positions.

use super::document::{AccountFails, BodyFails, ImportFails, OftenFails, StoreFails};
use super::extract::{Body, CountedAddress};
use super::rules::read_rules;
use crate::blocking::Task;
use crate::error::ApiError;
use crate::guard::Cost;
use crate::import::{self, Found};
use crate::seats::Requester;
use crate::server::App;
use crate::words::Phrase;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use draughts::Ruleset;
use std::sync::Arc;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use wire::{CreatedView, ImportRequest, Number};

/// The routes of imports.
pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::default().routes(routes!(look)).routes(routes!(open))
}

/// The rate-limit cost of POST requests.
pub const COSTS: &[(&str, Cost)] =
    &[("/api/import", Cost::Request), ("/api/import/game", Cost::Request)];

fn rules(request: &ImportRequest) -> Result<Option<Ruleset>, ApiError> {
    request.rules.as_deref().map(read_rules).transpose()
}

fn failed(phrase: Phrase) -> ApiError {
    ApiError::Unreadable(Box::new(phrase))
}

/// Read games from a text
///
/// Returns the games in a text with their problems, or a position. Nothing is stored.
#[utoipa::path(
    post,
    path = "/import",
    tag = "Games",
    request_body = ImportRequest,
    responses((status = 200, description = "The games or the position.", body = Found), BodyFails, ImportFails)
)]
async fn look(
    State(app): State<Arc<App>>,
    CountedAddress(address): CountedAddress,
    Body(brought): Body<ImportRequest>,
) -> Result<Json<Found>, ApiError> {
    let rules = rules(&brought)?;
    let look = move || import::look(brought.text.as_bytes(), rules.as_ref());
    let found = app.supervisor.games.pool.run_blocking(address, Task::Games, look).await?;
    found.map(Json).map_err(failed)
}

/// Import a game
///
/// Stores one game of a text, with its tags, comments and variations; a game with an illegal move ends before that
/// move. If the game is not over, the key lets you continue it for both sides.
#[utoipa::path(
    post,
    path = "/import/game",
    tag = "Games",
    request_body = ImportRequest,
    responses((status = 201, description = "The game is stored.", body = CreatedView), BodyFails, AccountFails, ImportFails, OftenFails, StoreFails)
)]
async fn open(
    State(app): State<Arc<App>>,
    who: Requester,
    Body(brought): Body<ImportRequest>,
) -> Result<(StatusCode, Json<CreatedView>), ApiError> {
    let rules = rules(&brought)?;
    let number = brought.game.map_or(1, Number::get);
    let read = move || import::open(brought.text.as_bytes(), rules.as_ref(), number);
    let games = &app.supervisor.games;
    let opened = games.pool.run_blocking(who.address, Task::Games, read).await?.map_err(failed)?;
    let created = games.import(opened, &who).await?;
    Ok((StatusCode::CREATED, Json(created.into())))
}
