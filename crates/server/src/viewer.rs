//! Viewers of a game, over any transport: which updates they get, and when.

use crate::chat;
use crate::error::ApiError;
use crate::live_game::{LiveGame, PresenceGuard, State};
use crate::pages::BUILD;
use crate::seats::Requester;
use crate::server::App;
use crate::time;
use crate::update::{Update, UpdateKind};
use crate::view::game_view;
use axum::extract::ws::Utf8Bytes;
use draughts::Color;
use std::net::IpAddr;
use std::sync::Arc;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use wire::{ChatText, ServerMessage, VERSION, Welcome};

/// A viewer of a game.
pub struct Viewer {
    app: Arc<App>,
    live: Arc<LiveGame>,
    update: Receiver<Update>,
    /// Counts them as present after they have said hello; until then they get no updates.
    guard: Option<PresenceGuard>,
    /// The number of events they have.
    known: u64,
    /// Whether they have missed events.
    behind: bool,
    /// The address whose limits apply.
    address: Option<IpAddr>,
}

impl Viewer {
    /// Creates a viewer that has not said hello yet.
    pub fn new(app: Arc<App>, live: Arc<LiveGame>) -> Self {
        let update = live.subscribe();
        Self { app, live, update, guard: None, known: 0, behind: false, address: None }
    }

    /// The game.
    pub fn live(&self) -> &Arc<LiveGame> {
        &self.live
    }

    /// Welcomes a viewer with this protocol version, these credentials and this many known events.
    pub async fn welcome(
        &mut self,
        version: u64,
        who: &Requester,
        since: Option<u64>,
    ) -> Result<Vec<Update>, ApiError> {
        if version > VERSION {
            return Err(ApiError::Version);
        }
        // They may have an event from another server that this one has not seen yet.
        if since.is_some_and(|known| known > self.live.state().seq()) {
            self.app.supervisor.look_for_more(vec![Arc::clone(&self.live)]).await?;
        }
        let (state, missed) = self.live.since(since.unwrap_or(0));
        let sides = state.seats.sides(who);
        let welcome = Welcome {
            v: VERSION,
            build: BUILD.clone(),
            run: self.app.run.clone(),
            now: time::now().0,
            seq: state.seq(),
            yours: sides.clone(),
        };
        let mut answer = vec![Update::new(UpdateKind::Welcome, None, &welcome)];
        self.guard = Some(self.live.come(sides, time::now));
        self.address = who.address;
        self.known = since.unwrap_or(0);
        match missed.filter(|_| since.is_some()) {
            Some(missed) => {
                self.known = state.seq();
                answer.extend(missed);
                answer.extend(self.ratings(&state).await);
            }
            None => answer.push(self.whole_game().await?),
        }
        answer.push(Update::present(&self.live.presence()));
        if self.plays() {
            answer.extend(self.live.said_lately());
        }
        Ok(answer)
    }

    /// Returns the next updates; `None` when the game is gone.
    pub async fn next(&mut self) -> Option<Vec<Update>> {
        loop {
            // This future may be dropped and polled again later.
            if self.behind {
                return self.caught_up().await.ok();
            }
            let update = match self.update.recv().await {
                Ok(update) => update,
                // A viewer that lags too far behind gets the whole game.
                Err(RecvError::Lagged(_)) => {
                    Update::new(UpdateKind::Elsewhere, Some(u64::MAX), &())
                }
                Err(RecvError::Closed) => return None,
            };
            if self.guard.is_none() {
                continue;
            }
            // Chat is for the players only.
            if update.kind == UpdateKind::Chat && !self.plays() {
                continue;
            }
            match update.seq {
                None => return Some(vec![update]),
                Some(seq) if seq < self.known => {}
                Some(seq) if seq == self.known && update.kind == UpdateKind::Event => {
                    self.known += 1;
                    return Some(vec![update]);
                }
                Some(_) => self.behind = true,
            }
        }
    }

    /// Whether they play.
    fn plays(&self) -> bool {
        self.guard.as_ref().is_some_and(|guard| !guard.sides.is_empty())
    }

    /// Sends a chat message.
    pub fn chat(&self, words: ChatText) -> Result<(), ApiError> {
        let side = self.guard.as_ref().and_then(|guard| guard.sides.first().copied());
        say(&self.live, side.ok_or(ApiError::NotYourSeat)?, words)
    }

    async fn caught_up(&mut self) -> Result<Vec<Update>, ApiError> {
        let (state, missed) = self.live.since(self.known);
        let update = match missed {
            Some(mut missed) => {
                self.known = state.seq();
                missed.extend(self.ratings(&state).await);
                missed
            }
            None => vec![self.whole_game().await?],
        };
        self.behind = false;
        Ok(update)
    }

    /// The rating changes, once counted, for viewers who missed them.
    async fn ratings(&self, state: &State) -> Option<Update> {
        let changes = self.app.supervisor.games.people.changes(&self.live.id, state).await;
        changes.iter().any(Option::is_some).then(|| Update::ratings(&changes))
    }

    async fn whole_game(&mut self) -> Result<Update, ApiError> {
        let games = &self.app.supervisor.games;
        let (state, shared_view) = self.live.shared_view(&games.pool, self.address).await?;
        self.known = state.seq();
        let sides = self.guard.as_ref().map_or(&[][..], |guard| &guard.sides);
        let ratings = games.people.changes(&self.live.id, &state).await;
        let seen = (&*state, &*shared_view);
        let game = game_view(&self.live.id, seen, games.now(&state), sides, ratings);
        Ok(Update::new(UpdateKind::Game, Some(self.known - 1), &game))
    }
}

/// Sends a player's chat message.
pub fn say(live: &LiveGame, side: Color, words: ChatText) -> Result<(), ApiError> {
    let chat = chat::message(side, words, time::now().0).ok_or(ApiError::NotSaid)?;
    if !live.may_speak(side) {
        return Err(ApiError::Busy);
    }
    live.chat(&chat);
    Ok(())
}

/// Serialises a message for a WebSocket.
pub fn message(message: &ServerMessage) -> Utf8Bytes {
    serde_json::to_string(message).expect("messages are plain data").into()
}

/// Serialises an error for a WebSocket.
pub fn complaint(error: &ApiError) -> Utf8Bytes {
    message(&ServerMessage::error(error.view()))
}
