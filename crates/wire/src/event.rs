//! Events of a game, as viewers get them.

use crate::game::{MatchScore, Pieces, PlyView, PositionView, Said, SeatedAccountView};
use crate::part::Part;
use crate::player::Player;
use arbiter::TableState;
use draughts::Color;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// An event of a game, with everything it changed.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct EventView {
    /// The number of the event.
    pub seq: u64,
    /// The number of plies after the event.
    pub ply: usize,
    /// The hash of the position after it, in sixteen hexadecimal digits.
    pub hash: String,
    /// The action, or `join`, `flag`, `abandon`, `close` or `credit`.
    pub what: Cow<'static, str>,
    /// The side that acted.
    #[cfg_attr(feature = "schema", schema(value_type = Option<arbiter::SideSchema>))]
    pub side: Option<Color>,
    /// The move, the square, the kind of offer, or the name of the player who joined.
    pub value: Option<String>,
    /// The line of the log.
    pub line: String,
    /// The number of earlier plies that still count, which is less after a take-back.
    pub plies: usize,
    /// The move, if it is one.
    #[serde(rename = "move")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<PlyView>))]
    pub mv: Option<Part<PlyView>>,
    /// The state of the table after the event.
    pub table: TableState,
    /// The position after it, with its legal moves.
    #[cfg_attr(feature = "schema", schema(value_type = PositionView))]
    pub position: Part<PositionView>,
    /// The square of each piece, by its identity.
    #[cfg_attr(feature = "schema", schema(value_type = std::collections::BTreeMap<String, u8>))]
    pub pieces: Part<Pieces>,
    /// The players, White first, if they have changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub players: Option<[Player; 2]>,
    /// The accounts of the players, White first; null for a player without one.
    pub people: [Option<SeatedAccountView>; 2],
    /// The score over a series of rematches, if this game is part of one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub score: Option<MatchScore>,
    /// The game's result and counters in words.
    #[cfg_attr(feature = "schema", schema(value_type = Said))]
    pub said: Part<Said>,
    /// The id of the rematch, if the players agreed on one.
    pub next: Option<String>,
}
