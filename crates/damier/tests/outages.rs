//! Outages of every kind, and what they cost the players: issue 15.3 and 15.11. Servers, their database and their bus
//! are suspended, killed and restarted while clocks run. No player is charged more than half a second for any outage,
//! and none gains more than a second.
//!
//! Eleven outages; two hundred with `DAMIER_SLOW=1`.

mod common;
#[cfg(all(feature = "postgres", feature = "nats"))]
#[path = "../../server/tests/all/common/nats.rs"]
mod nats;
#[cfg(all(feature = "postgres", feature = "nats"))]
#[path = "../../server/tests/all/common/postgres.rs"]
mod postgres;

use common::Folder;
use common::app::{App, soon};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::sync::mpsc::{Receiver, channel};
use std::thread::{JoinHandle, sleep};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tungstenite::Message;

/// The most that an outage may cost a player, in milliseconds.
const CHARGED: i64 = 500;
/// The most that a player may gain by one.
const GAINED: i64 = 1_000;
/// The timeout for the servers to notice the end of an outage, on a busy machine.
const KNOWN: i64 = 30_000;
/// How long a player who lost their server waits before trying another.
const LOOKS_AROUND: Duration = Duration::from_millis(900);
/// Games that continue during an outage.
const GAMES: usize = 6;
/// White's moves meanwhile.
const MOVE: &str = "d4-c5";
/// A game's time: less than some outages last.
const CLOCK: &str = "5s";

fn wall() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as i64
}

fn slow(quick: usize, slow: usize) -> usize {
    if std::env::var_os("DAMIER_SLOW").is_some() { slow } else { quick }
}

/// The duration of an outage, exactly.
#[derive(Clone, Copy, Debug)]
struct Span {
    at_most: i64,
    at_least: i64,
}

/// Whether the side to move can do nothing about it.
#[cfg_attr(
    not(all(feature = "postgres", feature = "nats")),
    expect(dead_code, reason = "where there is one server, all are hit")
)]
enum Hit {
    Whole,
    /// Only one side.
    Partly,
    Spared,
}

impl Span {
    /// Breaks something, waits, repairs it, and waits until it works.
    fn of(breaks: impl FnOnce(), mends: impl FnOnce(), works: impl FnOnce()) -> Self {
        let before = wall();
        breaks();
        let broken = wall();
        sleep(Duration::from_millis(fastrand::u64(600..7_000)));
        let mending = wall();
        mends();
        works();
        Self { at_most: wall() - before, at_least: mending - broken }
    }
}

/// A game between two people, each connected to a server.
struct Game {
    id: String,
    keys: [String; 2],
    /// The indices of White's and Black's server.
    at: [usize; 2],
    /// Whether White moves meanwhile.
    moves: bool,
    /// What Black is sent, and when.
    told: Receiver<(i64, String)>,
}

/// A reading of the clocks.
#[derive(Debug)]
struct Clocks {
    /// When they were read, in milliseconds since 1970.
    at: i64,
    /// The total of both sides' time: whoever is charged, it decreases.
    left: i64,
    playing: bool,
    /// Whether a clock has run out, so that a flag must fall.
    is_over: bool,
    /// What had happened by then.
    log: String,
}

/// A response, and whether it is positive; `None` if there is none.
fn post(url: &str, key: &str, body: &Value) -> Option<(bool, Value)> {
    let mut request = ureq::post(url)
        .config()
        .timeout_global(Some(Duration::from_secs(5)))
        .http_status_as_error(false)
        .build()
        .header("Content-Type", "application/json");
    if !key.is_empty() {
        request = request.header("Authorization", format!("Bearer {key}"));
    }
    let mut answer = request.send(body.to_string()).ok()?;
    let text = answer.body_mut().read_to_string().ok()?;
    Some((answer.status().is_success(), serde_json::from_str(&text).ok()?))
}

/// A player who is connected for a side and receives messages. A player who loses their server tries another after a
/// while.
fn connect(nodes: &[App], id: &str, key: &str, first: usize) -> Receiver<(i64, String)> {
    let url = |node: &App| format!("ws://{}/ws/games/{id}", node.address);
    let mut urls: Vec<String> = nodes.iter().map(url).collect();
    urls.rotate_left(first);
    let hello = json!({ "say": "hello", "v": 1, "key": key }).to_string();
    let (tell, told) = channel();
    std::thread::spawn(move || {
        for url in urls.iter().cycle() {
            if let Ok((mut socket, _)) = tungstenite::connect(url) {
                let _ = socket.send(Message::text(&hello));
                while let Ok(message) = socket.read() {
                    let _ = tell.send((wall(), message.to_string()));
                }
            }
            sleep(LOOKS_AROUND);
        }
    });
    told.recv().unwrap();
    told
}

/// The number of a game's lines known from a message.
fn knows(message: &str) -> u64 {
    let message: Value = serde_json::from_str(message).unwrap_or_default();
    let after = message["event"]["seq"].as_u64().map(|seq| seq + 1);
    after.or(message["game"]["seq"].as_u64()).unwrap_or(0)
}

