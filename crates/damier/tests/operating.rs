//! The commands for operators.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

fn damier(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
    command.args(arguments).env_remove("DAMIER_OPERATOR_TOKEN").output().unwrap()
}

fn said(output: &Output) -> String {
    let [out, error] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
    format!("{out}{error}")
}

struct Server {
    child: Child,
    page: String,
}

impl Server {
    fn start(folder: &Path, more: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_damier"))
            .args(["serve", "--no-open", "--data"])
            .arg(folder)
            .args(if more.contains(&"--addr") { &[][..] } else { &["--addr", "127.0.0.1:0"] })
            .args(more)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let page = line.trim().strip_prefix("Damier is at ").unwrap().trim_end_matches('/');
        Self { page: page.to_owned(), child }
    }

    fn get(&self, path: &str, headers: &[(&str, &str)]) -> u16 {
        let agent: ureq::Agent =
            ureq::Agent::config_builder().http_status_as_error(false).build().into();
        let mut request = agent.get(format!("{}{path}", self.page));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        request.call().unwrap().status().as_u16()
    }

    fn stop(mut self) -> String {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        let mut log = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut log).unwrap();
        log
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("damier-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn new_game(server: &Server) -> String {
    let order = ureq::post(format!("{}/api/games", server.page))
        .header("Content-Type", "application/json")
        .send(r#"{"rules":"russian"}"#);
    let made = order.unwrap().body_mut().read_to_string().unwrap();
    serde_json::from_str::<Value>(&made).unwrap()["id"].as_str().unwrap().to_owned()
}

#[test]
fn health_backup_and_restore() {
    let (folder, other) = (Folder::new("operating"), Folder::new("restored"));
    let server = Server::start(&folder.0, &[]);
    let start = Instant::now();
    while !damier(&["health", &server.page]).status.success() {
        assert!(
            start.elapsed() < Duration::from_secs(20),
            "{}",
            said(&damier(&["health", &server.page]))
        );
    }
    let game = new_game(&server);
    let copy = other.file("copy.sqlite");
    let data = |folder: &Folder| folder.0.display().to_string();
    let backup = damier(&["backup", "--data", &data(&folder), &copy]);
    assert!(backup.status.success(), "{}", said(&backup));
    assert!(said(&backup).contains("1 games with 4 events are kept in"), "{}", said(&backup));
    let in_use = damier(&["restore", &copy, "--data", &data(&folder), "--force"]);
    assert!(!in_use.status.success() && said(&in_use).contains("stop the server first"));
    let page = server.page.clone();
    server.stop();
    let gone = damier(&["health", &page]);
    assert!(!gone.status.success() && said(&gone).contains(&page), "{}", said(&gone));
    assert!(damier(&["restore", &copy, "--data", &data(&other)]).status.success());
    let again = damier(&["restore", &copy, "--data", &data(&other)]);
    assert!(!again.status.success() && said(&again).contains("--force"), "{}", said(&again));
    let server = Server::start(&other.0, &[]);
    assert_eq!(server.get(&format!("/api/games/{game}"), &[]), 200);
}

/// A user has forgotten the password; the server keeps running.
#[test]
fn a_new_password() {
    let folder = Folder::new("password");
    let data = folder.0.display().to_string();
    let server = Server::start(&folder.0, &[]);
    let agent: ureq::Agent =
        ureq::Agent::config_builder().http_status_as_error(false).build().into();
    let send = |path: &str, password: &str| {
        let body = serde_json::json!({ "name": "Ada", "password": password }).to_string();
        let request = agent.post(format!("{}/api/account{path}", server.page));
        request.content_type("application/json").send(body).unwrap().status().as_u16()
    };
    assert_eq!(send("", "forgotten soon"), 201);
    let nobody = damier(&["password", "Bo", "--data", &data]);
    assert!(!nobody.status.success() && said(&nobody).contains("no player with this name"));
    let given = damier(&["password", "ada", "--data", &data]);
    assert!(given.status.success(), "{}", said(&given));
    let text = said(&given);
    let new = text.trim().strip_prefix("the password of Ada is now ").unwrap();
    assert_eq!(send("/sign-in", "forgotten soon"), 403);
    assert_eq!(send("/sign-in", new), 200);
}

#[test]
fn a_load_is_judged() {
    let folder = Folder::new("load");
    let server = Server::start(&folder.0, &[]);
    let load = |more: &[&str]| {
        let usual = ["load", "--url", &server.page, "--games", "2", "--seconds", "2"];
        let patient = ["--moves-per-second", "20", "--p99", "60000", "--p999", "60000"];
        damier(&[&usual[..], &patient, more].concat())
    };
    let well = load(&["--p50", "60000", "--json"]);
    assert!(well.status.success(), "{}", said(&well));
    let told: Value = serde_json::from_slice(&well.stdout).unwrap();
    assert!(told["report"]["moves"].as_u64().unwrap() > 0 && told["missed"] == json!([]), "{told}");
    let badly = load(&["--p50", "0"]);
    assert_eq!(badly.status.code(), Some(1), "{}", said(&badly));
    let (out, error) =
        (String::from_utf8_lossy(&badly.stdout), String::from_utf8_lossy(&badly.stderr));
    assert!(out.contains("mover to opponent") && out.contains("lost 0, doubled 0"), "{out}");
    assert!(error.contains("missed: mover to opponent p50"), "{error}");
    let wrong = load(&["--duplicate", "2"]);
    assert!(!wrong.status.success() && said(&wrong).contains("--duplicate 2"), "{}", said(&wrong));
}

/// With `--addr 0.0.0.0` it prints the address for other devices, and they can use it.
#[test]
fn addresses_in_the_network() {
    let folder = Folder::new("network");
    let mut child = Command::new(env!("CARGO_BIN_EXE_damier"))
        .args(["serve", "--addr", "0.0.0.0:0", "--no-open", "--data"])
        .arg(&folder.0)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    let lines: Vec<String> = lines.take_while(|line| !line.starts_with("Press Ctrl-C")).collect();
    let told: Vec<&str> =
        lines.iter().filter_map(|line| line.strip_prefix("Other devices find it at ")).collect();
    let patient = ureq::Agent::config_builder().timeout_global(Some(Duration::from_secs(20)));
    let agent: ureq::Agent = patient.build().into();
    let answers: Vec<_> = told.iter().map(|url| agent.get(*url).call().is_ok()).collect();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(answers.iter().all(|answers| *answers), "{told:?}: {answers:?}");
    let networks = if_addrs::get_if_addrs().unwrap();
    for one in networks.iter().filter(|one| !one.is_loopback() && !one.is_link_local()) {
        let found = told.iter().any(|url| url.contains(&format!("//{}:", one.ip())));
        assert!(found || one.ip().is_ipv6(), "{} is not among {told:?}", one.ip());
    }
}

/// Issue 15, low: the machine's network address is shown to users at this machine, not to those who send `Host:
/// localhost`.
#[test]
fn the_address_in_the_network_is_for_those_at_the_machine() {
    let folder = Folder::new("at-home");
    for (more, is_told) in [(&[][..], true), (&["--trusted-proxy", "127.0.0.1"], false)] {
        let server = Server::start(&folder.0, &[&["--addr", "0.0.0.0:0"], more].concat());
        let port = server.page.rsplit(':').next().unwrap().parse().unwrap();
        let listens = std::net::SocketAddr::from(([0, 0, 0, 0], port));
        let Some(outside) = server::lan::addresses(listens).into_iter().next() else {
            eprintln!("skipped: this machine is in no network");
            return;
        };
        let path = format!("/game/{}", new_game(&server));
        let inside = std::net::SocketAddr::from(([127, 0, 0, 1], port));
        let own = outside.to_string();
        assert_eq!(page_at(inside, "localhost", &path).contains(&own), is_told, "{more:?}");
        assert!(!page_at(outside, "localhost", &path).contains(&own), "to others");
    }
}

/// A page, requested with any host name.
fn page_at(address: std::net::SocketAddr, host: &str, path: &str) -> String {
    use std::io::Write;
    let mut stream = std::net::TcpStream::connect(address).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").unwrap();
    let mut page = String::new();
    stream.read_to_string(&mut page).unwrap();
    assert!(page.starts_with("HTTP/1.1 200"), "{page}");
    page
}

#[test]
fn a_log_and_a_token() {
    let folder = Folder::new("log");
    let token = folder.file("token");
    std::fs::write(&token, "0123456789abcdef\n").unwrap();
    let options = ["--log", "json", "--log-level", "info", "--operator-token-file", &token];
    let server = Server::start(&folder.0, &options);
    let proxied = ("X-Forwarded-For", "198.51.100.1");
    assert_eq!(server.get("/metrics", &[proxied]), 401);
    assert_eq!(
        server.get("/metrics", &[proxied, ("Authorization", "Bearer 0123456789abcdef")]),
        200
    );
    let log = server.stop();
    let lines: Vec<Value> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let statuses: Vec<_> = lines.iter().filter_map(|line| line["status"].as_u64()).collect();
    assert_eq!(statuses, [401, 200], "{log}");
    assert!(!log.contains("0123456789abcdef") && !log.contains("198.51.100.1"));

    std::fs::write(&token, "short").unwrap();
    let short = damier(&["serve", "--operator-token-file", &token]);
    assert!(!short.status.success() && said(&short).contains("at least 16"), "{}", said(&short));
    for (option, value) in [
        ("--trusted-proxy", "10.0.0.0/99"),
        ("--public-url", "draughts.example"),
        ("--log-level", "server=loud"),
        ("--connections", "0"),
    ] {
        let wrong = damier(&["serve", option, value]);
        assert!(!wrong.status.success() && said(&wrong).contains(option), "{}", said(&wrong));
    }
    assert!(!said(&damier(&["serve", "--help"])).contains("0123456789abcdef"));
}
