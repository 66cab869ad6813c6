//! Games that are resigned at once and followed by rematches: each creates a new game without the usual request.

use super::crew::{AttackClient, AttackOutcome, Attacker, Crew};
use crate::api_client::ApiClientError;
use crate::message;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, client_async};
use wire::Order;

/// The timeout of a WebSocket.
const PATIENCE: Duration = Duration::from_secs(30);

/// Two players on one device with one key.
pub struct Pair {
    attacker: Arc<Attacker>,
    /// Whether they use a WebSocket, where requests are not counted, or HTTP.
    over_socket: bool,
    /// The game's id and key.
    game: Option<(String, String)>,
}

fn unreached(error: impl std::fmt::Display) -> ApiClientError {
    ApiClientError::Unreached(error.to_string())
}

/// The actions that end a game and lead to a rematch.
fn actions() -> [Value; 3] {
    [
        json!({ "side": "white", "what": "resign" }),
        json!({ "side": "white", "what": "offer", "value": "rematch" }),
        json!({ "side": "black", "what": "accept", "value": "rematch" }),
    ]
}

impl Pair {
    pub fn new(attacker: Arc<Attacker>, number: usize) -> Self {
        let over_socket = (number / 2).is_multiple_of(2);
        Self { attacker, over_socket, game: None }
    }

    async fn play(&mut self) -> Result<(), ApiClientError> {
        let Some((id, key)) = &self.game else {
            let order = Order::new("american".parse().expect("short enough"));
            let made = self.attacker.api.sit_down("/api/games", &order).await?;
            self.game = Some((made.id, made.key));
            self.attacker.games.up();
            return Ok(());
        };
        let next = match self.over_socket {
            true => timeout(PATIENCE, self.talk(id, key)).await.map_err(unreached)?,
            false => self.ask(id, key).await,
        };
        let key = key.clone();
        // Whatever went wrong, they start again.
        self.game = next.as_ref().ok().map(|next| (next.clone(), key));
        next?;
        self.attacker.games.up();
        Ok(())
    }

    /// The id of the rematch, over HTTP.
    async fn ask(&self, id: &str, key: &str) -> Result<String, ApiClientError> {
        for action in actions() {
            self.attacker.api.post(&format!("/api/games/{id}/events"), &action, key).await?;
        }
        let game = self.attacker.api.get(&format!("/api/games/{id}")).await?;
        let game: Value = serde_json::from_str(&game).map_err(unreached)?;
        game["next"].as_str().map(str::to_owned).ok_or_else(|| unreached("there is no next game"))
    }

    /// The same over a WebSocket.
    async fn talk(&self, id: &str, key: &str) -> Result<String, ApiClientError> {
        let address = &self.attacker.address;
        let stream = address.connect().await.map_err(unreached)?;
        let url = format!("ws://{}/ws/games/{id}", address.authority());
        let (mut socket, _) = client_async(url, stream).await.map_err(refused)?;
        let mut said = vec![message::hello(key, None)];
        said.extend((1..).zip(actions()).map(|(number, mut action)| {
            action["say"] = "do".into();
            action["id"] = number.into();
            action.to_string()
        }));
        for text in said {
            socket.send(Message::text(text)).await.map_err(unreached)?;
        }
        next_game(&mut socket).await
    }
}

/// Classifies a failed WebSocket connection.
fn refused(error: tokio_tungstenite::tungstenite::Error) -> ApiClientError {
    use tokio_tungstenite::tungstenite::Error;
    match error {
        Error::Http(answer) => {
            ApiClientError::Refused { status: answer.status().as_u16(), message: String::new() }
        }
        error => unreached(error),
    }
}

/// Waits for the event with the rematch's id, or for an error, which is mapped to the status HTTP would give it.
async fn next_game(socket: &mut WebSocketStream<TcpStream>) -> Result<String, ApiClientError> {
    while let Some(message) = socket.next().await {
        let Message::Text(text) = message.map_err(unreached)? else { continue };
        let heard: Value = serde_json::from_str(&text).map_err(unreached)?;
        if let Some(next) = heard["event"]["next"].as_str() {
            return Ok(next.to_owned());
        }
        if let Some(code) = heard["error"]["code"].as_str() {
            let status = if code == "too-many" { 429 } else { 422 };
            return Err(ApiClientError::Refused { status, message: code.to_owned() });
        }
    }
    Err(unreached("the socket was closed"))
}

impl AttackClient for Pair {
    async fn once(&mut self, crew: &Crew) -> AttackOutcome {
        crew.score.sent.up();
        (&self.play().await).into()
    }
}
