//! Blocks of values as bytes. Results are coded by their neighbours, distances by those before them.
//!
//! Positions that must capture are not needed: whoever asks plays the captures. Their place in a block
//! holds whatever costs least.

use crate::coder::{Chance, Decoder, Encoder};

/// Positions of a block.
pub(crate) const BLOCK: usize = 16_384;

/// First byte of a block in which all results are the same: the result follows.
const CONSTANT: u8 = 0;
/// First byte of a block that is entropy coded.
const CODED: u8 = 1;

/// A coder in either direction: hands a bit on, or finds it.
trait Bits {
    fn bit(&mut self, chance: &mut Chance, bit: bool) -> bool;
}

impl Bits for Encoder {
    #[inline(always)]
    fn bit(&mut self, chance: &mut Chance, bit: bool) -> bool {
        Encoder::bit(self, chance, bit);
        bit
    }
}

impl Bits for Decoder<'_> {
    #[inline]
    fn bit(&mut self, chance: &mut Chance, _: bool) -> bool {
        Decoder::bit(self, chance)
    }
}

/// The code of a result by the four results before it and above it.
struct Results {
    /// Draw or not; win or loss.
    chances: [[Chance; 2]; 243],
    stride: usize,
}

impl Results {
    fn new(stride: usize) -> Self {
        Self { chances: [[Chance::default(); 2]; 243], stride }
    }

    fn context(&self, codes: &[u8]) -> usize {
        let len = codes.len();
        let back = |by: usize| len.checked_sub(by).map_or(0, |at| usize::from(codes[at]));
        let above = match len.checked_sub(self.stride) {
            Some(at) => usize::from(codes[at]),
            None => back(1),
        };
        let beside = match len.checked_sub(self.stride) {
            Some(at) => usize::from(codes[at + 1]),
            None => back(1),
        };
        (((above * 3 + beside) * 3 + back(1)) * 3 + back(2)) * 3 + back(3)
    }

    /// The result that costs least here.
    fn likely(&self, codes: &[u8]) -> u8 {
        let [drawn, lost] = self.chances[self.context(codes)];
        match (drawn.likely(), lost.likely()) {
            (false, _) => 0,
            (true, false) => 1,
            (true, true) => 2,
        }
    }

    #[inline]
    fn code(&mut self, coder: &mut impl Bits, codes: &mut Vec<u8>, code: u8) {
        let context = self.context(codes);
        let [drawn, lost] = &mut self.chances[context];
        let decided = coder.bit(drawn, code != 0);
        codes.push(match decided {
            true => 1 + u8::from(coder.bit(lost, code == 2)),
            false => 0,
        });
    }
}

/// Codes of results, and `None` where any will do, as a block; and the codes that it holds.
pub(crate) fn encode_results(codes: &[Option<u8>], stride: usize) -> (Vec<u8>, Vec<u8>) {
    let mut needed = codes.iter().flatten();
    let first = needed.next().copied().unwrap_or(0);
    if needed.all(|code| *code == first) {
        return (vec![CONSTANT, first], vec![first; codes.len()]);
    }
    let mut results = Results::new(stride);
    let mut encoder = Encoder::new();
    let mut written = Vec::with_capacity(codes.len());
    for code in codes {
        let code = code.unwrap_or_else(|| results.likely(&written));
        results.code(&mut encoder, &mut written, code);
    }
    let mut bytes = vec![CODED];
    bytes.extend(encoder.finish());
    (bytes, written)
}

/// The codes of the results of a block; `None` if it is none.
pub(crate) fn decode_results(bytes: &[u8], len: usize, stride: usize) -> Option<Vec<u8>> {
    match bytes.split_first()? {
        (&CONSTANT, [code @ 0..=2]) => Some(vec![*code; len]),
        (&CODED, bytes) => {
            let mut results = Results::new(stride);
            let mut decoder = Decoder::new(bytes);
            let mut codes = Vec::with_capacity(len);
            for _ in 0..len {
                results.code(&mut decoder, &mut codes, 0);
            }
            Some(codes)
        }
        _ => None,
    }
}

/// The code of distances. Most are that of the position before with the same result, or above.
struct Distances {
    same: [[Chance; 9]; 2],
    above: [[Chance; 3]; 2],
    bits: [[Chance; 256]; 2],
    high: [[Chance; 256]; 2],
    last: [u16; 2],
    hits: [usize; 2],
    stride: usize,
}

impl Distances {
    fn new(stride: usize) -> Self {
        Self {
            same: [[Chance::default(); 9]; 2],
            above: [[Chance::default(); 3]; 2],
            bits: [[Chance::default(); 256]; 2],
            high: [[Chance::default(); 256]; 2],
            last: [0; 2],
            hits: [0; 2],
            stride,
        }
    }

