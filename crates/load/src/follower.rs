//! Whoever follows a game: what it hears is judged.

use crate::api_client::ApiClient;
use crate::client::{Client, Shared};
use crate::game::SharedGame;
use crate::message::{Heard, ServerEvent, Stand};
use crate::record::{Took, Viewer, Wrong};
use std::sync::Arc;
use wire::ErrorView;

/// A client of a game, and what it knows.
pub struct Follower {
    /// The game.
    pub game: Arc<SharedGame>,
    /// The connection.
    pub client: Client,
    /// Where the game stands, as far as this client knows.
    pub stand: Option<Stand>,
    shared: Arc<Shared>,
    api: Arc<ApiClient>,
    viewer: Viewer,
    plays: bool,
    /// Since the connection was lost.
    away: bool,
    /// How many events there were when the client was welcomed.
    goal: u64,
}

/// What is news to who plays.
pub enum PlayerEvent {
    /// A move is known.
    Move(Took),
    /// The answer to a request.
    Done(u64, Result<u64, ErrorView>),
    /// Nothing.
    Nothing,
}

impl Follower {
    /// Somebody who plays, with a key, or looks on, without.
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

    /// Takes in what the client heard.
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

    /// The whole game came: events that nobody was told are in its log.
    async fn stands(&mut self, stand: Stand) {
        if stand.seq > self.game.record().seq() {
            match self.game.compare(&self.api, stand.seq).await {
                Ok(Ok(())) => {}
                Ok(Err(wrong)) => self.wrong(&wrong),
                // The server is gone; whoever comes back hears it again.
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
