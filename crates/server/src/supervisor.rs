//! The server's own actions in games: the computer moves and answers offers, and flags fall.

use crate::bus::{BusMessageKind, Outbox, SeenMessages};
use crate::engines::Engines;
use crate::error::ApiError;
use crate::games::{
    Games, JoinRequest, LEFT_TO_OTHERS, LONGEST_SEEK, is_full, is_slow, waits_for_anybody,
};
use crate::health::StoreHealth;
use crate::live_game::{LiveGame, Request, State};
use crate::metrics::{EngineFigures, PlayFigures};
use crate::panics::{caught, joined, supervise};
use crate::queue::Capacity;
use crate::seats::{Requester, Seat};
use crate::time;
use crate::update::Update;
use arbiter::{Dice, Event, Phase, Proposal, Purpose};
use draughts::Color;
use endgame::TableFolder;
use engine::{Level, SearchOptions};
use futures_util::{StreamExt, TryStreamExt, stream};
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::MissedTickBehavior;

/// How long an unused game is kept in memory.
const LINGER: Duration = Duration::from_secs(30);
/// How long to wait before retrying a failed write.
const AGAIN: Duration = Duration::from_secs(1);
/// How long the host of an open game may be away, in milliseconds.
const HOST_MAY_BE_AWAY: u64 = 15_000;
/// How often presence is announced to other servers.
const ANNOUNCE: Duration = Duration::from_secs(10);
/// The interval between heartbeats while a clock runs, and so the longest time an outage of the store can go unnoticed.
const TICK: Duration = Duration::from_millis(250);
/// The number of ticks per second; a heartbeat is written every second in any case.
const BEAT: u64 = 4;
/// How often to check whether messages from other servers arrive, and to poll the store if they do not.
const GLANCE: Duration = Duration::from_millis(50);
/// How many games with events of other servers are read concurrently.
const AT_ONCE: usize = 32;
/// The most queued hints per address.
const HINTS: usize = 16;

/// Supervises the games in use.
pub struct Supervisor {
    /// The games.
    pub games: Games,
    engines: Engines,
    /// Engines for hints, reports and analyses, so that they never delay a game.
    advisers: Engines,
    /// Whether the store accepts writes.
    pub pulse: StoreHealth,
    /// Metrics of the engines.
    pub thinking: EngineFigures,
    /// Metrics of play.
    pub play: PlayFigures,
}

impl Supervisor {
    /// Creates a supervisor; its engines use the endgame tables of a folder, if there is one.
    pub fn new(games: Games, tables: Option<TableFolder>) -> Self {
        let thinking = EngineFigures::default();
        Self {
            games,
            engines: Engines::new(thinking.clone()).with_tables(tables.clone()),
            advisers: Engines::of(Capacity::of(1, HINTS), thinking.clone()).with_tables(tables),
            pulse: StoreHealth::default(),
            thinking,
            play: PlayFigures::default(),
        }
    }

    /// The engines for hints, reports and analyses, which never delay a game.
    pub(crate) fn advisers(&self) -> &Engines {
        &self.advisers
    }

    /// Whether a move could be stored now; if not, why.
    pub fn check(&self) -> Result<(), String> {
        self.pulse.check(Instant::now())?;
        if self.games.is_sound() { Ok(()) } else { Err("the store does not answer".to_owned()) }
    }

    /// Opens a game and supervises it from now on.
    pub async fn open(self: &Arc<Self>, id: &str) -> Result<Arc<LiveGame>, ApiError> {
        let live = self.games.find(id).await?;
        if live.is_attended_from_now() {
            let (supervisor, changes) = (Arc::clone(self), live.subscribe());
            tokio::spawn(attend(supervisor, Arc::clone(&live), changes));
        }
        Ok(live)
    }

    /// Performs an action on behalf of the requester, even if they disconnect before it is stored.
    pub async fn act(
        self: &Arc<Self>,
        live: &Arc<LiveGame>,
        who: &Requester,
        request: Request,
    ) -> Result<u64, ApiError> {
        let sides = live.state().seats.sides(who);
        if !sides.is_empty() {
            live.set_player(who.address);
            live.seen_for(&sides);
        }
        let (supervisor, live, who) = (Arc::clone(self), Arc::clone(live), who.clone());
        let asked = Instant::now();
        let done = tokio::spawn(async move {
            let done = supervisor.games.act(&live, &who, request).await;
            if done.is_ok() {
                supervisor.play.acknowledged.took(asked.elapsed());
            }
            done
        });
        joined(done).await?
    }

