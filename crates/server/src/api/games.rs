//! Creating and viewing games.

use super::document::{
    AccountFails, BodyFails, EventFails, GameFails, InvitationFails, OftenFails, OrderFails,
    StoreFails,
};
use super::extract::{Body, Id};
use super::rules::read_rules;
use crate::error::ApiError;
use crate::games::{self, Created, Opponent, Setup};
use crate::guard::Cost;
use crate::names::{self, GuestName};
use crate::people::rated_as;
use crate::seats::{Requester, new_key};
use crate::server::App;
use crate::store::Summary;
use crate::time;
use crate::view::game_view;
use arbiter::{Opening, Terms, TermsError};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use std::sync::Arc;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use wire::{CreatedView, GameView, Guest, Number, OpponentWord, Order, SummaryView};

/// The routes of games.
pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::default()
        .routes(routes!(recent, create))
        .routes(routes!(game))
        .routes(routes!(going_on))
        .routes(routes!(join))
}

/// The rate-limit cost of POST requests.
pub const COSTS: &[(&str, Cost)] =
    &[("/api/games", Cost::Request), ("/api/games/{id}/join", Cost::Invitation)];

/// Recent games
///
/// The 50 games with the latest events, newest first.
#[utoipa::path(
    get,
    path = "/games",
    tag = "Games",
    responses((status = 200, description = "The games.", body = Vec<SummaryView>), StoreFails)
)]
async fn recent(State(app): State<Arc<App>>) -> Result<Json<Vec<SummaryView>>, ApiError> {
    const SHOWN: u32 = 50;
    Ok(Json(listed(app.supervisor.games.store().recent(SHOWN).await?)))
}

/// Converts games for lists.
pub fn listed(games: Vec<Summary>) -> Vec<SummaryView> {
    games.into_iter().map(SummaryView::from).collect()
}

/// Games in progress
///
/// Public games in progress: the 50 with the latest events, newest first.
#[utoipa::path(
    get,
    path = "/live",
    tag = "Games",
    responses((status = 200, description = "The games.", body = Vec<SummaryView>), StoreFails)
)]
async fn going_on(State(app): State<Arc<App>>) -> Result<Json<Vec<SummaryView>>, ApiError> {
    const SHOWN: u32 = 50;
    Ok(Json(listed(app.supervisor.games.store().going_on(SHOWN).await?)))
}

/// Reads an order from form fields.
pub fn read_order(fields: serde_json::Value) -> Result<Order, ApiError> {
    serde_json::from_value(fields).map_err(|error| ApiError::Malformed(error.to_string()))
}

/// Returns the terms of the requested game.
pub fn terms(order: &Order) -> Result<Terms, ApiError> {
    let seed = match order.seed {
        Some(seed) => seed.get(),
        None => getrandom::u64().map_err(|error| ApiError::Broken(error.to_string()))? >> 11,
    };
    let mut terms = Terms::new(read_rules(&order.rules)?, seed);
    if let Some(clock) = &order.clock {
        let clock = clock.parse().map_err(TermsError::Clock);
        terms.clock = clock.map_err(ApiError::Terms)?;
    }
    if let Some(color) = order.color {
        terms.colors = color.into();
    }
    terms.opening = match (&order.fen, &order.opening) {
        (Some(fen), _) => Opening::Position(fen.to_string()),
        (None, Some(opening)) => opening.parse().map_err(ApiError::Terms)?,
        (None, None) => Opening::Standard,
    };
    terms.touch_move = order.touch_move;
    Ok(terms)
}

/// Checks that the game may be rated, if the order asks for it.
fn may_be_rated(order: &Order, who: &Requester, terms: &Terms) -> Result<(), ApiError> {
    if !order.rated {
        return Ok(());
    }
    who.person()?;
    match opponent(order) {
        Opponent::Friend | Opponent::Anybody if rated_as(terms).is_some() => Ok(()),
        _ => Err(ApiError::NotRated),
    }
}

fn opponent(order: &Order) -> Opponent {
    const USUAL: u8 = 3;
    let level = order.level.map(Number::get);
    match (order.opponent, level) {
        (Some(OpponentWord::Friend), _) => Opponent::Friend,
        (Some(OpponentWord::Anybody), _) => Opponent::Anybody,
        (Some(OpponentWord::Here), _) | (None, None) => Opponent::Here,
        (_, level) => Opponent::Computer(level.unwrap_or(USUAL)),
    }
}

/// Returns the names of guests: the creator's and, on one device, the other side's.
async fn guests(
    order: &Order,
    app: &App,
    who: &Requester,
) -> Result<[Option<GuestName>; 2], ApiError> {
    let opponent = opponent(order);
    // On one device, the order names both sides.
    let own = match (opponent, &order.names) {
        (Opponent::Here, None) if who.person.is_none() => Some(GuestName::Side),
        _ => guest_name(app, who, order.name()).await?,
    };
    let other = match (opponent, &order.names) {
        (Opponent::Here, None) => Some(GuestName::Side),
        (Opponent::Here, Some([_, other])) => {
            Some(names::of_guest(&app.supervisor.games.people, other).await?)
        }
        (Opponent::Computer(_) | Opponent::Friend | Opponent::Anybody, _) => None,
    };
    Ok([own, other])
}

