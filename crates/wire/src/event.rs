//! What happens in a game, as viewers are told.

use crate::game::{PlyView, PositionView, Said, SitterView};
use crate::part::Part;
use arbiter::{ClockFace, Counter, EndingView, MayOffer, Names, OfferView, Phase, Snapshot};
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
    pub table: TableChange,
    /// The position, and what may be done in it.
    #[cfg_attr(feature = "schema", schema(value_type = PositionView))]
    pub position: Part<PositionView>,
    /// Who has an account, White first.
    pub people: [Option<SitterView>; 2],
    /// What there is to say about it.
    #[cfg_attr(feature = "schema", schema(value_type = Said))]
    pub said: Part<Said>,
    /// The id of the next game between the same players, if they agreed on one.
    pub next: Option<String>,
}

/// The members of a table that an event can change.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[expect(missing_docs, reason = "as in a snapshot")]
pub struct TableChange {
    pub at: u64,
    pub last_event: u64,
    pub phase: Phase,
    pub names: Names,
    #[cfg_attr(feature = "schema", schema(value_type = arbiter::SideSchema))]
    pub turn: Color,
    pub move_number: usize,
    pub clock: ClockFace,
    pub offers: Vec<OfferView>,
    pub may_offer_draw: MayOffer,
    pub counters: Vec<Counter>,
    pub claims: Vec<String>,
    pub touched: Option<String>,
    pub ending: Option<EndingView>,
    pub rematch_agreed: bool,
}

impl From<Snapshot> for TableChange {
    fn from(table: Snapshot) -> Self {
        let Snapshot { at, last_event, phase, names, turn, move_number, clock, offers, .. } = table;
        let Snapshot { may_offer_draw, counters, claims, touched, ending, rematch_agreed, .. } =
            table;
        Self {
            at,
            last_event,
            phase,
            names,
            turn,
            move_number,
            clock,
            offers,
            may_offer_draw,
            counters,
            claims,
            touched,
            ending,
            rematch_agreed,
        }
    }
}
