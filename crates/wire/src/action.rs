//! The actions of players in a game.

use crate::bounds::{Plies, Text};
use draughts::Color;
use serde::{Deserialize, Serialize};

/// The maximum length of a request id.
pub const LONGEST_CLIENT: usize = 64;

// Derived schemas allow no constants in the arguments of a type.
type ValueText = Text<0, 256>;
type MoveText = Text<1, 256>;
type ClientText = Text<1, LONGEST_CLIENT>;
type GameName = Text<0, 64>;

/// An action of a player.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(
    example = json!({ "side": "white", "what": "move", "value": "c3-d4", "ply": 0 })
))]
#[serde(deny_unknown_fields)]
pub struct Action {
    /// The side that acts.
    #[cfg_attr(feature = "schema", schema(inline, value_type = arbiter::SideSchema))]
    pub side: Color,
    /// The action: `move`, `touch`, `offer`, `accept`, `decline`, `withdraw`, `claim` (a draw by the
    /// rules), `claim-win` (the opponent has left), `resign` or `abort` (before both sides have moved).
    #[cfg_attr(feature = "schema", schema(inline))]
    pub what: ActionKind,
    /// For `move` the move, for `touch` the square; for `offer`, `accept`, `decline` and `withdraw`
    /// one of `draw`, `take-back`, `pause`, `resume` and `rematch`; otherwise nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(inline))]
    pub value: Option<ValueText>,
    /// The number of plies in the game when the client decided; if it has changed, nothing happens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(inline))]
    pub ply: Option<Plies>,
    /// An id for this request: repeated with the same id, it has no further effect and gets the same response.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(inline))]
    pub client: Option<ClientText>,
    /// The id of the game, as a check.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(inline))]
    pub game: Option<GameName>,
}

/// The kinds of actions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ActionKind {
    /// Make a move.
    Move,
    /// Touch a piece, which must then be moved.
    Touch,
    /// Make an offer.
    Offer,
    /// Accept an offer.
    Accept,
    /// Decline an offer.
    Decline,
    /// Withdraw an offer.
    Withdraw,
    /// Claim a draw by the rules.
    Claim,
    /// Claim the game because the opponent has left.
    ClaimWin,
    /// Resign.
    Resign,
    /// Abort the game before both sides have moved.
    Abort,
}

/// A move.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(
    example = json!({ "move": "c3-d4", "ply": 0, "client": "bot-1" })
))]
#[serde(deny_unknown_fields)]
pub struct MoveOrder {
    /// The move, with its whole path if two captures would be written alike.
    #[serde(rename = "move")]
    #[cfg_attr(feature = "schema", schema(inline))]
    pub text: MoveText,
    /// The number of plies in the game when the client decided; if it has changed, nothing happens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(inline))]
    pub ply: Option<Plies>,
    /// An id for this request: repeated with the same id, it has no further effect and gets the same response.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(inline))]
    pub client: Option<ClientText>,
}

/// The number of a stored event.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Ack {
    /// The number of the event in the game's log.
    pub seq: u64,
}
