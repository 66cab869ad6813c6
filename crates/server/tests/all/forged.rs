//! Issue 15.8: access to NATS gives no control over games. Messages not sealed by a server of the same store are
//! ignored, and events are only read from the store.

use crate::common::nats::NatsServer;
use crate::common::{Folder, Running, SocketClient};
use arbiter::{Event, Log};
use draughts::Color;
use futures_util::StreamExt;
use serde_json::{Value, json};
use server::bus::{Bus, Nats};
use server::seats::digest;
use server::store::Sqlite;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::runtime::Runtime;
use tokio::time::timeout;

/// Two servers of one store on one NATS, and a stranger who can publish there too.
struct Hall {
    runtime: Runtime,
    nodes: [Running; 2],
    stranger: Nats,
    id: String,
    white: String,
    black: String,
    _nats: NatsServer,
    _folder: Folder,
}

impl Hall {
    fn open() -> Option<Self> {
        let nats = NatsServer::start()?;
        let runtime = Runtime::new().unwrap();
        let connect = || {
            let bus = runtime.block_on(Nats::connect(&nats.url())).unwrap();
            let start = Instant::now();
            while !bus.is_up() {
                assert!(start.elapsed() < Duration::from_secs(20), "no connection to NATS");
                std::thread::sleep(Duration::from_millis(10));
            }
            bus
        };
        let folder = Folder::new();
        let nodes = [(); 2].map(|()| {
            let store = Arc::new(Sqlite::open(&folder.file()).unwrap());
            Running::beside_others(store, Some(Arc::new(connect())))
        });
        let stranger = connect();
        let order = json!({ "rules": "russian", "opponent": "friend", "color": "white" });
        let (_, made) = nodes[0].ask("POST", "/api/games", "", Some(order));
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let (id, white) = (text(&made["id"]), text(&made["key"]));
        let guest = json!({ "invitation": made["invitation"] });
        let (_, joined) = nodes[1].ask("POST", &format!("/api/games/{id}/join"), "", Some(guest));
        let black = text(&joined["key"]);
        Some(Self { runtime, nodes, stranger, id, white, black, _nats: nats, _folder: folder })
    }

    /// The game's public log.
    fn log(&self) -> Log {
        let (_, text) =
            self.nodes[1].fetch("GET", &format!("/api/games/{}/game.log", self.id), "", None);
        arbiter::replay(&text).unwrap()
    }

    /// Black's connection at the second server, which receives the first one's messages: only the bus tells it about
    /// spectators there.
    fn line(&self) -> SocketClient {
        let _watcher = SocketClient::hello(&self.nodes[0], &self.id, "", None);
        let mut line = SocketClient::hello(&self.nodes[1], &self.id, &self.black, None);
        line.until("game");
        while line.until("present")["watching"] == 0 {}
        line
    }

    /// Publishes messages about the game, and waits until NATS has delivered them.
    fn publish(&self, notes: &[String]) {
        self.runtime.block_on(async {
            let mut heard = self.stranger.follow(&self.id).await.unwrap();
            for note in notes {
                self.stranger.tell(&self.id, note.clone());
                let passed_on = async { while heard.next().await.unwrap() != *note {} };
                timeout(Duration::from_secs(20), passed_on).await.expect("NATS passes it on");
            }
        });
    }

    /// What a connection receives before a genuine message from another server.
    fn heard_until_said(&self, line: &mut SocketClient) -> Vec<Value> {
        let path = format!("/api/games/{}/chat", self.id);
        let said = json!({ "text": "really" });
        assert_eq!(self.nodes[0].ask("POST", &path, &self.white, Some(said)).0, 204);
        let mut heard = Vec::new();
        let start = Instant::now();
        loop {
            // The server's pings never end.
            assert!(start.elapsed() < Duration::from_secs(20), "nothing is said: {heard:?}");
            line.say(json!({ "say": "ping", "at": 1 }));
            let message = line.hear();
            if message["chat"]["text"] == "really" {
                return heard;
            }
            heard.push(message);
            std::thread::sleep(Duration::from_millis(25));
        }
    }
}

