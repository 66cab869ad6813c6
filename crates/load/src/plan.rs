//! Load plans.

use crate::faults::Faults;
use crate::relay::Weather;
use std::net::Ipv4Addr;
use std::time::Duration;

/// A load plan.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The servers; if there are several, they share a store, and clients use any of them.
    pub urls: Vec<String>,
    /// The clients' source addresses on this machine, by turns; empty to let the system choose.
    pub origins: Vec<Ipv4Addr>,
    /// The number of concurrent games; one that ends is followed by another.
    pub games: usize,
    /// Moves per second in all games together; `None` for one move every five seconds in each game.
    pub moves_per_second: Option<f64>,
    /// The number of spectators, spread over the games.
    pub spectators: usize,
    /// For how long moves are made.
    pub time: Duration,
    /// The rules.
    pub rules: String,
    /// The time control.
    pub clock: String,
    /// The mean time between dropped connections of each client.
    pub cut: Option<Duration>,
    /// The share of requests that are sent twice, from 0 to 1.
    pub duplicate: f64,
    /// The interval between storms, in which all sockets are dropped at once.
    pub storm: Option<Duration>,
    /// The simulated network.
    pub weather: Weather,
    /// How long without a message before the server is pinged; after four tenths of this time without a response, the
    /// connection is considered dead.
    pub beat: Duration,
    /// The number of hostile frames, sent on separate connections.
    pub hostile: u64,
    /// The number of players who request hints, one after the other.
    pub thinkers: usize,
    /// The server's process on this machine, for measuring its memory.
    pub process: Option<u32>,
    /// The timeout for all clients to catch up at the end.
    pub patience: Duration,
}

impl Default for Plan {
    /// Ten games for ten seconds, without faults; only the servers are missing.
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
    /// The default plan for a server.
    pub fn at(url: &str) -> Self {
        Self { urls: vec![url.to_owned()], ..Self::default() }
    }

    /// The time between two moves of a game.
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

    /// The number of clients.
    pub fn clients(&self) -> usize {
        2 * self.games + self.spectators
    }

    /// The timeout at the end: a client on a dead connection needs some time to notice it, perhaps more than once.
    pub(crate) fn last_patience(&self) -> Duration {
        let dead = if self.weather.mute.is_some() { self.beat * 6 } else { Duration::ZERO };
        self.patience + dead
    }

    pub(crate) fn faults(&self) -> Faults {
        Faults { cut: self.cut, duplicate: self.duplicate, beat: self.beat }
    }
}