/// Returns the display name of a guest, from what they typed.
pub async fn guest_name(
    app: &App,
    who: &Requester,
    typed: Option<&str>,
) -> Result<Option<GuestName>, ApiError> {
    match (&who.person, typed) {
        (Some(_), _) => Ok(None),
        (None, Some(typed)) => names::of_guest(&app.supervisor.games.people, typed).await.map(Some),
        (None, None) => Ok(Some(GuestName::Unnamed)),
    }
}

impl From<Created> for CreatedView {
    fn from(Created { id, key, invitation }: Created) -> Self {
        Self { id, key, invitation }
    }
}

/// Creates a game.
pub async fn start(app: &App, who: &Requester, order: Order) -> Result<Created, ApiError> {
    let terms = terms(&order)?;
    may_be_rated(&order, who, &terms)?;
    let guests = guests(&order, app, who).await?;
    let host = match &who.person {
        Some(person) => {
            Some(app.supervisor.games.people.seated_account(person, &terms, time::now().0).await?)
        }
        None => None,
    };
    let setup = Setup {
        terms,
        opponent: opponent(&order),
        guests,
        public: order.public.unwrap_or(true),
        host,
        rated: order.rated,
    };
    let plays_computer = matches!(setup.opponent, Opponent::Computer(_));
    let rules = setup.terms.rules.clone();
    let created = app.supervisor.games.create(setup, who).await?;
    app.endgames.played(&rules);
    if plays_computer {
        let live = app.supervisor.games.find(&created.id).await?;
        live.set_player(who.address);
        // The computer may have the first move: opening the game makes it think.
        app.supervisor.open(&created.id).await?;
    }
    Ok(created)
}

/// Join a game
///
/// With an invitation, or in an open game. The game starts.
#[utoipa::path(
    post,
    path = "/games/{id}/join",
    tag = "Games",
    params(Id),
    request_body = Guest,
    responses(
        (status = 200, description = "The seat is yours.", body = CreatedView),
        BodyFails, AccountFails, InvitationFails, GameFails, EventFails
    )
)]
async fn join(
    State(app): State<Arc<App>>,
    Id(id): Id,
    who: Requester,
    Body(guest): Body<Guest>,
) -> Result<Json<CreatedView>, ApiError> {
    let live = app.supervisor.open(&id).await?;
    let key = match guest.key {
        Some(key) => key.to_string(),
        None => new_key().map_err(|error| ApiError::Broken(error.to_string()))?,
    };
    let name = guest_name(&app, &who, guest.name.as_deref()).await?;
    let invitation = guest.invitation.map_or_else(String::new, |word| word.to_string());
    let guest = games::JoinRequest { invitation, name, key: key.clone(), person: who.person };
    app.supervisor.join(&live, guest).await?;
    Ok(Json(CreatedView { id, key, invitation: None }))
}

/// Create a game
///
/// Against the computer, that is with a level, the key is for one seat; without a level it is for both.
#[utoipa::path(
    post,
    path = "/games",
    tag = "Games",
    request_body = Order,
    responses(
        (status = 201, description = "The game was created.", body = CreatedView,
         links(("game" = (operation_id = "game", parameters(("id" = "$response.body#/id")))))),
        BodyFails, AccountFails, OrderFails, OftenFails, StoreFails
    )
)]
async fn create(
    State(app): State<Arc<App>>,
    who: Requester,
    Body(order): Body<Order>,
) -> Result<(StatusCode, Json<CreatedView>), ApiError> {
    Ok((StatusCode::CREATED, Json(start(&app, &who, order).await?.into())))
}

/// Get a game
///
/// The state of a game: the table, the board, the position with its legal moves, and the moves so far. A key is only
/// needed to see which sides are `yours`.
#[utoipa::path(
    get,
    path = "/games/{id}",
    tag = "Games",
    params(Id),
    security((), ("key" = [])),
    responses((status = 200, description = "The game.", body = GameView), GameFails)
)]
async fn game(
    State(app): State<Arc<App>>,
    Id(id): Id,
    who: Requester,
) -> Result<Json<GameView>, ApiError> {
    let live = app.supervisor.open(&id).await?;
    live.seen(&who);
    let games = &app.supervisor.games;
    let (state, shared_view) = live.shared_view(&games.pool, who.address).await?;
    let sides = state.seats.sides(&who);
    let ratings = games.people.changes(&id, &state).await;
    Ok(Json(game_view(&id, (&state, &shared_view), games.now(&state), &sides, ratings)))
}
