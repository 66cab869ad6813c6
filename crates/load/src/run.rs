//! A whole load, from the first game to the last comparison.

use crate::address::{AddressError, Servers};
use crate::api_client::ApiClient;
use crate::client::Shared;
use crate::counters::LoadCounters;
use crate::faults::Storms;
use crate::game::{self, GameFingerprint, SharedGame};
use crate::hostile::Hostile;
use crate::memory::Memory;
use crate::pace::{LoadPhase, MovePace};
use crate::plan::Plan;
use crate::record::Wrong;
use crate::relay::Relay;
use crate::report::{HostileReport, LoadReport};
use crate::table::LoadContext;
use crate::{spectator, thinker};
use futures_util::{StreamExt, stream};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::watch;
use tokio::task::JoinSet;
use wire::{HostColor, OpponentWord, Order};

/// How often conditions are polled.
const LOOK: Duration = Duration::from_millis(20);
/// The timeout for all clients to connect, and the extra time per client.
const GATHERING: [Duration; 2] = [Duration::from_secs(60), Duration::from_millis(20)];
/// The number of logs fetched concurrently.
const AT_A_TIME: usize = 16;
/// The number of clients that share the hostile frames.
const HOSTILE: u64 = 8;
/// Open files other than sockets.
const OTHER_FILES: u64 = 200;

/// Why a load could not be run.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// A server was not found.
    #[error(transparent)]
    Address(#[from] AddressError),
    /// The plan is invalid.
    #[error("{0}")]
    Plan(&'static str),
    /// The system allows too few connections.
    #[error(
        "{needed} connections are needed and the system allows {allowed} open files; raise it with ulimit -n"
    )]
    Files {
        /// The number needed.
        needed: u64,
        /// The number allowed.
        allowed: u64,
    },
    /// Not all clients got ready.
    #[error("only {ready} of {clients} clients could connect in time; the server said: {said}")]
    Gathering {
        /// The number of clients that are ready.
        ready: u64,
        /// The number of clients that should be.
        clients: usize,
        /// The server's errors for the others.
        said: String,
    },
    /// A relay could not be started.
    #[error("cannot connect to the server: {0}")]
    Relay(std::io::Error),
    /// The memory is a criterion but cannot be measured.
    #[error("the server's memory cannot be measured: {0}")]
    Memory(String),
    /// Cannot happen.
    #[error("no histogram: {0}")]
    Histogram(#[from] hdrhistogram::CreationError),
}

/// Runs a load and judges the results. When `stop` completes, it ends early but properly.
pub async fn run(plan: &Plan, stop: impl Future<Output = ()>) -> Result<LoadReport, LoadError> {
    run_beside(plan, stop, &()).await
}

/// Activity alongside the games while moves are made.
pub(crate) trait Beside {
    /// The number of connections it needs.
    fn connections(&self) -> u64;

    /// Starts it.
    fn begin(&self, shared: &Arc<Shared>) -> JoinSet<()>;

    /// Whether there was enough of it to end the games.
    fn is_enough(&self, tally: &LoadCounters) -> bool;
}

impl Beside for () {
    fn connections(&self) -> u64 {
        0
    }

    fn begin(&self, _: &Arc<Shared>) -> JoinSet<()> {
        JoinSet::new()
    }

    fn is_enough(&self, _: &LoadCounters) -> bool {
        true
    }
}

/// The games of a plan, between two players.
fn order(plan: &Plan) -> Result<Order, LoadError> {
    let rules = plan.rules.clone().try_into();
    let rules =
        rules.map_err(|_| LoadError::Plan("these rules are too long, or there are none"))?;
    let clock = plan.clock.clone().try_into();
    let clock = clock.map_err(|_| LoadError::Plan("this clock is too long, or there is none"))?;
    Ok(Order {
        clock: Some(clock),
        opponent: Some(OpponentWord::Friend),
        color: Some(HostColor::White),
        ..Order::new(rules)
    })
}

