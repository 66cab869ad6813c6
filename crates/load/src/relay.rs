//! Relays between clients and a server that simulate a slow and unreliable network.

use crate::address::Address;
use crate::counters::AtomicCounter;
use crate::faults::about;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until};

/// The state of the network.
#[derive(Clone, Copy, Debug, Default)]
pub struct Weather {
    /// The maximum delay of data, each way; the order is preserved.
    pub delay: Option<Duration>,
    /// The mean time until a connection goes dead: it stays open, but nothing arrives any more.
    pub mute: Option<Duration>,
}

impl Weather {
    /// Whether there are no faults.
    pub fn is_fair(&self) -> bool {
        self.delay.is_none() && self.mute.is_none()
    }

    /// The number of sockets per client: its own, both of its relay, and those of dead connections that are still open.
    pub fn sockets(&self) -> u64 {
        let dead = self.mute.map_or(0.0, |mute| LINGER.as_secs_f64() / mute.as_secs_f64().max(0.1));
        if self.is_fair() { 1 } else { 3 + 2 * dead.ceil() as u64 }
    }
}

/// How long the server's side of a dead connection stays open after its client has gone: longer than the server waits.
const LINGER: Duration = Duration::from_secs(70);
/// The pause after a failure to accept a connection.
const PAUSE: Duration = Duration::from_millis(50);
/// The read buffer.
const READ: usize = 4 << 10;
/// How many reads may be in transit before the reader waits.
const UNDER_WAY: usize = 256;

/// A relay in front of a server, until it is dropped.
pub struct Relay {
    address: SocketAddr,
    /// Dead connections.
    pub dead: Arc<AtomicCounter>,
    _lines: JoinSet<()>,
}

impl Relay {
    /// Starts a relay in front of a server.
    pub async fn before(server: &Address, weather: Weather) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let address = listener.local_addr()?;
        let dead = Arc::new(AtomicCounter::default());
        let mut lines = JoinSet::new();
        lines.spawn(serve(listener, server.clone(), weather, Arc::clone(&dead)));
        Ok(Self { address, dead, _lines: lines })
    }

    /// The address for clients.
    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

async fn serve(listener: TcpListener, server: Address, weather: Weather, dead: Arc<AtomicCounter>) {
    let mut lines = JoinSet::new();
    loop {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((client, _)) => drop(lines.spawn(line(client, server.clone(), weather, Arc::clone(&dead)))),
                // Without file descriptors, existing connections continue.
                Err(_) => sleep(PAUSE).await,
            },
            Some(_) = lines.join_next() => {}
        }
    }
}

/// Which directions of a connection go dead: to the server, to the client, or both.
const DEAD: [[bool; 2]; 3] = [[true, false], [false, true], [true, true]];

/// Relays both directions until one side disconnects.
async fn line(client: TcpStream, server: Address, weather: Weather, dead: Arc<AtomicCounter>) {
    let Ok(server) = server.connect().await else { return };
    let _ = client.set_nodelay(true);
    let mut chance = fastrand::Rng::new();
    let dies = weather.mute.map(|mute| Instant::now() + about(mute, &mut chance));
    let [to_server, to_client] =
        DEAD[chance.usize(..DEAD.len())].map(|dies_so| dies.filter(|_| dies_so));
    let (mut from_client, mut into_client) = client.into_split();
    let (mut from_server, mut into_server) = server.into_split();
    tokio::select! {
        _ = carry(&mut from_client, &mut into_server, weather.delay, to_server) => {}
        _ = carry(&mut from_server, &mut into_client, weather.delay, to_client) => {}
        () = count(dies, &dead) => {}
    }
    // The end of the client is not passed on either.
    if to_server.is_some_and(|dies| dies <= Instant::now()) {
        sleep(LINGER).await;
    }
}

/// Counts a connection when it goes dead, and waits for ever.
async fn count(dies: Option<Instant>, dead: &AtomicCounter) {
    if let Some(dies) = dies {
        sleep_until(dies).await;
        dead.up();
    }
    std::future::pending().await
}

/// Relays one direction in order until the connection goes dead.
async fn carry(
    from: &mut (impl AsyncRead + Unpin),
    to: &mut (impl AsyncWrite + Unpin),
    delay: Option<Duration>,
    dies: Option<Instant>,
) -> io::Result<()> {
    let (say, mut said) = mpsc::channel::<(Instant, Vec<u8>)>(UNDER_WAY);
    let listen = async move {
        let mut chance = fastrand::Rng::new();
        let mut last = Instant::now();
        loop {
            let mut words = vec![0; READ];
            let count = from.read(&mut words).await?;
            if count == 0 {
                return Ok::<(), io::Error>(());
            }
            words.truncate(count);
            let now = Instant::now();
            if dies.is_some_and(|dies| dies <= now) {
                continue;
            }
            last =
                last.max(now + delay.map_or(Duration::ZERO, |delay| delay.mul_f64(chance.f64())));
            if say.send((last, words)).await.is_err() {
                return Ok(());
            }
        }
    };
    let tell = async {
        while let Some((due, words)) = said.recv().await {
            sleep_until(due).await;
            to.write_all(&words).await?;
        }
        Ok(())
    };
    // Data sent before the end arrives.
    tokio::try_join!(listen, tell).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::time::timeout;

    /// An echo server behind a relay, with a connection to it.
    async fn echo(weather: Weather) -> (Relay, TcpStream) {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let (mut from, mut to) = client.into_split();
                tokio::spawn(async move { tokio::io::copy(&mut from, &mut to).await });
            }
        });
        let relay = Relay::before(&Address::find(&url).await.unwrap(), weather).await.unwrap();
        let line = TcpStream::connect(relay.address()).await.unwrap();
        (relay, line)
    }

    #[tokio::test]
    async fn what_is_delayed_arrives_late_in_its_order() {
        let delay = Some(Duration::from_millis(400));
        let (_relay, mut line) = echo(Weather { delay, mute: None }).await;
        let start = Instant::now();
        let words: Vec<u8> = (0..40).collect();
        for word in &words {
            line.write_all(&[*word]).await.unwrap();
            sleep(Duration::from_millis(5)).await;
        }
        let mut heard = vec![0; words.len()];
        line.read_exact(&mut heard).await.unwrap();
        assert_eq!(heard, words);
        // Among forty messages each way, the slowest takes most of the maximum delay.
        assert!(start.elapsed() > Duration::from_millis(400), "{:?}", start.elapsed());
    }

    #[tokio::test]
    async fn a_dead_line_stays_open_and_says_nothing() {
        let mute = Some(Duration::from_millis(1));
        let (relay, mut line) = echo(Weather { delay: None, mute }).await;
        let until_dead = async {
            while relay.dead.get() == 0 {
                sleep(Duration::from_millis(5)).await;
            }
        };
        timeout(Duration::from_secs(60), until_dead).await.unwrap();
        line.write_all(b"is anybody there").await.unwrap();
        let heard = timeout(Duration::from_millis(300), line.read(&mut [0; 64])).await;
        assert!(heard.is_err(), "{heard:?}");
    }
}
