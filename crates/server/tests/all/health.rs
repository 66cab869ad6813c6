//! What an operator sees of a server: health, metrics, and log.

use crate::common::raw;
use crate::common::{Folder, Running, SocketClient, TOKEN, free};
use serde_json::{Value, json};
use server::guard::Settings;
use server::logs::{self, Form};
use std::io::Write;
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

fn figure(text: &str, name: &str) -> f64 {
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.unwrap_or_else(|| panic!("no {name} in\n{text}")).parse().unwrap()
}

fn ready(server: &Running) -> (u16, String) {
    server.fetch("GET", "/readyz", "", None)
}

fn soon(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < Duration::from_secs(20), "{what}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn alive_and_ready() {
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    assert_eq!(server.fetch("GET", "/healthz", "", None), (200, "alive\n".to_owned()));
    soon("it becomes ready", || ready(&server) == (200, "ready\n".to_owned()));
    // Another process locks the file: nothing can be written.
    let other = rusqlite::Connection::open(folder.file()).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    soon("it says that it is not", || ready(&server).0 == 503);
    let (_, why) = ready(&server);
    let reasons = ["written", "locked", "does not answer"];
    assert!(reasons.iter().any(|reason| why.contains(reason)), "{why}");
    assert_eq!(server.fetch("GET", "/healthz", "", None).0, 200, "it lives all the same");
    other.execute_batch("COMMIT").unwrap();
    soon("it is ready again", || ready(&server).0 == 200);
}

#[test]
fn figures_are_for_the_operator() {
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    let ask = |headers: &[(&str, &str)]| raw::ask(server.address, "GET", "/metrics", headers, "");
    let proxied = ("X-Forwarded-For", "127.0.0.1");
    let bearer = format!("Bearer {TOKEN}");
    // Issue 15.9: behind a bare proxy, everyone looks local.
    for headers in [&[][..], &[proxied], &[("Host", "localhost")], &[("Host", "rebound.example")]] {
        let refused = ask(headers);
        assert_eq!((refused.status, refused.code().as_str()), (401, "not-operator"), "{headers:?}");
        assert_eq!(refused.header("www-authenticate"), Some("Bearer"));
    }
    assert_eq!(ask(&[("Authorization", "Bearer the-operators-own-tokem")]).status, 401);
    let told = ask(&[proxied, ("Authorization", &bearer)]);
    assert_eq!(told.status, 200);
    assert!(told.header("content-type").unwrap().starts_with("application/openmetrics-text"));
    assert!(told.body.contains("# EOF"));

    let other = Folder::new();
    let without = Running::start_with(&other.file(), Settings::default());
    let answer = raw::ask(without.address, "GET", "/metrics", &[("Authorization", &bearer)], "");
    assert_eq!(answer.status, 401, "where there is no token, none is right");
}

/// Issue 15.9: a proxy that does not pass on the host is noticed; all tests share the log of this process, so only
/// `/readyz` is checked here.
#[test]
fn a_bare_proxy_is_noticed() {
    let folder = Folder::new();
    let public_url = Some("https://draughts.example".parse().unwrap());
    let server = Running::start_with(&folder.file(), Settings { public_url, ..free() });
    let notices = || -> Vec<String> {
        let (_, said) = ready(&server);
        said.lines().filter(|line| line.starts_with("notice: ")).map(str::to_owned).collect()
    };
    let ask = |headers: &[(&str, &str)]| raw::ask(server.address, "GET", "/", headers, "").status;
    soon("it is ready", || ready(&server) == (200, "ready\n".to_owned()));
    let own = format!("http://{}/lobby", server.address);
    for harmless in [
        ("Referer", own.as_str()),
        ("Origin", "https://draughts.example"),
        ("Referer", "https://draughts.example/game/x"),
        ("Origin", "null"),
    ] {
        assert_eq!(ask(&[harmless]), 200);
    }
    let link = [("Referer", "https://links.example/"), ("Sec-Fetch-Site", "cross-site")];
    assert_eq!(ask(&link), 200);
    assert_eq!(notices(), [""; 0], "links of others lead here");
    assert_eq!(ask(&[("Referer", "https://secret.example/game")]), 200);
    assert_eq!(notices().len(), 1);
    let page = ("Origin", "https://secret.example");
    raw::ask(server.address, "POST", "/settings", &[page, ("Sec-Fetch-Site", "same-origin")], "");
    let all = notices();
    assert_eq!(all.len(), 2, "{all:?}");
    assert!(all[0].contains("Origin") && all[1].contains("Referer"), "{all:?}");
    assert!(!all.concat().contains("secret"), "what clients say is not repeated: {all:?}");
    assert_eq!(ready(&server).0, 200, "it is ready all the same");
}

