//! Games in one SQLite file. One thread writes; everything queued is committed together, so that many games share the
//! cost of a disk write.

mod copy;
mod lists;
mod presence;
mod schema;
mod tables;
mod writer;

use super::{
    Answer, Append, Due, Heartbeat, Outage, Parts, Peer, PresenceRecord, PresenceRecords,
    SeekFilter, SqlChange, Store, StoreError, Stored, Summary, Value,
};
use crate::backup::beside;
use crate::locks::lock;
use crate::metrics::StoreFigures;
use crate::private;
use crate::seats::Seats;
use rusqlite::{Connection, ErrorCode};
use schema::prepare;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use writer::{QUEUE, WriteTask, heartbeat};

/// Games in one SQLite file.
pub struct Sqlite {
    path: PathBuf,
    tasks: Option<mpsc::Sender<WriteTask>>,
    writer: Option<JoinHandle<()>>,
    /// Idle connections for reading.
    readers: Mutex<Vec<Connection>>,
    figures: StoreFigures,
}

impl Sqlite {
    /// Opens a file, creating it if missing.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        close_to_others(path)?;
        let mut connection = connect(path)?;
        prepare(&mut connection, path)?;
        let (tasks, queue) = mpsc::channel(QUEUE);
        let figures = StoreFigures::default();
        let counted = figures.clone();
        let writer = std::thread::Builder::new()
            .name("store".to_owned())
            .spawn(move || writer::run(connection, queue, &counted))
            .map_err(|error| StoreError::Unavailable(error.to_string()))?;
        let path = path.to_owned();
        let (tasks, writer, readers) = (Some(tasks), Some(writer), Mutex::default());
        Ok(Self { path, tasks, writer, readers, figures })
    }

    /// Deletes copies left behind by a server that was killed. Only call this while holding the folder's lock, because
    /// another server's copies may be in use.
    pub fn tidy(path: &Path) {
        copy::sweep(path);
    }

    /// Sends a task to the writer and waits for its answer. If the queue is full, it waits for a place first.
    async fn ask_writer<T>(
        &self,
        task: impl FnOnce(oneshot::Sender<Result<T, StoreError>>) -> WriteTask,
    ) -> Result<T, StoreError> {
        let gone = || StoreError::Unavailable("the store is closed".to_owned());
        let (reply, answer) = oneshot::channel();
        let tasks = self.tasks.as_ref().ok_or_else(gone)?;
        tasks.send(task(reply)).await.map_err(|_| gone())?;
        answer.await.map_err(|_| StoreError::Unavailable("writing failed".to_owned()))?
    }

    /// Writes in a transaction of its own.
    async fn write<T: Send + 'static>(
        &self,
        write: impl FnOnce(&mut Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.ask_writer(|reply| {
            // The requester may have gone.
            WriteTask::Other(Box::new(move |connection| drop(reply.send(write(connection)))))
        })
        .await
    }

    /// Whether the queue is so full that nothing new should start.
    fn is_busy(&self) -> bool {
        self.tasks.as_ref().is_some_and(|tasks| tasks.capacity() < QUEUE / 2)
    }

    /// Runs a read on a connection of its own.
    fn read<T>(
        &self,
        read: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        let idle = lock(&self.readers).pop();
        let connection = match idle {
            Some(connection) => connection,
            None => connect(&self.path)?,
        };
        let answer = read(&connection)?;
        lock(&self.readers).push(connection);
        Ok(answer)
    }

    /// Runs a read as a store's answer.
    fn reading<'a, T: Send + 'a>(
        &'a self,
        read: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'a,
    ) -> Answer<'a, T> {
        Box::pin(async move { tokio::task::block_in_place(|| self.read(read)) })
    }
}

impl Drop for Sqlite {
    /// Writes everything queued before the file is closed.
    fn drop(&mut self) {
        self.tasks = None;
        if let Some(writer) = self.writer.take() {
            let _ = writer.join();
        }
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        if let rusqlite::Error::FromSqlConversionFailure(_, _, cause) = &error
            && let Some(damage) = cause.downcast_ref::<Self>()
        {
            return damage.clone();
        }
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
                Self::Damaged(error.to_string())
            }
            _ => Self::Unavailable(error.to_string()),
        }
    }
}

/// Restricts the file to its owner; SQLite creates its companion files with the same permissions.
fn close_to_others(path: &Path) -> Result<(), StoreError> {
    private::open(path)
        .map_err(|error| StoreError::Unavailable(format!("{}: {error}", path.display())))?;
    for suffix in ["-wal", "-shm"] {
        private::close(&beside(path, suffix));
    }
    Ok(())
}

