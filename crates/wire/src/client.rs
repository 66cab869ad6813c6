//! The WebSocket messages of clients.

use crate::action::Action;
use serde::{Deserialize, Serialize};

/// A client's message.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "say", rename_all = "lowercase")]
pub enum ClientMessage {
    /// The first message; answered with the game, or with the events that the client is missing.
    Hello {
        /// The client's protocol version.
        #[serde(default)]
        v: u64,
        /// The key of a seat; empty for spectators.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        key: String,
        /// The number of events that the client has.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", schema(nullable = false))]
        since: Option<u64>,
    },
    /// An action; answered with the number of its event, or with an error.
    Do {
        /// A number that the response repeats as `done`.
        id: u64,
        /// The action.
        #[serde(flatten)]
        action: Action,
    },
    /// A message to the other player.
    Chat {
        /// The text.
        #[serde(flatten)]
        words: ChatText,
    },
    /// Answered immediately.
    Ping {
        /// Any number, which the response repeats as `pong`.
        at: f64,
    },
}

/// A chat message: free text, or a preset that every client shows in its own language.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = Words))]
#[serde(rename_all = "lowercase")]
pub enum ChatText {
    /// Free text.
    Text(String),
    /// A preset.
    Preset(Preset),
}

/// A chat message that is translated into every language.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "they are what they say")]
pub enum Preset {
    Hello,
    GoodLuck,
    WellPlayed,
    Thanks,
    Sorry,
    OneMoment,
    GoodBye,
}
