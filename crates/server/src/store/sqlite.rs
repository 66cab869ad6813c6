//! Games in one SQLite file. One thread writes; whatever waits when it is ready is committed
//! together, so that many games share the price of one write to the disk.

use super::{Answer, Append, Store, StoreError, Stored, Summary};
use rusqlite::{Connection, OptionalExtension, Row, params};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::sync::oneshot;

/// What this program writes into `user_version`.
const VERSION: u32 = 1;
/// How many requests may wait for the disk.
const QUEUE: usize = 4_096;
/// How many are committed together at the most.
const GROUP: usize = 512;

const SCHEMA: &str = "
CREATE TABLE games (
    id TEXT PRIMARY KEY,
    created INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    rules TEXT NOT NULL,
    white TEXT,
    black TEXT,
    plies INTEGER NOT NULL,
    ending TEXT,
    seats TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX games_by_time ON games (updated);
CREATE TABLE events (
    game TEXT NOT NULL,
    seq INTEGER NOT NULL,
    line TEXT NOT NULL,
    client TEXT,
    PRIMARY KEY (game, seq)
) WITHOUT ROWID;
";

type Reply = oneshot::Sender<Result<(), StoreError>>;

/// Games in one SQLite file.
pub struct Sqlite {
    path: PathBuf,
    requests: Option<SyncSender<(Append, Reply)>>,
    writer: Option<JoinHandle<()>>,
    /// Connections for reading that nobody uses now.
    readers: Mutex<Vec<Connection>>,
}

impl Sqlite {
    /// Opens a file, or makes a new one.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let mut connection = connect(path)?;
        prepare(&mut connection, path)?;
        let (requests, queue) = sync_channel(QUEUE);
        let writer = std::thread::Builder::new()
            .name("store".to_owned())
            .spawn(move || write(connection, &queue))
            .map_err(|error| StoreError::Unavailable(error.to_string()))?;
        let path = path.to_owned();
        Ok(Self { path, requests: Some(requests), writer: Some(writer), readers: Mutex::default() })
    }

    /// Reads with a connection of its own.
    fn read<T>(
        &self,
        read: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        let idle = self.readers.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let connection = match idle {
            Some(connection) => connection,
            None => connect(&self.path)?,
        };
        let answer = read(&connection)?;
        self.readers.lock().unwrap_or_else(PoisonError::into_inner).push(connection);
        Ok(answer)
    }
}

impl Drop for Sqlite {
    /// What is waiting is written before the file is closed.
    fn drop(&mut self) {
        self.requests = None;
        if let Some(writer) = self.writer.take() {
            let _ = writer.join();
        }
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Unavailable(error.to_string())
    }
}

fn connect(path: &Path) -> Result<Connection, StoreError> {
    let connection = Connection::open(path)
        .map_err(|error| StoreError::Unavailable(format!("{}: {error}", path.display())))?;
    connection.busy_timeout(Duration::from_secs(5))?;
    Ok(connection)
}

fn prepare(connection: &mut Connection, path: &Path) -> Result<(), StoreError> {
    let version: u32 = connection
        .query_row("PRAGMA user_version", [], |row| row.get(0))
        .map_err(|error| StoreError::Unavailable(format!("{}: {error}", path.display())))?;
    match version {
        0 => {
            connection.pragma_update(None, "journal_mode", "WAL")?;
            let transaction = connection.transaction()?;
            transaction.execute_batch(SCHEMA)?;
            transaction.pragma_update(None, "user_version", VERSION)?;
            transaction.commit()?;
        }
        VERSION => {}
        newer => {
            let path = path.display().to_string();
            return Err(StoreError::Newer { path, version: newer });
        }
    }
    // Every commit reaches the disk before it is acknowledged.
    connection.pragma_update(None, "synchronous", "FULL")?;
    Ok(())
}

fn write(mut connection: Connection, queue: &Receiver<(Append, Reply)>) {
    while let Ok(first) = queue.recv() {
        let mut group = vec![first];
        group.extend(queue.try_iter().take(GROUP - 1));
        let (appends, replies): (Vec<Append>, Vec<Reply>) = group.into_iter().unzip();
        let results = commit(&mut connection, &appends).unwrap_or_else(|error| {
            let error = StoreError::from(error);
            vec![Err(error); appends.len()]
        });
        for (reply, result) in replies.into_iter().zip(results) {
            // Whoever asked may have gone.
            let _ = reply.send(result);
        }
    }
}

/// Commits a group; each append succeeds or fails alone, unless the disk fails.
fn commit(
    connection: &mut Connection,
    appends: &[Append],
) -> rusqlite::Result<Vec<Result<(), StoreError>>> {
    let mut transaction = connection.transaction()?;
    let mut results = Vec::with_capacity(appends.len());
    for append in appends {
        let savepoint = transaction.savepoint()?;
        results.push(match insert(&savepoint, append) {
            Ok(true) => Ok(savepoint.commit()?),
            // Dropping the savepoint takes its lines back.
            Ok(false) => Err(StoreError::Conflict),
            Err(error) => Err(error.into()),
        });
    }
    transaction.commit()?;
    Ok(results)
}