    /// Seats a player with an invitation, even if they disconnect before it is stored.
    pub async fn join(
        self: &Arc<Self>,
        live: &Arc<LiveGame>,
        guest: JoinRequest,
    ) -> Result<u64, ApiError> {
        let (supervisor, live) = (Arc::clone(self), Arc::clone(live));
        let done = tokio::spawn(async move { supervisor.games.join(&live, guest).await });
        joined(done).await?
    }

    /// Returns a strong engine's move, as text; `None` when the game is over.
    pub async fn hint(
        &self,
        live: &LiveGame,
        address: Option<IpAddr>,
    ) -> Result<Option<String>, ApiError> {
        /// Strong enough to learn from, and fast.
        const LEVEL: u8 = 9;
        let Ok(level) = Level::new(LEVEL) else { return Ok(None) };
        let _turn = live.advice()?;
        let state = live.state();
        let table = state.log.table();
        if table.phase() != Phase::Playing {
            return Ok(None);
        }
        let options = SearchOptions { level, ..Default::default() };
        self.advisers.think(table.game().clone(), options, address).await
    }

    /// Writes heartbeats for as long as the server runs. `begun` is notified once the downtime before the start is
    /// stored, without which no clock is right.
    pub async fn keep_going(self: Arc<Self>, begun: oneshot::Sender<()>) {
        let (mut begun, mut is_noted) = (Some(begun), false);
        let (mut ticks, mut beats) = (0_u64, 0);
        let mut watch = Watch::default();
        let mut interval = tokio::time::interval(TICK);
        interval.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            interval.tick().await;
            let is_beat = ticks.is_multiple_of(BEAT);
            ticks += 1;
            if !is_beat && is_noted && !self.games.is_clock_running() {
                continue;
            }
            let beat = match is_noted {
                true => self.games.heartbeat().await,
                false => self.games.note_start().await,
            };
            self.pulse.felt(beat.as_ref().err());
            if let Some(begun) = begun.take() {
                // The receiver may not be waiting.
                let _ = begun.send(());
            }
            if let Err(error) = beat {
                tracing::error!(%error, "the store failed");
                continue;
            }
            is_noted = true;
            self.games.give_time_back().await;
            if is_beat {
                if watch.is_due(beats, self.games.outbox()) {
                    // What cannot be read now is polled again.
                    let _ = self.look_for_more(self.games.all_live()).await;
                }
                self.count_results(beats).await;
                beats += 1;
            }
        }
    }

    /// Polls the store for events of other servers while their messages do not arrive, so that players lose no time.
    pub async fn keep_looking(self: Arc<Self>) {
        let mut pause = GLANCE;
        loop {
            tokio::time::sleep(pause).await;
            pause = GLANCE;
            if self.games.hears_others() {
                continue;
            }
            let asked = Instant::now();
            // What cannot be read now is polled again.
            let _ = self.look_for_more(self.games.all_live()).await;
            pause = match self.games.is_clock_running() {
                // Do not overload the store.
                true => GLANCE.max(4 * asked.elapsed()),
                false => AGAIN,
            };
        }
    }

    /// Counts the results of rated games that were not counted when they ended.
    async fn count_results(&self, beats: u64) {
        const NOW_AND_THEN: u64 = 20;
        const AT_ONCE: u64 = 50;
        if !beats.is_multiple_of(NOW_AND_THEN) {
            return;
        }
        let uncounted = match self.games.people.uncounted(AT_ONCE).await {
            Ok(games) => games,
            // They stay uncounted until the store can be read.
            Err(error) => {
                tracing::error!(failure = %error, "rated games cannot be counted");
                return;
            }
        };
        for id in uncounted {
            let counting = async {
                if let Ok(live) = self.games.find(&id).await {
                    self.count(&live).await;
                }
            };
            caught(counting).await;
        }
    }

    async fn count(&self, live: &LiveGame) {
        match self.games.people.count(&live.id, &live.state()).await {
            // All viewers are notified, and so is this task: once is enough.
            Ok(()) if live.is_counted_from_now() => self.games.counted(live).await,
            Ok(()) => {}
            Err(error) => {
                tracing::error!(game = live.id, failure = %error, "the result cannot be counted");
            }
        }
    }

    /// Checks the store for events of other servers in these games.
    pub async fn look_for_more(&self, live: Vec<Arc<LiveGame>>) -> Result<(), ApiError> {
        let ids = live.iter().map(|live| live.id.clone()).collect();
        let lengths = self.games.store().lengths(ids).await?;
        let lengths: HashMap<String, u64> = lengths.into_iter().collect();
        let went_on = |live: &Arc<LiveGame>| {
            lengths.get(&live.id).is_some_and(|length| live.state().seq() < *length)
        };
        // A slow game must not delay the others.
        stream::iter(live.into_iter().filter(went_on))
            .map(async |live| {
                let length = lengths[&live.id];
                caught(self.games.look_again(&live, length)).await.transpose()
            })
            .buffer_unordered(AT_ONCE)
            .try_for_each(async |_| Ok(()))
            .await
    }

    /// Performs what is due; returns how long until something may be due again.
    async fn tend(&self, live: &Arc<LiveGame>) -> Option<Duration> {
        let state = live.state();
        if let Err(error) = self.games.set_up_next(&state, None).await {
            tracing::error!(game = live.id, failure = %error, "the next game cannot be set up");
        }
        let now = self.games.now(&state);
        let table = state.log.table();
        if state.is_to_count() && live.is_local() && !live.is_counted() {
            self.count(live).await;
        }
        let turn = table.turn();
        let left = left_open(live, &state);
        let due = if left == Some(0) {
            Some(Request::of(Event::Abort { by: None }))
        } else if is_full(&state.log) {
            Some(Request::of(Event::Close))
        } else if table.until_flag(now) == Some(0) {
            if !self.games.could_move(live, turn) {
                return Some(TICK);
            }
            Some(Request::of(Event::Flag { side: turn }))
        } else if let Some(answer) = answer(&state) {
            Some(Request::of(answer))
        } else if table.phase() == Phase::Playing && self.may_think(live, &state) {
            self.computer_move(&state, live.player()).await
        } else {
            None
        };
        match due {
            // The change, ours or a faster one, brings us back here.
            Some(request) => {
                match self.games.act_for_server(live, request).await {
                    // The store may recover.
                    Err(ApiError::Store(_)) => Some(AGAIN),
                    _ => None,
                }
            }
            None => left.or_else(|| table.until_flag(now)).map(Duration::from_millis),
        }
    }

    /// The computer's move is up to the server that took the player's move, and to others only if it does not come.
    fn may_think(&self, live: &LiveGame, state: &State) -> bool {
        let last = state.log.table().last_event();
        live.is_local() || self.games.now(state).since(last) >= LEFT_TO_OTHERS
    }

    async fn computer_move(&self, state: &State, player: Option<IpAddr>) -> Option<Request> {
        let table = state.log.table();
        let side = table.turn();
        let Seat::Computer(level) = *state.seats.of(side) else { return None };
        let ply = table.moves().len();
        let purpose = Purpose::Engine { ply: u32::try_from(ply).unwrap_or(u32::MAX) };
        let game_seed = table.terms().seed;
        let options = SearchOptions {
            level: Level::new(level).ok()?,
            seed: Dice::new(game_seed, purpose).bits(),
            game_seed: Some(game_seed),
            ..Default::default()
        };
        let text =
            self.engines.think(table.game().clone(), options, player).await.ok().flatten()?;
        let event = Event::Move { side, text, lag: 0 };
        Some(Request { ply: Some(ply), ..Request::of(event) })
    }
}

