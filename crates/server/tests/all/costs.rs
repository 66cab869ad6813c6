//! What an address is charged, in whatever way: issue 15.14. Addresses come through a trusted proxy.

use crate::common::raw::{self, Answer};
use crate::common::{Folder, Running, SocketClient, soon};
use serde_json::{Value, json};
use server::guard::{Limits, Rate, Settings, Times};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

const ANNA: (&str, &str) = ("X-Forwarded-For", "198.51.100.1");
const BORIS: (&str, &str) = ("X-Forwarded-For", "198.51.100.2");
const CLARA: (&str, &str) = ("X-Forwarded-For", "198.51.100.3");
const NEVER: Duration = Duration::from_secs(10_000);

fn settings(limits: Limits) -> Settings {
    let proxies = vec!["127.0.0.1".parse().unwrap()];
    Settings { limits: Some(limits), proxies, ..Settings::default() }
}

fn some_games(burst: u32) -> Settings {
    settings(Limits { games: Rate { burst, every: NEVER }, ..Limits::default() })
}

fn post(server: &Running, path: &str, headers: &[(&str, &str)], body: &Value) -> Answer {
    raw::ask(server.address, "POST", path, headers, &body.to_string())
}

fn text(answer: &Answer, field: &str) -> String {
    let answer: Value = serde_json::from_str(&answer.body).unwrap();
    answer[field].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned()
}

fn is_too_many(answer: &Answer) -> bool {
    let waits = answer.header("retry-after").is_some();
    answer.status == 429 && answer.code() == "too-many" && waits
}

/// A player with a key, at an address, possibly with an account.
#[derive(Clone)]
struct Player<'a> {
    server: &'a Running,
    address: (&'static str, &'static str),
    shown: (&'static str, String),
}

impl<'a> Player<'a> {
    fn with_key(server: &'a Running, address: (&'static str, &'static str), key: &str) -> Self {
        Self { server, address, shown: ("Authorization", format!("Bearer {key}")) }
    }

    fn act(&self, game: &str, action: &Value) -> Answer {
        let headers = [self.address, (self.shown.0, self.shown.1.as_str())];
        post(self.server, &format!("/api/games/{game}/events"), &headers, action)
    }

    fn side(&self, game: &str) -> String {
        let headers = [self.address, (self.shown.0, self.shown.1.as_str())];
        let path = format!("/api/games/{game}");
        let view = raw::ask(self.server.address, "GET", &path, &headers, "");
        let view: Value = serde_json::from_str(&view.body).unwrap();
        view["yours"][0].as_str().unwrap().to_owned()
    }

    /// Resigns, and offers a rematch.
    fn offers_another(&self, game: &str) {
        let side = self.side(game);
        let resign = json!({ "side": side, "what": "resign" });
        let offer = json!({ "side": side, "what": "offer", "value": "rematch" });
        for action in [resign, offer] {
            let answer = self.act(game, &action);
            assert_eq!(answer.status, 200, "{answer:?}");
        }
    }

    fn accepts(&self, game: &str) -> Answer {
        let side = self.side(game);
        self.act(game, &json!({ "side": side, "what": "accept", "value": "rematch" }))
    }
}

fn next(server: &Running, game: &str) -> Option<String> {
    server.game(game, "")["next"].as_str().map(str::to_owned)
}

/// A game created by Anna and joined by Boris: its id, and both players.
fn between_two(server: &Running) -> (String, Player<'_>, Player<'_>) {
    let order = json!({ "rules": "russian", "opponent": "friend" });
    let made = post(server, "/api/games", &[ANNA], &order);
    let id = text(&made, "id");
    let guest = json!({ "invitation": text(&made, "invitation") });
    let joined = post(server, &format!("/api/games/{id}/join"), &[BORIS], &guest);
    let anna = Player::with_key(server, ANNA, &text(&made, "key"));
    let boris = Player::with_key(server, BORIS, &text(&joined, "key"));
    (id, anna, boris)
}

