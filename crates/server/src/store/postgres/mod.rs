//! Games in a PostgreSQL database, which any number of servers may share. One task writes; everything queued goes into
//! one statement, so that many games share the cost of a commit.

mod link;
mod presence;
mod rows;
mod schema;
mod tables;
mod trouble;
mod writer;

use super::{
    Answer, Append, Due, Heartbeat, Outage, Peer, PresenceRecord, PresenceRecords, SeekFilter,
    SqlChange, Store, StoreError, Stored, Summary, Value,
};
use crate::metrics::StoreFigures;
use crate::seats::Seats;
use deadpool_postgres::{
    Hook, HookError, Manager, ManagerConfig, Object, Pool, PoolError, RecyclingMethod, Runtime,
};
use rows::{natural, outage, seats, summary, summary_with_seats, whole};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep};
use tokio_postgres::types::ToSql;
use tokio_postgres::{Config, NoTls, Row};
use trouble::{is_away, told};
use writer::{Reply, WriteTask, Writer};

/// The length of the write queue.
const QUEUE: usize = 4_096;
/// The number of reading connections.
const READERS: usize = 16;
/// How long requests wait while the database is unreachable.
const PATIENCE: Duration = Duration::from_secs(15);
/// How long to wait before reconnecting to an unreachable database.
const PAUSE: Duration = Duration::from_millis(100);

/// Games in a PostgreSQL database.
pub struct Postgres {
    tasks: mpsc::Sender<WriteTask>,
    readers: Pool,
    place: String,
    figures: StoreFigures,
}

impl Postgres {
    /// Connects to the database at an address like `postgres://user:password@host:5432/damier`, and creates missing
    /// tables. It is tied to the runtime in which this is called.
    pub async fn open(address: &str) -> Result<Self, StoreError> {
        let config = link::config(address)?;
        let writer = Writer::open(config.clone()).await?;
        let (tasks, queue) = mpsc::channel(QUEUE);
        let figures = StoreFigures::default();
        tokio::spawn(writer.run(queue, figures.clone()));
        Ok(Self { tasks, place: link::place(&config), readers: readers(config)?, figures })
    }

    /// Returns the name and host of the database, without the password.
    pub fn place(&self) -> &str {
        &self.place
    }

    /// Sends a task to the writer and waits for its answer. If the queue is full, it waits for a place first.
    async fn ask<T>(&self, task: impl FnOnce(Reply<T>) -> WriteTask) -> Result<T, StoreError> {
        let gone = || StoreError::Unavailable("the store is closed".to_owned());
        let (reply, answer) = oneshot::channel();
        self.tasks.send(task(reply)).await.map_err(|_| gone())?;
        answer.await.map_err(|_| StoreError::Unavailable("writing failed".to_owned()))?
    }

    /// Whether the queue is so full that nothing new should start.
    fn is_busy(&self) -> bool {
        self.tasks.capacity() < QUEUE / 2
    }

