//! A game in use, in memory.

use crate::blocking::{Pool, Task};
use crate::bus::{BusMessageKind, Outbox};
use crate::chat::ChatRate;
use crate::coverage::PresenceCoverage;
use crate::error::ApiError;
use crate::locks::lock;
use crate::presence::{self, Presence};
use crate::seats::{Requester, Seat, Seats};
use crate::time;
use crate::update::{Update, UpdateKind};
use crate::view::SharedView;
use arbiter::{Event, Log, Pending, Phase, Time};
use draughts::{ByColor, Color};
use std::collections::{HashMap, VecDeque};
use std::net::{IpAddr, Ipv4Addr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::sync::{OnceCell, broadcast};
use wire::{ChatView, MatchScore, PresenceView, RatingChange};

/// How many updates a slow viewer may lag behind; beyond that, it gets the whole game.
const BEHIND: usize = 64;
/// How many recent events are kept for viewers who reconnect; beyond that, the whole game is smaller.
const MOST_RECENT: usize = 8;
/// How long changes of spectators are collected before they are announced.
const TOGETHER: Duration = Duration::from_millis(500);
/// Games without a known player share limits, as if they were of one address.
pub(crate) const NOBODY_KNOWN: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

/// The state of a game.
#[derive(Clone, Debug)]
pub struct State {
    /// The log.
    pub log: Log,
    /// The seats.
    pub seats: Arc<Seats>,
    /// Whether it appears in public lists.
    pub public: bool,
}

impl State {
    /// The number of lines in the log, which is the number of the next one.
    pub fn seq(&self) -> u64 {
        self.log.lines().len() as u64
    }

    /// The number of moves made.
    pub fn plies(&self) -> usize {
        self.log.table().moves().len()
    }

    /// The players' score over this game and the ones it is a rematch of.
    pub fn score(&self) -> MatchScore {
        let ending = self.log.table().ending().filter(|ending| ending.has_result());
        ending.map_or(self.seats.score, |ending| self.seats.score.with(ending.winner))
    }

    /// The score, if this is a rematch.
    pub fn match_score(&self) -> Option<MatchScore> {
        (self.seats.score != MatchScore::default()).then(|| self.score())
    }

    /// Whether it is rated and over.
    pub fn is_to_count(&self) -> bool {
        self.seats.rated && self.log.table().phase() == Phase::Finished
    }

    /// Whether a person plays this side from a device of their own.
    pub fn has_own_device(&self, side: Color) -> bool {
        matches!(self.seats.of(side), Seat::Person(_)) && self.seats.white != self.seats.black
    }
}

/// A request for an event.
#[derive(Clone, Debug)]
pub struct Request {
    /// The side that acts, if the request says so: otherwise the side the player has, or the side to move if they have
    /// both. Requests of the server itself have no side.
    pub by: Option<Color>,
    /// The event.
    pub event: Event,
    /// The game's number of plies when the client decided, if it matters.
    pub ply: Option<usize>,
    /// The client's id for this request: sent again, it has no effect and the same response.
    pub client: Option<String>,
}

impl Request {
    /// Makes a request of the server itself, at any ply.
    pub fn of(event: Event) -> Self {
        Self { by: None, event, ply: None, client: None }
    }
}

/// A game in memory, with its viewers.
///
/// Each lock guards one field; take them in the order `turn`, `debounce`, `recent_events`, then at
/// most one other, held for one statement. Only `turn` and `advised` may be held across an await.
pub struct LiveGame {
    /// The id of the game.
    pub id: String,
    /// Held from the check of a request until its event is stored, so that events happen one after the other.
    pub(crate) turn: tokio::sync::Mutex<ActionState>,
    /// The current state. Readers take a snapshot and never wait for `turn`.
    now: Mutex<Arc<State>>,
    /// The latest events, for viewers who reconnect. Held while `now` is set, so that the two stay consistent.
    recent_events: Mutex<VecDeque<Update>>,
    updates: broadcast::Sender<Update>,
    /// The presence of players and spectators, at this server and at others.
    presence: Mutex<Presence>,
    /// Limits how often viewers are told about presence. Held while they are told, so that messages stay in order.
    debounce: Mutex<PresenceDebounce>,
    /// The last presence sent to viewers.
    last_presence: Mutex<Option<PresenceView>>,
    /// The latest chat messages.
    chat: Mutex<VecDeque<Update>>,
    /// The chat rate limits of the sides, White's first, over all their connections.
    chat_rates: Mutex<ByColor<ChatRate>>,
    attended: AtomicBool,
    /// Whether this server knows that the result has been counted.
    counted: AtomicBool,
    /// Whether the last event happened at this server.
    local: AtomicBool,
    /// The channel to other servers.
    outbox: Option<Outbox>,
    /// Whether presence is known at all servers.
    coverage: Arc<PresenceCoverage>,
    /// Held while a hint is computed: one at a time.
    advised: tokio::sync::Mutex<()>,
    /// The view shared by all viewers, computed on demand.
    view_cache: Mutex<ViewCache>,
    /// The address of the last player who acted here, if it is counted: the computer's time is charged to it.
    player: Mutex<Option<IpAddr>>,
}

type ViewCell = Arc<OnceCell<Arc<SharedView>>>;

/// The shared view after a number of events.
#[derive(Default)]
struct ViewCache {
    seq: u64,
    shared_view: ViewCell,
    /// The previous shared view.
    before: Option<Arc<SharedView>>,
}

impl ViewCache {
    fn latest(&self) -> Option<Arc<SharedView>> {
        self.shared_view.get().or(self.before.as_ref()).cloned()
    }

    /// Returns the cell for the view after this many events, and the view before it.
    fn at(&mut self, seq: u64) -> (ViewCell, Option<Arc<SharedView>>) {
        if seq > self.seq {
            *self = Self { seq, shared_view: ViewCell::default(), before: self.latest() };
        }
        match seq == self.seq {
            true => (Arc::clone(&self.shared_view), self.before.clone()),
            // The game has just advanced; the older view is of no use to others.
            false => (ViewCell::default(), self.latest()),
        }
    }
}

/// Debounces presence changes, so that viewers do not get each of them.
#[derive(Default)]
struct PresenceDebounce {
    /// Whether each side was connected, White first.
    players: [bool; 2],
    /// Whether viewers have just been told, and must wait for the next update.
    lately: bool,
    /// Whether presence has changed since.
    again: bool,
}

/// The line numbers of requests with a client id.
pub(crate) type Acknowledged = HashMap<String, u64>;

/// The state for handling actions one after the other.
pub(crate) struct ActionState {
    /// The client ids of requests.
    pub acknowledged: Acknowledged,
    /// A second copy of the current log. The next line is written into it while readers still see the log without that
    /// line; then the copies are swapped, so that the log is never cloned.
    spare: Option<Log>,
}

impl ActionState {
    /// The spare copy of the current log, if there is one.
    pub fn spare(&mut self) -> Option<Log> {
        self.spare.take()
    }

    /// Keeps the previous log as the spare for the next line, unless it is still in use.
    pub fn keep(&mut self, before: Arc<State>, pending: Pending) {
        self.spare = Arc::into_inner(before).map(|state| {
            let mut log = state.log;
            log.commit(pending);
            log
        });
    }

    /// Discards the spare: the game advanced elsewhere.
    pub fn forget(&mut self) {
        self.spare = None;
    }
}

impl LiveGame {
    pub(crate) fn new(
        id: &str,
        state: State,
        acknowledged: Acknowledged,
        (outbox, coverage): (Option<Outbox>, Arc<PresenceCoverage>),
    ) -> Self {
        Self {
            outbox,
            coverage,
            local: AtomicBool::new(true),
            id: id.to_owned(),
            turn: tokio::sync::Mutex::new(ActionState { acknowledged, spare: None }),
            now: Mutex::new(Arc::new(state)),
            recent_events: Mutex::default(),
            updates: broadcast::channel(BEHIND).0,
            presence: Mutex::new(Presence::new(time::now())),
            debounce: Mutex::default(),
            last_presence: Mutex::default(),
            chat: Mutex::default(),
            chat_rates: Mutex::default(),
            attended: AtomicBool::new(false),
            counted: AtomicBool::new(false),
            advised: tokio::sync::Mutex::default(),
            view_cache: Mutex::default(),
            player: Mutex::new(Some(NOBODY_KNOWN)),
        }
    }

    /// The current state.
    pub fn state(&self) -> Arc<State> {
        Arc::clone(&lock(&self.now))
    }

    /// Returns the current state and its shared view, which is computed once for all: charged to the first client that
    /// asks, and finished even if that client disconnects.
    pub(crate) async fn shared_view(
        self: &Arc<Self>,
        pool: &Arc<Pool>,
        address: Option<IpAddr>,
    ) -> Result<(Arc<State>, Arc<SharedView>), ApiError> {
        let state = self.state();
        let (cell, before) = lock(&self.view_cache).at(state.seq());
        if let Some(shared_view) = cell.get() {
            return Ok((state, Arc::clone(shared_view)));
        }
        let (pool, table) = (Arc::clone(pool), Arc::clone(&state));
        let look = move || Arc::new(SharedView::of(table.log.table(), before.as_deref()));
        let looking = tokio::spawn(async move {
            let found = cell.get_or_try_init(|| pool.soon(address, Task::Position, look)).await;
            found.cloned()
        });
        let shared_view = looking.await.map_err(|error| ApiError::Broken(error.to_string()))??;
        Ok((state, shared_view))
    }

    /// Returns the last computed shared view.
    pub(crate) fn last_shared_view(&self) -> Option<Arc<SharedView>> {
        lock(&self.view_cache).latest()
    }

    /// Sets the shared view after this many events.
    pub(crate) fn show(&self, seq: u64, shared_view: Arc<SharedView>) {
        let (cell, _) = lock(&self.view_cache).at(seq);
        // It may have been computed already.
        let _ = cell.set(shared_view);
    }

    /// Sets the new state and sends its update to all viewers. Returns the previous state.
    pub(crate) fn commit(&self, state: State, update: Update) -> Arc<State> {
        let mut recent_events = lock(&self.recent_events);
        let before = std::mem::replace(&mut *lock(&self.now), Arc::new(state));
        recent_events.push_back(update.clone());
        if recent_events.len() > MOST_RECENT {
            recent_events.pop_front();
        }
        // There may be no viewers.
        let _ = self.updates.send(update);
        before
    }

    /// Whether the last event happened at this server, which makes this server respond to it.
    pub fn is_local(&self) -> bool {
        self.local.load(Ordering::Relaxed)
    }

    pub(crate) fn set_local(&self, local: bool) {
        self.local.store(local, Ordering::Relaxed);
    }

    /// Sets a state that was reached elsewhere; viewers get the whole game.
    pub(crate) fn replace(&self, state: State) {
        self.set_local(false);
        let mut recent_events = lock(&self.recent_events);
        recent_events.clear();
        let last = state.seq().saturating_sub(1);
        *lock(&self.now) = Arc::new(state);
        let _ = self.updates.send(Update::new(UpdateKind::Elsewhere, Some(last), &()));
    }

    /// Returns the current state and the updates after the first `known` events; `None` if they are no longer kept.
    pub fn since(&self, known: u64) -> (Arc<State>, Option<Vec<Update>>) {
        let recent_events = lock(&self.recent_events);
        let state = self.state();
        let missed = state.seq().checked_sub(known).map(|count| count as usize);
        let missed = missed.filter(|count| *count <= recent_events.len());
        let update = missed
            .map(|count| recent_events.range(recent_events.len() - count..).cloned().collect());
        (state, update)
    }

    /// Counts a connection that acts for these sides as present until the guard is dropped.
    pub fn come(self: &Arc<Self>, sides: Vec<Color>, clock: fn() -> Time) -> PresenceGuard {
        lock(&self.presence).come(&sides, clock());
        self.presence_changed();
        PresenceGuard { live: Arc::clone(self), sides, clock }
    }

    /// Counts a player without a lasting connection as present for a while.
    pub fn seen(self: &Arc<Self>, who: &Requester) {
        self.seen_for(&self.state().seats.sides(who));
    }

    /// The same for a client that acts for these sides.
    pub fn seen_for(self: &Arc<Self>, sides: &[Color]) {
        if lock(&self.presence).ask(sides, time::now()) {
            self.presence_changed();
        }
    }

    /// Returns the presence of players and spectators.
    pub fn presence(&self) -> PresenceView {
        let state = self.state();
        let has_own_device = |side| state.has_own_device(side);
        let since = self.coverage.since(time::now());
        lock(&self.presence).view(state.log.table(), since, has_own_device)
    }

    /// Takes a message from a side's chat allowance, if there is one left.
    pub fn may_speak(&self, side: Color) -> bool {
        lock(&self.chat_rates)[side].take()
    }

    /// Sends a chat message to the players; it is kept while the game is in memory.
    pub fn chat(&self, chat: &ChatView) {
        if let Some(outbox) = &self.outbox {
            outbox.tell(&self.id, BusMessageKind::Chat(chat.clone()));
        }
        self.hear_chat(chat);
    }

    pub(crate) fn hear_chat(&self, chat: &ChatView) {
        let update = Update::new(UpdateKind::Chat, None, chat);
        let mut said = lock(&self.chat);
        said.push_back(update.clone());
        if said.len() > MOST_RECENT {
            said.pop_front();
        }
        let _ = self.updates.send(update);
    }

    /// Returns the latest chat messages.
    pub fn said_lately(&self) -> Vec<Update> {
        lock(&self.chat).iter().cloned().collect()
    }

    /// Since when a side has been disconnected.
    pub fn away(&self, side: Color) -> Option<Time> {
        lock(&self.presence).away(side)
    }

    /// Whether a side is connected to this server.
    pub(crate) fn is_here(&self, side: Color) -> bool {
        lock(&self.presence).here()[side as usize] > 0
    }

    /// Returns which servers a side was connected to before it reconnected here.
    pub(crate) fn moved(&self, side: Color) -> Option<presence::Moved> {
        lock(&self.presence).moved(side)
    }

    /// For how long a side has been known to be disconnected, in milliseconds.
    pub(crate) fn away_for(&self, side: Color) -> Option<u64> {
        let now = time::now();
        self.away(side).map(|away| now.since(away.max(self.coverage.since(now))))
    }

    /// Whether a side may claim the game now because the opponent has left it.
    pub(crate) fn may_be_claimed(&self, side: Color) -> Result<(), ApiError> {
        let (state, now) = (self.state(), time::now());
        let table = state.log.table();
        let presence = lock(&self.presence);
        let is_gone =
            |since| presence.claimable_from(side, table, since).is_some_and(|time| time <= now);
        if table.turn() != side || !state.has_own_device(side) || !is_gone(Time(0)) {
            return Err(ApiError::NotGone);
        }
        if is_gone(self.coverage.since(now)) { Ok(()) } else { Err(ApiError::NotKnown) }
    }

    /// Whether it matters if a player leaves.
    pub(crate) fn may_go(&self) -> bool {
        let state = self.state();
        let is_over = state.log.table().phase() == Phase::Finished;
        !is_over && Color::BOTH.into_iter().any(|side| state.has_own_device(side))
    }

    /// Returns the presence to write for other servers.
    pub(crate) fn to_note(
        self: &Arc<Self>,
        now: Time,
    ) -> impl Iterator<Item = (&Arc<Self>, Color, presence::LastSeen)> {
        let sides = Color::BOTH.into_iter().filter(|_| self.may_go());
        sides.filter_map(move |side| Some((self, side, lock(&self.presence).to_note(side, now)?)))
    }

    /// Notes that the presence of a side was written.
    pub(crate) fn noted(&self, side: Color, here: presence::LastSeen) {
        lock(&self.presence).noted(side, here);
    }

    /// Takes in the presence that another server has stored.
    pub(crate) fn read_presence(
        &self,
        server: &str,
        side: Color,
        here: presence::LastSeen,
        now: Time,
    ) {
        if lock(&self.presence).read(server, side, here, now) {
            self.tell_presence();
        }
    }

    /// Notes an action of a player at another server, which counts as presence.
    pub(crate) fn did(&self, side: Color, at: Time) {
        lock(&self.presence).note_seen(&[side], at.min(time::now()));
    }

    /// Takes in the presence that another server announces.
    pub(crate) fn hear_presence(&self, server: &str, there: [u32; 3], at: Time) {
        if lock(&self.presence).hear(server, there, at) {
            self.tell_presence();
        }
    }

    /// Forgets presence that has not been confirmed for a long time.
    pub(crate) fn forget_presence(&self, at: Time) {
        let has_changed = lock(&self.presence).forget(at);
        let is_early = |shown: &PresenceView| presence::is_early(shown, &self.presence(), at);
        let last_presence = lock(&self.last_presence).clone();
        if has_changed || last_presence.as_ref().is_some_and(is_early) {
            self.tell_presence();
        }
    }

    /// Announces this server's presence to other servers.
    pub(crate) fn announce(&self) {
        if let Some(outbox) = &self.outbox {
            outbox.tell(&self.id, BusMessageKind::Present { here: lock(&self.presence).here() });
        }
    }

    /// Announces a change of presence: immediately for a player, collected for spectators.
    fn presence_changed(self: &Arc<Self>) {
        let players = lock(&self.presence).players();
        let mut debounce = lock(&self.debounce);
        if debounce.lately && debounce.players == players {
            debounce.again = true;
            return;
        }
        let is_first = !debounce.lately;
        *debounce = PresenceDebounce { players, lately: true, again: false };
        drop(debounce);
        self.announce();
        self.tell_presence();
        match Handle::try_current() {
            Ok(runtime) if is_first => drop(runtime.spawn(Arc::clone(self).tell_changes())),
            // Another task does so already, or the server has stopped.
            Ok(_) | Err(_) => {}
        }
    }

    /// Announces collected changes until there are no more.
    async fn tell_changes(self: Arc<Self>) {
        loop {
            tokio::time::sleep(TOGETHER).await;
            let players = lock(&self.presence).players();
            let mut debounce = lock(&self.debounce);
            *debounce = PresenceDebounce { players, lately: debounce.again, again: false };
            if !debounce.lately {
                return;
            }
            drop(debounce);
            self.announce();
            self.tell_presence();
        }
    }

    /// Whether this server knows that the result has been counted.
    pub(crate) fn is_counted(&self) -> bool {
        self.counted.load(Ordering::Relaxed)
    }

    /// Marks the result as counted; returns whether it was not before.
    pub(crate) fn is_counted_from_now(&self) -> bool {
        !self.counted.swap(true, Ordering::Relaxed)
    }

    /// Sends the rating changes to all viewers.
    pub(crate) fn tell_ratings(&self, changes: &[Option<RatingChange>; 2]) {
        let _ = self.updates.send(Update::ratings(changes));
    }

    fn tell_presence(&self) {
        // The message sent last must be the latest.
        let _debounce = lock(&self.debounce);
        let presence = self.presence();
        let _ = self.updates.send(Update::present(&presence));
        *lock(&self.last_presence) = Some(presence);
    }

    /// Marks the game as supervised; returns whether it was not before.
    pub fn is_attended_from_now(&self) -> bool {
        !self.attended.swap(true, Ordering::Relaxed)
    }

    /// Marks the game as unsupervised.
    pub fn leave_unattended(&self) {
        self.attended.store(false, Ordering::Relaxed);
    }

    /// The permit to compute a hint, unless one is being computed.
    pub fn advice(&self) -> Result<tokio::sync::MutexGuard<'_, ()>, ApiError> {
        self.advised.try_lock().map_err(|_| ApiError::Busy)
    }

    /// Sets the address of the player who acted last, if addresses are counted.
    pub fn set_player(&self, address: Option<IpAddr>) {
        *lock(&self.player) = address;
    }

    /// The address that the computer's time is charged to.
    pub fn player(&self) -> Option<IpAddr> {
        *lock(&self.player)
    }

    /// Subscribes to all updates.
    pub fn subscribe(&self) -> broadcast::Receiver<Update> {
        self.updates.subscribe()
    }
}