/// Accepting a rematch counts as a new game, over HTTP or WebSocket; a refused one costs nothing.
#[test]
fn rematches_are_games() {
    let folder = Folder::new();
    let server = Running::start_with(&folder.file(), some_games(3));
    let (first, anna, boris) = between_two(&server);
    boris.offers_another(&first);
    let side = anna.side(&first);
    let accept = json!({ "side": side, "what": "accept", "value": "rematch", "client": "a1" });
    assert_eq!(anna.act(&first, &accept).status, 200);
    for _ in 0..3 {
        assert_eq!(anna.act(&first, &accept).status, 200, "the same again is no other game");
        let again = anna.accepts(&first);
        assert_eq!((again.status, again.code().as_str()), (422, "refused"));
    }
    let second = next(&server, &first).unwrap();
    boris.offers_another(&second);
    assert_eq!(anna.accepts(&second).status, 200, "the third");
    let third = next(&server, &second).unwrap();
    boris.offers_another(&third);
    assert!(is_too_many(&anna.accepts(&third)));
    let mut line = SocketClient::open_from(&server, &third, &[ANNA]);
    let key = anna.shown.1.strip_prefix("Bearer ").unwrap();
    line.say(json!({ "say": "hello", "v": 1, "key": key }));
    line.until("game");
    let side = anna.side(&third);
    line.say(json!({ "say": "do", "id": 1, "side": side, "what": "accept", "value": "rematch" }));
    assert_eq!(line.until("error")["code"], "too-many");
    assert_eq!(next(&server, &third), None);
    assert!(is_too_many(&post(&server, "/api/games", &[ANNA], &json!({ "rules": "russian" }))));

    let side = boris.side(&third);
    let withdraw = json!({ "side": side, "what": "withdraw", "value": "rematch" });
    assert_eq!(boris.act(&third, &withdraw).status, 200);
    let offer = json!({ "side": anna.side(&third), "what": "offer", "value": "rematch" });
    assert_eq!(anna.act(&third, &offer).status, 200);
    assert_eq!(boris.accepts(&third).status, 200, "Boris has made none yet");
    assert!(next(&server, &third).is_some());
}

/// A rematch with the computer counts as a new game.
#[test]
fn rematches_with_the_computer_are_games() {
    let folder = Folder::new();
    let server = Running::start_with(&folder.file(), some_games(2));
    let order = json!({ "rules": "russian", "level": 1, "color": "white" });
    let made = post(&server, "/api/games", &[ANNA], &order);
    let (first, anna) = (text(&made, "id"), Player::with_key(&server, ANNA, &text(&made, "key")));
    anna.offers_another(&first);
    soon("the computer plays again", || next(&server, &first).is_some());
    let second = next(&server, &first).unwrap();
    let side = anna.side(&second);
    assert_eq!(anna.act(&second, &json!({ "side": side, "what": "resign" })).status, 200);
    let offer = json!({ "side": side, "what": "offer", "value": "rematch" });
    assert!(is_too_many(&anna.act(&second, &offer)));
    assert_eq!(server.game(&second, "")["table"]["offers"], json!([]), "nothing was offered");
}

/// Accounts have their limit too, from any address.
#[test]
fn rematches_of_accounts() {
    let folder = Folder::new();
    let server = Running::start_with(&folder.file(), some_games(2));
    let [ada, bo] = ["Ada", "Bo"].map(|name| server.register(name, "correct horse battery"));
    let ada = Player { server: &server, address: ANNA, shown: ("Cookie", ada) };
    let bo = Player { server: &server, address: BORIS, shown: ("Cookie", bo) };
    let order = json!({ "rules": "russian", "opponent": "friend" });
    let made = post(&server, "/api/games", &[ANNA, ("Cookie", &ada.shown.1)], &order);
    let first = text(&made, "id");
    let guest = json!({ "invitation": text(&made, "invitation") });
    let join = format!("/api/games/{first}/join");
    assert_eq!(post(&server, &join, &[BORIS, ("Cookie", &bo.shown.1)], &guest).status, 200);
    bo.offers_another(&first);
    assert_eq!(ada.accepts(&first).status, 200);
    let second = next(&server, &first).unwrap();
    bo.offers_another(&second);
    assert!(is_too_many(&ada.accepts(&second)));
    let elsewhere = Player { address: CLARA, ..ada };
    assert!(is_too_many(&elsewhere.accepts(&second)), "another address is no way around");
    assert_eq!(next(&server, &second), None);
}

