//! The message bus between servers of one store, which is faster than polling the store. Nothing depends on it: lost
//! messages are recovered from the store. Messages not sealed with the servers' secret are ignored, and even genuine
//! event messages only say where to look in the store.

mod local;
#[cfg(feature = "nats")]
mod nats;
mod seal;

pub use local::Local;
#[cfg(feature = "nats")]
pub use nats::{Nats, NatsError};
pub(crate) use seal::SeenMessages;

use crate::time;
use futures_util::stream::BoxStream;
use seal::Seal;
use serde::{Deserialize, Serialize};
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The messages about one game, as they arrive.
pub type BusMessages = BoxStream<'static, String>;

/// Carries messages about games between servers.
pub trait Bus: Send + Sync + 'static {
    /// Publishes a message to all subscribers of a game; never waits.
    fn tell(&self, game: &str, message: String);

    /// Subscribes to a game; `None` if that is not possible now.
    fn follow(&self, game: &str) -> Pin<Box<dyn Future<Output = Option<BusMessages>> + Send + '_>>;

    /// Whether messages are delivered now.
    fn is_up(&self) -> bool;

    /// A counter that changes whenever messages may have been lost, even if delivery works again.
    fn gaps(&self) -> u64 {
        0
    }
}

/// Opens the bus at an address like `nats://host:4222`.
pub async fn at(address: &str) -> Result<Arc<dyn Bus>, BusError> {
    if !["nats://", "tls://"].iter().any(|scheme| address.starts_with(scheme)) {
        return Err(BusError::Unknown);
    }
    #[cfg(feature = "nats")]
    return Ok(Arc::new(Nats::connect(address).await?));
    #[cfg(not(feature = "nats"))]
    Err(BusError::Missing)
}

/// Why a bus cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum BusError {
    /// The kind of address is unknown.
    #[error("the address of the message bus must be like nats://host:4222")]
    Unknown,
    /// This build does not include it.
    #[cfg(not(feature = "nats"))]
    #[error(
        "this program was built without NATS; build it with `cargo build --release --features full`"
    )]
    Missing,
    /// NATS cannot be used.
    #[cfg(feature = "nats")]
    #[error(transparent)]
    Nats(#[from] NatsError),
}

/// A message from one server to the others.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct BusMessage {
    /// The sending server, by the id of its run.
    pub server: String,
    /// The sequence number of the message, over all games of its server.
    number: u64,
    /// When it was sent, in milliseconds since 1970.
    at: u64,
    /// The content, in a field of its own because its fields may have the same names.
    pub what: BusMessageKind,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "told", rename_all = "lowercase")]
pub(crate) enum BusMessageKind {
    /// The game has a new event: the line of this number is in the store.
    Event { seq: u64 },
    /// The server's numbers of connections by White, by Black and by spectators.
    Present { here: [u32; 3] },
    /// A chat message of a player.
    Chat(wire::ChatView),
    /// Asks the other servers who is connected.
    #[serde(rename = "requester")]
    RollCall,
    /// The rated game's result has been stored.
    Counted,
}

/// Publishes one server's messages, and opens those of the others.
#[derive(Clone)]
pub(crate) struct Outbox {
    bus: Arc<dyn Bus>,
    from: String,
    seal: Seal,
    /// Counts messages that were not sealed with the servers' secret.
    unsealed: Arc<AtomicU64>,
}

impl Outbox {
    pub fn new(bus: Arc<dyn Bus>, from: String, secret: &str) -> Self {
        Self { bus, from, seal: Seal::new(secret), unsealed: Arc::default() }
    }

    pub fn tell(&self, game: &str, what: BusMessageKind) {
        let (server, at) = (self.from.clone(), time::now().0);
        let written = |number| {
            let message = BusMessage { server, number, at, what };
            serde_json::to_string(&message).expect("notes are plain data")
        };
        self.seal.send(game, written, |message| self.bus.tell(game, message));
    }

    pub async fn follow(&self, game: &str) -> Option<BusMessages> {
        self.bus.follow(game).await
    }

    pub fn is_up(&self) -> bool {
        self.bus.is_up()
    }

    /// A counter that changes whenever messages may have been lost: in transit, or because they could not be trusted.
    pub fn gaps(&self) -> u64 {
        self.bus.gaps().wrapping_add(self.unsealed.load(Ordering::Relaxed))
    }

    /// Opens a message about a game if it is new and from another server.
    pub fn read(&self, game: &str, sealed: &str, heard: &mut SeenMessages) -> Option<BusMessage> {
        let Some(message) = self.seal.open(game, sealed) else {
            let count = self.unsealed.fetch_add(1, Ordering::Relaxed).wrapping_add(1);
            if count.is_power_of_two() {
                tracing::warn!(count, "the bus carries notes that no server of this store sealed");
            }
            return None;
        };
        let message: BusMessage = serde_json::from_str(message).ok()?;
        let is_own = message.server == self.from;
        let is_new =
            !is_own && heard.is_new(&message.server, message.number, message.at, time::now().0);
        is_new.then_some(message)
    }
}
