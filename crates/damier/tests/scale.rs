//! Games played across servers, while servers, their bus and their database are killed by turns: in the end the store
//! has what every client saw, all that was acknowledged, and nothing twice.
//!
//! Each is killed once; ten times with `DAMIER_SLOW=1`.

mod common;
#[cfg(all(feature = "postgres", feature = "nats"))]
#[path = "../../server/tests/all/common/nats.rs"]
mod nats;
#[cfg(all(feature = "postgres", feature = "nats"))]
#[path = "../../server/tests/all/common/postgres.rs"]
mod postgres;

use common::app::{App, soon, stored};
use common::{Folder, is_there};
use load::{LoadError, LoadReport, Plan};
use server::store::{Outage, Sqlite, Store, Summary};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::Runtime;
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// Concurrent games.
const GAMES: usize = 12;
/// How far the clocks of two programs on one machine may differ, in milliseconds.
const SKEW: u64 = 50;
/// How long the database is down.
#[cfg(all(feature = "postgres", feature = "nats"))]
const A_WHILE: Duration = Duration::from_secs(4);

fn rounds() -> usize {
    if std::env::var_os("DAMIER_SLOW").is_some() { 10 } else { 1 }
}

/// Games that continue until they are told to end, with their store.
struct Cluster {
    runtime: Runtime,
    store: Arc<dyn Store>,
    stop: watch::Sender<bool>,
    loads: Vec<JoinHandle<Result<LoadReport, LoadError>>>,
}

impl Cluster {
    /// Players use the servers by turns, so that opponents are on different ones. Some stay there, and some switch
    /// every few seconds.
    fn open(runtime: Runtime, store: Arc<dyn Store>, nodes: &[App]) -> Self {
        let plan = Plan {
            urls: nodes.iter().map(App::url).collect(),
            games: GAMES / 2,
            moves_per_second: Some(50.0),
            spectators: GAMES / 2,
            time: Duration::from_secs(86_400),
            duplicate: 0.1,
            patience: Duration::from_secs(120),
            ..Plan::default()
        };
        let stop = watch::Sender::new(false);
        let load = |cut| {
            let (plan, mut stopped) = (Plan { cut, ..plan.clone() }, stop.subscribe());
            runtime.spawn(async move {
                load::run(&plan, async { drop(stopped.wait_for(|stop| *stop).await) }).await
            })
        };
        let loads = vec![load(None), load(Some(Duration::from_secs(6)))];
        Self { runtime, store, stop, loads }
    }

    /// Games with a move.
    fn begun(&self) -> BTreeMap<String, Summary> {
        let games = self.runtime.block_on(self.store.recent(u32::MAX)).unwrap_or_default();
        let begun = games.into_iter().filter(|game| game.plies > 0);
        begun.map(|game| (game.id.clone(), game)).collect()
    }

    /// Waits until every game has advanced by some moves, or has ended.
    fn goes_on(&self) {
        let before = self.begun();
        soon("every game goes on", || {
            let now = self.begun();
            let went_on = |game: &Summary| {
                let now = now.get(&game.id);
                now.is_some_and(|now| now.plies > game.plies + 2 || now.ending.is_some())
            };
            now.len() >= GAMES && before.values().all(went_on)
        });
    }

    /// Ends the games and compares what all clients saw with the store.
    fn close(self) -> Vec<LoadReport> {
        self.goes_on();
        let Self { runtime, store, stop, loads } = self;
        stop.send_replace(true);
        let mut reports = Vec::new();
        for load in loads {
            let report = runtime.block_on(load).unwrap().unwrap();
            println!("{report}");
            assert_eq!(report.wrongs.count(), 0, "{report}");
            // A store that is down for long is reported; any other refusal is an error.
            let known = ["store: ", "new game 503"];
            let is_known = |said: &String| known.iter().any(|known| said.starts_with(known));
            assert!(report.refusals.keys().all(is_known), "{report}");
            // Each game has advanced by three moves, at least twice.
            assert!(report.moves > 6 * GAMES as u64 / 2, "{report}");
            reports.push(report);
        }
        runtime.block_on(compare(&*store, &reports));
        reports
    }
}

async fn compare(store: &dyn Store, reports: &[LoadReport]) {
    let outages = store.outages(0).await.unwrap();
    let mut moves = BTreeMap::new();
    for played in reports.iter().flat_map(|report| &report.played) {
        let log = stored(store, &played.id).await;
        let found = (log.lines().len() as u64, log.fingerprint());
        assert_eq!(found, (played.events, played.fingerprint.clone()), "{}", played.id);
        if !store.is_shared() {
            time_was_given_back(&log, &outages);
        }
        moves.insert(played.id.as_str(), log.table().moves().len() as u64);
    }
    let acknowledged: u64 = reports.iter().map(|report| report.moves).sum();
    assert_eq!(moves.values().sum::<u64>(), acknowledged, "as many as are stored");
    for game in store.recent(u32::MAX).await.unwrap() {
        let seen = moves.get(game.id.as_str()).copied().unwrap_or(0);
        assert_eq!(u64::from(game.plies), seen, "{}: nobody saw all of it", game.id);
    }
}

