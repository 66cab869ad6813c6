//! The whole state of a table as plain data, for JSON and for comparison.

use crate::clock::Reading;
use crate::offers::Offer;
use crate::table::{Phase, Table};
use crate::time::Time;
use draughts::{Color, DrawCount};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// The whole state of a table at a time. Fields are always in this order; numbers that may be too large for a browser
/// (seed and hash) are text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Snapshot {
    /// The rules as text.
    pub rules: String,
    /// The display name of the rules.
    pub title: String,
    /// The seed of everything random in the game.
    pub seed: String,
    /// The opening, as text.
    pub opening: String,
    /// The number of moves that belong to the opening.
    pub opening_plies: usize,
    /// Whether a touched piece must be moved.
    pub touch_move: bool,
    /// When the table was created, in milliseconds since 1970.
    pub created: u64,
    /// When the last event happened, in milliseconds since 1970.
    pub last_event: u64,
    /// When the clocks were read, in milliseconds since 1970.
    pub at: u64,
    /// The phase of the game.
    pub phase: Phase,
    /// The host's colour.
    #[cfg_attr(feature = "schema", schema(value_type = SideSchema))]
    pub host: Color,
    /// The players' names.
    pub names: PlayerNames,
    /// The position before the first move.
    pub start: String,
    /// The moves so far, in the variant's notation.
    pub moves: Vec<String>,
    /// The current position.
    pub fen: String,
    /// The hash of the position, in sixteen hexadecimal digits.
    pub hash: String,
    /// The side to move.
    #[cfg_attr(feature = "schema", schema(value_type = SideSchema))]
    pub turn: Color,
    /// The number of the next move, from 1; both sides' moves share it.
    pub move_number: usize,
    /// The number of the next turn, from 1: each side's move is one.
    pub turn_number: usize,
    /// The state of the clock.
    pub clock: ClockFace,
    /// The unanswered offers.
    pub offers: Vec<OfferView>,
    /// The sides that may offer a draw now.
    pub may_offer_draw: MayOffer,
    /// The counters of the draw rules.
    pub counters: Vec<Counter>,
    /// The draws that can be claimed, in words.
    pub claims: Vec<String>,
    /// The square of the piece that must be moved.
    pub touched: Option<String>,
    /// The result, if the game is over.
    pub ending: Option<EndingView>,
    /// Whether both sides want to play again.
    pub rematch_agreed: bool,
}

/// The fields of a [`Snapshot`] that an event can change.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TableState {
    /// When the clocks were read, in milliseconds since 1970.
    pub at: u64,
    /// When the last event happened, in milliseconds since 1970.
    pub last_event: u64,
    /// The phase of the game.
    pub phase: Phase,
    /// The players' names.
    pub names: PlayerNames,
    /// The side to move.
    #[cfg_attr(feature = "schema", schema(value_type = SideSchema))]
    pub turn: Color,
    /// The number of the next move, from 1; both sides' moves share it.
    pub move_number: usize,
    /// The number of the next turn, from 1: each side's move is one.
    pub turn_number: usize,
    /// The state of the clock.
    pub clock: ClockFace,
    /// The unanswered offers.
    pub offers: Vec<OfferView>,
    /// The sides that may offer a draw now.
    pub may_offer_draw: MayOffer,
    /// The counters of the draw rules.
    pub counters: Vec<Counter>,
    /// The draws that can be claimed, in words.
    pub claims: Vec<String>,
    /// The square of the piece that must be moved.
    pub touched: Option<String>,
    /// The result, if the game is over.
    pub ending: Option<EndingView>,
    /// Whether both sides want to play again.
    pub rematch_agreed: bool,
}

// `Color` has no schema of its own.
/// A side.
#[cfg(feature = "schema")]
#[derive(utoipa::ToSchema)]
#[schema(as = Side, rename_all = "lowercase")]
#[expect(missing_docs, reason = "as in Color")]
pub enum SideSchema {
    White,
    Black,
}

/// The players' names.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PlayerNames {
    /// White's name; null while the seat is free.
    pub white: Option<String>,
    /// Black's name; null while the seat is free.
    pub black: Option<String>,
}

/// The sides that may offer a draw.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct MayOffer {
    /// Whether White may.
    pub white: bool,
    /// Whether Black may.
    pub black: bool,
}

