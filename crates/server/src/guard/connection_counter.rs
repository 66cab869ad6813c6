//! Limits the concurrent connections per address.

use crate::locks::lock;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};

type Present = Arc<Mutex<HashMap<IpAddr, usize>>>;

/// Counts the connections per address.
#[derive(Clone, Default)]
pub struct ConnectionCounter(Present);

/// A connection slot, released when dropped.
pub struct ConnectionSlot {
    who: IpAddr,
    present: Present,
}

impl ConnectionCounter {
    /// Takes a slot for an address unless it has `most` already.
    pub fn enter(&self, who: IpAddr, most: usize) -> Option<ConnectionSlot> {
        let mut present = lock(&self.0);
        let places = present.get(&who).copied().unwrap_or_default();
        if places >= most {
            return None;
        }
        present.insert(who, places + 1);
        Some(ConnectionSlot { who, present: Arc::clone(&self.0) })
    }

    /// The number of slots taken.
    pub fn size(&self) -> usize {
        lock(&self.0).values().sum()
    }
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        let mut present = lock(&self.present);
        if let Some(places) = present.get_mut(&self.who) {
            *places -= 1;
            if *places == 0 {
                present.remove(&self.who);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_come_back() {
        let crowd = ConnectionCounter::default();
        let [one, other] = [1, 2].map(|last| IpAddr::from([192, 0, 2, last]));
        let first = crowd.enter(one, 2).unwrap();
        let second = crowd.enter(one, 2);
        assert!(second.is_some() && crowd.enter(one, 2).is_none());
        assert!(crowd.enter(other, 2).is_some());
        assert_eq!(crowd.size(), 2);
        drop(first);
        assert!(crowd.enter(one, 2).is_some());
        drop(second);
        assert_eq!(crowd.0.lock().unwrap().len(), 0, "nothing is left of those who went");
    }
}
