//! A game that somebody is looking at.

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

/// How many messages may wait for a slow viewer, who then gets the game as it stands.
const BEHIND: usize = 64;
/// How many recent events are kept for viewers who reconnect; of more, the game as it stands is shorter.
const MOST_RECENT: usize = 8;
/// The time for which changes of the spectators are collected before they are announced.
const TOGETHER: Duration = Duration::from_millis(500);
/// All games that nobody has touched here share what is scarce, as if they were of one address.
pub(crate) const NOBODY_KNOWN: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

/// A game as it stands.
#[derive(Clone, Debug)]
pub struct State {
    /// The log.
    pub log: Log,
    /// The seats.
    pub seats: Arc<Seats>,
    /// Whether it is in lists that everybody sees.
    pub public: bool,
}

impl State {
    /// How many lines the log has; the number of the next.
    pub fn seq(&self) -> u64 {
        self.log.lines().len() as u64
    }

    /// How many moves were made.
    pub fn plies(&self) -> usize {
        self.log.table().moves().len()
    }

    /// The score of the players over all games that followed each other by rematch, this one included.
    pub fn score(&self) -> MatchScore {
        let ending = self.log.table().ending().filter(|ending| ending.has_result());
        ending.map_or(self.seats.score, |ending| self.seats.score.with(ending.winner))
    }

    /// The score, where this is not the first game.
    pub fn match_score(&self) -> Option<MatchScore> {
        (self.seats.score != MatchScore::default()).then(|| self.score())
    }

    /// Whether it was rated and is over.
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
    /// The side that wants it, if that is said: else the one that they play, or the one to move if they play
    /// both. What the server itself wants is wanted by no side.
    pub by: Option<Color>,
    /// The event.
    pub event: Event,
    /// How many plies the game had when it was decided, if that matters.
    pub ply: Option<usize>,
    /// The client's name for this request: sent again, it has no effect and the same answer.
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
/// Each lock guards one field; take them in the order `turn`, `debounce`, `recent_events`, then at most one other,
/// held for one statement. Only `turn` and `advised` may be held across an await.
pub struct LiveGame {
    /// The id of the game.
    pub id: String,
    /// Held while something happens, so that one thing happens after the other: from the check of a request
    /// until its event is stored.
    pub(crate) turn: tokio::sync::Mutex<ActionState>,
    /// The game as it stands. Readers take what it is at the moment and never wait for `turn`.
    now: Mutex<Arc<State>>,
    /// The last events, for those who come back. Held while `now` is set, so that both fit each other.
    recent_events: Mutex<VecDeque<Update>>,
    updates: broadcast::Sender<Update>,
    /// The presence of players and spectators, at this server and at others.
    presence: Mutex<Presence>,
    /// Limits how often viewers are told who is there. Held while they are told, so that the last message is
    /// the latest.
    debounce: Mutex<PresenceDebounce>,
    /// The last presence sent to viewers.
    last_presence: Mutex<Option<PresenceView>>,
    /// The latest chat messages.
    chat: Mutex<VecDeque<Update>>,
    /// How much each side may still say, White's first, over however many connections.
    chat_rates: Mutex<ByColor<ChatRate>>,
    attended: AtomicBool,
    /// Whether this server knows that the result counts.
    counted: AtomicBool,
    /// Whether the last event was made at this server.
    local: AtomicBool,
    /// The channel to other servers.
    outbox: Option<Outbox>,
    /// Whether presence is known at all servers.
    coverage: Arc<PresenceCoverage>,
    /// Held while somebody waits for a hint: one is thought about at a time.
    advised: tokio::sync::Mutex<()>,
    /// The view shared by all viewers, once somebody has asked for it.
    view_cache: Mutex<ViewCache>,
    /// The address of the last player who did something here, if it is counted: for them the computer thinks.
    player: Mutex<Option<IpAddr>>,
}

type ViewCell = Arc<OnceCell<Arc<SharedView>>>;

/// The shared view of a game after a number of events.
#[derive(Default)]
struct ViewCache {
    seq: u64,
    shared_view: ViewCell,
    /// The shared view before that.
    before: Option<Arc<SharedView>>,
}

impl ViewCache {
    fn latest(&self) -> Option<Arc<SharedView>> {
        self.shared_view.get().or(self.before.as_ref()).cloned()
    }

