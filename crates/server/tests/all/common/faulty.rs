//! A store that fails as disks do.
#![allow(dead_code, reason = "tests of several programs use it, each a part")]

use server::seats::Seats;
use server::store::{
    Answer, Append, Due, Heartbeat, Outage, Peer, PresenceRecord, PresenceRecords, SeekFilter,
    SqlChange, Sqlite, Store, StoreError, Stored, Summary, Value,
};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::time::sleep;

/// How a write goes wrong.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Fault {
    /// It is not written: the disk is full, or fsync fails.
    Fails,
    /// It is written, but reported as failed.
    FailsAfterWriting,
    /// It is written late.
    Slow(Duration),
    /// The program itself has a bug.
    Panics,
    /// It hangs for long, and then fails.
    HangsThenFails(Duration),
}

/// Decides the fault of a game's event, or of a heartbeat, which belongs to no game.
type Fate = Box<dyn FnMut(&str) -> Option<Fault> + Send>;

/// A store in a file, on a faulty disk.
pub struct Faulty {
    store: Sqlite,
    fate: Mutex<Fate>,
}

impl Faulty {
    pub fn open(file: &Path) -> Self {
        let store = Sqlite::open(file).unwrap();
        Self { store, fate: Mutex::new(Box::new(|_| None)) }
    }

    /// Sets the faults of writes from now on.
    pub fn befalls(&self, fate: impl FnMut(&str) -> Option<Fault> + Send + 'static) {
        *self.fate.lock().unwrap_or_else(PoisonError::into_inner) = Box::new(fate);
    }

    pub fn works(&self) {
        self.befalls(|_| None);
    }

    fn fault(&self, game: &str) -> Option<Fault> {
        let mut fate = self.fate.lock().unwrap_or_else(PoisonError::into_inner);
        (*fate)(game)
    }
}

async fn write<T>(fault: Option<Fault>, writing: Answer<'_, T>) -> Result<T, StoreError> {
    match fault {
        None => writing.await,
        Some(Fault::Fails) => Err(failed()),
        Some(Fault::Panics) => panic!("provoked"),
        Some(Fault::FailsAfterWriting) => writing.await.and_then(|_| Err(failed())),
        Some(Fault::Slow(time)) => {
            sleep(time).await;
            writing.await
        }
        Some(Fault::HangsThenFails(time)) => {
            sleep(time).await;
            Err(failed())
        }
    }
}

fn failed() -> StoreError {
    StoreError::Unavailable("fsync: input/output error".to_owned())
}

impl Store for Faulty {
    fn append(&self, append: Append) -> Answer<'_, ()> {
        let fault = self.fault(&append.summary.id);
        Box::pin(write(fault, self.store.append(append)))
    }

    fn heartbeat(&self, heartbeat: Heartbeat) -> Answer<'_, Vec<Peer>> {
        Box::pin(write(self.fault(""), self.store.heartbeat(heartbeat)))
    }

    fn last_beat(&self) -> Answer<'_, Option<u64>> {
        self.store.last_beat()
    }

    fn load_from(&self, id: &str, seq: u64) -> Answer<'_, Option<Stored>> {
        self.store.load_from(id, seq)
    }

    fn recent(&self, most: u32) -> Answer<'_, Vec<Summary>> {
        self.store.recent(most)
    }

    fn unfinished(&self, ids: Vec<String>) -> Answer<'_, Vec<Summary>> {
        self.store.unfinished(ids)
    }

    fn by_id(&self, ids: Vec<String>) -> Answer<'_, Vec<(Summary, Seats)>> {
        self.store.by_id(ids)
    }

    fn going_on(&self, most: u32) -> Answer<'_, Vec<Summary>> {
        self.store.going_on(most)
    }

    fn open_games(&self, wanted: Option<SeekFilter>, most: u32) -> Answer<'_, Vec<Summary>> {
        self.store.open_games(wanted, most)
    }

    fn due(&self, at: u64, after: Option<Due>, most: u32) -> Answer<'_, Vec<Due>> {
        self.store.due(at, after, most)
    }

    fn note_presence(
        &self,
        server: &str,
        at: u64,
        presence: Vec<PresenceRecord>,
    ) -> Answer<'_, ()> {
        Box::pin(write(self.fault(""), self.store.note_presence(server, at, presence)))
    }

    fn presence(&self, server: &str, games: Vec<String>) -> Answer<'_, PresenceRecords> {
        self.store.presence(server, games)
    }

    fn lengths(&self, ids: Vec<String>) -> Answer<'_, Vec<(String, u64)>> {
        self.store.lengths(ids)
    }

    fn outages(&self, after: u64) -> Answer<'_, Vec<Outage>> {
        self.store.outages(after)
    }

    fn is_shared(&self) -> bool {
        self.store.is_shared()
    }

    fn rows(&self, question: &'static str, values: Vec<Value>) -> Answer<'_, Vec<Vec<Value>>> {
        self.store.rows(question, values)
    }

    fn change(&self, changes: Vec<SqlChange>) -> Answer<'_, Vec<u64>> {
        Box::pin(write(self.fault(""), self.store.change(changes)))
    }
}
