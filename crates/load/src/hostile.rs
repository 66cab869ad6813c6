//! Hostile frames, on separate connections: only these may be closed.

use crate::client::Shared;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, client_async};

/// The timeout for the server to close, or to respond.
const PATIENCE: Duration = Duration::from_secs(10);
/// How many frames a connection sends if it is not closed.
const ON_ONE: u64 = 30;
/// The timeout for the response to a ping after a frame.
const WITHIN: Duration = Duration::from_millis(250);
/// The payload of that ping.
const FENCE: &[u8] = b"fence";
/// One of this many connections sends well-formed requests that it has no permission for.
const PROPER: u64 = 4;
/// How many. Malformed frames usually end a connection at once, but should not be the minority.
const REQUESTS: u64 = 2;

/// A hostile client.
pub struct Hostile {
    shared: Arc<Shared>,
    chance: fastrand::Rng,
}

impl Hostile {
    pub fn new(shared: Arc<Shared>) -> Self {
        Self { shared, chance: fastrand::Rng::new() }
    }

    /// Sends this many frames to a game, reconnecting as often as necessary.
    pub async fn attack(mut self, game: &str, frames: u64) {
        let mut sent = 0;
        let mut connections = 0;
        while sent < frames {
            connections += 1;
            let most = ON_ONE.min(frames - sent);
            let Ok(socket) = self.connect(game).await else {
                self.shared.tally.count.failed.up();
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            };
            sent += match connections % PROPER {
                0 => self.ask_for_too_much(socket, game, most.min(REQUESTS)).await,
                _ => self.send_nonsense(socket.into_inner(), most).await,
            };
        }
    }

    async fn connect(&self, game: &str) -> Result<WebSocketStream<TcpStream>, io::Error> {
        let server = self.shared.servers.at(self.shared.servers.turn());
        let stream = server.connect().await?;
        let url = format!("ws://{}/ws/games/{game}", server.authority());
        let opened = timeout(PATIENCE, client_async(url, stream)).await?;
        Ok(opened.map_err(io::Error::other)?.0)
    }

    /// Sends frames until the server closes the connection; returns how many.
    async fn send_nonsense(&mut self, mut stream: TcpStream, most: u64) -> u64 {
        let mut sent = 0;
        while sent < most {
            let frames = [nonsense(&mut self.chance), frame(PING, FENCE)].concat();
            sent += 1;
            self.shared.tally.count.hostile_frames.up();
            let written = timeout(PATIENCE, stream.write_all(&frames)).await;
            let closed = match written {
                Ok(Ok(())) => timeout(WITHIN, is_closed(&stream)).await,
                Ok(Err(_)) | Err(_) => Ok(true),
            };
            match closed {
                Ok(false) => {}
                Ok(true) => {
                    self.shared.tally.count.hostile_closed.up();
                    break;
                }
                // The server waits for the rest of a frame.
                Err(_) => break,
            }
        }
        let _ = stream.set_zero_linger();
        sent
    }

    /// Sends well-formed requests that only a player may make; returns how many.
    async fn ask_for_too_much(
        &mut self,
        mut socket: WebSocketStream<TcpStream>,
        game: &str,
        most: u64,
    ) -> u64 {
        for id in 1..=most {
            self.shared.tally.count.hostile_frames.up();
            self.shared.tally.count.hostile_asked.up();
            let request = too_much(id, game, &mut self.chance).to_string();
            let asked = timeout(PATIENCE, socket.send(Message::text(request))).await;
            if !matches!(asked, Ok(Ok(()))) {
                self.shared.tally.count.hostile_closed.up();
                return id;
            }
            match timeout(PATIENCE, answer(&mut socket, id)).await {
                Ok(Some(answer)) if answer["error"].is_object() => {}
                Ok(Some(_)) => self.shared.tally.count.hostile_obeyed.up(),
                Ok(None) | Err(_) => {
                    self.shared.tally.count.hostile_closed.up();
                    return id;
                }
            }
        }
        most
    }
}

