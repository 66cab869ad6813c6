//! The messages of clients over a WebSocket.

use crate::action::Action;
use serde::{Deserialize, Serialize};

/// A message of a client.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "say", rename_all = "lowercase")]
pub enum ClientMessage {
    /// The first message; answered by the game, or by the events that the client does not have.
    Hello {
        /// The version of the protocol that the client speaks.
        #[serde(default)]
        v: u64,
        /// The key of a seat; nothing for spectators.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        key: String,
        /// The number of events that the client has.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", schema(nullable = false))]
        since: Option<u64>,
    },
    /// An action; answered by the number of its event, or by the reason why it did not happen.
    Do {
        /// The number that the answer repeats as `done`.
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
    /// Answered at once.
    Ping {
        /// Any number, which the answer repeats as `pong`.
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

/// A chat message that every language has.
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
