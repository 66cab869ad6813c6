//! Two honest visitors who do what the attackers abuse: they sign in, import a game, meet in the lobby, view a position
//! and agree on a rematch. None of that may be refused.

use crate::address::{Address, Servers};
use crate::api_client::{ApiClient, ApiClientError};
use crate::client::Shared;
use crate::counters::{AtomicCounter, LoadCounters};
use crate::message::{self, Heard};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::net::Ipv4Addr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, client_async};
use wire::{Credentials, Guest, HostColor, Order};

/// The addresses of the two, which differ from those of the players, so that their limits are their own.
const ADDRESSES: [Ipv4Addr; 2] = [Ipv4Addr::new(127, 0, 2, 101), Ipv4Addr::new(127, 0, 2, 102)];
/// The pause between rounds: two games per round is what one address may create indefinitely.
const PAUSE: Duration = Duration::from_secs(2);
/// Timeouts for a WebSocket, and for a game to appear in the lobby.
const PATIENCE: Duration = Duration::from_secs(30);
/// How often the lobby is polled.
const LOOK: Duration = Duration::from_millis(100);

/// The two visitors.
pub struct Visitors {
    /// The one who waits in the lobby.
    host: Person,
    guest: Person,
    /// The guest's account.
    credentials: Credentials,
    rounds: AtomicCounter,
    errands: AtomicCounter,
    slowest: Mutex<(Duration, &'static str)>,
}

struct Person {
    address: Address,
    api: ApiClient,
}

/// What the visitors did.
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
pub struct Visits {
    /// Completed errands.
    pub errands: u64,
    /// The slowest errand.
    pub slowest: &'static str,
    /// Its duration, in milliseconds.
    pub milliseconds: f64,
}

impl Visitors {
    /// Connects the two; one of them creates an account.
    pub async fn enter(target: &Address) -> Arc<Self> {
        let [host, guest] = ADDRESSES.map(|own| {
            let address = target.from(&[own]);
            Person { api: ApiClient::new(Arc::new(Servers::of(address.clone()))), address }
        });
        let name = format!("visitor{:08x}", fastrand::u32(..));
        let password = format!("{:032x}", fastrand::u128(..));
        let credentials = Credentials {
            name: name.try_into().expect("short enough"),
            password: password.try_into().expect("short enough"),
        };
        // If this fails, signing in fails too, and that is counted.
        let _ = guest.api.post("/api/account", &credentials, "").await;
        Arc::new(Self {
            host,
            guest,
            credentials,
            rounds: AtomicCounter::default(),
            errands: AtomicCounter::default(),
            slowest: Mutex::new((Duration::ZERO, "")),
        })
    }

    /// Makes rounds until the load ends.
    pub fn begin(self: &Arc<Self>, shared: &Arc<Shared>, tasks: &mut JoinSet<()>) {
        let (visitors, shared) = (Arc::clone(self), Arc::clone(shared));
        tasks.spawn(async move {
            loop {
                visitors.round(&shared.tally).await;
                visitors.rounds.up();
                tokio::time::sleep(PAUSE).await;
            }
        });
    }

    /// Whether they have made full rounds, and not only at the start of the attack.
    pub fn have_been_around(&self) -> bool {
        self.rounds.get() > 1
    }

    /// What they did.
    pub fn visits(&self) -> Visits {
        let (time, slowest) = *self.slowest.lock().unwrap_or_else(PoisonError::into_inner);
        Visits { errands: self.errands.get(), slowest, milliseconds: time.as_secs_f64() * 1e3 }
    }

    /// Runs all errands; refusals are counted.
    async fn round(&self, tally: &LoadCounters) {
        let guest = &self.guest.api;
        let text = json!({ "text": "1. 11-15 23-19 2. 8-11 *" });
        self.errand(tally, "home page", guest.get("/")).await;
        let sign_in = guest.post("/api/account/sign-in", &self.credentials, "");
        self.errand(tally, "sign in", sign_in).await;
        self.errand(tally, "import", guest.post("/api/import", &text, "")).await;
        self.meet(tally).await;
    }

