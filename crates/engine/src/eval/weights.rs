//! Weights that were learned from games, and the files they come in.

use crate::cpu::{Cpu, in_huge_pages};
use crate::eval::patterns::{
    KING_DIGITS, KING_SQUARES, MEN_DIGITS, MEN_SQUARES, PatternIndexer, Patterns,
};
use draughts::{AnyPosition, Variant};
use flate2::read::ZlibDecoder;
use std::io::Read;

/// The first line of a file of weights, before compression.
const TITLE: &str = "damier weights 1";
/// Parts of a hundredth of a man that weights are counted in.
pub(crate) const UNITS: i32 = 4;
/// A large pattern is the sum of three parts of it, which overlap, and what they leave unsaid: how
/// many digits apart the parts begin.
const PARTS: u32 = 3;
/// Own and enemy men up to six and kings up to four make a kind of material.
pub(crate) const KINDS_OF_MATERIAL: usize = 7 * 7 * 5 * 5;
/// The number of terms beside patterns: see [`Terms`](super::learned).
pub(crate) const TERMS: usize = 6;

/// A value for positions with many pieces and one for positions with few.
pub(crate) type Pair = [i16; 2];

/// The learned weights of one variant. The program brings weights for [nearly each](Weights::embedded); others can be
/// [read](Weights::read) from a file.
#[derive(Debug)]
pub struct Weights {
    pub(crate) variant: Variant,
    /// As many pieces as a game begins with.
    pub(crate) full: i32,
    /// Hundredths of a man in one unit of a sum, times 2³².
    pub(crate) centimen_per_unit: i64,
    pub(crate) men: Vec<Pair>,
    pub(crate) kings: Vec<i16>,
    pub(crate) material: Vec<i16>,
    pub(crate) terms: [Pair; TERMS],
    pub(crate) man_indexer: PatternIndexer<8>,
    pub(crate) king_indexer: PatternIndexer<10>,
    pub(crate) cpu: Cpu,
}

impl Weights {
    /// Reads a file of weights for a variant.
    ///
    /// ```
    /// use draughts::Variant;
    /// use draughts_engine::Weights;
    ///
    /// let error = Weights::read(Variant::American, b"no weights").unwrap_err();
    /// assert_eq!(error.to_string(), "this is no file of weights: it cannot be unpacked");
    /// ```
    pub fn read(variant: Variant, file: &[u8]) -> Result<Self, WeightsError> {
        let position = AnyPosition::start(&variant.into());
        let layout = position.layout();
        let patterns = Patterns::of(&layout);
        let mut reader = WeightsReader::unpack(file, length(variant, &patterns))?;
        reader.line(TITLE).ok_or(WeightsError::Title)?;
        reader.line(variant.name()).ok_or(WeightsError::Variant(variant))?;
        let pieces = draughts::Color::BOTH.map(|color| position.pieces(color).len() as i32);
        let full = pieces.iter().sum();
        Ok(Self {
            variant,
            full,
            centimen_per_unit: (1_i64 << 32) / i64::from(full * UNITS),
            men: men(&mut reader, &patterns),
            kings: kings(&mut reader, &patterns),
            material: reader.words(KINDS_OF_MATERIAL),
            terms: core::array::from_fn(|_| [reader.word(), reader.word()]),
            man_indexer: PatternIndexer::new(&layout, &patterns.men, MEN_DIGITS),
            king_indexer: PatternIndexer::new(&layout, &patterns.kings, KING_DIGITS),
            cpu: Cpu::detect(),
        })
    }

    /// The variant they are for.
    pub fn variant(&self) -> Variant {
        self.variant
    }
}

/// How long the title, the name and all weights are.
fn length(variant: Variant, patterns: &Patterns) -> usize {
    let table = |digits: u32, squares: u32| {
        let part = digits.pow(part_digits(squares)) as usize;
        2 + digits.pow(squares) as usize + PARTS as usize * 2 * part
    };
    let men = 2 * patterns.men.len() * table(MEN_DIGITS, MEN_SQUARES);
    let kings = patterns.kings.len() * table(KING_DIGITS, KING_SQUARES);
    let lines = TITLE.len() + 1 + variant.name().len() + 1;
    lines + men + kings + 2 * KINDS_OF_MATERIAL + 4 * TERMS
}

