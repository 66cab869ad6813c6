//! Live games over WebSocket: every viewer gets every change.

use crate::api::request;
use crate::error::ApiError;
use crate::guard::{Caller, MessageRate};
use crate::lag::Lag;
use crate::seats::{Requester, SeatKey};
use crate::server::App;
use crate::time;
use crate::update::Update;
use crate::viewer::{Viewer, complaint, message};
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Extension, Path, State};
use axum::response::Response;
use futures_util::{FutureExt, SinkExt, stream};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, timeout};
use wire::{Action, ClientMessage, ServerMessage};

/// The maximum size of a client's message.
const LARGEST: usize = 4_096;
/// The buffer sizes of a connection; there may be very many connections.
const BUFFER: usize = 4_096;
/// How long a client may stay silent: browsers answer pings automatically.
const SILENCE: Duration = Duration::from_secs(60);
/// How long sending a message to a client may take.
const PATIENCE: Duration = Duration::from_secs(10);
/// The number of invalid messages after which a client is disconnected.
const MOST_NONSENSE: u32 = 20;

/// `GET /ws/games/{id}`.
pub async fn connect(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Extension(caller): Extension<Caller>,
    who: Requester,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    let live = app.supervisor.open(&id).await?;
    let viewer = Viewer::new(Arc::clone(&app), live);
    let upgrade = upgrade.max_message_size(LARGEST).max_frame_size(LARGEST);
    let upgrade = upgrade.read_buffer_size(BUFFER).write_buffer_size(BUFFER);
    Ok(upgrade.on_upgrade(async move |socket| {
        let pace = app.guard.pace();
        let lag = Lag::new(caller.address, Arc::clone(&app.distances));
        let mut session = Session { app, caller, viewer, socket, who, lag, pace, nonsense: 0 };
        session.talk().await;
        // Tell the client why, if it still listens.
        let _ = timeout(PATIENCE, session.socket.send(Message::Close(None))).await;
    }))
}

/// A connection.
struct Session {
    app: Arc<App>,
    caller: Caller,
    viewer: Viewer,
    socket: WebSocket,
    who: Requester,
    lag: Lag,
    pace: MessageRate,
    nonsense: u32,
}

impl Session {
    /// Runs until either side closes the connection.
    async fn talk(&mut self) -> Option<()> {
        let (app, who) = (Arc::clone(&self.app), self.who.clone());
        let mut ended = std::pin::pin!(app.supervisor.games.people.ended(&who));
        let mut stop = self.app.stopping();
        let mut ping = tokio::time::interval(Lag::BETWEEN);
        let mut heard = Instant::now();
        ping.tick().await;
        self.measure().await?;
        loop {
            tokio::select! {
                message = self.socket.recv() => {
                    heard = Instant::now();
                    self.hear(message?.ok()?).await?;
                }
                updates = self.viewer.next() => self.tell(updates?).await?,
                _ = ping.tick() => {
                    if heard.elapsed() > SILENCE {
                        return None;
                    }
                    self.measure().await?;
                }
                () = &mut ended => return None,
                _ = stop.changed() => return None,
            }
        }
    }

    /// Measures the round-trip time.
    async fn measure(&mut self) -> Option<()> {
        let ping = self.lag.ping(std::time::Instant::now());
        let message = Message::Ping(ping.to_vec().into());
        timeout(PATIENCE, self.socket.send(message)).await.ok()?.ok()
    }

    /// Sends a message. A client that does not read in time is disconnected, and gets what it missed when it
    /// reconnects.
    async fn say(&mut self, text: Utf8Bytes) -> Option<()> {
        timeout(PATIENCE, self.socket.send(Message::Text(text))).await.ok()?.ok()
    }

    async fn tell(&mut self, updates: Vec<Update>) -> Option<()> {
        for update in updates {
            self.say(update.message()).await?;
        }
        Some(())
    }

    /// Sends a message together with any pending updates, in one write.
    async fn say_with_updates(&mut self, text: Utf8Bytes) -> Option<()> {
        let (mut messages, mut goes_on) = (vec![text], true);
        while goes_on && let Some(updates) = self.viewer.next().now_or_never() {
            goes_on = updates.is_some();
            messages.extend(updates.iter().flatten().map(Update::message));
        }
        let mut messages = stream::iter(messages.into_iter().map(|text| Ok(Message::Text(text))));
        timeout(PATIENCE, self.socket.send_all(&mut messages)).await.ok()?.ok()?;
        goes_on.then_some(())
    }

    async fn hear(&mut self, message: Message) -> Option<()> {
        match message {
            Message::Text(text) => match self.understand(&text) {
                Ok(said) => self.answer(said).await,
                Err(error) => {
                    self.nonsense += 1;
                    self.app.metrics.refused(error.code());
                    self.say(complaint(&error)).await?;
                    (self.nonsense < MOST_NONSENSE).then_some(())
                }
            },
            Message::Pong(payload) => {
                self.lag.pong(&payload, std::time::Instant::now());
                Some(())
            }
            Message::Ping(_) => Some(()),
            Message::Binary(_) | Message::Close(_) => None,
        }
    }

    fn understand(&mut self, text: &str) -> Result<ClientMessage, ApiError> {
        self.pace.keep()?;
        serde_json::from_str(text).map_err(|error| ApiError::Malformed(error.to_string()))
    }

    /// Checks that the session or token was not revoked elsewhere.
    async fn check_pass(&mut self) -> Result<(), ApiError> {
        if let Some((pass, kind)) = &self.who.pass
            && self.app.supervisor.games.people.holder(pass, *kind).await?.is_none()
        {
            (self.who.pass, self.who.person) = (None, None);
        }
        Ok(())
    }

    /// Performs an action in the game; returns the number of the event.
    async fn act(&mut self, action: Action) -> Result<u64, ApiError> {
        self.app.guard.may_show_key(self.caller)?;
        self.check_pass().await?;
        let live = Arc::clone(self.viewer.live());
        let request = request(action, &live.id, self.lag.credit())?;
        let done = self.app.supervisor.act(&live, &self.who, request).await;
        if let Err(error) = &done {
            self.app.guard.heard(self.caller, error);
            self.app.metrics.refused(error.code());
        }
        done
    }

    async fn answer(&mut self, said: ClientMessage) -> Option<()> {
        match said {
            ClientMessage::Hello { v, key, since } => {
                self.who.key = SeatKey::of(&key);
                match self.viewer.welcome(v, &self.who, since).await {
                    Ok(updates) => self.tell(updates).await,
                    Err(error) => {
                        self.say(complaint(&error)).await?;
                        // A client that cannot be sent the game's state must reconnect.
                        (!matches!(error, ApiError::Store(_))).then_some(())
                    }
                }
            }
            ClientMessage::Chat { words } => match self.viewer.chat(words) {
                Ok(()) => Some(()),
                Err(error) => self.say(complaint(&error)).await,
            },
            ClientMessage::Ping { at } => {
                self.say(message(&ServerMessage::pong(at, time::now().0))).await
            }
            ClientMessage::Do { id, action } => {
                let answer = self.act(action).await.map_err(|error| error.view());
                self.say_with_updates(message(&ServerMessage::done(id, answer))).await
            }
        }
    }
}
