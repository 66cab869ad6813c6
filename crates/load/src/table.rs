//! Tables: game after game between two players, with spectators.

use crate::api_client::{ApiClient, ApiClientError};
use crate::client::Shared;
use crate::follower::Follower;
use crate::game::{self, GameFingerprint, SharedGame};
use crate::pace::{LoadPhase, MovePace};
use crate::player::LoadPlayer;
use crate::record::Wrong;
use draughts::Color;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{Semaphore, watch};
use wire::{CreatedView, Guest, KeyText, Order};

/// The number of games created concurrently.
const AT_A_TIME: usize = 16;
/// The pause after a failure to create a game.
const PAUSE: Duration = Duration::from_millis(500);

/// The state shared by all tables.
pub struct LoadContext {
    /// The state shared by all clients.
    pub shared: Arc<Shared>,
    /// The API client.
    pub api: Arc<ApiClient>,
    /// The order for new games.
    pub order: Order,
    /// The current phase.
    pub phase: watch::Sender<LoadPhase>,
    /// Finished games.
    finished: Mutex<Vec<GameFingerprint>>,
    doors: Semaphore,
}

/// A game with its players' keys.
struct Seated {
    game: Arc<SharedGame>,
    keys: [(Color, String); 2],
}

impl LoadContext {
    pub fn new(shared: Arc<Shared>, api: Arc<ApiClient>, order: Order) -> Self {
        Self {
            shared,
            api,
            order,
            phase: watch::Sender::new(LoadPhase::Gathering),
            finished: Mutex::default(),
            doors: Semaphore::new(AT_A_TIME),
        }
    }

    /// The finished games.
    pub fn finished(&self) -> Vec<GameFingerprint> {
        self.finished.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn is_open(&self) -> bool {
        *self.phase.borrow() < LoadPhase::Ending
    }

    /// Creates a game between two players.
    async fn seat(&self) -> Result<Result<Seated, Wrong>, ApiClientError> {
        let _door = self.doors.acquire().await;
        let CreatedView { id, key, invitation } =
            self.api.sit_down("/api/games", &self.order).await?;
        let invitation = invitation.map(KeyText::try_from).transpose();
        let invitation = invitation.map_err(|why| ApiClientError::Unreached(why.to_owned()))?;
        let guest = Guest { invitation, ..Guest::default() };
        let joined = self.api.sit_down(&format!("/api/games/{id}/join"), &guest).await?;
        let log = game::log(&self.api, &id, 0).await?;
        self.shared.tally.count.games.up();
        let keys = [(Color::White, key), (Color::Black, joined.key)];
        Ok(SharedGame::new(id, &log).map(|game| Seated { game: Arc::new(game), keys }))
    }

    /// Creates a game, retrying until it succeeds; `None` once it is too late.
    async fn next_game(&self) -> Option<Seated> {
        while self.is_open() {
            match self.seat().await {
                Ok(Ok(seated)) => return Some(seated),
                Ok(Err(wrong)) => self.shared.tally.wrong("new", &wrong),
                Err(ApiClientError::Refused { status, message }) => {
                    self.shared.tally.refused(&format!("new game {status}"), &message);
                }
                Err(ApiClientError::Unreached(_)) => self.shared.tally.count.failed.up(),
            }
            tokio::time::sleep(PAUSE).await;
        }
        None
    }

    /// Compares a finished game with the server's log, and keeps it.
    async fn put_away(&self, game: &SharedGame) {
        while *self.phase.borrow() < LoadPhase::Over {
            match game.compare(&self.api, 0).await {
                Ok(compared) => {
                    let wrongs = compared.err().into_iter().chain(game.record().audit());
                    wrongs.for_each(|wrong| self.shared.tally.wrong(&game.id, &wrong));
                    let mut finished = self.finished.lock().unwrap_or_else(PoisonError::into_inner);
                    finished.push(game.played());
                    return;
                }
                Err(_) => tokio::time::sleep(PAUSE).await,
            }
        }
    }

    /// Plays game after game at a table until the load ends, and announces each to spectators.
    pub async fn table(
        self: Arc<Self>,
        pace: MovePace,
        shown: watch::Sender<Option<Arc<SharedGame>>>,
    ) {
        let pace = Arc::new(pace);
        while let Some(Seated { game, keys }) = self.next_game().await {
            shown.send_replace(Some(Arc::clone(&game)));
            let [white, black] = keys.map(|(side, key)| {
                let follower = Follower::new(&self.shared, &self.api, &game, &key);
                LoadPlayer::new(follower, &self.shared, side, &pace).play(self.phase.subscribe())
            });
            tokio::join!(white, black);
            if *self.phase.borrow() < LoadPhase::Over {
                self.put_away(&game).await;
                shown.send_replace(None);
            }
        }
    }
}
