//! Reports of finished games.

use super::document::{
    BodyFails, BusyFails, GameFails, OftenFails, PlyFails, ReportFails, StoreFails,
};
use super::extract::{Body, CountedAddress, Id};
use crate::error::ApiError;
use crate::guard::Cost;
use crate::server::App;
use crate::studies::{Author, guest_cookie};
use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse, Response};
use std::sync::Arc;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use wire::{AnswerQuestion, AnswerView, ReportBatch, ReportQueueView, ReportState, ReportView};

/// The routes of reports.
pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::default()
        .routes(routes!(game_report, make_game_report))
        .routes(routes!(answer_mistake))
        .routes(routes!(queued_reports, queue_reports))
        .routes(routes!(cancel_reports))
}

/// The rate-limit cost of POST requests.
pub const COSTS: &[(&str, Cost)] = &[
    ("/api/games/{id}/report", Cost::Engine),
    ("/api/games/{id}/report/answer", Cost::Engine),
    ("/api/reports", Cost::Request),
    ("/api/reports/cancel", Cost::Request),
];

/// Get the report of a game
///
/// The engine's report of a finished game, if it was requested: `state` tells the progress. This request
/// starts nothing.
#[utoipa::path(
    get,
    path = "/games/{id}/report",
    tag = "Games",
    params(Id),
    responses(
        (status = 200, description = "The report, or that nobody has asked for it.", body = ReportView),
        (status = 202, description = "It is being made.", body = ReportView),
        GameFails, ReportFails
    )
)]
async fn game_report(State(app): State<Arc<App>>, Id(id): Id) -> Result<Answer, ApiError> {
    app.reports.find(&id).await.map(answer)
}

/// Request the report of a game
///
/// Starts the report of a finished game, or joins one in progress. It takes some seconds: poll with `GET` until the
/// status is 200. The report is kept with the game.
#[utoipa::path(
    post,
    path = "/games/{id}/report",
    tag = "Games",
    params(Id),
    responses(
        (status = 200, description = "The report.", body = ReportView),
        (status = 202, description = "It is being made.", body = ReportView),
        GameFails, ReportFails
    )
)]
async fn make_game_report(
    State(app): State<Arc<App>>,
    CountedAddress(address): CountedAddress,
    Id(id): Id,
) -> Result<Answer, ApiError> {
    app.reports.ask(&id, address).await.map(answer)
}

/// Try another move instead of a mistake
///
/// Judges a move in a position where the report marked the move played. `right` lists all moves that keep the result,
/// by the engine and the endgame tables; for any other move, `line` is the refutation.
#[utoipa::path(
    post,
    path = "/games/{id}/report/answer",
    tag = "Games",
    params(Id),
    request_body = AnswerQuestion,
    responses(
        (status = 200, description = "What is thought of the move.", body = AnswerView),
        BodyFails, GameFails, ReportFails, PlyFails
    )
)]
async fn answer_mistake(
    State(app): State<Arc<App>>,
    CountedAddress(address): CountedAddress,
    Id(id): Id,
    Body(question): Body<AnswerQuestion>,
) -> Result<Json<AnswerView>, ApiError> {
    app.reports.answer(&id, address, &question).await.map(Json)
}

/// Ask for the reports of many games
///
/// They are made in the background one after the other, also when you have gone and after a restart of the server, in turn with
/// those of others. You can wait for at most 100; more are left out, like games that are not over and those that have their
/// report. A guest gets a key, to be sent as `Authorization: Bearer KEY`; browsers get it as a cookie.
#[utoipa::path(
    post,
    path = "/reports",
    tag = "Games",
    security((), ("key" = []), ("token" = []), ("session" = [])),
    request_body = ReportBatch,
    responses(
        (status = 200, description = "The games whose reports you wait for.", body = ReportQueueView),
        BodyFails, BusyFails, OftenFails, StoreFails
    )
)]
async fn queue_reports(
    State(app): State<Arc<App>>,
    who: Author,
    Body(batch): Body<ReportBatch>,
) -> Result<Response, ApiError> {
    let games: Vec<String> = batch.games.iter().map(|game| (**game).to_owned()).collect();
    let (waiting, key) = enqueue(&app, &who, &games).await?;
    let cookie = key.as_ref().map(|key| (header::SET_COOKIE, guest_cookie(&app.guard, key)));
    Ok((AppendHeaders(cookie), Json(ReportQueueView { waiting, key })).into_response())
}

/// Puts games into the queue of reports: those that are waited for, and the key of a guest who had none.
pub async fn enqueue(
    app: &App,
    who: &Author,
    games: &[String],
) -> Result<(Vec<String>, Option<String>), ApiError> {
    app.guard.quotas.reports(who.address, games.len())?;
    let (owner, key) = who.owner()?;
    app.reports.enqueue(&owner, games).await?;
    let owners: Vec<&str> = if key.is_some() { vec![&owner] } else { who.owners() };
    Ok((app.reports.waiting(&owners).await?, key))
}

/// Get the reports that you wait for
///
/// The games whose reports are still to be made, of those that you asked for.
#[utoipa::path(
    get,
    path = "/reports",
    tag = "Games",
    security((), ("key" = []), ("token" = []), ("session" = [])),
    responses((status = 200, description = "The games.", body = ReportQueueView), StoreFails)
)]
async fn queued_reports(
    State(app): State<Arc<App>>,
    who: Author,
) -> Result<Json<ReportQueueView>, ApiError> {
    let waiting = app.reports.waiting(&who.owners()).await?;
    Ok(Json(ReportQueueView { waiting, key: None }))
}

/// Cancel the reports that you wait for
///
/// One that is being made at this moment is finished all the same.
#[utoipa::path(
    post,
    path = "/reports/cancel",
    tag = "Games",
    security((), ("key" = []), ("token" = []), ("session" = [])),
    responses((status = 204, description = "Cancelled."), StoreFails)
)]
async fn cancel_reports(State(app): State<Arc<App>>, who: Author) -> Result<StatusCode, ApiError> {
    app.reports.dequeue(&who.owners()).await?;
    Ok(StatusCode::NO_CONTENT)
}

type Answer = (StatusCode, Json<ReportView>);

fn answer(view: ReportView) -> Answer {
    let status = match view.state {
        ReportState::None | ReportState::Done => StatusCode::OK,
        ReportState::Waiting | ReportState::Working => StatusCode::ACCEPTED,
    };
    (status, Json(view))
}
