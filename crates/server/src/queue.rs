//! A fair queue for work with limited concurrency.
//!
//! Self-clocked fair queueing: a request's tag is its cost plus the tag of the previous request of its address, or of
//! the request served last if that is larger. The smallest tag is served first. So short requests come before long
//! ones, a busy address only delays itself, and nobody starves: every request served raises the tags of later ones.

use crate::locks::lock;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard};
use tokio::sync::oneshot;

/// The cost of a request: its estimated milliseconds.
pub type WorkCost = u64;

/// How many requests are served concurrently, in total and per address.
#[derive(Clone, Copy, Debug)]
pub struct Capacity {
    /// Concurrent requests in total.
    pub all: usize,
    /// Concurrent requests per address.
    pub share: usize,
    /// Queued requests per address.
    pub waiting: usize,
}

impl Capacity {
    /// Returns a total capacity, half of it available to one address.
    pub fn of(all: usize, waiting: usize) -> Self {
        Self { all, share: (all / 2).max(1), waiting }
    }
}

/// Why a request is not served.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unserved {
    /// The address has too many queued requests.
    Full,
    /// The queue is closed.
    Closed,
}

/// A queue that is fair to addresses. Requests without an address, which are not limited, have no share: each is queued
/// as if it came from an address of its own, but together they may not queue more than one address.
#[derive(Clone)]
pub struct FairQueue(Arc<Mutex<Inner>>);

struct Inner {
    capacity: Capacity,
    free: usize,
    is_closed: bool,
    /// The tag of the request served last.
    clock: u64,
    /// The number of requests so far.
    asked: u64,
    clients: HashMap<Option<IpAddr>, ClientState>,
    waiting: BTreeMap<Ticket, Waiter>,
    served: HashSet<Ticket>,
}

/// The tag, and a unique number.
type Ticket = (u64, u64);

struct Waiter {
    address: Option<IpAddr>,
    served: oneshot::Sender<()>,
}

/// The queued and running requests of an address.
#[derive(Default)]
struct ClientState {
    served: usize,
    waiting: usize,
    /// The tag of its last request.
    tag: u64,
}

impl Inner {
    fn enter(
        &mut self,
        address: Option<IpAddr>,
        cost: WorkCost,
    ) -> Result<(Ticket, oneshot::Receiver<()>), Unserved> {
        if self.is_closed {
            return Err(Unserved::Closed);
        }
        let client = self.clients.entry(address).or_default();
        if client.waiting >= self.capacity.waiting {
            return Err(Unserved::Full);
        }
        client.waiting += 1;
        let tag = cost + self.clock.max(client.tag);
        if address.is_some() {
            client.tag = tag;
        }
        self.asked += 1;
        let ticket = (tag, self.asked);
        let (served, turn) = oneshot::channel();
        self.waiting.insert(ticket, Waiter { address, served });
        self.serve();
        Ok((ticket, turn))
    }

    /// Starts the next requests while there is capacity.
    fn serve(&mut self) {
        while self.free > 0 {
            let may = |Waiter { address, .. }: &Waiter| {
                let served = self.clients.get(address).map_or(0, |client| client.served);
                address.is_none() || served < self.capacity.share
            };
            let next = self.waiting.iter().find(|(_, waiter)| may(waiter));
            let Some(ticket) = next.map(|(ticket, _)| *ticket) else { return };
            let Some(Waiter { address, served }) = self.waiting.remove(&ticket) else { return };
            self.clock = self.clock.max(ticket.0);
            self.free -= 1;
            self.served.insert(ticket);
            if let Some(client) = self.clients.get_mut(&address) {
                client.waiting -= 1;
                client.served += 1;
            }
            // If the client has just gone, dropping its turn frees the place.
            let _ = served.send(());
        }
    }

    /// Ends a turn, or stops waiting for it.
    fn leave(&mut self, ticket: Ticket, address: Option<IpAddr>) {
        let was_served = self.served.remove(&ticket);
        let has_waited = self.waiting.remove(&ticket).is_some();
        if let Some(client) = self.clients.get_mut(&address) {
            client.served -= usize::from(was_served);
            client.waiting -= usize::from(has_waited);
        }
        if was_served {
            self.free += 1;
            self.serve();
        }
        self.tidy(address);
    }

    /// Removes the state of an address that is no longer needed.
    fn tidy(&mut self, address: Option<IpAddr>) {
        if let Some(ClientState { served: 0, waiting: 0, .. }) = self.clients.get(&address) {
            self.clients.remove(&address);
        }
    }
}

impl FairQueue {
    /// Creates an empty queue.
    pub fn new(capacity: Capacity) -> Self {
        Self(Arc::new(Mutex::new(Inner {
            capacity,
            free: capacity.all,
            is_closed: false,
            clock: 0,
            asked: 0,
            clients: HashMap::new(),
            waiting: BTreeMap::new(),
            served: HashSet::new(),
        })))
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        lock(&self.0)
    }

    /// Waits for a turn.
    pub async fn turn(
        &self,
        address: Option<IpAddr>,
        cost: WorkCost,
    ) -> Result<QueueTurn, Unserved> {
        let (ticket, served) = self.inner().enter(address, cost)?;
        // From here on, dropping it frees the place, whether it was served or not.
        let turn = QueueTurn { queue: self.clone(), ticket, address };
        served.await.map_err(|_| Unserved::Closed)?;
        Ok(turn)
    }

