//! Limits how many requests of an address are answered concurrently; the others wait for their turn.
//!
//! Without this, a client with hundreds of connections would take hundreds of places in the runtime's queue.

use crate::locks::lock;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use tokio::sync::{Semaphore, SemaphorePermit};

type Queues = Arc<Mutex<HashMap<IpAddr, Arc<Semaphore>>>>;

/// The queues of addresses with requests under way.
#[derive(Clone, Default)]
pub struct Turns(Queues);

/// A request that is queued or has its turn.
pub struct QueuedRequest {
    who: IpAddr,
    queue: Arc<Semaphore>,
    queues: Queues,
}

impl Turns {
    /// Queues a request; `most` of an address are answered concurrently.
    pub fn queue(&self, who: IpAddr, most: usize) -> QueuedRequest {
        let mut queues = lock(&self.0);
        let queue = queues.entry(who).or_insert_with(|| Arc::new(Semaphore::new(most)));
        QueuedRequest { who, queue: Arc::clone(queue), queues: Arc::clone(&self.0) }
    }
}

impl QueuedRequest {
    /// Waits for the turn, which lasts until the permit is dropped.
    pub async fn begin(&self) -> Option<SemaphorePermit<'_>> {
        self.queue.acquire().await.ok()
    }
}

impl Drop for QueuedRequest {
    fn drop(&mut self) {
        let mut queues = lock(&self.queues);
        // One reference here, one in the map.
        if Arc::strong_count(&self.queue) == 2 {
            queues.remove(&self.who);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::poll;
    use std::pin::pin;

    #[tokio::test]
    async fn turns_come_in_order_and_leave_nothing_behind() {
        let turns = Turns::default();
        let [one, other] = [1, 2].map(|last| IpAddr::from([192, 0, 2, last]));
        let queued: Vec<QueuedRequest> = (0..4).map(|_| turns.queue(one, 2)).collect();
        let first = queued[0].begin().await;
        let second = queued[1].begin().await;
        {
            let [mut third, mut fourth] = [pin!(queued[2].begin()), pin!(queued[3].begin())];
            assert!(poll!(&mut third).is_pending() && poll!(&mut fourth).is_pending());
            assert!(poll!(pin!(turns.queue(other, 2).begin())).is_ready());
            drop(first);
            assert!(poll!(&mut fourth).is_pending(), "the third waited longer");
            assert!(poll!(&mut third).is_ready());
        }
        drop(second);
        drop(queued);
        assert!(lock(&turns.0).is_empty(), "nothing is left of those who went");
    }
}
