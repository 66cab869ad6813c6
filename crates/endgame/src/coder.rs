//! Entropy coding: a binary range coder with adaptive probabilities.

const TOP: u32 = 1 << 24;
const ONE: u32 = 1 << 15;
const LEAST: u32 = 12;

/// How likely a bit is 0, learned from the bits before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Chance {
    zero: u16,
    seen: u8,
}

impl Default for Chance {
    fn default() -> Self {
        Self { zero: (ONE / 2) as u16, seen: 0 }
    }
}

impl Chance {
    const MOST_SEEN: u8 = 96;
    const INHERITED: u8 = 2;

    /// The likelier bit.
    pub fn likely(self) -> bool {
        u32::from(self.zero) < ONE / 2
    }

    /// A chance that is taken over from elsewhere, as if one bit had been seen.
    pub const fn of(zero: u16) -> Self {
        Self { zero, seen: 1 }
    }

    /// Takes over what is known elsewhere, if nothing has been seen yet. It counts little from then on.
    #[inline(always)]
    pub fn inherit(&mut self, from: Self) {
        if self.seen == 0 {
            *self = Self { zero: from.zero, seen: from.seen.min(Self::INHERITED) };
        }
    }

    #[inline(always)]
    pub fn learn(&mut self, bit: bool) {
        let zero = i32::from(self.zero);
        let target = if bit { LEAST as i32 } else { (ONE - LEAST) as i32 };
        let step = (target - zero) * RATES[usize::from(self.seen)];
        self.zero = (zero + (step >> 16)) as u16;
        self.seen = (self.seen + 1).min(Self::MOST_SEEN);
    }
}

/// How much one more bit counts, in parts of 65,536: the more have been seen, the less.
static RATES: [i32; Chance::MOST_SEEN as usize + 1] = {
    let mut rates = [0; Chance::MOST_SEEN as usize + 1];
    let mut seen = 0;
    while seen < rates.len() {
        rates[seen] = 131_072 / (2 * seen as i32 + 3);
        seen += 1;
    }
    rates
};

/// Writes bits.
pub(crate) struct Encoder {
    low: u64,
    range: u32,
    cache: u8,
    pending: u64,
    bytes: Vec<u8>,
}

impl Encoder {
    pub fn new() -> Self {
        Self { low: 0, range: u32::MAX, cache: 0, pending: 1, bytes: Vec::new() }
    }

    #[inline(always)]
    pub fn bit(&mut self, chance: &mut Chance, bit: bool) {
        let bound = (self.range >> 15) * u32::from(chance.zero);
        if bit {
            self.low += u64::from(bound);
            self.range -= bound;
        } else {
            self.range = bound;
        }
        chance.learn(bit);
        while self.range < TOP {
            self.range <<= 8;
            self.shift();
        }
    }

    /// A byte is certain once no carry can reach it.
    fn shift(&mut self) {
        if self.low < 0xFF00_0000 || self.low > u64::from(u32::MAX) {
            let carry = (self.low >> 32) as u8;
            let mut byte = self.cache;
            while self.pending > 0 {
                self.bytes.push(byte.wrapping_add(carry));
                byte = 0xFF;
                self.pending -= 1;
            }
            self.cache = (self.low >> 24) as u8;
        }
        self.pending += 1;
        self.low = (self.low & 0x00FF_FFFF) << 8;
    }

    /// The bytes, without zeros at the end: the decoder reads as many as it likes.
    pub fn finish(mut self) -> Vec<u8> {
        for _ in 0..5 {
            self.shift();
        }
        while self.bytes.last() == Some(&0) {
            self.bytes.pop();
        }
        self.bytes
    }
}

/// Reads bits.
pub(crate) struct Decoder<'a> {
    code: u32,
    range: u32,
    bytes: std::slice::Iter<'a, u8>,
}

impl<'a> Decoder<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        let mut decoder = Self { code: 0, range: u32::MAX, bytes: bytes.iter() };
        for _ in 0..5 {
            decoder.shift();
        }
        decoder
    }

    fn shift(&mut self) {
        self.code = self.code << 8 | u32::from(self.bytes.next().copied().unwrap_or(0));
    }

    #[inline(always)]
    pub fn bit(&mut self, chance: &mut Chance) -> bool {
        let bound = (self.range >> 15) * u32::from(chance.zero);
        let bit = self.code >= bound;
        if bit {
            self.code -= bound;
            self.range -= bound;
        } else {
            self.range = bound;
        }
        chance.learn(bit);
        while self.range < TOP {
            self.range <<= 8;
            self.shift();
        }
        bit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_was_written() {
        for seed in 0..200 {
            let mut random = fastrand::Rng::with_seed(seed);
            let odds = random.f64() * random.f64();
            let bits: Vec<bool> = (0..random.usize(..3_000)).map(|_| random.f64() < odds).collect();
            let mut encoder = Encoder::new();
            let mut chances = [Chance::default(); 2];
            let mut last = false;
            for bit in &bits {
                encoder.bit(&mut chances[usize::from(last)], *bit);
                last = *bit;
            }
            let bytes = encoder.finish();
            let mut decoder = Decoder::new(&bytes);
            let mut chances = [Chance::default(); 2];
            let mut last = false;
            for bit in &bits {
                last = decoder.bit(&mut chances[usize::from(last)]);
                assert_eq!(last, *bit, "seed {seed}");
            }
        }
    }
}