    /// Whether any request is queued.
    pub fn is_waited_for(&self) -> bool {
        !self.inner().waiting.is_empty()
    }

    /// Closes the queue and fails all waiting requests.
    pub fn close(&self) {
        let mut inner = self.inner();
        inner.is_closed = true;
        let waiting = std::mem::take(&mut inner.waiting);
        for Waiter { address, .. } in waiting.values() {
            if let Some(client) = inner.clients.get_mut(address) {
                client.waiting -= 1;
            }
        }
    }
}

/// A turn, which lasts until dropped.
pub struct QueueTurn {
    queue: FairQueue,
    ticket: Ticket,
    address: Option<IpAddr>,
}

impl Drop for QueueTurn {
    fn drop(&mut self) {
        self.queue.inner().leave(self.ticket, self.address);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::pin::{Pin, pin};
    use std::task::Poll;

    const SHORT: WorkCost = 20;
    const LONG: WorkCost = 3_000;

    fn address(number: u32) -> Option<IpAddr> {
        Some(IpAddr::from((0x0A00_0000 + number).to_be_bytes()))
    }

    fn one_at_a_time() -> FairQueue {
        FairQueue::new(Capacity::of(1, usize::MAX))
    }

    type Asked = Pin<Box<dyn Future<Output = Result<QueueTurn, Unserved>>>>;

    /// Queues a request without waiting for its turn.
    async fn ask(queue: &FairQueue, address: Option<IpAddr>, cost: WorkCost) -> Asked {
        let queue = queue.clone();
        let mut asked: Asked = Box::pin(async move { queue.turn(address, cost).await });
        assert!(answer(&mut asked).await.is_none(), "there is nobody to wait for");
        asked
    }

    async fn answer(asked: &mut Asked) -> Option<Result<QueueTurn, Unserved>> {
        // Polling without a break would starve the runtime.
        tokio::task::yield_now().await;
        match futures_util::poll!(asked) {
            Poll::Ready(turn) => Some(turn),
            Poll::Pending => None,
        }
    }

    /// Returns the order of turns if each ends at once.
    async fn order(first: QueueTurn, mut waiting: Vec<Asked>) -> Vec<usize> {
        let mut order = Vec::new();
        let mut turn = Some(first);
        while turn.take().is_some() {
            for (index, asked) in waiting.iter_mut().enumerate() {
                if !order.contains(&index)
                    && let Some(next) = answer(asked).await
                {
                    order.push(index);
                    turn = next.ok();
                    break;
                }
            }
        }
        order
    }

    #[tokio::test]
    async fn who_asks_for_much_waits_for_themselves() {
        let queue = one_at_a_time();
        let first = queue.turn(address(1), SHORT).await.unwrap();
        let mut waiting = Vec::new();
        for number in [1, 1, 1, 1, 2] {
            waiting.push(ask(&queue, address(number), SHORT).await);
        }
        assert_eq!(order(first, waiting).await, [0, 4, 1, 2, 3]);
        assert!(queue.inner().clients.is_empty(), "who asks no more is forgotten");
    }

    /// However many short requests come, a long one is served before more than its cost of them.
    #[tokio::test]
    async fn a_long_request_is_served_in_the_end() {
        let queue = one_at_a_time();
        let mut turn = queue.turn(address(0), SHORT).await.unwrap();
        let mut long = ask(&queue, address(1), LONG).await;
        for number in 0.. {
            let mut short = ask(&queue, address(2 + number), SHORT).await;
            drop(turn);
            if answer(&mut long).await.is_some() {
                assert!(u64::from(number) >= LONG / SHORT - 2, "after {number}");
                break;
            }
            assert!(u64::from(number) <= LONG / SHORT, "not after {number}");
            turn = answer(&mut short).await.unwrap().unwrap();
        }
    }

    #[tokio::test]
    async fn an_address_has_its_share_and_others_are_served() {
        let queue = FairQueue::new(Capacity { all: 4, share: 2, waiting: 3 });
        let held = [(); 2].map(|()| queue.turn(address(1), LONG));
        let held = futures_util::future::join_all(held).await;
        let mut waiting = Vec::new();
        for _ in 0..3 {
            waiting.push(ask(&queue, address(1), LONG).await);
        }
        assert_eq!(queue.turn(address(1), LONG).await.err(), Some(Unserved::Full));
        assert!(queue.turn(address(2), LONG).await.is_ok(), "another is served all the same");
        // A client that hangs up leaves nothing behind.
        drop((held, waiting));
        let inner = queue.inner();
        assert!(inner.clients.is_empty() && inner.waiting.is_empty() && inner.free == 4);
    }

    #[tokio::test]
    async fn nobody_waits_for_a_queue_that_is_closed() {
        let queue = one_at_a_time();
        let turn = queue.turn(address(1), SHORT).await.unwrap();
        let waiting = pin!(queue.turn(address(2), SHORT));
        let closed = async {
            queue.close();
        };
        let (unserved, ()) = tokio::join!(waiting, closed);
        assert_eq!(unserved.err(), Some(Unserved::Closed));
        assert_eq!(queue.turn(None, SHORT).await.err(), Some(Unserved::Closed));
        drop(turn);
        assert_eq!(queue.inner().free, 1);
    }
}
