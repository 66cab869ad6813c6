//! The WebSocket messages of the server.

use crate::client::ChatText;
use crate::error::ErrorView;
use crate::event::EventView;
use crate::game::{GameView, RatingChange};
use draughts::Color;
use serde::{Deserialize, Serialize};

/// A server message. It has one of `welcome`, `game`, `event`, `ratings`, `present`, `chat`, `done`, `pong` and, alone
/// or with `done`, `error`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ServerMessage {
    /// The response to hello.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub welcome: Option<Welcome>,
    /// The whole game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub game: Option<GameView>,
    /// An event of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub event: Option<EventView>,
    /// The rating changes of a rated game, White's first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub ratings: Option<[Option<RatingChange>; 2]>,
    /// The players and spectators who are connected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub present: Option<PresenceView>,
    /// A chat message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub chat: Option<ChatView>,
    /// Why a request failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub error: Option<ErrorView>,
    /// The `id` of the action that this responds to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub done: Option<u64>,
    /// With `done`: the number of the action's event.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub seq: Option<u64>,
    /// The response to a ping.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub pong: Option<f64>,
    /// With `pong`: the server's time, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub now: Option<u64>,
}

impl ServerMessage {
    /// The response to an action.
    pub fn done(id: u64, answer: Result<u64, ErrorView>) -> Self {
        let (seq, error) = match answer {
            Ok(seq) => (Some(seq), None),
            Err(error) => (None, Some(error)),
        };
        Self { done: Some(id), seq, error, ..Self::default() }
    }

    /// The response to a ping.
    pub fn pong(at: f64, now: u64) -> Self {
        Self { pong: Some(at), now: Some(now), ..Self::default() }
    }

    /// An error in response to a client's message.
    pub fn error(error: ErrorView) -> Self {
        Self { error: Some(error), ..Self::default() }
    }
}

/// The response to hello.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Welcome {
    /// The server's protocol version.
    pub v: u64,
    /// The version of the server's program.
    pub build: String,
    /// An id that changes with every restart.
    pub run: String,
    /// The server's time, in milliseconds since 1970.
    pub now: u64,
    /// The number of events in the game.
    pub seq: u64,
    /// The sides that the client may act for.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<arbiter::SideSchema>))]
    pub yours: Vec<Color>,
}

/// The players and spectators who are connected.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PresenceView {
    /// Whether White is.
    pub white: bool,
    /// Whether Black is.
    pub black: bool,
    /// The number of spectators.
    pub watching: u32,
    /// For each absent side, when the opponent may claim the game.
    pub gone: ClaimableFrom,
}

/// When the opponent of an absent side may claim the game, in milliseconds since 1970.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ClaimableFrom {
    /// If White is away.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub white: Option<u64>,
    /// If Black is away.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub black: Option<u64>,
}

/// A chat message from one player to the other.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ChatView {
    /// The side that sent it.
    #[cfg_attr(feature = "schema", schema(value_type = arbiter::SideSchema))]
    pub from: Color,
    /// The text.
    #[serde(flatten)]
    pub words: ChatText,
    /// The time of the message, in milliseconds since 1970.
    pub at: u64,
}
