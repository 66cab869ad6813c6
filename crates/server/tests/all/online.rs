//! Games between people on different devices.

use crate::common::{Folder, Running, SocketClient};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// A game between two people: its id and the keys, White's first.
fn between_two(server: &Running, clock: &str) -> (String, String, String) {
    let order =
        json!({ "rules": "russian", "opponent": "friend", "color": "white", "clock": clock });
    let (status, created) = server.ask("POST", "/api/games", "", Some(order));
    assert_eq!(status, 201, "{created}");
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let (id, white) = (text(&created["id"]), text(&created["key"]));
    let (status, joined) = join(server, &id, json!({ "invitation": created["invitation"] }));
    assert_eq!(status, 200, "{joined}");
    (id, white, text(&joined["key"]))
}

fn join(server: &Running, id: &str, guest: Value) -> (u16, Value) {
    server.ask("POST", &format!("/api/games/{id}/join"), "", Some(guest))
}

/// R-GM-1: a friend takes the other seat with an invitation, once.
#[test]
fn a_friend_is_invited() {
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    let order = json!({ "rules": "italian", "opponent": "friend", "color": "black", "names": ["Ada", "-"] });
    let (_, created) = server.ask("POST", "/api/games", "", Some(order));
    let (id, host) = (created["id"].as_str().unwrap(), created["key"].as_str().unwrap());
    let mut line = SocketClient::hello(&server, id, host, None);
    let game = line.until("game");
    assert_eq!(game["table"]["phase"], "waiting");
    assert_eq!(game["table"]["names"], json!({ "white": null, "black": "Ada" }));
    assert_eq!(server.play(id, host, "black", "9-13").0, 422, "nobody is there to play with");

    let wrong = "0".repeat(32);
    assert_eq!(join(&server, id, json!({ "invitation": wrong })).0, 403);
    let key = "0123456789abcdef0123456789abcdef";
    let guest = json!({ "invitation": created["invitation"], "name": "Bo", "key": key });
    assert_eq!(join(&server, id, guest.clone()).0, 200);
    assert_eq!(join(&server, id, guest.clone()).0, 200, "the answer may have been lost");
    let late = json!({ "invitation": created["invitation"], "name": "Eve" });
    let (status, answer) = join(&server, id, late);
    assert_eq!((status, &answer["error"]["code"]), (403, &json!("not-invited")));
    let event = line.until("event");
    assert_eq!((&event["what"], &event["value"]), (&json!("join"), &json!("Bo")));
    assert_eq!(event["table"]["phase"], "playing");
    assert_eq!(server.game(id, key)["yours"], json!(["white"]));
    assert_eq!(server.play(id, host, "white", "21-17").0, 403);
    let (status, hint) = server.ask("POST", &format!("/api/games/{id}/hint"), key, None);
    assert_eq!((status, &hint["error"]["code"]), (422, &json!("refused")), "no engine helps here");
    assert_eq!(server.play(id, key, "white", "21-17").0, 200);
}

/// R-IT-1: colours are drawn from the seed.
#[test]
fn colours_are_drawn() {
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    let color = |seed: u64| {
        let order =
            json!({ "rules": "italian", "opponent": "friend", "color": "drawn", "seed": seed });
        let (id, key) = server.create(order);
        server.game(&id, &key)["yours"][0].as_str().unwrap().to_owned()
    };
    let drawn: Vec<String> = (0..20).map(color).collect();
    assert!(drawn.contains(&"white".to_owned()) && drawn.contains(&"black".to_owned()));
    assert_eq!(drawn, (0..20).map(color).collect::<Vec<_>>());
}