/// Messages of each kind, in the form that servers once trusted, that would hand the game to a stranger.
fn forged(log: &Log, key: &str) -> Vec<String> {
    let mut next = log.clone();
    let at = next.table().last_event();
    next.record(&Event::Resign { side: Color::Black }, at).unwrap();
    let seats = json!({
        "white": { "person": digest(key) }, "black": { "person": digest(key) },
    });
    let seq = log.lines().len();
    let event = json!({
        "from": "stranger", "told": "event", "seq": seq, "line": next.lines().last(),
        "client": "white mine", "seats": seats,
        "news": json!({ "event": { "seq": seq, "what": "resign" } }).to_string(),
    });
    let chat = json!({ "from": "stranger", "told": "chat", "text": "I am White", "at": 1 });
    let present = json!({ "from": "stranger", "told": "present", "here": [7, 7, 77] });
    let who = json!({ "from": "stranger", "told": "who" });
    let junk = ["", " ", "{", "null", "\u{0}", "00 {}"].map(str::to_owned);
    let long = format!("{} {event}", "0".repeat(100_000));
    let sealed = format!("{} {chat}", "0".repeat(64));
    let told = [event, chat, present, who].map(|note| note.to_string());
    told.into_iter().chain(junk).chain([long, sealed]).collect()
}

#[test]
fn forged_notes_are_not_heard() {
    let Some(hall) = Hall::open() else { return };
    let key = "0123456789abcdef0123456789abcdef";
    let mut line = hall.line();
    let before = hall.log();
    hall.publish(&forged(&before, key));
    for message in hall.heard_until_said(&mut line) {
        assert!(message["event"].is_null() && message["chat"].is_null(), "{message}");
        assert_ne!(message["present"]["watching"], 77, "{message}");
    }
    for node in &hall.nodes {
        let game = node.game(&hall.id, key);
        assert_eq!((&game["seq"], &game["yours"]), (&json!(before.lines().len()), &json!([])));
    }
    assert_eq!(hall.nodes[1].play(&hall.id, key, "white", "c3-d4").0, 403);
    // The game continues, and its log has no gap.
    assert_eq!(hall.nodes[0].play(&hall.id, &hall.white, "white", "c3-d4").0, 200);
    assert_eq!(hall.nodes[1].play(&hall.id, &hall.black, "black", "b6-a5").0, 200);
    assert_eq!(hall.log().lines().len(), before.lines().len() + 2);
}

/// A server's message is accepted once, and only for the game it is about.
#[test]
fn genuine_notes_are_not_heard_again() {
    let Some(hall) = Hall::open() else { return };
    let mut line = hall.line();
    let said = json!({ "text": "once" });
    let path = format!("/api/games/{}/chat", hall.id);
    let note = hall.runtime.block_on(async {
        let mut notes = hall.stranger.follow(&hall.id).await.unwrap();
        // The subscription is active before anything is published.
        hall.stranger.tell(&hall.id, "mark".to_owned());
        while notes.next().await.unwrap() != "mark" {}
        assert_eq!(hall.nodes[0].ask("POST", &path, &hall.white, Some(said)).0, 204);
        timeout(Duration::from_secs(20), async {
            loop {
                let note = notes.next().await.unwrap();
                if note.contains("once") {
                    return note;
                }
            }
        })
        .await
        .expect("it is said over NATS")
    });
    assert_eq!(line.until("chat")["text"], "once");
    hall.publish(&[note.clone(), note.clone()]);
    let heard = hall.heard_until_said(&mut line);
    assert!(heard.iter().all(|message| message["chat"].is_null()), "{heard:?}");
    // The same players' next game.
    let other = Hall { id: rematch(&hall), ..hall };
    let mut line = other.line();
    other.publish(&[note]);
    let heard = other.heard_until_said(&mut line);
    assert!(heard.iter().all(|message| message["chat"].is_null()), "{heard:?}");
}

fn rematch(hall: &Hall) -> String {
    let Hall { nodes, id, white, black, .. } = hall;
    let (status, answer) = nodes[0].act(id, white, json!({ "side": "white", "what": "resign" }));
    assert_eq!(status, 200, "{answer}");
    let offer = json!({ "side": "white", "what": "offer", "value": "rematch" });
    assert_eq!(nodes[0].act(id, white, offer).0, 200);
    let accept = json!({ "side": "black", "what": "accept", "value": "rematch" });
    let (status, answer) = nodes[0].act(id, black, accept);
    assert_eq!(status, 200, "{answer}");
    nodes[0].game(id, "")["next"].as_str().unwrap().to_owned()
}
