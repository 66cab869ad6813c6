//! Records when this server could not accept moves: the process was suspended, or the store did not answer. Such time
//! is charged to nobody.

use crate::locks::lock;
use crate::store::{Outage, StoreError};
use crate::time;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, Weak};
use std::time::Duration;

/// How often the watcher checks the clock.
const TICK: Duration = Duration::from_millis(50);
/// By how many milliseconds the watcher must be late to conclude that the process was suspended: even on a busy machine
/// an idle thread is not that late.
const PAUSE: u64 = 350;
/// After how many milliseconds without an answer the store counts as unreachable.
const STALL: u64 = 350;
/// How long before the first unanswered write the store may have become unreachable, in milliseconds: while a clock
/// runs, writes are more frequent than this.
const UNSEEN: u64 = 1_000;
/// The number of outages kept.
const REMEMBERED: usize = 1_000;

/// Records outages.
#[derive(Default)]
pub struct Uptime(Mutex<OutageLog>);

#[derive(Default)]
struct OutageLog {
    /// When the process was last seen running.
    ran: u64,
    /// When the store last answered.
    answered: u64,
    /// When each pending write was sent, by its number.
    asked: BTreeMap<u64, u64>,
    next: u64,
    /// When the first write was sent that failed after the store last answered.
    failing: Option<u64>,
    outages: Outages,
    /// Outages that are not stored yet.
    unsaved: Outages,
}

/// The outages known to this server.
#[derive(Clone, Debug, Default)]
pub struct Outages {
    /// Outages of the store.
    pub store: Vec<Outage>,
    /// Suspensions of this process.
    pub process: Vec<Outage>,
}

impl Uptime {
    /// Starts recording, with a thread that watches the clock for as long as the record is in use.
    pub fn watched() -> std::io::Result<Arc<Self>> {
        let uptime = Arc::new(Self::default());
        uptime.begin(time::now().0);
        let watched = Arc::downgrade(&uptime);
        std::thread::Builder::new().name("uptime".to_owned()).spawn(move || watch(&watched))?;
        Ok(uptime)
    }

    fn outage_log(&self) -> MutexGuard<'_, OutageLog> {
        lock(&self.0)
    }

    fn begin(&self, now: u64) {
        let mut outage_log = self.outage_log();
        (outage_log.ran, outage_log.answered) = (now, now);
    }

    /// Notes that the process runs; to be called before anything is decided by the clock.
    pub fn look(&self) {
        self.outage_log().runs(time::now().0);
    }

    /// Waits for a write, and records whether the store answers.
    pub async fn ask<T>(
        &self,
        write: impl Future<Output = Result<T, StoreError>>,
    ) -> Result<T, StoreError> {
        let asked = PendingWrite { uptime: self, number: self.outage_log().asks(time::now().0) };
        let answer = write.await;
        let is_there =
            !matches!(answer, Err(StoreError::Unavailable(_) | StoreError::Newer { .. }));
        let mut outage_log = self.outage_log();
        let now = time::now().0;
        outage_log.runs(now);
        if is_there {
            outage_log.answers(now);
        } else {
            outage_log.fails(asked.number);
        }
        drop(outage_log);
        answer
    }

    /// Whether, as far as is known, a move could be accepted now.
    pub fn is_sound(&self) -> bool {
        let outage_log = self.outage_log();
        let now = time::now().0;
        outage_log.failing.is_none() && outage_log.waiting(now) <= STALL
    }

    /// Returns the outages that ended after a time.
    pub fn outages(&self, after: u64) -> Outages {
        let outage_log = self.outage_log();
        let later = |all: &[Outage]| {
            let first = all.partition_point(|outage| outage.until <= after);
            all[first..].to_vec()
        };
        Outages {
            store: later(&outage_log.outages.store),
            process: later(&outage_log.outages.process),
        }
    }

    /// Takes the outages that are not stored yet.
    pub fn take_unsaved(&self) -> Outages {
        std::mem::take(&mut self.outage_log().unsaved)
    }

    /// Puts back outages that could not be stored.
    pub fn put_back(&self, outages: Vec<Outage>) {
        let unsaved = &mut self.outage_log().unsaved.store;
        let later = std::mem::replace(unsaved, outages);
        later.into_iter().for_each(|outage| note(unsaved, outage));
    }
}

/// A pending write, tracked even if its future is dropped.
struct PendingWrite<'a> {
    uptime: &'a Uptime,
    number: u64,
}

impl Drop for PendingWrite<'_> {
    fn drop(&mut self) {
        self.uptime.outage_log().asked.remove(&self.number);
    }
}

impl OutageLog {
    fn runs(&mut self, now: u64) {
        if now.saturating_sub(self.ran) > PAUSE {
            let outage = Outage { from: self.ran, until: now };
            note(&mut self.outages.process, outage);
            note(&mut self.unsaved.process, outage);
        }
        self.ran = self.ran.max(now);
    }

    fn asks(&mut self, now: u64) -> u64 {
        self.runs(now);
        self.next += 1;
        self.asked.insert(self.next, now);
        self.next
    }

    /// For how long the store has owed an answer.
    fn waiting(&self, now: u64) -> u64 {
        let first = self.asked.values().next().into_iter().chain(&self.failing).min();
        // Writes sent before the last answer may just be slow.
        first.map_or(0, |first| now.saturating_sub(self.answered.max(*first)))
    }

