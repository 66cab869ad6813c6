//! Reports of finished games: the engine's judgement of every move. A report is computed once, at the first request,
//! and kept with its game.

mod answer;
mod made;
mod stored_queue;

pub use made::{opening_name, report, side, texts};

use crate::error::ApiError;
use crate::live_game::State;
use crate::locks::lock;
use crate::panics::{caught, joined};
use crate::queue::{Capacity, FairQueue};
use crate::store::{SqlChange, Value};
use crate::supervisor::Supervisor;
use arbiter::Phase;
use draughts::within;
use engine::{Limits, Stop};
use pdn::Judge;
use review::{Review, Reviewer};
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use tokio::runtime::Handle;
use tokio::sync::{Notify, watch};
use wire::{GameReport, REPORT_VERSION, ReportState, ReportView};

/// Nodes per position in a game of normal length. Moves that seem bad are searched again, with eight times as many
/// nodes, and those that seem blunders with twenty times as many: a game of 60 moves of both sides takes 5 million nodes,
/// 43 million if every move is bad, and a million more for each blunder.
const NODES: u64 = 40_000;
/// Nodes for all positions of a game together, before bad moves are searched again: longer games get fewer per
/// position.
const NODES_IN_ALL: u64 = 4_800_000;
/// The fewest nodes per position: a game has at most 5,000 moves.
const FEWEST_NODES: u64 = 1_000;
/// The limit on jumps in games with very many captures.
const MOST_JUMPS: u64 = 60_000_000;
/// The number of concurrent reports.
const AT_ONCE: usize = 2;
/// The most queued reports, in total and per address.
const MOST: usize = 256;
const MOST_OF_ADDRESS: usize = 4;

/// The reports of a server.
pub struct Reports {
    supervisor: Arc<Supervisor>,
    /// Reports in progress, by game id.
    jobs: Mutex<HashMap<String, Arc<Job>>>,
    /// The queue of reports.
    queue: FairQueue,
    /// Tells that there is more in the queue that the store keeps.
    queued: Notify,
}

/// A report in progress.
struct Job {
    address: Option<IpAddr>,
    plies: usize,
    /// The number of moves judged.
    judged: AtomicUsize,
    /// Whether it is no longer queued.
    begun: AtomicBool,
    stop: Stop,
    /// Closed when it is over.
    over: watch::Receiver<()>,
}

impl Job {
    fn view(&self) -> ReportView {
        let begun = self.begun.load(Ordering::Relaxed);
        ReportView {
            state: if begun { ReportState::Working } else { ReportState::Waiting },
            judged: self.judged.load(Ordering::Relaxed),
            plies: self.plies,
            report: None,
        }
    }
}

/// Returns the nodes per position of a game.
fn nodes(plies: usize) -> u64 {
    (NODES_IN_ALL / plies.max(1) as u64).clamp(FEWEST_NODES, NODES)
}

impl Reports {
    /// Creates the reports of these games.
    pub fn new(supervisor: Arc<Supervisor>) -> Self {
        let queue = FairQueue::new(Capacity::of(AT_ONCE, usize::MAX));
        Self { supervisor, jobs: Mutex::default(), queue, queued: Notify::new() }
    }

    /// Returns the report of a game, or its progress. Games in progress are refused, because a report would be
    /// cheating.
    pub async fn find(&self, id: &str) -> Result<ReportView, ApiError> {
        let state = self.finished(id).await?;
        self.found(id, &state).await
    }

    /// The same, but starts the report if it does not exist.
    pub async fn ask(
        self: &Arc<Self>,
        id: &str,
        address: Option<IpAddr>,
    ) -> Result<ReportView, ApiError> {
        let state = self.finished(id).await?;
        let found = self.found(id, &state).await?;
        if found.state != ReportState::None {
            return Ok(found);
        }
        Ok(self.begin(id, state, address)?.view())
    }

    /// Begins a report, or joins whoever has begun it.
    fn begin(
        self: &Arc<Self>,
        id: &str,
        state: Arc<State>,
        address: Option<IpAddr>,
    ) -> Result<Arc<Job>, ApiError> {
        let mut jobs = lock(&self.jobs);
        if let Some(job) = jobs.get(id) {
            return Ok(Arc::clone(job));
        }
        let of_address =
            jobs.values().filter(|job| address.is_some() && job.address == address).count();
        if jobs.len() >= MOST || of_address >= MOST_OF_ADDRESS {
            return Err(ApiError::Busy);
        }
        let (done, over) = watch::channel(());
        let job = Arc::new(Job {
            address,
            plies: state.plies(),
            judged: AtomicUsize::default(),
            begun: AtomicBool::default(),
            stop: Stop::new(),
            over,
        });
        jobs.insert(id.to_owned(), Arc::clone(&job));
        let (reports, id, begun) = (Arc::clone(self), id.to_owned(), Arc::clone(&job));
        tokio::spawn(async move {
            let made = caught(reports.make(&id, state, &begun)).await;
            if let Some(Err(error)) = made {
                tracing::warn!(%error, id, "a report was not made");
            }
            // Whatever the outcome, the next request gets the stored report or starts again.
            lock(&reports.jobs).remove(&id);
            drop(done);
        });
        Ok(job)
    }

