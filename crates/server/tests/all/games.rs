//! Live games through the real server: HTTP, WebSocket, and a persistent store.

use crate::common::{Folder, Running, raw};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::time::Duration;
use tungstenite::Message;

/// R-GM-1, R-GM-2: a whole game by HTTP.
#[test]
fn a_game_on_one_device() {
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    let (id, key) = server.create(json!({ "rules": "american", "color": "black", "seed": 1 }));
    let game = server.game(&id, &key);
    assert_eq!(game["yours"], json!(["white", "black"]));
    assert_eq!(game["board"]["squares"].as_array().unwrap().len(), 32);
    assert_eq!(game["position"]["legal"].as_array().unwrap().len(), 7);
    assert_eq!(server.game(&id, "")["yours"], json!([]), "who has no key only looks on");

    assert_eq!(server.play(&id, &key, "black", "11-15").0, 200);
    assert_eq!(server.play(&id, &key, "white", "22-18").0, 200);
    let game = server.game(&id, &key);
    assert_eq!(game["position"]["because"][0]["rule"]["text"], "A capture is mandatory.");
    assert_eq!(
        game["position"]["legal"],
        json!([
            { "text": "15x22", "paths": [{ "squares": [15, 22], "takes": [18] }], "crowns": false }
        ])
    );
    let (status, refused) = server.play(&id, &key, "black", "9-13");
    assert_eq!(status, 422);
    assert_eq!(refused["error"]["code"], "refused");
    assert!(
        refused["error"]["message"].as_str().unwrap().contains("You must capture"),
        "{refused}"
    );
    assert_eq!(
        refused["error"]["phrase"],
        json!({
            "key": "why.must-capture",
            "values": { "count": 1 },
            "text": "You must capture: 1 piece can."
        })
    );
    assert_eq!(server.game(&id, &key)["seq"], game["seq"], "nothing has changed");

    let wish = json!({ "from": 15, "to": 19 });
    let (_, why) = server.ask("POST", &format!("/api/games/{id}/explain"), "", Some(wish));
    assert_eq!(why["message"]["key"], "why.must-capture");
    assert_eq!(server.play(&id, &key, "black", "15x22").0, 200);
    assert_eq!(server.act(&id, &key, json!({ "side": "white", "what": "resign" })).0, 200);
    let game = server.game(&id, &key);
    assert_eq!(game["table"]["ending"]["text"], "black wins: white resigned");
    let said = game["said"]["ending"].as_array().unwrap().iter();
    let said: Vec<_> = said.map(|phrase| phrase["text"].as_str().unwrap()).collect();
    assert_eq!(said, ["Black wins.", "White resigned."]);
    assert_eq!(game["position"]["legal"], json!([]));
    let file = |name: &str| server.fetch("GET", &format!("/api/games/{id}/{name}"), "", None);
    assert!(file("game.pdn").1.contains("1. 11-15 22-18 2. 15x22 *"));
    assert!(file("position.svg?theme=wood&flip=true").1.starts_with("<svg"));
    let log = arbiter::replay(&file("game.log").1).unwrap();
    assert_eq!(log.table().moves().len(), 3);
    assert_eq!(file("game.exe").0, 404);
    let (_, recent) = server.ask("GET", "/api/games", "", None);
    assert_eq!((&recent[0]["id"], &recent[0]["plies"]), (&json!(id), &json!(3)));
}

