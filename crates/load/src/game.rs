//! A game that is being played, as all its clients share it.

use crate::api_client::{ApiClient, ApiClientError};
use crate::record::{SeenGame, Wrong};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long a server may take to hear of what happened at another: every 15 seconds it looks itself.
const HEARSAY: Duration = Duration::from_secs(40);
/// How long to wait for that.
const PAUSE: Duration = Duration::from_millis(200);

/// A game that is being played.
pub struct SharedGame {
    /// Its name.
    pub id: String,
    record: Mutex<SeenGame>,
}

impl SharedGame {
    /// A game whose log is this so far.
    pub fn new(id: String, log: &str) -> Result<Self, Wrong> {
        Ok(Self { id, record: Mutex::new(SeenGame::open(log)?) })
    }

    /// What everybody was told.
    pub fn record(&self) -> MutexGuard<'_, SeenGame> {
        self.record.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks the servers for the log, which must have so many events and all that are known, and
    /// compares.
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

/// A game as its clients saw it together, and as it must be found in the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameFingerprint {
    /// Its name.
    pub id: String,
    /// How many events it has.
    pub events: u64,
    /// The digest of its log.
    pub fingerprint: String,
}

/// The log of a game. Where there are several servers, one may not have heard yet of so many events,
/// and has some time to.
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
