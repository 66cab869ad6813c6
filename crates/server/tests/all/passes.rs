//! Sessions and tokens: what each gives access to, how many there may be, and what happens when one ends.

use crate::common::raw::{self, Answer};
use crate::common::{Folder, Running, SocketClient};
use serde_json::{Value, json};
use server::guard::Settings;
use std::io::{BufRead, BufReader, Write};

const PASSWORD: &str = "correct horse battery";
const ANNA: (&str, &str) = ("X-Forwarded-For", "198.51.100.1");

fn ask(server: &Running, method: &str, path: &str, header: (&str, &str), body: Value) -> Answer {
    let body = if body.is_null() { String::new() } else { body.to_string() };
    raw::ask(server.address, method, path, &[header], &body)
}

fn sign_in(server: &Running, header: (&str, &str), name: &str, password: &str) -> Answer {
    let shown = json!({ "name": name, "password": password });
    ask(server, "POST", "/api/account/sign-in", header, shown)
}

fn session(answer: &Answer) -> String {
    answer.header("set-cookie").unwrap().split(';').next().unwrap().to_owned()
}

fn json_of(answer: &Answer) -> Value {
    serde_json::from_str(&answer.body).unwrap()
}

/// Issue 15.10: a token in place of a session is not accepted, nor a session in place of a token.
#[test]
fn kinds_of_passes_are_not_mixed_up() {
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    let cookie = server.register("Ada", PASSWORD);
    let ada = ("Cookie", cookie.as_str());
    let made = ask(&server, "POST", "/api/account/tokens", ada, json!({ "label": "bot" }));
    let token = json_of(&made)["token"].as_str().unwrap().to_owned();
    let passes = json_of(&ask(&server, "GET", "/api/account", ada, Value::Null))["passes"].clone();
    let of = |kind: &str| {
        let pass = passes.as_array().unwrap().iter().find(|pass| pass["kind"] == kind).unwrap();
        format!("/api/account/passes/{}", pass["id"].as_str().unwrap())
    };

    let disguised = format!("damier-session={token}");
    let disguised = ("Cookie", disguised.as_str());
    let label = json!({ "label": "another" });
    let change = json!({ "old": PASSWORD, "new": "another sentence" });
    for (method, path, body) in [
        ("GET", "/api/account".to_owned(), Value::Null),
        ("GET", "/api/account/export".to_owned(), Value::Null),
        ("POST", "/api/account/tokens".to_owned(), label),
        ("POST", "/api/account/password".to_owned(), change),
        ("DELETE", of("session"), Value::Null),
        ("DELETE", of("token"), Value::Null),
        ("PUT", "/api/people/ada/block".to_owned(), Value::Null),
    ] {
        let refused = ask(&server, method, &path, disguised, body);
        assert_eq!((refused.status, refused.code().as_str()), (401, "not-signed-in"), "{path}");
    }
    let page = ask(&server, "GET", "/account", disguised, Value::Null);
    assert!(!page.body.contains("Signed in"), "{}", page.body);
    assert_eq!(ask(&server, "POST", "/api/account/sign-out", disguised, Value::Null).status, 204);
    let bearer = format!("Bearer {token}");
    let bot = ("Authorization", bearer.as_str());
    assert_eq!(ask(&server, "GET", "/api/account", bot, Value::Null).status, 200, "it is a token");

    let secret = cookie.split_once('=').unwrap().1;
    for shown in [secret.to_owned(), format!("damier_{secret}")] {
        let shown = format!("Bearer {shown}");
        let refused =
            ask(&server, "GET", "/api/account", ("Authorization", &shown), Value::Null).status;
        assert!(matches!(refused, 401 | 403), "{refused}");
    }
    assert_eq!(ask(&server, "GET", "/api/account", ada, Value::Null).status, 200);
}

/// Issue 15, low: signing in on many devices at once succeeds on all of them.
#[test]
fn many_sign_in_at_once() {
    const OLD: usize = 50;
    const AT_ONCE: usize = 8;
    let folder = Folder::new();
    let server =
        Running::start_with(&folder.file(), Settings { limits: None, ..Settings::default() });
    let first = server.register("Ada", PASSWORD);
    for _ in 1..OLD {
        assert_eq!(sign_in(&server, ANNA, "Ada", PASSWORD).status, 200);
    }
    let answers: Vec<Answer> = std::thread::scope(|threads| {
        let all: Vec<_> = (0..AT_ONCE)
            .map(|_| threads.spawn(|| sign_in(&server, ANNA, "Ada", PASSWORD)))
            .collect();
        all.into_iter().map(|one| one.join().unwrap()).collect()
    });
    for answer in &answers {
        assert_eq!(answer.status, 200, "{answer:?}");
        let cookie = session(answer);
        let account = ask(&server, "GET", "/api/account", ("Cookie", &cookie), Value::Null);
        assert_eq!(json_of(&account)["passes"].as_array().unwrap().len(), OLD);
    }
    let oldest = ask(&server, "GET", "/api/account", ("Cookie", &first), Value::Null);
    assert_eq!(oldest.status, 401, "the oldest made way");
}