/// A game whose log is full: memory and disk are bounded.
#[test]
fn a_log_is_bounded() {
    use arbiter::{Event, Log, Proposal, Terms, Time};
    use draughts::Color::{Black, White};
    const MOST: usize = 5_000;
    let mut log =
        Log::open(Terms::new(draughts::Variant::American.into(), 1), Time(1_000)).unwrap();
    for side in [White, Black] {
        log.record(&Event::Join { side, name: side.to_string() }, Time(1_000)).unwrap();
    }
    let (side, proposal) = (Black, Proposal::Pause);
    let talk = [Event::Offer { side, proposal }, Event::Withdraw { side, proposal }];
    // The game continues with a line that says so.
    for event in talk.iter().cycle().take(MOST - 2 - log.lines().len()) {
        log.record(event, Time(1_000)).unwrap();
    }
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    let import =
        |log: &Log| server.ask("POST", "/api/import/game", "", Some(json!({ "text": log.text() })));
    let (status, made) = import(&log);
    assert_eq!(status, 201, "{made}");
    let (id, key) = (made["id"].as_str().unwrap(), made["key"].as_str().unwrap());
    let (status, answer) = server.play(id, key, "black", "11-15");
    assert_eq!(status, 200, "{answer}");
    // Issue 15.13: it is full, and ends with a line for which there is room.
    let start = std::time::Instant::now();
    while server.game(id, key)["table"]["ending"].is_null() {
        assert!(start.elapsed() < std::time::Duration::from_secs(20), "it is never closed");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let game = server.game(id, key);
    assert_eq!(game["table"]["ending"]["reason"], "too-long");
    assert_eq!(game["seq"], MOST + 1);
    assert_eq!(server.play(id, key, "white", "22-18").0, 422);
    let talk = json!({ "side": "white", "what": "offer", "value": "rematch" });
    assert_eq!(server.act(id, key, talk).1["error"]["code"], "too-long");
    for text in ["11-15", "22-18", "15x22"] {
        let side = log.table().turn();
        log.record(&Event::Move { side, text: text.to_owned(), lag: 0 }, Time(1_000)).unwrap();
    }
    assert_eq!(import(&log).1["error"]["code"], "too-long");
}

/// The file and its copies contain nothing that opens a seat or an account.
#[test]
fn the_store_keeps_no_secret() {
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    let order = json!({ "rules": "american", "opponent": "friend", "name": "Findable" });
    let (_, made) = server.ask("POST", "/api/games", "", Some(order));
    let (status, joined) = server.ask(
        "POST",
        &format!("/api/games/{}/join", made["id"].as_str().unwrap()),
        "",
        Some(json!({ "invitation": made["invitation"], "name": "Bo" })),
    );
    assert_eq!(status, 200, "{joined}");
    const PASSWORD: &str = "an unusual password";
    let session = server.register("Ada", PASSWORD);
    let label = json!({ "label": "bot" }).to_string();
    let cookie = ("Cookie", session.as_str());
    let token = raw::ask(server.address, "POST", "/api/account/tokens", &[cookie], &label);
    let token: Value = serde_json::from_str(&token.body).unwrap();
    drop(server);
    let mut kept = Vec::new();
    for file in std::fs::read_dir(folder.file().parent().unwrap()).unwrap() {
        kept.extend(std::fs::read(file.unwrap().path()).unwrap());
    }
    let is_kept = |text: &str| kept.windows(text.len()).any(|part| part == text.as_bytes());
    assert!(is_kept("Findable") && is_kept("$argon2id$"), "it is looked for where it would be");
    let (_, session) = session.split_once('=').unwrap();
    let secrets = [&made["key"], &made["invitation"], &joined["key"], &token["token"]];
    for secret in
        secrets.map(|secret| secret.as_str().unwrap()).into_iter().chain([session, PASSWORD])
    {
        assert!(secret.len() > 15 && !is_kept(secret), "{secret}");
    }
}

#[test]
fn wrong_requests_change_nothing() {
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    let (id, key) = server.create(json!({ "rules": "italian" }));
    let before = server.game(&id, &key);
    let code =
        |answer: (u16, Value)| (answer.0, answer.1["error"]["code"].as_str().map(str::to_owned));
    let is = |status: u16, code: &str| (status, Some(code.to_owned()));
    assert_eq!(code(server.play(&id, "wrong", "white", "21-17")), is(403, "not-your-seat"));
    assert_eq!(code(server.play("nogame", &key, "white", "21-17")), is(404, "no-game"));
    assert_eq!(code(server.play(&id, &key, "green", "21-17")), is(400, "malformed"));
    assert_eq!(code(server.play(&id, &key, "white", "21-99")), is(422, "refused"));
    assert_eq!(
        code(server.act(&id, &key, json!({ "side": "white", "what": "win" }))),
        is(400, "malformed")
    );
    assert_eq!(code(server.act(&id, &key, json!({ "what": [1] }))), is(400, "malformed"));
    let stale = json!({ "side": "white", "what": "move", "value": "21-17", "ply": 7 });
    assert_eq!(code(server.act(&id, &key, stale)), is(409, "stale"));
    let mut socket = std::net::TcpStream::connect(server.address).unwrap();
    socket.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
    let head = "POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n";
    let _ = write!(socket, "{head}Content-Length: 1200000\r\n\r\n{}", "[".repeat(1_200_000));
    let mut answer = [0; 12];
    socket.read_exact(&mut answer).unwrap();
    assert!(answer.starts_with(b"HTTP/1.1 4"), "a body that is too large is not read");
    assert_eq!(
        code(server.ask("POST", "/api/games", "", Some(json!({ "rules": "chess" })))),
        is(422, "terms")
    );
    let fen = json!({ "rules": "italian", "fen": "W:W99:B1" });
    assert_eq!(code(server.ask("POST", "/api/games", "", Some(fen))), is(422, "terms"));
    assert_eq!(code(server.ask("GET", "/api/nowhere", "", None)), is(404, "no-page"));
    let mut after = server.game(&id, &key);
    after["table"]["at"] = before["table"]["at"].clone();
    assert_eq!(after, before);
}

/// A repeated request has no effect and the same response, also after a restart.
#[test]
fn games_survive_a_restart() {
    let folder = Folder::new();
    let action = json!({ "side": "white", "what": "move", "value": "32-28", "client": "c1" });
    let (id, key, seq, before) = {
        let server = Running::start(&folder.file());
        let (id, key) = server.create(json!({ "rules": "international", "clock": "5m+3s" }));
        let (status, ack) = server.act(&id, &key, action.clone());
        assert_eq!(status, 200);
        assert_eq!(server.act(&id, &key, action.clone()), (200, ack.clone()));
        let game = server.game(&id, &key);
        (id, key, ack, game)
    };
    let server = Running::start(&folder.file());
    let game = server.game(&id, &key);
    for part in ["history", "position"] {
        assert_eq!(game[part], before[part]);
    }
    // The downtime may have been credited by now.
    let more = game["seq"].as_u64().unwrap() - before["seq"].as_u64().unwrap();
    assert!(more <= 1, "{game}");
    assert_eq!(server.act(&id, &key, action), (200, seq));
    assert_eq!(server.play(&id, &key, "black", "19-23").0, 200);
}

/// R-UI-9: every change of state reaches every viewer of the game.
#[test]
fn viewers_stay_in_step() {
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    let (id, key) = server.create(json!({ "rules": "russian", "color": "white" }));
    let connect = |key: &str| {
        let url = format!("ws://{}/ws/games/{id}", server.address);
        let (mut socket, _) = tungstenite::connect(url).unwrap();
        socket.send(Message::text(json!({ "say": "hello", "key": key }).to_string())).unwrap();
        socket
    };
    let hear = |socket: &mut tungstenite::WebSocket<_>| -> Value {
        loop {
            if let Message::Text(text) = socket.read().unwrap() {
                return serde_json::from_str(&text).unwrap();
            }
        }
    };
    let (mut player, mut viewer) = (connect(&key), connect(""));
    let until = |socket: &mut tungstenite::WebSocket<_>, name: &str| loop {
        let message = hear(socket);
        if !message[name].is_null() {
            return message;
        }
    };
    assert_eq!(until(&mut player, "game")["game"]["yours"], json!(["white", "black"]));
    assert_eq!(until(&mut viewer, "game")["game"]["yours"], json!([]));
    let action = json!({ "say": "do", "id": 7, "side": "white", "what": "move", "value": "c3-d4" });
    player.send(Message::text(action.to_string())).unwrap();
    let done = until(&mut player, "done");
    assert!(done["done"] == 7 && done["seq"] == 4, "{done}");
    let seen = until(&mut viewer, "event");
    assert_eq!(seen["event"]["move"]["text"], "c3-d4");
    assert_eq!((&seen["event"]["ply"], &seen["event"]["seq"]), (&json!(1), &json!(4)));
    viewer.send(Message::text(action.to_string())).unwrap();
    assert_eq!(until(&mut viewer, "error")["error"]["code"], "not-your-seat");
    viewer.send(Message::text("nonsense")).unwrap();
    assert_eq!(until(&mut viewer, "error")["error"]["code"], "malformed");
    viewer.send(Message::text(json!({ "say": "ping", "at": 1.5 }).to_string())).unwrap();
    assert_eq!(until(&mut viewer, "pong")["pong"], 1.5);
}

#[test]
fn files_that_are_no_store() {
    let folder = Folder::new();
    std::fs::write(
        folder.file(),
        "this is no database, and it is long enough to look like one".repeat(20),
    )
    .unwrap();
    let error = server::store::Sqlite::open(&folder.file()).err().unwrap().to_string();
    assert!(error.contains("games.sqlite"), "{error}");
    std::fs::remove_file(folder.file()).unwrap();
    drop(server::store::Sqlite::open(&folder.file()).unwrap());
    let connection = rusqlite::Connection::open(folder.file()).unwrap();
    connection.pragma_update(None, "user_version", 99).unwrap();
    let error = server::store::Sqlite::open(&folder.file()).err().unwrap().to_string();
    assert!(error.contains("version 99"), "{error}");
}

/// Retries for some seconds until a condition holds.
fn eventually(mut holds: impl FnMut() -> bool) -> bool {
    let start = std::time::Instant::now();
    while start.elapsed() < Duration::from_secs(20) {
        if holds() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    false
}

/// R-DT-1: the computer's choice comes from the game's seed; R-GM-1: it lets moves be taken back.
#[test]
fn the_computer_plays() {
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    let order = json!({ "rules": "italian", "level": 2, "color": "white", "seed": 5 });
    let plies = |id: &str| server.game(id, "")["history"].as_array().unwrap().len();
    let replies: Vec<Value> = (0..2)
        .map(|_| {
            let (id, key) = server.create(order.clone());
            let game = server.game(&id, &key);
            assert_eq!((&game["yours"], &game["computer"]), (&json!(["white"]), &json!([null, 2])));
            assert_eq!(
                server.play(&id, &key, "black", "12-15").0,
                403,
                "that is the computer's side"
            );
            assert_eq!(server.play(&id, &key, "white", "21-17").0, 200);
            assert!(eventually(|| plies(&id) == 2));
            let game = server.game(&id, &key);
            let offer = json!({ "side": "white", "what": "offer", "value": "take-back" });
            assert_eq!(server.act(&id, &key, offer).0, 200);
            assert!(eventually(|| plies(&id) == 0));
            let draw = json!({ "side": "white", "what": "offer", "value": "draw" });
            assert_eq!(server.act(&id, &key, draw).0, 200);
            assert!(eventually(|| server.game(&id, "")["table"]["offers"] == json!([])));
            let (_, hint) = server.ask("POST", &format!("/api/games/{id}/hint"), &key, None);
            assert!(hint["text"].is_string(), "{hint}");
            game["history"].clone()
        })
        .collect();
    assert_eq!(replies[0], replies[1], "the same seed, the same play");
    let (id, _) = server.create(json!({ "rules": "casual", "level": 1, "color": "white" }));
    assert!(eventually(|| plies(&id) == 1), "in American and casual checkers black begins");
}

#[test]
fn flags_fall_by_themselves() {
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    let (id, key) = server.create(json!({ "rules": "thai", "clock": "1s" }));
    let (mut socket, _) =
        tungstenite::connect(format!("ws://{}/ws/games/{id}", server.address)).unwrap();
    socket.send(Message::text(json!({ "say": "hello", "key": key }).to_string())).unwrap();
    let ending = loop {
        if let Message::Text(text) = socket.read().unwrap() {
            let message: Value = serde_json::from_str(&text).unwrap();
            // It may have fallen before we connected.
            let tables = [&message["event"]["table"], &message["game"]["table"]];
            if let Some(table) = tables.into_iter().find(|table| !table["ending"].is_null()) {
                break table["ending"]["text"].clone();
            }
        }
    };
    assert_eq!(ending, "white wins: black ran out of time");
}

/// R-IT-4, R-UI-8: the page can draw what a rule forbids, and knows when captured pieces are removed.
#[test]
fn a_page_is_told_what_is_forbidden() {
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    let fen = "W:W22,27,31:B18,11,23,4,20";
    let (id, _) = server.create(json!({ "rules": "italian", "fen": fen, "color": "white" }));
    let game = server.game(&id, "");
    assert_eq!(game["board"]["removes_at_once"], false);
    let because = game["position"]["because"].as_array().unwrap();
    assert!(!because.is_empty());
    for rejected in because.iter().flat_map(|rule| rule["rejected"].as_array().unwrap()) {
        let squares = rejected["paths"][0]["squares"].as_array().unwrap();
        assert!(squares.len() >= 2, "{rejected}");
    }
    let (id, _) = server.create(json!({ "rules": "turkish" }));
    assert_eq!(server.game(&id, "")["board"]["removes_at_once"], true);
}

/// R-GM-2: the record of a game can be read without JavaScript.
#[test]
fn a_game_without_javascript() {
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    let (id, key) = server.create(json!({ "rules": "italian", "color": "white" }));
    for (side, mv) in [("white", "22-18"), ("black", "10-14")] {
        assert_eq!(server.play(&id, &key, side, mv).0, 200);
    }
    server.act(&id, &key, json!({ "side": "white", "what": "resign" }));
    let (_, page) = server.fetch("GET", &format!("/game/{id}"), "", None);
    let (_, record) = page.split_once("<noscript>").unwrap();
    for part in ["Black wins. White resigned.", "22-18 10-14", "position.svg", "game.pdn"] {
        assert!(record.contains(part), "{part}: {record}");
    }
}

/// A client that disconnects before the response may have moved or not; repeating the request with the same id tells.
#[test]
fn a_move_counts_once_though_its_player_hangs_up() {
    use std::io::Write;
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    let (id, key) = server.create(json!({ "rules": "american" }));
    let action = json!({ "side": "black", "what": "move", "value": "11-15", "client": "once" });
    let body = action.to_string();
    let mut line = std::net::TcpStream::connect(server.address).unwrap();
    write!(
        line,
        "POST /api/games/{id}/events HTTP/1.1\r\nHost: here\r\nAuthorization: Bearer {key}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
    .unwrap();
    drop(line);
    let (status, answer) = server.act(&id, &key, action);
    assert_eq!(server.game(&id, &key)["history"].as_array().unwrap().len(), 1);
    assert_eq!((status, &answer["seq"]), (200, &json!(4)), "{answer}");
}

#[test]
fn no_hint_after_the_end() {
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    let (id, key) = server.create(json!({ "rules": "american" }));
    server.act(&id, &key, json!({ "side": "white", "what": "resign" }));
    let (status, hint) = server.ask("POST", &format!("/api/games/{id}/hint"), &key, None);
    assert_eq!((status, &hint["text"]), (200, &Value::Null), "{hint}");
}