    fn answers(&mut self, now: u64) {
        let waited = self.waiting(now);
        // The store may have answered while the process was suspended.
        let stopped = || Outage::covered(self.outages.process.clone(), now - waited);
        if waited > STALL && waited.saturating_sub(stopped()) > STALL {
            let from = self.answered.max((now - waited).saturating_sub(UNSEEN));
            let outage = Outage { from, until: now };
            note(&mut self.outages.store, outage);
            note(&mut self.unsaved.store, outage);
        }
        (self.answered, self.failing) = (self.answered.max(now), None);
    }

    fn fails(&mut self, number: u64) {
        let begun = self.asked.get(&number).copied();
        self.failing = [self.failing, begun].into_iter().flatten().min();
    }
}

/// Adds an outage, merging it with the last if they overlap.
fn note(outages: &mut Vec<Outage>, outage: Outage) {
    match outages.last_mut() {
        Some(last) if outage.from <= last.until => last.until = last.until.max(outage.until),
        _ => outages.push(outage),
    }
    let most = outages.len().saturating_sub(REMEMBERED);
    outages.drain(..most);
}

fn watch(uptime: &Weak<Uptime>) {
    while let Some(uptime) = uptime.upgrade() {
        uptime.look();
        drop(uptime);
        std::thread::sleep(TICK);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn since(now: u64) -> OutageLog {
        OutageLog { ran: now, answered: now, ..OutageLog::default() }
    }

    /// Simulates the watcher of a running process.
    fn run(outage_log: &mut OutageLog, until: u64) {
        let times = (outage_log.ran..until).step_by(TICK.as_millis() as usize);
        times.chain([until]).for_each(|now| outage_log.runs(now));
    }

    fn outage(from: u64, until: u64) -> Vec<Outage> {
        vec![Outage { from, until }]
    }

    #[test]
    fn a_process_that_is_stopped() {
        let mut outage_log = since(1_000);
        run(&mut outage_log, 1_930);
        outage_log.runs(1_930 + PAUSE);
        assert_eq!(outage_log.outages.process, [], "late, as on a busy machine");
        outage_log.runs(21_000);
        assert_eq!(outage_log.outages.process, outage(1_930 + PAUSE, 21_000));
        assert_eq!(outage_log.unsaved.process, outage_log.outages.process);
        assert_eq!(outage_log.outages.store, []);
    }

    /// Issue 15.3: a late heartbeat alone credits nobody with time.
    #[test]
    fn a_server_that_is_only_busy() {
        let mut outage_log = since(0);
        run(&mut outage_log, 5_000);
        let late = outage_log.asks(5_000);
        run(&mut outage_log, 5_000 + STALL);
        outage_log.answers(5_000 + STALL);
        outage_log.asked.remove(&late);
        // Each write takes two seconds, and one is done every tenth of a second.
        let mut waiting = std::collections::VecDeque::new();
        for now in (6_000..12_000).step_by(100) {
            run(&mut outage_log, now);
            waiting.push_back(outage_log.asks(now));
            if now >= 6_200 {
                outage_log.answers(now);
            }
            if waiting.len() > 20 {
                outage_log.asked.remove(&waiting.pop_front().unwrap());
            }
        }
        assert_eq!((outage_log.outages.store, outage_log.outages.process), (vec![], vec![]));
    }

    #[test]
    fn a_store_that_does_not_answer() {
        let mut outage_log = since(0);
        outage_log.answers(800);
        outage_log.asks(1_000);
        assert_eq!(outage_log.waiting(1_300), 300);
        assert_eq!(outage_log.waiting(9_000), 8_000);
        outage_log.answers(9_000);
        assert_eq!(outage_log.outages.store, outage(800, 9_000));
        assert_eq!(outage_log.waiting(9_100), 100, "it may have been asked something else");
    }

    /// A process suspended while it waits for an answer: the store and the other servers kept running.
    #[test]
    fn a_process_that_is_stopped_while_it_waits() {
        let mut outage_log = since(0);
        run(&mut outage_log, 950);
        outage_log.asks(950);
        outage_log.runs(3_000);
        outage_log.answers(3_000);
        assert_eq!(outage_log.outages.process, outage(950, 3_000));
        assert_eq!(outage_log.outages.store, []);
    }

    #[test]
    fn a_store_that_fails() {
        let mut outage_log = since(1_000);
        for now in (1_200..5_000).step_by(100) {
            let number = outage_log.asks(now);
            outage_log.fails(number);
            outage_log.asked.remove(&number);
        }
        assert_eq!(outage_log.waiting(5_000), 3_800);
        outage_log.answers(5_000);
        assert_eq!(outage_log.outages.store, outage(1_000, 5_000));
        assert_eq!(outage_log.waiting(6_000), 0);
    }

    /// A write whose future is dropped leaves nothing behind.
    #[test]
    fn a_write_that_nobody_waits_for() {
        let uptime = Uptime::default();
        uptime.begin(time::now().0);
        let never = std::future::pending::<Result<(), StoreError>>();
        let mut asked = Box::pin(uptime.ask(never));
        let mut context = std::task::Context::from_waker(std::task::Waker::noop());
        assert!(asked.as_mut().poll(&mut context).is_pending());
        assert_eq!(uptime.outage_log().asked.len(), 1);
        drop(asked);
        assert_eq!(uptime.outage_log().asked.len(), 0);
        assert!(uptime.is_sound());
    }

    #[test]
    fn outages_that_overlap_count_once() {
        let outages = [(10, 20), (15, 30), (50, 60), (55, 58)];
        let outages = outages.map(|(from, until)| Outage { from, until }).to_vec();
        assert_eq!(Outage::covered(outages.clone(), 0), 30);
        assert_eq!(Outage::covered(outages.clone(), 18), 22);
        assert_eq!(Outage::covered(outages, 70), 0);
    }
}
