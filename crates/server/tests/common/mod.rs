//! A real server on a free port, and a client.
#![allow(dead_code, reason = "each test file is a program of its own and uses a part")]

use serde_json::{Value, json};
use server::Server;
use server::store::Sqlite;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use tokio::sync::oneshot;

/// A folder that is gone when the test is over.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("damier-server-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub fn file(&self) -> PathBuf {
        self.0.join("games.sqlite")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A server that runs until it is dropped.
pub struct Running {
    pub address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Running {
    pub fn start(file: &Path) -> Self {
        let store = Arc::new(Sqlite::open(file).unwrap());
        let (stop, stopped) = oneshot::channel::<()>();
        let (tell, told) = std::sync::mpsc::channel();
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Runtime::new().unwrap();
            runtime.block_on(async {
                let any_port = SocketAddr::from(([127, 0, 0, 1], 0));
                let server = Server::bind(any_port, store).await.unwrap();
                tell.send(server.address().unwrap()).unwrap();
                server.run(async { drop(stopped.await) }).await.unwrap();
            });
        });
        Self { address: told.recv().unwrap(), stop: Some(stop), thread: Some(thread) }
    }

    /// Asks for something; status and JSON.
    pub fn ask(&self, method: &str, path: &str, key: &str, body: Option<Value>) -> (u16, Value) {
        let (status, text) = self.fetch(method, path, key, body.map(|body| body.to_string()));
        (status, serde_json::from_str(&text).unwrap_or(Value::String(text)))
    }

    pub fn fetch(
        &self,
        method: &str,
        path: &str,
        key: &str,
        body: Option<String>,
    ) -> (u16, String) {
        let agent: ureq::Agent =
            ureq::Agent::config_builder().http_status_as_error(false).build().into();
        let url = format!("http://{}{path}", self.address);
        let bearer = format!("Bearer {key}");
        let mut response = match method {
            "GET" => agent.get(&url).header("Authorization", &bearer).call(),
            _ => agent
                .post(&url)
                .header("Authorization", &bearer)
                .header("Content-Type", "application/json")
                .send(body.unwrap_or_default()),
        }
        .unwrap();
        (response.status().as_u16(), response.body_mut().read_to_string().unwrap())
    }

    /// Sets up a game; its name and key.
    pub fn create(&self, order: Value) -> (String, String) {
        let (status, created) = self.ask("POST", "/api/games", "", Some(order));
        assert_eq!(status, 201, "{created}");
        let text = |name: &str| created[name].as_str().unwrap().to_owned();
        (text("id"), text("key"))
    }

    pub fn act(&self, id: &str, key: &str, deed: Value) -> (u16, Value) {
        self.ask("POST", &format!("/api/games/{id}/events"), key, Some(deed))
    }

    pub fn play(&self, id: &str, key: &str, side: &str, mv: &str) -> (u16, Value) {
        self.act(id, key, json!({ "side": side, "what": "move", "value": mv }))
    }

    pub fn game(&self, id: &str, key: &str) -> Value {
        let (status, game) = self.ask("GET", &format!("/api/games/{id}"), key, None);
        assert_eq!(status, 200, "{game}");
        game
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