/// The state of the clock.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ClockFace {
    /// The time control as text.
    pub control: String,
    /// The maximum lag compensation per move, in milliseconds.
    pub lag_cap: u64,
    /// The side whose clock runs.
    #[cfg_attr(feature = "schema", schema(value_type = Option<SideSchema>))]
    pub running: Option<Color>,
    /// White's clock.
    pub white: Reading,
    /// Black's clock.
    pub black: Reading,
}

/// An unanswered offer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct OfferView {
    /// The side that made the offer.
    #[cfg_attr(feature = "schema", schema(value_type = SideSchema))]
    pub by: Color,
    /// The kind of offer.
    pub proposal: Cow<'static, str>,
}

/// The counter of a draw rule.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Counter {
    /// The rule in words.
    pub rule: String,
    /// The count so far.
    pub count: u16,
    /// The count at which the rule applies.
    pub limit: u16,
    /// Whether a player must claim it.
    pub claimed: bool,
}

impl From<DrawCount> for Counter {
    fn from(DrawCount { rule, count }: DrawCount) -> Self {
        Self { rule: rule.to_string(), count, limit: rule.limit, claimed: rule.claimed }
    }
}

/// The result of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct EndingView {
    /// The winner's colour, if there is one.
    #[cfg_attr(feature = "schema", schema(value_type = Option<SideSchema>))]
    pub winner: Option<Color>,
    /// A stable identifier for programs.
    pub reason: Cow<'static, str>,
    /// A sentence for people.
    pub text: String,
}

impl Table {
    /// The whole state, with the clocks read at a time not before the last event.
    ///
    /// ```
    /// use draughts_arbiter::{Table, Terms, Time};
    /// use draughts::Variant;
    ///
    /// let table = Table::create(Terms::new(Variant::American.into(), 7), Time(0))?;
    /// let json = serde_json::to_string(&table.snapshot(Time(0))).unwrap();
    /// assert!(json.starts_with(r#"{"rules":"american","title":"American checkers","seed":"7","#));
    /// # Ok::<(), draughts_arbiter::TermsError>(())
    /// ```
    pub fn snapshot(&self, at: Time) -> Snapshot {
        let terms = self.terms();
        let position = self.game().position();
        let state = self.state(at);
        Snapshot {
            rules: terms.rules.to_string(),
            title: terms.rules.title(),
            seed: terms.seed.to_string(),
            opening: terms.opening.to_string(),
            opening_plies: self.opening_plies(),
            touch_move: terms.touch_move,
            created: self.created().0,
            last_event: state.last_event,
            at: state.at,
            phase: state.phase,
            host: self.host_color(),
            names: state.names,
            start: self.game().start().to_fen(),
            moves: self.moves().to_vec(),
            fen: position.to_fen(),
            hash: format!("{:016x}", position.hash()),
            turn: state.turn,
            move_number: state.move_number,
            turn_number: state.turn_number,
            clock: state.clock,
            offers: state.offers,
            may_offer_draw: state.may_offer_draw,
            counters: state.counters,
            claims: state.claims,
            touched: state.touched,
            ending: state.ending,
            rematch_agreed: state.rematch_agreed,
        }
    }

    /// Returns the parts of the state that events can change, with the clocks read at a time not before the
    /// last event.
    pub fn state(&self, at: Time) -> TableState {
        let at = at.max(self.last_event());
        let terms = self.terms();
        let name = |side| self.name(side).map(str::to_owned);
        let offer =
            |offer: &Offer| OfferView { by: offer.by, proposal: offer.proposal.word().into() };
        TableState {
            at: at.0,
            last_event: self.last_event().0,
            phase: self.phase(),
            names: PlayerNames { white: name(Color::White), black: name(Color::Black) },
            turn: self.turn(),
            move_number: self.game().move_number(),
            turn_number: self.game().turn_number(),
            clock: ClockFace {
                control: terms.clock.to_string(),
                lag_cap: terms.lag_cap,
                running: self.running(),
                white: self.clock(Color::White, at),
                black: self.clock(Color::Black, at),
            },
            offers: self.offers().iter().map(offer).collect(),
            may_offer_draw: MayOffer {
                white: self.may_offer_draw(Color::White),
                black: self.may_offer_draw(Color::Black),
            },
            counters: self.counters().into_iter().map(Counter::from).collect(),
            claims: self.claims().iter().map(ToString::to_string).collect(),
            touched: self.touched().map(|square| self.game().position().name(square)),
            ending: self.ending().map(|ending| EndingView {
                winner: ending.winner,
                reason: ending.reason.word().into(),
                text: ending.to_string(),
            }),
            rematch_agreed: self.rematch_terms().is_some(),
        }
    }
}