impl Game {
    /// A game with running clocks, White to move; games use the servers by turns.
    fn begin(nodes: &[App], number: usize) -> Self {
        let at = [number % nodes.len(), (number + 1) % nodes.len()];
        let moves = number.is_multiple_of(3);
        let order =
            json!({ "rules": "russian", "opponent": "friend", "color": "white", "clock": CLOCK });
        let ask = |path: &str, body: &Value| post(&(nodes[0].url() + path), "", body).unwrap().1;
        let made = ask("/api/games", &order);
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let id = text(&made["id"]);
        let guest = json!({ "invitation": made["invitation"] });
        let joined = ask(&format!("/api/games/{id}/join"), &guest);
        let keys = [text(&made["key"]), text(&joined["key"])];
        let [_, told] = [0, 1].map(|side| connect(nodes, &id, &keys[side], at[side]));
        let game = Self { id, keys, at, moves, told };
        for (side, text) in [(0, "c3-d4"), (1, "b6-a5")] {
            game.moves(&nodes[game.at[side]], side, text, Duration::ZERO).join().unwrap();
        }
        game
    }

    /// Moves after a while, repeating the request with the same id until it is answered.
    fn moves(&self, node: &App, side: usize, text: &str, after: Duration) -> JoinHandle<()> {
        let url = format!("{}/api/games/{}/events", node.url(), self.id);
        let key = self.keys[side].clone();
        let side = ["white", "black"][side];
        let action = json!({ "side": side, "what": "move", "value": text, "client": text });
        std::thread::spawn(move || {
            sleep(after);
            soon("a move is answered", || {
                post(&url, &key, &action).is_some_and(|(_, said)| said["error"]["code"] != "store")
            });
        })
    }

    /// How long after White's move Black got it: for so long, Black's clock ran in vain.
    fn lateness(&self, log: &str) -> i64 {
        let created = log.split_once("create at=").unwrap().1.split_once(' ').unwrap().0;
        let (seq, line) = (0..).zip(log.lines()).find(|(_, line)| line.contains(MOVE)).unwrap();
        let after = line.split_once(' ').unwrap().0;
        let number = |text: &str| text.parse::<i64>().unwrap();
        let news = || self.told.recv_timeout(Duration::from_millis(KNOWN as u64)).unwrap();
        let is_it = |(_, message): &(i64, String)| knows(message) > seq;
        let (heard, _) = std::iter::repeat_with(news).find(is_it).unwrap();
        heard - (number(created) + number(after))
    }

    fn clocks(&self, node: &App) -> Clocks {
        let mut shown = None;
        soon("the game is shown", || {
            shown = node.get(&format!("/api/games/{}", self.id));
            shown.is_some()
        });
        let table = serde_json::from_str::<Value>(&shown.unwrap()).unwrap()["table"].take();
        let number = |value: &Value| value.as_i64().unwrap();
        let left = |side: &str| number(&table["clock"][side]["left"]);
        let playing = table["phase"] == "playing";
        // A clock that has run out stays where it was.
        let at = number(&table[if playing { "at" } else { "last_event" }]);
        let log = node.get(&format!("/api/games/{}/game.log", self.id)).unwrap_or_default();
        let [white, black] = ["white", "black"].map(left);
        Clocks { at, left: white + black, playing, is_over: white == 0 || black == 0, log }
    }
}

/// Causes an outage while the clocks of games run, and judges what it cost the affected players and the others.
fn judge(
    what: &str,
    nodes: &mut [App],
    outage: impl FnOnce(&mut [App]) -> Span,
    whom: impl Fn(&Game) -> Hit,
) {
    let games: Vec<Game> = (0..GAMES).map(|number| Game::begin(nodes, number)).collect();
    let before: Vec<Clocks> = games.iter().map(|game| game.clocks(&nodes[game.at[0]])).collect();
    let moving: Vec<JoinHandle<()>> = games
        .iter()
        .filter(|game| game.moves)
        .map(|game| {
            let after = Duration::from_millis(fastrand::u64(0..1_500));
            game.moves(&nodes[game.at[0]], 0, MOVE, after)
        })
        .collect();
    let span = outage(nodes);
    for moved in moving {
        moved.join().unwrap();
    }
    for (game, before) in games.iter().zip(before) {
        let span = match whom(game) {
            Hit::Whole => span,
            Hit::Partly => Span { at_least: 0, ..span },
            Hit::Spared => Span { at_least: 0, at_most: 0 },
        };
        let mut after = game.clocks(&nodes[game.at[0]]);
        let charged = |after: &Clocks| {
            let (elapsed, used) = (after.at - before.at, before.left - after.left);
            (used - (elapsed - span.at_least), used - (elapsed - span.at_most))
        };
        // Time is credited once the outage is known to be over, and before a flag falls.
        let known = wall() + KNOWN;
        while (charged(&after).0 > CHARGED || after.is_over) && after.playing && wall() < known {
            sleep(Duration::from_millis(50));
            after = game.clocks(&nodes[game.at[0]]);
        }
        assert!(!after.playing || !after.is_over, "{what}: no flag falls: {after:?}");
        let (most, least) = charged(&after);
        let told = format!("{what}, {span:?}: {before:?}, then {after:?}\n{}", after.log);
        assert!(most <= CHARGED, "{most} ms were charged for it: {told}");
        if game.moves && matches!(whom(game), Hit::Spared) {
            let late = game.lateness(&after.log);
            assert!(late <= CHARGED, "Black heard of the move after {late} ms: {told}");
        }
        assert!(least >= -GAINED || !after.playing, "{} ms were gained by it: {told}", -least);
    }
}

