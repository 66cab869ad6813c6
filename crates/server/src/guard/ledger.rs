//! What somebody costs: the one place that counts games, however they are made, what is stored for an address,
//! and the games of an address that wait for anybody.

use super::bucket::Buckets;
use super::settings::Limits;
use crate::error::ApiError;
use crate::locks::lock;
use crate::seats::Requester;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// What a game takes in the store besides its lines, and a line besides its text, in bytes.
const GAME: usize = 512;
const LINE: usize = 64;
/// Of how many addresses the waiting games are remembered.
const MOST: usize = 100_000;
/// How long games wait for anybody at the most.
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// What lines take in the store.
pub fn size_of<'a>(lines: impl IntoIterator<Item = &'a String>) -> usize {
    lines.into_iter().map(|line| line.len() + LINE).sum()
}

/// What a new game of these lines takes in the store.
pub fn size_of_game(lines: &[String]) -> usize {
    GAME + size_of(lines)
}

/// What everybody has used of what they may.
pub struct Ledger(Option<Accounts>);

struct Accounts {
    limits: Limits,
    games: Buckets<IpAddr>,
    /// New games of each account, from wherever.
    account_games: Buckets<String>,
    stored: Buckets<IpAddr>,
    seeks: Mutex<HashMap<IpAddr, Vec<Seek>>>,
}

/// A game that waits for anybody.
#[derive(Clone, Debug)]
pub struct Seek {
    /// Its name.
    pub id: String,
    /// Since when.
    pub since: Instant,
}

impl Ledger {
    /// A ledger in which nothing stands; without limits nothing is written into it.
    pub fn new(limits: Option<Limits>) -> Self {
        Self(limits.map(|limits| Accounts {
            limits,
            games: Buckets::new(limits.games),
            account_games: Buckets::new(limits.games),
            stored: Buckets::new(limits.stored),
            seeks: Mutex::default(),
        }))
    }

    /// The accounts of an address, if it is limited.
    fn of(&self, address: Option<IpAddr>) -> Option<(&Accounts, IpAddr)> {
        self.0.as_ref().zip(address)
    }

    /// Somebody makes a game, if they may.
    pub fn game(&self, who: &Requester) -> Result<(), ApiError> {
        let Some(accounts) = &self.0 else { return Ok(()) };
        let now = Instant::now();
        if let Some(address) = &who.address {
            accounts.games.take(address, now).map_err(ApiError::too_many)?;
        }
        let Some(person) = &who.person else { return Ok(()) };
        let taken = accounts.account_games.take(&person.id, now);
        if let (Err(_), Some(address)) = (&taken, &who.address) {
            accounts.games.give_back(address);
        }
        taken.map_err(ApiError::too_many)
    }

    /// The game that somebody was to make was not made.
    pub fn no_game(&self, who: &Requester) {
        let Some(accounts) = &self.0 else { return };
        who.address.iter().for_each(|address| accounts.games.give_back(address));
        who.person.iter().for_each(|person| accounts.account_games.give_back(&person.id));
    }

    /// So many bytes are stored for an address, if there is room for them.
    pub fn store(&self, address: Option<IpAddr>, bytes: usize) -> Result<(), ApiError> {
        let Some((accounts, address)) = self.of(address) else { return Ok(()) };
        let taken = accounts.stored.take_some(&address, number(bytes), Instant::now());
        taken.map_err(ApiError::too_many)
    }

    /// Whether anything more is stored for an address.
    pub fn may_store(&self, address: Option<IpAddr>) -> Result<(), ApiError> {
        let Some((accounts, address)) = self.of(address) else { return Ok(()) };
        accounts.stored.look(&address, Instant::now()).map_err(ApiError::too_many)
    }

    /// So many bytes were stored for an address.
    pub fn stored(&self, address: Option<IpAddr>, bytes: usize) {
        if let Some((accounts, address)) = self.of(address) {
            accounts.stored.owe(&address, number(bytes), Instant::now());
        }
    }

    /// A game of an address waits for anybody from now on. If too many do as far as is known, those are told.
    pub fn seek(&self, address: Option<IpAddr>, id: &str) -> Result<(), Vec<Seek>> {
        let Some((accounts, address)) = self.of(address) else { return Ok(()) };
        let mut all = accounts.seeks();
        if all.len() >= MOST && !all.contains_key(&address) {
            let is_new = |seek: &Seek| seek.since.elapsed() < DAY;
            all.retain(|_, seeks| seeks.iter().any(is_new));
        }
        let seeks = all.entry(address).or_default();
        if seeks.len() >= accounts.limits.seeks {
            return Err(seeks.clone());
        }
        seeks.push(Seek { id: id.to_owned(), since: Instant::now() });
        Ok(())
    }

    /// These games of an address do not wait any more.
    pub fn no_seeks(&self, address: Option<IpAddr>, ids: &[String]) {
        let Some((accounts, address)) = self.of(address) else { return };
        let mut all = accounts.seeks();
        if let Some(seeks) = all.get_mut(&address) {
            seeks.retain(|seek| !ids.contains(&seek.id));
            if seeks.is_empty() {
                all.remove(&address);
            }
        }
    }
}

impl Accounts {
    fn seeks(&self) -> MutexGuard<'_, HashMap<IpAddr, Vec<Seek>>> {
        lock(&self.seeks)
    }
}

fn number(bytes: usize) -> u32 {
    u32::try_from(bytes).unwrap_or(u32::MAX)
}