/// An import counts as a new game, also on the page.
#[test]
fn imports_are_games() {
    let folder = Folder::new();
    let server = Running::start_with(&folder.file(), some_games(2));
    let brought = json!({ "text": "1. 11-15 23-19 2. 8-11 *" });
    assert_eq!(post(&server, "/api/import/game", &[ANNA], &brought).status, 201);
    let form = [ANNA, ("Content-Type", "application/x-www-form-urlencoded")];
    let open = || raw::ask(server.address, "POST", "/import/open", &form, "text=1.+11-15+*");
    assert_eq!(open().status, 303);
    assert_eq!(open().status, 429);
    assert!(is_too_many(&post(&server, "/api/import/game", &[ANNA], &brought)));
    assert_eq!(
        post(&server, "/api/import", &[ANNA], &brought).status,
        200,
        "looking stores nothing"
    );
    assert_eq!(post(&server, "/api/import/game", &[BORIS], &brought).status, 201);
}

/// Bytes stored for an address are limited: imports, and lines of endless games.
#[test]
fn stored_bytes_of_an_address() {
    const MOST: u32 = 8_000;
    let folder = Folder::new();
    let stored = Rate { burst: MOST, every: NEVER };
    let server =
        Running::start_with(&folder.file(), settings(Limits { stored, ..Limits::default() }));
    let moves = "1. 11-15 23-19 2. 8-11 22-17 3. 4-8 17-13 4. 15-18 24-20 ".to_owned();
    let brought = json!({ "text": moves + "*" });
    let import = |who| post(&server, "/api/import/game", &[who], &brought);
    let mut bytes = 0;
    let refused = loop {
        let answer = import(ANNA);
        if answer.status != 201 {
            break answer;
        }
        let log = format!("/api/games/{}/game.log", text(&answer, "id"));
        bytes += server.fetch("GET", &log, "", None).1.len();
        assert!(bytes < MOST as usize, "{bytes}");
    };
    assert!(is_too_many(&refused) && bytes > 0, "{refused:?} after {bytes}");
    assert_eq!(import(BORIS).status, 201, "others have their own");

    let made = post(&server, "/api/games", &[CLARA], &json!({ "rules": "russian" }));
    let (id, clara) = (text(&made, "id"), Player::with_key(&server, CLARA, &text(&made, "key")));
    let actions =
        [("white", "offer"), ("black", "decline"), ("black", "offer"), ("white", "decline")];
    let last = actions.iter().cycle().take(MOST as usize / 64).find_map(|(side, what)| {
        let action = json!({ "side": side, "what": what, "value": "pause" });
        let answer = clara.act(&id, &action);
        (answer.status != 200).then_some(answer)
    });
    assert!(last.as_ref().is_some_and(is_too_many), "{last:?}");
    let (_, log) = server.fetch("GET", &format!("/api/games/{id}/game.log"), "", None);
    assert!(log.len() < MOST as usize, "{}", log.len());
}

/// A request of which only a part is sent.
fn lock(server: &Running, who: (&str, &str), sent: usize) -> TcpStream {
    let mut stream = raw::connect(server.address);
    let head = format!("POST /api/import HTTP/1.1\r\nHost: {}\r\n", server.address);
    let head = format!("{head}{}: {}\r\nContent-Type: application/json\r\n", who.0, who.1);
    write!(stream, "{head}Content-Length: {}\r\nExpect: 100-continue\r\n\r\n", sent + 1).unwrap();
    // Sent when the server waits for the body, so its memory is reserved.
    let mut waited_for = *b"HTTP/1.1 100 Continue\r\n\r\n";
    stream.read_exact(&mut waited_for).unwrap();
    assert_eq!(&waited_for, b"HTTP/1.1 100 Continue\r\n\r\n");
    stream.write_all(" ".repeat(sent).as_bytes()).unwrap();
    stream
}

fn rules(server: &Running, who: (&str, &str)) -> Answer {
    post(server, "/api/rules", &[who], &json!({ "rules": "russian" }))
}

