//! Random numbers that are the same on every platform.

/// Steele, Lea and Flood (2014): one number after another from a seed. Games on record
/// rely on what it gives: never change it.
#[derive(Clone, Debug)]
pub(crate) struct SplitMix64(u64);

impl SplitMix64 {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// A number from 0 to the limit, both included; for limits far below 2⁶⁴, equally likely.
    pub fn up_to(&mut self, limit: u64) -> u64 {
        self.next_u64() % (limit + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_the_published_generator() {
        // R-DT-1: the same seed gives the same numbers everywhere. The values are those of the
        // reference implementation (prng.di.unimi.it/splitmix64.c) for the seed 1234567.
        let mut random = SplitMix64::new(1_234_567);
        assert_eq!(random.next_u64(), 6_457_827_717_110_365_317);
        assert_eq!(random.next_u64(), 3_203_168_211_198_807_973);
        assert_eq!(random.next_u64(), 9_817_491_932_198_370_423);
    }
}
