//! The writing thread: everything queued is committed together, so that many games share the cost of a disk write.

use super::{Append, Heartbeat, Outage, StoreError, Summary};
use crate::metrics::StoreFigures;
use crate::seats::Seats;
use crate::store::ending::code;
use rusqlite::{Connection, Transaction, TransactionBehavior, params};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, oneshot};

/// The length of the write queue.
pub(super) const QUEUE: usize = 4_096;
/// The most requests per commit.
const GROUP: usize = 512;
/// While commits keep being shared, the next one waits this long for more requests: a commit costs much more processor
/// time than its contents. A lone request never waits.
const GATHERING: Duration = Duration::from_millis(4);

/// The tasks of the writer.
pub(super) enum WriteTask {
    Append(Box<Append>, oneshot::Sender<Result<(), StoreError>>),
    /// A task with a transaction of its own.
    Other(Box<dyn FnOnce(&mut Connection) + Send>),
}

/// Writes until all senders are gone. If it panics, waiting requests fail and are rolled back; later ones are served.
pub(super) fn run(
    mut connection: Connection,
    mut queue: mpsc::Receiver<WriteTask>,
    figures: &StoreFigures,
) {
    let mut work = || work(&mut connection, &mut queue, figures);
    while catch_unwind(AssertUnwindSafe(&mut work)).is_err() {}
}

fn work(
    connection: &mut Connection,
    queue: &mut mpsc::Receiver<WriteTask>,
    figures: &StoreFigures,
) {
    let mut is_shared = false;
    while let Some(first) = queue.blocking_recv() {
        if is_shared {
            std::thread::sleep(GATHERING);
        }
        let (mut appends, mut replies) = (Vec::new(), Vec::new());
        let mut next = Some(first);
        while let Some(task) = next {
            match task {
                WriteTask::Append(append, reply) => {
                    appends.push(*append);
                    replies.push(reply);
                }
                WriteTask::Other(write) => write(connection),
            }
            next = if appends.len() < GROUP { queue.try_recv().ok() } else { None };
        }
        is_shared = appends.len() > 1;
        if appends.is_empty() {
            continue;
        }
        let start = Instant::now();
        let results = commit(connection, &appends).unwrap_or_else(|error| {
            let error = StoreError::from(error);
            vec![Err(error); appends.len()]
        });
        figures.committed(&appends, &results, start.elapsed());
        for (reply, result) in replies.into_iter().zip(results) {
            let _ = reply.send(result);
        }
    }
}

/// Starts a write transaction, waiting for other programs that write to the file.
pub(super) fn begin(connection: &mut Connection) -> rusqlite::Result<Transaction<'_>> {
    connection.transaction_with_behavior(TransactionBehavior::Immediate)
}

/// Commits a group; each append succeeds or fails alone, unless the disk fails.
fn commit(
    connection: &mut Connection,
    appends: &[Append],
) -> rusqlite::Result<Vec<Result<(), StoreError>>> {
    let transaction = begin(connection)?;
    let mut results = Vec::with_capacity(appends.len());
    for append in appends {
        results.push(alone(&transaction, append)?);
    }
    transaction.commit()?;
    Ok(results)
}

/// Writes an append, all or nothing.
fn alone(transaction: &Transaction, append: &Append) -> rusqlite::Result<Result<(), StoreError>> {
    // Not rusqlite's own savepoints: SQLite would parse their SQL again for each append.
    let run = |sql| transaction.prepare_cached(sql)?.execute([]);
    run("SAVEPOINT append")?;
    let result = match insert(transaction, append) {
        Ok(true) => Ok(()),
        Ok(false) => Err(StoreError::Conflict),
        Err(error) => Err(error.into()),
    };
    if result.is_err() {
        run("ROLLBACK TO append")?;
    }
    run("RELEASE append")?;
    Ok(result)
}

