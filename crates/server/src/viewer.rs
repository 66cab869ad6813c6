//! Viewers of a game, over any transport: the updates they get, and when.

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
    /// The presence that they announced when they came; until then they get nothing.
    guard: Option<PresenceGuard>,
    /// How many events they know.
    known: u64,
    /// Whether more has happened than they were told.
    behind: bool,
    /// The address for which is counted what they use.
    address: Option<IpAddr>,
}

impl Viewer {
    /// Makes a viewer that has announced nothing yet.
    pub fn new(app: Arc<App>, live: Arc<LiveGame>) -> Self {
        let update = live.subscribe();
        Self { app, live, update, guard: None, known: 0, behind: false, address: None }
    }

    /// The game.
    pub fn live(&self) -> &Arc<LiveGame> {
        &self.live
    }

    /// Welcomes somebody who speaks this version, shows this and knows so many events.
    pub async fn welcome(
        &mut self,
        version: u64,
        who: &Requester,
        since: Option<u64>,
    ) -> Result<Vec<Update>, ApiError> {
        if version > VERSION {
            return Err(ApiError::Version);
        }
        // Another server may have told them what this one has not heard yet.
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
            // Whoever waits for this may turn to something else meanwhile, and comes back.
            if self.behind {
                return self.caught_up().await.ok();
            }
            let update = match self.update.recv().await {
                Ok(update) => update,
                // They were slow, and are shown where things stand.
                Err(RecvError::Lagged(_)) => {
                    Update::new(UpdateKind::Elsewhere, Some(u64::MAX), &())
                }
                Err(RecvError::Closed) => return None,
            };
            if self.guard.is_none() {
                continue;
            }
            // What players say to each other is nobody else's business.
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

    /// Says something to the other player.
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

    /// What the result has made of the ratings, if it is counted: whoever was away has not heard of it.
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

/// Lets a player say something to the other.
pub fn say(live: &LiveGame, side: Color, words: ChatText) -> Result<(), ApiError> {
    let chat = chat::message(side, words, time::now().0).ok_or(ApiError::NotSaid)?;
    if !live.may_speak(side) {
        return Err(ApiError::Busy);
    }
    live.chat(&chat);
    Ok(())
}

/// A message as a socket sends it.
pub fn message(message: &ServerMessage) -> Utf8Bytes {
    serde_json::to_string(message).expect("messages are plain data").into()
}

/// An error as a socket sends it.
pub fn complaint(error: &ApiError) -> Utf8Bytes {
    message(&ServerMessage::error(error.view()))
}
