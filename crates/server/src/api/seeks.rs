//! The lobby: finding an opponent.

use super::document::{AccountFails, BodyFails, EventFails, OftenFails, OrderFails, StoreFails};
use super::extract::Body;
use super::games::{guest_name, listed, start, terms};
use crate::error::ApiError;
use crate::games::{Created, JoinRequest, is_slow};
use crate::guard::Cost;
use crate::live_game::LiveGame;
use crate::seats::{Requester, new_key};
use crate::server::App;
use crate::store::SeekFilter;
use axum::Json;
use axum::extract::State;
use draughts::Color;
use std::sync::Arc;
use std::time::{Duration, Instant};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use wire::{CreatedView, Order, Player, SummaryView};

/// How long to wait for other servers to report who is connected to them.
const ASKED: Duration = Duration::from_millis(300);

/// The routes of the lobby.
pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::default().routes(routes!(open_games, pair))
}

/// The rate-limit cost of POST requests.
pub const COSTS: &[(&str, Cost)] = &[("/api/seeks", Cost::Request)];

/// Open games
///
/// Up to 100 public games that anyone can join with `POST /api/games/{id}/join`: first those whose host is connected,
/// then correspondence games, which wait for an absent host for a day; the longest waiting first.
#[utoipa::path(
    get,
    path = "/seeks",
    tag = "Games",
    responses((status = 200, description = "The games.", body = Vec<SummaryView>), StoreFails)
)]
async fn open_games(State(app): State<Arc<App>>) -> Result<Json<Vec<SummaryView>>, ApiError> {
    const SHOWN: u32 = 100;
    Ok(Json(listed(app.supervisor.open_games(None, SHOWN).await?)))
}

/// Find an opponent
///
/// Joins an open game with the same rules, clock, rating choice and the wanted colour, if there is one; otherwise
/// creates an open game.
#[utoipa::path(
    post,
    path = "/seeks",
    tag = "Games",
    request_body = Order,
    responses(
        (status = 200, description = "The game, and the key to a seat in it.", body = CreatedView),
        BodyFails, AccountFails, OrderFails, EventFails, OftenFails, StoreFails
    )
)]
async fn pair(
    State(app): State<Arc<App>>,
    who: Requester,
    Body(order): Body<Order>,
) -> Result<Json<CreatedView>, ApiError> {
    const TRIED: u32 = 20;
    let terms = terms(&order)?;
    let wanted = SeekFilter {
        rules: terms.rules.to_string(),
        clock: terms.clock.to_string(),
        rated: order.rated,
    };
    let games = app.supervisor.open_games(Some(wanted), TRIED).await?;
    let deadline = Instant::now() + ASKED;
    for game in games {
        let free = if game.players[0] == Player::Nobody { Color::White } else { Color::Black };
        if order.color().is_none_or(|color| color == free)
            && let Some(created) = take(&app, &game.id, &who, &order, deadline).await?
        {
            return Ok(Json(created.into()));
        }
    }
    Ok(Json(start(&app, &who, order.for_anybody()).await?.into()))
}

/// Takes the free seat of a game if its host is connected and nobody was faster.
async fn take(
    app: &Arc<App>,
    id: &str,
    who: &Requester,
    order: &Order,
    deadline: Instant,
) -> Result<Option<Created>, ApiError> {
    let live = app.supervisor.open(id).await?;
    let state = live.state();
    if !is_slow(state.log.table()) && !host_is_there(app, &live, deadline).await {
        return Ok(None);
    }
    let key = new_key().map_err(|error| ApiError::Broken(error.to_string()))?;
    let name = guest_name(app, who, order.name()).await?;
    let guest = JoinRequest {
        invitation: String::new(),
        name,
        key: key.clone(),
        person: who.person.clone(),
    };
    match app.supervisor.join(&live, guest).await {
        Ok(_) => Ok(Some(Created { id: id.to_owned(), key, invitation: None })),
        Err(ApiError::NotInvited | ApiError::Refused(_) | ApiError::Blocked) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Waits until the deadline for other servers to report the host.
async fn host_is_there(app: &App, live: &LiveGame, deadline: Instant) -> bool {
    const BETWEEN: Duration = Duration::from_millis(30);
    let host = live.state().log.table().host_color();
    loop {
        if live.away(host).is_none() {
            return true;
        }
        if app.supervisor.games.outbox().is_none() || Instant::now() >= deadline {
            return false;
        }
        tokio::time::sleep(BETWEEN).await;
    }
}
