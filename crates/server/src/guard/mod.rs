//! Access control: limits for each address, checks against requests from other sites, slow clients.

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

/// The client that sends a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Caller {
    /// The address, behind the proxies that are trusted; of IPv6 the part that a household has.
    pub address: IpAddr,
    /// Whether it is this machine, as far as can be told: a proxy that passes nothing on looks the same.
    pub is_local: bool,
}

/// Knows who asked for how much.
pub struct Guard {
    /// The operator's settings.
    pub settings: Settings,
    limited: Option<Limited>,
    /// The followers of live games.
    sockets: ConnectionCounter,
    /// The open connections.
    peers: ConnectionCounter,
    /// The sign-ins whose passwords are being checked.
    sign_ins: ConnectionCounter,
    /// The requests that are being answered or queued.
    turns: Turns,
    /// The memory of request bodies.
    memory: Memory,
    /// The quotas of addresses and accounts.
    pub quotas: Arc<Quotas>,
    door: ConnectionLimit,
    /// Notices for the operator.
    notices: Notices,
}

/// The limits of every address.
struct Limited {
    limits: Limits,
    requests: Buckets<IpAddr>,
    wrong_keys: Buckets<IpAddr>,
    hints: Buckets<IpAddr>,
    accounts: Buckets<IpAddr>,
}

impl Guard {
    /// A guard who knows nobody yet.
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

    /// How many connections there are.
    pub fn connections(&self) -> usize {
        self.door.connections()
    }

    /// How many of them follow a live game.
    pub fn sockets(&self) -> usize {
        self.sockets.size()
    }

    /// Whether this opens what only the operator may see. Where they ask from does not matter: whoever comes
    /// through a proxy on this machine may look as if they sat at it.
    pub fn is_operator(&self, shown: &str) -> bool {
        self.settings.operator.as_ref().is_some_and(|token| token.is(shown))
    }

    /// Returns notices of signs that the server is not reached as it should be.
    pub fn notices(&self) -> impl Iterator<Item = Notice> {
        self.notices.noted()
    }

    /// Whether somebody sits at this machine, and nothing speaks for a proxy that others come through.
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

    /// The scheme by which a trusted proxy says that it was asked.
    fn scheme<'a>(&self, peer: IpAddr, headers: &'a HeaderMap) -> Option<&'a str> {
        headers.get("x-forwarded-proto").filter(|_| self.is_trusted(peer))?.to_str().ok()
    }

    fn is_trusted(&self, peer: IpAddr) -> bool {
        self.settings.proxies.iter().any(|proxy| proxy.contains(peer))
    }

    /// The address for which is counted what somebody uses; none if that is not limited.
    pub fn counted(&self, caller: Caller) -> Option<IpAddr> {
        self.limited.as_ref().map(|_| caller.address)
    }

    /// A place for a connection. Trusted proxies have as many as they like, as each stands for many people.
    fn place_for_connection(&self, peer: IpAddr) -> Result<Option<ConnectionSlot>, ApiError> {
        let Some(limited) = self.limited.as_ref().filter(|_| !self.is_trusted(peer)) else {
            return Ok(None);
        };
        let most = limited.limits.connections;
        let place = self.peers.enter(household(peer.to_canonical()), most);
        place.map(Some).ok_or(ApiError::TooMany { seconds: 5 })
    }

    /// A place for somebody who follows a live game.
    fn place_for_socket(&self, caller: Caller) -> Result<ConnectionSlot, ApiError> {
        let most = self.limited.as_ref().map_or(usize::MAX, |limited| limited.limits.sockets);
        self.sockets.enter(caller.address, most).ok_or(ApiError::TooMany { seconds: 5 })
    }

    /// A request that waits until few others of its address are being answered; none where nothing is
    /// limited.
    fn queue(&self, caller: Caller) -> Option<QueuedRequest> {
        let limited = self.limited.as_ref()?;
        Some(self.turns.queue(caller.address, limited.limits.at_once))
    }

    /// Returns the share of memory for a request's body.
    fn share_for_body(&self, caller: Caller) -> Share {
        let most = self.limited.as_ref().map_or(usize::MAX, |limited| limited.limits.bodies);
        self.memory.share(caller.address, most)
    }

    /// Takes the price of a request, if there is enough left.
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

    /// Takes the price of work that takes a second or two, for an address if that is counted.
    pub fn charge_work(&self, address: Option<IpAddr>) -> Result<(), ApiError> {
        let Some((limited, who)) = self.limited.as_ref().zip(address) else { return Ok(()) };
        limited.hints.take(&who, Instant::now()).map_err(ApiError::too_many)
    }

    /// How fast somebody may talk on a socket.
    pub fn pace(&self) -> MessageRate {
        MessageRate(self.limited.as_ref().map(|limited| Bucket::new(limited.limits.messages)))
    }

    /// Whether somebody may show a key: not after many that opened nothing.
    pub fn may_show_key(&self, caller: Caller) -> Result<(), ApiError> {
        let Some(limited) = &self.limited else { return Ok(()) };
        limited.wrong_keys.look(&caller.address, Instant::now()).map_err(ApiError::too_many)
    }

    /// A place for somebody who tries a password, which counts from now on; none where nothing is limited.
    fn attempt(&self, caller: Caller) -> Result<Option<ConnectionSlot>, ApiError> {
        let Some(limited) = &self.limited else { return Ok(None) };
        let place = self.sign_ins.enter(caller.address, limited.limits.sign_ins);
        let place = place.ok_or(ApiError::TooMany { seconds: 1 })?;
        limited.wrong_keys.take(&caller.address, Instant::now()).map_err(ApiError::too_many)?;
        Ok(Some(place))
    }

    /// Remembers who shows keys that open nothing; what was counted before its answer was known is given back
    /// to the others.
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

    /// Remembers who shows keys that open nothing, over a socket.
    pub fn heard(&self, caller: Caller, error: &ApiError) {
        self.answered(caller, false, Some(error));
    }
}

/// Whether a key or a password was shown that opens nothing.
fn opens_nothing(error: &ApiError) -> bool {
    matches!(
        error.code(),
        Code::NotYourSeat | Code::NotInvited | Code::NotOperator | Code::WrongPassword
    )
}

/// How fast one socket may talk.
pub struct MessageRate(Option<Bucket>);

impl MessageRate {
    /// Counts a message; says no to those that come too fast.
    pub fn keep(&mut self) -> Result<(), ApiError> {
        let bucket = self.0.as_mut();
        bucket.map_or(Ok(()), |bucket| bucket.take(Instant::now())).map_err(ApiError::too_many)
    }
}
