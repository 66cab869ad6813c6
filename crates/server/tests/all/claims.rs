//! Issue 15.4: a game can only be claimed from an absent player, on any server and over any transport. If presence is
//! unknown, it cannot be claimed.

use crate::common::{Folder, Running, SocketClient};
use serde_json::{Value, json};
#[cfg(feature = "nats")]
use server::bus::Bus;
#[cfg(feature = "postgres")]
use std::sync::Arc;
use std::time::{Duration, Instant};

/// With this clock a player may be away for 30 seconds.
const CLOCK: &str = "3m";
/// Longer than that.
const LONG: Duration = Duration::from_secs(33);

/// A game between two people that White has started: its id and the keys, White's first.
fn begun(server: &Running) -> [String; 3] {
    let order =
        json!({ "rules": "russian", "opponent": "friend", "color": "white", "clock": CLOCK });
    let (_, made) = server.ask("POST", "/api/games", "", Some(order));
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let id = text(&made["id"]);
    let guest = json!({ "invitation": made["invitation"] });
    let (_, joined) = server.ask("POST", &format!("/api/games/{id}/join"), "", Some(guest));
    let keys = [text(&made["key"]), text(&joined["key"])];
    assert_eq!(server.play(&id, &keys[0], "white", "c3-d4").0, 200);
    let [white, black] = keys;
    [id, white, black]
}

fn claim(server: &Running, id: &str, white: &str) -> (u16, Value) {
    server.act(id, white, json!({ "side": "white", "what": "claim-win" }))
}

/// White keeps claiming for longer than Black may be away, while Black does this.
fn is_never_granted(server: &Running, id: &str, white: &str, mut meanwhile: impl FnMut(Duration)) {
    let start = Instant::now();
    while start.elapsed() < LONG {
        meanwhile(start.elapsed());
        let (status, answer) = claim(server, id, white);
        assert_eq!((status, &answer["error"]["code"]), (409, &json!("not-gone")), "{answer}");
        std::thread::sleep(Duration::from_millis(250));
    }
}

/// A player who has really left loses in the end.
fn is_granted_later(server: &Running, id: &str, white: &str) {
    let start = Instant::now();
    loop {
        let (status, answer) = claim(server, id, white);
        if status == 200 {
            break;
        }
        assert_eq!(answer["error"]["code"], "not-gone", "{answer}");
        assert!(start.elapsed() < Duration::from_secs(120), "it is never granted: {answer}");
        std::thread::sleep(Duration::from_millis(250));
    }
    let ending = server.game(id, "")["table"]["ending"]["reason"].clone();
    assert_eq!(ending, "abandoned");
}

/// White's page never offers a claim.
fn no_claim_is_shown(line: &mut SocketClient) {
    line.say(json!({ "say": "ping", "at": 1 }));
    let mut seen = Value::Null;
    loop {
        let mut message = line.hear();
        if !message["present"].is_null() {
            seen = message["present"].take();
        }
        if let Some(now) = message["now"].as_u64().filter(|_| !message["pong"].is_null()) {
            let gone = seen["gone"]["black"].as_u64();
            assert!(gone.is_none_or(|gone| gone > now), "{seen} at {now}");
            return;
        }
    }
}

#[test]
fn a_player_who_only_uses_http_is_there() {
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    let [id, white, black] = begun(&server);
    let mut line = SocketClient::hello(&server, &id, &white, None);
    let mut next = Duration::ZERO;
    is_never_granted(&server, &id, &white, |passed| {
        if passed < next {
            return;
        }
        next = passed + Duration::from_secs(6);
        // A move is a sign of life, and so is a request for the game.
        if next < LONG / 2 {
            let text = |game: Value| game["position"]["legal"][0]["text"].clone();
            let order = json!({ "move": text(server.game(&id, "")) });
            let path = format!("/api/games/{id}/move");
            assert_eq!(server.ask("POST", &path, &black, Some(order)).0, 200);
            let order = json!({ "move": text(server.game(&id, "")) });
            assert_eq!(server.ask("POST", &path, &white, Some(order)).0, 200);
        } else {
            assert_eq!(server.game(&id, &black)["yours"], json!(["black"]));
        }
        no_claim_is_shown(&mut line);
    });
    is_granted_later(&server, &id, &white);
}

/// White at one server, Black connected to another; in the end Black leaves.
#[cfg(feature = "postgres")]
fn play_at_two(nodes: &[Running; 2]) {
    let [id, white, black] = begun(&nodes[0]);
    let mut line = SocketClient::hello(&nodes[0], &id, &white, None);
    let there = SocketClient::hello(&nodes[1], &id, &black, None);
    is_never_granted(&nodes[0], &id, &white, |_| no_claim_is_shown(&mut line));
    drop(there);
    is_granted_later(&nodes[0], &id, &white);
}

#[cfg(feature = "postgres")]
fn two_on_a_database(bus: [Option<Arc<dyn server::bus::Bus>>; 2]) {
    let Some(database) = crate::common::postgres::Database::shared() else { return };
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let address = database.create();
    let nodes = bus.map(|bus| {
        let store = runtime.block_on(server::store::Postgres::open(&address)).unwrap();
        Running::beside_others(Arc::new(store), bus)
    });
    play_at_two(&nodes);
}

#[cfg(feature = "postgres")]
#[test]
fn a_player_at_another_server_is_there_without_a_bus() {
    two_on_a_database([None, None]);
}

#[cfg(all(feature = "postgres", feature = "nats"))]
#[test]
fn a_player_at_another_server_is_there_while_nats_is_dead() {
    let Some(mut nats) = crate::common::nats::NatsServer::start() else { return };
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let buses = [(); 2].map(|()| {
        let bus = runtime.block_on(server::bus::Nats::connect(&nats.url())).unwrap();
        let start = Instant::now();
        while !bus.is_up() {
            assert!(start.elapsed() < Duration::from_secs(20), "no connection to NATS");
            std::thread::sleep(Duration::from_millis(10));
        }
        Some(Arc::new(bus) as Arc<dyn Bus>)
    });
    nats.kill();
    two_on_a_database(buses);
}
