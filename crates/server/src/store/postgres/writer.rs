//! The writing task.

use super::link::{self, Link};
use super::rows::fits;
use super::trouble::{is_about_data, is_away, is_conflict, told, words};
use super::{PATIENCE, PAUSE, schema};
use crate::metrics::StoreFigures;
use crate::panics::caught;
use crate::store::{Append, Heartbeat, Peer, StoreError};
use std::collections::HashSet;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep, timeout};
use tokio_postgres::{Config, Error};

/// The most appends per commit.
const GROUP: usize = 512;

pub(super) type Reply<T> = oneshot::Sender<Result<T, StoreError>>;

/// The tasks of the writer.
pub(super) enum WriteTask {
    Append(Box<Append>, Reply<()>),
    Heartbeat(Heartbeat, Reply<Vec<Peer>>),
}

/// The result of an append.
type Kept = Result<(), StoreError>;

/// The writing task.
pub(super) struct Writer {
    config: Config,
    link: Option<Link>,
    /// Why there is no connection.
    trouble: String,
}

impl Writer {
    /// Connects, and creates missing tables.
    pub(super) async fn open(config: Config) -> Result<Self, StoreError> {
        let mut link = Link::open(&config).await.map_err(|error| told(&error))?;
        link.is_safe().await?;
        schema::prepare(link.client(), &link::place(&config)).await?;
        Ok(Self { config, link: Some(link), trouble: String::new() })
    }

    /// Writes until all senders are gone. If it panics, waiting requests fail; later ones are served on a new
    /// connection.
    pub(super) async fn run(mut self, mut queue: mpsc::Receiver<WriteTask>, figures: StoreFigures) {
        while caught(self.work(&mut queue, &figures)).await.is_none() {
            self.link = None;
        }
    }

    async fn work(&mut self, queue: &mut mpsc::Receiver<WriteTask>, figures: &StoreFigures) {
        let mut next = None;
        loop {
            let task = match next.take() {
                Some(task) => Some(task),
                None => queue.recv().await,
            };
            match task {
                None => return,
                Some(WriteTask::Heartbeat(heartbeat, reply)) => {
                    // The requester may have gone.
                    let _ = reply.send(self.heartbeat(&heartbeat).await);
                }
                Some(WriteTask::Append(append, reply)) => {
                    let mut group = Group::of(append, reply);
                    next = group.fill(queue);
                    let start = Instant::now();
                    let results = self.keep(&group.appends).await;
                    figures.committed(&group.appends, &results, start.elapsed());
                    group.answer(results);
                }
            }
        }
    }

    /// Appends to different games; each succeeds or fails alone, unless the database fails.
    async fn keep(&mut self, appends: &[Append]) -> Vec<Kept> {
        let good: Vec<&Append> = appends.iter().filter(|append| fits(append).is_ok()).collect();
        let mut kept = self.keep_good(&good).await.into_iter();
        let result = |append| match fits(append) {
            Ok(()) => kept.next().unwrap_or(Err(StoreError::Conflict)),
            Err(error) => Err(error),
        };
        appends.iter().map(result).collect()
    }

    async fn keep_good(&mut self, appends: &[&Append]) -> Vec<Kept> {
        match self.patiently(appends).await {
            Ok(results) => results,
            Err(Failed::Data(_)) if appends.len() > 1 => {
                let mut results = Vec::with_capacity(appends.len());
                for append in appends {
                    results.extend(Box::pin(self.keep_good(&[append])).await);
                }
                results
            }
            Err(Failed::Data(error) | Failed::All(error)) => vec![Err(error); appends.len()],
        }
    }

