//! The memory of a long capture search.

use crate::bits::Bits;
use crate::capture::Hop;
use crate::effort;
use crate::worth::Worth;
use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

/// The number of jumps after which a search starts to remember its crossings.
const FEW_HOPS: u32 = 2_000;
/// The number of jumps after which it gives up.
const MANY_HOPS: u32 = 300_000;

/// Room for as many crossings as a long search usually has.
const MANY_CROSSINGS: usize = 1 << 14;

/// The crossings that a search has visited. In set-ups with dozens of kings there can be millions of orders for the
/// same captures; so a long search follows each crossing once, and one that takes too long is cut off.
pub(crate) struct Crossings<B> {
    hops: u32,
    from: B,
    seen: HashSet<(B, B, u8, Worth), BuildHasherDefault<Mixer>>,
}

/// A fast hasher for words that need no protection from collision attacks.
#[derive(Default)]
pub(crate) struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}

impl<B: Bits> Default for Crossings<B> {
    #[inline(always)]
    fn default() -> Self {
        Self { hops: 0, from: B::NONE, seen: HashSet::default() }
    }
}

impl<B: Bits> Crossings<B> {
    /// Whether a jump should be followed.
    #[inline(always)]
    pub fn is_new(&mut self, hop: Hop<B>) -> bool {
        self.hops += 1;
        self.hops <= FEW_HOPS || self.remember(hop)
    }

    /// Whether one more jump, which is not followed, should be considered.
    pub fn weighs(&mut self) -> bool {
        self.hops += 1;
        if self.hops > FEW_HOPS && !self.gave_up() && !effort::may_follow() {
            self.hops = MANY_HOPS + 1;
        }
        !self.gave_up()
    }

    #[cold]
    fn remember(&mut self, hop: Hop<B>) -> bool {
        if hop.taken.is_none() && hop.at != self.from {
            self.from = hop.at;
            self.seen.clear();
        }
        if self.gave_up() {
            return false;
        }
        if !effort::may_follow() {
            self.hops = MANY_HOPS + 1;
            return false;
        }
        if self.seen.capacity() == 0 {
            self.seen.reserve(MANY_CROSSINGS);
        }
        let way = hop.direction as u8 | u8::from(hop.king) << 3;
        self.seen.insert((hop.over, hop.taken, way, hop.worth))
    }

    /// Whether the search was cut off.
    #[inline(always)]
    pub fn gave_up(&self) -> bool {
        self.hops > MANY_HOPS
    }
}
