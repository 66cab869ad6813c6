//! What players do in a game, and what they may ask before they do it.

use super::{Body, body, key};
use crate::failure::Failure;
use crate::live::{LONGEST_CLIENT, Request};
use crate::server::App;
use crate::words::Phrase;
use arbiter::{Event, Proposal};
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::{Json, Router, routing};
use draughts::Color;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The routes of what happens in games.
pub fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/games/{id}/events", routing::post(act))
        .route("/games/{id}/explain", routing::post(explain))
        .route("/games/{id}/hint", routing::post(hint))
}

/// Something that a player does.
#[derive(Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub struct Deed {
    /// The side that does it.
    side: String,
    /// What: move, touch, offer, accept, decline, withdraw, claim, resign or abort.
    what: String,
    /// The move, the square, or what is offered.
    #[serde(default)]
    value: String,
    /// Plies played when it was decided.
    #[serde(default)]
    ply: Option<usize>,
    /// The client's name for this request.
    #[serde(default)]
    client: Option<String>,
}

impl Deed {
    /// The request that this is.
    pub fn request(self) -> Result<Request, Failure> {
        let wrong = |what: &str| Failure::Malformed(what.to_owned());
        let side = match self.side.as_str() {
            "white" => Color::White,
            "black" => Color::Black,
            _ => return Err(wrong("a side is white or black")),
        };
        let proposal = || {
            let all = Proposal::ALL.into_iter();
            all.into_iter()
                .find(|proposal| proposal.word() == self.value)
                .ok_or_else(|| wrong("one offers a draw, take-back, pause, resume or rematch"))
        };
        let event = match self.what.as_str() {
            "move" => Event::Move { side, text: self.value.clone(), lag: 0 },
            "touch" => Event::Touch { side, square: self.value.clone() },
            "offer" => Event::Offer { side, proposal: proposal()? },
            "accept" => Event::Accept { side, proposal: proposal()? },
            "decline" => Event::Decline { side, proposal: proposal()? },
            "withdraw" => Event::Withdraw { side, proposal: proposal()? },
            "claim" => Event::ClaimDraw { side },
            "resign" => Event::Resign { side },
            "abort" => Event::Abort { by: Some(side) },
            _ => {
                return Err(wrong(
                    "a player can move, touch, offer, accept, decline, withdraw, claim, resign or abort",
                ));
            }
        };
        if self.client.as_ref().is_some_and(|client| client.len() > LONGEST_CLIENT) {
            return Err(wrong("the name of a request is too long"));
        }
        Ok(Request { event, ply: self.ply, client: self.client })
    }
}

/// The number of the line that an event became.
#[derive(Serialize)]
struct Ack {
    seq: u64,
}

async fn act(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    deed: Body<Deed>,
) -> Result<Json<Ack>, Failure> {
    let live = app.house.open(&id).await?;
    let seq = app.house.games.act(&live, key(&headers), body(deed)?.request()?).await?;
    Ok(Json(Ack { seq }))
}

/// A move that somebody would like to make.
#[derive(Deserialize)]
struct Wish {
    from: u8,
    to: u8,
}

/// Why it cannot be made.
#[derive(Serialize)]
struct WhyNot {
    legal: bool,
    message: Option<Phrase>,
}

async fn explain(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    wish: Body<Wish>,
) -> Result<Json<WhyNot>, Failure> {
    let wish = body(wish)?;
    let state = app.house.open(&id).await?.state().await;
    let position = state.log.table().game().position();
    let square = |number: u8| {
        let found = position.square(&number.to_string());
        found.ok_or_else(|| Failure::Malformed(format!("there is no square {number}")))
    };
    let why = position.why_not(square(wish.from)?, square(wish.to)?);
    Ok(Json(WhyNot { legal: why.is_none(), message: why.as_ref().map(Phrase::from) }))
}

/// A move that a strong player would make.
#[derive(Serialize)]
struct Hint {
    /// None when the game is over.
    text: Option<String>,
}

async fn hint(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Json<Hint>, Failure> {
    let live = app.house.open(&id).await?;
    // Engine time is for those who play.
    if live.state().await.seats.sides(key(&headers)).is_empty() {
        return Err(Failure::NotYourSeat);
    }
    Ok(Json(Hint { text: app.house.hint(&live).await }))
}