/// Runs a load alongside something else.
pub(crate) async fn run_beside(
    plan: &Plan,
    stop: impl Future<Output = ()>,
    beside: &impl Beside,
) -> Result<LoadReport, LoadError> {
    check(plan, beside.connections())?;
    let order = order(plan)?;
    let servers = Arc::new(Servers::find(&plan.urls, &plan.origins).await?);
    // Checks use connections of their own.
    let api = Arc::new(ApiClient::new(Arc::clone(&servers)));
    let relays = relays(plan, &servers).await?;
    let servers = match &relays[..] {
        [] => servers,
        relays => {
            let addresses: Vec<_> = relays.iter().map(Relay::address).collect();
            Arc::new(servers.behind(&addresses))
        }
    };
    let (tally, storms) = (LoadCounters::new()?, Storms::new());
    let shared = Arc::new(Shared { servers, tally, faults: plan.faults(), storms });
    let context = LoadContext::new(Arc::clone(&shared), api, order);
    let mut load =
        LoadRun { plan, context: Arc::new(context), tasks: JoinSet::new(), shown: Vec::new() };
    load.open();
    tokio::pin!(stop);
    let is_gathered = tokio::select! {
        gathered = load.gather() => gathered.map(|()| true)?,
        () = &mut stop => false,
    };
    let memory = || plan.process.and_then(Memory::of);
    let before = memory();
    let mut others = JoinSet::new();
    if is_gathered {
        load.let_in_hostile();
        others = beside.begin(&shared);
    }
    let start = Instant::now();
    let storms = tokio::select! {
        storms = load.play(beside), if is_gathered => Some(storms),
        () = &mut stop, if is_gathered => None,
        else => None,
    };
    let time = start.elapsed();
    others.shutdown().await;
    let memory = before.zip(memory()).map(|(before, after)| [before, after]);
    let played = load.end().await;
    let dead = relays.iter().map(|relay| relay.dead.get()).sum();
    let is_stopped = storms.is_none();
    let report = LoadReport::of(&shared.tally, time, plan, storms.unwrap_or_default());
    // Stopping early waives the minimum.
    let wanted = if is_stopped { report.hostile.frames } else { plan.hostile };
    let hostile = HostileReport { wanted, ..report.hostile };
    Ok(LoadReport { memory, played, dead, hostile, ..report })
}

/// Starts a relay in front of each server, unless the network is perfect.
async fn relays(plan: &Plan, servers: &Servers) -> Result<Vec<Relay>, LoadError> {
    let mut relays = Vec::new();
    if !plan.weather.is_fair() {
        for server in servers.all() {
            relays.push(Relay::before(server, plan.weather).await.map_err(LoadError::Relay)?);
        }
    }
    Ok(relays)
}

fn check(plan: &Plan, others: u64) -> Result<(), LoadError> {
    if plan.urls.is_empty() {
        return Err(LoadError::Plan("there must be a server"));
    }
    if plan.games == 0 {
        return Err(LoadError::Plan("there must be at least one game"));
    }
    if plan.moves_per_second.is_some_and(|moves| moves.is_nan() || moves <= 0.0) {
        return Err(LoadError::Plan("there must be some moves in a second"));
    }
    let needed = plan.weather.sockets() * plan.clients() as u64 + others + OTHER_FILES;
    match rlimit::increase_nofile_limit(needed) {
        Ok(allowed) if allowed < needed => Err(LoadError::Files { needed, allowed }),
        // A system without limits.
        Ok(_) | Err(_) => Ok(()),
    }
}

struct LoadRun<'a> {
    plan: &'a Plan,
    context: Arc<LoadContext>,
    tasks: JoinSet<()>,
    /// The current game of each table.
    shown: Vec<watch::Receiver<Option<Arc<SharedGame>>>>,
}