/// How many digits a part of a pattern has: two of three thirds, or half.
fn part_digits(squares: u32) -> u32 {
    squares - (PARTS - 1) * 2
}

/// Reads the table of one pattern: what its parts say and what they leave unsaid.
fn table(reader: &mut WeightsReader, digits: u32, squares: u32) -> Vec<i16> {
    let step = reader.word();
    let rest = reader.bytes(digits.pow(squares) as usize);
    let size = digits.pow(part_digits(squares));
    let parts: Vec<Vec<i16>> = (0..PARTS).map(|_| reader.words(size as usize)).collect();
    let number = 0..digits.pow(squares);
    let sum = number.zip(rest).map(|(number, rest)| {
        let of_part =
            |(part, index): (&Vec<i16>, u32)| part[part_number(number, index, digits, size)];
        let parts: i16 = parts.iter().zip(0..).map(of_part).fold(0, i16::saturating_add);
        parts.saturating_add(i16::from(rest as i8).saturating_mul(step))
    });
    sum.collect()
}

/// The number of a part within the number of its pattern.
fn part_number(number: u32, index: u32, digits: u32, size: u32) -> usize {
    (number / digits.pow(2 * index) % size) as usize
}

fn men(reader: &mut WeightsReader, patterns: &Patterns) -> Vec<Pair> {
    let states = MEN_DIGITS.pow(MEN_SQUARES) as usize;
    let mut all = in_huge_pages(patterns.men.len() * states + 1);
    for _ in &patterns.men {
        let [many, few] = [(); 2].map(|()| table(reader, MEN_DIGITS, MEN_SQUARES));
        all.extend(many.into_iter().zip(few).map(|(many, few)| [many, few]));
    }
    all.push([0, 0]);
    all
}

fn kings(reader: &mut WeightsReader, patterns: &Patterns) -> Vec<i16> {
    let states = KING_DIGITS.pow(KING_SQUARES) as usize;
    let mut all = in_huge_pages(patterns.kings.len() * states + 1);
    for _ in &patterns.kings {
        all.extend(table(reader, KING_DIGITS, KING_SQUARES));
    }
    all.push(0);
    all
}

/// Reads an unpacked file whose length has been checked.
struct WeightsReader {
    bytes: Vec<u8>,
    at: usize,
}

impl WeightsReader {
    /// Unpacks a file that must hold so many bytes, and no more than that is ever unpacked.
    fn unpack(file: &[u8], length: usize) -> Result<Self, WeightsError> {
        let mut bytes = Vec::with_capacity(length);
        let mut unpacked = ZlibDecoder::new(file).take(length as u64 + 1);
        unpacked.read_to_end(&mut bytes).map_err(|_| WeightsError::Packing)?;
        if bytes.len() != length {
            return Err(WeightsError::Length { expected: length, found: bytes.len() });
        }
        Ok(Self { bytes, at: 0 })
    }

    fn line(&mut self, expected: &str) -> Option<()> {
        let rest = self.bytes[self.at..].strip_prefix(expected.as_bytes())?;
        (*rest.first()? == b'\n').then(|| self.at += expected.len() + 1)
    }

    fn bytes(&mut self, count: usize) -> Vec<u8> {
        self.at += count;
        self.bytes[self.at - count..self.at].to_vec()
    }

    fn word(&mut self) -> i16 {
        self.at += 2;
        i16::from_le_bytes([self.bytes[self.at - 2], self.bytes[self.at - 1]])
    }

    fn words(&mut self, count: usize) -> Vec<i16> {
        (0..count).map(|_| self.word()).collect()
    }
}

