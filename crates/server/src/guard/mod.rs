//! Access control: limits per address, protection against cross-site requests and slow clients.

mod address;
mod admit;
mod body;
mod bucket;
mod client_stream;
mod connection_counter;
mod cost;
mod headers;
mod listener;
mod memory;
mod notices;
mod operator;
mod origin;
mod quotas;
mod settings;
mod turns;

pub use address::Network;
pub use admit::admit;
pub use body::LARGEST as LARGEST_BODY;
pub use bucket::{Buckets, Rate};
pub use cost::Cost;
pub use headers::add as add_headers;
pub use listener::serve;
pub use notices::Notice;
pub use operator::OperatorToken;
pub use origin::PublicUrl;
pub use quotas::{Quotas, Seek, size_of, size_of_game};
pub use settings::{Limits, Settings, Times};

use crate::error::ApiError;
use address::{client, household, is_local};
use axum::http::HeaderMap;
use bucket::Bucket;
use connection_counter::{ConnectionCounter, ConnectionSlot};
use listener::ConnectionLimit;
use memory::{Memory, Share};
use notices::Notices;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Instant;
use turns::{QueuedRequest, Turns};
use wire::Code;

/// The sender of a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Caller {
    /// The address, looking through trusted proxies; for IPv6, the household's network.
    pub address: IpAddr,
    /// Whether it is this machine, as far as can be told: a proxy that sets no headers looks the same.
    pub is_local: bool,
}

/// Knows who asked for how much.
pub struct Guard {
    /// The operator's settings.
    pub settings: Settings,
    limited: Option<Limited>,
    /// Connections that follow live games.
    sockets: ConnectionCounter,
    /// Open connections.
    peers: ConnectionCounter,
    /// Sign-ins waiting for or in a password check.
    sign_ins: ConnectionCounter,
    /// Requests being answered or queued.
    turns: Turns,
    /// The memory of request bodies.
    memory: Memory,
    /// The quotas per address and account.
    pub quotas: Arc<Quotas>,
    door: ConnectionLimit,
    /// Notices for the operator.
    notices: Notices,
}

/// The rate limits per address.
struct Limited {
    limits: Limits,
    requests: Buckets<IpAddr>,
    wrong_keys: Buckets<IpAddr>,
    hints: Buckets<IpAddr>,
    accounts: Buckets<IpAddr>,
}

impl Guard {
    /// Creates a guard with unused limits.
    pub fn new(settings: Settings) -> Self {
        let limited = settings.limits.map(|limits| Limited {
            limits,
            requests: Buckets::new(limits.requests),
            wrong_keys: Buckets::new(limits.wrong_keys),
            hints: Buckets::new(limits.hints),
            accounts: Buckets::new(limits.accounts),
        });
        let door = ConnectionLimit::new(settings.connections);
        let [sockets, peers, sign_ins] = std::array::from_fn(|_| ConnectionCounter::default());
        let (memory, quotas) = (Memory::new(settings.bodies), Quotas::new(settings.limits));
        let (quotas, notices, turns) = (Arc::new(quotas), Notices::default(), Turns::default());
        Self { settings, limited, sockets, peers, sign_ins, turns, memory, quotas, door, notices }
    }

    /// The number of open connections.
    pub fn connections(&self) -> usize {
        self.door.connections()
    }

    /// How many of them follow a live game.
    pub fn sockets(&self) -> usize {
        self.sockets.size()
    }

    /// Whether a token is the operator's. Where the request comes from does not matter: behind a proxy on this machine,
    /// everyone looks local.
    pub fn is_operator(&self, shown: &str) -> bool {
        self.settings.operator.as_ref().is_some_and(|token| token.is(shown))
    }

    /// Returns notices about a likely misconfiguration.
    pub fn notices(&self) -> impl Iterator<Item = Notice> {
        self.notices.noted()
    }

    /// Whether the caller is at this machine, with no sign of a proxy that forwards others.
    pub fn is_at_home(&self, caller: Caller) -> bool {
        let is_public = self.settings.public_url.is_some() || !self.settings.proxies.is_empty();
        caller.is_local && !is_public && !self.notices.is_proxied()
    }

    fn caller(&self, peer: IpAddr, headers: &HeaderMap) -> Caller {
        let address = household(client(peer, headers, &self.settings.proxies));
        let is_local = is_local(peer, headers);
        if !is_local && address.is_loopback() && !self.is_trusted(peer) {
            self.notices.note(Notice::Proxy);
        }
        self.notices.look_at(headers, is_local, &self.settings);
        Caller { address, is_local }
    }

