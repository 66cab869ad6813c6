//! Counters and measurements.

use crate::record::{Took, Wrong};
use hdrhistogram::Histogram;
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The longest measured time: a minute, in microseconds.
const LONGEST: u64 = 60_000_000;
/// The number of messages kept about violations.
const MOST_SENTENCES: usize = 20;

/// Counters shared by all clients.
pub struct LoadCounters {
    times: Mutex<Times>,
    wrongs: Mutex<Wrongs>,
    refusals: Mutex<BTreeMap<String, u64>>,
    /// The counts.
    pub count: EventCounts,
}

/// The counts.
#[derive(Default)]
pub struct EventCounts {
    /// Acknowledged moves.
    pub moves: AtomicCounter,
    /// Games created.
    pub games: AtomicCounter,
    /// Clients.
    pub clients: AtomicCounter,
    /// Connections made by clients, including the first of each.
    pub connections: AtomicCounter,
    /// Failed connection attempts.
    pub failed: AtomicCounter,
    /// Connections lost without the client cutting them.
    pub dropped: AtomicCounter,
    /// Connections cut by clients.
    pub cut: AtomicCounter,
    /// Requests repeated with the same id.
    pub repeated: AtomicCounter,
    /// Clients that have their game.
    pub ready: AtomicCounter,
    /// Invalid frames.
    pub hostile_frames: AtomicCounter,
    /// Connections that sent them and were closed.
    pub hostile_closed: AtomicCounter,
    /// Well-formed requests by strangers among them.
    pub hostile_asked: AtomicCounter,
    /// Requests by strangers that the server granted.
    pub hostile_obeyed: AtomicCounter,
    /// Hints received.
    pub advice: AtomicCounter,
}

/// A counter.
#[derive(Default)]
pub struct AtomicCounter(AtomicU64);

impl AtomicCounter {
    /// Increments it.
    pub fn up(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    /// Its value.
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Distributions of times, in microseconds.
pub struct Times {
    /// From sending a move to the response.
    pub acknowledged: Histogram<u64>,
    /// From sending a move until the opponent has it.
    pub seen: Histogram<u64>,
    /// From sending a move until a spectator has it.
    pub watched: Histogram<u64>,
    /// From sending a move to the response, if a player's connection was lost meanwhile.
    pub disturbed: Histogram<u64>,
}

/// Violations, by kind.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Wrongs {
    /// Events that were acknowledged or sent but do not exist.
    pub lost: u64,
    /// Events that happened or were sent twice, or that nobody requested.
    pub doubled: u64,
    /// Events that arrived too early.
    pub out_of_order: u64,
    /// Events or positions that differ from what other clients got or from what the rules say.
    pub different: u64,
    /// Clients that never got all events.
    pub behind: u64,
    /// Messages about the first of them.
    pub sentences: Vec<String>,
}

impl Wrongs {
    /// The total.
    pub fn count(&self) -> u64 {
        self.lost + self.doubled + self.out_of_order + self.different + self.behind
    }

    fn add(&mut self, game: &str, wrong: &Wrong) {
        match wrong {
            Wrong::Lost(_) => self.lost += 1,
            Wrong::Doubled(_) => self.doubled += 1,
            Wrong::OutOfOrder { .. } => self.out_of_order += 1,
            Wrong::Differs(_) => self.different += 1,
        }
        self.say(game, &wrong.to_string());
    }

    fn say(&mut self, game: &str, sentence: &str) {
        if self.sentences.len() < MOST_SENTENCES {
            self.sentences.push(format!("game {game}: {sentence}"));
        }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl LoadCounters {
    /// Creates empty counters.
    pub fn new() -> Result<Self, hdrhistogram::CreationError> {
        let histogram = || Histogram::new_with_bounds(1, LONGEST, 3);
        let times = Times {
            acknowledged: histogram()?,
            seen: histogram()?,
            watched: histogram()?,
            disturbed: histogram()?,
        };
        Ok(Self {
            times: Mutex::new(times),
            wrongs: Mutex::default(),
            refusals: Mutex::default(),
            count: EventCounts::default(),
        })
    }

    /// Records that a player's move was acknowledged.
    pub fn acknowledged(&self, took: Took) {
        self.count.moves.up();
        let mut times = locked(&self.times);
        let Times { acknowledged, disturbed, .. } = &mut *times;
        put(if took.disturbed { disturbed } else { acknowledged }, took.time);
    }

    /// Records that the opponent has a move.
    pub fn seen(&self, took: Took) {
        if !took.disturbed {
            put(&mut locked(&self.times).seen, took.time);
        }
    }

    /// Records that a spectator has a move.
    pub fn watched(&self, took: Took) {
        if !took.disturbed {
            put(&mut locked(&self.times).watched, took.time);
        }
    }

    /// Records a violation in a game.
    pub fn wrong(&self, game: &str, wrong: &Wrong) {
        locked(&self.wrongs).add(game, wrong);
    }

    /// Records that this many clients of a game never got all events.
    pub fn behind(&self, game: &str, clients: usize) {
        if clients > 0 {
            let mut wrongs = locked(&self.wrongs);
            wrongs.behind += clients as u64;
            wrongs.say(game, &format!("behind: {clients} clients do not know the last events"));
        }
    }

    /// Records an error, with its code and message.
    pub fn refused(&self, code: &str, message: &str) {
        let mut refusals = locked(&self.refusals);
        let said = match refusals.len() {
            0..MOST_SENTENCES => format!("{code}: {message}"),
            _ => code.to_owned(),
        };
        *refusals.entry(said).or_default() += 1;
    }

    /// The measured times.
    pub fn times(&self) -> MutexGuard<'_, Times> {
        locked(&self.times)
    }

    /// The violations.
    pub fn wrongs(&self) -> Wrongs {
        locked(&self.wrongs).clone()
    }

    /// The numbers of errors, by code.
    pub fn refusals(&self) -> BTreeMap<String, u64> {
        locked(&self.refusals).clone()
    }
}

fn put(histogram: &mut Histogram<u64>, time: Duration) {
    histogram.saturating_record(u64::try_from(time.as_micros()).unwrap_or(LONGEST));
}
