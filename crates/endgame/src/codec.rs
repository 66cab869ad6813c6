//! Blocks of values as bytes. Results are coded by their neighbours, distances by those before them.
//!
//! Positions that must capture are not needed: whoever asks plays the captures. Their place in a block
//! holds whatever costs least.

use crate::coder::{Chance, Decoder, Encoder};
use crate::index::Index;
use crate::runs::{NEIGHBOURS, Runs};

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

/// The code of a result: draw or not, then win or loss. What neighbours say is counted for the nearest and for all of
/// them; where all of them have not been seen so yet, it is taken over from the nearest.
struct Results {
    near: Box<[[Chance; 2]]>,
    all: Box<[[Chance; 2]]>,
}

/// So many neighbours are the nearest.
const NEAREST: usize = 6;

/// Before anything has been seen, a result is as likely as the nearest neighbours have it.
static AT_FIRST: [[Chance; 2]; 3_usize.pow(NEAREST as u32)] = {
    let mut chances = [[Chance::of(0); 2]; 3_usize.pow(NEAREST as u32)];
    let mut context = 0;
    while context < chances.len() {
        let mut votes = [0; 3];
        let (mut rest, mut counted) = (context, 0);
        while counted < NEAREST {
            votes[rest % 3] += 1;
            (rest, counted) = (rest / 3, counted + 1);
        }
        let [draws, wins, losses] = votes;
        chances[context] = [likelihood(draws, wins + losses), likelihood(wins, losses)];
        context += 1;
    }
    chances
};

const fn likelihood(zeros: u32, ones: u32) -> Chance {
    Chance::of((32_768 * (4 * zeros + 1) / (4 * (zeros + ones) + 2)) as u16)
}

impl Results {
    fn new() -> Self {
        let all = vec![[Chance::default(); 2]; 3_usize.pow(NEIGHBOURS as u32)];
        Self { near: AT_FIRST.into(), all: all.into() }
    }

    /// What the nearest neighbours say, and what all of them do.
    #[inline(always)]
    fn contexts(codes: &[u8], back: &[usize; NEIGHBOURS]) -> [usize; 2] {
        let (nearest, others) = back.split_at(NEAREST);
        let add = |context: usize, back: &usize| {
            // Before the first position there is none.
            let code = codes.len().checked_sub(*back).map_or(0, |at| codes[at]);
            context * 3 + usize::from(code)
        };
        let near = nearest.iter().fold(0, add);
        [near, others.iter().fold(near, add)]
    }

    /// The result that costs least here.
    fn likely(&self, [near, all]: [usize; 2]) -> u8 {
        let known = |bit: usize| {
            let mut chance = self.all[all][bit];
            chance.inherit(self.near[near][bit]);
            chance.likely()
        };
        match (known(0), known(1)) {
            (false, _) => 0,
            (true, false) => 1,
            (true, true) => 2,
        }
    }

    #[inline(always)]
    fn bit(
        &mut self,
        coder: &mut impl Bits,
        [near, all]: [usize; 2],
        which: usize,
        bit: bool,
    ) -> bool {
        let near = &mut self.near[near][which];
        let all = &mut self.all[all][which];
        all.inherit(*near);
        let bit = coder.bit(all, bit);
        near.learn(bit);
        bit
    }

    #[inline(always)]
    fn code(&mut self, coder: &mut impl Bits, contexts: [usize; 2], code: u8) -> u8 {
        match self.bit(coder, contexts, 0, code != 0) {
            true => 1 + u8::from(self.bit(coder, contexts, 1, code == 2)),
            false => 0,
        }
    }
}

/// Calls for each position of a block with the codes before it and how far its neighbours are.
#[inline(always)]
fn each_result(
    index: &Index,
    block: usize,
    len: usize,
    mut code: impl FnMut(&[u8], &[usize; NEIGHBOURS]) -> u8,
) -> Vec<u8> {
    let mut codes = Vec::with_capacity(len);
    for run in Runs::new(index, (block * BLOCK) as u64) {
        let here = codes.len();
        let back = run.back.map(|back| if back > here { 1 } else { back });
        for _ in 0..run.len.min(len - here) {
            let code = code(&codes, &back);
            codes.push(code);
        }
        if codes.len() == len {
            break;
        }
    }
    codes
}

