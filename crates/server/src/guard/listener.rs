//! Accepts connections up to a limit; each must send its request in time.

use super::client_stream::ClientStream;
use super::connection_counter::ConnectionSlot;
use super::{Guard, Times};
use crate::error::ApiError;
use crate::locks::lock;
use axum::Router;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::timeout;
use wire::ErrorBody;

/// The maximum size of a request's head: request line and headers.
const LARGEST_HEAD: usize = 32 << 10;
/// How long to wait when the system is out of file descriptors.
const EXHAUSTED: Duration = Duration::from_millis(100);
/// How long open requests may take at shutdown.
const PARTING: Duration = Duration::from_secs(10);
/// How many rejected connections get an answer at the same time; others are just closed.
const EXCUSES: usize = 64;

/// A connection to a client.
pub struct Connection {
    /// The remote address, which may be a proxy's.
    pub peer: IpAddr,
    /// The slots held until the connection is closed.
    places: Mutex<Vec<ConnectionSlot>>,
    _permit: OwnedSemaphorePermit,
}

impl Connection {
    /// Holds a slot for as long as the connection is open.
    pub fn keep(&self, place: ConnectionSlot) {
        lock(&self.places).push(place);
    }
}

/// The limit on connections.
pub struct ConnectionLimit {
    most: u32,
    free: Arc<Semaphore>,
    excuses: Arc<Semaphore>,
}

impl ConnectionLimit {
    /// Creates a limit.
    pub fn new(most: u32) -> Self {
        let room = |most| Arc::new(Semaphore::new(most));
        Self { most, free: room(most as usize), excuses: room(EXCUSES) }
    }

    /// The number of open connections.
    pub fn connections(&self) -> usize {
        (self.most as usize).saturating_sub(self.free.available_permits())
    }

    /// Admits a connection, or says why not.
    fn enter(&self, guard: &Guard, peer: IpAddr) -> Result<Connection, ApiError> {
        let permit = Arc::clone(&self.free).try_acquire_owned().map_err(|_| ApiError::Full)?;
        let places = guard.place_for_connection(peer)?.into_iter().collect();
        Ok(Connection { peer, places: Mutex::new(places), _permit: permit })
    }

    /// Tells a client why it was not admitted.
    fn excuse(&self, stream: TcpStream, why: ApiError) {
        if let Ok(permit) = Arc::clone(&self.excuses).try_acquire_owned() {
            tokio::spawn(async move {
                let _permit = permit;
                let _ = timeout(Duration::from_secs(2), tell(stream, &why)).await;
            });
        }
    }
}

async fn tell(mut stream: TcpStream, why: &ApiError) -> std::io::Result<()> {
    let status = why.status();
    let body = serde_json::to_string(&ErrorBody { error: why.view() })?;
    let answer = format!(
        "HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\
         Retry-After: 5\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
    // Closing before the request was read would discard the response.
    let mut asked = [0; 4_096];
    let _ = stream.read(&mut asked).await?;
    stream.write_all(answer.as_bytes()).await?;
    stream.shutdown().await?;
    while stream.read(&mut asked).await? > 0 {}
    Ok(())
}

/// Serves until `stop` completes, then lets open requests finish.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    guard: Arc<Guard>,
    stop: impl Future<Output = ()>,
) {
    let (closing, closed) = watch::channel(false);
    let mut stop = std::pin::pin!(stop);
    let door = &guard.door;
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                tracing::warn!(%error, "no connection can be taken");
                tokio::time::sleep(EXHAUSTED).await;
                continue;
            }
        };
        let entering = AssertUnwindSafe(|| door.enter(&guard, peer.ip()));
        // A panic over one connection must not stop the server from accepting others.
        let Ok(entered) = catch_unwind(entering) else { continue };
        match entered {
            Ok(connection) => {
                let times = guard.settings.times;
                tokio::spawn(attend(stream, connection, router.clone(), times, closed.clone()));
            }
            Err(why) => door.excuse(stream, why),
        }
    }
    drop(listener);
    let _ = closing.send(true);
    let _ = timeout(PARTING, door.free.acquire_many(door.most)).await;
}

async fn attend(
    stream: TcpStream,
    connection: Connection,
    router: Router,
    times: Times,
    mut closed: watch::Receiver<bool>,
) {
    // Moves are small and must not be delayed.
    let _ = stream.set_nodelay(true);
    let connection = Arc::new(connection);
    let line = ClientStream::new(stream, times.reading, Arc::clone(&connection));
    let routes = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(Arc::clone(&connection));
        routes.call(request)
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(times.head).max_buf_size(LARGEST_HEAD);
    let talk = http.serve_connection(TokioIo::new(line), service).with_upgrades();
    let mut talk = std::pin::pin!(talk);
    // Errors of a connection are left to the client.
    tokio::select! {
        _ = &mut talk => {}
        _ = closed.changed() => {
            talk.as_mut().graceful_shutdown();
            let _ = talk.await;
        }
    }
}
