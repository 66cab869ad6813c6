//! Rate limits: token buckets that refill at a steady rate.

use crate::locks::lock;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// The maximum number of buckets kept.
const MOST: usize = 100_000;

/// A rate limit: the burst, and the refill rate.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rate {
    /// The capacity of a bucket.
    pub burst: u32,
    /// How long one token takes to refill.
    pub every: Duration,
}

impl Rate {
    /// How long an empty bucket takes to refill.
    fn whole(self) -> Duration {
        self.every * self.burst
    }
}

/// Token buckets by requester. Each stores only the time at which it is full again.
pub struct Buckets<Requester> {
    rate: Rate,
    most: usize,
    full_at: Mutex<HashMap<Requester, Instant>>,
}

impl<Requester: Hash + Eq + Clone> Buckets<Requester> {
    /// Creates full buckets.
    pub fn new(rate: Rate) -> Self {
        Self { rate, most: MOST, full_at: Mutex::default() }
    }

    /// Takes a token; if the bucket is empty, returns how long to wait.
    pub fn take(&self, who: &Requester, now: Instant) -> Result<(), Duration> {
        self.take_some(who, 1, now)
    }

    /// Takes several tokens; if there are not enough, returns how long to wait.
    pub fn take_some(&self, who: &Requester, number: u32, now: Instant) -> Result<(), Duration> {
        let full_at = |before| after(self.rate, number, before, now);
        self.change(who, now, full_at)
    }

    /// Takes several tokens even if there are not enough, leaving a debt.
    pub fn owe(&self, who: &Requester, number: u32, now: Instant) {
        let full_at = |before| Ok(emptied(self.rate, number, before, now));
        let _ = self.change(who, now, full_at);
    }

    fn change(
        &self,
        who: &Requester,
        now: Instant,
        full_at: impl FnOnce(Option<Instant>) -> Result<Instant, Duration>,
    ) -> Result<(), Duration> {
        let mut all = lock(&self.full_at);
        let full_at = full_at(all.get(who).copied())?;
        if all.len() >= self.most && !all.contains_key(who) {
            forget(&mut all, now, self.most / 2);
        }
        all.insert(who.clone(), full_at);
        Ok(())
    }

    /// Puts back a token.
    pub fn give_back(&self, who: &Requester) {
        let mut all = lock(&self.full_at);
        if let Some(full_at) = all.get_mut(who) {
            *full_at -= self.rate.every;
        }
    }

    /// Checks that a token is available; if not, returns how long to wait.
    pub fn look(&self, who: &Requester, now: Instant) -> Result<(), Duration> {
        let all = lock(&self.full_at);
        after(self.rate, 1, all.get(who).copied(), now).map(drop)
    }
}

/// A single token bucket.
pub struct Bucket {
    rate: Rate,
    full_at: Option<Instant>,
}

impl Bucket {
    /// Creates a full bucket.
    pub fn new(rate: Rate) -> Self {
        Self { rate, full_at: None }
    }

    /// Takes a token; if the bucket is empty, returns how long to wait.
    pub fn take(&mut self, now: Instant) -> Result<(), Duration> {
        self.full_at = Some(after(self.rate, 1, self.full_at, now)?);
        Ok(())
    }
}

/// Returns when a bucket is full again if this many more tokens are taken.
fn emptied(rate: Rate, number: u32, full_at: Option<Instant>, now: Instant) -> Instant {
    full_at.map_or(now, |full_at| full_at.max(now)) + rate.every * number
}

/// The same, provided there are enough tokens.
fn after(
    rate: Rate,
    number: u32,
    full_at: Option<Instant>,
    now: Instant,
) -> Result<Instant, Duration> {
    let full_at = emptied(rate, number, full_at, now);
    match (full_at - now).checked_sub(rate.whole()) {
        None | Some(Duration::ZERO) => Ok(full_at),
        Some(wait) => Err(wait),
    }
}

/// Forgets full buckets, which carry no information; if that is not enough, the fullest ones.
fn forget<Requester: Hash + Eq>(all: &mut HashMap<Requester, Instant>, now: Instant, most: usize) {
    all.retain(|_, full_at| *full_at > now);
    let Some(too_many) = all.len().checked_sub(most).filter(|number| *number > 0) else { return };
    let mut moments: Vec<Instant> = all.values().copied().collect();
    let (_, last, _) = moments.select_nth_unstable(too_many - 1);
    let last = *last;
    all.retain(|_, full_at| *full_at > last);
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::IpAddr;

    fn address(number: u32) -> IpAddr {
        IpAddr::from(number.to_be_bytes())
    }

    const RATE: Rate = Rate { burst: 3, every: Duration::from_secs(2) };

    #[test]
    fn a_bucket_empties_and_fills() {
        let buckets = Buckets::new(RATE);
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        for _ in 0..3 {
            assert_eq!(buckets.take(&address(1), start), Ok(()));
        }
        assert_eq!(buckets.take(&address(1), start), Err(Duration::from_secs(2)));
        assert_eq!(buckets.look(&address(1), at(1)), Err(Duration::from_secs(1)));
        assert_eq!(buckets.take(&address(2), start), Ok(()), "others have their own");
        assert_eq!(buckets.look(&address(1), at(2)), Ok(()));
        assert_eq!(buckets.take(&address(1), at(2)), Ok(()));
        assert_eq!(buckets.take(&address(1), at(2)), Err(Duration::from_secs(2)));
        for _ in 0..3 {
            assert_eq!(
                buckets.take(&address(1), at(100)),
                Ok(()),
                "it never holds more than three"
            );
        }
        assert!(buckets.take(&address(1), at(100)).is_err());
    }

    #[test]
    fn some_at_once() {
        let buckets = Buckets::new(RATE);
        let start = Instant::now();
        assert_eq!(buckets.take_some(&address(1), 4, start), Err(Duration::from_secs(2)));
        assert_eq!(buckets.take_some(&address(1), 2, start), Ok(()));
        assert_eq!(buckets.take_some(&address(1), 2, start), Err(Duration::from_secs(2)));
        buckets.owe(&address(1), 3, start);
        assert_eq!(buckets.look(&address(1), start), Err(Duration::from_secs(6)), "in debt");
        assert_eq!(buckets.take(&address(1), start + Duration::from_secs(6)), Ok(()));
    }

    #[test]
    fn the_bucket_of_one() {
        let mut bucket = Bucket::new(RATE);
        let start = Instant::now();
        assert!((0..3).all(|_| bucket.take(start).is_ok()));
        assert_eq!(bucket.take(start), Err(Duration::from_secs(2)));
        assert_eq!(bucket.take(start + Duration::from_secs(2)), Ok(()));
    }

    #[test]
    fn no_number_of_addresses_takes_more_memory() {
        let buckets = Buckets { most: 1_000, ..Buckets::new(RATE) };
        let start = Instant::now();
        let size = || buckets.full_at.lock().unwrap().len();
        for _ in 0..3 {
            buckets.take(&address(0), start).unwrap();
        }
        for number in 1..5_000 {
            buckets.take(&address(number), start).unwrap();
            assert!(size() <= 1_000);
        }
        assert!(buckets.take(&address(0), start).is_err(), "who owes most is not forgotten");
        let later = start + Duration::from_secs(60);
        for number in 10_000..10_501 {
            buckets.take(&address(number), later).unwrap();
        }
        assert!(size() <= 1_000);
    }
}