/// Codes of results, and `None` where any will do, as a block; and the codes that it holds.
pub(crate) fn encode_results(
    codes: &[Option<u8>],
    index: &Index,
    block: usize,
) -> (Vec<u8>, Vec<u8>) {
    let mut needed = codes.iter().flatten();
    let first = needed.next().copied().unwrap_or(0);
    if needed.all(|code| *code == first) {
        return (vec![CONSTANT, first], vec![first; codes.len()]);
    }
    let mut results = Results::new();
    let mut encoder = Encoder::new();
    let written = each_result(index, block, codes.len(), |written, back| {
        let contexts = Results::contexts(written, back);
        let code = codes[written.len()].unwrap_or_else(|| results.likely(contexts));
        results.code(&mut encoder, contexts, code)
    });
    let mut bytes = vec![CODED];
    bytes.extend(encoder.finish());
    (bytes, written)
}

/// The codes of the results of a block; `None` if it is none.
pub(crate) fn decode_results(
    bytes: &[u8],
    index: &Index,
    block: usize,
    len: usize,
) -> Option<Vec<u8>> {
    match bytes.split_first()? {
        (&CONSTANT, [code @ 0..=2]) => Some(vec![*code; len]),
        (&CODED, bytes) => {
            let mut results = Results::new();
            let mut decoder = Decoder::new(bytes);
            Some(each_result(index, block, len, |codes, back| {
                results.code(&mut decoder, Results::contexts(codes, back), 0)
            }))
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
    use crate::index::Board;
    use crate::material::Material;

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

    /// Any slice of two or three pieces on a small board, with counters or without.
    fn slice(random: &mut fastrand::Rng) -> Index {
        let run_limit = random.bool().then_some(3);
        let all = Material::all(random.usize(2..=3), true);
        Index::new(Board { squares: 32, row: 4, run_limit }, all[random.usize(..all.len())])
    }

    #[test]
    fn blocks_hold_what_is_needed() {
        for seed in 0..60 {
            let mut random = fastrand::Rng::with_seed(seed);
            let index = slice(&mut random);
            let block = random.usize(..index.len().div_ceil(BLOCK as u64) as usize);
            let len = BLOCK.min(index.len() as usize - block * BLOCK);
            let codes = random_codes(&mut random, len);
            let (bytes, held) = encode_results(&codes, &index, block);
            let found = decode_results(&bytes, &index, block, len).unwrap();
            assert_eq!(found, held, "seed {seed}");
            let agrees = |(found, code): (&u8, &Option<u8>)| code.is_none_or(|code| code == *found);
            assert!(found.iter().zip(&codes).all(agrees), "seed {seed}");

            let distance = |_: &u8| (random.f64() > 0.2).then(|| random.u16(..700));
            let values: Vec<Option<u16>> = found.iter().map(distance).collect();
            let stride = index.stride();
            let bytes = encode_distances(&found, &values, stride);
            let distances = decode_distances(&bytes, &found, stride);
            for ((code, value), distance) in found.iter().zip(&values).zip(&distances) {
                assert!(*code == 0 || value.is_none_or(|value| value == *distance), "seed {seed}");
            }
        }
    }

    #[test]
    fn blocks_of_one_result_are_two_bytes() {
        let index = slice(&mut fastrand::Rng::with_seed(0));
        let block = encode_results(&[None, Some(2), None, Some(2)], &index, 0);
        assert_eq!(block, (vec![CONSTANT, 2], vec![2; 4]));
        let decoded = |bytes: &[u8]| decode_results(bytes, &index, 0, 3);
        assert_eq!(decoded(&[CONSTANT, 2]), Some(vec![2; 3]));
        assert_eq!(decoded(&[CONSTANT, 3]), None);
        assert_eq!(decoded(&[CODED + 1, 0]), None);
        assert_eq!(decoded(&[]), None);
    }
}