impl LoadRun<'_> {
    fn open(&mut self) {
        let mut chance = fastrand::Rng::new();
        for _ in 0..self.plan.games {
            let (show, shown) = watch::channel(None);
            let pace = MovePace::new(self.plan.every(), &mut chance);
            self.tasks.spawn(Arc::clone(&self.context).table(pace, show));
            self.shown.push(shown);
        }
        for number in 0..self.plan.spectators {
            let shown = self.shown[number % self.plan.games].clone();
            self.tasks.spawn(spectator::watch(Arc::clone(&self.context), shown));
        }
        for _ in 0..self.plan.thinkers {
            self.tasks.spawn(thinker::think(Arc::clone(&self.context)));
        }
    }

    /// Starts hostile clients at some of the tables.
    fn let_in_hostile(&mut self) {
        let share = self.plan.hostile.div_ceil(HOSTILE);
        let mut left = self.plan.hostile;
        for shown in self.shown.iter().cycle().take(HOSTILE as usize) {
            let game = shown.borrow().as_ref().map(|game| game.id.clone()).unwrap_or_default();
            let frames = share.min(left);
            left -= frames;
            let hostile = Hostile::new(Arc::clone(&self.context.shared));
            let mut phase = self.context.phase.subscribe();
            self.tasks.spawn(async move {
                tokio::select! {
                    () = hostile.attack(&game, frames) => {}
                    _ = phase.wait_for(|phase| *phase >= LoadPhase::Ending) => {}
                }
            });
        }
    }

    /// Waits until all clients are ready.
    async fn gather(&self) -> Result<(), LoadError> {
        let clients = self.plan.clients();
        let start = Instant::now();
        let [all, each] = GATHERING;
        let patience = all + each * u32::try_from(clients).unwrap_or(u32::MAX);
        let tally = &self.context.shared.tally;
        while tally.count.ready.get() < clients as u64 {
            if start.elapsed() > patience {
                let said: Vec<String> = tally.refusals().into_keys().collect();
                let (ready, said) = (tally.count.ready.get(), said.join("; "));
                return Err(LoadError::Gathering { ready, clients, said });
            }
            tokio::time::sleep(LOOK).await;
        }
        Ok(())
    }

    /// Makes moves for the plan's duration, and until all hostile frames are sent and the other activity has had
    /// enough; returns how long each storm took.
    async fn play(&self, beside: &impl Beside) -> Vec<Duration> {
        self.context.phase.send_replace(LoadPhase::Playing);
        let storms = self.weather_storms().await;
        let tally = &self.context.shared.tally;
        let frames = &tally.count.hostile_frames;
        let deadline = Instant::now() + self.plan.patience;
        let is_enough = || frames.get() >= self.plan.hostile && beside.is_enough(tally);
        self.wait(deadline, is_enough).await;
        storms
    }

    /// Waits for the plan's duration; returns how long each storm took.
    async fn weather_storms(&self) -> Vec<Duration> {
        let mut storms = Vec::new();
        let Some(every) = self.plan.storm else {
            tokio::time::sleep(self.plan.time).await;
            return storms;
        };
        let end = tokio::time::Instant::now() + self.plan.time;
        while tokio::time::Instant::now() + every < end {
            tokio::time::sleep(every).await;
            storms.push(self.context.shared.storms.blow().await);
        }
        tokio::time::sleep_until(end).await;
        storms
    }

    /// Completes open requests and compares everything with the server; returns the games as their clients saw them.
    async fn end(mut self) -> Vec<GameFingerprint> {
        self.context.phase.send_replace(LoadPhase::Ending);
        let deadline = Instant::now() + self.plan.last_patience();
        let games: Vec<Arc<SharedGame>> =
            self.shown.iter().filter_map(|shown| shown.borrow().clone()).collect();
        self.wait(deadline, || games.iter().all(|game| game.record().is_answered())).await;
        let comparisons: Vec<_> = games.iter().map(|game| self.compare(game, deadline)).collect();
        stream::iter(comparisons).buffer_unordered(AT_A_TIME).collect::<()>().await;
        self.wait(deadline, || games.iter().all(|game| game.record().behind() == 0)).await;
        let finished = self.context.finished();
        let is_finished =
            |game: &SharedGame| finished.iter().any(|finished| finished.id == game.id);
        let tally = &self.context.shared.tally;
        let mut played = Vec::new();
        for game in games.iter().filter(|game| !is_finished(game)) {
            played.push(game.played());
            let record = game.record();
            record.audit().iter().for_each(|wrong| tally.wrong(&game.id, wrong));
            tally.behind(&game.id, record.behind());
        }
        let again: Vec<_> =
            finished.iter().map(|finished| self.look_again(finished, deadline)).collect();
        stream::iter(again).buffer_unordered(AT_A_TIME).collect::<()>().await;
        self.context.phase.send_replace(LoadPhase::Over);
        while self.tasks.join_next().await.is_some() {}
        played.extend(finished);
        played
    }

    async fn wait(&self, deadline: Instant, done: impl Fn() -> bool) {
        while !done() && Instant::now() < deadline {
            tokio::time::sleep(LOOK).await;
        }
    }

    /// Compares a game with the server's log, as soon as a server responds.
    async fn compare(&self, game: &SharedGame, deadline: Instant) {
        loop {
            match game.compare(&self.context.api, 0).await {
                Ok(Ok(())) => return,
                Ok(Err(wrong)) => return self.context.shared.tally.wrong(&game.id, &wrong),
                Err(_) if Instant::now() < deadline => tokio::time::sleep(LOOK).await,
                Err(error) => return self.unreached(&game.id, &error.to_string()),
            }
        }
    }

    /// Checks that a finished game has not changed.
    async fn look_again(&self, finished: &GameFingerprint, deadline: Instant) {
        let GameFingerprint { id, events, fingerprint } = finished;
        let text = loop {
            match game::log(&self.context.api, id, *events).await {
                Ok(text) => break text,
                Err(_) if Instant::now() < deadline => tokio::time::sleep(LOOK).await,
                Err(error) => return self.unreached(id, &error.to_string()),
            }
        };
        let found = arbiter::replay(&text).map(|log| log.fingerprint());
        if found.as_ref().ok() != Some(fingerprint) {
            let wrong = Wrong::Lost(format!("the finished game has changed: {found:?}"));
            self.context.shared.tally.wrong(id, &wrong);
        }
    }

    /// Counts a game that cannot be fetched as lost.
    fn unreached(&self, id: &str, error: &str) {
        self.context
            .shared
            .tally
            .wrong(id, &Wrong::Lost(format!("its log cannot be read: {error}")));
    }
}
