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
    /// The limits per address; `None` for no limits.
    pub limits: Option<Limits>,
    /// Proxies trusted to name their clients.
    pub proxies: Vec<Network>,
    /// The public URL of the server.
    pub public_url: Option<PublicUrl>,
    /// The operator's token; without one there is no operator.
    pub operator: Option<OperatorToken>,
    /// The maximum number of connections.
    pub connections: u32,
    /// The memory limit for all request bodies together, in bytes.
    pub bodies: usize,
    /// Timeouts.
    pub times: Times,
    /// Endgame tables.
    pub endgame: TableSettings,
    /// The explorer.
    pub explorer: ExplorerSettings,
}

/// The limits per address. A club behind one address should not notice them.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Requests of any kind.
    pub requests: Rate,
    /// Concurrently answered requests; further ones wait. Requests in a queue of their own, for an engine or a password
    /// check, do not count.
    pub at_once: usize,
    /// New games of any kind; also per account.
    pub games: Rate,
    /// Bytes stored for games and studies.
    pub stored: Rate,
    /// New studies.
    pub studies: Rate,
    /// Reports that are made in the background.
    pub reports: Rate,
    /// Open games.
    pub seeks: usize,
    /// New accounts.
    pub accounts: Rate,
    /// Invalid keys.
    pub wrong_keys: Rate,
    /// Hints.
    pub hints: Rate,
    /// Messages on one WebSocket.
    pub messages: Rate,
    /// Live games followed concurrently.
    pub sockets: usize,
    /// Concurrent connections.
    pub connections: usize,
    /// Concurrent or queued password checks.
    pub sign_ins: usize,
    /// The memory limit for request bodies, in bytes.
    pub bodies: usize,
}

/// Timeouts.
#[derive(Clone, Copy, Debug)]
pub struct Times {
    /// For a request's head, and between two requests.
    pub head: Duration,
    /// For a request's body.
    pub body: Duration,
    /// For a slow body; one more second for every 4 KiB received.
    pub stall: Duration,
    /// Until the response starts.
    pub answer: Duration,
    /// For a client that does not read.
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
            reports: rate(200, 60_000),
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

/// Returns a rate with this burst, refilled within a day.
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
