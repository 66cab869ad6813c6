//! The operator's log: one line per request and error, as text or JSON. Keys, tokens, cookies, bodies and full
//! addresses never appear in it.

use crate::error::ApiError;
use crate::metrics::Metrics;
use axum::extract::{MatchedPath, Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::Response;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Instant;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::{SubscriberInitExt, TryInitError};

/// The format of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Form {
    /// For people.
    #[default]
    Text,
    /// For programs: one object per line.
    Json,
}

/// The log levels: one (`error`, `warn`, `info`, `debug`, `trace`, `off`), or levels for parts of the program,
/// such as `warn,server=info`.
#[derive(Clone, Debug)]
pub struct LogFilter(Targets);

impl FromStr for LogFilter {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let targets: Targets = text.parse().map_err(|_| {
            format!("{text:?} is not a log level: error, warn, info, debug, trace, off, or server=info,…")
        })?;
        // One would reveal parts of malformed bodies, the other the password of the bus.
        let targets = targets.with_target("axum", LevelFilter::OFF);
        Ok(Self(targets.with_target("async_nats", LevelFilter::OFF)))
    }
}

impl Default for LogFilter {
    /// Only what needs attention.
    fn default() -> Self {
        Self(Targets::new().with_default(LevelFilter::WARN))
    }
}

/// Starts logging; can be called once per process.
pub fn start<W>(form: Form, LogFilter(filter): LogFilter, writer: W) -> Result<(), TryInitError>
where
    W: for<'a> MakeWriter<'a> + Send + Sync + 'static,
{
    let lines = tracing_subscriber::fmt::layer().with_writer(writer).with_ansi(false);
    let all = tracing_subscriber::registry().with(filter);
    match form {
        Form::Text => all.with(lines).try_init(),
        Form::Json => all.with(lines.json().flatten_event(true)).try_init(),
    }
}

/// Counts, times and logs every request.
pub async fn watch(State(metrics): State<Arc<Metrics>>, request: Request, next: Next) -> Response {
    let start = Instant::now();
    let method = known(request.method());
    let matched = request.extensions().get::<MatchedPath>().cloned();
    let response = next.run(request).await;
    let route = matched.as_ref().map_or("none", MatchedPath::as_str);
    let (status, time) = (response.status(), start.elapsed());
    let error = response.extensions().get::<ApiError>();
    metrics.answered(method, route, status, time);
    if let Some(error) = error {
        metrics.refused(error.code());
    }
    let (status, milliseconds) = (status.as_u16(), time.as_secs_f64() * 1_000.0);
    match error {
        Some(error) if status >= 500 => {
            tracing::error!(method, route, status, milliseconds, failure = %error, "request failed");
        }
        _ => tracing::info!(method, route, status, milliseconds, "request"),
    }
    response
}

/// A method's name, for the metrics. Clients can invent any number of methods, so others are not told apart.
fn known(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::DELETE => "DELETE",
        Method::PATCH => "PATCH",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}