/// How long until an open game is aborted because its host has gone.
fn left_open(live: &LiveGame, state: &State) -> Option<u64> {
    let table = state.log.table();
    if !waits_for_anybody(table, &state.seats) {
        return None;
    }
    let away = live.away_for(table.host_color())?;
    let left = HOST_MAY_BE_AWAY.saturating_sub(away);
    if !is_slow(table) {
        return Some(left);
    }
    let waited = time::now().since(table.last_event());
    Some(left.max(LONGEST_SEEK.saturating_sub(waited)))
}

/// Decides when to check the store for events of other servers.
#[derive(Default)]
struct Watch {
    /// The bus's last count of gaps.
    gaps: u64,
    /// How many more checks the gaps call for: messages may also be lost while servers reconnect.
    looks: u32,
}

impl Watch {
    /// Whether to check at this heartbeat although messages arrive: now and then, and after a gap.
    fn is_due(&mut self, beats: u64, outbox: Option<&Outbox>) -> bool {
        const NOW_AND_THEN: u64 = 15;
        const AFTER_A_GAP: u32 = 3;
        let Some(outbox) = outbox else { return false };
        let gaps = outbox.gaps();
        if std::mem::replace(&mut self.gaps, gaps) != gaps {
            self.looks = AFTER_A_GAP;
        }
        let after_a_gap = self.looks > 0;
        self.looks = self.looks.saturating_sub(1);
        after_a_gap || beats.is_multiple_of(NOW_AND_THEN)
    }
}

