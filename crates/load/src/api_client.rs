//! Requests over HTTP, on reused connections.

use crate::address::Servers;
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Bytes;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::{Method, Request, header};
use hyper_util::rt::TokioIo;
use serde::Serialize;
use serde_json::Value;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::timeout;
use wire::CreatedView;

/// The timeout for a response: a server under load responds late rather than never.
const PATIENCE: Duration = Duration::from_secs(30);
/// The maximum size of a response.
const LARGEST: usize = 16 << 20;

type Connection = SendRequest<Full<Bytes>>;

/// A client of the servers, which are used by turns.
pub struct ApiClient {
    servers: Arc<Servers>,
    /// Idle connections, with the indices of their servers.
    idle: Mutex<Vec<(usize, Connection)>>,
}

/// A request.
pub struct Question<'a> {
    /// The HTTP method.
    pub method: Method,
    /// The path.
    pub path: &'a str,
    /// The content type.
    pub kind: &'a str,
    /// The body.
    pub body: Bytes,
    /// A seat's key; empty for none.
    pub key: &'a str,
}

/// The content type of most bodies.
const JSON: &str = "application/json";

/// Why a request failed.
#[derive(Debug, thiserror::Error)]
pub enum ApiClientError {
    /// The server could not be reached, or closed the connection.
    #[error("no answer: {0}")]
    Unreached(String),
    /// The server returned an error.
    #[error("{status}: {message}")]
    Refused {
        /// The status.
        status: u16,
        /// The server's message.
        message: String,
    },
}

fn unreached(error: impl std::fmt::Display) -> ApiClientError {
    ApiClientError::Unreached(error.to_string())
}

impl ApiClient {
    pub fn new(servers: Arc<Servers>) -> Self {
        Self { servers, idle: Mutex::default() }
    }

    /// Whether the next response may come from another server.
    pub fn has_several_servers(&self) -> bool {
        self.servers.count() > 1
    }

    /// Gets a path as text.
    pub async fn get(&self, path: &str) -> Result<String, ApiClientError> {
        self.get_as(path, "").await
    }

    /// The same, with a key.
    pub async fn get_as(&self, path: &str, key: &str) -> Result<String, ApiClientError> {
        let body = Bytes::new();
        self.ask(Question { method: Method::GET, path, kind: JSON, body, key }).await
    }

    /// Posts a request.
    pub async fn post(
        &self,
        path: &str,
        body: &impl Serialize,
        key: &str,
    ) -> Result<Value, ApiClientError> {
        let answer = self.send(path, body, key).await?;
        serde_json::from_str(&answer).map_err(unreached)
    }

    /// Creates or joins a game.
    pub async fn sit_down(
        &self,
        path: &str,
        body: &impl Serialize,
    ) -> Result<CreatedView, ApiClientError> {
        serde_json::from_str(&self.send(path, body, "").await?).map_err(unreached)
    }

    async fn send(
        &self,
        path: &str,
        body: &impl Serialize,
        key: &str,
    ) -> Result<String, ApiClientError> {
        let body = serde_json::to_string(body).expect("requests are plain data").into();
        self.ask(Question { method: Method::POST, path, kind: JSON, body, key }).await
    }

    /// Sends a request to the next server, or the one after that which can be reached.
    pub async fn ask(&self, question: Question<'_>) -> Result<String, ApiClientError> {
        let first = self.servers.turn();
        let mut silent = None;
        for place in first..first + self.servers.count() {
            match self.connection(place).await {
                Ok(connection) => {
                    let request = self.request(place, question)?;
                    let answer = timeout(PATIENCE, self.exchange(place, connection, request));
                    return answer.await.map_err(unreached)?;
                }
                Err(error) => silent = Some(error),
            }
        }
        Err(silent.unwrap_or_else(|| unreached("there is no server")))
    }

    fn request(
        &self,
        place: usize,
        question: Question<'_>,
    ) -> Result<Request<Full<Bytes>>, ApiClientError> {
        let Question { method, path, kind, body, key } = question;
        let mut request = Request::builder()
            .method(method)
            .uri(path)
            .header(header::HOST, self.servers.at(place).authority())
            .header(header::CONTENT_TYPE, kind);
        if !key.is_empty() {
            request = request.header(header::AUTHORIZATION, format!("Bearer {key}"));
        }
        request.body(Full::from(body)).map_err(unreached)
    }

    async fn exchange(
        &self,
        place: usize,
        mut connection: Connection,
        request: Request<Full<Bytes>>,
    ) -> Result<String, ApiClientError> {
        let answer = connection.send_request(request).await.map_err(unreached)?;
        let status = answer.status();
        let body = Limited::new(answer.into_body(), LARGEST).collect().await.map_err(unreached)?;
        self.idle().push((place % self.servers.count(), connection));
        let text = String::from_utf8_lossy(&body.to_bytes()).into_owned();
        if status.is_success() {
            return Ok(text);
        }
        let answer: Value = serde_json::from_str(&text).unwrap_or_default();
        let message = answer["error"]["message"].as_str().unwrap_or(&text).to_owned();
        Err(ApiClientError::Refused { status: status.as_u16(), message })
    }

    fn idle(&self) -> MutexGuard<'_, Vec<(usize, Connection)>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// An idle connection to a server that is still open.
    fn take_idle(&self, place: usize) -> Option<Connection> {
        let mut idle = self.idle();
        let found = idle.iter().rposition(|(of, _)| *of == place % self.servers.count())?;
        Some(idle.swap_remove(found).1)
    }

    /// Returns an idle connection, or a new one.
    async fn connection(&self, place: usize) -> Result<Connection, ApiClientError> {
        while let Some(mut connection) = self.take_idle(place) {
            if connection.ready().await.is_ok() {
                return Ok(connection);
            }
        }
        let stream = self.servers.at(place).connect().await.map_err(unreached)?;
        let (connection, driver) = handshake(TokioIo::new(stream)).await.map_err(unreached)?;
        // It ends with the connection.
        tokio::spawn(driver);
        Ok(connection)
    }
}