type Lines = Box<dyn Iterator<Item = String>>;

/// A stream of a game, with this header.
fn stream(server: &Running, id: &str, header: (&str, &str)) -> Lines {
    let mut stream = raw::connect(server.address);
    let (name, value) = header;
    let head = format!("GET /api/games/{id}/stream HTTP/1.1\r\nHost: {}\r\n", server.address);
    write!(stream, "{head}{name}: {value}\r\n\r\n").unwrap();
    let mut lines = BufReader::new(stream).lines().map_while(Result::ok);
    lines.by_ref().find(|line| line == "event: present").expect("a welcome");
    Box::new(lines)
}

/// Issue 15, low: WebSockets and streams are closed when the session or token that opened them ends, in whatever way;
/// others stay open.
#[test]
fn connections_end_with_their_pass() {
    let folder = Folder::new();
    let server =
        Running::start_with(&folder.file(), Settings { limits: None, ..Settings::default() });
    let home = server.register("Ada", PASSWORD);
    let order = json!({ "rules": "russian", "opponent": "friend", "color": "white" });
    let made = ask(&server, "POST", "/api/games", ("Cookie", &home), order);
    let id = json_of(&made)["id"].as_str().unwrap().to_owned();
    let open = |cookie: &str| {
        let mut line = SocketClient::open_with(&server, &id, cookie);
        line.say(json!({ "say": "hello", "v": 1 }));
        assert_eq!(line.until("welcome")["yours"], json!(["white"]));
        (line, stream(&server, &id, ("Cookie", cookie)))
    };
    let ends = |what: &str, (mut line, stream): (SocketClient, Lines), end: &dyn Fn() -> Answer| {
        let ended = end().status;
        assert!((200..300).contains(&ended), "{what}: {ended}");
        assert!(line.is_closed(), "the socket after {what}");
        // The last chunk is empty; an open stream sends a sign of life now and then.
        let mut rest = stream.take_while(|line| line != ":");
        assert!(rest.any(|line| line == "0"), "the stream after {what}");
    };
    let mut other = SocketClient::hello(&server, &id, "", None);
    let (mut stays, _stream) = open(&home);

    let cookie = session(&sign_in(&server, ANNA, "Ada", PASSWORD));
    let out = || ask(&server, "POST", "/api/account/sign-out", ("Cookie", &cookie), Value::Null);
    ends("signing out", open(&cookie), &out);

    let cookie = session(&sign_in(&server, ANNA, "Ada", PASSWORD));
    let account = ask(&server, "GET", "/api/account", ("Cookie", &cookie), Value::Null);
    let passes = json_of(&account)["passes"].clone();
    let pass = passes.as_array().unwrap().iter().find(|pass| pass["current"] == true).unwrap();
    let pass = format!("/api/account/passes/{}", pass["id"].as_str().unwrap());
    let end = || ask(&server, "DELETE", &pass, ("Cookie", &home), Value::Null);
    ends("ending it from elsewhere", open(&cookie), &end);

    stays.say(json!({ "say": "ping", "at": 1 }));
    assert_eq!(stays.until("pong"), json!(1.0), "another session goes on");
    let change = json!({ "old": PASSWORD, "new": "another sentence" });
    let change =
        || ask(&server, "POST", "/api/account/password", ("Cookie", &home), change.clone());
    ends("a new password", open(&home), &change);
    assert!(stays.is_closed(), "all sessions end with the password");

    let cookie = session(&sign_in(&server, ANNA, "Ada", "another sentence"));
    let password = json!({ "password": "another sentence" });
    let delete =
        || ask(&server, "POST", "/api/account/delete", ("Cookie", &cookie), password.clone());
    ends("deleting the account", open(&cookie), &delete);
    other.say(json!({ "say": "ping", "at": 2 }));
    assert_eq!(other.until("pong"), json!(2.0), "who has not signed in goes on");
}
