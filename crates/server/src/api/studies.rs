//! Studies: named collections of trees with text.

use super::document::{
    BodyFails, ChangeFails, ImportFails, OftenFails, QueryFails, StoreFails, StudyFails,
    StudyOrderFails,
};
use super::extract::{Body, QueryParams};
use crate::blocking::Task;
use crate::error::ApiError;
use crate::guard::{Caller, Cost};
use crate::server::App;
use crate::studies::{self, Author, Listed, guest_cookie, to_pdn};
use axum::Json;
use axum::extract::{Extension, FromRequestParts, Path, State};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse, Response};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use wire::{
    ChapterChange, ChapterOrder, ChapterView, ChaptersOrder, Number, StudyAnswer, StudyChange,
    StudyList, StudyOrder, StudyReportOrder, StudyView, Text,
};

/// The routes of studies.
pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::default()
        .routes(routes!(list_studies, make_study))
        .routes(routes!(find_study, change_study, delete_study))
        .routes(routes!(study_file))
        .routes(routes!(report_study))
        .routes(routes!(add_chapter))
        .routes(routes!(add_chapters))
        .routes(routes!(chapter, change_chapter, remove_chapter))
}

/// The rate-limit cost of POST requests.
pub const COSTS: &[(&str, Cost)] = &[
    ("/api/studies", Cost::Request),
    ("/api/studies/{id}", Cost::Request),
    ("/api/studies/{id}/report", Cost::Request),
    ("/api/studies/{id}/chapters", Cost::Request),
    ("/api/studies/{id}/pdn", Cost::Request),
    ("/api/studies/{id}/chapters/{number}", Cost::Request),
];

/// A study's id, from the path.
#[derive(IntoParams)]
#[into_params(names("id"), parameter_in = Path)]
pub struct StudyId(
    /// The study's id.
    #[param(example = "k3m7q2x9ab", pattern = "^[a-km-np-z2-9]{10}$")]
    pub String,
);

impl<S: Send + Sync> FromRequestParts<S> for StudyId {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        // What is not UTF-8 cannot be the id of a study.
        let Path(id) =
            Path::from_request_parts(parts, state).await.map_err(|_| ApiError::NoStudy)?;
        Ok(Self(id))
    }
}

/// A study's id and a chapter's number, from the path.
#[derive(IntoParams)]
#[into_params(names("id", "number"), parameter_in = Path)]
pub struct ChapterPlace(
    /// The study's id.
    #[param(example = "k3m7q2x9ab", pattern = "^[a-km-np-z2-9]{10}$")]
    pub String,
    /// The chapter's number.
    #[param(example = 1)]
    pub u64,
);

impl<S: Send + Sync> FromRequestParts<S> for ChapterPlace {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let Path((id, number)) =
            Path::from_request_parts(parts, state).await.map_err(|_| ApiError::NoStudy)?;
        Ok(Self(id, number))
    }
}

/// Which studies to list.
#[derive(Clone, Copy, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Whose {
    /// Your own.
    Mine,
    /// Public ones.
    Public,
}

/// A page of a list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ListQuery {
    /// Which studies; by default the public ones.
    #[param(inline, nullable = false, required = false)]
    whose: Option<Whose>,
    /// Text that the title contains.
    #[param(inline, nullable = false, required = false, example = "bridge")]
    search: Option<Text<0, 100>>,
    /// The page, from 0.
    #[param(inline, nullable = false, required = false, example = 0)]
    page: Option<Number<0, 1_000>>,
}

/// List studies
///
/// Your own or the public ones, most recently changed first. Unlisted studies appear only in their owner's list.
#[utoipa::path(
    get,
    path = "/studies",
    tag = "Studies",
    params(ListQuery),
    security((), ("key" = []), ("token" = []), ("session" = [])),
    responses((status = 200, description = "A page of the list.", body = StudyList), QueryFails, StoreFails)
)]
async fn list_studies(
    State(app): State<Arc<App>>,
    who: Author,
    QueryParams(asked): QueryParams<ListQuery>,
) -> Result<Json<StudyList>, ApiError> {
    let listed = match asked.whose {
        Some(Whose::Mine) => Listed::Of(&who),
        Some(Whose::Public) | None => Listed::Public,
    };
    let search = asked.search.as_deref().unwrap_or_default();
    let page = asked.page.map_or(0, Number::get);
    app.studies.list(listed, search, page).await.map(Json)
}