    /// Returns the cell for the view after so many events, and the last view before it.
    fn at(&mut self, seq: u64) -> (ViewCell, Option<Arc<SharedView>>) {
        if seq > self.seq {
            *self = Self { seq, shared_view: ViewCell::default(), before: self.latest() };
        }
        match seq == self.seq {
            true => (Arc::clone(&self.shared_view), self.before.clone()),
            // The game went on in this moment; what was is of no use to others.
            false => (ViewCell::default(), self.latest()),
        }
    }
}

/// Collects changes of presence, so that viewers are not told of each.
#[derive(Default)]
struct PresenceDebounce {
    /// Whether somebody was there for each side, White's first.
    players: [bool; 2],
    /// Whether they were told a moment ago, and may be told again soon.
    lately: bool,
    /// Whether somebody has come or gone since.
    again: bool,
}

/// The numbers of the lines that clients gave a name.
pub(crate) type Acknowledged = HashMap<String, u64>;

/// The state that is needed to handle one action after the other.
pub(crate) struct ActionState {
    /// The names that clients gave their requests.
    pub acknowledged: Acknowledged,
    /// A second copy of the log as it stands. The next line is written into it while everybody still sees the
    /// log without that line; then the copies change places, so that neither is copied.
    spare: Option<Log>,
}

impl ActionState {
    /// The spare copy of the log as it stands, if there is one.
    pub fn spare(&mut self) -> Option<Log> {
        self.spare.take()
    }

    /// Keeps the log as it stood for the next line, unless somebody still looks at it.
    pub fn keep(&mut self, before: Arc<State>, pending: Pending) {
        self.spare = Arc::into_inner(before).map(|state| {
            let mut log = state.log;
            log.commit(pending);
            log
        });
    }

    /// The game does not go on from what this server knew.
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

    /// The game as it stands.
    pub fn state(&self) -> Arc<State> {
        Arc::clone(&lock(&self.now))
    }

    /// Returns the game as it stands and its shared view, which is computed once for all who ask: on behalf of
    /// the first of them, and to the end even if they have gone.
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

    /// Returns the last shared view, if somebody has asked for one.
    pub(crate) fn last_shared_view(&self) -> Option<Arc<SharedView>> {
        lock(&self.view_cache).latest()
    }

    /// Sets the shared view of the game after so many events.
    pub(crate) fn show(&self, seq: u64, shared_view: Arc<SharedView>) {
        let (cell, _) = lock(&self.view_cache).at(seq);
        // Somebody may have looked already.
        let _ = cell.set(shared_view);
    }

    /// Sets the new state and sends its update to all viewers. Returns the state before.
    pub(crate) fn commit(&self, state: State, update: Update) -> Arc<State> {
        let mut recent_events = lock(&self.recent_events);
        let before = std::mem::replace(&mut *lock(&self.now), Arc::new(state));
        recent_events.push_back(update.clone());
        if recent_events.len() > MOST_RECENT {
            recent_events.pop_front();
        }
        // Nobody may be looking.
        let _ = self.updates.send(update);
        before
    }

    /// Whether the last event was made at this server, so that this server answers it.
    pub fn is_local(&self) -> bool {
        self.local.load(Ordering::Relaxed)
    }

    pub(crate) fn set_local(&self, local: bool) {
        self.local.store(local, Ordering::Relaxed);
    }

    /// The game went on elsewhere; viewers get it as it stands.
    pub(crate) fn replace(&self, state: State) {
        self.set_local(false);
        let mut recent_events = lock(&self.recent_events);
        recent_events.clear();
        let last = state.seq().saturating_sub(1);
        *lock(&self.now) = Arc::new(state);
        let _ = self.updates.send(Update::new(UpdateKind::Elsewhere, Some(last), &()));
    }

    /// Returns the game as it stands and the updates after the first `known` events; none if they are not
    /// kept any more.
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

    /// Counts a requester without a lasting connection as present for a while, if they play.
    pub fn seen(self: &Arc<Self>, who: &Requester) {
        self.seen_for(&self.state().seats.sides(who));
    }

    /// The same of somebody who acts for these sides.
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

    /// Whether a side may say something now, which then counts.
    pub fn may_speak(&self, side: Color) -> bool {
        lock(&self.chat_rates)[side].take()
    }

    /// A player says something to the other; it is kept as long as the game is in memory.
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

    /// Since when nobody has been there for a side.
    pub fn away(&self, side: Color) -> Option<Time> {
        lock(&self.presence).away(side)
    }

    /// Whether a side is connected to this server.
    pub(crate) fn is_here(&self, side: Color) -> bool {
        lock(&self.presence).here()[side as usize] > 0
    }

