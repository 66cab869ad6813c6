//! A real NATS server of the test's own, on a free port.
#![allow(
    dead_code,
    reason = "the tests of the command line include this file, too, and each uses a part"
)]

use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A NATS server that runs until it is dropped.
pub struct NatsServer {
    child: Child,
    port: u16,
}

impl NatsServer {
    /// Starts one; `None` if the program is missing, unless `DAMIER_REQUIRE_TOOLS=1`.
    pub fn start() -> Option<Self> {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let child = spawn(port);
        if child.is_none() {
            let needed = std::env::var_os("DAMIER_REQUIRE_TOOLS").is_some_and(|value| value == "1");
            assert!(!needed, "nats-server is not installed");
            eprintln!("skipped: nats-server is not installed");
        }
        child.map(|child| Self { child, port })
    }

    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Kills it until `again` is called.
    pub fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Suspends it at any point, until `go_on`.
    pub fn pause(&self) {
        signal(&self.child, "-STOP");
    }

    pub fn go_on(&self) {
        signal(&self.child, "-CONT");
    }

    pub fn again(&mut self) {
        self.child = spawn(self.port).unwrap();
    }
}

fn signal(child: &Child, signal: &str) {
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

fn spawn(port: u16) -> Option<Child> {
    let named = ["nats-server", "/usr/sbin/nats-server"];
    let child = named.iter().find_map(|program| {
        let mut command = Command::new(program);
        command.args(["--addr", "127.0.0.1", "--port", &port.to_string()]);
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().ok()
    })?;
    let start = Instant::now();
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(start.elapsed() < Duration::from_secs(20), "nats-server does not start");
        std::thread::sleep(Duration::from_millis(20));
    }
    Some(child)
}

impl Drop for NatsServer {
    fn drop(&mut self) {
        self.kill();
    }
}
