//! Following a game, and checking what the server sends.

use crate::api_client::ApiClient;
use crate::client::{Client, Shared};
use crate::game::SharedGame;
use crate::message::{Heard, ServerEvent, Stand};
use crate::record::{Took, Viewer, Wrong};
use std::sync::Arc;
use wire::ErrorView;

/// A client of a game, with its state.
pub struct Follower {
    /// The game.
    pub game: Arc<SharedGame>,
    /// The connection.
    pub client: Client,
    /// The game's state, as far as this client knows.
    pub stand: Option<Stand>,
    shared: Arc<Shared>,
    api: Arc<ApiClient>,
    viewer: Viewer,
    plays: bool,
    /// When the connection was lost.
    away: bool,
    /// The number of events when the client was welcomed.
    goal: u64,
}

/// What a player needs to know.
pub enum PlayerEvent {
    /// A move arrived.
    Move(Took),
    /// The response to a request.
    Done(u64, Result<u64, ErrorView>),
    /// Nothing relevant.
    Nothing,
}

impl Follower {
    /// Creates a player, with a key, or a spectator, without one.
    pub fn new(
        shared: &Arc<Shared>,
        api: &Arc<ApiClient>,
        game: &Arc<SharedGame>,
        key: &str,
    ) -> Self {
        let viewer = game.record().enter();
        let client = Client::new(Arc::clone(shared), game.id.clone(), key.to_owned());
        Self {
            game: Arc::clone(game),
            client,
            stand: None,
            shared: Arc::clone(shared),
            api: Arc::clone(api),
            viewer,
            plays: !key.is_empty(),
            away: false,
            goal: 0,
        }
    }

    /// Handles a message.
    pub async fn take(&mut self, heard: Heard) -> PlayerEvent {
        match heard {
            Heard::Welcome { seq } => self.welcome(seq),
            Heard::SharedGame(stand) => self.stands(stand).await,
            Heard::Event(told) => return self.saw(told).await,
            Heard::Done { id, answer } => return PlayerEvent::Done(id, answer),
            Heard::Error(error) => self.shared.tally.refused(&error.code.word(), &error.message),
            Heard::Unreadable(message) => self.shared.tally.refused("unreadable", &message),
            Heard::Lost => self.lost(),
            Heard::Other => {}
        }
        PlayerEvent::Nothing
    }

    fn wrong(&self, wrong: &Wrong) {
        self.shared.tally.wrong(&self.game.id, wrong);
    }

    fn welcome(&mut self, seq: u64) {
        if std::mem::take(&mut self.away) && self.plays {
            self.game.record().player_returned();
        }
        let welcomed = self.game.record().welcomed(self.viewer, seq);
        if let Err(wrong) = welcomed {
            self.wrong(&wrong);
        }
        self.goal = seq;
        self.look_whether_in_step();
    }

    fn lost(&mut self) {
        if !std::mem::replace(&mut self.away, true) && self.plays {
            self.game.record().player_left();
        }
    }

    /// Handles the whole game: events that were not sent are in its log.
    async fn stands(&mut self, stand: Stand) {
        if stand.seq > self.game.record().seq() {
            match self.game.compare(&self.api, stand.seq).await {
                Ok(Ok(())) => {}
                Ok(Err(wrong)) => self.wrong(&wrong),
                // The server is gone; reconnecting sends this again.
                Err(_) => return self.client.come_again(),
            }
        }
        let judged = self.game.record().stands(self.viewer, &stand);
        if let Err(wrong) = judged {
            self.wrong(&wrong);
        }
        self.now(stand);
    }

    async fn saw(&mut self, told: ServerEvent) -> PlayerEvent {
        let judged = self.game.record().saw(self.viewer, &told);
        match judged {
            Ok(took) => {
                self.now(told.stand);
                took.map_or(PlayerEvent::Nothing, PlayerEvent::Move)
            }
            Err(wrong) => {
                self.wrong(&wrong);
                if matches!(wrong, Wrong::OutOfOrder { .. }) {
                    self.client.greet().await;
                }
                PlayerEvent::Nothing
            }
        }
    }

    fn now(&mut self, stand: Stand) {
        if self.stand.is_none() {
            self.shared.tally.count.ready.up();
        }
        self.client.knows(stand.seq);
        self.stand = Some(stand);
        self.look_whether_in_step();
    }

    fn look_whether_in_step(&mut self) {
        if self.stand.as_ref().is_some_and(|stand| stand.seq >= self.goal) && !self.away {
            self.client.is_in_step();
        }
    }

    /// Whether the game is over, as far as is known.
    pub fn is_over(&self) -> bool {
        self.stand.as_ref().is_some_and(|stand| stand.over)
    }
}
