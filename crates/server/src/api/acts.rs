//! What players do in a game, and what they may ask before they do it.

use super::bounds::{Number, Plies, Text};
use super::document::{
    BodyFails, EventFails, GameFails, HintFails, OftenFails, SeatFails, SquareFails,
};
use super::extract::{Body, Id};
use crate::chat::Words;
use crate::error::ApiError;
use crate::live_game::{LONGEST_CLIENT, Request};
use crate::seats::Requester;
use crate::server::App;
use crate::viewer::say;
use crate::words::Phrase;
use arbiter::{Event, Proposal, Refusal};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use draughts::{AnyPosition, Color, Square};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The routes of what happens in games.
pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::default()
        .routes(routes!(act))
        .routes(routes!(make_move))
        .routes(routes!(explain))
        .routes(routes!(hint))
        .routes(routes!(chat))
}

type ValueText = Text<0, 256>;
type ClientText = Text<1, LONGEST_CLIENT>;
type GameName = Text<0, 64>;

/// Something that a player does.
#[derive(Deserialize, Clone, Debug, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "side": "white", "what": "move", "value": "c3-d4", "ply": 0 }))]
pub struct Action {
    /// The side that does it.
    #[schema(inline)]
    side: Side,
    /// The action: `move`, `touch`, `offer`, `accept`, `decline`, `withdraw`, `claim` (a draw by the
    /// rules), `claim-win` (the opponent has left), `resign` or `abort` (before both sides have moved).
    #[schema(inline)]
    what: What,
    /// For `move` the move, for `touch` the square; for `offer`, `accept`, `decline` and `withdraw`
    /// one of `draw`, `take-back`, `pause`, `resume` and `rematch`; otherwise nothing.
    #[serde(default)]
    #[schema(inline)]
    value: Option<ValueText>,
    /// The number of plies in the game when the client decided; if it has changed, nothing happens.
    #[serde(default)]
    #[schema(inline)]
    ply: Option<Plies>,
    /// A name for this request: repeated under the same name, it has no further effect and gets the same answer.
    #[serde(default)]
    #[schema(inline)]
    client: Option<ClientText>,
    /// The id of the game, as a check.
    #[serde(default)]
    #[schema(inline)]
    game: Option<GameName>,
}

/// A side.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Side {
    White,
    Black,
}

impl From<Side> for Color {
    fn from(side: Side) -> Self {
        match side {
            Side::White => Self::White,
            Side::Black => Self::Black,
        }
    }
}

/// What a player can do.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum What {
    Move,
    Touch,
    Offer,
    Accept,
    Decline,
    Withdraw,
    Claim,
    ClaimWin,
    Resign,
    Abort,
}

impl Action {
    /// The request that this is in a game, if it was so long under way, in milliseconds.
    pub fn request(self, game: &str, lag: u64) -> Result<Request, ApiError> {
        if self.game.is_some_and(|name| *name != *game) {
            return Err(ApiError::WrongGame);
        }
        let value = self.value.as_deref().unwrap_or_default();
        let side: Color = self.side.into();
        let proposal = || {
            let named = Proposal::ALL.into_iter().find(|proposal| proposal.word() == value);
            named.ok_or(ApiError::NoProposal)
        };
        let event = match self.what {
            What::Move => Event::Move { side, text: value.to_owned(), lag },
            What::Touch => Event::Touch { side, square: value.to_owned() },
            What::Offer => Event::Offer { side, proposal: proposal()? },
            What::Accept => Event::Accept { side, proposal: proposal()? },
            What::Decline => Event::Decline { side, proposal: proposal()? },
            What::Withdraw => Event::Withdraw { side, proposal: proposal()? },
            What::Claim => Event::ClaimDraw { side },
            What::ClaimWin => Event::Abandon { side: !side },
            What::Resign => Event::Resign { side },
            What::Abort => Event::Abort { by: Some(side) },
        };
        let client = self.client.map(|client| client.to_string());
        Ok(Request { by: Some(side), event, ply: self.ply.map(Number::get), client })
    }
}

/// The number of a stored event.
#[derive(Serialize, ToSchema)]
struct Ack {
    /// The number of the event in the game's log.
    seq: u64,
}

/// Act in a game
///
/// Move, touch a piece, offer and answer, claim a draw, resign, abort the game. The event is stored before
/// the answer is sent.
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
    let seq = app.supervisor.act(&live, who.shown()?, action.request(&id, 0)?).await?;
    Ok(Json(Ack { seq }))
}

type MoveText = Text<1, 256>;

/// A move.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "move": "c3-d4", "ply": 0, "client": "bot-1" }))]
struct MoveOrder {
    /// The move, with its whole path where two captures would be written alike.
    #[serde(rename = "move")]
    #[schema(inline)]
    text: MoveText,
    /// The number of plies in the game when the client decided; if it has changed, nothing happens.
    #[serde(default)]
    #[schema(inline)]
    ply: Option<Plies>,
    /// A name for this request: repeated under the same name, it has no further effect and gets the same answer.
    #[serde(default)]
    #[schema(inline)]
    client: Option<ClientText>,
}

/// Move
///
/// For the side of the key; in a game on one device, for the side to move. The move is stored before the
/// answer is sent.
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

type SquareNumber = Number<1, 255>;
type SquareLetters = Text<1, 3>;

/// A square: its number, which is its place in `board.squares` counted from 1, or its name, such as
/// `c3`.
#[derive(Deserialize, ToSchema)]
#[serde(untagged, expecting = "a square is a number from 1 to 255, or a name such as c3")]
enum SquareName {
    Number(#[schema(inline)] SquareNumber),
    Letters(#[schema(inline)] SquareLetters),
}

impl SquareName {
    fn on(&self, position: &AnyPosition) -> Result<Square, ApiError> {
        let name = match self {
            Self::Number(number) => number.get::<u8>().to_string(),
            Self::Letters(letters) => letters.to_string(),
        };
        position.square(&name).ok_or(ApiError::Refused(Refusal::NoSuchSquare(name)))
    }
}

/// A move to ask about.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "from": 9, "to": 14 }))]
struct MoveQuery {
    /// The start square.
    from: SquareName,
    /// The destination.
    to: SquareName,
}

/// Whether a move is legal, and if not, why.
#[derive(Serialize, ToSchema)]
struct WhyNot {
    /// Whether it is legal.
    legal: bool,
    /// Why it is not legal, in a sentence.
    message: Option<Phrase>,
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
    let why = position.why_not(wish.from.on(position)?, wish.to.on(position)?);
    Ok(Json(WhyNot { legal: why.is_none(), message: why.as_ref().map(Phrase::from) }))
}

/// A message to the other player: free `text`, or one of the presets.
#[derive(Deserialize, ToSchema)]
#[schema(example = json!({ "preset": "well-played" }))]
struct Message {
    #[serde(flatten)]
    words: Words,
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

/// A move that a strong player would make.
#[derive(Serialize, ToSchema)]
struct Hint {
    /// The move; none when the game is over.
    #[schema(example = "c3-d4")]
    text: Option<String>,
}

/// Ask for a hint
///
/// A strong move for the side to move; this may take some seconds. Only for players, and not in games
/// against people.
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
        // Engine time is for those who play, and not against each other.
        [] => return Err(ApiError::NotYourSeat),
        [side] if state.is_apart(!side) => return Err(ApiError::NoHint),
        _ => live.seen(&who),
    }
    Ok(Json(Hint { text: app.supervisor.hint(&live, who.address).await? }))
}
