//! All games of a server. A game advances only after the store has accepted the next line.

mod annotations;
mod fair;
mod others;
mod seeks;
mod setup;
mod turns;

pub use annotations::Annotations;
pub use setup::{Created, JoinRequest, Opponent, Setup, next};

use crate::blocking::{Pool, Task};
use crate::bus::Outbox;
use crate::coverage::PresenceCoverage;
use crate::error::ApiError;
use crate::guard::Quotas;
use crate::live_game::{Acknowledged, LiveGame, NOBODY_KNOWN, State};
use crate::locks::lock;
use crate::people::{People, notes};
use crate::seats::{Seat, Seats};
use crate::store::{Store, StoreError, Summary};
use crate::time::{now, now_after};
use crate::update::{Update, described};
use crate::uptime::Uptime;
use crate::view::{SharedView, said, seated_accounts, table_state};
use arbiter::{Event, Log, Phase, Table, Time, TimeControl};
use draughts::Color;
use fair::Peers;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, Weak};
use tokio::sync::Notify;
use wire::{EventView, Part};

/// The maximum number of lines in a log before the game is ended: more than any game needs, less than breaks a page.
const LONGEST_LOG: usize = 5_000;

/// How long other servers leave a computer's move to the server that took the player's, in milliseconds.
pub(crate) const LEFT_TO_OTHERS: u64 = 10_000;

/// After how long an open game is checked for an absent host, in milliseconds.
pub(crate) const LONGEST_WAIT: u64 = 600_000;

/// How long an open correspondence game stays open while its host is away, in milliseconds.
pub(crate) const LONGEST_SEEK: u64 = 24 * 60 * 60 * 1_000;

/// All games of a server.
pub struct Games {
    /// Accounts.
    pub people: People,
    store: Arc<dyn Store>,
    /// Games in use, by id.
    live: Mutex<HashMap<String, Weak<LiveGame>>>,
    /// The id of this server's run.
    run: String,
    /// The channel to other servers, if there are any.
    outbox: Option<Outbox>,
    /// The outages of this server.
    uptime: Arc<Uptime>,
    /// The start of the last heartbeat; locked while one is written.
    beats: tokio::sync::Mutex<u64>,
    /// The other servers of the store.
    peers: Mutex<Peers>,
    /// The quotas per address and account.
    quotas: Arc<Quotas>,
    /// The pool for positions with very many captures.
    pub(crate) pool: Arc<Pool>,
    /// Whether presence at all servers is known.
    coverage: Arc<PresenceCoverage>,
    /// Notified when a game ends.
    pub(crate) ended: Notify,
}

impl Games {
    /// Opens the games of a store, which may be shared with other servers.
    pub(crate) fn new(
        store: Arc<dyn Store>,
        outbox: Option<Outbox>,
        quotas: Arc<Quotas>,
        run: String,
        uptime: Arc<Uptime>,
        pool: Arc<Pool>,
    ) -> Self {
        Self {
            people: People::new(Arc::clone(&store)),
            store,
            live: Mutex::default(),
            outbox,
            quotas,
            run,
            uptime,
            beats: tokio::sync::Mutex::default(),
            peers: Mutex::default(),
            pool,
            coverage: Arc::new(PresenceCoverage::new(now())),
            ended: Notify::new(),
        }
    }

    pub(crate) fn outbox(&self) -> Option<&Outbox> {
        self.outbox.as_ref()
    }

    pub(crate) fn run(&self) -> &str {
        &self.run
    }

    pub(crate) fn coverage(&self) -> &PresenceCoverage {
        &self.coverage
    }

    /// Whether the store may be shared with other servers.
    pub(crate) fn has_company(&self) -> bool {
        self.store.is_shared() || self.outbox.is_some()
    }

    /// Whether messages from other servers, if there are any, arrive.
    pub(crate) fn hears_others(&self) -> bool {
        self.outbox.as_ref().map_or(!self.store.is_shared(), Outbox::is_up)
    }

    /// The store.
    pub fn store(&self) -> &dyn Store {
        &*self.store
    }

    /// Stores who plays a game, before the game itself is stored.
    async fn note(&self, id: &str, seats: &Seats, at: Time) -> Result<(), ApiError> {
        let notes = notes(id, seats, at.0);
        if !notes.is_empty() {
            self.store.change(notes).await?;
        }
        Ok(())
    }

    /// Returns a game, from memory or from the store.
    pub async fn find(&self, id: &str) -> Result<Arc<LiveGame>, ApiError> {
        if let Some(live) = self.find_live(id) {
            return Ok(live);
        }
        let (state, acknowledged) = self.load_fairly(id).await?;
        let company = (self.outbox.clone(), Arc::clone(&self.coverage));
        let live = Arc::new(LiveGame::new(id, state, acknowledged, company));
        if self.has_company() && live.may_go() {
            self.read_presence(vec![Arc::clone(&live)]).await?;
        }
        let mut games = lock(&self.live);
        // Another task may have been faster.
        if let Some(live) = games.get(id).and_then(Weak::upgrade) {
            return Ok(live);
        }
        games.retain(|_, live| live.strong_count() > 0);
        games.insert(id.to_owned(), Arc::downgrade(&live));
        Ok(live)
    }

