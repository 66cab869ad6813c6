//! Whether this server knows which players are connected to any server of its store, over any transport.
//!
//! Servers that share a store note connected players in it: within a second of a change, and every few seconds
//! otherwise. Claims against absent players rely on the store only, so that it does not matter whether there is a bus.
//! Nobody counts as away from before the time since which this server has heard from all others.

use crate::games::Games;
use crate::live_game::LiveGame;
use crate::presence::LastSeen;
use crate::store::{PresenceRecord, StoreError, forget_presence};
use crate::supervisor::Supervisor;
use crate::time;
use arbiter::Time;
use draughts::Color;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::time::MissedTickBehavior;

/// How often presence is noted.
const ROUND: Duration = Duration::from_secs(1);
/// Presence of other servers is read every so many rounds.
const READ_EVERY: u64 = 4;
/// Outdated presence is deleted every so many rounds.
const FORGET_EVERY: u64 = 600;
/// The age at which presence is outdated, in milliseconds: much longer than anybody may be away.
const OF_NO_USE: u64 = 3_600_000;
/// After this long without a round, in milliseconds, this server may have missed others.
const BREAK: u64 = 5_000;
/// After this long a silence of another server, in milliseconds, presence is unknown.
const SILENCE: u64 = 15_000;

/// The time since which this server has known, without a gap, who is present at all servers.
#[derive(Debug)]
pub(crate) struct PresenceCoverage {
    /// The time of the last round, in milliseconds since 1970.
    last: AtomicU64,
    /// Since when rounds have followed each other without a break.
    since: AtomicU64,
    /// When a server that is silent now was last heard of. Its players may have been connected until then, and have the
    /// usual time to reconnect to another server.
    silent: AtomicU64,
}

impl PresenceCoverage {
    pub fn new(now: Time) -> Self {
        let [last, since, silent] = [now.0, now.0, 0].map(AtomicU64::new);
        Self { last, since, silent }
    }

    /// Notes the end of a round.
    fn round_done(&self, now: Time) {
        let last = self.last.swap(now.0, Ordering::Relaxed);
        if now.0.saturating_sub(last) > BREAK {
            self.since.store(now.0, Ordering::Relaxed);
        }
    }

    /// Notes when other servers last wrote their presence.
    fn note_servers(&self, servers: &[(String, u64)], now: Time) {
        let words = servers.iter().map(|(_, at)| *at);
        let silent = words.filter(|at| now.0.saturating_sub(*at) > SILENCE).max();
        self.silent.store(silent.unwrap_or(0), Ordering::Relaxed);
    }

    /// Returns the time since which presence has been known at all servers; `now` after a break.
    pub fn since(&self, now: Time) -> Time {
        let last = self.last.load(Ordering::Relaxed);
        if now.0.saturating_sub(last) > BREAK {
            return now;
        }
        let since = self.since.load(Ordering::Relaxed);
        Time(since.max(self.silent.load(Ordering::Relaxed)))
    }
}

/// Writes this server's presence and reads that of others, for as long as the server runs.
pub(crate) async fn keep_coverage(supervisor: Arc<Supervisor>) {
    let games = &supervisor.games;
    let mut ticks = tokio::time::interval(ROUND);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    for number in 0_u64.. {
        ticks.tick().await;
        match games.presence_round(number).await {
            Ok(()) => games.coverage().round_done(time::now()),
            // Until this works again, nobody counts as away.
            Err(error) => tracing::warn!(%error, "it cannot be noted who is there"),
        }
    }
}

impl Games {
    async fn presence_round(&self, number: u64) -> Result<(), StoreError> {
        let all = self.all_live();
        let now = time::now();
        for live in &all {
            live.forget_presence(now);
        }
        if !self.has_company() {
            return Ok(());
        }
        self.write_presence(&all, now).await?;
        if number.is_multiple_of(READ_EVERY) {
            self.read_presence(all.into_iter().filter(|live| live.may_go()).collect()).await?;
        }
        if number % FORGET_EVERY == FORGET_EVERY - 1 {
            forget_presence(self.store(), now.0.saturating_sub(OF_NO_USE)).await?;
        }
        Ok(())
    }

    async fn write_presence(&self, all: &[Arc<LiveGame>], now: Time) -> Result<(), StoreError> {
        let seen: Vec<(&Arc<LiveGame>, Color, LastSeen)> =
            all.iter().flat_map(|live| live.to_note(now)).collect();
        let record = |(live, side, here): &(&Arc<LiveGame>, Color, LastSeen)| PresenceRecord {
            game: live.id.clone(),
            side: *side,
            at: here.at.0,
            there: here.there,
        };
        self.store().note_presence(self.run(), now.0, seen.iter().map(record).collect()).await?;
        for (live, side, here) in seen {
            live.noted(side, here);
        }
        Ok(())
    }

    /// Reads what other servers noted about these games.
    pub(crate) async fn read_presence(&self, games: Vec<Arc<LiveGame>>) -> Result<(), StoreError> {
        let ids = games.iter().map(|live| live.id.clone()).collect();
        let noted = self.store().presence(self.run(), ids).await?;
        let now = time::now();
        self.coverage().note_servers(&noted.servers, now);
        let games: HashMap<&str, &Arc<LiveGame>> =
            games.iter().map(|live| (live.id.as_str(), live)).collect();
        for (server, PresenceRecord { game, side, at, there }) in &noted.records {
            if let Some(live) = games.get(game.as_str()) {
                live.read_presence(server, *side, LastSeen { there: *there, at: Time(*at) }, now);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Issue 15.4: after a pause of the process or the store, and while another server is silent, earlier presence is
    /// unknown.
    #[test]
    fn what_was_not_heard_is_not_known() {
        let coverage = PresenceCoverage::new(Time(1_000));
        assert_eq!(coverage.since(Time(1_000 + BREAK)), Time(1_000));
        assert_eq!(coverage.since(Time(1_001 + BREAK)), Time(1_001 + BREAK), "during a break");
        coverage.round_done(Time(20_000));
        assert_eq!(coverage.since(Time(20_001)), Time(20_000), "after a break");
        coverage.round_done(Time(20_000 + BREAK));
        assert_eq!(coverage.since(Time(20_000 + BREAK)), Time(20_000), "without a break");
        let now = Time(20_000 + BREAK);
        coverage.note_servers(&[("well".to_owned(), now.0 - SILENCE), ("late".to_owned(), 3)], now);
        assert_eq!(coverage.since(now), Time(20_000));
        let silent = now.0 + 1;
        coverage.note_servers(&[("silent".to_owned(), silent)], Time(silent + 1 + SILENCE));
        coverage.round_done(Time(now.0 + BREAK));
        assert_eq!(coverage.since(Time(now.0 + BREAK)), Time(silent));
    }
}