/// R-UI-9, R-DT-1: a client that reconnects gets what it missed, and all have the same.
#[test]
fn who_comes_back_gets_what_was_missed() {
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    let (id, white, black) = between_two(&server, "none");
    let mut line = SocketClient::hello(&server, &id, &black, None);
    let known = line.until("game")["seq"].as_u64().unwrap();
    assert_eq!(server.play(&id, &white, "white", "c3-d4").0, 200);
    let first = line.until("event");
    drop(line);
    assert_eq!(server.play(&id, &black, "black", "b6-a5").0, 200);
    assert_eq!(server.play(&id, &white, "white", "d4-c5").0, 200);

    let mut line = SocketClient::hello(&server, &id, &black, Some(known));
    let welcome = line.until("welcome");
    assert_eq!((&welcome["seq"], &welcome["yours"]), (&json!(known + 3), &json!(["black"])));
    let missed: Vec<Value> = (0..3).map(|_| line.hear()["event"].take()).collect();
    assert_eq!(missed[0], first, "the same message for all");
    let game = server.game(&id, &black);
    for (event, ply) in missed.iter().zip(game["history"].as_array().unwrap()) {
        assert_eq!((&event["move"], &event["hash"]), (ply, &ply["hash"]));
    }
    let seqs: Vec<u64> = missed.iter().map(|event| event["seq"].as_u64().unwrap()).collect();
    assert_eq!(seqs, [known, known + 1, known + 2]);
    assert_eq!(missed[2]["position"], game["position"]);
    let (_, log) = server.fetch("GET", &format!("/api/games/{id}/game.log"), "", None);
    let lines: Vec<&str> = log.lines().skip(known as usize).collect();
    assert_eq!(
        lines,
        missed.iter().map(|event| event["line"].as_str().unwrap()).collect::<Vec<_>>()
    );

    let mut line = SocketClient::hello(&server, &id, &black, Some(known + 3));
    line.until("welcome");
    assert!(!line.hear()["present"].is_null(), "nothing was missed");
    let mut line = SocketClient::hello(&server, &id, "", Some(9_999));
    assert_eq!(line.until("game")["seq"], known + 3, "whoever knows too much is shown what is so");
    let mut line = SocketClient::open(&server, &id);
    line.say(json!({ "say": "hello", "v": 2 }));
    let error = line.until("error");
    assert_eq!((&error["code"], &error["version"]), (&json!("version"), &json!(1)));
}

/// Lag is compensated as far as the server itself has measured it: over a WebSocket, but not over plain HTTP.
#[test]
fn lag_is_given_back() {
    const AWAY: Duration = Duration::from_secs(1);
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    let (id, white, black) = between_two(&server, "5m");
    // The server's first ping is answered only when the connection is read.
    let mut line = SocketClient::hello(&server, &id, &white, None);
    std::thread::sleep(AWAY);
    line.until("game");
    line.say(json!({ "say": "ping", "at": 1 }));
    line.until("pong");
    line.say(json!({ "say": "do", "id": 1, "side": "white", "what": "move", "value": "c3-d4" }));
    line.until("done");
    assert_eq!(server.play(&id, &black, "black", "b6-a5").0, 200);
    let (_, log) = server.fetch("GET", &format!("/api/games/{id}/game.log"), "", None);
    let of = |text: &str| log.lines().find(|line| line.contains(text)).unwrap().to_owned();
    let lag = of("c3-d4").split_once("lag=").unwrap().1.to_owned();
    let lag: u128 = lag.split(|c: char| !c.is_ascii_digit()).next().unwrap().parse().unwrap();
    // The ping was sent a moment after the connection.
    assert!(lag >= AWAY.as_millis() / 4, "{log}");
    assert!(!of("b6-a5").contains("lag="), "{log}");
}

/// Issue 15, low: a client that has shown a short round trip gains nothing by answering late on another connection.
#[test]
fn who_answers_late_gains_nothing() {
    const AWAY: Duration = Duration::from_secs(1);
    const SLACK: u64 = 50;
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    let (id, white, black) = between_two(&server, "5m");
    let moves = |line: &mut SocketClient, side: &str, mv: &str| {
        line.until("game");
        // Reading has answered the server's first ping.
        line.say(json!({ "say": "ping", "at": 1 }));
        line.until("pong");
        line.say(json!({ "say": "do", "id": 1, "side": side, "what": "move", "value": mv }));
        line.until("done");
        let (_, log) = server.fetch("GET", &format!("/api/games/{id}/game.log"), "", None);
        let of = log.lines().find(|line| line.contains(mv)).unwrap().to_owned();
        let lag = of.split_once("lag=").map_or("0", |(_, lag)| lag);
        lag.split(|c: char| !c.is_ascii_digit()).next().unwrap().parse::<u64>().unwrap()
    };
    let near = moves(&mut SocketClient::hello(&server, &id, &white, None), "white", "c3-d4");
    let mut late = SocketClient::hello(&server, &id, &black, None);
    std::thread::sleep(AWAY);
    let gained = moves(&mut late, "black", "b6-a5");
    assert!(gained <= near + SLACK, "{gained} after {near}");
}

