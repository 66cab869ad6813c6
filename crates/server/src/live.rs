//! Games that are being played: each a log in memory, behind a lock of its own, that goes on only
//! when the store has taken the next line.

use crate::failure::Failure;
use crate::seats::{Seat, Seats, digest, new_key, new_name};
use crate::store::{Append, Store, StoreError, Summary};
use crate::time::Clock;
use crate::words::Phrase;
use arbiter::{Event, Log, Terms, Time};
use draughts::Color;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use tokio::sync::broadcast;

/// How many changes a slow viewer may miss before being told to look again.
const BEHIND: usize = 64;
/// The longest name that a client may give a request.
pub const LONGEST_CLIENT: usize = 64;

/// The most lines that a log may have: more than any game needs, less than a page can bear.
const LONGEST_LOG: usize = 5_000;

/// All games of a server.
pub struct Games {
    store: Arc<dyn Store>,
    clock: Clock,
    /// Games that somebody is looking at.
    live: Mutex<HashMap<String, Weak<Live>>>,
}

/// A game that somebody is looking at.
pub struct Live {
    id: String,
    state: tokio::sync::Mutex<State>,
    changes: broadcast::Sender<u64>,
    attended: AtomicBool,
    /// One asks for one hint at a time.
    advised: tokio::sync::Mutex<()>,
}

/// A game as it stands.
#[derive(Clone, Debug)]
pub struct State {
    /// What happened.
    pub log: Log,
    /// Who may act.
    pub seats: Seats,
    /// The numbers of the lines that clients gave a name.
    acknowledged: HashMap<String, u64>,
}

impl State {
    /// How many lines the log has; the number of the next.
    pub fn seq(&self) -> u64 {
        self.log.lines().len() as u64
    }
}

/// What somebody wants to happen.
#[derive(Clone, Debug)]
pub struct Request {
    /// The event.
    pub event: Event,
    /// How many plies the game had when it was decided, if that matters.
    pub ply: Option<usize>,
    /// The client's name for this request: sent again, it has no effect and the same answer.
    pub client: Option<String>,
}

impl Request {
    /// A request that may be made at any time.
    pub fn of(event: Event) -> Self {
        Self { event, ply: None, client: None }
    }
}

/// A new game, and the keys of those who play it.
#[derive(Clone, Debug)]
pub struct Created {
    /// Its name.
    pub id: String,
    /// The key for the host's seat, and for both in a game on one device.
    pub key: String,
}

/// Who plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opponent {
    /// Both sides are played on this device.
    Here,
    /// The computer, at a level.
    Computer(u8),
}

impl Games {
    /// The games of a store.
    pub fn new(store: Arc<dyn Store>) -> Self {
        Self { store, clock: Clock::new(), live: Mutex::default() }
    }

    /// The store.
    pub fn store(&self) -> &dyn Store {
        &*self.store
    }

    /// Sets up a game and seats the players.
    pub async fn create(
        &self,
        terms: Terms,
        opponent: Opponent,
        names: [String; 2],
    ) -> Result<Created, Failure> {
        let key = new_key().map_err(no_chance)?;
        let now = self.clock.now(Time(0));
        let mut log = Log::open(terms, now).map_err(Failure::Terms)?;
        let host = log.table().host_color();
        let [host_name, guest_name] = names;
        for (side, name) in [(host, host_name), (!host, guest_name)] {
            log.record(&Event::Join { side, name }, now).map_err(Failure::Refused)?;
        }
        let seat = |side: Color| match opponent {
            Opponent::Computer(level) if side != host => Seat::Computer(level),
            _ => Seat::Person(digest(&key)),
        };
        let seats = Seats { white: seat(Color::White), black: seat(Color::Black) };
        let id = self.keep(&log, &seats, log.table().last_event()).await?;
        Ok(Created { id, key })
    }

