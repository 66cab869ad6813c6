//! The explorer: which moves were played in a position.

use super::document::{
    AccountFails, BodyFails, BusyFails, CollectionFails, PositionFails, QueryFails, StoreFails,
};
use super::extract::{Body, QueryParams};
use super::files::read_position;
use super::rules::read_rules;
use crate::error::ApiError;
use crate::explorer::{ExplorerQuestion, OwnSide, SERVER};
use crate::guard::Cost;
use crate::seats::Requester;
use crate::server::App;
use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use std::sync::Arc;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use wire::{ExplorerSource, ExplorerView, FenText, OwnGames, RulesText, Text};

/// The routes of the explorer.
pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::default().routes(routes!(explorer)).routes(routes!(sources)).routes(routes!(own))
}

/// The rate-limit cost of POST requests.
pub const COSTS: &[(&str, Cost)] = &[("/api/explorer/own", Cost::Request)];

/// The name of a collection.
type SourceText = Text<1, 300>;

/// A position to look up.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Explored {
    /// The rules, as text; `variant` is an alias.
    #[serde(alias = "variant")]
    #[param(inline, example = "international")]
    rules: RulesText,
    /// The position, in PDN or Hub style; by default the start position.
    #[param(inline, nullable = false, required = false, example = "B:W28,31,33-50:B1-20")]
    fen: Option<FenText>,
    /// The collection: `server` for the public games of this server, `own` for the games of the account, or a name from
    /// `/api/explorer/sources` or `/api/explorer/own`. The default is `server`.
    #[param(inline, nullable = false, required = false, example = "server")]
    source: Option<SourceText>,
    /// For your own games: only those in which you played this side.
    #[param(inline, nullable = false, required = false)]
    side: Option<OwnSide>,
}

/// Explore a position
///
/// Which moves were played in the position, how often and with what results, over a collection of games. A position and
/// its mirror image with colours swapped count as one; results are those of the position you ask for. `server` holds
/// only finished public games.
#[utoipa::path(
    get,
    path = "/explorer",
    tag = "Rules",
    params(Explored),
    responses(
        (status = 200, description = "What is known; no moves where nothing is.", body = ExplorerView),
        QueryFails, PositionFails, AccountFails, CollectionFails
    ),
    security((), ("token" = []), ("session" = []))
)]
async fn explorer(
    State(app): State<Arc<App>>,
    who: Requester,
    QueryParams(asked): QueryParams<Explored>,
) -> Result<Json<ExplorerView>, ApiError> {
    let rules = read_rules(&asked.rules)?;
    let fen = asked.fen.as_deref().unwrap_or_default();
    let position = read_position(&app, who.address, &rules, fen.trim()).await?;
    let source = asked.source.as_deref().unwrap_or(SERVER).to_owned();
    let question = ExplorerQuestion { rules, position, source, side: asked.side };
    app.explorer.ask(&app, &who, question).await.map(Json)
}

/// Collections of games
///
/// The collections open to everyone: the public games of this server, and those the operator has added.
#[utoipa::path(
    get,
    path = "/explorer/sources",
    tag = "Rules",
    responses((status = 200, description = "The collections.", body = Vec<ExplorerSource>))
)]
async fn sources(State(app): State<Arc<App>>) -> Json<Vec<ExplorerSource>> {
    Json(app.explorer.sources())
}

/// Explore your own games
///
/// Builds a collection from your finished games: those of the account, and those whose keys you send. Its name, which
/// `source` accepts, is secret; the collection is forgotten an hour after the last query.
#[utoipa::path(
    post,
    path = "/explorer/own",
    tag = "Rules",
    request_body = OwnGames,
    responses(
        (status = 200, description = "The collection.", body = ExplorerSource),
        BodyFails, AccountFails, BusyFails, StoreFails
    ),
    security((), ("token" = []), ("session" = []))
)]
async fn own(
    State(app): State<Arc<App>>,
    who: Requester,
    Body(own): Body<OwnGames>,
) -> Result<Json<ExplorerSource>, ApiError> {
    let games: Vec<&str> = own.games.iter().map(|game| &**game).collect();
    app.explorer.make_own(&app, &who, &games.join(",")).await.map(Json)
}
