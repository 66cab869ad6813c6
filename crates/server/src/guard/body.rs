//! Bodies: whole, in time and not too large, before anybody looks at them.

use crate::failure::Failure;
use axum::body::{Body, HttpBody, to_bytes};
use futures_util::StreamExt;
use http_body_util::LengthLimitError;
use std::time::Duration;
use tokio::time::timeout;

/// The largest body of a request.
pub const LARGEST: usize = 1 << 20;

/// The whole body of a request.
pub async fn whole(body: Body, time: Duration) -> Result<Body, Failure> {
    let size = body.size_hint();
    if size.exact() == Some(0) {
        return Ok(Body::empty());
    }
    if size.lower() > LARGEST as u64 {
        swallow(body, time).await;
        return Err(Failure::TooLarge);
    }
    match timeout(time, to_bytes(body, LARGEST)).await {
        Ok(Ok(bytes)) => Ok(Body::from(bytes)),
        Ok(Err(error)) => Err(broken(error)),
        Err(_) => Err(Failure::TooSlow),
    }
}

/// Reads on while something comes, since many clients look for the answer only when they have sent
/// everything.
async fn swallow(body: Body, time: Duration) {
    const MOST: usize = 4 * LARGEST;
    const PAUSE: Duration = Duration::from_millis(500);
    let mut left = MOST;
    let mut parts = body.into_data_stream();
    let reading = async {
        while let Ok(Some(Ok(part))) = timeout(PAUSE, parts.next()).await {
            left = left.saturating_sub(part.len());
            if left == 0 {
                return;
            }
        }
    };
    let _ = timeout(time, reading).await;
}

fn broken(error: axum::Error) -> Failure {
    if error.into_inner().is::<LengthLimitError>() {
        return Failure::TooLarge;
    }
    Failure::Malformed("the body broke off".to_owned())
}
