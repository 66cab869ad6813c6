//! Round-trip times to clients, measured by the server alone.

use crate::locks::lock;
use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// The number of recent round trips kept.
const REMEMBERED: usize = 4;
/// How much a connection's round trip may exceed the shortest of its address.
const SLACK: Duration = Duration::from_millis(50);
/// The maximum number of addresses whose shortest round trip is kept.
const MOST: usize = 100_000;

/// The shortest round trips per address, over all connections: delaying answers, or reconnecting to do so, does not
/// make a client seem further away.
#[derive(Default)]
pub struct Distances(Mutex<HashMap<IpAddr, Duration>>);

impl Distances {
    fn note(&self, address: IpAddr, trip: Duration) {
        let mut all = lock(&self.0);
        if all.len() >= MOST && !all.contains_key(&address) {
            all.clear();
        }
        let least = all.entry(address).or_insert(trip);
        *least = trip.min(*least);
    }

    fn least(&self, address: IpAddr) -> Option<Duration> {
        lock(&self.0).get(&address).copied()
    }
}

/// The recent round trips of a connection.
pub struct Lag {
    address: IpAddr,
    distances: Arc<Distances>,
    next: u32,
    /// The pending ping, and when it was sent.
    sent: Option<(u32, Instant)>,
    trips: VecDeque<Duration>,
}

impl Lag {
    /// The interval between pings.
    pub const BETWEEN: Duration = Duration::from_secs(10);

    /// Starts with what other connections of the address have shown.
    pub fn new(address: IpAddr, distances: Arc<Distances>) -> Self {
        Self { address, distances, next: 0, sent: None, trips: VecDeque::new() }
    }

    /// Returns the payload of a new ping.
    pub fn ping(&mut self, now: Instant) -> [u8; 4] {
        self.next = self.next.wrapping_add(1);
        self.sent = Some((self.next, now));
        self.next.to_be_bytes()
    }

    /// Handles a pong; only the first answer to the last ping counts.
    pub fn pong(&mut self, payload: &[u8], now: Instant) {
        let Some((_, since)) = self.sent.take_if(|(number, _)| payload == number.to_be_bytes())
        else {
            return;
        };
        let trip = now.saturating_duration_since(since);
        if self.trips.len() == REMEMBERED {
            self.trips.pop_front();
        }
        self.trips.push_back(trip);
        self.distances.note(self.address, trip);
    }

    /// Returns the lag compensation for a move, in milliseconds: the shortest recent round trip, but hardly more than
    /// the shortest ever seen from the address.
    pub fn credit(&self) -> u64 {
        let Some(lately) = self.trips.iter().min() else { return 0 };
        let believed =
            self.distances.least(self.address).map_or(Duration::MAX, |least| least + SLACK);
        believed.min(*lately).as_millis() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

    fn trip(lag: &mut Lag, milliseconds: u64) {
        let now = Instant::now();
        let ping = lag.ping(now);
        lag.pong(&ping, now + Duration::from_millis(milliseconds));
    }

    #[test]
    fn only_real_answers_count() {
        let mut lag = Lag::new(HERE, Arc::default());
        let now = Instant::now();
        let later = now + Duration::from_millis(200);
        assert_eq!(lag.credit(), 0);
        let ping = lag.ping(now);
        lag.pong(b"else", now);
        assert!(lag.trips.is_empty());
        lag.pong(&ping, later);
        lag.pong(&ping, later);
        assert_eq!(lag.trips.len(), 1);
        assert_eq!(lag.credit(), 200);
        trip(&mut lag, 30);
        assert_eq!(lag.credit(), 30);
    }

    /// Issue 15, low: a client that has shown a short round trip gains nothing by answering late, then or on another
    /// connection.
    #[test]
    fn late_answers_gain_nothing() {
        let distances = Arc::<Distances>::default();
        let mut lag = Lag::new(HERE, Arc::clone(&distances));
        trip(&mut lag, 20);
        for _ in 0..9 {
            trip(&mut lag, 500);
        }
        assert_eq!(lag.credit(), 70);
        let mut again = Lag::new(HERE, Arc::clone(&distances));
        assert_eq!(again.credit(), 0, "a connection that has not answered");
        trip(&mut again, 500);
        assert_eq!(again.credit(), 70);
        let mut other = Lag::new(IpAddr::from([192, 0, 2, 1]), distances);
        trip(&mut other, 300);
        assert_eq!(other.credit(), 300, "a long way of its own");
    }
}
