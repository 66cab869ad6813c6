//! How servers of one store tell each other what happened, sooner than the store would. Nothing depends on
//! it: what a bus loses is found in the store. What is not sealed with the servers' secret is not heard, and
//! of events even their own messages only say where to look.

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
    /// Tells all who follow a game; never waits.
    fn tell(&self, game: &str, message: String);

    /// Follows a game; none if that is not possible now.
    fn follow(&self, game: &str) -> Pin<Box<dyn Future<Output = Option<BusMessages>> + Send + '_>>;

    /// Whether messages arrive now.
    fn is_up(&self) -> bool;

    /// Another number whenever messages may have been lost, though they arrive again.
    fn gaps(&self) -> u64 {
        0
    }
}

/// The bus at an address like `nats://host:4222`.
pub async fn at(address: &str) -> Result<Arc<dyn Bus>, BusError> {
    if !["nats://", "tls://"].iter().any(|scheme| address.starts_with(scheme)) {
        return Err(BusError::Unknown);
    }
    #[cfg(feature = "nats")]
    return Ok(Arc::new(Nats::connect(address).await?));
    #[cfg(not(feature = "nats"))]
    Err(BusError::Missing)
}

/// There is no such bus.
#[derive(Debug, thiserror::Error)]
pub enum BusError {
    /// The address is of no kind that is known.
    #[error("the address of the message bus must be like nats://host:4222")]
    Unknown,
    /// The program has no part for it.
    #[cfg(not(feature = "nats"))]
    #[error(
        "this program was built without NATS; build it with `cargo build --release --features full`"
    )]
    Missing,
    /// It cannot be used.
    #[cfg(feature = "nats")]
    #[error(transparent)]
    Nats(#[from] NatsError),
}

/// A message from one server to the others.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct BusMessage {
    /// The server, by its run.
    pub server: String,
    /// The number of the message among all of its server.
    number: u64,
    /// When it was sent, in milliseconds since 1970.
    at: u64,
    /// The content, in a member of its own because its members may have the same names.
    pub what: BusMessageKind,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "told", rename_all = "lowercase")]
pub(crate) enum BusMessageKind {
    /// The game went on: the store has the line of this number.
    Event { seq: u64 },
    /// The numbers of connections of White, of Black and of others at the server.
    Present { here: [u32; 3] },
    /// A player said something.
    Chat(wire::ChatView),
    /// Asks the other servers who is there.
    #[serde(rename = "requester")]
    RollCall,
    /// The result of the rated game is in the store.
    Counted,
}

/// Sends one server's messages to the others, and reads theirs.
#[derive(Clone)]
pub(crate) struct Outbox {
    bus: Arc<dyn Bus>,
    from: String,
    seal: Seal,
    /// Messages that were not sealed with the servers' secret.
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

    /// Another number whenever messages may have been lost: on their way, or since they cannot be believed.
    pub fn gaps(&self) -> u64 {
        self.bus.gaps().wrapping_add(self.unsealed.load(Ordering::Relaxed))
    }

    /// A new message about a game from another server.
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