    /// Retries while the database is unreachable.
    async fn patiently(&mut self, appends: &[&Append]) -> Result<Vec<Kept>, Failed> {
        let tries = async {
            let mut unsure = false;
            loop {
                match self.once(appends, unsure).await {
                    Ok(results) => return Ok(results),
                    Err(error) if is_away(&error) => {
                        unsure = true;
                        self.lose(&error).await;
                    }
                    Err(error) if is_conflict(&error) => {
                        return Err(Failed::Data(StoreError::Conflict));
                    }
                    Err(error) if is_about_data(&error) => return Err(Failed::Data(told(&error))),
                    Err(error) => return Err(Failed::All(told(&error))),
                }
            }
        };
        match timeout(PATIENCE, tries).await {
            Ok(results) => results,
            Err(_) => {
                self.link = None;
                Err(Failed::All(StoreError::Unavailable(self.silence())))
            }
        }
    }

    /// Appends once. If an earlier attempt may have succeeded in part, the lines already there count.
    async fn once(&mut self, appends: &[&Append], unsure: bool) -> Result<Vec<Kept>, Error> {
        let link = self.link().await?;
        let kept = link.append(appends).await?;
        let mut results = Vec::with_capacity(appends.len());
        for append in appends {
            let safe = kept.contains(&append.summary.id) || (unsure && link.has(append).await?);
            results.push(if safe { Ok(()) } else { Err(StoreError::Conflict) });
        }
        Ok(results)
    }

    /// Retries while the database is unreachable, as for appends: those who wait for this want to append.
    async fn heartbeat(&mut self, heartbeat: &Heartbeat) -> Result<Vec<Peer>, StoreError> {
        let tries = async {
            loop {
                let noted = async { self.link().await?.heartbeat(heartbeat).await };
                match noted.await {
                    Ok(peers) => return Ok(peers),
                    Err(error) if is_away(&error) => self.lose(&error).await,
                    Err(error) => return Err(told(&error)),
                }
            }
        };
        match timeout(PATIENCE, tries).await {
            Ok(peers) => peers,
            Err(_) => {
                self.link = None;
                Err(StoreError::Unavailable(self.silence()))
            }
        }
    }

    /// Marks the connection as lost, and waits before the next attempt.
    async fn lose(&mut self, error: &Error) {
        self.trouble = words(error);
        self.link = None;
        sleep(PAUSE).await;
    }

    /// Returns the connection, reconnecting if it is lost.
    async fn link(&mut self) -> Result<&mut Link, Error> {
        match &mut self.link {
            Some(link) => Ok(link),
            none => {
                let link = Link::open(&self.config).await?;
                self.trouble.clear();
                Ok(none.insert(link))
            }
        }
    }

    fn silence(&self) -> String {
        match self.trouble.as_str() {
            "" => format!("the database did not answer for {} seconds", PATIENCE.as_secs()),
            trouble => trouble.to_owned(),
        }
    }
}

/// Why a group was not written.
enum Failed {
    /// One of the appends is invalid.
    Data(StoreError),
    /// The database failed.
    All(StoreError),
}

/// Queued appends to different games, with their waiting requests.
struct Group {
    appends: Vec<Append>,
    replies: Vec<Reply<()>>,
    games: HashSet<String>,
}

impl Group {
    fn of(append: Box<Append>, reply: Reply<()>) -> Self {
        let games = HashSet::from([append.summary.id.clone()]);
        Self { appends: vec![*append], replies: vec![reply], games }
    }

    /// Takes everything queued, up to a task that must come later, which is returned.
    fn fill(&mut self, queue: &mut mpsc::Receiver<WriteTask>) -> Option<WriteTask> {
        while self.appends.len() < GROUP {
            match queue.try_recv().ok()? {
                WriteTask::Append(append, reply) if !self.games.contains(&append.summary.id) => {
                    self.games.insert(append.summary.id.clone());
                    self.appends.push(*append);
                    self.replies.push(reply);
                }
                later => return Some(later),
            }
        }
        None
    }

    fn answer(self, results: Vec<Kept>) {
        for (reply, result) in self.replies.into_iter().zip(results) {
            let _ = reply.send(result);
        }
    }
}
