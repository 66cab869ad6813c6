//! Engine analysis of positions, and trees of variations.

use super::document::{BodyFails, ImportFails, PositionFails, QueryFails};
use super::extract::{Body, CountedAddress, QueryParams};
use super::files::read_position;
use super::rules::read_rules;
use crate::analysis::{Question, tree};
use crate::blocking::Task;
use crate::error::ApiError;
use crate::guard::Cost;
use crate::server::App;
use axum::Json;
use axum::extract::State;
use axum::response::sse::{self, KeepAlive, Sse};
use draughts::{AnyPosition, Game};
use futures_util::{Stream, StreamExt, stream};
use serde::Deserialize;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, sleep_until};
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use wire::{FenText, MOST_LINES, Number, RulesText, Text, TreeAnswer, TreeQuestion};

/// The routes of analysis.
pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::default().routes(routes!(analysis)).routes(routes!(write_tree))
}

/// The rate-limit cost of POST requests.
pub const COSTS: &[(&str, Cost)] = &[("/api/analysis/tree", Cost::Request)];

/// A number of lines.
type LineCount = Number<1, MOST_LINES>;

/// The default number of lines.
const USUAL_LINES: usize = 3;
/// The pause between two reports, so that a fast search does not flood the client.
const PAUSE: Duration = Duration::from_millis(80);

/// A position to look at.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct Looked {
    /// The rules, as text.
    #[param(inline, example = "international")]
    rules: RulesText,
    /// The position, in PDN or Hub style; by default the start position.
    #[param(inline, nullable = false, required = false, example = "W:W31,32,37:B17,20,21")]
    fen: Option<FenText>,
    /// How many lines; by default 3.
    #[param(inline, nullable = false, required = false, example = 2)]
    lines: Option<LineCount>,
    /// Whether to analyse with the other side to move, to see what it threatens.
    #[param(nullable = false, required = false)]
    threat: Option<bool>,
    /// An id of your choice for the window that shows the lines: a new request with the same id ends the previous one.
    #[param(inline, nullable = false, required = false, example = "board-1")]
    client: Option<Text<1, 40>>,
}

/// Analyse a position
///
/// Server-sent events named `lines`, each an `AnalysisView`: the best lines of the position, searched deeper from event
/// to event, for some seconds. The last event has `done`. Close the connection to end the search; a new request with
/// the same `client` from the same address ends it too. Concurrent searches share the engine by turns.
#[utoipa::path(
    get,
    path = "/analysis",
    tag = "Rules",
    params(Looked),
    responses(
        (status = 200, description = "The events.", body = String, content_type = "text/event-stream"),
        QueryFails, PositionFails
    )
)]
async fn analysis(
    State(app): State<Arc<App>>,
    CountedAddress(address): CountedAddress,
    QueryParams(asked): QueryParams<Looked>,
) -> Result<Sse<impl Stream<Item = Result<sse::Event, Infallible>>>, ApiError> {
    let rules = read_rules(&asked.rules)?;
    let fen = asked.fen.as_deref().unwrap_or_default();
    let mut position = read_position(&app, address, &rules, fen.trim()).await?;
    if asked.threat == Some(true) {
        position = read_position(&app, address, &rules, &with_other_turn(&position)).await?;
    }
    let game = Game::from_position(rules, position);
    let lines = app.analyses.begin(Question {
        game,
        lines: asked.lines.map_or(USUAL_LINES, Number::get),
        address,
        client: asked.client.as_deref().unwrap_or_default().to_owned(),
    })?;
    let mut stop = app.stopping();
    let events = stream::unfold((lines, Instant::now()), |(mut lines, next)| async move {
        sleep_until(next).await;
        lines.changed().await.ok()?;
        let view = lines.borrow_and_update().clone()?;
        let data = serde_json::to_string(&view).ok()?;
        let event = sse::Event::default().event("lines").data(data);
        Some((Ok(event), (lines, Instant::now() + PAUSE)))
    });
    let over = async move {
        let _ = stop.changed().await;
    };
    Ok(Sse::new(events.take_until(over).fuse()).keep_alive(KeepAlive::default()))
}

/// Writes a position with the other side to move.
fn with_other_turn(position: &AnyPosition) -> String {
    let fen = position.to_fen();
    let other = if fen.starts_with('W') { 'B' } else { 'W' };
    format!("{other}{}", &fen[1..])
}

/// Read and write a tree of variations
///
/// Takes moves with variations, comments and marks, or a game in PDN, checks them, and returns the tree as one line and
/// as PDN. Nothing is stored.
#[utoipa::path(
    post,
    path = "/analysis/tree",
    tag = "Rules",
    request_body = TreeQuestion,
    responses((status = 200, description = "The tree.", body = TreeAnswer), BodyFails, ImportFails)
)]
async fn write_tree(
    State(app): State<Arc<App>>,
    CountedAddress(address): CountedAddress,
    Body(asked): Body<TreeQuestion>,
) -> Result<Json<TreeAnswer>, ApiError> {
    let rules = asked.rules.as_deref().map(read_rules).transpose()?;
    if let (Some(rules), Some(fen)) = (&rules, &asked.fen) {
        read_position(&app, address, rules, fen.trim()).await?;
    }
    let read = move || tree::read(&asked.text, rules.as_ref(), asked.fen.as_deref());
    let read = app.supervisor.games.pool.run_blocking(address, Task::Games, read).await?;
    read.map(|tree| Json(tree.written))
}
