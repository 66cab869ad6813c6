//! A game in progress, shared by all its clients.

use crate::api_client::{ApiClient, ApiClientError};
use crate::record::{SeenGame, Wrong};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long a server may take to see events of another: it polls every 15 seconds.
const HEARSAY: Duration = Duration::from_secs(40);
/// The pause between attempts.
const PAUSE: Duration = Duration::from_millis(200);

/// A game in progress.
pub struct SharedGame {
    /// Its id.
    pub id: String,
    record: Mutex<SeenGame>,
}

impl SharedGame {
    /// Creates a game from its log so far.
    pub fn new(id: String, log: &str) -> Result<Self, Wrong> {
        Ok(Self { id, record: Mutex::new(SeenGame::open(log)?) })
    }

    /// What clients were sent.
    pub fn record(&self) -> MutexGuard<'_, SeenGame> {
        self.record.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Fetches the log, which must have this many events and all known ones, and compares.
    pub async fn compare(
        &self,
        api: &ApiClient,
        least: u64,
    ) -> Result<Result<(), Wrong>, ApiClientError> {
        let known = self.record().seq();
        let text = log(api, &self.id, known.max(least)).await?;
        Ok(self.record().compare(&text, known))
    }

    /// What its clients saw.
    pub fn played(&self) -> GameFingerprint {
        let record = self.record();
        GameFingerprint {
            id: self.id.clone(),
            events: record.seq(),
            fingerprint: record.fingerprint(),
        }
    }
}

/// A game as its clients saw it, for comparison at the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameFingerprint {
    /// Its id.
    pub id: String,
    /// The number of events.
    pub events: u64,
    /// The digest of its log.
    pub fingerprint: String,
}

/// Fetches the log of a game. With several servers, one may not have this many events yet, and gets some time.
pub async fn log(api: &ApiClient, id: &str, least: u64) -> Result<String, ApiClientError> {
    let start = Instant::now();
    loop {
        let text = api.get(&format!("/api/games/{id}/game.log")).await?;
        let is_behind = (text.lines().count() as u64) < least && api.has_several_servers();
        if !is_behind || start.elapsed() > HEARSAY {
            return Ok(text);
        }
        tokio::time::sleep(PAUSE).await;
    }
}
