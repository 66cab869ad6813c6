//! A connection to a game that reconnects by itself and repeats unanswered requests.

use crate::address::Servers;
use crate::counters::LoadCounters;
use crate::faults::{Faults, Storms};
use crate::message::{self, Heard};
use futures_util::{SinkExt, StreamExt};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until, timeout};
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

/// The first and the longest pause before reconnecting.
const PAUSES: [Duration; 2] = [Duration::from_millis(250), Duration::from_secs(4)];
/// The timeout for connecting and for sending.
const PATIENCE: Duration = Duration::from_secs(8);
/// The maximum size of a message: a whole game with its history.
const LARGEST: usize = 4 << 20;
/// The read buffer: there are thousands of connections.
const READ: usize = 4 << 10;

/// The state shared by all clients.
pub struct Shared {
    /// The servers.
    pub servers: Arc<Servers>,
    /// The counters.
    pub tally: LoadCounters,
    /// The simulated faults.
    pub faults: Faults,
    /// Storms, in which all sockets are dropped at once.
    pub storms: Storms,
}

/// A connection to a game.
pub struct Client {
    shared: Arc<Shared>,
    chance: fastrand::Rng,
    game: String,
    /// Empty for spectators.
    key: String,
    /// The index of the server; after a lost connection it is the next one.
    server: usize,
    /// The number of events that the client has.
    since: Option<u64>,
    socket: Option<WebSocketStream<TcpStream>>,
    /// The unanswered request.
    waiting: Option<(u64, String)>,
    pause: Duration,
    retry_at: Instant,
    cut_at: Option<Instant>,
    silent_from: Instant,
    asked_for_life: bool,
    storm: watch::Receiver<u64>,
    in_storm: bool,
    /// Whether the connection was lost while sending, which has not been reported yet.
    lost_unheard: bool,
}

impl Client {
    /// Creates a client of a game, which connects when it is polled.
    pub fn new(shared: Arc<Shared>, game: String, key: String) -> Self {
        shared.tally.count.clients.up();
        Self {
            storm: shared.storms.watch(),
            server: shared.servers.turn(),
            shared,
            chance: fastrand::Rng::new(),
            game,
            key,
            since: None,
            socket: None,
            waiting: None,
            pause: PAUSES[0],
            retry_at: Instant::now(),
            cut_at: None,
            silent_from: Instant::now(),
            asked_for_life: false,
            in_storm: false,
            lost_unheard: false,
        }
    }

    /// Sets the number of events that the client has.
    pub fn knows(&mut self, seq: u64) {
        self.since = Some(seq);
    }

    /// Notes that it has all events.
    pub fn is_in_step(&mut self) {
        if std::mem::take(&mut self.in_storm) {
            self.shared.storms.back();
        }
    }

    /// The number of the unanswered request.
    pub fn waits_for(&self) -> Option<u64> {
        self.waiting.as_ref().map(|(id, _)| *id)
    }

    /// Sends a request, repeating it on every new connection until it is answered.
    pub async fn ask(&mut self, id: u64, text: String) {
        let twice = self.shared.faults.doubles(&mut self.chance);
        self.waiting = Some((id, text.clone()));
        if twice {
            self.shared.tally.count.repeated.up();
            self.send(text.clone()).await;
        }
        self.send(text).await;
    }

    /// Says hello again, to get missed events.
    pub async fn greet(&mut self) {
        self.send(message::hello(&self.key, self.since)).await;
    }

    /// Returns the next message, connecting as often as necessary. It is cancel-safe.
    pub async fn hear(&mut self) -> Heard {
        loop {
            if std::mem::take(&mut self.lost_unheard) {
                return Heard::Lost;
            }
            let beats = if self.asked_for_life { 1.4 } else { 1.0 };
            let quiet = self.silent_from + self.shared.faults.beat.mul_f64(beats);
            let Some(socket) = &mut self.socket else {
                self.connect().await;
                continue;
            };
            let until = self.cut_at.map_or(quiet, |cut| cut.min(quiet));
            let message = tokio::select! {
                message = socket.next() => message,
                () = sleep_until(until) => {
                    if self.time_is_up().await {
                        return Heard::Lost;
                    }
                    continue;
                }
                Ok(()) = self.storm.changed() => {
                    self.enter_storm();
                    self.cut();
                    return Heard::Lost;
                }
            };
            self.silent_from = Instant::now();
            self.asked_for_life = false;
            match message {
                Some(Ok(Message::Text(text))) => return self.read(&text),
                Some(Ok(Message::Close(_)) | Err(_)) | None => {
                    self.lost();
                    return Heard::Lost;
                }
                Some(Ok(_)) => {}
            }
        }
    }