#[test]
fn figures_tell_what_happened() {
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    let figures = || server.fetch("GET", "/metrics", TOKEN, None).1;
    let (id, key) = server.create(json!({ "rules": "russian", "color": "white", "level": 1 }));
    assert_eq!(server.play(&id, &key, "white", "c3-d4").0, 200);
    assert_eq!(server.play(&id, &key, "white", "c3-d4").0, 422);
    assert_eq!(server.ask("POST", &format!("/api/games/{id}/hint"), &key, None).0, 200);
    let mut line = SocketClient::hello(&server, &id, &key, None);
    line.until("game");
    soon("the computer has moved", || {
        server.game(&id, &key)["history"].as_array().unwrap().len() >= 2
    });
    let text = figures();
    let posted = "damier_requests_total{method=\"POST\",route=\"/api/games\",status=\"201\"}";
    assert_eq!(figure(&text, posted), 1.0);
    let refused =
        "damier_requests_total{method=\"POST\",route=\"/api/games/{id}/events\",status=\"422\"}";
    assert_eq!(figure(&text, refused), 1.0);
    assert_eq!(figure(&text, "damier_refused_total{code=\"refused\"}"), 1.0);
    assert_eq!(figure(&text, "damier_request_seconds_count{route=\"/api/games\"}"), 1.0);
    assert_eq!(figure(&text, "damier_sockets"), 1.0);
    assert_eq!(figure(&text, "damier_live_games"), 1.0);
    assert!(figure(&text, "damier_connections") >= 2.0);
    assert!(figure(&text, "damier_events_total") >= 6.0, "head, seats and two moves");
    assert!(figure(&text, "damier_commit_seconds_count") >= 3.0);
    assert!(figure(&text, "damier_commit_events_sum") >= 3.0);
    assert_eq!(figure(&text, "damier_acknowledge_seconds_count"), 1.0);
    assert!(figure(&text, "damier_engine_think_seconds_count") >= 2.0, "a hint and a move");
    assert_eq!(figure(&text, "damier_engine_waiting"), 0.0);
    assert!(figure(&text, "damier_memory_bytes") > 1e6);
    drop(line);
    soon("the socket is closed", || figure(&figures(), "damier_sockets") == 0.0);
    for number in 0..50 {
        raw::ask(
            server.address,
            &format!("METHOD{number}"),
            &format!("/nowhere/{number}"),
            &[],
            "",
        );
    }
    let text = figures();
    let of_others = text.lines().filter(|line| line.contains("method=\"other\"")).count();
    assert_eq!(of_others, 1, "what clients invent makes no new figures");
    assert!(!text.contains("METHOD") && !text.contains("nowhere/"));
}

/// An unused game is only in the store.
#[test]
fn games_leave_memory() {
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    let live = || server.figure("damier_live_games");
    let (id, key) = server.create(json!({ "rules": "russian" }));
    assert_eq!(server.play(&id, &key, "white", "c3-d4").0, 200);
    assert_eq!(live(), 1.0);
    let start = Instant::now();
    while live() > 0.0 {
        assert!(start.elapsed() < Duration::from_secs(120), "it stays");
        std::thread::sleep(Duration::from_millis(500));
    }
    assert_eq!(server.game(&id, &key)["history"].as_array().unwrap().len(), 1);
}

#[derive(Clone, Default)]
struct Sheet(Arc<Mutex<Vec<u8>>>);

