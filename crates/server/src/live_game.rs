//! A game that somebody is looking at.

use crate::blocking::{Pool, Task};
use crate::bus::{NoteKind, Outbox};
use crate::chat::ChatRate;
use crate::error::ApiError;
use crate::hearing::Hearing;
use crate::locks::lock;
use crate::presence::{self, Presence};
use crate::seats::{Requester, Seat, Seats};
use crate::time;
use crate::update::Update;
use crate::view::Scene;
use arbiter::{Event, Log, Pending, Phase, Time};
use draughts::{ByColor, Color};
use std::collections::{HashMap, VecDeque};
use std::net::{IpAddr, Ipv4Addr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::sync::{OnceCell, broadcast};
use wire::{ChatView, PresenceView};

/// How many messages may wait for a slow viewer, who then gets the game as it stands.
const BEHIND: usize = 64;
/// How many events are at hand for those who come back; of more, the game as it stands is shorter.
const AT_HAND: usize = 8;
/// Whoever comes to watch or goes in this time after others is told of together.
const TOGETHER: Duration = Duration::from_millis(500);
/// All games that nobody has touched here share what is scarce, as if they were of one address.
pub(crate) const NOBODY_KNOWN: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

/// A game as it stands.
#[derive(Clone, Debug)]
pub struct State {
    /// What happened.
    pub log: Log,
    /// Who may act.
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

    /// Whether a person plays this side from a device of their own.
    pub fn is_apart(&self, side: Color) -> bool {
        matches!(self.seats.of(side), Seat::Person(_)) && self.seats.white != self.seats.black
    }
}

/// What somebody wants to happen.
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
    /// What the server does by itself, at any time.
    pub fn of(event: Event) -> Self {
        Self { by: None, event, ply: None, client: None }
    }
}

/// A game that somebody is looking at.
///
/// Each lock guards one thing. Whoever needs several takes them in this order: `turn`, `telling`, `at_hand`,
/// then one of the others, for no longer than a statement. Only `turn` and `advised` are held while something
/// is waited for.
pub struct LiveGame {
    /// Its name.
    pub id: String,
    /// Held while something happens, so that one thing happens after the other: from the check of a request
    /// until its event is stored.
    pub(crate) turn: tokio::sync::Mutex<ActionState>,
    /// The game as it stands. Readers take what it is at the moment and never wait for `turn`.
    now: Mutex<Arc<State>>,
    /// The last events, for those who come back. Held while `now` is set, so that both fit each other.
    at_hand: Mutex<VecDeque<Update>>,
    updates: broadcast::Sender<Update>,
    /// Who is there, at this server and at others.
    presence: Mutex<Presence>,
    /// When all were told who is there. Held while they are told, so that what is told last is the latest.
    telling: Mutex<Telling>,
    /// What all were last told of who is there.
    told: Mutex<Option<PresenceView>>,
    /// What the players said lately.
    chat: Mutex<VecDeque<Update>>,
    /// How much each side may still say, White's first, over however many connections.
    chat_rates: Mutex<ByColor<ChatRate>>,
    attended: AtomicBool,
    /// Whether what happened last happened here.
    ours: AtomicBool,
    /// Where other servers are told.
    outbox: Option<Outbox>,
    /// Whether everybody who is there is heard of.
    hearing: Arc<Hearing>,
    /// Held while somebody waits for a hint: one is thought about at a time.
    advised: tokio::sync::Mutex<()>,
    /// What all see of the game as it stands, once somebody has asked.
    shown: Mutex<SceneCache>,
    /// The address of the last player who did something here, if it is counted: for them the computer thinks.
    player: Mutex<Option<IpAddr>>,
}

type SceneCell = Arc<OnceCell<Arc<Scene>>>;

/// What there is to see of a game after so many events.
#[derive(Default)]
struct SceneCache {
    seq: u64,
    scene: SceneCell,
    /// What was to be seen before.
    before: Option<Arc<Scene>>,
}

impl SceneCache {
    fn latest(&self) -> Option<Arc<Scene>> {
        self.scene.get().or(self.before.as_ref()).cloned()
    }

