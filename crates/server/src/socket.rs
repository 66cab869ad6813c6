//! Live games over WebSocket: every change reaches every viewer.

use crate::api::Deed;
use crate::failure::Failure;
use crate::live::Live;
use crate::server::App;
use crate::view::GameView;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::response::Response;
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::broadcast::error::RecvError;

/// The largest message that a client may send.
const LARGEST: usize = 4_096;
/// How long a client may stay silent: browsers answer pings by themselves.
const SILENCE: Duration = Duration::from_secs(60);
const PING: Duration = Duration::from_secs(20);

/// What a client says.
#[derive(Deserialize)]
#[serde(tag = "say", rename_all = "lowercase")]
enum Said {
    /// Who I am; answered by the game.
    Hello {
        #[serde(default)]
        key: String,
    },
    /// What I do; answered by its number or a reason.
    Do {
        id: u64,
        #[serde(flatten)]
        deed: Deed,
    },
    /// How far away the server is; answered at once.
    Ping { at: f64 },
}

/// `GET /ws/games/{id}`.
pub async fn connect(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Failure> {
    let live = app.house.open(&id).await?;
    let upgrade = upgrade.max_message_size(LARGEST).max_frame_size(LARGEST);
    Ok(upgrade.on_upgrade(move |socket| talk(app, id, live, socket)))
}

async fn talk(app: Arc<App>, id: String, live: Arc<Live>, mut socket: WebSocket) {
    let mut changes = live.subscribe();
    let mut stop = app.stopping();
    let mut key = String::new();
    let mut ping = tokio::time::interval(PING);
    let mut heard = tokio::time::Instant::now();
    loop {
        let answer = tokio::select! {
            message = socket.recv() => {
                heard = tokio::time::Instant::now();
                match message {
                    Some(Ok(Message::Text(text))) => match serde_json::from_str(&text) {
                        Ok(said) => Some(answer(&app, &id, &live, &mut key, said).await),
                        Err(error) => Some(Failure::Malformed(error.to_string()).json()),
                    },
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => None,
                    Some(Ok(Message::Binary(_) | Message::Close(_)) | Err(_)) | None => break,
                }
            }
            change = changes.recv() => match change {
                Ok(_) | Err(RecvError::Lagged(_)) => Some(show(&app, &id, &live, &key).await),
                Err(RecvError::Closed) => break,
            },
            _ = ping.tick() => {
                if heard.elapsed() > SILENCE || socket.send(Message::Ping(Default::default())).await.is_err() {
                    break;
                }
                None
            }
            _ = stop.changed() => break,
        };
        if let Some(answer) = answer
            && socket.send(Message::Text(answer.to_string().into())).await.is_err()
        {
            break;
        }
    }
}

async fn answer(app: &Arc<App>, id: &str, live: &Arc<Live>, key: &mut String, said: Said) -> Value {
    match said {
        Said::Hello { key: shown } => {
            *key = shown;
            show(app, id, live, key).await
        }
        Said::Ping { at } => json!({ "pong": at }),
        Said::Do { id: number, deed } => {
            let done = match deed.request() {
                Ok(request) => app.house.act(live, key, request).await,
                Err(failure) => Err(failure),
            };
            match done {
                Ok(seq) => json!({ "done": number, "seq": seq }),
                Err(failure) => {
                    let mut answer = failure.json();
                    answer["done"] = json!(number);
                    answer
                }
            }
        }
    }
}

async fn show(app: &App, id: &str, live: &Live, key: &str) -> Value {
    let state = live.state().await;
    let sides = state.seats.sides(key);
    let view = GameView::apart(id, &state, app.house.games.now(&state), &sides);
    json!({ "game": view })
}
