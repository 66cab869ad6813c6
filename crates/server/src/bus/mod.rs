//! How servers of one store tell each other what happened, sooner than the store would. Nothing depends on
//! it: what a bus loses is found in the store.

mod local;
#[cfg(feature = "nats")]
mod nats;

pub use local::Local;
#[cfg(feature = "nats")]
pub use nats::{Nats, NatsError};

use crate::chat::Chat;
use crate::seats::Seats;
use futures_util::stream::BoxStream;
use serde::{Deserialize, Serialize};
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

/// What is told about one game, as it comes.
pub type Notes = BoxStream<'static, String>;

/// Carries notes about games between servers.
pub trait Bus: Send + Sync + 'static {
    /// Tells all who follow a game; never waits.
    fn tell(&self, game: &str, note: String);

    /// Follows a game; none if that is not possible now.
    fn follow(&self, game: &str) -> Pin<Box<dyn Future<Output = Option<Notes>> + Send + '_>>;

    /// Whether notes arrive now.
    fn is_up(&self) -> bool;

    /// Another number whenever notes may have been lost, though they arrive again.
    fn gaps(&self) -> u64 {
        0
    }
}

/// The bus at an address like `nats://host:4222`.
pub async fn at(address: &str) -> Result<Arc<dyn Bus>, BusError> {
    #[cfg(feature = "nats")]
    if address.starts_with("nats://") || address.starts_with("tls://") {
        return Ok(Arc::new(Nats::connect(address).await?));
    }
    Err(BusError::Unknown)
}

/// There is no such bus.
#[derive(Debug, thiserror::Error)]
pub enum BusError {
    /// The address is of no kind that is known.
    #[error("the address of the message bus must be like nats://host:4222")]
    Unknown,
    /// It cannot be used.
    #[cfg(feature = "nats")]
    #[error(transparent)]
    Nats(#[from] NatsError),
}

/// Something that one server tells the others.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Note {
    /// The server, by its run.
    pub from: String,
    /// What.
    #[serde(flatten)]
    pub what: Told,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "told", rename_all = "lowercase")]
pub(crate) enum Told {
    /// The game went on; this is stored.
    Event(Box<ToldEvent>),
    /// So many connections of White, of Black and of others are here.
    Present { here: [u32; 3] },
    /// A player said something.
    Chat(Chat),
    /// Who else is there?
    Who,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct ToldEvent {
    pub seq: u64,
    pub line: String,
    pub client: Option<String>,
    /// The seats, if they changed.
    pub seats: Option<Seats>,
    /// What viewers are told.
    pub news: String,
}

/// Where one server puts what the others should know.
#[derive(Clone)]
pub(crate) struct Outbox {
    bus: Arc<dyn Bus>,
    from: String,
}

impl Outbox {
    pub fn new(bus: Arc<dyn Bus>, from: String) -> Self {
        Self { bus, from }
    }

    pub fn tell(&self, game: &str, what: Told) {
        let note = Note { from: self.from.clone(), what };
        self.bus.tell(game, serde_json::to_string(&note).unwrap_or_default());
    }

    pub async fn follow(&self, game: &str) -> Option<Notes> {
        self.bus.follow(game).await
    }

    pub fn is_up(&self) -> bool {
        self.bus.is_up()
    }

    pub fn gaps(&self) -> u64 {
        self.bus.gaps()
    }

    /// A note from another server.
    pub fn read(&self, note: &str) -> Option<Note> {
        serde_json::from_str(note).ok().filter(|note: &Note| note.from != self.from)
    }
}
