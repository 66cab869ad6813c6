//! Lines between clients and a server that are slow, and that go dead: the network as it is far from here.

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

/// How the network is.
#[derive(Clone, Copy, Debug, Default)]
pub struct Weather {
    /// What is said takes up to this time to arrive, each way; what is said first arrives first.
    pub delay: Option<Duration>,
    /// A line goes dead about once in this time: it stays open, and nothing arrives any more.
    pub mute: Option<Duration>,
}

impl Weather {
    /// Whether nothing goes wrong.
    pub fn is_fair(&self) -> bool {
        self.delay.is_none() && self.mute.is_none()
    }

    /// How many sockets there are at a time for each client: its own, both of its line, and those of lines that
    /// went dead and are still open.
    pub fn sockets(&self) -> u64 {
        let dead = self.mute.map_or(0.0, |mute| LINGER.as_secs_f64() / mute.as_secs_f64().max(0.1));
        if self.is_fair() { 1 } else { 3 + 2 * dead.ceil() as u64 }
    }
}

/// How long the server's end of a dead line stays open after its client has gone: longer than it waits.
const LINGER: Duration = Duration::from_secs(70);
/// How long to wait when no line can be taken.
const PAUSE: Duration = Duration::from_millis(50);
/// How much is read at a time.
const READ: usize = 4 << 10;
/// How much is under way on a line before its reader waits.
const UNDER_WAY: usize = 256;

/// A relay before a server, until it is dropped.
pub struct Relay {
    address: SocketAddr,
    /// Lines that went dead.
    pub dead: Arc<AtomicCounter>,
    _lines: JoinSet<()>,
}

impl Relay {
    /// Stands before a server.
    pub async fn before(server: &Address, weather: Weather) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let address = listener.local_addr()?;
        let dead = Arc::new(AtomicCounter::default());
        let mut lines = JoinSet::new();
        lines.spawn(serve(listener, server.clone(), weather, Arc::clone(&dead)));
        Ok(Self { address, dead, _lines: lines })
    }

    /// Where clients find it.
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
                // When no file can be opened, those there are go on.
                Err(_) => sleep(PAUSE).await,
            },
            Some(_) = lines.join_next() => {}
        }
    }
}

/// Which ways of a line go dead: to the server, to the client, or both.
const DEAD: [[bool; 2]; 3] = [[true, false], [false, true], [true, true]];

/// Carries what is said both ways until one side has gone.
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
    // That the client has gone is not heard either.
    if to_server.is_some_and(|dies| dies <= Instant::now()) {
        sleep(LINGER).await;
    }
}

/// Counts a line when it goes dead, and waits for ever.
async fn count(dies: Option<Instant>, dead: &AtomicCounter) {
    if let Some(dies) = dies {
        sleep_until(dies).await;
        dead.up();
    }
    std::future::pending().await
}

/// Carries what is said one way, in its order, until the line goes dead; then it is heard by nobody.
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
    // What was said before the end arrives.
    tokio::try_join!(listen, tell).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::time::timeout;

    /// A server that says again whatever is said to it, behind a relay; a line to it.
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
        // Of forty words each way the latest has waited for most of the time.
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