/// The computer's answer to an offer: it accepts take-backs and rematches, and declines draws.
fn answer(state: &State) -> Option<Event> {
    let table = state.log.table();
    let is_computer = |side: Color| matches!(state.seats.of(side), Seat::Computer(_));
    let offer = table.offers().iter().find(|offer| is_computer(!offer.by))?;
    let (side, proposal) = (!offer.by, offer.proposal);
    Some(match proposal {
        Proposal::Draw => Event::Decline { side, proposal },
        _ => Event::Accept { side, proposal },
    })
}

/// Supervises one game until it has not been used for a while.
async fn attend(supervisor: Arc<Supervisor>, live: Arc<LiveGame>, mut changes: Receiver<Update>) {
    let (listening, heard) = (Arc::clone(&supervisor), Arc::downgrade(&live));
    let listener = tokio::spawn(async move {
        supervise(|| listen(Arc::clone(&listening), Weak::clone(&heard))).await;
    });
    let _listener = AbortOnDrop(listener);
    let mut pause = AGAIN;
    loop {
        let wait = match caught(supervisor.tend(&live)).await {
            Some(wait) => {
                pause = AGAIN;
                wait
            }
            // Retry, less and less often, while the game is in use.
            None => {
                let wait = pause;
                pause = (2 * pause).min(2 * LINGER);
                Some(wait)
            }
        };
        let wait = wait.filter(|wait| *wait <= LINGER);
        let change = tokio::time::timeout(wait.unwrap_or(LINGER), changes.recv()).await;
        let idle = change.is_err() && wait.is_none();
        if matches!(change, Ok(Err(RecvError::Closed))) || idle && is_left(&live) {
            return;
        }
    }
}

struct AbortOnDrop(JoinHandle<()>);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Receives other servers' messages about a game.
async fn listen(supervisor: Arc<Supervisor>, live: Weak<LiveGame>) {
    let Some(outbox) = supervisor.games.outbox() else { return };
    let Some(id) = live.upgrade().map(|live| live.id.clone()) else { return };
    let Some(mut notes) = outbox.follow(&id).await else { return };
    // Catch up on what happened before the subscription.
    if let Some(live) = live.upgrade() {
        let _ = supervisor.look_for_more(vec![live]).await;
    }
    outbox.tell(&id, BusMessageKind::RollCall);
    let mut ticks = tokio::time::interval(ANNOUNCE);
    let mut heard = SeenMessages::default();
    loop {
        let note = tokio::select! {
            note = notes.next() => note,
            _ = ticks.tick() => Some(String::new()),
        };
        let (Some(note), Some(live)) = (note, live.upgrade()) else { return };
        if note.is_empty() {
            live.announce();
        } else if let Some(note) = outbox.read(&id, &note, &mut heard) {
            // What cannot be applied now is found in the store later.
            let _ = supervisor.games.take_in(&live, note).await;
        }
    }
}

/// Whether the game is unused and no longer needs supervision.
fn is_left(live: &Arc<LiveGame>) -> bool {
    if Arc::strong_count(live) > 1 {
        return false;
    }
    live.leave_unattended();
    // A request that came in between may rely on the supervision.
    Arc::strong_count(live) == 1 || !live.is_attended_from_now()
}
