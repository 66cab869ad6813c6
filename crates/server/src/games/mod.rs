//! All games of a server: each goes on only when the store has taken the next line.

mod fair;
mod others;
mod seeks;
mod setup;

pub use setup::{Created, Guest, Opponent, Setup, next};

use crate::apart::{Pool, Task};
use crate::bus::Outbox;
use crate::failure::Failure;
use crate::guard::{Ledger, size_of};
use crate::live::{Acknowledged, Live, NOBODY_KNOWN, Request, State};
use crate::news::{EventView, News, What};
use crate::people::{People, notes};
use crate::seats::{Seat, Seats, Sitter, Who, digest};
use crate::store::{Append, Store, StoreError, Summary};
use crate::time::{now, now_after};
use crate::uptime::Uptime;
use crate::view::{Said, Scene, SitterView, snapshot};
use arbiter::{Event, Log, Phase, Proposal, Table, Time, TimeControl};
use draughts::Color;
use fair::Peers;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// The most lines that a log may have: more than any game needs, less than a page can bear.
const LONGEST_LOG: usize = 5_000;

/// How long other servers leave a move of the computer to the one that took the player's, in
/// milliseconds.
pub(crate) const LEFT_TO_OTHERS: u64 = 10_000;

/// After how long it is looked whether the host of an open game is still there, in milliseconds.
pub(crate) const LONGEST_WAIT: u64 = 600_000;

/// How long a game with days for each move waits for anybody while its host is away, in milliseconds.
pub(crate) const LONGEST_SEEK: u64 = 24 * 60 * 60 * 1_000;

/// All games of a server.
pub struct Games {
    /// Who has an account.
    pub people: People,
    store: Arc<dyn Store>,
    /// Games that somebody is looking at.
    live: Mutex<HashMap<String, Weak<Live>>>,
    /// Where other servers are told.
    outbox: Option<Outbox>,
    /// This server, by its run.
    server: String,
    /// When moves could be taken.
    uptime: Arc<Uptime>,
    /// When the last note was begun that this server is alive; held while there is another.
    beats: tokio::sync::Mutex<u64>,
    /// The other servers of the store.
    peers: Mutex<Peers>,
    /// What everybody has used of what they may.
    ledger: Arc<Ledger>,
    /// Where positions with very many ways to capture are worked on.
    pub(crate) pool: Arc<Pool>,
}

/// How often something is tried again that another server was faster with.
const ATTEMPTS: u32 = 8;

impl Games {
    /// The games of a store, which other servers may have too.
    pub(crate) fn new(
        store: Arc<dyn Store>,
        outbox: Option<Outbox>,
        ledger: Arc<Ledger>,
        server: String,
        uptime: Arc<Uptime>,
        pool: Arc<Pool>,
    ) -> Self {
        Self {
            people: People::new(Arc::clone(&store)),
            store,
            live: Mutex::default(),
            outbox,
            ledger,
            server,
            uptime,
            beats: tokio::sync::Mutex::default(),
            peers: Mutex::default(),
            pool,
        }
    }

    pub(crate) fn outbox(&self) -> Option<&Outbox> {
        self.outbox.as_ref()
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
        let known = |games: &HashMap<String, Weak<Live>>| games.get(id).and_then(Weak::upgrade);
        if let Some(live) = known(&self.live.lock().unwrap_or_else(PoisonError::into_inner)) {
            return Ok(live);
        }
        let (state, acknowledged) = self.load_fairly(id).await?;
        let live = Arc::new(Live::new(id, state, acknowledged, self.outbox.clone(), now()));
        let mut games = self.live.lock().unwrap_or_else(PoisonError::into_inner);
        // Somebody may have been faster.
        if let Some(live) = known(&games) {
            return Ok(live);
        }
        games.retain(|_, live| live.strong_count() > 0);
        games.insert(id.to_owned(), Arc::downgrade(&live));
        Ok(live)
    }

    /// A game as it is listed.
    pub(crate) fn summary(&self, live: &Live) -> Summary {
        let state = live.state();
        summary(&live.id, &state.log, &state.seats)
    }