    /// Keeps a game from elsewhere. Whoever has the key may go on with it, for both sides.
    pub async fn import(&self, mut log: Log) -> Result<Created, Failure> {
        arbiter::replay(&log.text()).map_err(|error| Failure::Damaged(error.to_string()))?;
        if log.lines().len() > LONGEST_LOG {
            return Err(Failure::TooLong);
        }
        if log.table().last_event() > self.clock.now(Time(0)) {
            return Err(Failure::Unreadable(Box::new(Phrase::new("import.future"))));
        }
        let key = new_key().map_err(no_chance)?;
        let seat = Seat::Person(digest(&key));
        let seats = Seats { white: seat.clone(), black: seat };
        // It may have been played long ago, and is new here.
        let last = log.table().last_event();
        let now = self.clock.now(last);
        if log.table().running().is_some() {
            let time = now.since(last);
            log.record(&Event::Credit { time }, now).map_err(Failure::Refused)?;
        }
        let id = self.keep(&log, &seats, now).await?;
        Ok(Created { id, key })
    }

    /// Stores a new game; its name.
    async fn keep(&self, log: &Log, seats: &Seats, updated: Time) -> Result<String, Failure> {
        let id = new_name().map_err(no_chance)?;
        let append = Append {
            summary: Summary { updated: updated.0, ..summary(&id, log) },
            seats: serde_json::to_string(seats).unwrap_or_default(),
            seq: 0,
            lines: log.lines().iter().map(|line| (line.clone(), None)).collect(),
        };
        self.store.append(append).await?;
        Ok(id)
    }

    /// A game, from memory or from the store.
    pub async fn find(&self, id: &str) -> Result<Arc<Live>, Failure> {
        let known = |games: &HashMap<String, Weak<Live>>| games.get(id).and_then(Weak::upgrade);
        if let Some(live) = known(&self.live.lock().unwrap_or_else(PoisonError::into_inner)) {
            return Ok(live);
        }
        let state = self.load(id).await?;
        let live = Arc::new(Live {
            id: id.to_owned(),
            state: tokio::sync::Mutex::new(state),
            changes: broadcast::channel(BEHIND).0,
            attended: AtomicBool::new(false),
            advised: tokio::sync::Mutex::default(),
        });
        let mut games = self.live.lock().unwrap_or_else(PoisonError::into_inner);
        // Somebody may have been faster.
        if let Some(live) = known(&games) {
            return Ok(live);
        }
        games.retain(|_, live| live.strong_count() > 0);
        games.insert(id.to_owned(), Arc::downgrade(&live));
        Ok(live)
    }

    async fn load(&self, id: &str) -> Result<State, Failure> {
        let stored = self.store.load(id).await?.ok_or(Failure::NoGame)?;
        let damaged = |error: &dyn std::fmt::Display| Failure::Damaged(error.to_string());
        let text: String =
            stored.lines.iter().flat_map(|(line, _)| [line.as_str(), "\n"]).collect();
        let log = arbiter::replay(&text).map_err(|error| damaged(&error))?;
        let seats = serde_json::from_str(&stored.seats).map_err(|error| damaged(&error))?;
        let named = stored.lines.into_iter().enumerate();
        let acknowledged =
            named.filter_map(|(seq, (_, client))| Some((client?, seq as u64))).collect();
        Ok(State { log, seats, acknowledged })
    }

    /// Lets something happen on behalf of whoever shows this key. The answer, the number of the
    /// line, comes when the store has it.
    pub async fn act(&self, live: &Live, key: &str, request: Request) -> Result<u64, Failure> {
        let mut state = live.state.lock().await;
        let side = side_of(&request.event).ok_or(Failure::NotYourSeat)?;
        if !state.seats.opens(side, key) {
            return Err(Failure::NotYourSeat);
        }
        self.apply(live, &mut state, request).await
    }

    /// Lets something happen on the server's own behalf: a flag falls, the computer moves.
    pub async fn act_for_server(&self, live: &Live, request: Request) -> Result<u64, Failure> {
        let mut state = live.state.lock().await;
        self.apply(live, &mut state, request).await
    }