    /// Where it is kept what there is to see after so many events, and what was seen before.
    fn at(&mut self, seq: u64) -> (SceneCell, Option<Arc<Scene>>) {
        if seq > self.seq {
            *self = Self { seq, scene: SceneCell::default(), before: self.latest() };
        }
        match seq == self.seq {
            true => (Arc::clone(&self.scene), self.before.clone()),
            // The game went on in this moment; what was is of no use to others.
            false => (SceneCell::default(), self.latest()),
        }
    }
}

/// What all were told of who is there.
#[derive(Default)]
struct Telling {
    /// Whether somebody was there for each side, White's first.
    players: [bool; 2],
    /// Whether they were told a moment ago, and may be told again soon.
    lately: bool,
    /// Whether somebody has come or gone since.
    again: bool,
}

/// The numbers of the lines that clients gave a name.
pub(crate) type Acknowledged = HashMap<String, u64>;

/// What is needed to let one thing after the other happen.
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
        (outbox, hearing): (Option<Outbox>, Arc<Hearing>),
    ) -> Self {
        Self {
            outbox,
            hearing,
            ours: AtomicBool::new(true),
            id: id.to_owned(),
            turn: tokio::sync::Mutex::new(ActionState { acknowledged, spare: None }),
            now: Mutex::new(Arc::new(state)),
            at_hand: Mutex::default(),
            updates: broadcast::channel(BEHIND).0,
            presence: Mutex::new(Presence::new(time::now())),
            telling: Mutex::default(),
            told: Mutex::default(),
            chat: Mutex::default(),
            chat_rates: Mutex::default(),
            attended: AtomicBool::new(false),
            advised: tokio::sync::Mutex::default(),
            shown: Mutex::default(),
            player: Mutex::new(Some(NOBODY_KNOWN)),
        }
    }

    /// The game as it stands.
    pub fn state(&self) -> Arc<State> {
        Arc::clone(&lock(&self.now))
    }

    /// The game as it stands, and what all see of it. It is found out once for all who ask, on behalf of
    /// the first of them, and also if they have gone.
    pub(crate) async fn scene(
        self: &Arc<Self>,
        pool: &Arc<Pool>,
        address: Option<IpAddr>,
    ) -> Result<(Arc<State>, Arc<Scene>), ApiError> {
        let state = self.state();
        let (cell, before) = lock(&self.shown).at(state.seq());
        if let Some(scene) = cell.get() {
            return Ok((state, Arc::clone(scene)));
        }
        let (pool, table) = (Arc::clone(pool), Arc::clone(&state));
        let look = move || Arc::new(Scene::of(table.log.table(), before.as_deref()));
        let looking = tokio::spawn(async move {
            let found = cell.get_or_try_init(|| pool.soon(address, Task::Position, look)).await;
            found.cloned()
        });
        let scene = looking.await.map_err(|error| ApiError::Broken(error.to_string()))??;
        Ok((state, scene))
    }

    /// What was seen of the game last, if somebody has asked.
    pub(crate) fn last_scene(&self) -> Option<Arc<Scene>> {
        lock(&self.shown).latest()
    }

    /// The game as it stands has this to see.
    pub(crate) fn show(&self, seq: u64, scene: Arc<Scene>) {
        let (cell, _) = lock(&self.shown).at(seq);
        // Somebody may have looked already.
        let _ = cell.set(scene);
    }

    /// The game goes on, and all are told. Returns the game as it stood.
    pub(crate) fn go_on(&self, state: State, update: Update) -> Arc<State> {
        let mut at_hand = lock(&self.at_hand);
        let before = std::mem::replace(&mut *lock(&self.now), Arc::new(state));
        at_hand.push_back(update.clone());
        if at_hand.len() > AT_HAND {
            at_hand.pop_front();
        }
        // Nobody may be looking.
        let _ = self.updates.send(update);
        before
    }

    /// Whether what happened last happened here, so that it is for this server to answer.
    pub fn is_ours(&self) -> bool {
        self.ours.load(Ordering::Relaxed)
    }

    pub(crate) fn set_ours(&self, ours: bool) {
        self.ours.store(ours, Ordering::Relaxed);
    }

    /// The game went on elsewhere; viewers get it as it stands.
    pub(crate) fn replace(&self, state: State) {
        self.set_ours(false);
        let mut at_hand = lock(&self.at_hand);
        at_hand.clear();
        let last = state.seq().saturating_sub(1);
        *lock(&self.now) = Arc::new(state);
        let _ = self.updates.send(Update::new("elsewhere", Some(last), &()));
    }

    /// The game as it stands, and what happened since somebody knew so many events; none if that is not
    /// at hand any more.
    pub fn since(&self, known: u64) -> (Arc<State>, Option<Vec<Update>>) {
        let at_hand = lock(&self.at_hand);
        let state = self.state();
        let missed = state.seq().checked_sub(known).map(|count| count as usize);
        let missed = missed.filter(|count| *count <= at_hand.len());
        let update = missed.map(|count| at_hand.range(at_hand.len() - count..).cloned().collect());
        (state, update)
    }

    /// Somebody who acts for these sides comes; they are there until what is returned is dropped.
    pub fn come(self: &Arc<Self>, sides: Vec<Color>, clock: fn() -> Time) -> Here {
        lock(&self.presence).come(&sides, clock());
        self.presence_changed();
        Here { live: Arc::clone(self), sides, clock }
    }

    /// Somebody asks for something without a connection that stays. If they play, they are there for a while.
    pub fn seen(self: &Arc<Self>, who: &Requester) {
        self.seen_for(&self.state().seats.sides(who));
    }

    /// The same of somebody who acts for these sides.
    pub fn seen_for(self: &Arc<Self>, sides: &[Color]) {
        if lock(&self.presence).ask(sides, time::now()) {
            self.presence_changed();
        }
    }

    /// Who is there.
    pub fn presence(&self) -> PresenceView {
        let state = self.state();
        let apart = |side| state.is_apart(side);
        let since = self.hearing.since(time::now());
        lock(&self.presence).view(state.log.table(), since, apart)
    }

    /// Whether a side may say something now, which then counts.
    pub fn may_speak(&self, side: Color) -> bool {
        lock(&self.chat_rates)[side].take()
    }

    /// A player says something to the other; it is kept as long as the game is in memory.
    pub fn chat(&self, chat: &ChatView) {
        if let Some(outbox) = &self.outbox {
            outbox.tell(&self.id, NoteKind::Chat(chat.clone()));
        }
        self.hear_chat(chat);
    }

    pub(crate) fn hear_chat(&self, chat: &ChatView) {
        let update = Update::new("chat", None, chat);
        let mut said = lock(&self.chat);
        said.push_back(update.clone());
        if said.len() > AT_HAND {
            said.pop_front();
        }
        let _ = self.updates.send(update);
    }

    /// What the players said lately.
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

    /// Where a side was before it came here.
    pub(crate) fn moved(&self, side: Color) -> Option<presence::Moved> {
        lock(&self.presence).moved(side)
    }

    /// For how long it has been known that nobody is there for a side, in milliseconds.
    pub(crate) fn away_for(&self, side: Color) -> Option<u64> {
        let now = time::now();
        self.away(side).map(|away| now.since(away.max(self.hearing.since(now))))
    }

    /// Whether the opponent of a side may claim the game now, because that side has left it.
    pub(crate) fn may_be_claimed(&self, side: Color) -> Result<(), ApiError> {
        let (state, now) = (self.state(), time::now());
        let table = state.log.table();
        let presence = lock(&self.presence);
        let is_gone = |since| presence.gone(side, table, since).is_some_and(|time| time <= now);
        if table.turn() != side || !state.is_apart(side) || !is_gone(Time(0)) {
            return Err(ApiError::NotGone);
        }
        if is_gone(self.hearing.since(now)) { Ok(()) } else { Err(ApiError::NotKnown) }
    }

    /// Whether it matters if somebody leaves.
    pub(crate) fn may_go(&self) -> bool {
        let state = self.state();
        let is_over = state.log.table().phase() == Phase::Finished;
        !is_over && Color::BOTH.into_iter().any(|side| state.is_apart(side))
    }

    /// What is to be noted for other servers of who is here.
    pub(crate) fn to_note(
        self: &Arc<Self>,
        now: Time,
    ) -> impl Iterator<Item = (&Arc<Self>, Color, presence::Here)> {
        let sides = Color::BOTH.into_iter().filter(|_| self.may_go());
        sides.filter_map(move |side| Some((self, side, lock(&self.presence).to_note(side, now)?)))
    }

    /// It is noted.
    pub(crate) fn noted(&self, side: Color, here: presence::Here) {
        lock(&self.presence).noted(side, here);
    }

    /// Another server has noted who is there.
    pub(crate) fn read_presence(&self, server: &str, side: Color, here: presence::Here, now: Time) {
        if lock(&self.presence).read(server, side, here, now) {
            self.tell_presence();
        }
    }

    /// What a player did at another server is a sign of life.
    pub(crate) fn did(&self, side: Color, at: Time) {
        lock(&self.presence).note_signs(&[side], at.min(time::now()));
    }

    /// Another server says who is there.
    pub(crate) fn hear_presence(&self, server: &str, there: [u32; 3], at: Time) {
        if lock(&self.presence).hear(server, there, at) {
            self.tell_presence();
        }
    }

    /// Whoever has not been heard of for long is not there.
    pub(crate) fn forget_presence(&self, at: Time) {
        let has_changed = lock(&self.presence).forget(at);
        let is_early = |shown: &PresenceView| presence::is_early(shown, &self.presence(), at);
        let told = lock(&self.told).clone();
        if has_changed || told.as_ref().is_some_and(is_early) {
            self.tell_presence();
        }
    }

    /// Tells other servers who is here.
    pub(crate) fn announce(&self) {
        if let Some(outbox) = &self.outbox {
            outbox.tell(&self.id, NoteKind::Present { here: lock(&self.presence).here() });
        }
    }

    /// Somebody came or went here: all are told at once of a player, and of others after a while.
    fn presence_changed(self: &Arc<Self>) {
        let players = lock(&self.presence).players();
        let mut telling = lock(&self.telling);
        if telling.lately && telling.players == players {
            telling.again = true;
            return;
        }
        let is_first = !telling.lately;
        *telling = Telling { players, lately: true, again: false };
        drop(telling);
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
            let mut telling = lock(&self.telling);
            *telling = Telling { players, lately: telling.again, again: false };
            if !telling.lately {
                return;
            }
            drop(telling);
            self.announce();
            self.tell_presence();
        }
    }

    fn tell_presence(&self) {
        // What is told last is the latest.
        let _telling = lock(&self.telling);
        let presence = self.presence();
        let _ = self.updates.send(Update::present(&presence));
        *lock(&self.told) = Some(presence);
    }

    /// Whether nobody has looked after it until now, and somebody does from now on.
    pub fn is_attended_from_now(&self) -> bool {
        !self.attended.swap(true, Ordering::Relaxed)
    }

    /// Nobody looks after it from now on.
    pub fn leave_unattended(&self) {
        self.attended.store(false, Ordering::Relaxed);
    }

    /// The right to ask for a hint, unless one is being thought about.
    pub fn advice(&self) -> Result<tokio::sync::MutexGuard<'_, ()>, ApiError> {
        self.advised.try_lock().map_err(|_| ApiError::Busy)
    }

    /// Somebody who may play does something, from an address that is counted.
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

/// Somebody is there, until this is dropped.
pub struct Here {
    live: Arc<LiveGame>,
    /// The sides that they act for.
    pub sides: Vec<Color>,
    clock: fn() -> Time,
}

impl Drop for Here {
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
        let company = (None, Arc::new(Hearing::new(Time(0))));
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
                let mut gone = Box::pin(live.scene(&pool, address(1)));
                assert!(poll!(&mut gone).is_pending());
                drop(gone);
                let asked = (0..50).map(|last| live.scene(&pool, address(last)));
                let scenes: Vec<Arc<Scene>> =
                    join_all(asked).await.into_iter().map(|seen| seen.unwrap().1).collect();
                assert!(scenes.iter().all(|scene| Arc::ptr_eq(scene, &scenes[0])));
                assert_eq!(figures.done.get(), 1);
                assert_eq!(scenes[0].position.legal.len(), 48);
            });
        });
        test.unwrap().join().unwrap();
    }
}