    /// Returns a game's entry in lists.
    pub(crate) fn summary(&self, live: &LiveGame) -> Summary {
        let state = live.state();
        summary(&live.id, &state.log, &state.seats)
    }

    /// Returns a game if it is in memory.
    pub(crate) fn find_live(&self, id: &str) -> Option<Arc<LiveGame>> {
        let games = lock(&self.live);
        games.get(id).and_then(Weak::upgrade)
    }

    /// Returns all games in memory.
    pub fn all_live(&self) -> Vec<Arc<LiveGame>> {
        let games = lock(&self.live);
        games.values().filter_map(Weak::upgrade).collect()
    }

    /// Loads a game, with time credited for outages.
    async fn load_fairly(&self, id: &str) -> Result<(State, Acknowledged), ApiError> {
        loop {
            let (state, acknowledged) = self.load(id).await?;
            let Some(request) = self.stored_credit(&state).await? else {
                return Ok((state, acknowledged));
            };
            let before = Before::unseen(state);
            match self.step(id, before, None, &request, None, None).await {
                Ok(stepped) => return Ok((stepped.state, acknowledged)),
                Err(ApiError::Store(StoreError::Conflict)) => {}
                Err(error) => return Err(error),
            }
        }
    }

    async fn load(&self, id: &str) -> Result<(State, Acknowledged), ApiError> {
        let stored = self.store.load(id).await?.ok_or(ApiError::NoGame)?;
        let damaged = |error: &dyn std::fmt::Display| ApiError::Damaged(error.to_string());
        let text: String =
            stored.lines.iter().flat_map(|(line, _)| [line.as_str(), "\n"]).collect();
        let replay = move || arbiter::replay(&text);
        let log = self.pool.soon(Some(NOBODY_KNOWN), Task::Games, replay).await?;
        let log = log.map_err(|error| damaged(&error))?;
        let seats = Arc::new(stored.seats);
        let named = stored.lines.into_iter().enumerate();
        let acknowledged =
            named.filter_map(|(seq, (_, client))| Some((client?, seq as u64))).collect();
        Ok((State { log, seats, public: stored.public }, acknowledged))
    }

    /// The current time, as this game counts it.
    pub fn now(&self, state: &State) -> Time {
        now_after(state.log.table().last_event())
    }
}

/// A game as it was before an event.
struct Before {
    state: Arc<State>,
    /// Its last shared view.
    shared_view: Option<Arc<SharedView>>,
    /// The address the work is done for.
    player: Option<IpAddr>,
}

impl Before {
    fn of(live: &LiveGame) -> Self {
        Self { state: live.state(), shared_view: live.last_shared_view(), player: live.player() }
    }

    /// A game that nobody has opened yet.
    fn unseen(state: State) -> Self {
        Self { state: Arc::new(state), shared_view: None, player: Some(NOBODY_KNOWN) }
    }
}

fn tell(
    before: &State,
    state: &State,
    shared_view: &SharedView,
    event: &Event,
    line: String,
) -> Update {
    let table = state.log.table();
    let is_move = matches!(event, Event::Move { .. });
    let ply = state.plies();
    let at = now_after(table.last_event());
    let (what, side, value) = described(event, table.moves().last());
    Update::of(&EventView {
        seq: before.seq(),
        ply,
        hash: shared_view.position.hash.clone(),
        what: what.into(),
        side,
        value,
        line,
        plies: if is_move { before.plies() } else { ply },
        mv: shared_view.history.last().filter(|_| is_move).map(Part::from),
        table: table_state(table, at),
        position: (&shared_view.position).into(),
        pieces: (&shared_view.pieces).into(),
        players: matches!(event, Event::Join { .. }).then(|| state.seats.players()),
        people: seated_accounts(&state.seats),
        score: state.match_score(),
        said: said(table).into(),
        next: next(state),
    })
}

/// Whether an unfinished game's log is full, so that the game must be ended.
pub(crate) fn is_full(log: &Log) -> bool {
    let goes_on = matches!(log.table().phase(), Phase::Playing | Phase::Paused);
    goes_on && log.lines().len() >= LONGEST_LOG
}

/// Returns when the server has to act in a game, in milliseconds since 1970.
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
    let longest = if is_slow(table) { LONGEST_SEEK } else { LONGEST_WAIT };
    let left = waits_for_anybody(table, seats).then(|| last.0 + longest);
    [flag, move_due, left].into_iter().flatten().min()
}

/// Whether a game is open to anyone.
pub(crate) fn waits_for_anybody(table: &Table, seats: &Seats) -> bool {
    seats.is_open() && table.phase() == Phase::Waiting
}

/// Whether this is a correspondence game, in which players may be away.
pub(crate) fn is_slow(table: &Table) -> bool {
    matches!(table.terms().clock, TimeControl::Correspondence { .. })
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
        ending: table.ending().copied(),
        rated: seats.rated,
        players: seats.players(),
        share_key: seats.share_key(),
    }
}
