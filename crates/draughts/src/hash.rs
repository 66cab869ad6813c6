//! Zobrist keys, which are the same on every platform and in every release.

use crate::color::Color;

/// The next number of the SplitMix64 sequence: the finaliser over a counter.
const fn splitmix(counter: u64) -> u64 {
    let z = counter.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

const KINDS: usize = 4;
const SEED: u64 = 0x0064_616D_6965_7200;

static KEYS: [[u64; KINDS]; 128] = {
    let mut keys = [[0; KINDS]; 128];
    let mut counter = 0;
    while counter < 128 * KINDS {
        keys[counter / KINDS][counter % KINDS] = splitmix(SEED + counter as u64);
        counter += 1;
    }
    keys
};

/// The key for Black to move.
pub(crate) const BLACK_TO_MOVE: u64 = splitmix(SEED - 1);

/// The key of a piece on a square.
#[inline(always)]
pub(crate) fn piece(index: u32, color: Color, king: bool) -> u64 {
    KEYS[(index & 127) as usize][2 * color as usize + king as usize]
}

/// The key of a king that has moved `count` times in a row; none for a king that has not.
#[inline(always)]
pub(crate) fn run(index: u8, color: Color, count: u8) -> u64 {
    if count == 0 {
        return 0;
    }
    piece(u32::from(index), color, true).rotate_left(8 * u32::from(count)).wrapping_mul(SEED | 1)
}