/// Inserts lines unless one of their numbers is taken or their predecessor is missing.
fn insert(connection: &Connection, append: &Append) -> rusqlite::Result<bool> {
    let Summary { id, created, updated, rules, clock, white, black, plies, ending, rated, .. } =
        &append.summary;
    if let Some(before) = append.seq.checked_sub(1) {
        let mut find =
            connection.prepare_cached("SELECT 1 FROM events WHERE game = ? AND seq = ?")?;
        if !find.exists(params![id, before])? {
            return Ok(false);
        }
    }
    let mut insert = connection.prepare_cached(
        "INSERT INTO events (game, seq, line, client) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
    )?;
    for (seq, (line, client)) in (append.seq..).zip(&append.lines) {
        if insert.execute(params![id, seq, line, client])? == 0 {
            return Ok(false);
        }
    }
    let mut update = connection.prepare_cached(
        "INSERT INTO games
             (id, created, updated, rules, clock, white, black, plies, ending, due, public, open, seats,
              rated)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, coalesce(?13, ''), ?14)
         ON CONFLICT (id) DO UPDATE SET updated = excluded.updated, white = excluded.white,
             black = excluded.black, plies = excluded.plies, ending = excluded.ending,
             due = excluded.due, open = excluded.open, seats = coalesce(?13, seats)",
    )?;
    update.execute(params![
        id,
        created,
        updated,
        rules,
        clock,
        white,
        black,
        plies,
        ending.as_ref().map(code),
        append.due,
        append.public,
        append.open,
        append.seats.as_ref().map(Seats::written),
        rated
    ])?;
    Ok(true)
}

/// Records a heartbeat and the outages a server knows of.
pub(super) fn heartbeat(
    connection: &mut Connection,
    heartbeat: &Heartbeat,
) -> rusqlite::Result<()> {
    let transaction = begin(connection)?;
    for Outage { from, until } in &heartbeat.outages {
        transaction.execute(
            "INSERT INTO outages VALUES (?, ?)
             ON CONFLICT (ended) DO UPDATE SET began = min(began, excluded.began)",
            [from, until],
        )?;
    }
    transaction.execute(
        "INSERT INTO alive VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET at = max(at, excluded.at)",
        [heartbeat.at],
    )?;
    transaction.commit()
}

#[cfg(test)]
mod tests {
    use super::super::schema::prepare;
    use super::*;
    use std::path::Path;
    use wire::Player;

    fn append(id: &str, created: u64) -> Append {
        Append {
            summary: Summary {
                id: id.to_owned(),
                created,
                updated: 1,
                rules: "american".to_owned(),
                clock: "none".to_owned(),
                white: None,
                black: None,
                plies: 0,
                ending: None,
                rated: false,
                players: [Player::Nobody, Player::Nobody],
                share_key: false,
            },
            seats: None,
            due: None,
            public: true,
            open: false,
            seq: 0,
            lines: vec![("line".to_owned(), None)],
        }
    }

    /// Issue 15.2: a panic fails the request that caused it, but the store keeps working.
    #[test]
    fn the_writer_goes_on_after_a_panic() {
        let mut connection = Connection::open_in_memory().unwrap();
        prepare(&mut connection, Path::new("new file")).unwrap();
        let (tasks, queue) = mpsc::channel(QUEUE);
        let figures = StoreFigures::default();
        let provoked = |connection: &mut Connection| {
            let transaction = begin(connection).unwrap();
            insert(&transaction, &append("half", 1)).unwrap();
            panic!("provoked");
        };
        let writer = std::thread::spawn(move || run(connection, queue, &figures));
        let ask = |id| {
            let (reply, answer) = oneshot::channel();
            tasks.blocking_send(WriteTask::Append(Box::new(append(id, 1)), reply)).unwrap();
            answer.blocking_recv().unwrap()
        };
        assert_eq!(ask("before"), Ok(()));
        tasks.blocking_send(WriteTask::Other(Box::new(provoked))).unwrap();
        assert_eq!(ask("half"), Ok(()), "what was written of it is taken back");
        drop(tasks);
        writer.join().unwrap();
    }

    #[test]
    fn what_cannot_be_written_fails_alone() {
        let mut connection = Connection::open_in_memory().unwrap();
        prepare(&mut connection, Path::new("new file")).unwrap();
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
