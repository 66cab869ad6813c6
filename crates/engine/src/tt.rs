//! The transposition table: what the search has found out about positions, shared by all threads
//! without locks.

use crate::cpu::{in_huge_pages, prefetch};
use crate::score::{COUNTS_PLIES, Value};
use std::sync::atomic::{AtomicU64, Ordering};

/// The meaning of a stored value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    Exact,
    Lower,
    Upper,
}

/// The entry of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TtEntry {
    value: i16,
    /// The index of the best move in the list of legal moves; [`NO_MOVE`] if none is known.
    pub best_move: u16,
    pub depth: u8,
    generation: u8,
    pub bound: Bound,
}

pub(crate) const NO_MOVE: u16 = u16::MAX;

/// Searches are told apart up to this number; none has generation 0, so an empty slot has never been
/// used.
const GENERATIONS: u8 = 63;

impl TtEntry {
    /// The value seen from a position so many plies from the root.
    pub fn value(&self, ply: usize) -> Value {
        let (value, ply) = (Value::from(self.value), ply as Value);
        match value {
            _ if value > COUNTS_PLIES => value - ply,
            _ if value < -COUNTS_PLIES => value + ply,
            _ => value,
        }
    }

    fn pack(self) -> u64 {
        u64::from(self.value as u16)
            | u64::from(self.best_move) << 16
            | u64::from(self.depth) << 32
            | u64::from(self.generation) << 40
            | (self.bound as u64) << 48
    }

    fn unpack(word: u64) -> Self {
        Self {
            value: word as i16,
            best_move: (word >> 16) as u16,
            depth: (word >> 32) as u8,
            generation: (word >> 40) as u8,
            bound: match word >> 48 {
                0 => Bound::Exact,
                1 => Bound::Lower,
                _ => Bound::Upper,
            },
        }
    }
}

/// Lockless hashing (Hyatt and Mann, 2002): the key is stored mixed with the entry, so that a slot of
/// which two threads wrote a half each belongs to no position.
#[derive(Debug, Default)]
struct Slot {
    mixed: AtomicU64,
    entry: AtomicU64,
}

impl Slot {
    #[inline(always)]
    fn read(&self) -> (u64, u64) {
        let entry = self.entry.load(Ordering::Relaxed);
        (self.mixed.load(Ordering::Relaxed) ^ entry, entry)
    }

    #[inline(always)]
    fn write(&self, hash: u64, entry: u64) {
        self.mixed.store(hash ^ entry, Ordering::Relaxed);
        self.entry.store(entry, Ordering::Relaxed);
    }
}

/// As many slots as a cache line holds.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

/// How many buckets fit into so many bytes.
fn buckets_in(bytes: usize) -> usize {
    1 << (bytes / size_of::<Bucket>()).max(128).ilog2()
}

/// A power of two of buckets; in a bucket newer and deeper entries are preferred.
#[derive(Debug)]
pub(crate) struct TranspositionTable {
    buckets: Vec<Bucket>,
    generation: u8,
}

impl TranspositionTable {
    /// A table that fits into so many bytes, with at least a few hundred slots.
    pub fn new(bytes: usize) -> Self {
        let buckets = buckets_in(bytes);
        let mut table = Self { buckets: in_huge_pages(buckets), generation: 1 };
        table.buckets.resize_with(buckets, Bucket::default);
        table
    }

    /// Empties it and gives it another size, in the memory it has where that is enough.
    pub fn reset(&mut self, bytes: usize) {
        self.buckets.clear();
        self.buckets.resize_with(buckets_in(bytes), Bucket::default);
        self.generation = 1;
    }

    pub fn clear(&mut self) {
        for slot in self.buckets.iter_mut().flat_map(|bucket| &mut bucket.0) {
            *slot = Slot::default();
        }
        self.generation = 1;
    }

    /// Begins a new search: entries of earlier ones give way.
    pub fn new_search(&mut self) {
        self.generation = self.generation % GENERATIONS + 1;
    }