/// Counts a connection as present until dropped.
pub struct PresenceGuard {
    live: Arc<LiveGame>,
    /// The sides it acts for.
    pub sides: Vec<Color>,
    clock: fn() -> Time,
}

impl Drop for PresenceGuard {
    fn drop(&mut self) {
        lock(&self.live.presence).go(&self.sides, (self.clock)());
        self.live.presence_changed();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::PoolFigures;
    use arbiter::{Opening, Terms};
    use futures_util::future::join_all;
    use futures_util::poll;

    /// The position of issue 15.5.
    fn nasty() -> Arc<LiveGame> {
        let rules = "frisian,removal=at-once,turn-back=yes".parse().unwrap();
        let fen = "WeBeeeBeBeBeeeeBeeeBWeeBBeeBBeeBeBBBeeBeBeBeBeBeBee".to_owned();
        let terms = Terms { opening: Opening::Position(fen), ..Terms::new(rules, 1) };
        let seat = Seat::Computer(1);
        let seats = Arc::new(Seats::new(seat.clone(), seat));
        let log = Log::open(terms, Time(0)).unwrap();
        let state = State { log, seats, public: true };
        let company = (None, Arc::new(PresenceCoverage::new(Time(0))));
        Arc::new(LiveGame::new("aaaaaaaaaa", state, Acknowledged::new(), company))
    }

    /// Unoptimised, the generator needs more stack than threads get by default.
    fn run(test: impl Future<Output = ()>) {
        let runtime =
            tokio::runtime::Builder::new_current_thread().thread_stack_size(64 << 20).build();
        runtime.unwrap().block_on(test);
    }

    /// Issue 15.5: a position is analysed once for all who ask, including those who come meanwhile, and even if the
    /// first one disconnects.
    #[test]
    fn a_nasty_position_is_looked_at_once() {
        let test = std::thread::Builder::new().stack_size(64 << 20).spawn(|| {
            run(async {
                let figures = PoolFigures::default();
                let pool = Arc::new(Pool::new(figures.clone()));
                let live = nasty();
                let address = |last| Some(IpAddr::from([192, 0, 2, last]));
                let mut gone = Box::pin(live.shared_view(&pool, address(1)));
                assert!(poll!(&mut gone).is_pending());
                drop(gone);
                let asked = (0..50).map(|last| live.shared_view(&pool, address(last)));
                let shared_views: Vec<Arc<SharedView>> =
                    join_all(asked).await.into_iter().map(|seen| seen.unwrap().1).collect();
                assert!(
                    shared_views
                        .iter()
                        .all(|shared_view| Arc::ptr_eq(shared_view, &shared_views[0]))
                );
                assert_eq!(figures.done.get(), 1);
                assert_eq!(shared_views[0].position.legal.len(), 48);
            });
        });
        test.unwrap().join().unwrap();
    }
}
