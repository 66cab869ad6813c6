//! Updates for the viewers of a game, serialised once for all of them.

use arbiter::Event;
use axum::extract::ws::Utf8Bytes;
use draughts::Color;
use serde::Serialize;
use wire::{EventView, PresenceView, RatingChange};

/// The kinds of updates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UpdateKind {
    /// The response to hello.
    Welcome,
    /// The whole game.
    Game,
    /// An event.
    Event,
    /// Rating changes.
    Ratings,
    /// Presence.
    Present,
    /// A chat message.
    Chat,
    /// The game advanced on another server; only viewers on this server are told, and reread it.
    Elsewhere,
}

impl UpdateKind {
    /// The name of the message.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Welcome => "welcome",
            Self::Game => "game",
            Self::Event => "event",
            Self::Ratings => "ratings",
            Self::Present => "present",
            Self::Chat => "chat",
            Self::Elsewhere => "elsewhere",
        }
    }
}

/// A message that is the same for all viewers of a game.
#[derive(Clone, Debug)]
pub struct Update {
    /// The kind of the update.
    pub kind: UpdateKind,
    /// The number of its event.
    pub seq: Option<u64>,
    text: Utf8Bytes,
}

impl Update {
    /// Creates an update.
    pub fn new(kind: UpdateKind, seq: Option<u64>, data: &impl Serialize) -> Self {
        let data = serde_json::to_string(data).expect("messages are plain data");
        Self { kind, seq, text: format!("{{\"{}\":{data}}}", kind.name()).into() }
    }

    /// Creates the update for an event.
    pub fn of(event: &EventView) -> Self {
        Self::new(UpdateKind::Event, Some(event.seq), event)
    }

    /// Creates the update for a change of presence.
    pub fn present(presence: &PresenceView) -> Self {
        Self::new(UpdateKind::Present, None, presence)
    }

    /// Creates the update for rating changes.
    pub fn ratings(changes: &[Option<RatingChange>; 2]) -> Self {
        Self::new(UpdateKind::Ratings, None, changes)
    }

    /// The WebSocket message: an object with one field, named like the message.
    pub fn message(&self) -> Utf8Bytes {
        self.text.clone()
    }

    /// The data without the name.
    pub fn data(&self) -> &str {
        let before = "{\"\":".len() + self.kind.name().len();
        &self.text[before..self.text.len() - 1]
    }
}

/// An event for programs: the kind, the side, and the value if there is one. Moves are written as in the log.
pub fn described(
    event: &Event,
    last_move: Option<&String>,
) -> (&'static str, Option<Color>, Option<String>) {
    let (what, side, value) = match event {
        Event::Join { side, name } => ("join", Some(side), Some(name.clone())),
        Event::Move { side, text, .. } => {
            ("move", Some(side), Some(last_move.unwrap_or(text).clone()))
        }
        Event::Touch { side, square } => ("touch", Some(side), Some(square.clone())),
        Event::Offer { side, proposal } => ("offer", Some(side), Some(proposal.word().into())),
        Event::Accept { side, proposal } => ("accept", Some(side), Some(proposal.word().into())),
        Event::Decline { side, proposal } => ("decline", Some(side), Some(proposal.word().into())),
        Event::Withdraw { side, proposal } => {
            ("withdraw", Some(side), Some(proposal.word().into()))
        }
        Event::ClaimDraw { side } => ("claim", Some(side), None),
        Event::Resign { side } => ("resign", Some(side), None),
        Event::Abort { by } => ("abort", by.as_ref(), None),
        Event::Flag { side } => ("flag", Some(side), None),
        Event::Abandon { side } => ("abandon", Some(side), None),
        Event::Close => ("close", None, None),
        Event::Credit { time } => ("credit", None, Some(time.to_string())),
    };
    (what, side.copied(), value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_can_be_taken_out_of_its_envelope() {
        let update = Update::new(UpdateKind::Present, None, &[1, 2]);
        assert_eq!(update.message().as_str(), r#"{"present":[1,2]}"#);
        assert_eq!(update.data(), "[1,2]");
    }
}
