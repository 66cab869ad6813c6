//! A system whose clock was changed while the server was down: no game clock is wrong, and no flag falls.

mod common;

use arbiter::{Colors, Event, Log, Terms, Time};
use common::Folder;
use common::app::{App, soon};
use draughts::{Color, Variant};
use serde_json::Value;
use server::seats::{Seat, Seats, digest};
use server::store::{Append, Heartbeat, Sqlite, Store, Summary};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

const ID: &str = "clockgames";
const KEY: &str = "0123456789abcdef0123456789abcdef";
const MINUTE: u64 = 60_000;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

fn wall() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as u64
}

/// A store as a server left it at a time: an unlisted five-minute game, White to move.
fn left_at(folder: &Folder, at: u64) {
    let mut terms = Terms::new(Variant::Russian.into(), 1);
    terms.clock = "5m".parse().unwrap();
    terms.colors = Colors::HostWhite;
    let mut log = Log::open(terms, Time(at)).unwrap();
    for side in Color::BOTH {
        log.record(&Event::Join { side, name: side.to_string() }, Time(at)).unwrap();
    }
    for (side, text) in [(Color::White, "c3-d4"), (Color::Black, "b6-a5")] {
        log.record(&Event::Move { side, text: text.to_owned(), lag: 0 }, Time(at)).unwrap();
    }
    let seat = Seat::Person(digest(KEY));
    let seats = Seats::new(seat.clone(), seat);
    let append = Append {
        summary: Summary {
            id: ID.to_owned(),
            created: at,
            updated: at,
            rules: "russian".to_owned(),
            clock: "5m".to_owned(),
            white: Some("white".to_owned()),
            black: Some("black".to_owned()),
            plies: 2,
            ending: None,
            rated: false,
            players: seats.players(),
            share_key: false,
        },
        seats: Some(seats),
        due: Some(at + 5 * MINUTE),
        public: false,
        open: false,
        seq: 0,
        lines: log.lines().iter().map(|line| (line.clone(), None)).collect(),
    };
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let store = Sqlite::open(Path::new(&folder.path("games.sqlite"))).unwrap();
        store.append(append).await.unwrap();
        let heartbeat = Heartbeat { server: "before".to_owned(), at, outages: Vec::new() };
        store.heartbeat(heartbeat).await.unwrap();
    });
}

/// The game as shown by a server started now.
struct Shown(App);

impl Shown {
    fn start(folder: &Folder) -> Self {
        Self(App::start(&["--data", &folder.path("")]))
    }

    fn table(&self) -> Value {
        let text = self.0.get(&format!("/api/games/{ID}")).unwrap();
        let game: Value = serde_json::from_str(&text).unwrap();
        game["table"].clone()
    }

    /// A side's remaining milliseconds.
    fn left(&self, side: &str) -> u64 {
        let table = self.table();
        assert_eq!(table["phase"], "playing", "{table}");
        table["clock"][side]["left"].as_u64().unwrap()
    }

    fn log(&self) -> String {
        self.0.get(&format!("/api/games/{ID}/game.log")).unwrap()
    }

    fn play(&self, side: &str, text: &str) {
        let request = ureq::post(format!("{}/api/games/{ID}/events", self.0.url()))
            .header("Authorization", format!("Bearer {KEY}"))
            .header("Content-Type", "application/json");
        let action = serde_json::json!({ "side": side, "what": "move", "value": text });
        request.send(action.to_string()).unwrap();
    }

    /// White had all five minutes a moment ago, and still has most of them.
    fn has_its_time(&self) {
        let left = self.left("white");
        assert!((3 * MINUTE..=5 * MINUTE).contains(&left), "{left} ms");
        assert_eq!(self.left("black"), 5 * MINUTE);
    }
}

#[test]
fn a_clock_that_was_set_forward() {
    let folder = Folder::new("clock-forward");
    left_at(&folder, wall() - DAY);
    let shown = Shown::start(&folder);
    soon("the time is given back", || shown.log().contains(" credit "));
    shown.has_its_time();
    shown.play("white", "d4-c5");
    assert!((3 * MINUTE..=5 * MINUTE).contains(&shown.left("black")));
}

#[test]
fn a_clock_that_was_set_back() {
    let folder = Folder::new("clock-back");
    left_at(&folder, wall() + HOUR);
    let shown = Shown::start(&folder);
    shown.has_its_time();
    let before = shown.left("white");
    soon("the clock runs", || shown.left("white") + 300 < before);
    shown.has_its_time();
    shown.play("white", "d4-c5");
    let before = shown.left("black");
    soon("the clock runs", || shown.left("black") + 300 < before);
}

/// A game that seems to come from years in the future does not move the server's clock there.
#[test]
fn a_clock_that_was_far_ahead() {
    let folder = Folder::new("clock-ahead");
    left_at(&folder, wall() + 3_650 * DAY);
    let shown = Shown::start(&folder);
    shown.has_its_time();
    shown.play("white", "d4-c5");
    shown.has_its_time();
    let made = ureq::post(shown.0.url() + "/api/games").header("Content-Type", "application/json");
    made.send(r#"{"rules": "american"}"#).unwrap();
    let recent: Value = serde_json::from_str(&shown.0.get("/api/games").unwrap()).unwrap();
    let american = recent.as_array().unwrap().iter().find(|game| game["rules"] == "american");
    assert!(american.unwrap()["created"].as_u64().unwrap() < wall() + HOUR);
}
