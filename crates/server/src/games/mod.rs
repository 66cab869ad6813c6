//! All games of a server: each goes on only when the store has taken the next line.

mod others;
mod setup;
mod turns;

pub use setup::{Created, Guest, Opponent, Setup, next};

use crate::bus::Outbox;
use crate::failure::Failure;
use crate::hearing::Hearing;
use crate::live::{Acknowledged, Live, Request, State};
use crate::news::{EventView, News, What};
use crate::people::{People, notes};
use crate::seats::{Seat, Seats};
use crate::store::{Outage, Store, StoreError, Summary};
use crate::time::{now, now_after};
use crate::view::{PositionView, Said, last_ply};
use arbiter::{Event, Log, Phase, Table, Time, TimeControl};
use draughts::Color;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// The most lines that a log may have before its game is ended: more than any game needs, less than a page
/// can bear.
const LONGEST_LOG: usize = 5_000;

/// How long other servers leave a move of the computer to the one that took the player's, in
/// milliseconds.
pub(crate) const LEFT_TO_OTHERS: u64 = 10_000;

/// After how long it is looked whether the host of an open game is still there, in milliseconds.
pub(crate) const LONGEST_WAIT: u64 = 600_000;

/// All games of a server.
pub struct Games {
    /// Who has an account.
    pub people: People,
    store: Arc<dyn Store>,
    /// Games that somebody is looking at.
    live: Mutex<HashMap<String, Weak<Live>>>,
    /// The server that has them, by its run.
    run: String,
    /// Where other servers are told.
    outbox: Option<Outbox>,
    /// Whether everybody who is there is heard of.
    hearing: Arc<Hearing>,
}

impl Games {
    /// The games of a store, which other servers may have too.
    pub(crate) fn new(store: Arc<dyn Store>, run: String, outbox: Option<Outbox>) -> Self {
        let people = People::new(Arc::clone(&store));
        let hearing = Arc::new(Hearing::new(now()));
        Self { people, store, live: Mutex::default(), run, outbox, hearing }
    }

    pub(crate) fn outbox(&self) -> Option<&Outbox> {
        self.outbox.as_ref()
    }

    pub(crate) fn run(&self) -> &str {
        &self.run
    }

    pub(crate) fn hearing(&self) -> &Hearing {
        &self.hearing
    }

    /// Whether other servers may have the same games.
    pub(crate) fn has_company(&self) -> bool {
        self.store.is_shared() || self.outbox.is_some()
    }

    /// The store.
    pub fn store(&self) -> &dyn Store {
        &*self.store
    }

    /// Notes who plays a game that is about to be stored.
    async fn note(&self, id: &str, seats: &Seats, at: Time) -> Result<(), Failure> {
        let notes = notes(id, seats, at.0);
        if !notes.is_empty() {
            self.store.change(notes).await?;
        }
        Ok(())
    }

    /// A game, from memory or from the store.
    pub async fn find(&self, id: &str) -> Result<Arc<Live>, Failure> {
        if let Some(live) = self.find_live(id) {
            return Ok(live);
        }
        let (state, acknowledged) = self.load_fairly(id).await?;
        let company = (self.outbox.clone(), Arc::clone(&self.hearing));
        let live = Arc::new(Live::new(id, state, acknowledged, company));
        if self.has_company() && live.may_go() {
            self.read_signs(vec![Arc::clone(&live)]).await?;
        }
        let mut games = self.live.lock().unwrap_or_else(PoisonError::into_inner);
        // Somebody may have been faster.
        if let Some(live) = games.get(id).and_then(Weak::upgrade) {
            return Ok(live);
        }
        games.retain(|_, live| live.strong_count() > 0);
        games.insert(id.to_owned(), Arc::downgrade(&live));
        Ok(live)
    }

    /// A game that is in memory.
    pub(crate) fn find_live(&self, id: &str) -> Option<Arc<Live>> {
        let games = self.live.lock().unwrap_or_else(PoisonError::into_inner);
        games.get(id).and_then(Weak::upgrade)
    }

    /// The games that somebody is looking at.
    pub fn all_live(&self) -> Vec<Arc<Live>> {
        let games = self.live.lock().unwrap_or_else(PoisonError::into_inner);
        games.values().filter_map(Weak::upgrade).collect()
    }

    /// A game from the store. Time in which there was no server does not count.
    async fn load_fairly(&self, id: &str) -> Result<(State, Acknowledged), Failure> {
        loop {
            let (state, acknowledged) = self.load(id).await?;
            let Some(request) = self.credit(&state).await? else {
                return Ok((state, acknowledged));
            };
            match self.step(id, &state, &request, None).await {
                Ok((state, _)) => return Ok((state, acknowledged)),
                Err(Failure::Store(StoreError::Conflict)) => {}
                Err(failure) => return Err(failure),
            }
        }
    }