    fn above(&self, distances: &[u16]) -> u16 {
        distances.len().checked_sub(self.stride).map_or(0, |at| distances[at])
    }

    fn byte(coder: &mut impl Bits, chances: &mut [Chance; 256], byte: u8) -> u8 {
        let mut node = 1;
        for shift in (0..8).rev() {
            let bit = coder.bit(&mut chances[node], byte >> shift & 1 == 1);
            node = node << 1 | usize::from(bit);
        }
        node as u8
    }

    fn code(&mut self, coder: &mut impl Bits, distances: &mut Vec<u16>, loss: bool, value: u16) {
        let side = usize::from(loss);
        let (last, above) = (self.last[side], self.above(distances));
        let agree = match above {
            0 => 0,
            _ if above == last => 1,
            _ => 2,
        };
        let hits = self.hits[side];
        let same = coder.bit(&mut self.same[side][hits * 3 + agree], value != last);
        let found = if !same {
            last
        } else if agree == 2 && !coder.bit(&mut self.above[side][hits], value != above) {
            above
        } else {
            let [low, high] = value.to_le_bytes();
            let high = Self::byte(coder, &mut self.high[side], high);
            u16::from_le_bytes([Self::byte(coder, &mut self.bits[side], low), high])
        };
        self.hits[side] = if found == last { (hits + 1).min(2) } else { 0 };
        self.last[side] = found;
        distances.push(found);
    }
}

/// Distances of a block, of which `None` are not needed, as bytes. `codes` are the results as the block
/// of results holds them; draws have no distance.
pub(crate) fn encode_distances(codes: &[u8], values: &[Option<u16>], stride: usize) -> Vec<u8> {
    let mut distances = Distances::new(stride);
    let mut encoder = Encoder::new();
    let mut written = Vec::with_capacity(codes.len());
    for (code, value) in codes.iter().zip(values) {
        match code {
            0 => written.push(0),
            _ => {
                let loss = *code == 2;
                let value = value.unwrap_or(distances.last[usize::from(loss)]);
                distances.code(&mut encoder, &mut written, loss, value);
            }
        }
    }
    encoder.finish()
}

/// The distances of a block.
pub(crate) fn decode_distances(bytes: &[u8], codes: &[u8], stride: usize) -> Vec<u16> {
    let mut distances = Distances::new(stride);
    let mut decoder = Decoder::new(bytes);
    let mut found = Vec::with_capacity(codes.len());
    for code in codes {
        match code {
            0 => found.push(0),
            _ => distances.code(&mut decoder, &mut found, *code == 2, 0),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn random_codes(random: &mut fastrand::Rng, len: usize) -> Vec<Option<u8>> {
        let change = random.f64() * 0.3;
        let mut code = 0;
        let next = |_| {
            if random.f64() < change {
                code = random.u8(..3);
            }
            (random.f64() > 0.3).then_some(code)
        };
        (0..len).map(next).collect()
    }

    #[test]
    fn blocks_hold_what_is_needed() {
        for seed in 0..60 {
            let mut random = fastrand::Rng::with_seed(seed);
            let (len, stride) = (random.usize(1..3_000), random.usize(2..200));
            let codes = random_codes(&mut random, len);
            let (bytes, held) = encode_results(&codes, stride);
            let found = decode_results(&bytes, len, stride).unwrap();
            assert_eq!(found, held, "seed {seed}");
            let agrees = |(found, code): (&u8, &Option<u8>)| code.is_none_or(|code| code == *found);
            assert!(found.iter().zip(&codes).all(agrees), "seed {seed}");

            let distance = |_: &u8| (random.f64() > 0.2).then(|| random.u16(..700));
            let values: Vec<Option<u16>> = found.iter().map(distance).collect();
            let bytes = encode_distances(&found, &values, stride);
            let distances = decode_distances(&bytes, &found, stride);
            for ((code, value), distance) in found.iter().zip(&values).zip(&distances) {
                assert!(*code == 0 || value.is_none_or(|value| value == *distance), "seed {seed}");
            }
        }
    }

    #[test]
    fn blocks_of_one_result_are_two_bytes() {
        let block = encode_results(&[None, Some(2), None, Some(2)], 2);
        assert_eq!(block, (vec![CONSTANT, 2], vec![2; 4]));
        assert_eq!(decode_results(&[CONSTANT, 2], 3, 2), Some(vec![2; 3]));
        assert_eq!(decode_results(&[CONSTANT, 3], 3, 2), None);
        assert_eq!(decode_results(&[CODED + 1, 0], 3, 2), None);
        assert_eq!(decode_results(&[], 3, 2), None);
    }
}
