//! Lists open games, those with a connected host first.

use crate::error::ApiError;
use crate::games::{LONGEST_SEEK, waits_for_anybody};
use crate::live_game::LiveGame;
use crate::store::{SeekFilter, Summary};
use crate::supervisor::Supervisor;
use crate::time;
use arbiter::TimeControl;
use std::collections::HashSet;
use std::sync::Arc;

/// How long a host may be disconnected before the game is hidden, in milliseconds: enough for reloading a page.
const BLINK: u64 = 3_000;

impl Supervisor {
    /// Returns public open games, optionally filtered: first those whose host is connected, then correspondence games,
    /// whose host may be away; the longest waiting first.
    pub async fn open_games(
        self: &Arc<Self>,
        wanted: Option<SeekFilter>,
        most: u32,
    ) -> Result<Vec<Summary>, ApiError> {
        // Hosts connected here come first, however many other games have waited for longer.
        let mut live = self.hosted_here(wanted.as_ref());
        let known: HashSet<String> = live.iter().map(|game| game.id.clone()).collect();
        let mut others = Vec::new();
        for game in self.games.store().open_games(wanted, most).await? {
            if known.contains(&game.id) {
                continue;
            }
            match self.host(&game).await {
                Host::There => live.push(game),
                Host::Expected => others.push(game),
                Host::Gone => {}
            }
        }
        live.sort_by_key(|game| game.created);
        live.extend(others);
        live.truncate(most as usize);
        Ok(live)
    }

    /// Returns the games supervised here whose host is connected.
    fn hosted_here(&self, wanted: Option<&SeekFilter>) -> Vec<Summary> {
        let hosted = |live: Arc<LiveGame>| {
            let state = live.state();
            let table = state.log.table();
            let waits = state.public && waits_for_anybody(table, &state.seats);
            let is_there = waits && live.away(table.host_color()).is_none();
            let game = is_there.then(|| self.games.summary(&live))?;
            wanted.is_none_or(|wanted| wanted.is(&game)).then_some(game)
        };
        self.games.all_live().into_iter().filter_map(hosted).collect()
    }

    async fn host(self: &Arc<Self>, game: &Summary) -> Host {
        let is_slow = matches!(game.clock.parse(), Ok(TimeControl::Correspondence { .. }));
        let now = time::now();
        if is_slow && now.0.saturating_sub(game.updated) < LONGEST_SEEK {
            return Host::Expected;
        }
        // Opening a game also supervises it, so that it is aborted in time.
        match self.open(&game.id).await {
            Ok(live) => match live.away(live.state().log.table().host_color()) {
                None => Host::There,
                Some(since) if !is_slow && now.since(since) < BLINK => Host::Expected,
                Some(_) => Host::Gone,
            },
            // Opening a game that cannot be read shows the error.
            Err(_) => Host::Expected,
        }
    }
}

/// The presence of a game's host.
enum Host {
    /// Connected.
    There,
    /// Expected back soon, or within days.
    Expected,
    /// Not connected to any server.
    Gone,
}
