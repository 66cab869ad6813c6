//! The options of our engine in a match.

use crate::entrant::{EntrantError, Options};
use crate::pace::seconds;
use engine::{Level, Limits, Tuning, TuningError};
use std::path::PathBuf;

/// The options of our engine in a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OwnOptions {
    /// Its level.
    pub level: Level,
    /// Its own limits, in addition to those of the match.
    pub limits: Limits,
    /// Its seed; without one, each game has another.
    pub seed: Option<u64>,
    /// The size of its transposition table in bytes; by default what its limits need.
    pub tt_bytes: Option<usize>,
    /// The number of search threads.
    pub threads: Option<usize>,
    /// Whether it uses the hand-made evaluation instead of the best.
    pub hand_made: bool,
    /// A file of evaluation weights.
    pub weights: Option<PathBuf>,
    /// An opening book.
    pub book: Option<PathBuf>,
    /// By how many hundredths of a man a book move may be worse than the best.
    pub book_margin: u16,
    /// The most pieces of the endgame tables it uses; 0 for none.
    pub table_pieces: usize,
    /// Its search parameters.
    pub tuning: Tuning,
}

impl Default for OwnOptions {
    fn default() -> Self {
        Self {
            level: Level::HIGHEST,
            limits: Limits::infinite(),
            seed: None,
            tt_bytes: None,
            threads: None,
            hand_made: false,
            weights: None,
            book: None,
            book_margin: 15,
            table_pieces: 0,
            tuning: Tuning::default(),
        }
    }
}

const KEYS: &str = "level, seed, nodes, time, depth, hash, threads, eval, weights, book, book-margin, \
                    bb-size, name, and the numbers of the search";

/// Parses the options of our engine.
pub(crate) fn read_own(
    level: Option<&str>,
    options: &Options<'_>,
) -> Result<OwnOptions, EntrantError> {
    let mut own = OwnOptions::default();
    let level = level.map(|level| ("level", level));
    for (key, value) in level.iter().chain(options) {
        if !own.set_limit(key, value)? && !own.set_skill(key, value)? {
            own.tune(key, value)?;
        }
    }
    if own.hand_made
        && let Some(weights) = &own.weights
    {
        let value = weights.display().to_string();
        return Err(EntrantError::Value {
            key: "weights",
            value,
            must: "left out with eval=handmade",
        });
    }
    Ok(own)
}

impl OwnOptions {
    /// Sets a limit or resource; returns whether the option exists.
    fn set_limit(&mut self, key: &str, value: &str) -> Result<bool, EntrantError> {
        match key {
            "nodes" => self.limits.nodes = Some(number("nodes", value, 1..=u64::MAX, POSITIVE)?),
            "depth" => {
                let depth = number("depth", value, 1..=1_000, "a number from 1 to 1000")?;
                self.limits.depth = Some(depth as u32);
            }
            "time" => {
                let time = seconds(value).filter(|time| !time.is_zero());
                let wrong = || wrong("time", value, "a number of seconds, such as 0.1");
                self.limits.time = Some(time.ok_or_else(wrong)?);
            }
            "hash" => {
                let must = "a number of megabytes from 1 to 65536";
                self.tt_bytes = Some((number("hash", value, 1..=65_536, must)? as usize) << 20);
            }
            "threads" => {
                let threads = number("threads", value, 1..=256, "a number from 1 to 256")?;
                self.threads = Some(threads as usize);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Sets an option of its play; returns whether the option exists.
    fn set_skill(&mut self, key: &str, value: &str) -> Result<bool, EntrantError> {
        match key {
            "level" => {
                let must = "a number from 1 to 10 or the name of a level";
                self.level = value.parse().map_err(|_| wrong("level", value, must))?;
            }
            "seed" => self.seed = Some(read_seed(value)?),
            "eval" => match value {
                "best" => self.hand_made = false,
                "handmade" => self.hand_made = true,
                _ => return Err(wrong("eval", value, "best or handmade")),
            },
            "weights" => self.weights = Some(path("weights", value)?),
            "book" => self.book = Some(path("book", value)?),
            "book-margin" => {
                let must = "a number of hundredths of a man from 0 to 1000";
                self.book_margin = number("book-margin", value, 0..=1_000, must)? as u16;
            }
            "bb-size" => {
                let must = "a number of pieces from 0 to 8";
                self.table_pieces = number("bb-size", value, 0..=8, must)? as usize;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Sets a search parameter.
    fn tune(&mut self, key: &str, value: &str) -> Result<(), EntrantError> {
        self.tuning.set(key, value).map_err(|error| match error {
            TuningError::Unknown(key) => {
                let known = format!("{KEYS}: {}", Tuning::NAMES.join(", "));
                EntrantError::Key { key, known }
            }
            _ => EntrantError::Tuning(error),
        })
    }
}

/// Parses a seed.
pub(crate) fn read_seed(value: &str) -> Result<u64, EntrantError> {
    number("seed", value, 0..=u64::MAX, "a whole number")
}

const POSITIVE: &str = "a number from 1 on";

fn wrong(key: &'static str, value: &str, must: &'static str) -> EntrantError {
    EntrantError::Value { key, value: value.to_owned(), must }
}

fn number(
    key: &'static str,
    value: &str,
    range: std::ops::RangeInclusive<u64>,
    must: &'static str,
) -> Result<u64, EntrantError> {
    let number = value.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| wrong(key, value, must))
}

fn path(key: &'static str, value: &str) -> Result<PathBuf, EntrantError> {
    match value {
        "" => Err(wrong(key, value, "the path of a file")),
        _ => Ok(PathBuf::from(value)),
    }
}