    /// Returns the servers at which a side was before it came here.
    pub(crate) fn moved(&self, side: Color) -> Option<presence::Moved> {
        lock(&self.presence).moved(side)
    }

    /// For how long it has been known that nobody is there for a side, in milliseconds.
    pub(crate) fn away_for(&self, side: Color) -> Option<u64> {
        let now = time::now();
        self.away(side).map(|away| now.since(away.max(self.coverage.since(now))))
    }

    /// Whether the opponent of a side may claim the game now, because that side has left it.
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

    /// Whether it matters if somebody leaves.
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

    /// Another server has noted who is there.
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

    /// Notes an action of a player at another server, which shows that they are there.
    pub(crate) fn did(&self, side: Color, at: Time) {
        lock(&self.presence).note_seen(&[side], at.min(time::now()));
    }

    /// Another server says who is there.
    pub(crate) fn hear_presence(&self, server: &str, there: [u32; 3], at: Time) {
        if lock(&self.presence).hear(server, there, at) {
            self.tell_presence();
        }
    }

    /// Forgets presence that has not been confirmed for long.
    pub(crate) fn forget_presence(&self, at: Time) {
        let has_changed = lock(&self.presence).forget(at);
        let is_early = |shown: &PresenceView| presence::is_early(shown, &self.presence(), at);
        let last_presence = lock(&self.last_presence).clone();
        if has_changed || last_presence.as_ref().is_some_and(is_early) {
            self.tell_presence();
        }
    }

    /// Tells other servers who is here.
    pub(crate) fn announce(&self) {
        if let Some(outbox) = &self.outbox {
            outbox.tell(&self.id, BusMessageKind::Present { here: lock(&self.presence).here() });
        }
    }

    /// Announces a change of presence: at once for a player, and after a while for spectators.
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
            // Somebody does already, or the server has stopped.
            Ok(_) | Err(_) => {}
        }
    }

    /// Tells what changed since all were told, until nothing did.
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

    /// Whether the result was counted here.
    pub(crate) fn is_counted(&self) -> bool {
        self.counted.load(Ordering::Relaxed)
    }

    /// Whether the result had not been counted here, and is from now on.
    pub(crate) fn is_counted_from_now(&self) -> bool {
        !self.counted.swap(true, Ordering::Relaxed)
    }

    /// All who look are told what the result has made of the ratings.
    pub(crate) fn tell_ratings(&self, changes: &[Option<RatingChange>; 2]) {
        let _ = self.updates.send(Update::ratings(changes));
    }

    fn tell_presence(&self) {
        // What is told last is the latest.
        let _debounce = lock(&self.debounce);
        let presence = self.presence();
        let _ = self.updates.send(Update::present(&presence));
        *lock(&self.last_presence) = Some(presence);
    }

    /// Whether nobody has looked after it until now, and somebody does from now on.
    pub fn is_attended_from_now(&self) -> bool {
        !self.attended.swap(true, Ordering::Relaxed)
    }

    /// Leaves the game without a supervisor's task from now on.
    pub fn leave_unattended(&self) {
        self.attended.store(false, Ordering::Relaxed);
    }

    /// The right to ask for a hint, unless one is being thought about.
    pub fn advice(&self) -> Result<tokio::sync::MutexGuard<'_, ()>, ApiError> {
        self.advised.try_lock().map_err(|_| ApiError::Busy)
    }

    /// Sets the address of the player who acted last, if addresses are counted.
    pub fn set_player(&self, address: Option<IpAddr>) {
        *lock(&self.player) = address;
    }

    /// The address for which the computer thinks.
    pub fn player(&self) -> Option<IpAddr> {
        *lock(&self.player)
    }

    /// Hears of every change from now on.
    pub fn subscribe(&self) -> broadcast::Receiver<Update> {
        self.updates.subscribe()
    }
}

/// Counts a connection as present until it is dropped.
pub struct PresenceGuard {
    live: Arc<LiveGame>,
    /// The sides that they act for.
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

    /// Without optimisation the generator needs more stack than a thread usually has.
    fn run(test: impl Future<Output = ()>) {
        let runtime =
            tokio::runtime::Builder::new_current_thread().thread_stack_size(64 << 20).build();
        runtime.unwrap().block_on(test);
    }

    /// Issue 15.5: a position is looked at once for all who ask, also for those who come while it is looked
    /// at, and also if the first of them has gone.
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
