//! A slice as a file: a header with a checksum, then blocks that each have one. All numbers are little
//! endian. docs/endgame.md describes every byte.

use crate::codec::{BLOCK, encode_distances, encode_results};
use crate::material::Material;
use crate::slice::{Longest, Slice, Totals};
use rayon::prelude::*;

const MAGIC: [u8; 8] = *b"DraughEG";
/// Raised whenever the same positions would give other bytes.
pub(crate) const FORMAT: u32 = 2;
/// Bytes before what the header's checksum covers.
const FRONT: usize = 20;

/// The sections of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Section {
    Results,
    Dtc,
    Dtw,
}

impl Section {
    const ALL: [Self; 3] = [Self::Results, Self::Dtc, Self::Dtw];
}

/// The header of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Header {
    pub rules: String,
    pub material: Material,
    pub positions: u64,
    pub totals: Totals,
    /// For each section of [`Section::ALL`] its blocks: where they begin, how long they are, and their
    /// checksums; none where the section is not kept.
    pub sections: [Vec<Block>; 3],
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Block {
    pub start: usize,
    pub len: usize,
    pub checksum: u32,
}

/// The bytes of a slice as a file.
pub(crate) fn write(slice: &Slice, rules: &str) -> Vec<u8> {
    let stride = slice.index.stride();
    let blocks: Vec<[Vec<u8>; 3]> = (0..slice.values.len().div_ceil(BLOCK))
        .into_par_iter()
        .map(|block| {
            let range = block * BLOCK..slice.values.len().min((block + 1) * BLOCK);
            let values = &slice.values[range.clone()];
            let needed = |value: u8| value & Slice::CAPTURES == 0;
            let codes: Vec<Option<u8>> =
                values.iter().map(|value| needed(*value).then_some(value & 3)).collect();
            let (results, held) = encode_results(&codes, &slice.index, block);
            let distances = |distances: &[u16]| {
                let part = values.iter().zip(&distances[range.clone()]);
                let part: Vec<Option<u16>> =
                    part.map(|(value, distance)| needed(*value).then_some(*distance)).collect();
                encode_distances(&held, &part, stride)
            };
            let dtc = if slice.dtc.is_empty() { Vec::new() } else { distances(&slice.dtc) };
            let dtw = slice.dtw.as_ref().map_or(Vec::new(), |dtw| distances(dtw));
            [results, dtc, dtw]
        })
        .collect();
    assemble(slice, rules, &blocks)
}

fn assemble(slice: &Slice, rules: &str, blocks: &[[Vec<u8>; 3]]) -> Vec<u8> {
    let Material { men, kings, opp_men, opp_kings } = slice.index.material;
    let totals = slice.totals();
    let mut header = Vec::new();
    header.extend((rules.len() as u16).to_le_bytes());
    header.extend(rules.as_bytes());
    header.extend([men, kings, opp_men, opp_kings]);
    for number in [slice.index.len(), totals.win, totals.draw, totals.loss] {
        header.extend(number.to_le_bytes());
    }
    for longest in [totals.dtc, totals.dtw] {
        let Longest { win, loss } = longest.unwrap_or_default();
        header.push(u8::from(longest.is_some()));
        header.extend([win.to_le_bytes(), loss.to_le_bytes()].concat());
    }
    let kept = [true, totals.dtc.is_some(), totals.dtw.is_some()];
    for (section, _) in kept.iter().enumerate().filter(|(_, kept)| **kept) {
        for block in blocks {
            header.extend((block[section].len() as u32).to_le_bytes());
            header.extend(crc32fast::hash(&block[section]).to_le_bytes());
        }
    }
    let mut bytes = MAGIC.to_vec();
    bytes.extend(FORMAT.to_le_bytes());
    bytes.extend((header.len() as u32).to_le_bytes());
    bytes.extend(crc32fast::hash(&header).to_le_bytes());
    bytes.extend(header);
    for (section, _) in kept.iter().enumerate().filter(|(_, kept)| **kept) {
        blocks.iter().for_each(|block| bytes.extend(&block[section]));
    }
    bytes
}

