//! Health checks: liveness, readiness, and metrics.

use crate::api::Bearer;
use crate::error::ApiError;
use crate::locks::lock;
use crate::metrics::{Now, OPENMETRICS};
use crate::server::App;
use crate::store::StoreError;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Router, routing};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// How old the last write may be; there is one every second.
const STALE: Duration = Duration::from_secs(5);

/// The result of the last write to the store.
#[derive(Default)]
pub struct StoreHealth(Mutex<Option<(Instant, Option<StoreError>)>>);

impl StoreHealth {
    /// Records the result of a write.
    pub fn felt(&self, error: Option<&StoreError>) {
        let mut last = lock(&self.0);
        *last = Some((Instant::now(), error.cloned()));
    }

    /// Whether a move could be stored now; if not, why.
    pub fn check(&self, now: Instant) -> Result<(), String> {
        let last = lock(&self.0);
        match &*last {
            None => Err("nothing has been written yet".to_owned()),
            Some((_, Some(error))) => Err(error.to_string()),
            Some((at, None)) => match now.saturating_duration_since(*at) {
                age if age > STALE => {
                    Err(format!("nothing could be written for {} s", age.as_secs()))
                }
                _ => Ok(()),
            },
        }
    }
}

/// The routes for operators and monitoring.
pub fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/healthz", routing::get(|| async { "alive\n" }))
        .route("/readyz", routing::get(ready))
        .route("/metrics", routing::get(metrics))
}

/// `GET /readyz`: whether a move could be stored now, with notices about misconfiguration.
async fn ready(State(app): State<Arc<App>>) -> Response {
    let (status, mut said) = match app.supervisor.check() {
        Ok(()) => (StatusCode::OK, "ready\n".to_owned()),
        Err(why) => (StatusCode::SERVICE_UNAVAILABLE, format!("{why}\n")),
    };
    app.guard.notices().for_each(|notice| said += &format!("notice: {}\n", notice.text()));
    (status, said).into_response()
}

/// `GET /metrics`: metrics for the operator.
async fn metrics(State(app): State<Arc<App>>, Bearer(shown): Bearer) -> Result<Response, ApiError> {
    if !app.guard.is_operator(&shown) {
        return Err(ApiError::NotOperator);
    }
    let now = Now {
        connections: app.guard.connections(),
        sockets: app.guard.sockets(),
        live_games: app.supervisor.games.all_live().len(),
    };
    Ok(([(header::CONTENT_TYPE, OPENMETRICS)], app.metrics.text(now)).into_response())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pulse() {
        let pulse = StoreHealth::default();
        let now = Instant::now();
        assert!(pulse.check(now).is_err());
        pulse.felt(None);
        assert_eq!(pulse.check(Instant::now()), Ok(()));
        let later = Instant::now() + Duration::from_secs(8);
        assert_eq!(pulse.check(later), Err("nothing could be written for 8 s".to_owned()));
        pulse.felt(Some(&StoreError::Unavailable("disk full".to_owned())));
        assert!(pulse.check(Instant::now()).is_err_and(|why| why.contains("disk full")));
    }
}
