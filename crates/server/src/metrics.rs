//! Metrics of a running server, in the OpenMetrics format that Prometheus reads.

use crate::panics;
use crate::store::{Append, StoreError};
use axum::http::StatusCode;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};
use std::time::Duration;
use wire::Code;

/// The content type of the metrics.
pub const OPENMETRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Method, route and status.
type Answered = [(&'static str, String); 3];
type Named = [(&'static str, String); 1];

/// A histogram of times, from a tenth of a millisecond to ten seconds.
#[derive(Clone)]
pub struct Timing(Histogram);

impl Default for Timing {
    fn default() -> Self {
        const STEPS: [f64; 16] = [
            0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0,
            2.5, 5.0, 10.0,
        ];
        Self(Histogram::new(STEPS))
    }
}

impl Timing {
    /// Records a time.
    pub fn took(&self, time: Duration) {
        self.0.observe(time.as_secs_f64());
    }
}

/// The metrics of a store.
#[derive(Clone)]
pub struct StoreFigures {
    /// Durable events.
    pub events: Counter,
    /// The time to make a group durable.
    pub commits: Timing,
    /// The number of events per group.
    pub groups: Histogram,
}

impl Default for StoreFigures {
    fn default() -> Self {
        const SIZES: [f64; 10] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0];
        Self {
            events: Counter::default(),
            commits: Timing::default(),
            groups: Histogram::new(SIZES),
        }
    }
}

impl StoreFigures {
    /// Records a group commit, with the events it made durable.
    pub fn committed(
        &self,
        appends: &[Append],
        results: &[Result<(), StoreError>],
        time: Duration,
    ) {
        self.commits.took(time);
        self.groups.observe(u32::try_from(appends.len()).unwrap_or(u32::MAX).into());
        let safe = appends.iter().zip(results).filter(|(_, result)| result.is_ok());
        self.events.inc_by(safe.map(|(append, _)| append.lines.len() as u64).sum());
    }
}

/// Counts as waiting until dropped.
pub struct Waiting(Gauge);

impl Waiting {
    /// Counts one more until dropped.
    pub fn begin(gauge: &Gauge) -> Self {
        gauge.inc();
        Self(gauge.clone())
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.dec();
    }
}

/// The metrics of the pool for long computations.
#[derive(Clone, Default)]
pub struct PoolFigures {
    /// Queued tasks.
    pub waiting: Gauge,
    /// Finished tasks.
    pub done: Counter,
}

/// The metrics of the engines.
#[derive(Clone, Default)]
pub struct EngineFigures {
    /// Games waiting for an engine.
    pub waiting: Gauge,
    /// How long they waited.
    pub waited: Timing,
    /// The thinking time of a move.
    pub thought: Timing,
}

/// The metrics of play.
#[derive(Clone, Default)]
pub struct PlayFigures {
    /// The time from a request to its acknowledgement.
    pub acknowledged: Timing,
}

/// The values read when the metrics are requested.
#[derive(Clone, Copy, Debug)]
pub struct Now {
    /// Connections.
    pub connections: usize,
    /// Those that follow a live game.
    pub sockets: usize,
    /// Games in memory.
    pub live_games: usize,
}

/// The metrics of a server.
pub struct Metrics {
    registry: Registry,
    requests: Family<Answered, Counter>,
    durations: Family<Named, Histogram, fn() -> Histogram>,
    refused: Family<Named, Counter>,
    connections: Gauge,
    sockets: Gauge,
    live_games: Gauge,
    memory: Gauge,
}

impl Metrics {
    /// Creates the metrics of a server with these parts.
    pub fn new(
        store: &StoreFigures,
        engines: &EngineFigures,
        pool: &PoolFigures,
        play: &PlayFigures,
    ) -> Self {
        let mut registry = Registry::with_prefix("damier");
        let new = Self {
            requests: Family::default(),
            durations: Family::new_with_constructor(|| Timing::default().0),
            refused: Family::default(),
            connections: Gauge::default(),
            sockets: Gauge::default(),
            live_games: Gauge::default(),
            memory: Gauge::default(),
            registry: Registry::default(),
        };
        let all = &mut registry;
        all.register("requests", "Requests by method, route and status", new.requests.clone());
        all.register("refused", "What was not done, by code", new.refused.clone());
        all.register("panics", "Faults of the program that were caught", panics::count());
        all.register("connections", "Open connections", new.connections.clone());
        all.register("sockets", "Connections that follow a live game", new.sockets.clone());
        all.register("live_games", "Games in memory", new.live_games.clone());
        all.register("events", "Events that are stored", store.events.clone());
        all.register("commit_events", "Appends that share a commit", store.groups.clone());
        all.register("engine_waiting", "Games that wait for an engine", engines.waiting.clone());
        all.register("pool_waiting", "Long work that waits for a thread", pool.waiting.clone());
        all.register("pool_work", "Long work that was done apart", pool.done.clone());
        all.register_with_unit("memory", "Memory in use", Unit::Bytes, new.memory.clone());
        let mut timing = |name: &str, help: &str, timing: &Timing| {
            all.register_with_unit(name, help, Unit::Seconds, timing.0.clone());
        };
        timing("commit", "Time to make a group of events safe", &store.commits);
        timing("engine_wait", "Time until an engine was free", &engines.waited);
        timing("engine_think", "Time that an engine thought about a move", &engines.thought);
        timing("acknowledge", "Time from a request in a game to its answer", &play.acknowledged);
        all.register_with_unit("request", "Time to answer", Unit::Seconds, new.durations.clone());
        Self { registry, ..new }
    }

    /// Counts a request.
    pub fn answered(&self, method: &str, route: &str, status: StatusCode, time: Duration) {
        let text = str::to_owned;
        let labels = [
            ("method", text(method)),
            ("route", text(route)),
            ("status", status.as_u16().to_string()),
        ];
        self.requests.get_or_create(&labels).inc();
        self.durations.get_or_create(&[("route", text(route))]).observe(time.as_secs_f64());
    }

    /// Counts an error.
    pub fn refused(&self, code: Code) {
        self.refused.get_or_create(&[("code", code.word())]).inc();
    }

    /// All metrics as text.
    pub fn text(&self, now: Now) -> String {
        let set = |gauge: &Gauge, value: usize| {
            gauge.set(i64::try_from(value).unwrap_or(i64::MAX));
        };
        set(&self.connections, now.connections);
        set(&self.sockets, now.sockets);
        set(&self.live_games, now.live_games);
        if let Some(bytes) = memory() {
            set(&self.memory, bytes);
        }
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}

/// The resident memory of this process, where the system reports it.
fn memory() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: usize = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes << 10)
}
