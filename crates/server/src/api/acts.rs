//! Game actions, and the questions players may ask before a move.

use super::document::{
    BodyFails, EventFails, GameFails, HintFails, OftenFails, SeatFails, SquareFails,
};
use super::extract::{Body, Id};
use crate::error::ApiError;
use crate::guard::Cost;
use crate::live_game::Request;
use crate::seats::Requester;
use crate::server::App;
use crate::viewer::say;
use crate::words::Phrase;
use arbiter::{Event, Proposal, Refusal};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use draughts::{AnyPosition, Square};
use std::sync::Arc;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use wire::{
    Ack, Action, ActionKind, Hint, Message, MoveOrder, MoveQuery, Number, SquareName, WhyNot,
};

/// The routes of game actions.
pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::default()
        .routes(routes!(act))
        .routes(routes!(make_move))
        .routes(routes!(explain))
        .routes(routes!(hint))
        .routes(routes!(chat))
}

/// The rate-limit cost of POST requests.
pub const COSTS: &[(&str, Cost)] = &[
    ("/api/games/{id}/events", Cost::Request),
    ("/api/games/{id}/move", Cost::Request),
    ("/api/games/{id}/explain", Cost::Request),
    ("/api/games/{id}/chat", Cost::Request),
    ("/api/games/{id}/hint", Cost::Engine),
];

/// Converts an action in a game, sent `lag` milliseconds ago, to a request.
pub fn request(action: Action, game: &str, lag: u64) -> Result<Request, ApiError> {
    if action.game.is_some_and(|name| *name != *game) {
        return Err(ApiError::WrongGame);
    }
    let value = action.value.as_deref().unwrap_or_default();
    let side = action.side;
    let proposal = || {
        let named = Proposal::ALL.into_iter().find(|proposal| proposal.word() == value);
        named.ok_or(ApiError::NoProposal)
    };
    let event = match action.what {
        ActionKind::Move => Event::Move { side, text: value.to_owned(), lag },
        ActionKind::Touch => Event::Touch { side, square: value.to_owned() },
        ActionKind::Offer => Event::Offer { side, proposal: proposal()? },
        ActionKind::Accept => Event::Accept { side, proposal: proposal()? },
        ActionKind::Decline => Event::Decline { side, proposal: proposal()? },
        ActionKind::Withdraw => Event::Withdraw { side, proposal: proposal()? },
        ActionKind::Claim => Event::ClaimDraw { side },
        ActionKind::ClaimWin => Event::Abandon { side: !side },
        ActionKind::Resign => Event::Resign { side },
        ActionKind::Abort => Event::Abort { by: Some(side) },
    };
    let client = action.client.map(|client| client.to_string());
    Ok(Request { by: Some(side), event, ply: action.ply.map(Number::get), client })
}

/// Act in a game
///
/// Move, touch a piece, make or answer an offer, claim a draw, resign, or abort the game. The event is stored before
/// the response is sent.
#[utoipa::path(
    post,
    path = "/games/{id}/events",
    tag = "Play",
    params(Id),
    security(("key" = [])),
    request_body = Action,
    responses(
        (status = 200, description = "The event is stored.", body = Ack),
        BodyFails, SeatFails, GameFails, EventFails, OftenFails
    )
)]
async fn act(
    State(app): State<Arc<App>>,
    Id(id): Id,
    who: Requester,
    Body(action): Body<Action>,
) -> Result<Json<Ack>, ApiError> {
    let live = app.supervisor.open(&id).await?;
    let seq = app.supervisor.act(&live, who.shown()?, request(action, &id, 0)?).await?;
    Ok(Json(Ack { seq }))
}

/// Move
///
/// For the key's side; in a game on one device, for the side to move. The move is stored before the response is sent.
#[utoipa::path(
    post,
    path = "/games/{id}/move",
    tag = "Play",
    params(Id),
    security(("key" = [])),
    request_body = MoveOrder,
    responses(
        (status = 200, description = "The event is stored.", body = Ack),
        BodyFails, SeatFails, GameFails, EventFails, OftenFails
    )
)]
async fn make_move(
    State(app): State<Arc<App>>,
    Id(id): Id,
    who: Requester,
    Body(order): Body<MoveOrder>,
) -> Result<Json<Ack>, ApiError> {
    let live = app.supervisor.open(&id).await?;
    let who = who.shown()?;
    let turn = live.state().log.table().turn();
    let request = Request {
        by: None,
        event: Event::Move { side: turn, text: order.text.to_string(), lag: 0 },
        ply: order.ply.map(Number::get),
        client: order.client.map(|client| client.to_string()),
    };
    Ok(Json(Ack { seq: app.supervisor.act(&live, who, request).await? }))
}

/// Parses the name of a square.
fn square(name: &SquareName, position: &AnyPosition) -> Result<Square, ApiError> {
    let name = match name {
        SquareName::Number(number) => number.get::<u8>().to_string(),
        SquareName::Letters(letters) => letters.to_string(),
    };
    position.square(&name).ok_or(ApiError::Refused(Refusal::NoSuchSquare(name)))
}

/// Ask why a move is not legal
///
/// In the current position. Needs no key.
#[utoipa::path(
    post,
    path = "/games/{id}/explain",
    tag = "Play",
    params(Id),
    request_body = MoveQuery,
    responses((status = 200, description = "Whether the move is legal, or why not.", body = WhyNot), BodyFails, GameFails, SquareFails)
)]
async fn explain(
    State(app): State<Arc<App>>,
    Id(id): Id,
    Body(wish): Body<MoveQuery>,
) -> Result<Json<WhyNot>, ApiError> {
    let state = app.supervisor.open(&id).await?.state();
    let position = state.log.table().game().position();
    let why = position.why_not(square(&wish.from, position)?, square(&wish.to, position)?);
    Ok(Json(WhyNot { legal: why.is_none(), message: why.as_ref().map(Phrase::from) }))
}

/// Send a chat message
///
/// Only the two players can read it, and it is not saved with the game.
#[utoipa::path(
    post,
    path = "/games/{id}/chat",
    tag = "Play",
    params(Id),
    security(("key" = [])),
    request_body = Message,
    responses((status = 204, description = "The message was sent."), BodyFails, SeatFails, GameFails, HintFails)
)]
async fn chat(
    State(app): State<Arc<App>>,
    Id(id): Id,
    who: Requester,
    Body(message): Body<Message>,
) -> Result<StatusCode, ApiError> {
    let live = app.supervisor.open(&id).await?;
    let side = live.state().seats.sides(who.shown()?).first().copied();
    live.seen(&who);
    say(&live, side.ok_or(ApiError::NotYourSeat)?, message.words)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Ask for a hint
///
/// A strong move for the side to move; this may take some seconds. Only for players, and not in games between people.
#[utoipa::path(
    post,
    path = "/games/{id}/hint",
    tag = "Play",
    params(Id),
    security(("key" = [])),
    responses((status = 200, description = "The move.", body = Hint), SeatFails, GameFails, HintFails)
)]
async fn hint(
    State(app): State<Arc<App>>,
    Id(id): Id,
    who: Requester,
) -> Result<Json<Hint>, ApiError> {
    let live = app.supervisor.open(&id).await?;
    let state = live.state();
    match *state.seats.sides(who.shown()?) {
        // Hints cost engine time: they are for players only, and not in games between people.
        [] => return Err(ApiError::NotYourSeat),
        [side] if state.has_own_device(!side) => return Err(ApiError::NoHint),
        _ => live.seen(&who),
    }
    Ok(Json(Hint { text: app.supervisor.hint(&live, who.address).await? }))
}
