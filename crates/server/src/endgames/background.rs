//! Builds endgame tables in the background, on one low-priority thread.

use super::{Endgames, TableSettings};
use crate::locks::lock;
use draughts::Ruleset;
use endgame::{Build, BuildError, TableError};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, Once};

/// Tables of up to this many pieces are built first, so that nobody has to wait for larger ones.
pub const AT_FIRST: usize = 3;
/// Memory limit for building, in bytes.
const MEMORY: u64 = 512 << 20;

/// The queue of rules whose tables are to be built.
#[derive(Default)]
pub struct Queue {
    rules: Mutex<BuildOrder>,
    asked: Condvar,
    closed: AtomicBool,
}

#[derive(Default)]
struct BuildOrder {
    waiting: VecDeque<Ruleset>,
    /// The rules whose tables are being built.
    at_work: Option<Ruleset>,
    /// The rules whose tables are complete or cannot be built.
    done: Vec<Ruleset>,
}

impl Queue {
    /// Queues the tables of a game, once.
    pub fn push(&self, rules: Ruleset) {
        let mut asked = lock(&self.rules);
        let is_known = asked.waiting.contains(&rules)
            || asked.at_work.as_ref() == Some(&rules)
            || asked.done.contains(&rules);
        if !is_known {
            asked.waiting.push_back(rules);
            self.asked.notify_one();
        }
    }

    /// Whether the tables of a game are being built or queued.
    pub fn has(&self, rules: &Ruleset) -> bool {
        let asked = lock(&self.rules);
        asked.waiting.contains(rules) || asked.at_work.as_ref() == Some(rules)
    }

    /// Closes the queue.
    pub fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
        let _asked = lock(&self.rules);
        self.asked.notify_all();
    }

    fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }

    /// Waits for the next rules; `None` once the queue is closed.
    fn next(&self) -> Option<Ruleset> {
        let mut asked = lock(&self.rules);
        if let Some(done) = asked.at_work.take() {
            asked.done.push(done);
        }
        loop {
            if self.is_closed() {
                return None;
            }
            if let Some(rules) = asked.waiting.pop_front() {
                asked.at_work = Some(rules.clone());
                return Some(rules);
            }
            asked = self.asked.wait(asked).unwrap_or_else(|poisoned| poisoned.into_inner());
        }
    }

    /// Waits until the server has had time to start; false if it stops before.
    fn rest(&self, settings: &TableSettings) -> bool {
        let asked = lock(&self.rules);
        let waits = |_: &mut BuildOrder| !self.is_closed();
        drop(self.asked.wait_timeout_while(asked, settings.delay, waits));
        !self.is_closed()
    }
}

/// Starts the builder thread, which runs until the queue is closed.
pub fn start(endgames: Arc<Endgames>) {
    let work = move || {
        (endgames.settings.lower_priority)();
        if !endgames.queue.rest(&endgames.settings) {
            return;
        }
        while let Some(rules) = endgames.queue.next() {
            for pieces in AT_FIRST..=endgames.settings.pieces {
                if !build(&endgames, &rules, pieces) {
                    break;
                }
            }
        }
    };
    if let Err(error) = std::thread::Builder::new().name("endgame".to_owned()).spawn(work) {
        tracing::warn!(%error, "endgame tables are not built in the background");
    }
}

/// Builds the tables with this many pieces; returns whether larger ones make sense.
fn build(endgames: &Endgames, rules: &Ruleset, pieces: usize) -> bool {
    let Some(tables) = endgames.tables(rules) else { return false };
    if let Some(error) = tables.refused(pieces) {
        tracing::warn!(%error, "an endgame table is built again");
    }
    let stop = || endgames.queue.is_closed();
    let build = Build { pieces, threads: 1, memory: MEMORY, stop: &stop, progress: &|_, _| {} };
    match tables.build(&build) {
        Ok(built) => {
            tell(built.unwritten.as_ref());
            if built.slices > 0 {
                tracing::info!(%rules, pieces, positions = built.positions, "endgame tables built");
            }
            true
        }
        Err(BuildError::Stopped) => false,
        Err(error) => {
            tracing::warn!(%rules, pieces, %error, "endgame tables are not built");
            false
        }
    }
}

/// Tells the operator, once, that tables cannot be stored.
pub fn tell(unwritten: Option<&TableError>) {
    static ONCE: Once = Once::new();
    if let Some(error) = unwritten {
        ONCE.call_once(|| {
            tracing::warn!(%error, "endgame tables cannot be stored, and are kept in memory");
        });
    }
}