fn is_ready(node: &App) -> bool {
    node.get("/readyz").is_some()
}

fn all_are_ready(nodes: &[App]) {
    soon("the servers are ready", || nodes.iter().all(is_ready));
}

/// The first server is suspended and resumed.
fn stopped(nodes: &mut [App]) -> Span {
    let node = &nodes[0];
    Span::of(|| node.pause(), || node.go_on(), || all_are_ready(nodes))
}

/// The first server is killed and restarted.
fn killed(nodes: &mut [App]) -> Span {
    let nodes = RefCell::new(nodes);
    Span::of(
        || nodes.borrow_mut()[0].kill(),
        || _ = nodes.borrow_mut()[0].again(),
        || all_are_ready(&nodes.borrow()),
    )
}

#[test]
fn one_server_on_a_file() {
    let folder = Folder::new("outages");
    let mut nodes = [App::start(&["--data", &folder.path("")])];
    for _ in 0..slow(2, 30) {
        judge("a server stopped", &mut nodes, stopped, |_| Hit::Whole);
        judge("a server killed", &mut nodes, killed, |_| Hit::Whole);
    }
}

/// Two servers on one database and one bus.
#[cfg(all(feature = "postgres", feature = "nats"))]
struct Two {
    database: postgres::Database,
    nats: nats::NatsServer,
    nodes: [App; 2],
}

#[cfg(all(feature = "postgres", feature = "nats"))]
impl Two {
    /// `None` if there is no database or no bus to start.
    fn start() -> Option<Self> {
        let database = postgres::Database::start()?;
        let nats = nats::NatsServer::start()?;
        let address = database.create();
        let nodes = [(); 2].map(|()| App::start(&["--store", &address, "--bus", &nats.url()]));
        Some(Self { database, nats, nodes })
    }
}

/// Who is affected when the first of two servers is down: moves through the other can be accepted.
#[cfg(all(feature = "postgres", feature = "nats"))]
fn those_at_the_first(game: &Game) -> Hit {
    match game {
        Game { moves: true, .. } => Hit::Partly,
        Game { at: [0, _], .. } => Hit::Whole,
        _ => Hit::Spared,
    }
}

#[cfg(all(feature = "postgres", feature = "nats"))]
#[test]
fn servers_of_two() {
    let Some(Two { mut nodes, database: _database, nats: _nats }) = Two::start() else { return };
    for _ in 0..slow(1, 20) {
        judge("one of two servers stopped", &mut nodes, stopped, those_at_the_first);
        // They reconnect to the other server, and are not charged for the time until then.
        judge(
            "one of two servers killed",
            &mut nodes,
            |nodes| Span { at_least: LOOKS_AROUND.as_millis() as i64, ..killed(nodes) },
            those_at_the_first,
        );
        judge(
            "both servers killed",
            &mut nodes,
            |nodes| {
                let nodes = RefCell::new(nodes);
                Span::of(
                    || nodes.borrow_mut().iter_mut().for_each(App::kill),
                    || nodes.borrow_mut().iter_mut().for_each(|node| _ = node.again()),
                    || all_are_ready(&nodes.borrow()),
                )
            },
            |_| Hit::Whole,
        );
    }
}

#[cfg(all(feature = "postgres", feature = "nats"))]
#[test]
fn the_database_of_two_servers() {
    let Some(Two { database, mut nodes, nats: _nats }) = Two::start() else { return };
    for _ in 0..slow(1, 20) {
        judge(
            "the database stopped",
            &mut nodes,
            |nodes| Span::of(|| database.pause(), || database.go_on(), || all_are_ready(nodes)),
            |_| Hit::Whole,
        );
        judge(
            "the database killed",
            &mut nodes,
            |nodes| Span::of(|| database.crash(), || database.resume(&[]), || all_are_ready(nodes)),
            |_| Hit::Whole,
        );
    }
}

/// No move depends on the bus, and none arrives much later because of it.
#[cfg(all(feature = "postgres", feature = "nats"))]
#[test]
fn the_bus_of_two_servers() {
    let Some(Two { mut nats, mut nodes, database: _database }) = Two::start() else { return };
    for _ in 0..slow(1, 20) {
        judge(
            "the bus stopped",
            &mut nodes,
            |_| Span::of(|| nats.pause(), || nats.go_on(), || {}),
            |_| Hit::Spared,
        );
        let bus = RefCell::new(&mut nats);
        judge(
            "the bus killed",
            &mut nodes,
            |_| Span::of(|| bus.borrow_mut().kill(), || bus.borrow_mut().again(), || {}),
            |_| Hit::Spared,
        );
    }
}
