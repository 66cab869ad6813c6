//! Events of a game, as viewers get them.

use crate::game::{MatchScore, Pieces, PlyView, PositionView, Said, SeatedAccountView};
use crate::part::Part;
use crate::player::Player;
use arbiter::TableState;
use draughts::Color;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// An event of a game, and all that it changed.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct EventView {
    /// The number of the event.
    pub seq: u64,
    /// The number of moves of the game after the event.
    pub ply: usize,
    /// The position after it, in sixteen hexadecimal digits.
    pub hash: String,
    /// The action, or `join`, `flag`, `abandon`, `close` or `credit`.
    pub what: Cow<'static, str>,
    /// The side that did it.
    #[cfg_attr(feature = "schema", schema(value_type = Option<arbiter::SideSchema>))]
    pub side: Option<Color>,
    /// The move, the square, what is offered, or the name of who joined.
    pub value: Option<String>,
    /// The line of the log.
    pub line: String,
    /// The number of earlier moves that still count.
    pub plies: usize,
    /// The move, if it was one.
    #[serde(rename = "move")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<PlyView>))]
    pub mv: Option<Part<PlyView>>,
    /// The state of the table after the event.
    pub table: TableState,
    /// The position, and what may be done in it.
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
    /// The score over games that followed by rematch, if this is one of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub score: Option<MatchScore>,
    /// The game's ending and counters in words.
    #[cfg_attr(feature = "schema", schema(value_type = Said))]
    pub said: Part<Said>,
    /// The id of the next game between the same players, if they agreed on one.
    pub next: Option<String>,
}