/// Create a study
///
/// With an empty first chapter, or with the games of a PDN file as chapters. An account may have up to 200 studies, a
/// guest 20. A guest gets a key to all their studies, to send as `Authorization: Bearer KEY`; browsers get it as a
/// cookie.
#[utoipa::path(
    post,
    path = "/studies",
    tag = "Studies",
    security((), ("key" = []), ("token" = []), ("session" = [])),
    request_body = StudyOrder,
    responses(
        (status = 201, description = "The study is stored.", body = StudyAnswer),
        BodyFails, StudyOrderFails, ImportFails, OftenFails, StoreFails
    )
)]
async fn make_study(
    State(app): State<Arc<App>>,
    who: Author,
    Body(order): Body<StudyOrder>,
) -> Result<Response, ApiError> {
    let made = studies::make(&app, &who, order).await?;
    let cookie = made.key.as_ref().map(|key| (header::SET_COOKIE, guest_cookie(&app.guard, key)));
    Ok((StatusCode::CREATED, AppendHeaders(cookie), Json(made)).into_response())
}

/// Get a study
///
/// With the list of its chapters. Only the owner can get a private study.
#[utoipa::path(
    get,
    path = "/studies/{id}",
    tag = "Studies",
    params(StudyId),
    security((), ("key" = []), ("token" = []), ("session" = [])),
    responses((status = 200, description = "The study.", body = StudyView), StudyFails)
)]
async fn find_study(
    State(app): State<Arc<App>>,
    who: Author,
    StudyId(id): StudyId,
) -> Result<Json<StudyView>, ApiError> {
    Ok(Json(app.studies.readable(&id, &who).await?.view))
}

/// Change a study
///
/// Its title, who may read it, and the order of its chapters.
#[utoipa::path(
    post,
    path = "/studies/{id}",
    tag = "Studies",
    params(StudyId),
    security((), ("key" = []), ("token" = []), ("session" = [])),
    request_body = StudyChange,
    responses(
        (status = 200, description = "The study as it is now.", body = StudyView),
        BodyFails, StudyFails, ChangeFails
    )
)]
async fn change_study(
    State(app): State<Arc<App>>,
    who: Author,
    StudyId(id): StudyId,
    Body(change): Body<StudyChange>,
) -> Result<Json<StudyView>, ApiError> {
    let study = app.studies.owned(&id, &who).await?;
    app.studies.change(&study.view, &change).await?;
    Ok(Json(app.studies.owned(&id, &who).await?.view))
}

/// Delete a study
///
/// With all its chapters.
#[utoipa::path(
    delete,
    path = "/studies/{id}",
    tag = "Studies",
    params(StudyId),
    security((), ("key" = []), ("token" = []), ("session" = [])),
    responses((status = 204, description = "Deleted."), StudyFails)
)]
async fn delete_study(
    State(app): State<Arc<App>>,
    who: Author,
    StudyId(id): StudyId,
) -> Result<StatusCode, ApiError> {
    app.studies.owned(&id, &who).await?;
    app.studies.delete(&id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Get a study in PDN
///
/// Each chapter as a game with its variations, comments and marks; the paragraphs of its text become comments before
/// the first move.
#[utoipa::path(
    get,
    path = "/studies/{id}/study.pdn",
    tag = "Studies",
    params(StudyId),
    security((), ("key" = []), ("token" = []), ("session" = [])),
    responses(
        (status = 200, description = "The study.", body = String, content_type = "application/vnd.draughts-pdn"),
        StudyFails, ImportFails
    )
)]
async fn study_file(
    State(app): State<Arc<App>>,
    who: Author,
    StudyId(id): StudyId,
) -> Result<Response, ApiError> {
    let study = app.studies.readable(&id, &who).await?.view;
    let chapters = app.studies.chapters(&study).await?;
    let write = move || to_pdn(&study.title, &chapters);
    let text = app.supervisor.games.pool.run_blocking(who.address, Task::Games, write).await??;
    let headers = [
        (header::CONTENT_TYPE, "application/vnd.draughts-pdn".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"study-{id}.pdn\"")),
    ];
    Ok((headers, text).into_response())
}

