//! Attacks on a server of this machine, alongside honest games that are judged: whatever attackers do, nobody else may
//! notice.

mod bodies;
mod crew;
mod imports;
mod kind;
mod lobby;
mod nasty;
mod rematches;
mod sign_ins;
mod verdict;
mod visitors;

pub use kind::{Attack, AttackError};
pub use verdict::{Attacked, VerdictTable};
pub use visitors::Visits;

use crate::address::Address;
use crate::client::Shared;
use crate::counters::LoadCounters;
use crate::memory::{Memory, Watch};
use crate::plan::Plan;
use crate::report::LoadReport;
use crate::run::{Beside, LoadError, run_beside};
use crew::Crew;
use std::cell::Cell;
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::Duration;
use tokio::task::JoinSet;
use visitors::Visitors;

/// Honest players use 127.0.2.1 to 127.0.2.20.
const HONEST: std::ops::RangeInclusive<u8> = 1..=20;
/// Timeouts for an attack to send its minimum, and for clients to catch up at the end.
const PATIENCE: Duration = Duration::from_secs(60);

/// Attacks, with the honest games alongside each of them.
#[derive(Clone, Debug)]
pub struct AttackPlan {
    /// The honest games. Their server is attacked while they last.
    pub honest: Plan,
    /// The attacks, run one after the other.
    pub attacks: Vec<Attack>,
    /// The number of addresses of each attack.
    pub addresses: u8,
    /// The token for the server's metrics, if its process is not given.
    pub token: Option<String>,
}

/// Runs attacks and judges the honest games alongside them. When `stop` completes, it ends early but properly. If an
/// attack prevents all games, it is the last one.
pub async fn attack(
    plan: &AttackPlan,
    stop: impl Future<Output = ()>,
) -> Result<Vec<Attacked>, LoadError> {
    let [url] = &plan.honest.urls[..] else {
        return Err(LoadError::Plan("an attack is on one server"));
    };
    if !(1..=Crew::MOST).contains(&plan.addresses) {
        return Err(LoadError::Plan("an attack comes from 1 to 16 addresses"));
    }
    let target = Address::find_on_this_machine(url).await?;
    let watch = Watch::new(&target, plan.honest.process, plan.token.clone()).await?;
    let origins = HONEST.map(|last| Ipv4Addr::new(127, 0, 2, last)).collect();
    let urls = vec![target.url()];
    let honest = Plan { urls, origins, patience: PATIENCE, ..plan.honest.clone() };
    tokio::pin!(stop);
    let stopped = Cell::new(false);
    let mut all = Vec::new();
    for attack in &plan.attacks {
        let until = async {
            stop.as_mut().await;
            stopped.set(true);
        };
        let crew = Arc::new(Crew::new(&target, *attack, plan.addresses));
        let played = play(&honest, &target, &crew, &watch, until).await;
        let is_last = played.is_err() || stopped.get();
        let attacked = Attacked::of(&crew, played.map_err(|error| error.to_string()));
        // Stopping early waives the minimum.
        let wanted =
            if stopped.get() { attacked.sent.min(attacked.wanted) } else { attacked.wanted };
        all.push(Attacked { wanted, ..attacked });
        if is_last {
            break;
        }
    }
    Ok(all)
}

/// Runs one attack; returns the reports of the games and visits alongside it.
async fn play(
    honest: &Plan,
    target: &Address,
    crew: &Arc<Crew>,
    watch: &Watch,
    until: impl Future<Output = ()>,
) -> Result<(LoadReport, Visits), LoadError> {
    let Some(first) = watch.look().await else {
        return Err(LoadError::Memory("the server does not tell it any more".to_owned()));
    };
    let prepared = Arc::new(crew.prepare().await);
    let visitors = Visitors::enter(target).await;
    let run = AttackRun { crew, prepared, visitors };
    let (peak, report) = watch.highest_during(run_beside(honest, until, &run)).await;
    let last = watch.look().await.unwrap_or(first);
    // The system reports the all-time maximum, which counts here if it was reached during the attack.
    let ever = if last.most > first.most { last.most } else { 0.0 };
    let memory = Some([first, Memory { most: peak.max(last.now).max(ever), ..last }]);
    report.map(|report| (LoadReport { memory, ..report }, run.visitors.visits()))
}

/// Attackers, and honest visitors who do not play.
struct AttackRun<'a> {
    crew: &'a Arc<Crew>,
    prepared: Arc<crew::Prepared>,
    visitors: Arc<Visitors>,
}

impl Beside for AttackRun<'_> {
    fn connections(&self) -> u64 {
        self.crew.lines as u64
    }

    fn begin(&self, shared: &Arc<Shared>) -> JoinSet<()> {
        let mut tasks = JoinSet::new();
        self.crew.begin(&self.prepared, &mut tasks);
        self.visitors.begin(shared, &mut tasks);
        tasks
    }

    fn is_enough(&self, tally: &LoadCounters) -> bool {
        tally.count.moves.get() > 0
            && self.crew.has_sent_enough()
            && self.visitors.have_been_around()
    }
}