    async fn apply(
        &self,
        live: &Live,
        state: &mut State,
        request: Request,
    ) -> Result<u64, Failure> {
        if let Some(seq) = request.client.as_ref().and_then(|name| state.acknowledged.get(name)) {
            return Ok(*seq);
        }
        let plies = state.log.table().moves().len();
        if request.ply.is_some_and(|ply| ply != plies) {
            return Err(Failure::Stale { ply: plies });
        }
        if state.log.lines().len() >= LONGEST_LOG {
            return Err(Failure::TooLong);
        }
        // The game in memory goes on only when the store has the line.
        let mut log = state.log.clone();
        let now = self.clock.now(log.table().last_event());
        let line = log.record(&request.event, now).map_err(Failure::Refused)?.to_owned();
        let seq = state.seq();
        let append = Append {
            summary: summary(&live.id, &log),
            seats: String::new(),
            seq,
            lines: vec![(line, request.client.clone())],
        };
        match self.store.append(append).await {
            Ok(()) => {}
            Err(StoreError::Conflict) => {
                // Another server has the game too, and was faster.
                *state = self.load(&live.id).await?;
                let _ = live.changes.send(state.seq());
                if let Some(seq) =
                    request.client.and_then(|name| state.acknowledged.get(&name).copied())
                {
                    return Ok(seq);
                }
                return Err(Failure::Store(StoreError::Conflict));
            }
            Err(error) => return Err(error.into()),
        }
        state.log = log;
        if let Some(name) = request.client {
            state.acknowledged.insert(name, seq);
        }
        // Nobody may be looking.
        let _ = live.changes.send(seq);
        Ok(seq)
    }

    /// Now, as this game counts time.
    pub fn now(&self, state: &State) -> Time {
        self.clock.now(state.log.table().last_event())
    }
}

impl Live {
    /// The game as it stands.
    pub async fn state(&self) -> State {
        self.state.lock().await.clone()
    }

    /// Whether nobody has looked after it until now, and somebody does from now on.
    pub fn is_attended_from_now(&self) -> bool {
        !self.attended.swap(true, Ordering::Relaxed)
    }

    /// The right to ask for a hint, unless one is being thought about.
    pub fn advice(&self) -> Result<tokio::sync::MutexGuard<'_, ()>, Failure> {
        self.advised.try_lock().map_err(|_| Failure::Busy)
    }

    /// Hears of every change from now on.
    pub fn subscribe(&self) -> broadcast::Receiver<u64> {
        self.changes.subscribe()
    }
}

/// Whose doing an event is; what players may not do themselves has no side.
fn side_of(event: &Event) -> Option<Color> {
    match event {
        Event::Move { side, .. }
        | Event::Touch { side, .. }
        | Event::Offer { side, .. }
        | Event::Accept { side, .. }
        | Event::Decline { side, .. }
        | Event::Withdraw { side, .. }
        | Event::ClaimDraw { side }
        | Event::Resign { side }
        | Event::Abort { by: Some(side) } => Some(*side),
        Event::Join { .. }
        | Event::Flag { .. }
        | Event::Abort { by: None }
        | Event::Abandon { .. }
        | Event::Credit { .. } => None,
    }
}

fn no_chance(error: getrandom::Error) -> Failure {
    Failure::Broken(error.to_string())
}

fn summary(id: &str, log: &Log) -> Summary {
    let table = log.table();
    let name = |side| table.name(side).map(str::to_owned);
    Summary {
        id: id.to_owned(),
        created: table.created().0,
        updated: table.last_event().0,
        rules: table.terms().rules.to_string(),
        white: name(Color::White),
        black: name(Color::Black),
        plies: u32::try_from(table.moves().len()).unwrap_or(u32::MAX),
        ending: table.ending().map(ToString::to_string),
    }
}