/// The reasons why a file of weights cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WeightsError {
    /// The file is not compressed as weights are.
    #[error("this is no file of weights: it cannot be unpacked")]
    Packing,
    /// It holds more or less than the weights of this variant.
    #[error("the weights should take {expected} bytes, but there are {found}")]
    Length {
        /// The bytes that they take.
        expected: usize,
        /// The bytes that it holds; one more than expected stands for any number.
        found: usize,
    },
    /// It does not begin as a file of weights does.
    #[error("this is no file of weights: it does not begin with {TITLE:?}")]
    Title,
    /// It is for another variant than this.
    #[error("these weights are not for {}", .0.name())]
    Variant(Variant),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::SplitMix64;
    use draughts::{Color, Game, dispatch};
    use flate2::Compression;
    use flate2::write::ZlibEncoder;
    use std::io::Write;

    const RUSSIAN: &[u8] = include_bytes!("../../weights/russian.weights");

    fn unpacked() -> Vec<u8> {
        let mut bytes = Vec::new();
        ZlibDecoder::new(RUSSIAN).read_to_end(&mut bytes).unwrap();
        bytes
    }

    fn packed(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    #[track_caller]
    fn refused(variant: Variant, file: &[u8]) -> WeightsError {
        Weights::read(variant, file).expect_err("no weights of this variant")
    }

    #[test]
    fn foreign_and_damaged_files_are_refused() {
        // Both names have seven letters, so only what stands in the file tells them apart.
        assert_eq!(refused(Variant::Italian, RUSSIAN), WeightsError::Variant(Variant::Italian));
        let whole = unpacked();
        let cut = refused(Variant::Russian, &packed(&whole[..whole.len() - 1]));
        let (expected, found) = (whole.len(), whole.len() - 1);
        assert_eq!(cut, WeightsError::Length { expected, found });
        let longer = [&whole[..], &[0; 1000]].concat();
        let found = expected + 1;
        let flood = refused(Variant::Russian, &packed(&longer));
        assert_eq!(flood, WeightsError::Length { expected, found });
        let mut renamed = whole;
        renamed[0] ^= 1;
        assert_eq!(refused(Variant::Russian, &packed(&renamed)), WeightsError::Title);
        for length in (0..RUSSIAN.len()).step_by(RUSSIAN.len() / 20) {
            refused(Variant::Russian, &RUSSIAN[..length]);
        }
    }

    #[test]
    fn every_processor_evaluates_alike() {
        let [detected, mut baseline] =
            [(); 2].map(|()| Weights::read(Variant::Russian, RUSSIAN).unwrap());
        baseline.cpu = Cpu::baseline();
        let mut random = SplitMix64::new(3);
        let mut kings = 0;
        for _ in 0..40 {
            let mut game = Game::new(Variant::Russian.into());
            while game.outcome().is_none() && game.history().len() < 120 {
                let position = game.position();
                kings += usize::from(Color::BOTH.iter().any(|c| !position.kings(*c).is_empty()));
                let [one, other] = [&detected, &baseline]
                    .map(|weights| dispatch!(position, inner => weights.evaluate(inner)));
                assert_eq!(one, other, "{}", position.to_fen());
                let moves = game.legal_moves();
                game.play(&moves[random.up_to(moves.len() as u64 - 1) as usize]).unwrap();
            }
        }
        assert!(kings > 100, "{kings} positions with kings");
    }

    #[test]
    fn a_table_is_the_sum_of_its_parts_and_what_they_leave_unsaid() {
        let weights = Weights::read(Variant::Russian, RUSSIAN).unwrap();
        let bytes = unpacked();
        let start = TITLE.len() + 1 + "russian".len() + 1;
        let word = |at: usize| i16::from_le_bytes([bytes[at], bytes[at + 1]]);
        let states = MEN_DIGITS.pow(MEN_SQUARES) as usize;
        let part = MEN_DIGITS.pow(8) as usize;
        for number in [0, 1, 77, 6_561, 100_000, 531_440] {
            let rest = i16::from(bytes[start + 2 + number] as i8) * word(start);
            let of_part = |index: usize| {
                let digits = number / 9_usize.pow(index as u32) % part;
                word(start + 2 + states + 2 * (index * part + digits))
            };
            let sum = rest + (0..3).map(of_part).sum::<i16>();
            assert_eq!(weights.men[number][0], sum);
        }
    }
}
