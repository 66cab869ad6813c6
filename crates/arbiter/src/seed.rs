//! Random choices of a game, all derived from one seed.

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

/// The purposes of random numbers. Each has a stream of its own, so that drawing more numbers for one never affects
/// another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Purpose {
    /// The choice of colours.
    Colors,
    /// The opening.
    Opening,
    /// The seed of the next game.
    Rematch,
    /// The computer's choice among good moves at this ply. It depends on the ply alone, so after a take-back it is the
    /// same again.
    Engine {
        /// The number of plies played.
        ply: u32,
    },
    /// A game of a match: its opening, and the seed of its players.
    Match {
        /// The number of the match game.
        number: u32,
    },
}

impl Purpose {
    /// The number of the generator's stream. Records rely on it: never change one.
    const fn stream(self) -> u64 {
        match self {
            Purpose::Colors => 0,
            Purpose::Opening => 1,
            Purpose::Rematch => 2,
            Purpose::Engine { ply } => 3 | (ply as u64) << 8,
            Purpose::Match { number } => 4 | (number as u64) << 8,
        }
    }
}

/// A random number generator that returns the same numbers on every machine for the same seed and purpose (R-DT-1).
///
/// ```
/// use draughts_arbiter::{Dice, Purpose};
///
/// let mut dice = Dice::new(42, Purpose::Engine { ply: 7 });
/// let mut again = Dice::new(42, Purpose::Engine { ply: 7 });
/// assert_eq!(dice.below(1000), again.below(1000));
/// assert!(dice.below(6) < 6);
/// ```
#[derive(Clone, Debug)]
pub struct Dice(ChaCha8Rng);

impl Dice {
    /// Creates the generator for a seed and a purpose.
    pub fn new(seed: u64, purpose: Purpose) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        let mut generator = ChaCha8Rng::from_seed(key);
        generator.set_stream(purpose.stream());
        Self(generator)
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A uniform number from 0 up to but not including the limit; 0 if the limit is 0.
    ///
    /// Implemented here because records rely on it, and the sampling of `rand` may change.
    pub fn below(&mut self, limit: u64) -> u64 {
        if limit < 2 {
            return 0;
        }
        // The last numbers, which do not fill a whole round of the limit, would favour the low ones.
        let round = u64::MAX - (u64::MAX % limit + 1) % limit;
        loop {
            let bits = self.bits();
            if bits <= round {
                return bits % limit;
            }
        }
    }

    /// Picks one of the choices uniformly.
    pub fn pick<'a, T>(&mut self, choices: &'a [T]) -> Option<&'a T> {
        choices.get(self.below(choices.len() as u64) as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// R-DT-1: the bits are those of ChaCha8 with the key and stream written in the documentation.
    #[test]
    fn bits_are_pinned() {
        // The first words of the ChaCha8 test vector with a zero key (draft-strombergson, TC1).
        let mut dice = Dice::new(0, Purpose::Colors);
        assert_eq!(dice.bits().to_le_bytes(), [0x3e, 0x00, 0xef, 0x2f, 0x89, 0x5f, 0x40, 0xd6]);
        assert_eq!(dice.bits().to_le_bytes(), [0x7f, 0x5b, 0xb8, 0xe8, 0x1f, 0x09, 0xa5, 0xa1]);
    }

    #[test]
    fn purposes_do_not_share_numbers() {
        let purposes = [
            Purpose::Colors,
            Purpose::Opening,
            Purpose::Rematch,
            Purpose::Engine { ply: 0 },
            Purpose::Engine { ply: 1 },
            Purpose::Match { number: 0 },
            Purpose::Match { number: 1 },
        ];
        let mut bits: Vec<u64> = purposes.map(|purpose| Dice::new(7, purpose).bits()).to_vec();
        bits.sort_unstable();
        bits.dedup();
        assert_eq!(bits.len(), purposes.len());
    }

    #[test]
    fn every_face_falls_equally_often() {
        let mut dice = Dice::new(1, Purpose::Opening);
        let mut faces = [0_u32; 6];
        for _ in 0..60_000 {
            faces[dice.below(6) as usize] += 1;
        }
        assert!(faces.iter().all(|face| (9_600..10_400).contains(face)), "{faces:?}");
        // Without rejection, the lowest third would come up half the time.
        let lowest = (0..3_000).filter(|_| dice.below(3 << 62) < 1 << 62).count();
        assert!((900..1_100).contains(&lowest), "{lowest}");
        assert_eq!((dice.below(0), dice.below(1)), (0, 0));
        assert_eq!(dice.pick::<u8>(&[]), None);
    }
}