impl Write for Sheet {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Everything logged at the finest level, while games are played with valid and invalid keys: no secret appears. All
/// servers of a process share its log, so this test has its own.
#[test]
fn the_log_tells_no_secret() {
    const ALONE: &str = "DAMIER_TEST_ALONE";
    if std::env::var_os(ALONE).is_none() {
        let alone = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "health::the_log_tells_no_secret"])
            .env(ALONE, "1")
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&alone.stdout);
        assert!(alone.status.success() && said.contains("1 passed"), "{said}");
        return;
    }
    let sheet = Sheet::default();
    let writer = sheet.clone();
    logs::start(Form::Json, "trace".parse().unwrap(), move || writer.clone()).unwrap();
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    let order = json!({ "rules": "american", "opponent": "friend", "color": "black" });
    let (_, made) = server.ask("POST", "/api/games", "", Some(order));
    let text = |value: &Value, name: &str| value[name].as_str().unwrap().to_owned();
    let (id, host, invitation) = (text(&made, "id"), text(&made, "key"), text(&made, "invitation"));
    let join = json!({ "invitation": invitation, "name": "Secretive Sam" });
    let (status, joined) = server.ask("POST", &format!("/api/games/{id}/join"), "", Some(join));
    assert_eq!(status, 200, "{joined}");
    let guest = text(&joined, "key");
    assert_eq!(server.play(&id, &host, "black", "11-15").0, 200);
    let mut line = SocketClient::hello(&server, &id, &guest, None);
    line.until("game");
    line.say(json!({ "say": "do", "id": 1, "side": "white", "what": "move", "value": "22-18" }));
    line.until("done");
    line.say(json!({ "say": "nonsense", "key": guest }));
    line.until("error");
    let wrong = "feedfacefeedfacefeedfacefeedface";
    assert_eq!(server.play(&id, wrong, "black", "15x22").0, 403);
    assert_eq!(server.ask("POST", "/api/games", "", Some(json!({ "rules": wrong }))).0, 422);
    assert_eq!(server.ask("POST", "/api/rules", "", Some(json!({ "nothing": guest }))).0, 400);
    let query = format!("/api/games/{id}?key={guest}&token={host}");
    assert_eq!(server.fetch("GET", &query, &guest, None).0, 200);
    assert_eq!(server.fetch("GET", &format!("/{guest}"), "", None).0, 404);
    let session = server.register("Secretive-Sue", "an unusual password");
    let post = |path: &str, body: Value| {
        raw::ask(server.address, "POST", path, &[("Cookie", &session)], &body.to_string())
    };
    let token = post("/api/account/tokens", json!({ "label": "secret label" }));
    let token: Value = serde_json::from_str(&token.body).unwrap();
    let token = text(&token, "token");
    assert_eq!(server.ask("GET", "/api/account", &token, None).0, 200);
    let wrong_password = json!({ "name": "Secretive-Sue", "password": "another unusual one" });
    assert_eq!(post("/api/account/sign-in", wrong_password).status, 403);
    let bearer = format!("Bearer {TOKEN}");
    let cookie = ("Cookie", "session=c00c1ec00c1ec00c1e");
    for headers in
        [[("Authorization", bearer.as_str()), cookie], [("X-Forwarded-For", "1.2.3.4"), cookie]]
    {
        raw::ask(server.address, "GET", "/metrics", &headers, "");
    }
    drop(server);
    let log = String::from_utf8(sheet.0.lock().unwrap().clone()).unwrap();
    for secret in [
        host.as_str(),
        &guest,
        &invitation,
        wrong,
        TOKEN,
        "c00c1e",
        "Secretive",
        session.split_once('=').unwrap().1,
        &token,
        "unusual",
        "secret label",
        "1.2.3.4",
        &id,
    ] {
        assert!(!log.contains(secret), "{secret} stands in\n{log}");
    }
    let requests: Vec<Value> = log
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .filter(|line| line["message"] == "request")
        .collect();
    let is_told = |method: &str, route: &str, status: u16| {
        requests.iter().any(|line| {
            line["method"] == method && line["route"] == route && line["status"] == status
        })
    };
    assert!(is_told("POST", "/api/games", 201));
    assert!(is_told("POST", "/api/games/{id}/events", 403));
    assert!(is_told("GET", "/ws/games/{id}", 101));
    assert!(is_told("GET", "none", 404));
    assert!(requests.iter().all(|line| line["milliseconds"].as_f64().unwrap() >= 0.0));
}
