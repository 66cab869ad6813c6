//! Performs what is due in games that nobody has open.

use crate::error::ApiError;
use crate::store::Due;
use crate::supervisor::Supervisor;
use crate::time;
use futures_util::{StreamExt, stream};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::time::MissedTickBehavior;

/// How often to look for due games.
const EVERY: Duration = Duration::from_secs(1);
/// The page size of the query.
const PAGE: u32 = 200;
/// The most pages per round.
const PAGES: u32 = 50;
/// How many games are opened concurrently.
const OPENED: usize = 4;

/// Performs what is due for as long as the server runs. It is separate from the heartbeat, because games may take long
/// to read.
pub(crate) async fn keep_sweeping(supervisor: Arc<Supervisor>) {
    let mut tries = Tries::default();
    let mut ticks = tokio::time::interval(EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        // Do not start what cannot be stored.
        if supervisor.check().is_ok() {
            sweep(&supervisor, &mut tries).await;
        }
    }
}

/// Opens games in which something is due; opening a game also supervises it.
async fn sweep(supervisor: &Arc<Supervisor>, tries: &mut Tries) {
    let now = time::now().0;
    let mut seen = HashSet::new();
    let mut after: Option<Due> = None;
    for _ in 0..PAGES {
        let Ok(page) = supervisor.games.store().due(now, after.take(), PAGE).await else { return };
        let is_last = page.len() < PAGE as usize;
        after = page.last().cloned();
        seen.extend(page.iter().map(|due| due.id.clone()));
        open_all(supervisor, tries, page).await;
        if is_last {
            tries.forget_others(&seen);
            return;
        }
    }
}

async fn open_all(supervisor: &Arc<Supervisor>, tries: &mut Tries, due: Vec<Due>) {
    let now = Instant::now();
    let is_open = |id: &str| supervisor.games.find_live(id).is_some();
    let ids = due.into_iter().map(|due| due.id);
    // Games in memory only need to be supervised.
    let ids: Vec<String> = ids.filter(|id| is_open(id) || tries.is_time_for(id, now)).collect();
    let opened = stream::iter(ids).map(|id| async {
        let error = supervisor.open(&id).await.err();
        (id, error)
    });
    let opened: Vec<_> = opened.buffer_unordered(OPENED).collect().await;
    for (id, error) in opened {
        // An unreachable store is not the game's fault.
        if !matches!(error, Some(ApiError::Store(_))) {
            tries.tried(id, error, Instant::now());
        }
    }
}

/// When to retry games that stay due: soon at first, then less and less often.
#[derive(Default)]
struct Tries(HashMap<String, Try>);

struct Try {
    count: u32,
    next: Instant,
}

impl Tries {
    const FIRST: Duration = Duration::from_secs(2);
    const LAST: Duration = Duration::from_secs(3_600);

    fn is_time_for(&self, id: &str, now: Instant) -> bool {
        self.0.get(id).is_none_or(|last| last.next <= now)
    }

    /// Notes that a game was opened, or why not.
    fn tried(&mut self, id: String, error: Option<ApiError>, now: Instant) {
        if let Some(error) = error
            && !self.0.contains_key(&id)
        {
            tracing::error!(game = id, failure = %error, "what is due in a game cannot be done");
        }
        let last = self.0.entry(id).or_insert(Try { count: 0, next: now });
        let pause = Self::FIRST.saturating_mul(1 << last.count.min(20)).min(Self::LAST);
        last.count = last.count.saturating_add(1);
        last.next = now + pause;
    }

    /// Forgets games in which nothing is due any more.
    fn forget_others(&mut self, due: &HashSet<String>) {
        self.0.retain(|id, _| due.contains(id));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Issue 15.13: what keeps failing is retried less and less often.
    #[test]
    fn tries_become_fewer() {
        let mut tries = Tries::default();
        let mut now = Instant::now();
        let mut waits = Vec::new();
        for _ in 0..14 {
            assert!(tries.is_time_for("game", now));
            tries.tried("game".to_owned(), Some(ApiError::TooLong), now);
            let begin = now;
            while !tries.is_time_for("game", now) {
                now += Duration::from_secs(1);
            }
            waits.push((now - begin).as_secs());
        }
        assert_eq!(waits[..4], [2, 4, 8, 16]);
        assert_eq!(waits.last(), Some(&3_600));
        tries.forget_others(&HashSet::new());
        assert!(tries.0.is_empty());
    }
}
