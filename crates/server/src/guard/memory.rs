//! How much of the memory the bodies of requests take, of each address and of all.

use crate::error::ApiError;
use crate::locks::lock;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};

/// What is taken.
#[derive(Default)]
struct Taken {
    all: usize,
    of: HashMap<IpAddr, usize>,
}

/// The memory for bodies.
#[derive(Clone)]
pub struct Memory {
    most: usize,
    taken: Arc<Mutex<Taken>>,
}

/// What one body takes, free again when this is dropped.
pub struct Share {
    memory: Memory,
    who: IpAddr,
    /// What its address may have.
    most: usize,
    bytes: usize,
}

impl Memory {
    /// So much for all together.
    pub fn new(most: usize) -> Self {
        Self { most, taken: Arc::default() }
    }

    /// Nothing yet, for somebody whose address may have so much.
    pub fn share(&self, who: IpAddr, most: usize) -> Share {
        Share { memory: self.clone(), who, most, bytes: 0 }
    }
}

impl Share {
    /// Takes so much in all, if there is as much.
    pub fn grow_to(&mut self, bytes: usize) -> Result<(), ApiError> {
        let more = bytes.saturating_sub(self.bytes);
        if more == 0 {
            return Ok(());
        }
        let mut taken = lock(&self.memory.taken);
        let of = taken.of.get(&self.who).copied().unwrap_or_default() + more;
        if of > self.most {
            return Err(ApiError::TooMany { seconds: 5 });
        }
        if taken.all + more > self.memory.most {
            return Err(ApiError::Full);
        }
        taken.of.insert(self.who, of);
        taken.all += more;
        self.bytes = bytes;
        Ok(())
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        if self.bytes == 0 {
            return;
        }
        let mut taken = lock(&self.memory.taken);
        taken.all -= self.bytes;
        if let Some(of) = taken.of.get_mut(&self.who) {
            *of -= self.bytes;
            if *of == 0 {
                taken.of.remove(&self.who);
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
        let memory = Memory::new(10);
        let [one, other] = [1, 2].map(|last| IpAddr::from([192, 0, 2, last]));
        let mut first = memory.share(one, 6);
        let mut second = memory.share(one, 6);
        first.grow_to(4).unwrap();
        first.grow_to(3).unwrap();
        assert!(matches!(second.grow_to(3), Err(ApiError::TooMany { .. })));
        second.grow_to(2).unwrap();
        let mut third = memory.share(other, 6);
        assert!(matches!(third.grow_to(5), Err(ApiError::Full)), "all together have ten");
        third.grow_to(4).unwrap();
        drop(first);
        second.grow_to(6).unwrap();
        drop((second, third));
        let taken = memory.taken.lock().unwrap();
        assert_eq!((taken.all, taken.of.len()), (0, 0), "nothing is left of those who went");
    }
}
