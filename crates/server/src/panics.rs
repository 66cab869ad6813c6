//! Panics are bugs. Each is counted and logged; the affected client gets an error, and everything else keeps running.

use crate::error::ApiError;
use crate::pages::{Visitor, as_page, is_page};
use axum::extract::Request;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;
use prometheus_client::metrics::counter::Counter;
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::{LazyLock, Once};
use std::time::Duration;
use tokio::task::JoinHandle;

/// How long to wait before a panicked task is restarted.
const PAUSE: Duration = Duration::from_secs(1);

static COUNT: LazyLock<Counter> = LazyLock::new(Counter::default);

/// The number of panics in this process.
pub fn count() -> Counter {
    COUNT.clone()
}

/// Counts and logs every panic of this process from now on.
pub fn watch() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            note(info);
            before(info);
        }));
    });
}

fn note(info: &PanicHookInfo<'_>) {
    COUNT.inc();
    let place = info.location().map_or_else(String::new, ToString::to_string);
    // Formatted messages may contain what players typed, or their keys.
    let message = info.payload().downcast_ref::<&'static str>().copied().unwrap_or_default();
    tracing::error!(place, message, "panic");
}

/// Runs a future; `None` if it panics.
pub async fn caught<T>(work: impl Future<Output = T>) -> Option<T> {
    AssertUnwindSafe(work).catch_unwind().await.ok()
}

/// Waits for a task and propagates its panic.
pub async fn joined<T>(task: JoinHandle<T>) -> Result<T, ApiError> {
    task.await.map_err(|error| match error.try_into_panic() {
        Ok(payload) => panic::resume_unwind(payload),
        Err(error) => ApiError::Broken(error.to_string()),
    })
}

/// Runs a future, restarting it after a panic until it completes.
pub async fn supervise<W: Future<Output = ()>>(mut work: impl FnMut() -> W) {
    while caught(work()).await.is_none() {
        tokio::time::sleep(PAUSE).await;
    }
}

/// Answers a request whose handler panics: with a page for people, JSON for programs.
pub async fn catch(request: Request, next: Next) -> Response {
    let visitor = is_page(request.uri()).then(|| Visitor::of(request.headers(), request.uri()));
    if let Some(answer) = caught(next.run(request)).await {
        return answer;
    }
    let answer = ApiError::Broken("the server's log says where".to_owned()).into_response();
    match visitor {
        Some(visitor) => as_page(&visitor, answer),
        None => answer,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    #[tokio::test]
    async fn work_begins_again_after_a_panic() {
        let tries = Cell::new(0);
        supervise(|| {
            tries.set(tries.get() + 1);
            async { assert!(tries.get() == 2, "provoked") }
        })
        .await;
        assert_eq!(tries.get(), 2);
    }

    #[tokio::test]
    async fn a_panic_reaches_whoever_waits() {
        assert!(joined(tokio::spawn(async { 7 })).await.is_ok_and(|seven| seven == 7));
        let failing = tokio::spawn(async { panic!("provoked") });
        assert!(caught(joined::<()>(failing)).await.is_none());
    }
}