    /// Returns the scheme that a trusted proxy was contacted by.
    fn scheme<'a>(&self, peer: IpAddr, headers: &'a HeaderMap) -> Option<&'a str> {
        headers.get("x-forwarded-proto").filter(|_| self.is_trusted(peer))?.to_str().ok()
    }

    fn is_trusted(&self, peer: IpAddr) -> bool {
        self.settings.proxies.iter().any(|proxy| proxy.contains(peer))
    }

    /// The address whose limits the caller counts towards; `None` if unlimited.
    pub fn counted(&self, caller: Caller) -> Option<IpAddr> {
        self.limited.as_ref().map(|_| caller.address)
    }

    /// A slot for a connection. Trusted proxies are not limited, as each stands for many people.
    fn place_for_connection(&self, peer: IpAddr) -> Result<Option<ConnectionSlot>, ApiError> {
        let Some(limited) = self.limited.as_ref().filter(|_| !self.is_trusted(peer)) else {
            return Ok(None);
        };
        let most = limited.limits.connections;
        let place = self.peers.enter(household(peer.to_canonical()), most);
        place.map(Some).ok_or(ApiError::TooMany { seconds: 5 })
    }

    /// A slot for following a live game.
    fn place_for_socket(&self, caller: Caller) -> Result<ConnectionSlot, ApiError> {
        let most = self.limited.as_ref().map_or(usize::MAX, |limited| limited.limits.sockets);
        self.sockets.enter(caller.address, most).ok_or(ApiError::TooMany { seconds: 5 })
    }

    /// Queues a request until few others of its address are being answered; `None` if unlimited.
    fn queue(&self, caller: Caller) -> Option<QueuedRequest> {
        let limited = self.limited.as_ref()?;
        Some(self.turns.queue(caller.address, limited.limits.at_once))
    }

    /// Returns the share of memory for a request's body.
    fn share_for_body(&self, caller: Caller) -> Share {
        let most = self.limited.as_ref().map_or(usize::MAX, |limited| limited.limits.bodies);
        self.memory.share(caller.address, most)
    }

    /// Charges a request, if the limits allow it.
    fn charge(&self, caller: Caller, cost: Cost, shows_key: bool) -> Result<(), ApiError> {
        let Some(limited) = &self.limited else { return Ok(()) };
        let (who, now) = (&caller.address, Instant::now());
        limited.requests.take(who, now).map_err(ApiError::too_many)?;
        if shows_key {
            self.may_show_key(caller)?;
        }
        match cost {
            Cost::Request | Cost::Password | Cost::Invitation | Cost::File => Ok(()),
            Cost::Engine => limited.hints.take(who, now).map_err(ApiError::too_many),
            Cost::Account => limited.accounts.take(who, now).map_err(ApiError::too_many),
        }
    }

    /// Charges work that takes a second or two, for an address if it is counted.
    pub fn charge_work(&self, address: Option<IpAddr>) -> Result<(), ApiError> {
        let Some((limited, who)) = self.limited.as_ref().zip(address) else { return Ok(()) };
        limited.hints.take(&who, Instant::now()).map_err(ApiError::too_many)
    }

    /// The rate limit of messages on a WebSocket.
    pub fn pace(&self) -> MessageRate {
        MessageRate(self.limited.as_ref().map(|limited| Bucket::new(limited.limits.messages)))
    }

    /// Whether the caller may present a key: not after too many invalid ones.
    pub fn may_show_key(&self, caller: Caller) -> Result<(), ApiError> {
        let Some(limited) = &self.limited else { return Ok(()) };
        limited.wrong_keys.look(&caller.address, Instant::now()).map_err(ApiError::too_many)
    }

    /// A slot for a password attempt, which counts from now on; `None` if unlimited.
    fn attempt(&self, caller: Caller) -> Result<Option<ConnectionSlot>, ApiError> {
        let Some(limited) = &self.limited else { return Ok(None) };
        let place = self.sign_ins.enter(caller.address, limited.limits.sign_ins);
        let place = place.ok_or(ApiError::TooMany { seconds: 1 })?;
        limited.wrong_keys.take(&caller.address, Instant::now()).map_err(ApiError::too_many)?;
        Ok(Some(place))
    }

    /// Counts invalid keys by the response, and refunds what was charged in advance.
    fn answered(&self, caller: Caller, was_counted: bool, error: Option<&ApiError>) {
        let Some(limited) = &self.limited else { return };
        match (was_counted, error.is_some_and(opens_nothing)) {
            (true, false) => limited.wrong_keys.give_back(&caller.address),
            (false, true) => {
                let _ = limited.wrong_keys.take(&caller.address, Instant::now());
            }
            (true, true) | (false, false) => {}
        }
    }

    /// Counts invalid keys presented over a WebSocket.
    pub fn heard(&self, caller: Caller, error: &ApiError) {
        self.answered(caller, false, Some(error));
    }
}

/// Whether an error means an invalid key or password.
fn opens_nothing(error: &ApiError) -> bool {
    matches!(
        error.code(),
        Code::NotYourSeat | Code::NotInvited | Code::NotOperator | Code::WrongPassword
    )
}

/// The rate limit of messages on one WebSocket.
pub struct MessageRate(Option<Bucket>);

impl MessageRate {
    /// Counts a message; fails if they come too fast.
    pub fn keep(&mut self) -> Result<(), ApiError> {
        let bucket = self.0.as_mut();
        bucket.map_or(Ok(()), |bucket| bucket.take(Instant::now())).map_err(ApiError::too_many)
    }
}
