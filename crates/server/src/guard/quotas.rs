//! Quotas: the one place that counts new games of all kinds, bytes stored, and open games, per address.

use super::bucket::Buckets;
use super::settings::Limits;
use crate::error::ApiError;
use crate::locks::lock;
use crate::seats::Requester;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// The stored size of a game without its lines, and of a line without its text, in bytes.
const GAME: usize = 512;
const LINE: usize = 64;
/// The maximum number of addresses whose open games are tracked.
const MOST: usize = 100_000;
/// How long a game stays open at most.
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Returns the stored size of lines.
pub fn size_of<'a>(lines: impl IntoIterator<Item = &'a String>) -> usize {
    lines.into_iter().map(|line| line.len() + LINE).sum()
}

/// Returns the stored size of a new game with these lines.
pub fn size_of_game(lines: &[String]) -> usize {
    GAME + size_of(lines)
}

/// The quotas used by each address and account.
pub struct Quotas(Option<QuotaBuckets>);

struct QuotaBuckets {
    limits: Limits,
    games: Buckets<IpAddr>,
    /// New games of each account, from any address.
    account_games: Buckets<String>,
    stored: Buckets<IpAddr>,
    studies: Buckets<IpAddr>,
    reports: Buckets<IpAddr>,
    seeks: Mutex<HashMap<IpAddr, Vec<Seek>>>,
}

/// An open game.
#[derive(Clone, Debug)]
pub struct Seek {
    /// The id of the game.
    pub id: String,
    /// When it was opened.
    pub since: Instant,
}

impl Quotas {
    /// Creates unused quotas; without limits, nothing is counted.
    pub fn new(limits: Option<Limits>) -> Self {
        Self(limits.map(|limits| QuotaBuckets {
            limits,
            games: Buckets::new(limits.games),
            account_games: Buckets::new(limits.games),
            stored: Buckets::new(limits.stored),
            studies: Buckets::new(limits.studies),
            reports: Buckets::new(limits.reports),
            seeks: Mutex::default(),
        }))
    }

    /// The buckets of an address, if it is limited.
    fn of(&self, address: Option<IpAddr>) -> Option<(&QuotaBuckets, IpAddr)> {
        self.0.as_ref().zip(address)
    }

    /// Counts a new game, if the quota allows it.
    pub fn game(&self, who: &Requester) -> Result<(), ApiError> {
        let Some(buckets) = &self.0 else { return Ok(()) };
        let now = Instant::now();
        if let Some(address) = &who.address {
            buckets.games.take(address, now).map_err(ApiError::too_many)?;
        }
        let Some(person) = &who.person else { return Ok(()) };
        let taken = buckets.account_games.take(&person.id, now);
        if let (Err(_), Some(address)) = (&taken, &who.address) {
            buckets.games.give_back(address);
        }
        taken.map_err(ApiError::too_many)
    }

    /// Refunds a game that was not created.
    pub fn no_game(&self, who: &Requester) {
        let Some(buckets) = &self.0 else { return };
        who.address.iter().for_each(|address| buckets.games.give_back(address));
        who.person.iter().for_each(|person| buckets.account_games.give_back(&person.id));
    }

    /// Counts bytes about to be stored, if the quota allows them.
    pub fn store(&self, address: Option<IpAddr>, bytes: usize) -> Result<(), ApiError> {
        let Some((buckets, address)) = self.of(address) else { return Ok(()) };
        let taken = buckets.stored.take_some(&address, number(bytes), Instant::now());
        taken.map_err(ApiError::too_many)
    }

    /// Counts a new study, if the quota allows it.
    pub fn study(&self, address: Option<IpAddr>) -> Result<(), ApiError> {
        let Some((buckets, address)) = self.of(address) else { return Ok(()) };
        buckets.studies.take(&address, Instant::now()).map_err(ApiError::too_many)
    }

    /// Counts reports that are to be made in the background for an address, if it may have so many.
    pub fn reports(&self, address: Option<IpAddr>, count: usize) -> Result<(), ApiError> {
        let Some((buckets, address)) = self.of(address) else { return Ok(()) };
        let taken = buckets.reports.take_some(&address, number(count), Instant::now());
        taken.map_err(ApiError::too_many)
    }

    /// Whether the storage quota of an address is not used up.
    pub fn may_store(&self, address: Option<IpAddr>) -> Result<(), ApiError> {
        let Some((buckets, address)) = self.of(address) else { return Ok(()) };
        buckets.stored.look(&address, Instant::now()).map_err(ApiError::too_many)
    }

    /// Counts bytes that have been stored.
    pub fn stored(&self, address: Option<IpAddr>, bytes: usize) {
        if let Some((buckets, address)) = self.of(address) {
            buckets.stored.owe(&address, number(bytes), Instant::now());
        }
    }

    /// Counts an open game of an address. If there seem to be too many, fails with those known.
    pub fn seek(&self, address: Option<IpAddr>, id: &str) -> Result<(), Vec<Seek>> {
        let Some((buckets, address)) = self.of(address) else { return Ok(()) };
        let mut all = buckets.seeks();
        if all.len() >= MOST && !all.contains_key(&address) {
            let is_new = |seek: &Seek| seek.since.elapsed() < DAY;
            all.retain(|_, seeks| seeks.iter().any(is_new));
        }
        let seeks = all.entry(address).or_default();
        if seeks.len() >= buckets.limits.seeks {
            return Err(seeks.clone());
        }
        seeks.push(Seek { id: id.to_owned(), since: Instant::now() });
        Ok(())
    }

    /// Stops counting these open games.
    pub fn no_seeks(&self, address: Option<IpAddr>, ids: &[String]) {
        let Some((buckets, address)) = self.of(address) else { return };
        let mut all = buckets.seeks();
        if let Some(seeks) = all.get_mut(&address) {
            seeks.retain(|seek| !ids.contains(&seek.id));
            if seeks.is_empty() {
                all.remove(&address);
            }
        }
    }
}

impl QuotaBuckets {
    fn seeks(&self) -> MutexGuard<'_, HashMap<IpAddr, Vec<Seek>>> {
        lock(&self.seeks)
    }
}

fn number(bytes: usize) -> u32 {
    u32::try_from(bytes).unwrap_or(u32::MAX)
}