/// The memory for bodies being read is limited, per address and in total.
#[test]
fn bodies_that_are_held() {
    const PART: usize = 100_000;
    const MOST: usize = 8 * PART;
    const PLENTY: usize = 100 * PART;
    for (of_one, of_all) in [(MOST, PLENTY), (PLENTY, MOST)] {
        let folder = Folder::new();
        let times = Times { body: NEVER, stall: NEVER, ..Times::default() };
        let limits = Limits { bodies: of_one, ..Limits::default() };
        let settings = Settings { bodies: of_all, times, ..settings(limits) };
        let server = Running::start_with(&folder.file(), settings);
        let anna: Vec<TcpStream> = (0..4).map(|_| lock(&server, ANNA, PART)).collect();
        let answer = post(&server, "/api/import", &[ANNA], &large(5 * PART));
        assert!(is_too_many(&answer) || answer.status == 503, "Anna has no more");
        assert_eq!(rules(&server, BORIS).status, 200, "others notice nothing");
        let bring = |bytes| post(&server, "/api/import", &[BORIS], &large(bytes));
        match of_one < of_all {
            true => assert_eq!(bring(PART).status, 422, "others have their own"),
            false => assert_eq!(bring(5 * PART).code(), "full", "all together have no more"),
        }
        drop(anna);
        soon("there is room again", || {
            post(&server, "/api/import", &[ANNA], &large(PART)).status == 422
        });
    }
}

/// A text without content.
fn large(bytes: usize) -> Value {
    json!({ "text": " ".repeat(bytes) })
}

/// A body that comes drop by drop is cut off long before the timeout of a whole one.
#[test]
fn bodies_that_drip() {
    let folder = Folder::new();
    let times = Times { body: NEVER, stall: Duration::from_millis(600), ..Times::default() };
    let server = Running::start_with(&folder.file(), Settings { times, ..Settings::default() });
    let mut slow = lock(&server, ANNA, 1);
    let answer = raw::answer(&mut slow);
    assert_eq!((answer.status, answer.code().as_str()), (408, "too-slow"));
    assert_eq!(rules(&server, ANNA).status, 200);
}

/// The limits are those documented for operators.
#[test]
fn limits_are_documented() {
    let text = include_str!("../../../../docs/operating.md");
    let limits = Limits::default();
    let number = |number: u64| {
        let digits = number.to_string();
        let groups: Vec<&str> = digits
            .as_bytes()
            .rchunks(3)
            .rev()
            .map(|group| std::str::from_utf8(group).unwrap())
            .collect();
        groups.join(",")
    };
    let back = |rate: Rate| match rate.every.as_millis() {
        10 => "100 per second",
        20 => "50 per second",
        1_000 => "1 per second",
        2_000 => "1 every 2 seconds",
        60_000 => "1 per minute",
        other => panic!("say how fast {other} ms is"),
    };
    let rate = |name: &str, rate: Rate| {
        format!("| {name} | {} | {}", number(rate.burst.into()), back(rate))
    };
    let most = |name: &str, most: usize| format!("| {name} | {} |", number(most as u64));
    let mib = |bytes: usize| bytes >> 20;
    let day = Duration::from_secs(24 * 60 * 60);
    let whole = limits.stored.every * limits.stored.burst;
    assert!(day.abs_diff(whole) < Duration::from_secs(1), "{whole:?}");
    for row in [
        rate("requests", limits.requests),
        rate("new games", limits.games),
        rate("new games of one account, from all addresses", limits.games),
        rate("new studies", limits.studies),
        rate("new accounts", limits.accounts),
        rate("wrong keys and passwords", limits.wrong_keys),
        rate("hints (engine time)", limits.hints),
        rate("messages on one socket", limits.messages),
        most("open sockets and streams", limits.sockets),
        most("open connections (not through a trusted proxy)", limits.connections),
        most("password checks running or waiting", limits.sign_ins),
        most("open games", limits.seeks),
        format!(
            "| storage for games and studies | {} MiB | {0} MiB per day",
            mib(limits.stored.burst as usize)
        ),
        format!("| request bodies in memory | {} MiB |", mib(limits.bodies)),
        format!("{} MiB of bodies in memory", mib(Settings::default().bodies)),
        format!("{} connections;", number(Settings::default().connections.into())),
    ] {
        assert!(text.contains(&row), "not in docs/operating.md: {row}");
    }
}
