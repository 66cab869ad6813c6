//! What is counted and measured.

use crate::record::{Took, Wrong};
use hdrhistogram::Histogram;
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The longest time that is told apart: a minute, in microseconds.
const LONGEST: u64 = 60_000_000;
/// How many sentences are kept of what was wrong.
const MOST_SENTENCES: usize = 20;

/// Counters that all clients share.
pub struct LoadCounters {
    times: Mutex<Times>,
    wrongs: Mutex<Wrongs>,
    refusals: Mutex<BTreeMap<String, u64>>,
    /// What is counted.
    pub count: EventCounts,
}

/// What is counted.
#[derive(Default)]
pub struct EventCounts {
    /// Moves that were acknowledged.
    pub moves: AtomicCounter,
    /// Games that were set up.
    pub games: AtomicCounter,
    /// Clients that there were.
    pub clients: AtomicCounter,
    /// Connections made by clients, the first of each included.
    pub connections: AtomicCounter,
    /// Connections that could not be made.
    pub failed: AtomicCounter,
    /// Connections that were lost though the client did not cut them.
    pub dropped: AtomicCounter,
    /// Connections that clients cut.
    pub cut: AtomicCounter,
    /// Requests that were sent once more under the same name.
    pub repeated: AtomicCounter,
    /// Clients that know of their game.
    pub ready: AtomicCounter,
    /// Frames that nobody should send.
    pub hostile_frames: AtomicCounter,
    /// Connections that sent them and were closed.
    pub hostile_closed: AtomicCounter,
    /// Those among them that are proper requests of strangers.
    pub hostile_asked: AtomicCounter,
    /// Requests of strangers that the server did.
    pub hostile_obeyed: AtomicCounter,
    /// Moves that the engine advised.
    pub advice: AtomicCounter,
}

/// A number that goes up.
#[derive(Default)]
pub struct AtomicCounter(AtomicU64);

impl AtomicCounter {
    /// One more.
    pub fn up(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    /// How many.
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// How long things took, in microseconds.
pub struct Times {
    /// From sending to the answer.
    pub acknowledged: Histogram<u64>,
    /// From sending until the opponent knows.
    pub seen: Histogram<u64>,
    /// From sending until a spectator knows.
    pub watched: Histogram<u64>,
    /// From sending to the answer, where a player's connection was lost meanwhile.
    pub disturbed: Histogram<u64>,
}

/// What must not happen, by kind.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Wrongs {
    /// Events that were acknowledged or told and are not there.
    pub lost: u64,
    /// Events that happened or were told twice, or that nobody asked for.
    pub doubled: u64,
    /// Events that came too early.
    pub out_of_order: u64,
    /// Events or positions that are not what others were told or what the rules make of them.
    pub different: u64,
    /// Clients that were never told all events.
    pub behind: u64,
    /// The first of them, in words.
    pub sentences: Vec<String>,
}

impl Wrongs {
    /// How many in all.
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
    /// Nothing yet.
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

    /// A player's move was acknowledged.
    pub fn acknowledged(&self, took: Took) {
        self.count.moves.up();
        let mut times = locked(&self.times);
        let Times { acknowledged, disturbed, .. } = &mut *times;
        put(if took.disturbed { disturbed } else { acknowledged }, took.time);
    }

    /// The opponent knows of a move.
    pub fn seen(&self, took: Took) {
        if !took.disturbed {
            put(&mut locked(&self.times).seen, took.time);
        }
    }

    /// A spectator knows of a move.
    pub fn watched(&self, took: Took) {
        if !took.disturbed {
            put(&mut locked(&self.times).watched, took.time);
        }
    }

    /// Something is wrong in a game.
    pub fn wrong(&self, game: &str, wrong: &Wrong) {
        locked(&self.wrongs).add(game, wrong);
    }

    /// So many clients of a game were never told everything.
    pub fn behind(&self, game: &str, clients: usize) {
        if clients > 0 {
            let mut wrongs = locked(&self.wrongs);
            wrongs.behind += clients as u64;
            wrongs.say(game, &format!("behind: {clients} clients do not know the last events"));
        }
    }

    /// The server said no, with this word and sentence.
    pub fn refused(&self, code: &str, message: &str) {
        let mut refusals = locked(&self.refusals);
        let said = match refusals.len() {
            0..MOST_SENTENCES => format!("{code}: {message}"),
            _ => code.to_owned(),
        };
        *refusals.entry(said).or_default() += 1;
    }

    /// What was measured.
    pub fn times(&self) -> MutexGuard<'_, Times> {
        locked(&self.times)
    }

    /// What was wrong.
    pub fn wrongs(&self) -> Wrongs {
        locked(&self.wrongs).clone()
    }

    /// How often the server said no, by its words.
    pub fn refusals(&self) -> BTreeMap<String, u64> {
        locked(&self.refusals).clone()
    }
}

fn put(histogram: &mut Histogram<u64>, time: Duration) {
    histogram.saturating_record(u64::try_from(time.as_micros()).unwrap_or(LONGEST));
}