fn connect(path: &Path) -> Result<Connection, StoreError> {
    let connection = Connection::open(path)
        .map_err(|error| StoreError::Unavailable(format!("{}: {error}", path.display())))?;
    connection.busy_timeout(Duration::from_secs(5))?;
    Ok(connection)
}

impl Store for Sqlite {
    fn append(&self, append: Append) -> Answer<'_, ()> {
        Box::pin(async move {
            if append.seq == 0 && self.is_busy() {
                return Err(StoreError::Busy);
            }
            self.ask_writer(|reply| WriteTask::Append(Box::new(append), reply)).await
        })
    }

    fn figures(&self) -> StoreFigures {
        self.figures.clone()
    }

    fn load_from(&self, id: &str, seq: u64) -> Answer<'_, Option<Stored>> {
        let id = id.to_owned();
        self.reading(move |connection| lists::load_from(connection, &id, seq))
    }

    fn recent(&self, most: u32) -> Answer<'_, Vec<Summary>> {
        self.reading(move |connection| lists::newest(connection, most))
    }

    fn unfinished(&self, ids: Vec<String>) -> Answer<'_, Vec<Summary>> {
        self.reading(move |connection| lists::unfinished(connection, &ids))
    }

    fn by_id(&self, ids: Vec<String>) -> Answer<'_, Vec<(Summary, Seats)>> {
        self.reading(move |connection| lists::by_id(connection, &ids))
    }

    fn going_on(&self, most: u32) -> Answer<'_, Vec<Summary>> {
        self.reading(move |connection| lists::going_on(connection, most))
    }

    fn open_games(&self, wanted: Option<SeekFilter>, most: u32) -> Answer<'_, Vec<Summary>> {
        self.reading(move |connection| lists::open_games(connection, wanted, most))
    }

    fn due(&self, at: u64, after: Option<Due>, most: u32) -> Answer<'_, Vec<Due>> {
        self.reading(move |connection| lists::due(connection, at, after, most))
    }

    fn lengths(&self, ids: Vec<String>) -> Answer<'_, Vec<(String, u64)>> {
        self.reading(move |connection| lists::lengths(connection, ids))
    }

    fn heartbeat(&self, note: Heartbeat) -> Answer<'_, Vec<Peer>> {
        Box::pin(self.write(move |connection| {
            heartbeat(connection, &note)?;
            Ok(Vec::new())
        }))
    }

    fn last_beat(&self) -> Answer<'_, Option<u64>> {
        self.reading(lists::last_beat)
    }

    fn outages(&self, after: u64) -> Answer<'_, Vec<Outage>> {
        self.reading(move |connection| lists::outages(connection, after))
    }

    fn note_presence(
        &self,
        server: &str,
        at: u64,
        presence: Vec<PresenceRecord>,
    ) -> Answer<'_, ()> {
        let server = server.to_owned();
        Box::pin(
            self.write(move |connection| Ok(presence::note(connection, &server, at, presence)?)),
        )
    }

    fn presence(&self, server: &str, games: Vec<String>) -> Answer<'_, PresenceRecords> {
        let server = server.to_owned();
        self.reading(move |connection| presence::noted(connection, &server, &games))
    }

    fn latest(&self) -> Answer<'_, Option<u64>> {
        self.reading(lists::latest)
    }

    fn is_shared(&self) -> bool {
        false
    }

    fn copy(&self) -> Answer<'_, Parts> {
        Box::pin(async move { tokio::task::block_in_place(|| copy::parts(&self.path)) })
    }

    fn rows(&self, question: &'static str, values: Vec<Value>) -> Answer<'_, Vec<Vec<Value>>> {
        self.reading(move |connection| tables::rows(connection, question, values))
    }

    fn change(&self, changes: Vec<SqlChange>) -> Answer<'_, Vec<u64>> {
        Box::pin(self.write(move |connection| tables::change(connection, changes)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::steps;

    #[test]
    fn files_of_the_first_version_go_on() {
        let mut connection = Connection::open_in_memory().unwrap();
        let steps::SchemaStep::Sql(first) = schema::STEPS[0] else {
            panic!("the first makes tables")
        };
        connection.execute_batch(first).unwrap();
        connection.pragma_update(None, "user_version", 1).unwrap();
        connection
            .execute_batch(
                "INSERT INTO games VALUES ('old', 1, 2, 'american', 'A', 'B', 0, NULL,
                     '{\"white\":{\"person\":\"a\"},\"black\":{\"person\":\"b\"}}');
                 INSERT INTO events VALUES ('old', 0, 'line', NULL);",
            )
            .unwrap();
        prepare(&mut connection, Path::new("old file")).unwrap();
        assert_eq!(lists::going_on(&connection, 5).unwrap()[0].id, "old");
        assert_eq!(lists::load_from(&connection, "old", 0).unwrap().unwrap().lines.len(), 1);
    }
}