/// Report a public study
///
/// Tells the operator of the server what is wrong with it. One report per person and study is kept.
#[utoipa::path(
    post,
    path = "/studies/{id}/report",
    tag = "Studies",
    params(StudyId),
    security((), ("key" = []), ("token" = []), ("session" = [])),
    request_body = StudyReportOrder,
    responses((status = 204, description = "The report is stored."), BodyFails, StudyFails, OftenFails)
)]
async fn report_study(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    who: Author,
    StudyId(id): StudyId,
    Body(order): Body<StudyReportOrder>,
) -> Result<StatusCode, ApiError> {
    let study = app.studies.readable(&id, &who).await?.view;
    app.studies.report(&study, &who, caller.address, &order.words).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Add a chapter
///
/// Appends a chapter; a study has at most 64. The main line of its tree must be legal; illegal variations are left out.
#[utoipa::path(
    post,
    path = "/studies/{id}/chapters",
    tag = "Studies",
    params(StudyId),
    security((), ("key" = []), ("token" = []), ("session" = [])),
    request_body = ChapterOrder,
    responses(
        (status = 201, description = "The study with the new chapter.", body = StudyAnswer),
        BodyFails, StudyFails, StudyOrderFails, ImportFails, OftenFails
    )
)]
async fn add_chapter(
    State(app): State<Arc<App>>,
    who: Author,
    StudyId(id): StudyId,
    Body(order): Body<ChapterOrder>,
) -> Result<(StatusCode, Json<StudyAnswer>), ApiError> {
    let study = app.studies.owned(&id, &who).await?;
    let added = studies::add_chapter(&app, &who, study, order).await?;
    Ok((StatusCode::CREATED, Json(added)))
}

/// Add games in PDN as chapters
///
/// Comments and variations are kept. `troubles` lists illegal moves, which are left out.
#[utoipa::path(
    post,
    path = "/studies/{id}/pdn",
    tag = "Studies",
    params(StudyId),
    security((), ("key" = []), ("token" = []), ("session" = [])),
    request_body = ChaptersOrder,
    responses(
        (status = 201, description = "The study with the new chapters.", body = StudyAnswer),
        BodyFails, StudyFails, StudyOrderFails, ImportFails, OftenFails
    )
)]
async fn add_chapters(
    State(app): State<Arc<App>>,
    who: Author,
    StudyId(id): StudyId,
    Body(order): Body<ChaptersOrder>,
) -> Result<(StatusCode, Json<StudyAnswer>), ApiError> {
    let study = app.studies.owned(&id, &who).await?;
    let added = studies::add_games(&app, &who, study, order.pdn).await?;
    Ok((StatusCode::CREATED, Json(added)))
}

/// Get a chapter
///
/// Its text and its tree.
#[utoipa::path(
    get,
    path = "/studies/{id}/chapters/{number}",
    tag = "Studies",
    params(ChapterPlace),
    security((), ("key" = []), ("token" = []), ("session" = [])),
    responses((status = 200, description = "The chapter.", body = ChapterView), StudyFails)
)]
async fn chapter(
    State(app): State<Arc<App>>,
    who: Author,
    ChapterPlace(id, number): ChapterPlace,
) -> Result<Json<ChapterView>, ApiError> {
    app.studies.readable(&id, &who).await?;
    app.studies.chapter(&id, number).await.map(Json)
}

/// Change a chapter
///
/// Its title, text or tree. If its version has changed meanwhile, for instance in another window, nothing is changed
/// and the error is `study-changed`.
#[utoipa::path(
    post,
    path = "/studies/{id}/chapters/{number}",
    tag = "Studies",
    params(ChapterPlace),
    security((), ("key" = []), ("token" = []), ("session" = [])),
    request_body = ChapterChange,
    responses(
        (status = 200, description = "The chapter as it is now.", body = ChapterView),
        BodyFails, StudyFails, ChangeFails, ImportFails, OftenFails
    )
)]
async fn change_chapter(
    State(app): State<Arc<App>>,
    who: Author,
    ChapterPlace(id, number): ChapterPlace,
    Body(change): Body<ChapterChange>,
) -> Result<Json<ChapterView>, ApiError> {
    let study = app.studies.owned(&id, &who).await?;
    let before = app.studies.chapter(&id, number).await?;
    studies::change_chapter(&app, &who, &study, before, change).await.map(Json)
}

/// Remove a chapter
///
/// The others keep their numbers. A study keeps at least one chapter.
#[utoipa::path(
    delete,
    path = "/studies/{id}/chapters/{number}",
    tag = "Studies",
    params(ChapterPlace),
    security((), ("key" = []), ("token" = []), ("session" = [])),
    responses((status = 204, description = "Removed."), StudyFails, StudyOrderFails)
)]
async fn remove_chapter(
    State(app): State<Arc<App>>,
    who: Author,
    ChapterPlace(id, number): ChapterPlace,
) -> Result<StatusCode, ApiError> {
    app.studies.owned(&id, &who).await?;
    app.studies.remove(&id, number).await?;
    Ok(StatusCode::NO_CONTENT)
}
