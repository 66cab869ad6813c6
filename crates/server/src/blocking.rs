//! Long computations, on threads other than those that serve requests.

use crate::error::ApiError;
use crate::metrics::{PoolFigures, Waiting};
use crate::panics::joined;
use crate::queue::{Capacity, FairQueue, WorkCost};
use std::any::Any;
use std::net::IpAddr;
use tokio::sync::watch;

/// The most tasks queued per address; further ones are refused.
const QUEUE: usize = 64;
/// The number of jumps that may be followed on a serving thread: a fraction of a millisecond.
const SHORT: u64 = 2_000;

/// The kinds of tasks, by duration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Task {
    /// Generating or playing moves in a position with very many captures.
    Position,
    /// Probing endgame tables.
    Probe,
    /// Drawing a picture.
    #[cfg(feature = "png")]
    Picture,
    /// Reading an import, or replaying a whole game.
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

/// A bounded pool of threads for long computations, fair to every address.
pub struct Pool {
    queue: FairQueue,
    figures: PoolFigures,
    closed: watch::Sender<bool>,
}

impl Pool {
    /// One thread per core, but at least two, so that a single address cannot occupy all.
    pub fn new(figures: PoolFigures) -> Self {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Self::of(Capacity::of(cores.max(2), QUEUE), figures)
    }

    fn of(capacity: Capacity, figures: PoolFigures) -> Self {
        Self { queue: FairQueue::new(capacity), figures, closed: watch::Sender::new(false) }
    }

    /// Runs a task on a thread of the pool, for an address if it is counted. Its place is only freed when the task is
    /// done, even if the client has gone.
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

    /// Works on positions: inline if they are like those of real games, on the pool if it turns out to take long.
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

    /// Cancels all waiting tasks, for shutdown.
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

    /// Issue 15.5: an address that exceeds its share is queued and then refused; another is answered meanwhile.
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

    /// Issue 15.5: shutdown waits for no long task, whether it has started or not.
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