    /// Reads, retrying while the database is unreachable.
    async fn read(
        &self,
        question: &str,
        values: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, StoreError> {
        let until = Instant::now() + PATIENCE;
        loop {
            match self.try_to_read(question, values).await {
                Err(PoolError::Backend(error)) if is_away(&error) && Instant::now() < until => {
                    sleep(PAUSE).await;
                }
                Err(PoolError::Backend(error)) => return Err(told(&error)),
                Err(error) => return Err(StoreError::Unavailable(error.to_string())),
                Ok(rows) => return Ok(rows),
            }
        }
    }

    /// Waits for a working connection.
    async fn connection(&self) -> Result<Object, StoreError> {
        let until = Instant::now() + PATIENCE;
        loop {
            let found = match self.readers.get().await {
                Ok(connection) => connection
                    .simple_query("")
                    .await
                    .map(|_| connection)
                    .map_err(PoolError::Backend),
                Err(error) => Err(error),
            };
            match found {
                Err(PoolError::Backend(error)) if is_away(&error) && Instant::now() < until => {
                    sleep(PAUSE).await;
                }
                Err(PoolError::Backend(error)) => return Err(told(&error)),
                Err(error) => return Err(StoreError::Unavailable(error.to_string())),
                Ok(connection) => return Ok(connection),
            }
        }
    }

    async fn try_to_read(
        &self,
        question: &str,
        values: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, PoolError> {
        let reader = self.readers.get().await?;
        let question = reader.prepare_cached(question).await?;
        Ok(reader.query(&question, values).await?)
    }

    async fn list(
        &self,
        question: &str,
        values: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Summary>, StoreError> {
        self.read(question, values).await?.iter().map(summary).collect()
    }
}

fn readers(config: Config) -> Result<Pool, StoreError> {
    let recycling_method = RecyclingMethod::Fast;
    let manager = Manager::from_config(config, NoTls, ManagerConfig { recycling_method });
    Pool::builder(manager)
        .max_size(READERS)
        .runtime(Runtime::Tokio1)
        .wait_timeout(Some(PATIENCE))
        .create_timeout(Some(PATIENCE))
        .post_create(Hook::async_fn(|client, _| {
            Box::pin(async move {
                client.batch_execute(link::SESSION).await.map_err(HookError::Backend)
            })
        }))
        .build()
        .map_err(|error| StoreError::Unavailable(error.to_string()))
}

/// Lines of a game, together with the rest, in one consistent snapshot.
const LOAD: &str = "SELECT line, client, seats, public
    FROM games JOIN events ON game = id WHERE id = $1 AND seq >= $2 ORDER BY seq";
const RECENT: &str =
    "SELECT id, created, updated, rules, clock, white, black, plies, ending, rated, seats FROM games
    WHERE public ORDER BY updated DESC LIMIT $1";
const UNFINISHED: &str =
    "SELECT id, created, updated, rules, clock, white, black, plies, ending, rated, seats FROM games
    WHERE id = ANY($1) AND ending IS NULL ORDER BY updated DESC";
const BY_ID: &str =
    "SELECT id, created, updated, rules, clock, white, black, plies, ending, rated, seats FROM games
    WHERE id = ANY($1) ORDER BY updated DESC";
const GOING_ON: &str =
    "SELECT id, created, updated, rules, clock, white, black, plies, ending, rated, seats FROM games
    WHERE ending IS NULL AND public AND white IS NOT NULL AND black IS NOT NULL
    ORDER BY updated DESC LIMIT $1";
const OPEN: &str =
    "SELECT id, created, updated, rules, clock, white, black, plies, ending, rated, seats FROM games
    WHERE open AND public AND ending IS NULL AND rules = coalesce($2, rules)
        AND clock = coalesce($3, clock) AND rated = coalesce($4, rated)
    ORDER BY clock LIKE '%/move', created LIMIT $1";
const DUE: &str = "SELECT due, id FROM games WHERE due <= $1 AND due >= $2 AND (due, id) > ($2, $3)
    ORDER BY due, id LIMIT $4";
const LENGTHS: &str = "SELECT id, seq + 1 FROM unnest($1::text[]) AS asked (id),
    LATERAL (SELECT seq FROM events WHERE game = id ORDER BY seq DESC LIMIT 1) AS last";
const OUTAGES: &str = "SELECT began, ended FROM outages WHERE ended > $1 ORDER BY ended";

impl Store for Postgres {
    fn append(&self, append: Append) -> Answer<'_, ()> {
        Box::pin(async move {
            if append.seq == 0 && self.is_busy() {
                return Err(StoreError::Busy);
            }
            self.ask(|reply| WriteTask::Append(Box::new(append), reply)).await
        })
    }

    fn figures(&self) -> StoreFigures {
        self.figures.clone()
    }

    fn load_from(&self, id: &str, seq: u64) -> Answer<'_, Option<Stored>> {
        let id = id.to_owned();
        Box::pin(async move {
            // PostgreSQL rejects such text even in queries.
            if id.contains('\0') {
                return Ok(None);
            }
            let rows = self.read(LOAD, &[&id, &whole(seq)]).await?;
            let Some(first) = rows.first() else {
                return Ok(None);
            };
            let (seats, public) = (seats(&id, first, 2)?, first.get(3));
            let lines = rows.iter().map(|row| (row.get(0), row.get(1))).collect();
            Ok(Some(Stored { lines, seats, public }))
        })
    }

    fn recent(&self, most: u32) -> Answer<'_, Vec<Summary>> {
        Box::pin(async move { self.list(RECENT, &[&i64::from(most)]).await })
    }