    /// What a game whose clock ran while there was no server is due.
    pub async fn credit(&self, state: &State) -> Result<Option<Request>, Failure> {
        let table = state.log.table();
        if table.running().is_none() || is_full(&state.log) {
            return Ok(None);
        }
        let last = table.last_event().0;
        let outages = self.store.outages(last).await?;
        let time: u64 = outages.iter().map(|outage: &Outage| outage.after(last)).sum();
        // Of several servers that find this out, one gives the time back.
        let name = outages.last().map(|outage| format!("credit until {}", outage.until));
        let credit = Request { client: name, ..Request::of(Event::Credit { time }) };
        Ok((time > 0).then_some(credit))
    }

    async fn load(&self, id: &str) -> Result<(State, Acknowledged), Failure> {
        let stored = self.store.load(id).await?.ok_or(Failure::NoGame)?;
        let damaged = |error: &dyn std::fmt::Display| Failure::Damaged(error.to_string());
        let text: String =
            stored.lines.iter().flat_map(|(line, _)| [line.as_str(), "\n"]).collect();
        let log = arbiter::replay(&text).map_err(|error| damaged(&error))?;
        let seats = serde_json::from_str(&stored.seats).map_err(|error| damaged(&error))?;
        let named = stored.lines.into_iter().enumerate();
        let acknowledged =
            named.filter_map(|(seq, (_, client))| Some((client?, seq as u64))).collect();
        Ok((State { log, seats, public: stored.public }, acknowledged))
    }

    /// Now, as this game counts time.
    pub fn now(&self, state: &State) -> Time {
        now_after(state.log.table().last_event())
    }
}

fn tell(before: &State, state: &State, event: &Event, line: String) -> News {
    let table = state.log.table();
    let is_move = matches!(event, Event::Move { .. });
    let ply = state.plies();
    let at = now_after(table.last_event());
    let over = table.phase() == Phase::Finished;
    let position = PositionView::of(table.game().position(), over);
    News::of(&EventView {
        seq: before.seq(),
        ply,
        hash: position.hash.clone(),
        what: What::of(event, table.moves().last()),
        line,
        plies: if is_move { before.plies() } else { ply },
        mv: if is_move { last_ply(table) } else { None },
        table: table.snapshot(at).into(),
        position,
        said: Said::of(table),
        next: next(state),
    })
}

/// Whether a game that goes on has as many lines as a log may have, and is to be ended.
pub(crate) fn is_full(log: &Log) -> bool {
    let goes_on = matches!(log.table().phase(), Phase::Playing | Phase::Paused);
    goes_on && log.lines().len() >= LONGEST_LOG
}

/// When something is due in a game that happens by itself.
fn due(log: &Log, seats: &Seats) -> Option<u64> {
    let table = log.table();
    let last = table.last_event();
    if is_full(log) {
        return Some(last.0);
    }
    let flag = table.until_flag(last).map(|left| last.0 + left);
    let computer = |side| matches!(seats.of(side), Seat::Computer(_));
    let thinks = table.phase() == Phase::Playing && computer(table.turn());
    let answers = table.offers().iter().any(|offer| computer(!offer.by));
    let move_due = (thinks || answers).then(|| last.0 + LEFT_TO_OTHERS);
    let left = waits_for_anybody(table, seats).then(|| last.0 + LONGEST_WAIT);
    [flag, move_due, left].into_iter().flatten().min()
}

/// Whether a game waits for anybody who is to begin at once, so that its host must be there.
pub(crate) fn waits_for_anybody(table: &Table, seats: &Seats) -> bool {
    let slow = matches!(table.terms().clock, TimeControl::Correspondence { .. });
    seats.is_open() && table.phase() == Phase::Waiting && !slow
}

fn written(seats: &Seats) -> String {
    serde_json::to_string(seats).unwrap_or_default()
}

fn summary(id: &str, log: &Log, seats: &Seats) -> Summary {
    let table = log.table();
    let name = |side| table.name(side).map(str::to_owned);
    Summary {
        id: id.to_owned(),
        created: table.created().0,
        updated: table.last_event().0,
        rules: table.terms().rules.to_string(),
        clock: table.terms().clock.to_string(),
        white: name(Color::White),
        black: name(Color::Black),
        plies: u32::try_from(table.moves().len()).unwrap_or(u32::MAX),
        ending: table.ending().map(ToString::to_string),
        rated: seats.rated,
    }
}
