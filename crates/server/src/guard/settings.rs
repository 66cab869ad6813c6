//! The operator's settings.

use super::address::Network;
use super::bucket::Rate;
use super::operator::OperatorToken;
use super::origin::PublicUrl;
use crate::endgames::TableSettings;
use crate::explorer::ExplorerSettings;
use std::time::Duration;

/// The operator's settings for access control.
#[derive(Clone)]
pub struct Settings {
    /// The limits of one address; none if addresses are not limited.
    pub limits: Option<Limits>,
    /// Proxies that are believed when they say who their client is.
    pub proxies: Vec<Network>,
    /// The public URL of the server.
    pub public_url: Option<PublicUrl>,
    /// The operator's token; without one there is no operator.
    pub operator: Option<OperatorToken>,
    /// How many connections there may be.
    pub connections: u32,
    /// How much memory the bodies of all requests may take, in bytes.
    pub bodies: usize,
    /// How long things may take.
    pub times: Times,
    /// Endgame tables.
    pub endgame: TableSettings,
    /// The explorer.
    pub explorer: ExplorerSettings,
}

/// The limits of one address. A club behind one address should not notice them.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Requests of any kind.
    pub requests: Rate,
    /// Requests that are answered at once; more of them wait. What waits in a queue of its own, for an engine or
    /// a password, does not count.
    pub at_once: usize,
    /// New games, by whichever way; of an account as well.
    pub games: Rate,
    /// The bytes stored for games and studies.
    pub stored: Rate,
    /// New studies.
    pub studies: Rate,
    /// Games that wait for anybody.
    pub seeks: usize,
    /// New accounts.
    pub accounts: Rate,
    /// Keys that open nothing.
    pub wrong_keys: Rate,
    /// Moves that the engine is asked for.
    pub hints: Rate,
    /// Messages on one socket.
    pub messages: Rate,
    /// Live games that are followed at once.
    pub sockets: usize,
    /// Connections at once.
    pub connections: usize,
    /// Passwords that are looked at, or wait for it, at once.
    pub sign_ins: usize,
    /// How much memory the bodies of requests may take, in bytes.
    pub bodies: usize,
}

/// How long things may take.
#[derive(Clone, Copy, Debug)]
pub struct Times {
    /// Until a connection has said what it wants, and between two requests.
    pub head: Duration,
    /// Until the body of a request is there.
    pub body: Duration,
    /// Until one that comes slowly is cut off; for every 4 KiB that came, a second longer.
    pub stall: Duration,
    /// Until the answer begins.
    pub answer: Duration,
    /// While a client takes nothing of what is sent.
    pub reading: Duration,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            limits: Some(Limits::default()),
            proxies: Vec::new(),
            public_url: None,
            operator: None,
            connections: 20_000,
            bodies: 64 << 20,
            times: Times::default(),
            endgame: TableSettings::default(),
            explorer: ExplorerSettings::default(),
        }
    }
}

impl Default for Limits {
    fn default() -> Self {
        let rate = |burst, milliseconds| Rate { burst, every: Duration::from_millis(milliseconds) };
        Self {
            requests: rate(2_000, 10),
            at_once: 8,
            games: rate(500, 1_000),
            stored: in_a_day(256 << 20),
            studies: rate(100, 60_000),
            seeks: 5,
            accounts: rate(50, 60_000),
            wrong_keys: rate(200, 2_000),
            hints: rate(60, 2_000),
            messages: rate(200, 20),
            sockets: 500,
            connections: 1_000,
            sign_ins: 32,
            bodies: 4 << 20,
        }
    }
}

/// Returns a rate of so many at once, and as many again in a day.
fn in_a_day(burst: u32) -> Rate {
    const DAY: Duration = Duration::from_secs(24 * 60 * 60);
    Rate { burst, every: DAY / burst }
}

impl Default for Times {
    fn default() -> Self {
        let seconds = Duration::from_secs;
        Self {
            head: seconds(30),
            body: seconds(30),
            stall: seconds(5),
            answer: seconds(60),
            reading: seconds(30),
        }
    }
}
