//! What the search has found out about positions it has met before.

use crate::score::{SURE_WIN, Value};

/// What a stored value means.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Bound {
    #[default]
    Exact,
    AtLeast,
    AtMost,
}

/// What is known about a position.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Entry {
    hash: u64,
    value: i16,
    /// The place of the best move in the list of legal moves; [`NO_MOVE`] if none is known.
    pub best: u16,
    pub depth: i8,
    age: u8,
    pub bound: Bound,
}

pub(crate) const NO_MOVE: u16 = u16::MAX;

/// A slot that was never used: no search has this age.
const NEVER: u8 = 0;

impl Entry {
    /// The value seen from a position so many plies from the root.
    pub fn value(&self, ply: usize) -> Value {
        let (value, ply) = (Value::from(self.value), ply as Value);
        match value {
            _ if value > SURE_WIN => value - ply,
            _ if value < -SURE_WIN => value + ply,
            _ => value,
        }
    }
}

/// A table of a power of two of slots, in pairs: the newer and deeper entry of a pair stays.
#[derive(Debug)]
pub(crate) struct Table {
    slots: Vec<Entry>,
    age: u8,
}

impl Table {
    /// A table that fits into so many bytes, with at least a few hundred slots.
    pub fn new(bytes: usize) -> Self {
        let slots = (bytes / size_of::<Entry>()).max(512);
        let slots = 1 << slots.ilog2();
        Self { slots: vec![Entry::default(); slots], age: 1 }
    }

    pub fn clear(&mut self) {
        self.slots.fill(Entry::default());
        self.age = 1;
    }

    /// Says that a new search starts: what is known from others gives way.
    pub fn next_search(&mut self) {
        self.age = if self.age == u8::MAX { 1 } else { self.age + 1 };
    }

    #[inline]
    fn pair(&self, hash: u64) -> [usize; 2] {
        let first = hash as usize & (self.slots.len() - 1);
        [first, first ^ 1]
    }

    #[inline]
    pub fn probe(&self, hash: u64) -> Option<Entry> {
        let [one, other] = self.pair(hash);
        let is_it = |entry: &&Entry| entry.hash == hash && entry.age != NEVER;
        [&self.slots[one], &self.slots[other]].into_iter().find(is_it).copied()
    }

    #[inline]
    pub fn store(&mut self, hash: u64, depth: i32, ply: usize, found: (Value, Bound), best: u16) {
        let [one, other] = self.pair(hash);
        let worth = |entry: &Entry| (entry.age == self.age, entry.depth);
        let (first, second) = (&self.slots[one], &self.slots[other]);
        let at = if first.hash == hash {
            one
        } else if second.hash == hash || worth(second) < worth(first) {
            other
        } else {
            one
        };
        let (value, bound) = found;
        let value = match value {
            _ if value > SURE_WIN => value + ply as Value,
            _ if value < -SURE_WIN => value - ply as Value,
            _ => value,
        };
        let slot = &mut self.slots[at];
        let best = if best == NO_MOVE && slot.hash == hash { slot.best } else { best };
        *slot = Entry {
            hash,
            value: value as i16,
            best,
            depth: depth.clamp(0, i32::from(i8::MAX)) as i8,
            age: self.age,
            bound,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::WIN;

    #[test]
    fn wins_are_stored_from_the_position_on() {
        let mut table = Table::new(0);
        table.store(7, 3, 5, (WIN - 9, Bound::Exact), 2);
        let entry = table.probe(7).unwrap();
        assert_eq!(entry.value(5), WIN - 9);
        assert_eq!(entry.value(1), WIN - 5);
        assert_eq!(entry.best, 2);
        table.store(7, 4, 5, (-(WIN - 9), Bound::AtMost), NO_MOVE);
        let entry = table.probe(7).unwrap();
        assert_eq!((entry.value(6), entry.best), (-(WIN - 10), 2));
    }

    #[test]
    fn deep_and_new_entries_stay() {
        let mut table = Table::new(0);
        let slots = table.slots.len() as u64;
        for (round, depth) in [(0, 9), (1, 3), (2, 5)] {
            table.store(round * slots + 8, depth, 0, (0, Bound::Exact), 0);
        }
        assert!(table.probe(8).is_some() && table.probe(2 * slots + 8).is_some());
        assert!(table.probe(slots + 8).is_none());
        table.next_search();
        table.store(3 * slots + 8, 1, 0, (0, Bound::Exact), 0);
        table.store(4 * slots + 8, 1, 0, (0, Bound::Exact), 0);
        assert!(table.probe(8).is_none() && table.probe(2 * slots + 8).is_none());
    }
}
