//! The app on an address of its own, which can be killed and restarted.

use server::store::Store;
use std::io::{BufRead, BufReader};
use std::net::{SocketAddr, TcpListener};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The timeout for anything that must happen, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(600);

/// The operator's token of all test servers.
const TOKEN: &str = "the-operators-own-token";

/// Starts the program given as the first argument.
const PLAINLY: &str = "exec \"$0\" \"$@\"";

/// The running app, until dropped.
pub struct App {
    pub address: SocketAddr,
    /// The shell command that starts it.
    how: String,
    options: Vec<String>,
    child: Child,
}

impl App {
    /// Starts it on a free port with a place for its games: `--data` and a folder, or `--store` and an address.
    pub fn start(options: &[&str]) -> Self {
        Self::start_after("", options)
    }

    /// The same after some shell commands, which may set limits.
    pub fn start_after(commands: &str, options: &[&str]) -> Self {
        let address = TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap();
        let options: Vec<String> = options.iter().map(ToString::to_string).collect();
        let how = format!("{commands} {PLAINLY}");
        let child = spawn(address, &how, &options);
        let app = Self { address, how, options, child };
        app.wait();
        app
    }

    /// Its process id.
    pub fn process(&self) -> u32 {
        self.child.id()
    }

    /// Whether it has exited by itself.
    pub fn has_stopped(&mut self) -> bool {
        self.child.try_wait().unwrap().is_some()
    }

    /// Kills it.
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Suspends it at any point, until `go_on`.
    pub fn pause(&self) {
        self.signal("-STOP");
    }

    pub fn go_on(&self) {
        self.signal("-CONT");
    }

    fn signal(&self, signal: &str) {
        let number = self.process().to_string();
        assert!(Command::new("kill").args([signal, &number]).status().unwrap().success());
    }

    /// Restarts it at the same address; returns how long it took to respond.
    pub fn again(&mut self) -> Duration {
        let start = Instant::now();
        self.child = spawn(self.address, &self.how, &self.options);
        self.wait();
        start.elapsed()
    }

    fn wait(&self) {
        soon("the app answers", || self.get("/").is_some());
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Gets a path, if it exists.
    pub fn get(&self, path: &str) -> Option<String> {
        let mut answer = ureq::get(self.url() + path).call().ok()?;
        answer.body_mut().read_to_string().ok()
    }

    /// Reads one of its metrics.
    pub fn figure(&self, name: &str) -> Option<f64> {
        let request =
            ureq::get(self.url() + "/metrics").header("Authorization", format!("Bearer {TOKEN}"));
        let figures = request.call().ok()?.body_mut().read_to_string().ok()?;
        figures.lines().find_map(|line| line.strip_prefix(name)?.trim().parse().ok())
    }
}

impl Drop for App {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// All clients of a test have one address, so there are no limits unless the test is about them.
fn spawn(address: SocketAddr, how: &str, options: &[String]) -> Child {
    let is_limited = options.iter().any(|option| option == "--limits");
    let limits: &[&str] = if is_limited { &[] } else { &["--limits", "off"] };
    let mut child = Command::new("sh")
        .args(["-c", how, env!("CARGO_BIN_EXE_damier")])
        .args(["serve", "--no-open", "--addr", &address.to_string()])
        .args(limits)
        .args(options)
        .env("DAMIER_OPERATOR_TOKEN", TOKEN)
        // Nothing is built in the background during measurements.
        .env("DAMIER_ENDGAME_PIECES", "3")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert!(line.starts_with("Damier is at "), "{line}");
    child
}

/// Waits until something is so.
pub fn soon(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < PATIENCE, "not in {} s: {what}", PATIENCE.as_secs());
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Loads a game's log from a store; it must replay.
pub async fn stored(store: &dyn Store, id: &str) -> arbiter::Log {
    let stored = store.load(id).await.unwrap().unwrap();
    let text: String = stored.lines.iter().map(|(line, _)| format!("{line}\n")).collect();
    arbiter::replay(&text).unwrap_or_else(|error| panic!("{id}: {error}"))
}