    /// The games that somebody is looking at.
    pub fn all_live(&self) -> Vec<Arc<Live>> {
        let games = self.live.lock().unwrap_or_else(PoisonError::into_inner);
        games.values().filter_map(Weak::upgrade).collect()
    }

    /// A game from the store. Time in which no move could be taken does not count.
    async fn load_fairly(&self, id: &str) -> Result<(State, Acknowledged), Failure> {
        loop {
            let (state, acknowledged) = self.load(id).await?;
            let Some(request) = self.stored_credit(&state).await? else {
                return Ok((state, acknowledged));
            };
            let before = Before::unseen(state);
            match self.step(id, &before, &request, None, None).await {
                Ok((state, ..)) => return Ok((state, acknowledged)),
                Err(Failure::Store(StoreError::Conflict)) => {}
                Err(failure) => return Err(failure),
            }
        }
    }

    async fn load(&self, id: &str) -> Result<(State, Acknowledged), Failure> {
        let stored = self.store.load(id).await?.ok_or(Failure::NoGame)?;
        let damaged = |error: &dyn std::fmt::Display| Failure::Damaged(error.to_string());
        let text: String =
            stored.lines.iter().flat_map(|(line, _)| [line.as_str(), "\n"]).collect();
        let replay = move || arbiter::replay(&text);
        let log = self.pool.soon(Some(NOBODY_KNOWN), Task::Games, replay).await?;
        let log = log.map_err(|error| damaged(&error))?;
        let seats = serde_json::from_str(&stored.seats).map_err(|error| damaged(&error))?;
        let named = stored.lines.into_iter().enumerate();
        let acknowledged =
            named.filter_map(|(seq, (_, client))| Some((client?, seq as u64))).collect();
        Ok((State { log, seats, public: stored.public }, acknowledged))
    }

    /// Lets something happen on behalf of whoever shows this. The answer, the number of the line, comes
    /// when the store has it.
    pub async fn act(&self, live: &Live, who: &Who, request: Request) -> Result<u64, Failure> {
        let mut acknowledged = live.turn.lock().await;
        let side = request.by.ok_or(Failure::NotYourSeat)?;
        if !live.state().seats.opens(side, who) {
            return Err(Failure::NotYourSeat);
        }
        if let Event::Abandon { side } = request.event {
            may_claim(live, side)?;
        }
        // Each side has names of its own: nobody can take those of the other.
        let client = request.client.map(|name| format!("{side} {name}"));
        let request = Request { client, ..request };
        // What has happened costs nothing when it is asked for again.
        let done = request.client.as_ref().and_then(|name| acknowledged.get(name));
        if let Some(seq) = done {
            return Ok(*seq);
        }
        self.ledger.may_store(who.address)?;
        let makes_game = makes_game(&live.state(), &request.event);
        if makes_game {
            self.ledger.game(who)?;
        }
        let done = self.apply(live, &mut acknowledged, request, None, who.address).await;
        if makes_game && done.is_err() {
            self.ledger.no_game(who);
        }
        done
    }

    /// Lets something happen on the server's own behalf: a flag falls, the computer moves.
    pub async fn act_for_server(&self, live: &Live, request: Request) -> Result<u64, Failure> {
        let mut acknowledged = live.turn.lock().await;
        self.apply(live, &mut acknowledged, request, None, live.player()).await
    }

    /// Seats whoever shows an invitation; from then on the key is theirs.
    pub async fn join(&self, live: &Live, guest: Guest) -> Result<u64, Failure> {
        let Guest { invitation, name, key, person } = guest;
        let who = Who { key, person, ..Who::default() };
        let mut acknowledged = live.turn.lock().await;
        let state = live.state();
        let side = match state.seats.invited(&invitation) {
            Some(side) => side,
            // The answer may have been lost on its way.
            None if state.seats.has_key(&who.key) => return Ok(state.seq() - 1),
            None => return Err(Failure::NotInvited),
        };
        if state.seats.opens(!side, &who) {
            return Err(Failure::NotInvited);
        }
        let at = now();
        let sitter = self.may_sit_down(&state, !side, &who, at).await?;
        let seats = state.seats.clone().with(side, Seat::Person(digest(&who.key)));
        let seats = seats.with_person(side, sitter);
        self.note(&live.id, &seats, at).await?;
        let request = Request::of(Event::Join { side, name });
        self.apply(live, &mut acknowledged, request, Some(seats), None).await
    }