    /// Stops all reports, for shutdown. Those that the store queues are made by the next server; others are started again
    /// on demand.
    pub fn stop(&self) {
        self.queue.close();
        lock(&self.jobs).values().for_each(|job| job.stop.stop());
    }

    /// Returns a finished game.
    async fn finished(&self, id: &str) -> Result<Arc<State>, ApiError> {
        let state = self.supervisor.games.find(id).await?.state();
        match state.log.table().phase() {
            Phase::Finished => Ok(state),
            Phase::Waiting | Phase::Playing | Phase::Paused => Err(ApiError::NotOver),
        }
    }

    async fn found(&self, id: &str, state: &State) -> Result<ReportView, ApiError> {
        // A report is stored before its job is removed, so checking in this order finds one of them.
        let job = lock(&self.jobs).get(id).map(|job| job.view());
        if let Some(view) = job {
            return Ok(view);
        }
        let plies = state.plies();
        let report = self.stored(id).await?.filter(|report| report.moves.len() == plies);
        Ok(match report {
            Some(_) => ReportView { state: ReportState::Done, judged: plies, plies, report },
            None => ReportView { state: ReportState::None, judged: 0, plies, report },
        })
    }

    /// Returns the stored report; outdated ones are computed again.
    async fn stored(&self, id: &str) -> Result<Option<GameReport>, ApiError> {
        let question = "SELECT text FROM game_reports WHERE game = $1";
        let found = self.supervisor.games.store().rows(question, vec![id.into()]).await?;
        let text = found.into_iter().flatten().next().map(Value::text).transpose()?;
        let report: Option<GameReport> = text.and_then(|text| serde_json::from_str(&text).ok());
        Ok(report.filter(|report| report.version == REPORT_VERSION))
    }

    async fn make(&self, id: &str, state: Arc<State>, job: &Arc<Job>) -> Result<(), ApiError> {
        let nodes = nodes(job.plies);
        let cost = nodes.saturating_mul(job.plies as u64) / 1_000;
        let _place = self.queue.turn(job.address, cost).await.map_err(|_| ApiError::Busy)?;
        let (supervisor, job) = (Arc::clone(&self.supervisor), Arc::clone(job));
        let handle = Handle::current();
        let work = tokio::task::spawn_blocking(move || {
            within(MOST_JUMPS, || look(&supervisor, &state, &job, nodes, &handle))
        });
        let review = joined(work).await?.map_err(|_| ApiError::Busy)??;
        let text = serde_json::to_string(&report(&review))
            .map_err(|error| ApiError::Broken(error.to_string()))?;
        let keep = "INSERT INTO game_reports (game, text) VALUES ($1, $2) \
                    ON CONFLICT (game) DO UPDATE SET text = excluded.text";
        let keep = SqlChange(keep, vec![id.into(), text.into()]);
        self.supervisor.games.store().change(vec![keep]).await?;
        Ok(())
    }
}

/// Analyses a game move by move, queueing before each, so that nobody waits for a whole report. Fails if stopped.
fn look(
    supervisor: &Supervisor,
    state: &State,
    job: &Job,
    nodes: u64,
    handle: &Handle,
) -> Result<Review, ApiError> {
    let game = record::pdn_of(&state.log);
    let replay = Judge::of(state.log.table().terms().rules.clone()).replay(&game);
    let turn = || handle.block_on(supervisor.advisers().analysis_turn(nodes, job.address));
    let mut engine = supervisor.advisers().analysis_engine();
    let mut place = Some(turn()?);
    let mut failure = None;
    job.begun.store(true, Ordering::Relaxed);
    let mut reviewer =
        Reviewer { engine: &mut engine, limits: Limits::nodes(nodes), stop: job.stop.clone() };
    let review = reviewer.review(&game, &replay, &mut |judged, _| {
        job.judged.store(judged, Ordering::Relaxed);
        drop(place.take());
        match turn() {
            Ok(next) => place = Some(next),
            Err(refused) => {
                failure = Some(refused);
                job.stop.stop();
            }
        }
    });
    match failure {
        Some(failure) => Err(failure),
        None => review.whole.then_some(review).ok_or(ApiError::Busy),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Issue 17.5: a game of 60 moves takes at most 20 seconds, and longer games take bounded time.
    #[test]
    fn long_games_are_looked_at_less_closely() {
        assert_eq!(nodes(0), NODES);
        assert_eq!(nodes(120), NODES);
        assert_eq!(nodes(600), 8_000);
        assert_eq!(nodes(5_000), FEWEST_NODES);
        assert_eq!(nodes(1_000_000), FEWEST_NODES);
    }
}