/// A repeated request has one effect, whichever way it comes.
#[test]
fn a_move_over_http_and_socket_is_one_move() {
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    let (id, white, black) = between_two(&server, "none");
    let order = json!({ "move": "c3-d4", "ply": 0, "client": "w1" });
    let path = format!("/api/games/{id}/move");
    let (status, ack) = server.ask("POST", &path, &white, Some(order.clone()));
    assert_eq!((status, &ack), (200, &json!({ "seq": 4 })));
    let mut line = SocketClient::hello(&server, &id, &white, None);
    let mut action = json!({
        "say": "do", "id": 5, "client": "w1", "side": "white", "what": "move", "value": "c3-d4",
        "ply": 0, "game": id
    });
    line.say(action.clone());
    line.until("game");
    loop {
        let message = line.hear();
        if message["done"] == 5 {
            assert_eq!(message["seq"], 4);
            break;
        }
    }
    action["game"] = json!("another");
    line.say(action);
    assert_eq!(line.until("error")["code"], "wrong-game");
    assert_eq!(server.ask("POST", &path, &white, Some(order)), (200, ack));
    let stale = json!({ "move": "b6-a5", "ply": 0 });
    assert_eq!(server.ask("POST", &path, &black, Some(stale)).0, 409);
    assert_eq!(server.ask("POST", &path, "", Some(json!({ "move": "b6-a5" }))).0, 401);
}

