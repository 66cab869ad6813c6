//! Open games: how many, for how long, and in which order. Issue 15.15.

use crate::common::games::block_on;
use crate::common::raw::{self, Answer};
use crate::common::{Folder, Running, SocketClient, soon};
use arbiter::{Event, Log, Terms, Time};
use draughts::{Color, Variant};
use serde_json::{Value, json};
use server::guard::{Limits, Settings};
use server::names::GuestName;
use server::seats::{Seat, Seats, digest};
use server::store::{Append, Sqlite, Store, Summary};
use std::time::{SystemTime, UNIX_EPOCH};

const ANNA: (&str, &str) = ("X-Forwarded-For", "198.51.100.1");
const BORIS: (&str, &str) = ("X-Forwarded-For", "198.51.100.2");
const KEY: &str = "0123456789abcdef0123456789abcdef";

fn post(server: &Running, path: &str, headers: &[(&str, &str)], body: &Value) -> Answer {
    raw::ask(server.address, "POST", path, headers, &body.to_string())
}

fn text(answer: &Answer, field: &str) -> String {
    let answer: Value = serde_json::from_str(&answer.body).unwrap();
    answer[field].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned()
}

fn order(clock: &str) -> Value {
    json!({ "rules": "italian", "opponent": "anybody", "clock": clock, "color": "white" })
}

fn offered(server: &Running) -> Vec<String> {
    let (status, games) = server.ask("GET", "/api/seeks", "", None);
    assert_eq!(status, 200);
    games.as_array().unwrap().iter().map(|game| game["id"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn an_address_has_few() {
    let folder = Folder::new();
    let limits = Some(Limits { seeks: 2, ..Limits::default() });
    let proxies = vec!["127.0.0.1".parse().unwrap()];
    let settings = Settings { limits, proxies, ..Settings::default() };
    let server = Running::start_with(&folder.file(), settings);
    let seek =
        |who: (&'static str, &'static str)| post(&server, "/api/games", &[who], &order("2d/move"));
    let (first, second) = (seek(ANNA), seek(ANNA));
    assert_eq!((first.status, second.status), (201, 201));
    let third = seek(ANNA);
    assert_eq!((third.status, third.code().as_str()), (429, "too-many"));
    assert!(third.header("retry-after").is_some());
    assert!(third.body.contains("waiting for an opponent"), "{}", third.body);
    let black = json!({ "rules": "italian", "clock": "3d/move" });
    assert_eq!(post(&server, "/api/seeks", &[ANNA], &black).status, 429);
    assert_eq!(seek(BORIS).status, 201, "others notice nothing");
    let mine = json!({ "rules": "italian", "opponent": "friend" });
    assert_eq!(post(&server, "/api/games", &[ANNA], &mine).status, 201, "friends are no strangers");

    let join = format!("/api/games/{}/join", text(&first, "id"));
    assert_eq!(post(&server, &join, &[BORIS], &json!({})).status, 200);
    let again = seek(ANNA);
    assert_eq!(again.status, 201, "one was taken");
    assert_eq!(seek(ANNA).status, 429);
    let abort = json!({ "side": "white", "what": "abort" });
    assert_eq!(server.act(&text(&second, "id"), &text(&second, "key"), abort).0, 200);
    assert_eq!(seek(ANNA).status, 201, "one was called off");
    assert_eq!(seek(ANNA).status, 429);
}

#[test]
fn who_is_there_comes_first() {
    let folder = Folder::new();
    let server =
        Running::start_with(&folder.file(), Settings { limits: None, ..Settings::default() });
    let nobody: Vec<String> = (0..110).map(|_| server.create(order("3d/move")).0).collect();
    for _ in 0..25 {
        server.create(order("5m"));
    }
    let host = |clock: &str| {
        let (id, key) = server.create(order(clock));
        let mut line = SocketClient::hello(&server, &id, &key, None);
        line.until("present");
        (id, line)
    };
    let (slow, _line) = host("3d/move");
    let (quick, mut line) = host("5m");
    let games = offered(&server);
    assert_eq!(games[..2], [slow.clone(), quick.clone()], "of {}", games.len());
    assert_eq!(games.len(), 100);
    let (_, page) = server.fetch("GET", "/lobby/games", "", None);
    assert!(page.contains(&slow) && page.contains(&quick));

    let found = post(&server, "/api/seeks", &[], &json!({ "rules": "italian", "clock": "5m" }));
    assert_eq!(text(&found, "id"), quick, "not one of the many where nobody is");
    assert_eq!(line.until("event")["what"], "join");
    let found =
        post(&server, "/api/seeks", &[], &json!({ "rules": "italian", "clock": "3d/move" }));
    assert_eq!(text(&found, "id"), slow);
    let found =
        post(&server, "/api/seeks", &[], &json!({ "rules": "italian", "clock": "3d/move" }));
    assert_eq!(text(&found, "id"), nobody[0], "then whoever has waited longest");
}

/// A stored game that has been open since a time.
fn stored(id: &str, clock: &str, at: u64, due: Option<u64>) -> Append {
    let mut terms = Terms::new(Variant::Italian.into(), 7);
    terms.clock = clock.parse().unwrap();
    let mut log = Log::open(terms, Time(at)).unwrap();
    let host = log.table().host_color();
    let join = Event::Join { side: host, name: "Ada".to_owned() };
    log.record(&join, Time(at)).unwrap();
    let seats = Seats::new(Seat::Open, Seat::Open).with(host, Seat::Person(digest(KEY)));
    let seats = seats.with_guest(host, Some(GuestName::Own("Ada".to_owned())));
    let name = |side| (side == host).then(|| "Ada".to_owned());
    Append {
        summary: Summary {
            id: id.to_owned(),
            created: at,
            updated: at,
            rules: "italian".to_owned(),
            clock: clock.to_owned(),
            white: name(Color::White),
            black: name(Color::Black),
            plies: 0,
            ending: None,
            rated: false,
            players: seats.players(),
            share_key: false,
        },
        seats: Some(seats),
        due,
        public: true,
        open: true,
        seq: 0,
        lines: log.lines().iter().map(|line| (line.clone(), None)).collect(),
    }
}

#[test]
fn none_waits_for_ever() {
    const HOUR: u64 = 3_600_000;
    let folder = Folder::new();
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as u64;
    let store = Sqlite::open(&folder.file()).unwrap();
    let old = now - 25 * HOUR;
    for game in [
        stored("abcdefghij", "3d/move", old, Some(old + 24 * HOUR)),
        stored("bcdefghijk", "3d/move", old, None),
        stored("cdefghijkm", "3d/move", old, None),
        stored("defghijkmn", "3d/move", now - 23 * HOUR, None),
    ] {
        block_on(store.append(game)).unwrap();
    }
    drop(store);
    let server =
        Running::start_with(&folder.file(), Settings { limits: None, ..Settings::default() });
    let mut line = SocketClient::hello(&server, "cdefghijkm", KEY, None);
    line.until("present");
    assert_eq!(offered(&server), ["cdefghijkm", "defghijkmn"]);
    // One without requests is found anyway; older versions did not store when it is due.
    for id in ["abcdefghij", "bcdefghijk"] {
        let log = || server.fetch("GET", &format!("/api/games/{id}/game.log"), "", None).1;
        soon("it is called off", || log().lines().last().unwrap().contains(" abort"));
        assert_eq!(server.game(id, "")["table"]["phase"], "finished");
    }
    assert_eq!(offered(&server), ["cdefghijkm", "defghijkmn"], "its host is there, or may be");
    drop(line);
    soon("its host has gone", || server.game("cdefghijkm", "")["table"]["phase"] == "finished");
}
