//! Limits the memory for request bodies, per address and in total.

use crate::error::ApiError;
use crate::locks::lock;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};

/// Bodies up to this size are always accepted, whatever memory large ones hold: moves, new games and sign-ins are much
/// smaller. Their number is limited by that of connections.
const SMALL: usize = 4 << 10;

/// The reserved memory.
#[derive(Default)]
struct Reserved {
    all: usize,
    of: HashMap<IpAddr, usize>,
}

/// The memory available for bodies.
#[derive(Clone)]
pub struct Memory {
    most: usize,
    reserved: Arc<Mutex<Reserved>>,
}

/// The memory of one body, released when dropped.
pub struct Share {
    memory: Memory,
    who: IpAddr,
    /// The limit of its address.
    most: usize,
    bytes: usize,
}

impl Memory {
    /// Creates a budget for all bodies together.
    pub fn new(most: usize) -> Self {
        Self { most, reserved: Arc::default() }
    }

    /// Opens an empty share for an address that may use `most` in all.
    pub fn share(&self, who: IpAddr, most: usize) -> Share {
        Share { memory: self.clone(), who, most, bytes: 0 }
    }
}

impl Share {
    /// Grows the share to this many bytes, if they are available.
    pub fn grow_to(&mut self, bytes: usize) -> Result<(), ApiError> {
        let more = bytes.saturating_sub(self.bytes);
        if more == 0 {
            return Ok(());
        }
        let mut reserved = lock(&self.memory.reserved);
        let of = reserved.of.get(&self.who).copied().unwrap_or_default() + more;
        let is_small = bytes <= SMALL;
        if of > self.most && !is_small {
            return Err(ApiError::TooMany { seconds: 5 });
        }
        if reserved.all + more > self.memory.most && !is_small {
            return Err(ApiError::Full);
        }
        reserved.of.insert(self.who, of);
        reserved.all += more;
        self.bytes = bytes;
        Ok(())
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        if self.bytes == 0 {
            return;
        }
        let mut reserved = lock(&self.memory.reserved);
        reserved.all -= self.bytes;
        if let Some(of) = reserved.of.get_mut(&self.who) {
            *of -= self.bytes;
            if *of == 0 {
                reserved.of.remove(&self.who);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Issue 15.14.
    #[test]
    fn everybody_has_a_share() {
        const UNIT: usize = 2 * SMALL;
        let memory = Memory::new(10 * UNIT);
        let [one, other] = [1, 2].map(|last| IpAddr::from([192, 0, 2, last]));
        let share = |who| memory.share(who, 6 * UNIT);
        let (mut first, mut second, mut third) = (share(one), share(one), share(other));
        first.grow_to(4 * UNIT).unwrap();
        first.grow_to(3 * UNIT).unwrap();
        assert!(matches!(second.grow_to(3 * UNIT), Err(ApiError::TooMany { .. })));
        second.grow_to(2 * UNIT).unwrap();
        assert!(matches!(third.grow_to(5 * UNIT), Err(ApiError::Full)), "all together have ten");
        third.grow_to(4 * UNIT).unwrap();
        for who in [one, other] {
            share(who).grow_to(SMALL).unwrap();
        }
        drop(first);
        second.grow_to(6 * UNIT).unwrap();
        drop((second, third));
        let reserved = memory.reserved.lock().unwrap();
        assert_eq!((reserved.all, reserved.of.len()), (0, 0), "nothing is left of those who went");
    }
}