    /// Somebody who sits down opposite of this side, if nothing stands between them.
    async fn may_sit_down(
        &self,
        state: &State,
        host: Color,
        who: &Who,
        at: Time,
    ) -> Result<Option<Sitter>, Failure> {
        let Some(person) = &who.person else {
            return if state.seats.rated { Err(Failure::NotSignedIn) } else { Ok(None) };
        };
        if let Some(host) = state.seats.person(host)
            && self.people.are_apart(&host.id, &person.id).await?
        {
            return Err(Failure::Blocked);
        }
        let terms = state.log.table().terms();
        self.people.sitter(person, terms, at.0).await.map(Some)
    }

    async fn apply(
        &self,
        live: &Live,
        acknowledged: &mut Acknowledged,
        request: Request,
        seats: Option<Seats>,
        payer: Option<IpAddr>,
    ) -> Result<u64, Failure> {
        let known = |acknowledged: &Acknowledged| {
            request.client.as_ref().and_then(|name| acknowledged.get(name)).copied()
        };
        for _ in 0..ATTEMPTS {
            if let Some(seq) = known(acknowledged) {
                return Ok(seq);
            }
            self.settle(live, acknowledged, &request.event).await?;
            // It may have been found in the store meanwhile.
            if let Some(seq) = known(acknowledged) {
                return Ok(seq);
            }
            let before = Before::of(live);
            let plies = before.state.plies();
            if request.ply.is_some_and(|ply| ply != plies) {
                return Err(Failure::Stale { ply: plies });
            }
            match self.step(&live.id, &before, &request, seats.clone(), payer).await {
                Ok((state, scene, news)) => {
                    let seq = state.seq() - 1;
                    if let Some(name) = &request.client {
                        acknowledged.insert(name.clone(), seq);
                    }
                    self.tell_others(live, &state, &request, seats, &news);
                    live.set_ours(true);
                    live.go_on(state, news);
                    live.show(seq + 1, scene);
                    return Ok(seq);
                }
                // Another server has the game too, and was faster.
                Err(Failure::Store(StoreError::Conflict)) => {
                    self.refresh(live, acknowledged).await?;
                }
                Err(failure) => return Err(failure),
            }
        }
        Err(Failure::Store(StoreError::Conflict))
    }

    /// The game after a request, once the store has it, and what is to be told.
    async fn step(
        &self,
        id: &str,
        before: &Before,
        request: &Request,
        seats: Option<Seats>,
        payer: Option<IpAddr>,
    ) -> Result<(State, Arc<Scene>, News), Failure> {
        // The game in memory goes on only when the store has the line.
        let (log, line, scene) = self.record(before, &request.event).await?;
        let before = &before.state;
        let changed = seats.is_some();
        let seats = seats.unwrap_or_else(|| before.seats.clone());
        let state = State { log, seats, public: before.public };
        let append = Append {
            summary: summary(id, &state.log, &state.seats),
            seats: changed.then(|| written(&state.seats)),
            due: due(&state.log, &state.seats),
            public: before.public,
            open: state.seats.is_open() && state.log.table().phase() == Phase::Waiting,
            seq: before.seq(),
            lines: vec![(line.clone(), request.client.clone())],
        };
        self.uptime.ask(self.store.append(append)).await?;
        self.ledger.stored(payer, size_of([&line]));
        if state.log.table().rematch_terms().is_some() {
            self.set_up_next(&state, payer).await?;
        }
        let news = tell(before, &state, &scene, &request.event, line);
        Ok((state, scene, news))
    }