/// Writes lines unless one of their numbers is taken.
fn insert(connection: &Connection, append: &Append) -> rusqlite::Result<bool> {
    let Summary { id, created, updated, rules, white, black, plies, ending } = &append.summary;
    let mut insert = connection.prepare_cached(
        "INSERT INTO events (game, seq, line, client) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
    )?;
    for (seq, (line, client)) in (append.seq..).zip(&append.lines) {
        if insert.execute(params![id, seq, line, client])? == 0 {
            return Ok(false);
        }
    }
    let mut update = connection.prepare_cached(
        "INSERT INTO games (id, created, updated, rules, white, black, plies, ending, seats)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET updated = excluded.updated, white = excluded.white,
             black = excluded.black, plies = excluded.plies, ending = excluded.ending",
    )?;
    update.execute(params![
        id,
        created,
        updated,
        rules,
        white,
        black,
        plies,
        ending,
        append.seats
    ])?;
    Ok(true)
}

impl Store for Sqlite {
    fn append(&self, append: Append) -> Answer<'_, ()> {
        Box::pin(async move {
            let gone = || StoreError::Unavailable("the store is closed".to_owned());
            let full = || StoreError::Unavailable("too many moves wait for the disk".to_owned());
            let (reply, answer) = oneshot::channel();
            let requests = self.requests.as_ref().ok_or_else(gone)?;
            requests.try_send((append, reply)).map_err(|_| full())?;
            answer.await.map_err(|_| gone())?
        })
    }

    fn load(&self, id: &str) -> Answer<'_, Option<Stored>> {
        let id = id.to_owned();
        Box::pin(async move {
            tokio::task::block_in_place(|| self.read(|connection| load(connection, &id)))
        })
    }

    fn recent(&self, most: u32) -> Answer<'_, Vec<Summary>> {
        Box::pin(async move {
            tokio::task::block_in_place(|| self.read(|connection| recent(connection, most)))
        })
    }

    fn unfinished(&self, ids: Vec<String>) -> Answer<'_, Vec<Summary>> {
        Box::pin(async move {
            tokio::task::block_in_place(|| self.read(|connection| unfinished(connection, &ids)))
        })
    }
}

fn load(connection: &Connection, id: &str) -> rusqlite::Result<Option<Stored>> {
    let mut seats = connection.prepare_cached("SELECT seats FROM games WHERE id = ?")?;
    let Some(seats) = seats.query_row([id], |row| row.get(0)).optional()? else { return Ok(None) };
    let mut events =
        connection.prepare_cached("SELECT line, client FROM events WHERE game = ? ORDER BY seq")?;
    let lines = events.query_map([id], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(Some(Stored { lines: lines.collect::<rusqlite::Result<_>>()?, seats }))
}

const SUMMARY: &str = "SELECT id, created, updated, rules, white, black, plies, ending FROM games";

fn summary(row: &Row<'_>) -> rusqlite::Result<Summary> {
    Ok(Summary {
        id: row.get(0)?,
        created: row.get(1)?,
        updated: row.get(2)?,
        rules: row.get(3)?,
        white: row.get(4)?,
        black: row.get(5)?,
        plies: row.get(6)?,
        ending: row.get(7)?,
    })
}

fn newest() -> String {
    format!("{SUMMARY} ORDER BY updated DESC LIMIT ?")
}

fn recent(connection: &Connection, most: u32) -> rusqlite::Result<Vec<Summary>> {
    connection.prepare_cached(&newest())?.query_map([most], summary)?.collect()
}

fn unfinished(connection: &Connection, ids: &[String]) -> rusqlite::Result<Vec<Summary>> {
    let mut find =
        connection.prepare_cached(&format!("{SUMMARY} WHERE id = ? AND ending IS NULL"))?;
    let found = ids.iter().filter_map(|id| find.query_row([id], summary).optional().transpose());
    let mut games = found.collect::<rusqlite::Result<Vec<Summary>>>()?;
    games.sort_by_key(|game| std::cmp::Reverse(game.updated));
    Ok(games)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_games_are_found_by_an_index() {
        let connection = Connection::open_in_memory().unwrap();
        connection.execute_batch(SCHEMA).unwrap();
        let plan = format!("EXPLAIN QUERY PLAN {}", newest());
        let plan: String = connection.query_row(&plan, [12], |row| row.get(3)).unwrap();
        assert_eq!(plan, "SCAN games USING INDEX games_by_time");
    }

    #[test]
    fn what_cannot_be_written_fails_alone() {
        let mut connection = Connection::open_in_memory().unwrap();
        connection.execute_batch(SCHEMA).unwrap();
        let append = |id: &str, created| Append {
            summary: Summary {
                id: id.to_owned(),
                created,
                updated: 1,
                rules: "american".to_owned(),
                white: None,
                black: None,
                plies: 0,
                ending: None,
            },
            seats: String::new(),
            seq: 0,
            lines: vec![("line".to_owned(), None)],
        };
        let all = [append("one", 1), append("two", u64::MAX), append("three", 1), append("one", 1)];
        let results = commit(&mut connection, &all).unwrap();
        assert!(matches!(
            results[..],
            [Ok(()), Err(StoreError::Unavailable(_)), Ok(()), Err(StoreError::Conflict)]
        ));
        let kept: u32 =
            connection.query_row("SELECT count(*) FROM events", [], |row| row.get(0)).unwrap();
        assert_eq!(kept, 2);
    }
}
