//! The server itself: its parts, its address, and how it stops.

use crate::failure::Failure;
use crate::house::House;
use crate::live::Games;
use crate::store::Store;
use crate::{api, pages, socket};
use axum::extract::DefaultBodyLimit;
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Redirect, Response};
use axum::{Router, extract::Request, routing};
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tower_http::compression::CompressionLayer;

/// The largest body of a request.
const LARGEST_BODY: usize = 1 << 20;

/// What all requests share.
pub struct App {
    /// The games, and what the server does in them.
    pub house: Arc<House>,
    /// Tells everybody that the server stops.
    stop: watch::Sender<bool>,
}

impl App {
    /// Changes when the server is to stop.
    pub fn stopping(&self) -> watch::Receiver<bool> {
        self.stop.subscribe()
    }
}

/// A server that has its address and is ready to run.
pub struct Server {
    listener: TcpListener,
    app: Arc<App>,
}

impl Server {
    /// Takes an address; port 0 is any free one.
    pub async fn bind(address: SocketAddr, store: Arc<dyn Store>) -> io::Result<Self> {
        let listener = TcpListener::bind(address).await?;
        let (stop, _) = watch::channel(false);
        Ok(Self {
            listener,
            app: Arc::new(App { house: Arc::new(House::new(Games::new(store))), stop }),
        })
    }

    /// The address it has.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until `stop` is done, then lets what is under way finish.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) -> io::Result<()> {
        let app = Arc::clone(&self.app);
        let stopped = async move {
            stop.await;
            let _ = app.stop.send(true);
        };
        axum::serve(self.listener, routes(self.app)).with_graceful_shutdown(stopped).await
    }
}

fn routes(app: Arc<App>) -> Router {
    let api = api::routes()
        .fallback(|| async { Failure::NoPage })
        .method_not_allowed_fallback(|| async { Failure::WrongMethod });
    Router::new()
        .merge(pages::routes())
        .nest("/api", api)
        .route("/api/", routing::get(|| async { Redirect::permanent("/api") }))
        .route("/ws/games/{id}", routing::get(socket::connect))
        .with_state(app)
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(CompressionLayer::new())
        .layer(middleware::from_fn(guarded))
}

/// Headers that every answer carries.
async fn guarded(request: Request, next: Next) -> Response {
    const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
        connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; \
        frame-ancestors 'none'";
    let mut response = next.run(request).await.into_response();
    let headers = response.headers_mut();
    let mut set = |name: HeaderName, value: &'static str| {
        headers.insert(name, HeaderValue::from_static(value));
    };
    set(header::CONTENT_SECURITY_POLICY, POLICY);
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(header::REFERRER_POLICY, "no-referrer");
    response
}
