//! What happens in a game, as viewers are told.

use crate::game::{Pieces, PlyView, PositionView, Said, SitterView};
use crate::part::Part;
use crate::player::Player;
use arbiter::TableState;
use draughts::Color;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// Something that happened in a game, and all that it changed.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct EventView {
    /// Its number.
    pub seq: u64,
    /// How many moves the game has after it.
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
    /// How many moves of those before it still count.
    pub plies: usize,
    /// The move, if it was one.
    #[serde(rename = "move")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<PlyView>))]
    pub mv: Option<Part<PlyView>>,
    /// What may have changed at the table.
    pub table: TableState,
    /// The position, and what may be done in it.
    #[cfg_attr(feature = "schema", schema(value_type = PositionView))]
    pub position: Part<PositionView>,
    /// Where each piece stands.
    #[cfg_attr(feature = "schema", schema(value_type = std::collections::BTreeMap<String, u8>))]
    pub pieces: Part<Pieces>,
    /// Who plays, White first, if that has changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub players: Option<[Player; 2]>,
    /// Who has an account, White first.
    pub people: [Option<SitterView>; 2],
    /// What there is to say about it.
    #[cfg_attr(feature = "schema", schema(value_type = Said))]
    pub said: Part<Said>,
    /// The id of the next game between the same players, if they agreed on one.
    pub next: Option<String>,
}
