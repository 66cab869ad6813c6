//! A bus over NATS.

use super::{Bus, BusMessages};
use crate::panics::{caught, supervise};
use async_nats::connection::State;
use async_nats::{Client, ConnectOptions, Event};
use futures_util::StreamExt;
use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Weak};
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};

/// How many messages may wait while NATS is unreachable; more are dropped.
const QUEUE: usize = 4_096;
/// The interval between echo requests to NATS.
const ECHO: Duration = Duration::from_millis(50);
/// How long an echo may take: a stopped NATS server keeps its connections open but does not answer.
const LATE: Duration = Duration::from_millis(100);

/// A bus over NATS.
pub struct Nats {
    client: Client,
    /// Queued subjects and messages.
    messages: mpsc::Sender<(String, String)>,
    delivery: Arc<Delivery>,
}

/// Whether messages are delivered promptly and without gaps.
#[derive(Default)]
struct Delivery {
    is_prompt: AtomicBool,
    gaps: AtomicU64,
}

/// NATS cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("the message bus at {place} cannot be used: {error}")]
pub struct NatsError {
    place: String,
    error: async_nats::ConnectError,
}

impl Nats {
    /// Connects, and reconnects by itself from then on.
    pub async fn connect(url: &str) -> Result<Self, NatsError> {
        let delivery = Arc::<Delivery>::default();
        let counted = Arc::clone(&delivery);
        let options = ConnectOptions::new()
            .name("damier")
            .retry_on_initial_connect()
            .event_callback(move |event| note_gap(event, Arc::clone(&counted)));
        let failed = |error| NatsError { place: place(url), error };
        let client = options.connect(url).await.map_err(failed)?;
        let (messages, queue) = mpsc::channel(QUEUE);
        tokio::spawn(keep_publishing(client.clone(), queue));
        let (echoing, heard) = (client.clone(), Arc::downgrade(&delivery));
        tokio::spawn(supervise(move || keep_echoing(echoing.clone(), Weak::clone(&heard))));
        Ok(Self { client, messages, delivery })
    }
}

/// Returns the hosts of an address, without user names and passwords.
fn place(url: &str) -> String {
    let hosts = url.split(',').map(|one| one.rsplit_once('@').map_or(one, |(_, host)| host));
    hosts.collect::<Vec<_>>().join(",")
}

async fn keep_publishing(client: Client, mut queue: mpsc::Receiver<(String, String)>) {
    while caught(publish(&client, &mut queue)).await.is_none() {}
}

async fn publish(client: &Client, queue: &mut mpsc::Receiver<(String, String)>) {
    while let Some((subject, message)) = queue.recv().await {
        let _ = client.publish(subject, message.into()).await;
    }
}

/// Counts a gap: a disconnected or slow subscriber may have missed messages.
async fn note_gap(event: Event, delivery: Arc<Delivery>) {
    if matches!(event, Event::Connected | Event::SlowConsumer(_)) {
        delivery.note_gap();
    }
}

impl Delivery {
    fn note_gap(&self) {
        self.gaps.fetch_add(1, Ordering::Relaxed);
    }

    fn note_echo(&self, came: bool) {
        if !self.is_prompt.swap(came, Ordering::Relaxed) && came {
            self.note_gap();
        }
    }
}

/// Keeps sending messages to itself, to see whether they come back.
async fn keep_echoing(client: Client, delivery: Weak<Delivery>) {
    let subject = subject(&format!("echo.{}", client.new_inbox()));
    let Ok(mut echoes) = client.subscribe(subject.clone()).await else { return };
    for number in 0_u64.. {
        let number = number.to_string();
        let echo = async {
            client.publish(subject.clone(), number.clone().into()).await.ok()?;
            // Late echoes arrive before it.
            while echoes.next().await?.payload != number.as_bytes() {}
            Some(())
        };
        let came = matches!(timeout(LATE, echo).await, Ok(Some(())));
        let Some(delivery) = delivery.upgrade() else { return };
        delivery.note_echo(came);
        drop(delivery);
        sleep(ECHO).await;
    }
}

fn subject(game: &str) -> String {
    format!("damier.games.{game}")
}

impl Bus for Nats {
    fn tell(&self, game: &str, message: String) {
        // Dropped messages are found in the store.
        let _ = self.messages.try_send((subject(game), message));
    }

    fn follow(&self, game: &str) -> Pin<Box<dyn Future<Output = Option<BusMessages>> + Send + '_>> {
        let subject = subject(game);
        Box::pin(async move {
            let messages = self.client.subscribe(subject).await.ok()?;
            // The subscription is sent before we look into the store; events missed meanwhile are found there.
            self.client.flush().await.ok()?;
            let text = |message: async_nats::Message| async move {
                String::from_utf8(message.payload.into()).ok()
            };
            Some(messages.filter_map(text).boxed())
        })
    }

    fn is_up(&self) -> bool {
        self.client.connection_state() == State::Connected
            && self.delivery.is_prompt.load(Ordering::Relaxed)
    }

    fn gaps(&self) -> u64 {
        self.delivery.gaps.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_cannot_be_told_does_not_pile_up() {
        let nowhere = Nats::connect("nats://127.0.0.1:9").await.unwrap();
        for _ in 0..10 * QUEUE {
            nowhere.tell("game", "note".to_owned());
            tokio::task::yield_now().await;
        }
        let tasks = tokio::runtime::Handle::current().metrics().num_alive_tasks();
        assert!(tasks < 100, "{tasks} tasks wait");
        assert_eq!(nowhere.messages.capacity(), 0, "the queue is full, and was not waited for");
    }
}
