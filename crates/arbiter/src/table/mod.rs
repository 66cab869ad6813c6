//! The table: two seats, a board and a clock.

mod judge;
mod make;

pub(crate) use judge::Change;

use crate::clock::{Clock, Dials, Reading};
use crate::ending::Ending;
use crate::event::Event;
use crate::offers::{Offer, Offers};
use crate::refusal::Refusal;
use crate::terms::{Terms, TermsError};
use crate::time::Time;
use draughts::{ByColor, Color, DrawCount, DrawRule, Game, Square};

/// The phase of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// A seat is free.
    Waiting,
    /// The game is in progress.
    Playing,
    /// The clock is stopped by agreement.
    Paused,
    /// The game is over.
    Finished,
}

/// A table with two seats, a board and a clock: the whole state of a game between two sides.
///
/// It changes only by events, and a refused event changes nothing: [`apply`](Self::apply) first checks the event, which
/// cannot touch the table, and then makes the change, which cannot fail.
///
/// ```
/// use draughts_arbiter::{Event, Phase, Table, Terms, Time};
/// use draughts::{Color, Variant};
///
/// let mut table = Table::create(Terms::new(Variant::Italian.into(), 42), Time(0))?;
/// for (side, name) in [(Color::White, "Anna"), (Color::Black, "Bruno")] {
///     table.apply(&Event::Join { side, name: name.to_owned() }, Time(100))?;
/// }
/// let mv = |side, text: &str| Event::Move { side, text: text.to_owned(), lag: 0 };
/// table.apply(&mv(Color::White, "21-17"), Time(2_000))?;
/// assert_eq!(
///     table.apply(&mv(Color::White, "22-18"), Time(3_000)).unwrap_err().to_string(),
///     "it is black's turn",
/// );
/// table.apply(&Event::Resign { side: Color::Black }, Time(4_000))?;
/// assert_eq!(table.phase(), Phase::Finished);
/// assert_eq!(table.ending().unwrap().to_string(), "white wins: black resigned");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Table {
    terms: Terms,
    created: Time,
    /// The time of the last event.
    last: Time,
    host: Color,
    names: ByColor<Option<String>>,
    phase: Phase,
    game: Game,
    /// The number of opening plies, which are in the game's history but nobody's moves.
    opening_plies: usize,
    /// The moves of the game as text.
    moves: Vec<String>,
    clock: Clock,
    /// The dials when each position arose, starting with the one after the opening.
    dials: Vec<Dials>,
    offers: Offers,
    touched: Option<Square>,
    ending: Option<Ending>,
    rematch_agreed: bool,
}

impl Table {
    /// Creates a table. The game starts when both seats are taken.
    pub fn create(terms: Terms, at: Time) -> Result<Self, TermsError> {
        let game = terms.set_up()?;
        let opening = terms.opening.clone().canonical(&game);
        let terms = Terms { opening, ..terms };
        let clock = Clock::new(terms.clock.clone(), game.position().turn());
        let text = |(ply, mv)| game.position_after(ply).map(|position| position.text(mv));
        let moves: Vec<String> = game.history().enumerate().filter_map(text).collect();
        Ok(Self {
            created: at,
            last: at,
            host: terms.colors.host(terms.seed),
            names: ByColor::default(),
            phase: Phase::Waiting,
            opening_plies: moves.len(),
            moves,
            dials: vec![clock.dials()],
            clock,
            offers: Offers::default(),
            touched: None,
            ending: None,
            rematch_agreed: false,
            game,
            terms,
        })
    }

    /// Applies an event, or says why it is refused.
    pub fn apply(&mut self, event: &Event, at: Time) -> Result<(), Refusal> {
        let change = self.judge(event, at)?;
        self.make(change, at);
        Ok(())
    }

    /// Why an event would be refused now; `None` if it is allowed.
    pub fn would_refuse(&self, event: &Event, at: Time) -> Option<Refusal> {
        self.judge(event, at).err()
    }

    /// Returns the terms of the game, with a position in them in canonical form.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// Returns when the table was created.
    pub fn created(&self) -> Time {
        self.created
    }

    /// Returns when the last event happened.
    pub fn last_event(&self) -> Time {
        self.last
    }

    /// The game: its position, history and rules.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The moves of the game as text, including those of the opening.
    pub fn moves(&self) -> &[String] {
        &self.moves
    }

    /// Returns the number of moves that belong to the opening; they cannot be taken back.
    pub fn opening_plies(&self) -> usize {
        self.opening_plies
    }

    /// Returns the phase of the game.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Returns the side to move.
    pub fn turn(&self) -> Color {
        self.game.position().turn()
    }

    /// Returns the ending, if the game is over.
    pub fn ending(&self) -> Option<&Ending> {
        self.ending.as_ref()
    }

    /// The unanswered offers, oldest first.
    pub fn offers(&self) -> &[Offer] {
        self.offers.open()
    }

    /// Whether earlier offers allow a side to offer a draw.
    pub fn may_offer_draw(&self, side: Color) -> bool {
        self.offers.may_offer_draw(side)
    }

    /// Returns the reading of a side's clock.
    pub fn clock(&self, side: Color, at: Time) -> Reading {
        self.clock.reading(side, at)
    }

    /// Returns the side whose clock is running.
    pub fn running(&self) -> Option<Color> {
        self.clock.running()
    }

    /// Milliseconds until the side to move is out of time: when to send [`Event::Flag`]. `None`
    /// while no clock runs.
    pub fn until_flag(&self, at: Time) -> Option<u64> {
        self.running().and_then(|_| self.clock.until_flag(at))
    }

    /// Returns the counters of the draw rules.
    pub fn counters(&self) -> Vec<DrawCount> {
        self.game.counts()
    }

    /// The draws that can be claimed now.
    pub fn claims(&self) -> Vec<DrawRule> {
        match self.phase {
            Phase::Playing => self.game.claims(),
            _ => Vec::new(),
        }
    }

    /// The square of the piece that was touched and must be moved.
    pub fn touched(&self) -> Option<Square> {
        self.touched
    }

    /// The name of the player on a side.
    pub fn name(&self, side: Color) -> Option<&str> {
        self.names[side].as_deref()
    }

    /// The side of the player who proposed the game.
    pub fn host_color(&self) -> Color {
        self.host
    }

    /// The terms of the rematch, once it is agreed: colours swapped, and a seed drawn from this game's.
    pub fn rematch_terms(&self) -> Option<Terms> {
        self.rematch_agreed.then(|| self.terms.rematch(self.host))
    }
}