    #[inline(always)]
    fn bucket(&self, hash: u64) -> &Bucket {
        &self.buckets[hash as usize & (self.buckets.len() - 1)]
    }

    /// Fetches the bucket of a position while there is other work to do.
    #[inline(always)]
    pub fn prefetch(&self, hash: u64) {
        prefetch(self.bucket(hash));
    }

    #[inline]
    pub fn probe(&self, hash: u64) -> Option<TtEntry> {
        let slots = self.bucket(hash).0.iter().map(Slot::read);
        let mut found = slots.filter(|(key, entry)| *key == hash && *entry != 0);
        found.next().map(|(_, entry)| TtEntry::unpack(entry))
    }

    #[inline]
    pub fn store(&self, hash: u64, depth: i32, ply: usize, found: (Value, Bound), best_move: u16) {
        let bucket = self.bucket(hash);
        let mut victim = &bucket.0[0];
        let mut lowest = i32::MAX;
        let mut best_move = best_move;
        for slot in &bucket.0 {
            let (key, word) = slot.read();
            let entry = TtEntry::unpack(word);
            if key == hash && word != 0 {
                best_move = if best_move == NO_MOVE { entry.best_move } else { best_move };
                victim = slot;
                break;
            }
            let newer = if entry.generation == self.generation { 256 } else { 0 };
            let priority = if word == 0 { -1 } else { newer + i32::from(entry.depth) };
            if priority < lowest {
                (lowest, victim) = (priority, slot);
            }
        }
        let (value, bound) = found;
        let value = match value {
            _ if value > COUNTS_PLIES => value + ply as Value,
            _ if value < -COUNTS_PLIES => value - ply as Value,
            _ => value,
        };
        let depth = depth.clamp(0, 255) as u8;
        let generation = self.generation;
        let entry = TtEntry { value: value as i16, best_move, depth, generation, bound };
        victim.write(hash, entry.pack());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::WIN;

    #[test]
    fn wins_are_stored_from_the_position_on() {
        let table = TranspositionTable::new(0);
        table.store(7, 3, 5, (WIN - 9, Bound::Exact), 2);
        let entry = table.probe(7).unwrap();
        assert_eq!(entry.value(5), WIN - 9);
        assert_eq!(entry.value(1), WIN - 5);
        assert_eq!((entry.best_move, entry.depth, entry.bound), (2, 3, Bound::Exact));
        table.store(7, 4, 5, (-(WIN - 9), Bound::Upper), NO_MOVE);
        let entry = table.probe(7).unwrap();
        assert_eq!((entry.value(6), entry.best_move), (-(WIN - 10), 2));
        assert_eq!((entry.depth, entry.bound), (4, Bound::Upper));
    }

    #[test]
    fn deep_and_new_entries_stay() {
        let mut table = TranspositionTable::new(0);
        let apart = table.buckets.len() as u64;
        let other = |round: u64| round * apart + 8;
        for (round, depth) in [(0, 9), (1, 3), (2, 5), (3, 7), (4, 1)] {
            table.store(other(round), depth, 0, (0, Bound::Exact), 0);
        }
        let known = |table: &TranspositionTable, round| table.probe(other(round)).is_some();
        assert!([0, 2, 3, 4].into_iter().all(|round| known(&table, round)));
        assert!(!known(&table, 1));
        table.new_search();
        for round in 5..9 {
            table.store(other(round), 1, 0, (0, Bound::Exact), 0);
        }
        assert!((0..5).all(|round| !known(&table, round)));
    }

    #[test]
    fn halves_of_two_writers_belong_to_no_position() {
        let table = TranspositionTable::new(0);
        table.store(8, 1, 0, (3, Bound::Exact), 0);
        let slot = &table.bucket(8).0[0];
        slot.entry.fetch_xor(1, Ordering::Relaxed);
        assert!(table.probe(8).is_none());
    }
}
