//! What a load is to be.

use crate::faults::Faults;
use crate::relay::Weather;
use std::net::Ipv4Addr;
use std::time::Duration;

/// What a load is to be.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Where the servers are; with more than one, they share a store and clients go to any of them.
    pub urls: Vec<String>,
    /// Addresses of this machine from which clients come, each in turn; none leaves it to the system.
    pub origins: Vec<Ipv4Addr>,
    /// How many games are played at a time; one that ends is followed by another.
    pub games: usize,
    /// How many moves are made in all games together in a second; `None` is a move every five seconds in
    /// each game.
    pub moves_per_second: Option<f64>,
    /// How many clients look on, spread over the games.
    pub spectators: usize,
    /// How long moves are made.
    pub time: Duration,
    /// The rules.
    pub rules: String,
    /// The time control.
    pub clock: String,
    /// Each client cuts its connection about once in this time.
    pub cut: Option<Duration>,
    /// Which part of the requests is sent twice, from 0 to 1.
    pub duplicate: f64,
    /// All sockets are dropped at once whenever this time has passed.
    pub storm: Option<Duration>,
    /// What the lines between clients and servers are like.
    pub weather: Weather,
    /// How long a client hears nothing before it asks whether the server is there; after four tenths of this
    /// time without an answer the line counts as dead.
    pub beat: Duration,
    /// How many hostile frames are sent on connections of their own.
    pub hostile: u64,
    /// How many players ask for the engine's advice, each again as soon as it has an answer.
    pub thinkers: usize,
    /// The server's process, if it runs on this machine and its memory is to be looked at.
    pub process: Option<u32>,
    /// How long clients may take in the end until all of them know everything.
    pub patience: Duration,
}

impl Default for Plan {
    /// Ten games for ten seconds, and nothing that goes wrong; only the servers are missing.
    fn default() -> Self {
        Self {
            urls: Vec::new(),
            origins: Vec::new(),
            games: 10,
            moves_per_second: None,
            spectators: 0,
            time: Duration::from_secs(10),
            rules: "american".to_owned(),
            clock: "1h+30s".to_owned(),
            cut: None,
            duplicate: 0.0,
            storm: None,
            weather: Weather::default(),
            beat: Duration::from_secs(20),
            hostile: 0,
            thinkers: 0,
            process: None,
            patience: Duration::from_secs(15),
        }
    }
}

impl Plan {
    /// The usual games on a server.
    pub fn at(url: &str) -> Self {
        Self { urls: vec![url.to_owned()], ..Self::default() }
    }

    /// How much time there is between two moves of a game.
    pub fn every(&self) -> Duration {
        const USUAL: Duration = Duration::from_secs(5);
        match self.moves_per_second {
            Some(moves) => {
                let seconds = self.games as f64 / moves;
                Duration::try_from_secs_f64(seconds).unwrap_or(Duration::from_secs(86_400))
            }
            None => USUAL,
        }
    }

    /// How many clients there are.
    pub fn clients(&self) -> usize {
        2 * self.games + self.spectators
    }

    /// How long is waited in the end: who is on a dead line finds out after a while, perhaps more than once.
    pub(crate) fn last_patience(&self) -> Duration {
        let dead = if self.weather.mute.is_some() { self.beat * 6 } else { Duration::ZERO };
        self.patience + dead
    }

    pub(crate) fn faults(&self) -> Faults {
        Faults { cut: self.cut, duplicate: self.duplicate, beat: self.beat }
    }
}