/// No more was credited than the time since the previous event during which the server accepted no moves. What outages
/// cost the players, also with several servers, is judged in `outages.rs`.
fn time_was_given_back(log: &arbiter::Log, outages: &[Outage]) {
    let created = log.table().created().0;
    let mut last = created;
    for line in &log.lines()[2..] {
        let (time, event) = line.split_once(' ').unwrap();
        let at = created + time.parse::<u64>().unwrap();
        if let Some(credit) = event.strip_prefix("credit ") {
            let given: u64 = credit.split(' ').next().unwrap().parse().unwrap();
            let over = outages.iter().copied().filter(|outage| outage.until <= at + SKEW);
            assert!(given > 0 && given <= Outage::covered(over.collect(), last), "{line}");
        }
        last = at;
    }
}

#[test]
fn one_server_on_a_file() {
    let folder = Folder::new("scale");
    let mut nodes = [App::start(&["--data", &folder.path("")])];
    let store = Sqlite::open(Path::new(&folder.path("games.sqlite"))).unwrap();
    let cluster = Cluster::open(Runtime::new().unwrap(), Arc::new(store), &nodes);
    cluster.goes_on();
    for _ in 0..6 * rounds() {
        nodes[0].kill();
        nodes[0].again();
        cluster.goes_on();
    }
    let reports = cluster.close();
    assert!(reports.iter().all(|report| report.reconnects > 0), "{reports:?}");
}

/// A limit on file size that is lifted later: like a disk that is full for a while.
#[test]
fn one_server_on_a_disk_that_is_full() {
    let allow = |size: &str, node: &App| {
        let mut prlimit = Command::new("prlimit");
        prlimit.args(["--pid", &node.process().to_string(), &format!("--fsize={size}")]);
        assert!(prlimit.status().unwrap().success());
    };
    if !is_there(&["prlimit"]) {
        return;
    }
    let folder = Folder::new("full");
    // Exceeding the limit must not kill the process.
    let node = App::start_after("trap '' XFSZ;", &["--data", &folder.path("")]);
    let store = Sqlite::open(Path::new(&folder.path("games.sqlite"))).unwrap();
    let cluster =
        Cluster::open(Runtime::new().unwrap(), Arc::new(store), std::slice::from_ref(&node));
    cluster.goes_on();
    let refused = || node.figure("damier_refused_total{code=\"store\"}").unwrap_or_default();
    for _ in 0..rounds() {
        let before = refused();
        allow("65536:", &node);
        soon("the server says that it cannot store", || node.get("/readyz").is_none());
        soon("a player is told", || refused() > before);
        allow("unlimited:", &node);
        soon("the server can store again", || node.get("/readyz").is_some());
        cluster.goes_on();
    }
    let reports = cluster.close();
    let mut refusals = reports.iter().flat_map(|report| report.refusals.keys());
    assert!(refusals.any(|said| said.starts_with("store: ")), "{reports:?}");
}

#[cfg(all(feature = "postgres", feature = "nats"))]
#[test]
fn three_servers_on_a_database_and_a_bus() {
    let Some(database) = postgres::Database::start() else { return };
    let Some(mut nats) = nats::NatsServer::start() else { return };
    let runtime = Runtime::new().unwrap();
    let address = database.create();
    let mut nodes = [(); 3].map(|()| App::start(&["--store", &address, "--bus", &nats.url()]));
    let (store, _) = runtime.block_on(server::store::at(&address)).unwrap();
    let cluster = Cluster::open(runtime, store, &nodes);
    cluster.goes_on();
    let is_used = |node: &App| node.figure("damier_sockets").is_some_and(|sockets| sockets > 0.0);
    for round in 0..rounds() {
        nats.kill();
        cluster.goes_on();
        nats.again();
        cluster.goes_on();

        let node = &mut nodes[round % 3];
        node.kill();
        cluster.goes_on();
        node.again();
        soon("clients come to the server that is back", || is_used(node));

        database.crash();
        soon("servers say that they cannot store", || {
            nodes.iter().all(|node| node.get("/readyz").is_none())
        });
        std::thread::sleep(A_WHILE);
        database.resume(&[]);
        soon("servers can store again", || nodes.iter().all(|node| node.get("/readyz").is_some()));
        cluster.goes_on();
    }
    let reports = cluster.close();
    assert!(reports.iter().all(|report| report.reconnects > 0), "{reports:?}");
}
