//! Following a game over plain HTTP.

use super::document::{GameFails, QueryFails, VersionFails};
use super::extract::{Id, QueryParams};
use crate::error::ApiError;
use crate::seats::Requester;
use crate::server::App;
use crate::update::Update;
use crate::viewer::Viewer;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::sse::{self, KeepAlive, Sse};
use futures_util::{Stream, StreamExt, stream};
use serde::Deserialize;
use std::convert::Infallible;
use std::sync::Arc;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use wire::{Plies, VERSION};

/// The route of the event stream.
pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::default().routes(routes!(follow))
}

/// The state the client already has.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct Known {
    /// The number of events the client has; `Last-Event-ID`, which browsers send, does the same.
    #[param(inline)]
    since: Option<Plies>,
    /// The protocol version of the client; by default 1.
    #[param(inline)]
    v: Option<Plies>,
}

/// Follow a game
///
/// Server-sent events: `welcome`, then the current `game` or each `event` that the client missed, then each `event` as
/// it happens, `ratings` once a rated game has been rated, `present` whenever anyone connects or disconnects, and
/// `chat` for players. docs/protocol.md describes them. A key is only needed to be counted as a player.
#[utoipa::path(
    get,
    path = "/games/{id}/stream",
    tag = "Play",
    params(Id, Known),
    security((), ("key" = [])),
    responses(
        (status = 200, description = "The events.", body = String, content_type = "text/event-stream"),
        QueryFails, VersionFails, GameFails
    )
)]
async fn follow(
    State(app): State<Arc<App>>,
    Id(id): Id,
    QueryParams(known): QueryParams<Known>,
    headers: HeaderMap,
    who: Requester,
) -> Result<Sse<impl Stream<Item = Result<sse::Event, Infallible>>>, ApiError> {
    let live = app.supervisor.open(&id).await?;
    let mut stop = app.stopping();
    let mut viewer = Viewer::new(Arc::clone(&app), live);
    let last = headers.get("last-event-id").and_then(|id| id.to_str().ok()?.parse().ok());
    let since = last.or(known.since.map(Plies::get));
    let first = viewer.welcome(known.v.map_or(VERSION, Plies::get), &who, since).await?;
    let rest = stream::unfold(viewer, |mut viewer| async { Some((viewer.next().await?, viewer)) });
    let all = stream::iter([first]).chain(rest).flat_map(|update| stream::iter(update).map(sent));
    let over = async move {
        tokio::select! {
            _ = stop.changed() => {}
            () = app.supervisor.games.people.ended(&who) => {}
        }
    };
    let all = all.take_until(over);
    Ok(Sse::new(all.fuse()).keep_alive(KeepAlive::default()))
}

fn sent(update: Update) -> Result<sse::Event, Infallible> {
    let event = sse::Event::default().event(update.kind.name()).data(update.data());
    Ok(match update.seq {
        Some(seq) => event.id((seq + 1).to_string()),
        None => event,
    })
}