/// Waits for the response to a request, skipping other messages.
async fn answer(socket: &mut WebSocketStream<TcpStream>, id: u64) -> Option<Value> {
    while let Some(Ok(message)) = socket.next().await {
        if let Message::Text(text) = message {
            let answer: Value = serde_json::from_str(&text).unwrap_or_default();
            if answer["done"] == id || (answer["done"].is_null() && answer["error"].is_object()) {
                return Some(answer);
            }
        }
    }
    None
}

/// Waits until the server has read everything or closed the connection; returns which.
async fn is_closed(stream: &TcpStream) -> bool {
    let mut came = Vec::new();
    loop {
        if stream.readable().await.is_err() {
            return true;
        }
        match stream.try_read_buf(&mut came) {
            Ok(0) => return true,
            Ok(_) if came.ends_with(FENCE) => return false,
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            Err(_) => return true,
        }
    }
}

/// A request by a spectator or a stranger, for another game, or without meaning.
fn too_much(id: u64, game: &str, chance: &mut fastrand::Rng) -> Value {
    let side = if chance.bool() { "white" } else { "black" };
    let what = ["move", "resign", "abort", "offer", "claim-win"][chance.usize(..5)];
    let value = ["11-15", "22-18", "draw", "../../etc/passwd", "1x2x3x4"][chance.usize(..5)];
    let game = if chance.bool() { game } else { "aaaaaaaaaa" };
    json!({ "say": "do", "id": id, "game": game, "side": side, "what": what, "value": value })
}

const TEXT: u8 = 0x81;
const BINARY: u8 = 0x82;
const PING: u8 = 0x89;

/// A malformed message.
fn nonsense(chance: &mut fastrand::Rng) -> Vec<u8> {
    let bytes = |chance: &mut fastrand::Rng, most: usize| {
        let mut bytes = vec![0; chance.usize(1..most)];
        chance.fill(&mut bytes);
        bytes
    };
    match chance.u8(..12) {
        0 => bytes(chance, 300),
        1 => frame(TEXT, &[b"{\"say\": \"".as_slice(), &[0xff, 0xc0, 0x80], b"\"}"].concat()),
        // Announces sixteen exabytes.
        2 => [&[TEXT, 0xff][..], &u64::MAX.to_be_bytes(), &bytes(chance, 300)].concat(),
        3 => frame(TEXT, &vec![b'a'; 64 << 10]),
        4 => frame(TEXT, "[".repeat(4_000).as_bytes()),
        5 => frame(
            TEXT,
            format!("{{\"say\": {}1{}}}", "{\"say\":".repeat(500), "}".repeat(500)).as_bytes(),
        ),
        6 => frame(TEXT, br#"{"say": "do", "id": -1, "what": ["move"], "side": null}"#),
        7 => frame(0x7b | chance.u8(..), &bytes(chance, 100)),
        // Unmasked, which clients may not send.
        8 => [&[TEXT, 5][..], b"hello"].concat(),
        9 => frame(BINARY, &bytes(chance, 2_000)),
        // The first fragment of a message that never continues.
        10 => frame(0x01, &bytes(chance, 100)),
        _ => frame(PING, &bytes(chance, 200)),
    }
}

/// A client's frame, masked with zeros.
fn frame(head: u8, content: &[u8]) -> Vec<u8> {
    const MASKED: u8 = 0x80;
    let mut frame = vec![head];
    match content.len() {
        length @ 0..126 => frame.push(MASKED | length as u8),
        length @ 126..0x1_0000 => {
            frame.push(MASKED | 126);
            frame.extend((length as u16).to_be_bytes());
        }
        length => {
            frame.push(MASKED | 127);
            frame.extend((length as u64).to_be_bytes());
        }
    }
    frame.extend([0; 4]);
    frame.extend(content);
    frame
}
