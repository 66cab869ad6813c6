//! Reports of finished games.

use super::document::{BodyFails, GameFails, PlyFails, ReportFails};
use super::extract::{Body, CountedAddress, Id};
use crate::error::ApiError;
use crate::guard::Cost;
use crate::server::App;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use std::sync::Arc;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use wire::{AnswerQuestion, AnswerView, ReportState, ReportView};

/// The routes of reports.
pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::default()
        .routes(routes!(game_report, make_game_report))
        .routes(routes!(answer_mistake))
}

/// The rate-limit cost of POST requests.
pub const COSTS: &[(&str, Cost)] =
    &[("/api/games/{id}/report", Cost::Engine), ("/api/games/{id}/report/answer", Cost::Engine)];

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

type Answer = (StatusCode, Json<ReportView>);

fn answer(view: ReportView) -> Answer {
    let status = match view.state {
        ReportState::None | ReportState::Done => StatusCode::OK,
        ReportState::Waiting | ReportState::Working => StatusCode::ACCEPTED,
    };
    (status, Json(view))
}
