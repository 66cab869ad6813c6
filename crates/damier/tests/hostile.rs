//! Malicious requests to the real program (issue 15): their cost is limited, and the program still stops when asked.
#![cfg(target_os = "linux")]

mod common;

use common::Folder;
use common::app::App;
use serde_json::json;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::Command;
use std::time::{Duration, Instant};

/// The program's peak memory, in MiB.
fn peak(app: &App) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", app.process())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches("kB").trim().parse::<u64>().unwrap() >> 10
}

fn post(app: &App, path: &str, kind: &str, body: &str) -> u16 {
    let agent: ureq::Agent =
        ureq::Agent::config_builder().http_status_as_error(false).build().into();
    let request = agent.post(app.url() + path).header("Content-Type", kind);
    request.send(body).unwrap().status().as_u16()
}

/// Issue 15.1: a request of a mebibyte, whatever it contains, costs some mebibytes and not a gibibyte.
#[test]
fn what_is_imported_takes_bounded_memory() {
    const MOST: u64 = 64;
    let folder = Folder::new("hostile-import");
    let app = App::start(&["--data", &folder.path("")]);
    let before = peak(&app);
    let length = (1 << 20) - 1_000;
    let once = ["1-0 ", "1.*\n", "1-2 *\n", "[A \"b\"]\n\n", "1. 11-15 *\n", "{} * "];
    let mut texts = once.map(|text| text.repeat(length / text.len())).to_vec();
    let within = ["() ", "1-2 ", "$1 ", "{a} ", "[A \"b\"]\n", "/FEN \"W:W1:B2\"/ ", "! "];
    texts.extend(within.map(|text| format!("1. 11-15 {} *", text.repeat(length / text.len()))));
    for text in texts {
        let begin: String = text.chars().take(20).collect();
        // In JSON, line ends and quotes take two bytes each.
        let cut: String = text.chars().take(length / 2).collect();
        let status =
            post(&app, "/api/import", "application/json", &json!({ "text": cut }).to_string());
        assert!(matches!(status, 200 | 422), "{status} for {begin:?}");
        let form = format!(
            "--x\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\n{text}\r\n--x--\r\n"
        );
        let status = post(&app, "/import", "multipart/form-data; boundary=x", &form);
        assert!(matches!(status, 200 | 422), "{status} for {begin:?}");
        let grown = peak(&app).saturating_sub(before);
        assert!(grown <= MOST, "{grown} MiB more after {begin:?}");
    }
}

/// Uploads a file of this size that repeats a text; returns the address of its games.
fn bring(app: &App, text: &str, length: usize) -> String {
    let head = "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.pdn\"\r\n\r\n";
    let (times, end) = (length / text.len(), "\r\n--x--\r\n");
    let size = head.len() + times * text.len() + end.len();
    let mut line = TcpStream::connect(app.address).unwrap();
    let request = format!(
        "POST /import HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\
         Content-Type: multipart/form-data; boundary=x\r\nContent-Length: {size}\r\n\r\n{head}"
    );
    line.write_all(request.as_bytes()).unwrap();
    let some = text.repeat(1_000);
    for _ in 0..times / 1_000 {
        line.write_all(some.as_bytes()).unwrap();
    }
    line.write_all(text.repeat(times % 1_000).as_bytes()).unwrap();
    line.write_all(end.as_bytes()).unwrap();
    let mut answer = String::new();
    line.read_to_string(&mut answer).unwrap();
    let place = answer.lines().find_map(|line| line.strip_prefix("location: "));
    place.unwrap_or_else(|| panic!("{answer}")).to_owned()
}

/// A file of 32 MiB, whatever it contains, is uploaded and searched within some mebibytes.
#[test]
fn large_files_take_bounded_memory() {
    const MOST: u64 = 64;
    let folder = Folder::new("hostile-files");
    let app = App::start(&["--data", &folder.path("")]);
    let before = peak(&app);
    let told = "[White \"Anna\"]\n[Black \"Bo\"]\n\n1. 32-28 {as usual} 19-23 2. 28x19 14x23 *\n\n";
    // An address may have two of them.
    for text in [told, "[A \"b\"]\n\n"] {
        let place = bring(&app, text, 32 << 20);
        let agent: ureq::Agent =
            ureq::Agent::config_builder().http_status_as_error(false).build().into();
        let asked = agent.get(app.url() + &place + "?players=anna&opening=32-28").call();
        let status = asked.unwrap().status().as_u16();
        assert!(matches!(status, 200 | 422), "{status} for {text:?}");
        let grown = peak(&app).saturating_sub(before);
        assert!(grown <= MOST, "{grown} MiB more after {text:?}");
    }
}

/// The same for forms and lists: nothing unrequested is kept.
#[test]
fn fields_and_lists_take_bounded_memory() {
    const MOST: u64 = 24;
    let folder = Folder::new("hostile-fields");
    let app = App::start(&["--data", &folder.path("")]);
    let before = peak(&app);
    let fields: String = (0..170_000).map(|number| format!("{number:x}&")).collect();
    let status = post(&app, "/settings", "application/x-www-form-urlencoded", &fields);
    assert!(matches!(status, 200 | 303), "{status}");
    let moves = format!("{{\"rules\":\"american\",\"moves\":[{}\"a\"]}}", "\"a\",".repeat(250_000));
    assert_eq!(post(&app, "/api/position", "application/json", &moves), 400);
    let grown = peak(&app).saturating_sub(before);
    assert!(grown <= MOST, "{grown} MiB more");
}

/// Issue 15.5: asked to stop, the program stops, however many long computations are queued.
#[test]
fn it_stops_while_long_work_is_waited_for() {
    let folder = Folder::new("hostile-stop");
    // Unoptimised, the generator needs more stack than threads get by default.
    let mut app =
        App::start_after("export RUST_MIN_STACK=67108864;", &["--data", &folder.path("")]);
    let fen = "WeBeeeBeBeBeeeeBeeeBWeeBBeeBBeeBeBBBeeBeBeBeBeBeBee";
    let body = json!({ "rules": "frisian,removal=at-once,turn-back=yes", "fen": fen }).to_string();
    let mut lines: Vec<TcpStream> =
        (0..200).map(|_| TcpStream::connect(app.address).unwrap()).collect();
    for line in &mut lines {
        let request = format!(
            "POST /api/position HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n{body}",
            body.len()
        );
        line.write_all(request.as_bytes()).unwrap();
    }
    // One is answered: the others are running or queued.
    let mut answer = [0; 12];
    lines[0].read_exact(&mut answer).unwrap();
    let asked = Command::new("kill").arg(app.process().to_string()).status().unwrap();
    assert!(asked.success());
    let start = Instant::now();
    while !app.has_stopped() {
        assert!(start.elapsed() < Duration::from_secs(10), "asked to stop, it does not");
        std::thread::sleep(Duration::from_millis(20));
    }
}
