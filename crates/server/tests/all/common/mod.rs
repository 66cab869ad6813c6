//! A real server on a free port, and a client.

pub mod faulty;
pub mod games;
pub mod nats;
pub mod places;
#[cfg(feature = "postgres")]
pub mod postgres;
pub mod python;
pub mod raw;

use serde_json::{Value, json};
use server::Server;
use server::bus::Bus;
use server::guard::{OperatorToken, Settings};
use server::store::{Sqlite, Store};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;
use tungstenite::client::IntoClientRequest;
use wire::ServerMessage;

/// Retries until a condition holds.
pub fn soon(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < Duration::from_secs(60), "{what}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// A folder that is deleted after the test.
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

/// The operator's token of all test servers.
pub const TOKEN: &str = "the-operators-own-token";

/// No limits, because all clients share an address.
pub fn free() -> Settings {
    let operator = Some(OperatorToken::new(TOKEN).unwrap());
    Settings { limits: None, operator, ..Settings::default() }
}

/// A server that runs until it is dropped.
pub struct Running {
    pub address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Running {
    pub fn start(file: &Path) -> Self {
        Self::start_with(file, free())
    }

    pub fn start_with(file: &Path, settings: Settings) -> Self {
        Self::run(Arc::new(Sqlite::open(file).unwrap()), None, settings)
    }

    /// One of several servers of a store.
    pub fn beside_others(store: Arc<dyn Store>, bus: Option<Arc<dyn Bus>>) -> Self {
        Self::run(store, bus, free())
    }

    fn run(store: Arc<dyn Store>, bus: Option<Arc<dyn Bus>>, settings: Settings) -> Self {
        let (stop, stopped) = oneshot::channel::<()>();
        let (tell, told) = std::sync::mpsc::channel();
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Runtime::new().unwrap();
            runtime.block_on(async {
                let any_port = SocketAddr::from(([127, 0, 0, 1], 0));
                let server =
                    Server::bind_beside_others(any_port, store, bus, settings).await.unwrap();
                tell.send(server.address().unwrap()).unwrap();
                server.run(async { drop(stopped.await) }).await.unwrap();
            });
        });
        Self { address: told.recv().unwrap(), stop: Some(stop), thread: Some(thread) }
    }

    /// Sends a request; returns status and JSON.
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

    /// Reads one of the server's metrics.
    pub fn figure(&self, name: &str) -> f64 {
        let text = self.fetch("GET", "/metrics", TOKEN, None).1;
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.unwrap_or_else(|| panic!("no {name} in\n{text}")).parse().unwrap()
    }

    /// Creates a game; returns its id and key.
    pub fn create(&self, order: Value) -> (String, String) {
        let (status, created) = self.ask("POST", "/api/games", "", Some(order));
        assert_eq!(status, 201, "{created}");
        let text = |name: &str| created[name].as_str().unwrap().to_owned();
        (text("id"), text("key"))
    }

    /// Creates an account; returns the session cookie.
    pub fn register(&self, name: &str, password: &str) -> String {
        let credentials = json!({ "name": name, "password": password }).to_string();
        let answer = raw::ask(self.address, "POST", "/api/account", &[], &credentials);
        assert_eq!(answer.status, 201, "{answer:?}");
        answer.header("set-cookie").unwrap().split(';').next().unwrap().to_owned()
    }

    pub fn act(&self, id: &str, key: &str, action: Value) -> (u16, Value) {
        self.ask("POST", &format!("/api/games/{id}/events"), key, Some(action))
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

/// A client's end of a WebSocket.
pub struct SocketClient(
    tungstenite::WebSocket<tungstenite::stream::MaybeTlsStream<std::net::TcpStream>>,
);

impl SocketClient {
    /// Connects to a game without sending anything.
    pub fn open(server: &Running, id: &str) -> Self {
        Self::open_with(server, id, "")
    }

    /// Connects to a game with just a cookie.
    pub fn open_with(server: &Running, id: &str, cookie: &str) -> Self {
        Self::open_from(server, id, &[("Cookie", cookie)])
    }

    /// Connects to a game with just some headers.
    pub fn open_from(server: &Running, id: &str, headers: &[(&'static str, &str)]) -> Self {
        let url = format!("ws://{}/ws/games/{id}", server.address);
        let mut request = url.into_client_request().unwrap();
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().unwrap());
        }
        let (socket, _) = tungstenite::connect(request).unwrap();
        if let tungstenite::stream::MaybeTlsStream::Plain(stream) = socket.get_ref() {
            stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        }
        Self(socket)
    }

    /// Connects and says hello with a key and the number of known events.
    pub fn hello(server: &Running, id: &str, key: &str, since: Option<u64>) -> Self {
        let mut line = Self::open(server, id);
        line.say(json!({ "say": "hello", "v": 1, "key": key, "since": since }));
        line
    }

    pub fn say(&mut self, message: Value) {
        self.0.send(tungstenite::Message::text(message.to_string())).unwrap();
    }

    /// Returns the next message, which must follow the protocol.
    pub fn hear(&mut self) -> Value {
        loop {
            if let tungstenite::Message::Text(text) = self.0.read().unwrap() {
                check_shape(&text);
                return serde_json::from_str(&text).unwrap();
            }
        }
    }

    /// Whether the server closes the connection, ignoring other messages. An open connection has a sign of life every
    /// ten seconds.
    pub fn is_closed(&mut self) -> bool {
        let start = Instant::now();
        loop {
            match self.0.read() {
                Ok(tungstenite::Message::Close(_)) => return true,
                Ok(_) if start.elapsed() > Duration::from_secs(30) => return false,
                Ok(_) => {}
                Err(tungstenite::Error::Io(error)) => {
                    return error.kind() != std::io::ErrorKind::WouldBlock;
                }
                Err(_) => return true,
            }
        }
    }

    /// Returns the content of the next message with a name, skipping others.
    pub fn until(&mut self, name: &str) -> Value {
        loop {
            let mut message = self.hear();
            if !message[name].is_null() {
                return message[name].take();
            }
        }
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

/// A message parses as its type, and is serialised identically.
fn check_shape(text: &str) {
    let message: ServerMessage =
        serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let parts = message.event.iter().map(|event| (&event.position, &event.said));
    let game = message.game.iter().map(|game| (&game.position, &game.said));
    for (position, said) in parts.chain(game) {
        position.read().unwrap_or_else(|error| panic!("{error}: {text}"));
        said.read().unwrap_or_else(|error| panic!("{error}: {text}"));
    }
    let again: Value = serde_json::from_str(&serde_json::to_string(&message).unwrap()).unwrap();
    assert_eq!(again, serde_json::from_str::<Value>(text).unwrap());
}