    /// The two meet in the lobby, play a very short game and agree on a rematch.
    async fn meet(&self, tally: &LoadCounters) -> Option<()> {
        let (host, guest) = (&self.host.api, &self.guest.api);
        let seek = Order {
            clock: Some("7m+1s".parse().expect("short enough")),
            color: Some(HostColor::White),
            ..Order::new("american".parse().expect("short enough"))
        };
        let made = self.errand(tally, "seek", host.sit_down("/api/seeks", &seek)).await?;
        let (id, white) = (made.id, made.key);
        let _there = self.errand(tally, "socket", self.host.sit_down(&id, &white)).await?;
        self.errand(tally, "lobby", shown(guest, &id)).await?;
        let game = format!("/api/games/{id}");
        let (join, events) = (format!("{game}/join"), format!("{game}/events"));
        let nameless = Guest::default();
        let black = self.errand(tally, "join", guest.sit_down(&join, &nameless)).await?.key;
        self.errand(tally, "game", guest.get(&game)).await?;
        let resign = json!({ "side": "black", "what": "resign" });
        self.errand(tally, "resign", guest.post(&events, &resign, &black)).await?;
        let offer = json!({ "side": "black", "what": "offer", "value": "rematch" });
        self.errand(tally, "offer a rematch", guest.post(&events, &offer, &black)).await?;
        let accept = json!({ "side": "white", "what": "accept", "value": "rematch" });
        self.errand(tally, "accept a rematch", host.post(&events, &accept, &white)).await?;
        Some(())
    }

    async fn errand<T>(
        &self,
        tally: &LoadCounters,
        what: &'static str,
        errand: impl Future<Output = Result<T, ApiClientError>>,
    ) -> Option<T> {
        let start = Instant::now();
        let done = errand.await;
        let mut slowest = self.slowest.lock().unwrap_or_else(PoisonError::into_inner);
        *slowest = (*slowest).max((start.elapsed(), what));
        drop(slowest);
        self.errands.up();
        match &done {
            Ok(_) => {}
            Err(ApiClientError::Refused { status, message }) => {
                tally.refused(&format!("{what} {status}"), message);
            }
            Err(ApiClientError::Unreached(message)) => tally.refused(what, message),
        }
        done.ok()
    }
}

fn unreached(error: impl std::fmt::Display) -> ApiClientError {
    ApiClientError::Unreached(error.to_string())
}

impl Person {
    /// Follows a game as one of its players, who counts as present while the socket is open.
    async fn sit_down(
        &self,
        id: &str,
        key: &str,
    ) -> Result<WebSocketStream<TcpStream>, ApiClientError> {
        let sit = async {
            let stream = self.address.connect().await.map_err(unreached)?;
            let url = format!("ws://{}/ws/games/{id}", self.address.authority());
            let (mut socket, _) = client_async(url, stream).await.map_err(unreached)?;
            socket.send(Message::text(message::hello(key, None))).await.map_err(unreached)?;
            while let Some(message) = socket.next().await {
                let Message::Text(text) = message.map_err(unreached)? else { continue };
                let heard = Heard::read(&text, true).map_err(unreached)?;
                if matches!(heard, Heard::Welcome { .. }) {
                    return Ok(socket);
                }
            }
            Err(unreached("the socket was closed"))
        };
        timeout(PATIENCE, sit).await.map_err(unreached)?
    }
}

/// Waits until a game appears in the lobby.
async fn shown(api: &ApiClient, id: &str) -> Result<(), ApiClientError> {
    let start = Instant::now();
    while start.elapsed() < PATIENCE {
        let open: Value = serde_json::from_str(&api.get("/api/seeks").await?).map_err(unreached)?;
        if open.as_array().is_some_and(|open| open.iter().any(|game| game["id"] == id)) {
            return Ok(());
        }
        tokio::time::sleep(LOOK).await;
    }
    Err(unreached("a game whose host waits is not shown in the lobby"))
}
