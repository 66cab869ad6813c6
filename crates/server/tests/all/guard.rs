//! Rate limits and quotas of a real server. Other addresses come through a trusted proxy.

use crate::common::raw::{self, Answer};
use crate::common::{Folder, Running, SocketClient, free, soon};
use serde_json::{Value, json};
use server::guard::{Limits, Rate, Settings, Times};
use std::io::{BufRead, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

const ANNA: (&str, &str) = ("X-Forwarded-For", "198.51.100.1");
const BORIS: (&str, &str) = ("X-Forwarded-For", "198.51.100.2");
const ORDER: &str = r#"{"rules":"russian"}"#;

/// Low limits, for clients that come through the proxy on this machine.
fn little() -> Settings {
    let rate = |burst| Rate { burst, every: Duration::from_secs(100) };
    let limits = Limits {
        requests: rate(20),
        games: rate(2),
        wrong_keys: rate(3),
        accounts: rate(3),
        hints: rate(1),
        messages: rate(5),
        sockets: 2,
        connections: 3,
        ..Limits::default()
    };
    let proxies = vec!["127.0.0.1".parse().unwrap()];
    Settings { limits: Some(limits), proxies, ..Settings::default() }
}

fn quick() -> Times {
    let short = Duration::from_millis(600);
    Times { head: short, body: short, reading: short, ..Times::default() }
}

fn get(server: &Running, path: &str, headers: &[(&str, &str)]) -> Answer {
    raw::ask(server.address, "GET", path, headers, "")
}

fn post(server: &Running, path: &str, headers: &[(&str, &str)], body: &str) -> Answer {
    raw::ask(server.address, "POST", path, headers, body)
}

fn is_too_many(answer: &Answer) -> bool {
    let seconds = answer.header("retry-after").and_then(|value| value.parse::<u64>().ok());
    answer.status == 429 && answer.code() == "too-many" && seconds.is_some_and(|wait| wait > 0)
}

#[test]
fn requests_of_an_address() {
    let folder = Folder::new();
    let server = Running::start_with(&folder.file(), little());
    for _ in 0..20 {
        assert_eq!(get(&server, "/api/games", &[ANNA]).status, 200);
    }
    assert!(is_too_many(&get(&server, "/api/games", &[ANNA])));
    assert_eq!(get(&server, "/api/games", &[BORIS]).status, 200, "others notice nothing");
    let page = get(&server, "/settings", &[ANNA, ("Accept-Language", "fr")]);
    assert_eq!(page.status, 429);
    assert!(page.header("retry-after").is_some());
    assert!(page.body.contains("Trop de requêtes de votre réseau."), "{page:?}");
    let spoofed = ("X-Forwarded-For", "203.0.113.77, 198.51.100.1");
    assert!(is_too_many(&get(&server, "/api/games", &[spoofed])), "the proxy's word counts");
    let here: Vec<u16> = (0..21).map(|_| get(&server, "/api/games", &[]).status).collect();
    assert_eq!(here[20], 429, "issue 15.9: a bare proxy looks like this machine: {here:?}");
    assert_eq!(get(&server, "/readyz", &[]).status, 200, "what watches the server is not held up");
}

#[test]
fn only_a_trusted_proxy_is_believed() {
    let folder = Folder::new();
    let settings = Settings { proxies: Vec::new(), ..little() };
    let server = Running::start_with(&folder.file(), settings);
    let statuses: Vec<u16> = (0..30)
        .map(|number| {
            let address = format!("198.51.100.{number}");
            get(&server, "/api/games", &[("X-Forwarded-For", &address)]).status
        })
        .collect();
    assert!(statuses.contains(&429), "inventing addresses gains nothing: {statuses:?}");
}

#[test]
fn no_limits_where_the_operator_wants_none() {
    let folder = Folder::new();
    let settings = Settings { limits: None, ..little() };
    let server = Running::start_with(&folder.file(), settings);
    for _ in 0..60 {
        assert_eq!(get(&server, "/api/games", &[ANNA]).status, 200);
    }
}

#[test]
fn games_hints_and_keys_of_an_address() {
    let folder = Folder::new();
    let server = Running::start_with(&folder.file(), little());
    let made = post(&server, "/api/games", &[ANNA], ORDER);
    assert_eq!(made.status, 201);
    let made: Value = serde_json::from_str(&made.body).unwrap();
    let (id, key) = (made["id"].as_str().unwrap(), made["key"].as_str().unwrap());
    assert_eq!(post(&server, "/api/games", &[ANNA], ORDER).status, 201);
    assert!(is_too_many(&post(&server, "/api/games", &[ANNA], ORDER)));
    let form = [ANNA, ("Content-Type", "application/x-www-form-urlencoded")];
    let asked = "rules=russian&opponent=here";
    assert_eq!(post(&server, "/new", &form, asked).status, 429, "a form is no way around");
    assert_eq!(get(&server, &format!("/api/games/{id}"), &[ANNA]).status, 200, "the rest goes on");

    let hint = format!("/api/games/{id}/hint");
    let right = format!("Bearer {key}");
    let authorized = [BORIS, ("Authorization", right.as_str())];
    assert_eq!(post(&server, &hint, &authorized, "").status, 200);
    assert!(is_too_many(&post(&server, &hint, &authorized, "")));

    let events = format!("/api/games/{id}/events");
    let offer = r#"{"side":"white","what":"offer","value":"draw"}"#;
    let thief = ("X-Forwarded-For", "198.51.100.3");
    for _ in 0..3 {
        let guess = [thief, ("Authorization", "Bearer 00000000000000000000000000000000")];
        assert_eq!(post(&server, &events, &guess, offer).code(), "not-your-seat");
    }
    let lucky = [thief, ("Authorization", right.as_str())];
    assert!(is_too_many(&post(&server, &events, &lucky, offer)), "even the right key");
    assert_eq!(get(&server, "/api/games", &[thief]).status, 200, "looking needs no key");
    let guest = ("X-Forwarded-For", "198.51.100.4");
    let join = format!("/api/games/{id}/join");
    let guess = r#"{"invitation":"00000000000000000000000000000000","name":"Eve"}"#;
    for _ in 0..3 {
        assert_eq!(post(&server, &join, &[guest], guess).code(), "not-invited");
    }
    assert!(is_too_many(&post(&server, &join, &[guest], guess)), "invitations are keys");
    assert_eq!(post(&server, &events, &authorized, offer).status, 200);
}

fn socket(server: &Running, id: &str, headers: &[(&str, &str)]) -> (u16, TcpStream) {
    let mut stream = raw::connect(server.address);
    let mut request = format!(
        "GET /ws/games/{id} HTTP/1.1\r\nHost: {}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n",
        server.address
    );
    for (name, value) in headers {
        request += &format!("{name}: {value}\r\n");
    }
    stream.write_all(format!("{request}\r\n").as_bytes()).unwrap();
    let mut head = [0; 12];
    stream.read_exact(&mut head).unwrap();
    (String::from_utf8_lossy(&head[9..]).parse().unwrap(), stream)
}

#[test]
fn sockets_of_an_address() {
    let folder = Folder::new();
    // Each poll is a request.
    let requests = Rate { burst: 10_000, every: Duration::from_secs(100) };
    let limits = Some(Limits { requests, ..little().limits.unwrap() });
    let server = Running::start_with(&folder.file(), Settings { limits, ..little() });
    let (id, _) = server.create(json!({ "rules": "russian" }));
    let (first, line) = socket(&server, &id, &[ANNA]);
    let (second, _other) = socket(&server, &id, &[ANNA]);
    assert_eq!((first, second), (101, 101));
    assert_eq!(socket(&server, &id, &[ANNA]).0, 429);
    assert_eq!(socket(&server, &id, &[BORIS]).0, 101);
    assert_eq!(socket(&server, "nothing", &[BORIS]).0, 404, "what is not opened takes no place");
    drop(line);
    soon("the place is free again", || socket(&server, &id, &[ANNA]).0 == 101);
}

/// A client that sends too fast is warned, and disconnected if that does not help.
#[test]
fn messages_of_a_socket() {
    let folder = Folder::new();
    let server = Running::start_with(&folder.file(), little());
    let (id, _) = server.create(json!({ "rules": "russian" }));
    let mut line = SocketClient::open(&server, &id);
    for number in 0..5 {
        line.say(json!({ "say": "ping", "at": number }));
        assert_eq!(line.until("pong").as_f64(), Some(f64::from(number)));
    }
    for _ in 0..20 {
        line.say(json!({ "say": "ping", "at": 1 }));
        assert_eq!(line.until("error")["code"], "too-many");
    }
    assert!(line.is_closed());
}

#[test]
fn connections_of_an_address() {
    let folder = Folder::new();
    let settings = Settings { proxies: Vec::new(), ..little() };
    let server = Running::start_with(&folder.file(), settings);
    let silent: Vec<TcpStream> = (0..3).map(|_| raw::connect(server.address)).collect();
    soon("a fourth is refused", || is_refused(server.address, 429, "too-many"));
    drop(silent);
    soon("the places are free again", || get(&server, "/healthz", &[]).status == 200);
}

fn is_refused(address: SocketAddr, status: u16, code: &str) -> bool {
    let answer = raw::ask(address, "GET", "/", &[], "");
    answer.status == status && answer.code() == code
}

#[test]
fn connections_of_all() {
    let folder = Folder::new();
    let settings = Settings { connections: 5, ..free() };
    let server = Running::start_with(&folder.file(), settings);
    let silent: Vec<TcpStream> = (0..5).map(|_| raw::connect(server.address)).collect();
    soon("a sixth is refused", || is_refused(server.address, 503, "full"));
    let busy: Vec<TcpStream> = (0..200).map(|_| raw::connect(server.address)).collect();
    drop((busy, silent));
    soon("the places are free again", || get(&server, "/healthz", &[]).status == 200);
}

/// Sending a byte now and then does not keep a connection open.
#[test]
fn slow_requests() {
    let folder = Folder::new();
    let settings = Settings { times: quick(), ..free() };
    let quick_server = Running::start_with(&folder.file(), settings);
    let mut slow = raw::connect(quick_server.address);
    let start = Instant::now();
    let mut is_open = true;
    while is_open && start.elapsed() < Duration::from_secs(10) {
        std::thread::sleep(Duration::from_millis(100));
        is_open = slow.write_all(b"G").is_ok();
    }
    assert!(!is_open, "the head of a request never ends");

    let other = Folder::new();
    let times = Times { head: Duration::from_secs(60), ..quick() };
    let server = Running::start_with(&other.file(), Settings { times, ..free() });
    let mut slow = raw::connect(server.address);
    let head = "POST /api/rules HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n";
    let head = format!("{head}Connection: close\r\nContent-Length: 1000\r\n\r\n");
    slow.write_all(head.as_bytes()).unwrap();
    let drip = slow.try_clone().unwrap();
    let dripping = std::thread::spawn(move || {
        while (&drip).write_all(b" ").is_ok() {
            std::thread::sleep(Duration::from_millis(100));
        }
    });
    let answer = raw::answer(&mut slow);
    assert_eq!((answer.status, answer.code().as_str()), (408, "too-slow"));
    drop(slow);
    dripping.join().unwrap();

    let silent = raw::connect(quick_server.address);
    soon("silence ends too", || (&silent).read(&mut [0; 1]).is_ok_and(|read| read == 0));
}

/// Whether the server has closed a connection on which it could not write.
fn is_cut(line: &mut TcpStream) -> bool {
    use std::io::ErrorKind::{TimedOut, WouldBlock};
    line.write_all(b"x").is_err_and(|error| !matches!(error.kind(), WouldBlock | TimedOut))
}

/// A client that does not read responses is cut off, whatever it requested.
#[test]
fn slow_readers() {
    let folder = Folder::new();
    let settings = Settings { times: quick(), ..free() };
    let server = Running::start_with(&folder.file(), settings);
    let mut greedy = raw::connect(server.address);
    greedy.set_write_timeout(Some(Duration::from_millis(500))).unwrap();
    let request = "GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n";
    let start = Instant::now();
    while greedy.write_all(request.as_bytes()).is_ok() {
        assert!(start.elapsed() < Duration::from_secs(60), "everything is taken");
    }
    soon("the line is cut", || is_cut(&mut greedy));
}

/// A connection that reads hardly anything.
fn deaf(server: &Running) -> TcpStream {
    let socket = socket2::Socket::new(socket2::Domain::IPV4, socket2::Type::STREAM, None).unwrap();
    socket.set_recv_buffer_size(4_096).unwrap();
    socket.connect(&server.address.into()).unwrap();
    socket.into()
}

/// A WebSocket client that does not read is cut off; others in the game notice nothing.
#[test]
fn a_socket_that_is_not_read() {
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    let (id, key) = server.create(json!({ "rules": "russian" }));
    let mut line = SocketClient::hello(&server, &id, "", None);
    line.until("game");
    let mut greedy = deaf(&server);
    greedy.set_write_timeout(Some(Duration::from_secs(2))).unwrap();
    let upgrade = format!(
        "GET /ws/games/{id} HTTP/1.1\r\nHost: {}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        server.address
    );
    greedy.write_all(upgrade.as_bytes()).unwrap();
    // A masked frame with a mask of zeros: each requests the whole game.
    let hello = br#"{"say":"hello","v":1}"#;
    let mut frame = vec![0x81, 0x80 | hello.len() as u8, 0, 0, 0, 0];
    frame.extend_from_slice(hello);
    let start = Instant::now();
    let mut asked = 0;
    while greedy.write_all(&frame).is_ok() {
        asked += 1;
        assert!(start.elapsed() < Duration::from_secs(60), "everything is taken");
    }
    assert!(asked > 500, "it stopped listening after {asked} questions");
    assert_eq!(server.play(&id, &key, "white", "c3-d4").0, 200);
    assert_eq!(line.until("event")["what"], "move", "while the other is waited for");
    soon("the socket is cut", || is_cut(&mut greedy));
}

/// A viewer that reads too late gets the current game, and misses nothing from then on: its queue is bounded.
#[test]
fn a_stream_that_is_read_late() {
    /// Much more than the system buffers for a connection.
    const EVENTS: u64 = 1_500;
    let folder = Folder::new();
    let times = Times { reading: Duration::from_secs(600), ..Times::default() };
    let server = Running::start_with(&folder.file(), Settings { times, ..free() });
    let (id, key) = server.create(json!({ "rules": "russian" }));
    let mut late = deaf(&server);
    late.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    write!(late, "GET /api/games/{id}/stream HTTP/1.1\r\nHost: {}\r\n\r\n", server.address)
        .unwrap();
    for _ in 0..EVENTS / 3 {
        assert_eq!(server.play(&id, &key, "white", "c3-d4").0, 200);
        for (side, what) in [("white", "offer"), ("black", "accept")] {
            let action = json!({ "side": side, "what": what, "value": "take-back" });
            assert_eq!(server.act(&id, &key, action).0, 200);
        }
    }
    let all = server.game(&id, "")["seq"].as_u64().unwrap();
    let (mut known, mut shown) = (0, 0);
    let mut name = String::new();
    for line in std::io::BufReader::new(late).lines() {
        let line = line.unwrap();
        if let Some(named) = line.strip_prefix("event: ") {
            named.clone_into(&mut name);
        }
        let Some(number) = line.strip_prefix("id: ") else { continue };
        let number: u64 = number.parse().unwrap();
        match name.as_str() {
            "game" => shown += 1,
            _ => assert_eq!(number, known + 1, "an event is missing"),
        }
        known = number;
        if known == all {
            break;
        }
    }
    assert!(shown >= 2, "nothing was too much: {shown}");
    assert_eq!(known, all);
}

/// However many games a client starts with the computer, another's game does not wait for all of them.
#[test]
fn an_address_has_its_share_of_the_computer() {
    const MANY: usize = 12;
    let folder = Folder::new();
    let games = Rate { burst: 100, every: Duration::from_secs(100) };
    let limits =
        Limits { games, requests: Rate { burst: 100_000, ..games }, ..little().limits.unwrap() };
    let settings = Settings { limits: Some(limits), ..little() };
    let server = Running::start_with(&folder.file(), settings);
    // The computer moves first.
    let make = |who, level: u8| {
        let order = json!({ "rules": "american", "color": "white", "level": level }).to_string();
        let made = post(&server, "/api/games", &[who], &order);
        let made: Value = serde_json::from_str(&made.body).unwrap();
        made["id"].as_str().unwrap().to_owned()
    };
    let many: Vec<String> = (0..MANY).map(|_| make(ANNA, 10)).collect();
    let one = make(BORIS, 1);
    let has_moved = |id: &String| server.game(id, "")["history"].as_array().unwrap().len() == 1;
    soon("the computer moves", || has_moved(&one));
    let moved = many.iter().filter(|id| has_moved(id)).count();
    assert!(moved < MANY / 2, "after {moved} games of another");
}

/// An account has its limit from any address.
#[test]
fn games_of_an_account() {
    let folder = Folder::new();
    let server = Running::start_with(&folder.file(), little());
    let cookie = server.register("ada", "correct horse battery");
    let make = |last: u8| {
        let from = format!("198.51.100.{last}");
        let headers = [("X-Forwarded-For", from.as_str()), ("Cookie", cookie.as_str())];
        post(&server, "/api/games", &headers, ORDER)
    };
    assert_eq!((make(11).status, make(12).status), (201, 201));
    assert!(is_too_many(&make(13)), "another address is no way around");
    assert_eq!(
        post(&server, "/api/games", &[("X-Forwarded-For", "198.51.100.13")], ORDER).status,
        201
    );
}

/// On every route that takes a body, with an announced length or without.
#[test]
fn bodies_are_bounded_everywhere() {
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    let (id, _) = server.create(json!({ "rules": "russian" }));
    let (_, document) = server.ask("GET", "/api/openapi.json", "", None);
    let paths = document["paths"].as_object().unwrap();
    let documented = paths.iter().filter(|(_, methods)| methods["post"].is_object());
    let pages =
        ["/settings", "/new", "/continue", "/back", "/import", "/import/open", "/", "/nowhere"];
    let all: Vec<String> = documented
        .map(|(path, _)| path.replace("{id}", &id))
        .chain(pages.map(str::to_owned))
        .collect();
    assert!(all.len() > 12, "{all:?}");
    for path in all {
        for said in ["Content-Length: 1048577", "Transfer-Encoding: chunked"] {
            let mut stream = raw::connect(server.address);
            let head =
                format!("POST {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{said}\r\n");
            write!(stream, "{head}Content-Type: application/json\r\n\r\n").unwrap();
            if said.starts_with('T') {
                let chunk = format!("40000\r\n{}\r\n", " ".repeat(0x40000));
                let _ = stream.write_all(chunk.repeat(5).as_bytes());
            }
            assert_eq!(raw::answer(&mut stream).status, 413, "{path} with {said}");
        }
    }
}

#[test]
fn pages_of_other_sites() {
    let folder = Folder::new();
    let public_url = Some("https://draughts.example".parse().unwrap());
    let server = Running::start_with(&folder.file(), Settings { public_url, ..free() });
    let (id, key) = server.create(json!({ "rules": "russian" }));
    let ours = format!("http://{}", server.address);
    let evil = ("Origin", "https://evil.example");
    let is_foreign = |answer: Answer| (answer.status, answer.code()) == (403, "foreign".to_owned());

    assert!(is_foreign(post(&server, "/api/games", &[evil], ORDER)));
    assert!(is_foreign(post(&server, "/api/games", &[("Origin", "null")], ORDER)));
    assert!(is_foreign(post(&server, "/api/games", &[("Sec-Fetch-Site", "cross-site")], ORDER)));
    let bearer = format!("Bearer {key}");
    let resign = r#"{"side":"white","what":"resign"}"#;
    let headers = [evil, ("Authorization", bearer.as_str())];
    assert!(is_foreign(post(&server, &format!("/api/games/{id}/events"), &headers, resign)));
    assert_eq!(server.game(&id, &key)["table"]["phase"], "playing");
    let page = post(&server, "/settings", &[evil], "");
    assert!(page.status == 403 && page.body.contains("came from another site"), "{page:?}");
    assert_eq!(socket(&server, &id, &[evil]).0, 403);

    assert_eq!(post(&server, "/api/games", &[], ORDER).status, 201, "programs say nothing");
    assert_eq!(post(&server, "/api/games", &[("Origin", &ours)], ORDER).status, 201);
    let public = ("Origin", "https://draughts.example");
    assert_eq!(post(&server, "/api/games", &[public], ORDER).status, 201);
    assert_eq!(socket(&server, &id, &[("Origin", &ours)]).0, 101);
    assert_eq!(socket(&server, &id, &[]).0, 101);
    assert_eq!(get(&server, &format!("/game/{id}"), &[evil]).status, 200, "links lead here");
}

#[test]
fn headers_of_every_answer() {
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    let public_url = Some("https://draughts.example".parse().unwrap());
    let other = Folder::new();
    let public = Running::start_with(&other.file(), Settings { public_url, ..free() });
    let is = |answer: &Answer, name: &str, value: &str| {
        assert!(answer.header(name).is_some_and(|said| said.contains(value)), "{name}: {answer:?}");
    };
    for path in ["/", "/nowhere", "/api/games", "/api/nowhere", "/assets/js/game.js", "/healthz"] {
        let answer = get(&server, path, &[]);
        is(&answer, "content-security-policy", "default-src 'none'");
        is(&answer, "content-security-policy", "frame-ancestors 'none'");
        is(&answer, "x-content-type-options", "nosniff");
        is(&answer, "referrer-policy", "same-origin");
        if path.ends_with(".js") {
            assert_eq!(answer.header("permissions-policy"), None, "a script is no document");
        } else {
            is(&answer, "permissions-policy", "camera=()");
            is(&answer, "cross-origin-opener-policy", "same-origin");
        }
        is(&answer, "cross-origin-resource-policy", "same-origin");
        assert_eq!(answer.header("strict-transport-security"), None, "http must go on working");
        is(&get(&public, path, &[]), "strict-transport-security", "max-age=");
    }
}
