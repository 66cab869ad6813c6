//! Perft for long runs: multithreaded, with a transposition table.

use crate::any::AnyPosition;
use crate::color::Color;
use crate::moves::Move;
use crate::perft::Counting;
use core::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// The options of a long perft.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PerftOptions {
    /// How to count captures.
    pub counting: Counting,
    /// The number of threads.
    pub threads: usize,
    /// The size of the hash table in bytes; 0 for none.
    pub hash_bytes: usize,
}

impl Default for PerftOptions {
    fn default() -> Self {
        Self { counting: Counting::default(), threads: 1, hash_bytes: 0 }
    }
}

/// A part of the tree: the root move it belongs to, and where it starts.
struct Subtree {
    root: usize,
    position: AnyPosition,
    depth: u32,
}

/// Counts the leaves below each move.
pub(crate) fn divide(
    position: &AnyPosition,
    depth: u32,
    options: &PerftOptions,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Vec<(Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    let mut moves: Vec<Move> = Vec::new();
    let mut parts = Vec::new();
    for (mv, child) in children(position, options.counting) {
        let root = moves.iter().position(|other| *other == mv).unwrap_or_else(|| {
            moves.push(mv);
            moves.len() - 1
        });
        parts.push(Subtree { root, position: child, depth: depth - 1 });
    }
    // Splitting three plies down gives parts that are small and numerous enough to keep all threads busy to the end.
    for _ in 0..2 {
        parts = parts.into_iter().flat_map(|part| part.split(options.counting)).collect();
    }

    let table = CountCache::new(options.hash_bytes);
    let counts: Vec<AtomicU64> = moves.iter().map(|_| AtomicU64::new(0)).collect();
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let work = || {
        while let Some(part) = parts.get(next.fetch_add(1, Ordering::Relaxed)) {
            let nodes = remembering(&part.position, part.depth, options.counting, &table);
            let add = |count: u64| Some(count.saturating_add(nodes));
            let _ = counts[part.root].fetch_update(Ordering::Relaxed, Ordering::Relaxed, add);
            progress(done.fetch_add(1, Ordering::Relaxed) + 1, parts.len());
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..options.threads {
            scope.spawn(work);
        }
        work();
    });
    let counts = counts.into_iter().map(AtomicU64::into_inner);
    moves.into_iter().zip(counts).collect()
}

impl Subtree {
    fn split(self, counting: Counting) -> Vec<Self> {
        let Self { root, position, depth } = self;
        if depth < 4 {
            return vec![Self { root, position, depth }];
        }
        let children = children(&position, counting);
        children.map(|(_, position)| Self { root, position, depth: depth - 1 }).collect()
    }
}

/// Every move with the position after it, captures counted as requested.
fn children(
    position: &AnyPosition,
    counting: Counting,
) -> impl Iterator<Item = (Move, AnyPosition)> {
    let position = *position;
    let moves = position.counted_moves(counting).into_iter();
    moves.map(move |mv| (mv, position.play_unchecked(&mv)))
}

/// Counts a tree whose upper part uses the table.
fn remembering(position: &AnyPosition, depth: u32, counting: Counting, table: &CountCache) -> u64 {
    if depth < 4 || table.is_empty() {
        return position.perft(depth, counting);
    }
    let key = table.key(position, depth);
    if let Some(nodes) = table.get(key) {
        return nodes;
    }
    let counts = children(position, counting)
        .map(|(_, child)| remembering(&child, depth - 1, counting, table));
    let nodes = counts.fold(0, u64::saturating_add);
    table.put(key, nodes);
    nodes
}

/// A lock-free shared transposition table: a slot that two threads wrote at once does not match its own check and is
/// ignored.
struct CountCache {
    slots: Vec<[AtomicU64; 2]>,
}

/// The slot of a position, and the check that the slot holds it.
#[derive(Clone, Copy)]
struct SlotKey {
    slot: usize,
    check: u64,
}

impl CountCache {
    fn new(bytes: usize) -> Self {
        let slots = bytes / size_of::<[AtomicU64; 2]>();
        Self { slots: (0..slots).map(|_| [AtomicU64::new(0), AtomicU64::new(0)]).collect() }
    }

    fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// Slot and check are independent functions of the position, so that a wrong hit requires two positions to agree in
    /// both.
    fn key(&self, position: &AnyPosition, depth: u32) -> SlotKey {
        let mix = |key: u64, word: u64| {
            let product = (key ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            product ^ product >> 29
        };
        let pieces = Color::BOTH.map(|color| position.pieces(color).bits());
        let kings = Color::BOTH.map(|color| position.kings(color).bits());
        let words = [pieces[0], pieces[1], kings[0] | kings[1]];
        let check = words
            .iter()
            .fold(u64::from(depth), |key, word| mix(mix(key, *word as u64), (*word >> 64) as u64));
        let slot = mix(position.hash(), u64::from(depth)) % self.slots.len() as u64;
        SlotKey { slot: slot as usize, check: mix(check, position.hash()) }
    }

    fn get(&self, key: SlotKey) -> Option<u64> {
        let [check, nodes] = &self.slots[key.slot];
        let nodes = nodes.load(Ordering::Relaxed);
        (check.load(Ordering::Relaxed) ^ nodes == key.check).then_some(nodes)
    }

    fn put(&self, key: SlotKey, nodes: u64) {
        let slot = &self.slots[key.slot];
        slot[0].store(key.check ^ nodes, Ordering::Relaxed);
        slot[1].store(nodes, Ordering::Relaxed);
    }
}