/// The reasons why bytes are not a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Refused {
    Foreign(String),
    Damaged(&'static str),
}

impl Header {
    /// Reads a header and checks that the file has every block.
    pub fn read(bytes: &[u8]) -> Result<Self, Refused> {
        let front = bytes.get(..FRONT).filter(|front| front.starts_with(&MAGIC));
        let front = front.ok_or(Refused::Foreign("it is no endgame table".to_owned()))?;
        let mut numbers = front[MAGIC.len()..].chunks_exact(4).map(number);
        let (format, len, checksum) = (numbers.next(), numbers.next(), numbers.next());
        if format != Some(FORMAT) {
            let format = format.unwrap_or(0);
            let reason = format!("it has format {format}, and this program has {FORMAT}");
            return Err(Refused::Foreign(reason));
        }
        let end = FRONT.saturating_add(len.unwrap_or(0) as usize);
        let header = bytes.get(FRONT..end).ok_or(Refused::Damaged("its header, which is cut"))?;
        if Some(crc32fast::hash(header)) != checksum {
            return Err(Refused::Damaged("its header"));
        }
        let header = HeaderReader { bytes: header, start: end }.header();
        let header = header.ok_or(Refused::Damaged("its header"))?;
        let ends = header.sections.iter().filter_map(|blocks| blocks.last());
        match ends.map(|block| block.start + block.len).max() {
            Some(end) if end == bytes.len() => Ok(header),
            _ => Err(Refused::Damaged("its end: the length is wrong")),
        }
    }

    /// The blocks of a section.
    pub fn blocks(&self, section: Section) -> &[Block] {
        &self.sections[section as usize]
    }

    /// How many positions a block has.
    pub fn block_len(&self, block: usize) -> usize {
        (self.positions as usize - block * BLOCK).min(BLOCK)
    }
}

fn number(bytes: &[u8]) -> u32 {
    bytes.iter().rev().fold(0, |number, byte| number << 8 | u32::from(*byte))
}

struct HeaderReader<'a> {
    bytes: &'a [u8],
    /// The place at which the next block begins.
    start: usize,
}

impl HeaderReader<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (taken, rest) = self.bytes.split_first_chunk::<N>()?;
        self.bytes = rest;
        Some(*taken)
    }

    fn longest(&mut self) -> Option<Option<Longest>> {
        let [kept] = self.take()?;
        let longest = Longest {
            win: u16::from_le_bytes(self.take()?),
            loss: u16::from_le_bytes(self.take()?),
        };
        Some((kept == 1).then_some(longest))
    }

    fn header(mut self) -> Option<Header> {
        let len = usize::from(u16::from_le_bytes(self.take()?));
        let rules = String::from_utf8(self.bytes.get(..len)?.to_vec()).ok()?;
        self.bytes = &self.bytes[len..];
        let [men, kings, opp_men, opp_kings] = self.take()?;
        let mut large = || Some(u64::from_le_bytes(self.take()?));
        let (positions, win, draw, loss) = (large()?, large()?, large()?, large()?);
        let (dtc, dtw) = (self.longest()?, self.longest()?);
        let totals = Totals { win, draw, loss, dtc, dtw };
        let blocks = positions.div_ceil(BLOCK as u64) as usize;
        let mut sections = [const { Vec::new() }; 3];
        let kept = [true, dtc.is_some(), dtw.is_some()];
        for section in Section::ALL.into_iter().filter(|section| kept[*section as usize]) {
            if self.bytes.len() < blocks.checked_mul(8)? {
                return None;
            }
            for _ in 0..blocks {
                let (len, checksum) =
                    (number(&self.take::<4>()?) as usize, number(&self.take::<4>()?));
                sections[section as usize].push(Block { start: self.start, len, checksum });
                self.start = self.start.checked_add(len)?;
            }
        }
        let material = Material::new(men, kings, opp_men, opp_kings);
        self.bytes.is_empty().then_some(Header { rules, material, positions, totals, sections })
    }
}
