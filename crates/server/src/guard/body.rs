//! Request bodies: received completely, in time and within the size limit, before a handler sees them.

use super::memory::Share;
use super::settings::Times;
use crate::error::ApiError;
use axum::body::{Body, BodyDataStream, HttpBody};
use futures_util::future::ready;
use futures_util::{StreamExt, stream};
use std::io;
use std::time::Duration;
use tokio::time::{Instant, sleep, timeout, timeout_at};

/// The maximum size of a request body.
pub const LARGEST: usize = 1 << 20;
/// The time limit of a file upload.
pub const LONGEST_FILE: Duration = Duration::from_secs(10 * 60);
/// The minimum average rate of a file upload, in bytes per second.
const SLOWEST_FILE: u32 = 64 << 10;
/// The minimum average rate of a request body, in bytes per second.
const SLOWEST: u32 = 4 << 10;

/// Receives a whole body within its share of the memory.
pub async fn whole(body: Body, times: &Times, mut share: Share) -> Result<(Body, Share), ApiError> {
    let size = body.size_hint();
    if size.exact() == Some(0) {
        return Ok((Body::empty(), share));
    }
    let mut parts = body.into_data_stream();
    let read = match size.lower() > LARGEST as u64 {
        true => Err(ApiError::TooLarge),
        false => read(&mut parts, size.exact(), times, &mut share).await,
    };
    match read {
        Ok(bytes) => Ok((Body::from(bytes), share)),
        Err(error) => {
            drop(share);
            if matches!(error, ApiError::TooLarge | ApiError::TooMany { .. } | ApiError::Full) {
                swallow(parts, times.body).await;
            }
            Err(error)
        }
    }
}

/// Returns a body as a stream, for handlers that buffer no more of it than an ordinary body may have; that much memory
/// is reserved.
pub fn in_parts(body: Body, times: &Times, mut share: Share) -> Result<(Body, Share), ApiError> {
    share.grow_to(LARGEST)?;
    let (start, stall) = (Instant::now(), times.stall);
    let parts = stream::unfold((body.into_data_stream(), 0), move |(mut parts, came)| async move {
        let patience = stall + Duration::from_secs(came) / SLOWEST_FILE;
        let part = match timeout_at(start + patience.min(LONGEST_FILE), parts.next()).await {
            Ok(part) => part?.map_err(io::Error::other),
            Err(_) => Err(io::ErrorKind::TimedOut.into()),
        };
        let came = came + part.as_ref().map_or(0, |part| part.len() as u64);
        Some((part, (parts, came)))
    });
    // An error ends the stream.
    let mut failed = false;
    let parts = parts.take_while(move |part| {
        let goes_on = !failed;
        failed |= part.is_err();
        ready(goes_on)
    });
    Ok((Body::from_stream(parts), share))
}

/// Reads all parts. If the length is announced, all of it is reserved before reading: what would be refused midway is
/// refused at once, and the buffer never has to grow.
async fn read(
    parts: &mut BodyDataStream,
    announced: Option<u64>,
    times: &Times,
    share: &mut Share,
) -> Result<Vec<u8>, ApiError> {
    let start = Instant::now();
    let announced = announced.map_or(0, |size| size.try_into().unwrap_or(usize::MAX));
    share.grow_to(announced)?;
    let mut bytes = Vec::with_capacity(announced);
    loop {
        let part = match timeout_at(start + patience(bytes.len(), times), parts.next()).await {
            Ok(Some(part)) => part.map_err(|_| broken())?,
            Ok(None) => return Ok(bytes),
            Err(_) => return Err(ApiError::TooSlow),
        };
        if bytes.len() + part.len() > LARGEST {
            return Err(ApiError::TooLarge);
        }
        bytes.reserve(part.len());
        share.grow_to(bytes.capacity())?;
        bytes.extend_from_slice(&part);
    }
}

/// Returns how long a body may take until this many bytes have arrived.
fn patience(bytes: usize, times: &Times) -> Duration {
    let steady = Duration::from_secs(bytes as u64) / SLOWEST;
    times.body.min(times.stall + steady)
}

/// Drains a refused body, since many clients read the response only after sending everything. It does so slowly, which
/// slows down only the client that keeps sending refused bodies.
async fn swallow(mut parts: BodyDataStream, time: Duration) {
    const MOST: usize = 4 * LARGEST;
    const PAUSE: Duration = Duration::from_millis(500);
    const BETWEEN: Duration = Duration::from_millis(100);
    let mut left = MOST;
    let reading = async {
        while let Ok(Some(Ok(part))) = timeout(PAUSE, parts.next()).await {
            left = left.saturating_sub(part.len());
            if left == 0 {
                return;
            }
            drop(part);
            sleep(BETWEEN).await;
        }
    };
    let _ = timeout(time, reading).await;
}

fn broken() -> ApiError {
    ApiError::Malformed("the body broke off".to_owned())
}

#[cfg(test)]
mod tests {
    use super::super::memory::Memory;
    use super::*;
    use axum::body::Bytes;
    use futures_util::poll;
    use hyper::body::{Frame, SizeHint};
    use std::convert::Infallible;
    use std::net::{IpAddr, Ipv4Addr};
    use std::pin::{Pin, pin};
    use std::task::{Context, Poll};

    /// A body that announces a length and sends nothing.
    struct Announced(u64);

    impl HttpBody for Announced {
        type Data = Bytes;
        type Error = Infallible;

        fn poll_frame(
            self: Pin<&mut Self>,
            _: &mut Context<'_>,
        ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
            Poll::Pending
        }

        fn size_hint(&self) -> SizeHint {
            SizeHint::with_exact(self.0)
        }
    }

    /// Issue 15.14: bodies held open.
    #[tokio::test]
    async fn what_is_announced_is_taken_of_the_memory_at_once() {
        let (memory, times) = (Memory::new(usize::MAX), Times::default());
        let share = || memory.share(IpAddr::V4(Ipv4Addr::LOCALHOST), LARGEST);
        let mut held = pin!(whole(Body::new(Announced(LARGEST as u64)), &times, share()));
        assert!(poll!(&mut held).is_pending());
        assert!(matches!(share().grow_to(LARGEST / 2), Err(ApiError::TooMany { .. })));
    }

    /// Issue 15.14: a body must arrive at a steady pace after an initial grace period.
    #[test]
    fn patience_grows_with_what_came() {
        let times = Times::default();
        let seconds = |bytes| patience(bytes, &times).as_secs();
        assert_eq!([0, 4 << 10, 40 << 10, LARGEST].map(seconds), [5, 6, 15, 30]);
    }
}
