//! Issue 15.2: a bug in the program affects only the client that triggers it.

use crate::common::faulty::{Fault, Faulty};
use crate::common::raw;
use crate::common::{Folder, Running, SocketClient, TOKEN};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::time::{Duration, Instant};

fn soon(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < Duration::from_secs(60), "{what}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// A server whose store panics on demand.
fn faulty(folder: &Folder) -> (Arc<Faulty>, Running) {
    let store = Arc::new(Faulty::open(&folder.file()));
    let server = Running::beside_others(store.clone(), None);
    soon("it is ready", || server.fetch("GET", "/readyz", "", None).0 == 200);
    (store, server)
}

fn provoke(store: &Faulty, game: &str) {
    let game = game.to_owned();
    store.befalls(move |id| (id == game).then_some(Fault::Panics));
}

#[test]
fn a_request_is_answered_and_the_server_goes_on() {
    let folder = Folder::new();
    let (store, server) = faulty(&folder);
    let order = json!({ "rules": "russian" });
    let (id, key) = server.create(order.clone());
    let mut line = SocketClient::hello(&server, &id, "", None);
    line.until("game");
    let before = server.figure("damier_panics_total");

    store.befalls(|id| (!id.is_empty()).then_some(Fault::Panics));
    let (status, said) = server.ask("POST", "/api/games", "", Some(order.clone()));
    assert_eq!((status, &said["error"]["code"]), (500, &json!("broken")), "{said}");
    assert!(!said.to_string().contains("provoked"), "what a panic says is for the log: {said}");
    let headers =
        [("Content-Type", "application/x-www-form-urlencoded"), ("Accept-Language", "fr")];
    let page = raw::ask(server.address, "POST", "/new", &headers, "rules=russian");
    assert_eq!(page.status, 500);
    assert!(
        page.body.contains("<html lang=\"fr\"") && page.body.contains("Erreur interne"),
        "{page:?}"
    );
    assert!(page.header("content-security-policy").is_some(), "{page:?}");
    assert_eq!(server.play(&id, &key, "white", "c3-d4").0, 500);
    assert!(server.figure("damier_panics_total") >= before + 3.0, "each is counted");

    store.works();
    assert_eq!(server.play(&id, &key, "white", "c3-d4").0, 200);
    assert_eq!(line.until("event")["what"], "move", "whoever watches is still there");
    server.create(order);
}

/// A WebSocket whose handler panics is closed; its client reconnects.
#[test]
fn a_socket_is_closed_and_opened_again() {
    let folder = Folder::new();
    let (store, server) = faulty(&folder);
    let (id, key) = server.create(json!({ "rules": "russian" }));
    let mut line = SocketClient::hello(&server, &id, &key, None);
    line.until("game");
    provoke(&store, &id);
    let action = json!({ "say": "do", "id": 1, "side": "white", "what": "move", "value": "c3-d4" });
    line.say(action.clone());
    assert!(line.is_closed());
    store.works();
    let mut line = SocketClient::hello(&server, &id, &key, None);
    line.until("game");
    line.say(action);
    assert_eq!(line.until("done"), 1);
}

/// The server's own work continues: heartbeats, and the computer's moves.
#[test]
fn the_server_s_own_work_begins_again() {
    let folder = Folder::new();
    let (store, server) = faulty(&folder);
    provoke(&store, "");
    soon("it says that it is not ready", || server.fetch("GET", "/readyz", "", None).0 == 503);
    store.works();
    soon("it is ready again", || server.fetch("GET", "/readyz", "", None).0 == 200);

    let (id, key) = server.create(json!({ "rules": "russian", "color": "white", "level": 1 }));
    let before = server.figure("damier_panics_total");
    let mut line = SocketClient::hello(&server, &id, &key, None);
    line.until("game");
    // The player's move is stored, the computer's is not.
    let (game, mut moves) = (id.clone(), 0);
    store.befalls(move |id| {
        moves += u32::from(id == game);
        (id == game && moves > 1).then_some(Fault::Panics)
    });
    assert_eq!(server.play(&id, &key, "white", "c3-d4").0, 200);
    soon("it panics", || server.figure("damier_panics_total") > before);
    store.works();
    let moves = || server.game(&id, &key)["history"].as_array().unwrap().len();
    soon("the computer moves", || moves() == 2);
}

/// A backup downloaded by a browser, which accepts compression: the server survives.
#[test]
fn the_operator_s_backup_for_browsers() {
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    server.create(json!({ "rules": "russian" }));
    for packed in ["gzip", "br", "identity"] {
        let form = format!("token={TOKEN}");
        let mut stream: TcpStream = raw::connect(server.address);
        write!(
            stream,
            "POST /operator/backup HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\
             Content-Type: application/x-www-form-urlencoded\r\nAccept-Encoding: {packed}\r\n\
             Content-Length: {}\r\n\r\n{form}",
            server.address,
            form.len()
        )
        .unwrap();
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).unwrap();
        let head = String::from_utf8_lossy(&bytes[..bytes.len().min(2_000)]).to_lowercase();
        assert!(head.starts_with("http/1.1 200"), "{head}");
        let is_packed = head.contains(&format!("content-encoding: {packed}"));
        assert_eq!(is_packed, packed != "identity", "{head}");
        assert!(bytes.ends_with(b"0\r\n\r\n"), "the last part of the {packed} copy is there");
    }
    let game: Value = server.ask("GET", "/api/games", "", None).1;
    assert!(game.to_string().contains("russian"), "the server answers: {game}");
}
