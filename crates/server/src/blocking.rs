//! Long work, on threads other than those that serve requests.

use crate::error::ApiError;
use crate::metrics::{PoolFigures, Waiting};
use crate::panics::joined;
use crate::queue::{Capacity, FairQueue, WorkCost};
use std::any::Any;
use std::net::IpAddr;
use tokio::sync::watch;

/// How many of an address wait at the most; whoever comes later is told to come again.
const QUEUE: usize = 64;
/// Jumps of long searches that are followed on a thread that serves others: a fraction of a millisecond.
const SHORT: u64 = 2_000;

/// The kinds of tasks, by how long they take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Task {
    /// A position with very many ways to capture: listing its moves, or a move in it.
    Position,
    /// Looking a position up in endgame tables.
    Probe,
    /// Drawing a picture.
    #[cfg(feature = "png")]
    Picture,
    /// Reading what somebody brings, or a whole game again.
    Games,
    /// Searching a whole endgame table.
    Search,
    /// Building small endgame tables.
    Build,
}

impl Task {
    fn cost(self) -> WorkCost {
        match self {
            Self::Position | Self::Probe => 100,
            #[cfg(feature = "png")]
            Self::Picture => 500,
            Self::Games | Self::Search | Self::Build => 2_000,
        }
    }
}

/// A bounded number of threads for long work, fair to every address.
pub struct Pool {
    queue: FairQueue,
    figures: PoolFigures,
    closed: watch::Sender<bool>,
}

impl Pool {
    /// As many threads as the machine has cores, and at least one that one address alone cannot take.
    pub fn new(figures: PoolFigures) -> Self {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Self::of(Capacity::of(cores.max(2), QUEUE), figures)
    }

    fn of(capacity: Capacity, figures: PoolFigures) -> Self {
        Self { queue: FairQueue::new(capacity), figures, closed: watch::Sender::new(false) }
    }

    /// Does the work on a thread of its own, for an address if that is counted. Its place is free again when
    /// it is done, also if whoever asked has gone in the meantime.
    pub async fn run_blocking<T: Send + 'static>(
        &self,
        address: Option<IpAddr>,
        task: Task,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let result = self.run(address, task, Box::new(move || Box::new(work()))).await?;
        Ok(*result.downcast().expect("the result of this work"))
    }

    /// Knows no types, so that a thread's task is compiled once and not again for each kind of work.
    async fn run(
        &self,
        address: Option<IpAddr>,
        task: Task,
        work: Box<dyn FnOnce() -> Box<dyn Any + Send> + Send>,
    ) -> Result<Box<dyn Any + Send>, ApiError> {
        let waiting = Waiting::begin(&self.figures.waiting);
        let turn = self.queue.turn(address, task.cost()).await.map_err(|_| ApiError::Busy)?;
        drop(waiting);
        let done = self.figures.done.clone();
        let working = tokio::task::spawn_blocking(move || {
            let result = work();
            done.inc();
            drop(turn);
            result
        });
        let mut closed = self.closed.subscribe();
        tokio::select! {
            worked = joined(working) => worked,
            _ = closed.wait_for(|closed| *closed) => Err(ApiError::Busy),
        }
    }

    /// Does work on positions: at once if they are like those of real games, and apart if it turns out to
    /// take long.
    pub async fn soon<T: Send + 'static>(
        &self,
        address: Option<IpAddr>,
        task: Task,
        work: impl Fn() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        match draughts::within(SHORT, &work) {
            Ok(done) => Ok(done),
            Err(draughts::TooManyJumps) => self.run_blocking(address, task, work).await,
        }
    }

    /// Lets nobody wait any more for long work: the server stops.
    pub fn close(&self) {
        self.queue.close();
        self.closed.send_replace(true);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    fn address(last: u8) -> Option<IpAddr> {
        Some(IpAddr::from([192, 0, 2, last]))
    }

    fn pool() -> (Pool, PoolFigures) {
        let figures = PoolFigures::default();
        (Pool::of(Capacity { all: 2, share: 1, waiting: 3 }, figures.clone()), figures)
    }

    /// Issue 15.5: an address that asks for more than its share waits, and then is refused; another is
    /// answered meanwhile.
    #[tokio::test]
    async fn long_work_of_an_address_holds_up_no_other() {
        let (pool, figures) = pool();
        let (go_on, held) = mpsc::channel::<()>();
        let mut working = Box::pin(pool.run_blocking(address(1), Task::Games, move || held.recv()));
        assert!(futures_util::poll!(&mut working).is_pending());
        let mut waiting: Vec<_> = (0..3)
            .map(|_| Box::pin(pool.run_blocking(address(1), Task::Position, || ())))
            .collect();
        for work in &mut waiting {
            assert!(futures_util::poll!(work).is_pending());
        }
        assert_eq!(figures.waiting.get(), 3);
        let refused = pool.run_blocking(address(1), Task::Position, || ()).await;
        assert!(matches!(refused, Err(ApiError::Busy)));
        assert_eq!(pool.run_blocking(address(2), Task::Games, || 2).await.unwrap(), 2);
        assert_eq!(figures.done.get(), 1, "only the other's work is done");
        go_on.send(()).unwrap();
        working.await.unwrap().unwrap();
        for work in waiting {
            work.await.unwrap();
        }
        assert_eq!((figures.done.get(), figures.waiting.get()), (5, 0));
    }

    #[tokio::test]
    async fn who_hangs_up_waits_no_more() {
        let (pool, figures) = pool();
        let (_go_on, held) = mpsc::channel::<()>();
        let mut working = Box::pin(pool.run_blocking(address(1), Task::Games, move || held.recv()));
        assert!(futures_util::poll!(&mut working).is_pending());
        for _ in 0..10 {
            let mut waiting = Box::pin(pool.run_blocking(address(1), Task::Position, || ()));
            assert!(futures_util::poll!(&mut waiting).is_pending());
        }
        assert_eq!(figures.waiting.get(), 0);
    }

    /// Issue 15.5: a server that stops waits for no long work, whether it has begun or not.
    #[tokio::test]
    async fn nobody_waits_for_a_pool_that_is_closed() {
        let (pool, _) = pool();
        let (go_on, held) = mpsc::channel::<()>();
        let working = pool.run_blocking(address(1), Task::Games, move || held.recv());
        let waiting = pool.run_blocking(address(1), Task::Games, || ());
        let close = async { pool.close() };
        let (working, waiting, ()) = tokio::join!(working, waiting, close);
        assert!(matches!((working, waiting), (Err(ApiError::Busy), Err(ApiError::Busy))));
        drop(go_on);
    }
}