/// The same messages as server-sent events, which continue where a client was.
#[test]
fn a_game_is_followed_over_http() {
    use std::io::{BufRead, BufReader, Write};
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    let (id, white, black) = between_two(&server, "none");
    let follow = |head: &str| {
        let mut stream = std::net::TcpStream::connect(server.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        write!(
            stream,
            "GET /api/games/{id}/stream HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {black}\r\n{head}\r\n"
        )
        .unwrap();
        BufReader::new(stream).lines().map_while(Result::ok)
    };
    let mut lines = follow("");
    let mut next = |name: &str| {
        let wanted = format!("event: {name}");
        lines.by_ref().find(|line| *line == wanted).unwrap();
        let data = lines.by_ref().find(|line| line.starts_with("data: ")).unwrap();
        serde_json::from_str::<Value>(&data["data: ".len()..]).unwrap()
    };
    assert_eq!(next("welcome")["yours"], json!(["black"]));
    assert_eq!(next("game")["seq"], 4);
    assert_eq!(server.play(&id, &white, "white", "c3-d4").0, 200);
    let event = next("event");
    assert_eq!((&event["seq"], &event["ply"]), (&json!(4), &json!(1)));
    let mut lines = follow("Last-Event-ID: 4\r\n");
    assert!(lines.by_ref().any(|line| line == "event: event"));
    assert!(lines.by_ref().any(|line| line == "id: 5"));
}

/// Both see who is connected; a game whose player does not come back can be claimed, but not too early.
#[test]
fn players_see_each_other() {
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    let (id, white, black) = between_two(&server, "1m");
    let mut one = SocketClient::hello(&server, &id, &white, None);
    assert_eq!(one.until("present")["black"], false);
    let other = SocketClient::hello(&server, &id, &black, None);
    let present = loop {
        let present = one.until("present");
        if present["black"] == true {
            break present;
        }
    };
    assert_eq!(present["gone"], json!({}));
    let watcher = SocketClient::hello(&server, &id, "", None);
    assert_eq!(one.until("present")["watching"], 1);
    drop((other, watcher));
    let gone = loop {
        let present = one.until("present");
        if present["gone"]["black"].is_u64() {
            break present["gone"]["black"].as_u64().unwrap();
        }
    };
    one.say(json!({ "say": "ping", "at": 0.0 }));
    let now = loop {
        let message = one.hear();
        if message["pong"].is_f64() {
            break message["now"].as_u64().unwrap();
        }
    };
    assert!((now + 20_000..now + 31_000).contains(&gone), "{now} {gone}");
    let claim = json!({ "side": "white", "what": "claim-win" });
    let (status, answer) = server.act(&id, &white, claim);
    assert_eq!((status, &answer["error"]["code"]), (409, &json!("not-gone")));
    let (_, going_on) = server.ask("GET", "/api/live", "", None);
    assert_eq!(going_on[0]["id"], json!(id));
}

/// A rematch with colours swapped and the same keys, which everyone finds.
#[test]
fn a_rematch_is_a_game() {
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    let (id, white, black) = between_two(&server, "none");
    let mut line = SocketClient::hello(&server, &id, &black, None);
    line.until("game");
    server.act(&id, &white, json!({ "side": "white", "what": "resign" }));
    server.act(&id, &white, json!({ "side": "white", "what": "offer", "value": "rematch" }));
    let accept = json!({ "side": "black", "what": "accept", "value": "rematch" });
    assert_eq!(server.act(&id, &black, accept).0, 200);
    let next = loop {
        let event = line.until("event");
        if let Some(next) = event["next"].as_str() {
            break next.to_owned();
        }
    };
    assert_eq!(server.game(&id, "")["next"], json!(next));
    assert_eq!(server.game(&next, &black)["yours"], json!(["white"]));
    assert_eq!(server.game(&next, &white)["yours"], json!(["black"]));
    assert_eq!(server.play(&next, &black, "white", "c3-d4").0, 200);
}

/// No clock runs while the server is down; flags of games that nobody has open fall anyway.
#[test]
fn clocks_rest_while_the_server_does() {
    let folder = Folder::new();
    let (id, white, black, run) = {
        let server = Running::start(&folder.file());
        let (id, white, black) = between_two(&server, "8s");
        assert_eq!(server.play(&id, &white, "white", "c3-d4").0, 200);
        assert_eq!(server.play(&id, &black, "black", "b6-a5").0, 200);
        let mut line = SocketClient::hello(&server, &id, &white, None);
        (id, white, black, line.until("welcome")["run"].clone())
    };
    std::thread::sleep(Duration::from_secs(9));
    let server = Running::start(&folder.file());
    let mut line = SocketClient::hello(&server, &id, &white, None);
    assert_ne!(line.until("welcome")["run"], run);
    let game = server.game(&id, &black);
    assert_eq!(game["table"]["phase"], "playing", "{}", game["table"]["ending"]);
    let (_, log) = server.fetch("GET", &format!("/api/games/{id}/game.log"), "", None);
    assert!(log.lines().last().unwrap().contains(" credit "), "{log}");
    drop(line);
    // The list does not load the game.
    let ending = || server.ask("GET", "/api/games", "", None).1[0]["ending"].take();
    let start = Instant::now();
    while ending().is_null() {
        assert!(start.elapsed() < Duration::from_secs(60), "its flag never falls");
        std::thread::sleep(Duration::from_millis(100));
    }
    assert_eq!(ending(), "black wins: white ran out of time");
}

/// An id that the opponent has used is still free: a move with it happens, and does not get the opponent's response.
#[test]
fn names_of_requests_belong_to_a_side() {
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    let (id, white, black) = between_two(&server, "none");
    let offer = json!({ "side": "black", "what": "offer", "value": "draw", "client": "bot-3" });
    let (status, offered) = server.act(&id, &black, offer.clone());
    assert_eq!(status, 200, "{offered}");
    let order = json!({ "side": "white", "what": "move", "value": "c3-d4", "client": "bot-3" });
    let (status, moved) = server.act(&id, &white, order.clone());
    assert_eq!(status, 200, "{moved}");
    assert_ne!(moved, offered);
    assert_eq!(server.game(&id, "")["history"].as_array().unwrap().len(), 1);
    assert_eq!(server.act(&id, &white, order), (200, moved), "the same request again");
    assert_eq!(server.act(&id, &black, offer), (200, offered));
    let nameless = json!({ "side": "black", "what": "move", "value": "b6-a5", "client": "" });
    assert_eq!(server.act(&id, &black, nameless).0, 400, "nothing is no name");
}

/// A page knows its build, and is told the server's.
#[test]
fn pages_and_server_name_the_same_build() {
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    let (id, white, _) = between_two(&server, "none");
    let build = SocketClient::hello(&server, &id, &white, None).until("welcome")["build"].clone();
    let build = build.as_str().unwrap();
    let files = build.strip_prefix(concat!(env!("CARGO_PKG_VERSION"), "-")).unwrap();
    assert_eq!(files.len(), 16, "a hash of what pages are made of: {build}");
    let (_, page) = server.fetch("GET", &format!("/game/{id}"), "", None);
    assert!(page.contains(&format!("data-build=\"{build}\"")));
}

/// Two players who look for a game find each other; others keep waiting.
#[test]
fn anybody_can_be_found() {
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    let seek = |order: Value| {
        let (status, created) = server.ask("POST", "/api/seeks", "", Some(order));
        assert_eq!(status, 200, "{created}");
        let text = |name: &str| created[name].as_str().unwrap().to_owned();
        (text("id"), text("key"))
    };
    let order =
        json!({ "rules": "russian", "clock": "5m+3s", "names": ["Ada", "-"], "color": "white" });
    let (id, host) = seek(order.clone());
    let mut line = SocketClient::hello(&server, &id, &host, None);
    assert_eq!(line.until("game")["table"]["phase"], "waiting");
    let (_, open) = server.ask("GET", "/api/seeks", "", None);
    assert_eq!((&open[0]["id"], &open[0]["clock"]), (&json!(id), &json!("5m+3s")));
    let (other, _) = seek(json!({ "rules": "russian", "clock": "3m" }));
    assert_ne!(other, id, "another clock");
    let (other, _) = seek(order);
    assert_ne!(other, id, "both want white");
    let (found, guest) = seek(json!({ "rules": "russian", "clock": "5m+3s" }));
    assert_eq!(found, id);
    let event = line.until("event");
    assert_eq!((&event["what"], &event["table"]["phase"]), (&json!("join"), &json!("playing")));
    assert_eq!(server.game(&id, &guest)["yours"], json!(["black"]));
    let (_, open) = server.ask("GET", "/api/seeks", "", None);
    assert!(open.as_array().unwrap().iter().all(|game| game["id"] != json!(id)));
    assert_eq!(join(&server, &id, json!({})).0, 403, "the seat is taken");
}

/// An open game is aborted when its host has left.
#[test]
fn an_open_game_needs_its_host() {
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    let open = |clock: &str| {
        server.create(json!({ "rules": "italian", "opponent": "anybody", "clock": clock }))
    };
    let (never, _) = open("5m");
    let [quick, slow] = ["5m", "2d/move"].map(|clock| {
        let (id, key) = open(clock);
        drop(SocketClient::hello(&server, &id, &key, None));
        id
    });
    let start = std::time::Instant::now();
    let lobby = || server.fetch("GET", "/lobby/games", "", None).1;
    while lobby().contains(&quick) || lobby().contains(&never) {
        assert!(start.elapsed() < Duration::from_secs(10), "nobody waits there");
        std::thread::sleep(Duration::from_millis(250));
    }
    assert!(lobby().contains(&slow), "a host by correspondence may be away");
    let (_, seeks) = server.ask("GET", "/api/seeks", "", None);
    assert_eq!(seeks.as_array().unwrap().len(), 1, "programs see the same games: {seeks}");
    assert_eq!(server.game(&quick, "")["table"]["phase"], "waiting", "the host may come back");
    while [&quick, &never].map(|id| server.game(id, "")["table"]["phase"] != "finished")
        != [false; 2]
    {
        assert!(start.elapsed() < Duration::from_secs(40), "nobody called it off");
        std::thread::sleep(Duration::from_millis(250));
    }
    assert!(
        start.elapsed() > Duration::from_secs(10),
        "whoever loses the connection may come back"
    );
    assert_eq!(server.game(&slow, "")["table"]["phase"], "waiting", "there are days to answer it");
}

/// Players chat, and nobody else receives it.
#[test]
fn players_talk() {
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    let (id, white, black) = between_two(&server, "none");
    let mut one = SocketClient::hello(&server, &id, &white, None);
    let mut watcher = SocketClient::hello(&server, &id, "", None);
    one.until("game");
    watcher.until("game");
    one.say(json!({ "say": "chat", "preset": "good-luck" }));
    assert_eq!(one.until("chat")["preset"], "good-luck");
    let path = format!("/api/games/{id}/chat");
    assert_eq!(server.ask("POST", &path, &black, Some(json!({ "text": " Merci! " }))).0, 204);
    let heard = one.until("chat");
    assert_eq!((&heard["from"], &heard["text"]), (&json!("black"), &json!("Merci!")));
    let mut late = SocketClient::hello(&server, &id, &black, None);
    assert_eq!(late.until("chat")["preset"], "good-luck");
    assert_eq!(server.ask("POST", &path, "", Some(json!({ "text": "boo" }))).0, 401);
    assert_eq!(server.ask("POST", &path, &white, Some(json!({ "text": "" }))).0, 422);
    watcher.say(json!({ "say": "chat", "text": "boo" }));
    assert_eq!(watcher.until("error")["code"], "not-your-seat");
    watcher.say(json!({ "say": "ping", "at": 1.0 }));
    loop {
        let message = watcher.hear();
        assert!(message["chat"].is_null(), "{message}");
        if !message["pong"].is_null() {
            break;
        }
    }
    for _ in 0..9 {
        one.say(json!({ "say": "chat", "text": "again and again" }));
    }
    assert_eq!(one.until("error")["code"], "busy");
    let again = json!({ "text": "again" });
    let status = |key: &str| server.ask("POST", &path, key, Some(again.clone())).0;
    // Meanwhile the rate limit may allow one more.
    assert!((0..5).any(|_| status(&white) == 429), "however it is said");
    assert_eq!(status(&black), 204, "the other may answer");
    let (_, log) = server.fetch("GET", &format!("/api/games/{id}/game.log"), "", None);
    assert!(!log.contains("Merci"));
}