    fn unfinished(&self, mut ids: Vec<String>) -> Answer<'_, Vec<Summary>> {
        ids.retain(|id| !id.contains('\0'));
        Box::pin(async move { self.list(UNFINISHED, &[&ids]).await })
    }

    fn by_id(&self, mut ids: Vec<String>) -> Answer<'_, Vec<(Summary, Seats)>> {
        ids.retain(|id| !id.contains('\0'));
        Box::pin(async move {
            self.read(BY_ID, &[&ids]).await?.iter().map(summary_with_seats).collect()
        })
    }

    fn going_on(&self, most: u32) -> Answer<'_, Vec<Summary>> {
        Box::pin(async move { self.list(GOING_ON, &[&i64::from(most)]).await })
    }

    fn open_games(&self, wanted: Option<SeekFilter>, most: u32) -> Answer<'_, Vec<Summary>> {
        Box::pin(async move {
            let rated = wanted.as_ref().map(|wanted| wanted.rated);
            let (rules, clock) = wanted.map(|wanted| (wanted.rules, wanted.clock)).unzip();
            self.list(OPEN, &[&i64::from(most), &rules, &clock, &rated]).await
        })
    }

    fn due(&self, at: u64, after: Option<Due>, most: u32) -> Answer<'_, Vec<Due>> {
        Box::pin(async move {
            let Due { at: last, id } = after.unwrap_or(Due { at: 0, id: String::new() });
            let rows = self.read(DUE, &[&whole(at), &whole(last), &id, &i64::from(most)]).await?;
            rows.iter().map(|row| Ok(Due { at: natural(row, 0)?, id: row.get(1) })).collect()
        })
    }

    fn lengths(&self, mut ids: Vec<String>) -> Answer<'_, Vec<(String, u64)>> {
        ids.retain(|id| !id.contains('\0'));
        Box::pin(async move {
            let rows = self.read(LENGTHS, &[&ids]).await?;
            rows.iter().map(|row| Ok((row.get(0), natural(row, 1)?))).collect()
        })
    }

    fn heartbeat(&self, heartbeat: Heartbeat) -> Answer<'_, Vec<Peer>> {
        Box::pin(self.ask(move |reply| WriteTask::Heartbeat(heartbeat, reply)))
    }

    fn last_beat(&self) -> Answer<'_, Option<u64>> {
        Box::pin(async move {
            let rows = self.read("SELECT max(at) FROM beats", &[]).await?;
            let at: Option<i64> = rows.first().and_then(|row| row.get(0));
            Ok(at.map(i64::unsigned_abs))
        })
    }

    fn outages(&self, after: u64) -> Answer<'_, Vec<Outage>> {
        Box::pin(
            async move { self.read(OUTAGES, &[&whole(after)]).await?.iter().map(outage).collect() },
        )
    }

    fn note_presence(
        &self,
        server: &str,
        at: u64,
        presence: Vec<PresenceRecord>,
    ) -> Answer<'_, ()> {
        let server = server.to_owned();
        Box::pin(async move { self.note(&server, at, presence).await })
    }

    fn presence(&self, server: &str, games: Vec<String>) -> Answer<'_, PresenceRecords> {
        let server = server.to_owned();
        Box::pin(async move { self.noted(&server, games).await })
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn rows(&self, question: &'static str, values: Vec<Value>) -> Answer<'_, Vec<Vec<Value>>> {
        Box::pin(async move {
            let rows = self.read(question, &tables::params(&values)).await?;
            rows.iter().map(tables::values).collect()
        })
    }

    fn change(&self, changes: Vec<SqlChange>) -> Answer<'_, Vec<u64>> {
        Box::pin(async move {
            let mut connection = self.connection().await?;
            let changed = tables::change(&mut connection, changes).await;
            changed.map_err(|error| tables::refused(&error))
        })
    }
}