    fn read(&mut self, text: &str) -> Heard {
        let heard = Heard::read(text, self.key.is_empty())
            .unwrap_or_else(|error| Heard::Unreadable(format!("{error} in {text}")));
        match &heard {
            Heard::Welcome { .. } => self.pause = PAUSES[0],
            Heard::Done { id, .. } if self.waits_for() == Some(*id) => self.waiting = None,
            _ => {}
        }
        heard
    }

    /// Handles a timer: cuts the connection, pings the server, or gives up on the connection. Returns whether it is
    /// lost.
    async fn time_is_up(&mut self) -> bool {
        if self.cut_at.is_some_and(|cut| cut <= Instant::now()) {
            self.cut();
            return true;
        }
        if self.asked_for_life {
            self.lost();
            return true;
        }
        self.asked_for_life = true;
        self.send(message::ping()).await;
        false
    }

    /// Drops the connection without closing it properly.
    fn cut(&mut self) {
        self.shared.tally.count.cut.up();
        if let Some(socket) = self.socket.take() {
            let _ = socket.get_ref().set_zero_linger();
        }
        self.wait();
    }

    /// Handles a lost connection.
    fn lost(&mut self) {
        self.shared.tally.count.dropped.up();
        self.socket = None;
        self.wait();
    }

    fn wait(&mut self) {
        self.server += 1;
        // Spread reconnections over time.
        let pause = self.pause.mul_f64(0.5 + self.chance.f64() / 2.0);
        self.retry_at = Instant::now() + pause;
        self.pause = (self.pause * 2).min(PAUSES[1]);
    }

    fn enter_storm(&mut self) {
        if !std::mem::replace(&mut self.in_storm, true) {
            self.shared.storms.left();
        }
    }

    async fn connect(&mut self) {
        sleep_until(self.retry_at).await;
        // Stored only when complete, because the caller may cancel this.
        match timeout(PATIENCE, self.open()).await {
            Ok(Ok(socket)) => self.socket = Some(socket),
            Ok(Err(_)) | Err(_) => {
                self.shared.tally.count.failed.up();
                self.wait();
                return;
            }
        }
        self.shared.tally.count.connections.up();
        if self.waiting.is_some() {
            self.shared.tally.count.repeated.up();
        }
        // A storm that came while disconnected is over when reconnected.
        if self.storm.has_changed().unwrap_or_default() {
            self.storm.mark_unchanged();
            self.enter_storm();
        }
        self.silent_from = Instant::now();
        self.asked_for_life = false;
        let lasts = self.shared.faults.lasts(&mut self.chance);
        self.cut_at = lasts.map(|lasts| Instant::now() + lasts);
    }

    /// Opens a connection and sends everything necessary.
    async fn open(&self) -> Result<WebSocketStream<TcpStream>, Error> {
        let server = self.shared.servers.at(self.server);
        let stream = server.connect().await?;
        let url = format!("ws://{}/ws/games/{}", server.authority(), self.game);
        let config = WebSocketConfig::default()
            .read_buffer_size(READ)
            .write_buffer_size(0)
            .max_message_size(Some(LARGEST))
            .max_frame_size(Some(LARGEST));
        let (mut socket, _) = client_async_with_config(url, stream, Some(config)).await?;
        socket.send(Message::text(message::hello(&self.key, self.since))).await?;
        if let Some((_, text)) = &self.waiting {
            socket.send(Message::text(text.clone())).await?;
        }
        Ok(socket)
    }

    async fn send(&mut self, text: String) {
        let Some(socket) = &mut self.socket else { return };
        let sent = timeout(PATIENCE, socket.send(Message::text(text))).await;
        if !matches!(sent, Ok(Ok(()))) {
            self.come_again();
        }
    }

    /// Reconnects.
    pub fn come_again(&mut self) {
        self.lost();
        self.lost_unheard = true;
    }

    /// Closes the connection properly.
    pub async fn leave(mut self) {
        self.is_in_step();
        if let Some(mut socket) = self.socket.take() {
            let _ = timeout(PATIENCE, socket.close(None)).await;
        }
    }
}
