//! Loads on a real server with a real store.

#[path = "../../server/tests/all/common/faulty.rs"]
mod faulty;

use faulty::{Fault, Faulty};
use load::{Attack, AttackPlan, Bars, LoadReport, Plan, Weather};
use server::Server;
use server::bus::{Bus, Local};
use server::guard::Settings;
use server::store::{Sqlite, Store};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// A folder that is deleted after the test.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path =
            std::env::temp_dir().join(format!("damier-load-{}-{number}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn file(&self) -> PathBuf {
        self.0.join("games.sqlite")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

struct Running {
    address: SocketAddr,
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

impl Running {
    async fn start(folder: &Folder, address: SocketAddr) -> Self {
        Self::on(Arc::new(Sqlite::open(&folder.file()).unwrap()), None, address).await
    }

    async fn on(store: Arc<dyn Store>, bus: Option<Arc<dyn Bus>>, address: SocketAddr) -> Self {
        let settings = Settings { limits: None, ..Settings::default() };
        let server = Server::bind_beside_others(address, store, bus, settings).await.unwrap();
        let address = server.address().unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        let task = tokio::spawn(async {
            server.run(async { drop(stopped.await) }).await.unwrap();
        });
        Self { address, stop, task }
    }

    async fn stop(self) {
        self.stop.send(()).unwrap();
        self.task.await.unwrap();
    }

    fn plan(&self) -> Plan {
        Plan {
            games: 6,
            moves_per_second: Some(120.0),
            spectators: 9,
            time: Duration::from_secs(3),
            ..Plan::at(&format!("http://{}", self.address))
        }
    }
}

fn any_port() -> SocketAddr {
    SocketAddr::from(([127, 0, 0, 1], 0))
}

/// Criteria without time limits: other tests run at the same time.
fn patient() -> Bars {
    Bars { p50: 1e6, p99: 1e6, p999: 1e6, storm: 60.0, ..Bars::default() }
}

async fn load(plan: &Plan) -> LoadReport {
    load_until(plan, std::future::pending()).await
}

async fn load_until(plan: &Plan, stop: impl Future<Output = ()>) -> LoadReport {
    let report = load::run(plan, stop).await.unwrap();
    assert_eq!(report.missed(&patient()), [""; 0], "{report}");
    report
}

/// However long it takes.
const LONG: Duration = Duration::from_secs(300);

/// Waits for three seconds, and for this many games and moves.
async fn enough(folder: &Folder, games: usize, plies: u32) {
    let store = Sqlite::open(&folder.file()).unwrap();
    tokio::time::sleep(Duration::from_secs(3)).await;
    loop {
        let all = store.recent(99).await.unwrap();
        if all.len() >= games && all.iter().map(|game| game.plies).sum::<u32>() >= plies {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn games_with_spectators() {
    let folder = Folder::new();
    let server = Running::start(&folder, any_port()).await;
    let plan = Plan { time: LONG, ..server.plan() };
    let report = load_until(&plan, enough(&folder, 6, 70)).await;
    assert!(report.moves > 60, "{report}");
    assert_eq!(report.acknowledged.count, report.moves);
    assert_eq!(report.seen.count, report.moves, "{report}");
    assert!(report.watched.count >= report.moves, "{report}");
    assert_eq!((report.dropped, report.reconnects, report.failed), (0, 0, 0), "{report}");
    assert_eq!(report.refusals.len(), 0, "{report}");
}

/// A game that ends is followed by another.
#[tokio::test(flavor = "multi_thread")]
async fn game_after_game() {
    let folder = Folder::new();
    let server = Running::start(&folder, any_port()).await;
    let plan = Plan { games: 2, moves_per_second: Some(1e6), time: LONG, ..server.plan() };
    let report = load_until(&plan, enough(&folder, 3, 0)).await;
    assert!(report.games_set_up > 2, "{report}");
}

#[tokio::test(flavor = "multi_thread")]
async fn lines_that_are_cut_and_requests_that_are_doubled() {
    let folder = Folder::new();
    let server = Running::start(&folder, any_port()).await;
    let cut = Some(Duration::from_millis(400));
    let plan = Plan { cut, duplicate: 0.5, time: LONG, ..server.plan() };
    let report = load_until(&plan, enough(&folder, 6, 60)).await;
    assert!(report.moves > 20 && report.cut > 20 && report.reconnects > 10, "{report}");
    assert!(report.repeated > 10, "{report}");
}

/// A bad network: everything is late, and connections silently go dead in one or both directions. A client that gets no
/// messages pings, reconnects, and repeats unanswered requests.
#[tokio::test(flavor = "multi_thread")]
async fn lines_that_delay_and_go_dead() {
    let folder = Folder::new();
    let server = Running::start(&folder, any_port()).await;
    let weather = Weather {
        delay: Some(Duration::from_millis(60)),
        mute: Some(Duration::from_millis(1_500)),
    };
    let plan = Plan {
        weather,
        beat: Duration::from_millis(1_500),
        time: LONG,
        patience: LONG,
        ..server.plan()
    };
    let report = load_until(&plan, enough(&folder, 6, 100)).await;
    assert!(report.dead > 3 && report.reconnects > 3, "{report}");
    assert!(report.moves > 20 && report.repeated > 0, "{report}");
    assert!(report.seen.p50 > 20.0, "{report}");
}

#[tokio::test(flavor = "multi_thread")]
async fn all_sockets_dropped_at_once() {
    let folder = Folder::new();
    let server = Running::start(&folder, any_port()).await;
    let storm = Some(Duration::from_millis(900));
    let report = load(&Plan { storm, time: Duration::from_secs(6), ..server.plan() }).await;
    assert!(!report.storms.is_empty() && report.reconnects >= 21, "{report}");
}

#[tokio::test(flavor = "multi_thread")]
async fn hostile_frames_close_their_own_connections_alone() {
    let folder = Folder::new();
    let server = Running::start(&folder, any_port()).await;
    let plan = Plan { hostile: 500, patience: LONG, ..server.plan() };
    let report = load(&plan).await;
    assert!(report.hostile.frames == 500 && report.hostile.closed > 0, "{report}");
    assert_eq!(report.hostile.obeyed, 0);
}

/// Players continue when the server is back.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_stops_and_starts_again() {
    let folder = Folder::new();
    let server = Running::start(&folder, any_port()).await;
    let address = server.address;
    let plan = Plan { time: Duration::from_secs(20), patience: LONG, ..server.plan() };
    let loading = tokio::spawn(async move { load(&plan).await });
    tokio::time::timeout(LONG, enough(&folder, 6, 30)).await.unwrap();
    server.stop().await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    let _again = Running::start(&folder, address).await;
    let report = loading.await.unwrap();
    assert!(report.reconnects >= 21 && report.moves > 20, "{report}");
}

/// A disk on which every fourth operation fails: nothing is lost, and nothing happens twice.
#[tokio::test(flavor = "multi_thread")]
async fn a_disk_with_faults() {
    const MOMENT: Duration = Duration::from_millis(50);
    let folder = Folder::new();
    let store = Arc::new(Faulty::open(&folder.file()));
    let server = Running::on(store.clone(), None, any_port()).await;
    let faults = [
        Fault::Fails,
        Fault::FailsAfterWriting,
        Fault::Slow(MOMENT),
        Fault::HangsThenFails(MOMENT),
    ];
    let mut chance = fastrand::Rng::new();
    store.befalls(move |_| if chance.u8(..4) == 0 { chance.choice(faults) } else { None });
    let plan = Plan { duplicate: 0.1, time: LONG, patience: LONG, ..server.plan() };
    let report = load_until(&plan, enough(&folder, 6, 120)).await;
    assert!(report.moves > 20 && report.repeated > 10, "{report}");
    assert!(report.refusals.keys().any(|said| said.starts_with("store: ")), "{report}");
}

/// Players of a game are connected to different servers of one store, and switch to others.
#[tokio::test(flavor = "multi_thread")]
async fn games_across_servers() {
    let folder = Folder::new();
    let bus: Arc<dyn Bus> = Arc::new(Local::default());
    let mut servers = Vec::new();
    for _ in 0..3 {
        let store = Arc::new(Sqlite::open(&folder.file()).unwrap());
        servers.push(Running::on(store, Some(Arc::clone(&bus)), any_port()).await);
    }
    let urls = servers.iter().map(|server| format!("http://{}", server.address)).collect();
    let cut = Some(Duration::from_secs(1));
    let plan = Plan { urls, cut, time: LONG, patience: LONG, ..servers[0].plan() };
    let report = load_until(&plan, enough(&folder, 6, 150)).await;
    assert!(report.moves > 20 && report.reconnects > 10, "{report}");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_stops_it_gets_the_report() {
    let folder = Folder::new();
    let server = Running::start(&folder, any_port()).await;
    let plan = Plan { time: Duration::from_secs(3_600), ..server.plan() };
    let report = load::run(&plan, tokio::time::sleep(Duration::from_secs(2))).await.unwrap();
    assert!(report.seconds < 60.0, "{report}");
    assert_eq!(report.wrongs.count(), 0, "{report}");
}

/// Stopping during an attack returns its figures, and starts no other.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn who_stops_an_attack_gets_its_figures() {
    let folder = Folder::new();
    let server = Running::start(&folder, any_port()).await;
    let honest = Plan { time: LONG, process: Some(std::process::id()), ..server.plan() };
    let attacks = vec![Attack::RematchStorms, Attack::LobbySpam];
    let plan = AttackPlan { honest, attacks, addresses: 2, token: None };
    let attacked = load::attack(&plan, enough(&folder, 20, 30)).await.unwrap();
    let [attacked] = &attacked[..] else { panic!("{attacked:?}") };
    let honest = attacked.honest.as_ref().unwrap();
    assert!(attacked.sent > 0 && attacked.games > 0 && honest.moves > 20, "{attacked:?}");
    assert_eq!((honest.wrongs.count(), honest.failed), (0, 0), "{attacked:?}");
}

#[tokio::test]
async fn where_there_is_no_server() {
    let error = load::run(&Plan::at("http://127.0.0.1:1"), std::future::pending()).await;
    let error = error.unwrap_err().to_string();
    assert!(error.starts_with("nobody answers at 127.0.0.1:1"), "{error}");
    let none = Plan { games: 0, ..Plan::at("http://127.0.0.1:1") };
    assert!(load::run(&none, std::future::pending()).await.is_err());
}