    /// The log after an event, its last line, and what there is to see then. Nothing of it fails after the
    /// line is stored, and all of it is dated when it was asked for.
    async fn record(
        &self,
        before: &Before,
        event: &Event,
    ) -> Result<(Log, String, Arc<Scene>), Failure> {
        let Before { state, scene, player } = before;
        if state.log.lines().len() >= LONGEST_LOG {
            return Err(Failure::TooLong);
        }
        let at = now_after(state.log.table().last_event());
        let (state, scene, event) = (Arc::clone(state), scene.clone(), event.clone());
        let record = move || {
            let mut log = state.log.clone();
            let line = log.record(&event, at)?.to_owned();
            let scene = Arc::new(Scene::of(log.table(), scene.as_deref()));
            Ok((log, line, scene))
        };
        let recorded = self.pool.soon(*player, Task::Position, record).await?;
        recorded.map_err(Failure::Refused)
    }

    /// Now, as this game counts time.
    pub fn now(&self, state: &State) -> Time {
        now_after(state.log.table().last_event())
    }
}

/// Whether an event of a player makes another game: both agree on one, or the computer will.
fn makes_game(state: &State, event: &Event) -> bool {
    match event {
        Event::Accept { proposal, .. } => *proposal == Proposal::Rematch,
        Event::Offer { side, proposal } => {
            let plays_computer = matches!(state.seats.of(!*side), Seat::Computer(_));
            *proposal == Proposal::Rematch && plays_computer
        }
        _ => false,
    }
}

/// A game before something happens in it.
struct Before {
    state: Arc<State>,
    /// What was seen of it last.
    scene: Option<Arc<Scene>>,
    /// The address for which the server works.
    player: Option<IpAddr>,
}

impl Before {
    fn of(live: &Live) -> Self {
        Self { state: live.state(), scene: live.last_scene(), player: live.player() }
    }

    /// A game that nobody looks at yet.
    fn unseen(state: State) -> Self {
        Self { state: Arc::new(state), scene: None, player: Some(NOBODY_KNOWN) }
    }
}

/// Whether the other side may say that this one has left the game.
fn may_claim(live: &Live, side: Color) -> Result<(), Failure> {
    let state = live.state();
    match live.gone(side) {
        Some(time) if state.log.table().turn() == side && time <= now() => Ok(()),
        _ => Err(Failure::NotGone),
    }
}

fn tell(before: &State, state: &State, scene: &Scene, event: &Event, line: String) -> News {
    let table = state.log.table();
    let is_move = matches!(event, Event::Move { .. });
    let ply = state.plies();
    let at = now_after(table.last_event());
    let position = scene.position.clone();
    News::of(&EventView {
        seq: before.seq(),
        ply,
        hash: position.hash.clone(),
        what: What::of(event, table.moves().last()),
        line,
        plies: if is_move { before.plies() } else { ply },
        mv: scene.history.last().filter(|_| is_move).cloned(),
        table: snapshot(table, at).into(),
        position,
        people: SitterView::both(&state.seats),
        said: Said::of(table),
        next: next(state),
    })
}

/// When something is due in a game that happens by itself.
fn due(log: &Log, seats: &Seats) -> Option<u64> {
    let table = log.table();
    let last = table.last_event();
    let flag = table.until_flag(last).map(|left| last.0 + left);
    let computer = |side| matches!(seats.of(side), Seat::Computer(_));
    let thinks = table.phase() == Phase::Playing && computer(table.turn());
    let answers = table.offers().iter().any(|offer| computer(!offer.by));
    let move_due = (thinks || answers).then(|| last.0 + LEFT_TO_OTHERS);
    let longest = if is_slow(table) { LONGEST_SEEK } else { LONGEST_WAIT };
    let left = waits_for_anybody(table, seats).then(|| last.0 + longest);
    [flag, move_due, left].into_iter().flatten().min()
}

/// Whether a game waits for anybody.
pub(crate) fn waits_for_anybody(table: &Table, seats: &Seats) -> bool {
    seats.is_open() && table.phase() == Phase::Waiting
}

/// Whether there are days for each move, so that whoever plays may be away.
pub(crate) fn is_slow(table: &Table) -> bool {
    matches!(table.terms().clock, TimeControl::Correspondence { .. })
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
        accounts: seats.accounts(),
    }
}
