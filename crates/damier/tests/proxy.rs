//! Issue 15.9: behind a real nginx, once with just `proxy_pass` and once as `docs/operating.md` says.

mod common;

use common::Folder;
use common::app::{App, soon};
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::time::Duration;

const MANUAL: &str = include_str!("../../../docs/operating.md");

/// The program, if installed. If it is missing, a test says so and is skipped, unless `DAMIER_REQUIRE_TOOLS=1`.
fn nginx() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain([PathBuf::from("/usr/sbin")]);
    let found = folders.map(|folder| folder.join("nginx")).find(|path| path.exists());
    let required = std::env::var_os("DAMIER_REQUIRE_TOOLS").is_some_and(|value| value == "1");
    assert!(found.is_some() || !required, "nginx is not installed");
    if found.is_none() {
        eprintln!("skipped: nginx is not installed");
    }
    found
}

/// nginx in front of a server, until dropped.
struct Proxy {
    child: Child,
    port: u16,
}

impl Proxy {
    /// Starts it with this `http` block; `PORT` is a free port.
    fn start(program: &Path, folder: &Folder, http: &str) -> Self {
        let port = TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap().port();
        let temporary: String = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map(|name| format!("{name}_temp_path {};\n", folder.path(name)))
            .concat();
        let config = format!(
            "daemon off;\nmaster_process off;\npid {};\nerror_log stderr;\nevents {{}}\nhttp {{\n\
             access_log off;\n{temporary}{}\n}}\n",
            folder.path("pid"),
            http.replace("PORT", &port.to_string())
        );
        let file = folder.file("nginx.conf", config);
        let child = Command::new(program).args(["-c", &file]).spawn().unwrap();
        let proxy = Self { child, port };
        soon("nginx answers", || TcpStream::connect(("127.0.0.1", port)).is_ok());
        proxy
    }

    /// Status and text of a response.
    fn ask(&self, method: &str, path: &str, headers: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: draughts.example\r\nContent-Length: 0\r\n{headers}\r\n"
        )
        .unwrap();
        let mut bytes = Vec::new();
        let mut part = [0; 4_096];
        // Do not wait for the rest of an endless response.
        while !bytes.windows(4).any(|four| four == b"\r\n\r\n") {
            match stream.read(&mut part).unwrap() {
                0 => break,
                read => bytes.extend_from_slice(&part[..read]),
            }
        }
        if headers.contains("close") {
            stream.read_to_end(&mut bytes).unwrap();
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let status = text.split(' ').nth(1).and_then(|status| status.parse().ok());
        (status.unwrap_or_else(|| panic!("no answer: {text}")), text)
    }

    fn get(&self, path: &str) -> (u16, String) {
        self.ask("GET", path, CLOSE)
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

const CLOSE: &str = "Connection: close\r\n";

/// Clients of the proxy look local, but get no privileges.
#[test]
fn through_a_bare_proxy() {
    let Some(program) = nginx() else { return };
    let folder = Folder::new("bare-proxy");
    let app = App::start(&["--data", &folder.path("data"), "--limits", "on"]);
    let bare =
        format!("server {{ listen 127.0.0.1:PORT; location / {{ proxy_pass {}; }} }}", app.url());
    let proxy = Proxy::start(&program, &folder, &bare);
    assert_eq!(proxy.get("/").0, 200);
    for (method, path) in [
        ("GET", "/operator"),
        ("POST", "/operator"),
        ("POST", "/operator/backup"),
        ("POST", "/operator/reports"),
        ("GET", "/metrics"),
    ] {
        let form = "Content-Type: application/x-www-form-urlencoded\r\n";
        let (status, text) = proxy.ask(method, path, &format!("{CLOSE}{form}"));
        // A report needs a player's name, which comes first.
        let is_incomplete = path.ends_with("reports") && status == 422;
        assert!(status == 401 || is_incomplete, "{method} {path}: {text}");
    }
    let (_, before) = proxy.get("/readyz");
    assert!(before.contains("ready") && !before.contains("notice"), "{before}");
    let browser =
        format!("{CLOSE}Origin: http://draughts.example\r\nSec-Fetch-Site: same-origin\r\n");
    assert_eq!(proxy.ask("POST", "/settings", &browser).0, 403, "the page of another host");
    let (_, after) = proxy.get("/readyz");
    assert!(after.contains("notice: a browser's Origin names another host"), "{after}");

    let refused = (0..4_000).find(|_| proxy.get("/healthz/nothing").0 == 429);
    assert!(refused.is_some(), "there are limits, too");
}

/// As documented, everything clients may do goes through, and each has its own address.
#[test]
fn as_the_manual_says() {
    let Some(program) = nginx() else { return };
    let (_, block) = MANUAL.split_once("```nginx\n").unwrap();
    let (block, _) = block.split_once("```").unwrap();
    assert!(
        block.contains("listen 443 ssl;") && block.contains("http://127.0.0.1:3210"),
        "{block}"
    );
    let folder = Folder::new("manual-proxy");
    let public = ["--public-url", "http://draughts.example", "--trusted-proxy", "127.0.0.1"];
    let data = folder.path("data");
    let app = App::start(&[&["--data", &data, "--limits", "on"], &public[..]].concat());
    let lines = block.lines().filter(|line| !line.trim_start().starts_with("ssl_"));
    let block: String = lines.map(|line| format!("{line}\n")).collect();
    let block = block
        .replace("listen 443 ssl;", "listen 127.0.0.1:PORT;")
        .replace("http://127.0.0.1:3210", &app.url());
    let proxy = Proxy::start(&program, &folder, &block);
    let browser =
        format!("{CLOSE}Origin: http://draughts.example\r\nSec-Fetch-Site: same-origin\r\n");
    let form = "Content-Type: application/x-www-form-urlencoded\r\n";
    assert_eq!(proxy.ask("POST", "/settings", &format!("{browser}{form}")).0, 303);
    let order = ureq::post(format!("{}/api/games", app.url()));
    let order = order.header("Content-Type", "application/json").send(r#"{"rules":"russian"}"#);
    let made = order.unwrap().body_mut().read_to_string().unwrap();
    let made: serde_json::Value = serde_json::from_str(&made).unwrap();
    let id = made["id"].as_str().unwrap();
    let upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
        Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nOrigin: http://draughts.example\r\n";
    assert_eq!(proxy.ask("GET", &format!("/ws/games/{id}"), upgrade).0, 101);
    let (status, text) = proxy.ask("GET", &format!("/api/games/{id}/stream"), "");
    assert!(status == 200 && text.contains("text/event-stream"), "{text}");
    assert_eq!((proxy.get("/operator").0, proxy.get("/metrics").0), (401, 401));
    let (_, ready) = proxy.get("/readyz");
    assert!(ready.contains("ready") && !ready.contains("notice"), "{ready}");
}
