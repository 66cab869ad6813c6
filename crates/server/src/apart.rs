//! Work that takes a while, apart from the threads that serve everybody.

use crate::failure::Failure;
use crate::panics::joined;
use std::sync::LazyLock;
use tokio::sync::Semaphore;

/// How many wait at the most; whoever comes later is told to come again.
const QUEUE: usize = 64;

/// As many at once as the machine has cores.
static FREE: LazyLock<Semaphore> =
    LazyLock::new(|| Semaphore::new(std::thread::available_parallelism().map_or(2, usize::from)));
static WAITING: Semaphore = Semaphore::const_new(QUEUE);

/// Does the work on a thread of its own. Its place is free again when it is done, also if whoever
/// asked has gone in the meantime.
pub async fn apart<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Failure> {
    let waiting = WAITING.try_acquire().map_err(|_| Failure::Busy)?;
    let free = FREE.acquire().await.map_err(|_| Failure::Busy)?;
    drop(waiting);
    let done = tokio::task::spawn_blocking(move || {
        let _free = free;
        work()
    });
    joined(done).await
}
