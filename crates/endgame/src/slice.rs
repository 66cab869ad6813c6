//! The values of one slice in memory.

use crate::index::Index;
use crate::material::Material;
use crate::placement::Placement;
use crate::value::Wld;

/// A slice as the solver leaves it, a value for each number of its index.
pub(crate) struct Slice {
    pub index: Index,
    /// The code of a result, and [`CAPTURES`](Self::CAPTURES).
    pub values: Vec<u8>,
    pub dtc: Vec<u16>,
    pub dtw: Option<Vec<u16>>,
}

impl Slice {
    /// Marks positions that must capture, which a file does not hold.
    pub const CAPTURES: u8 = 4;

    pub fn wld(&self, number: u64) -> Wld {
        Wld::of_code(self.values[number as usize])
    }

    /// Returns the values that larger slices need of this one.
    pub fn known(self) -> Known {
        Known { wld: Packed::new(&self.values), dtw: self.dtw, index: self.index }
    }

    pub fn totals(&self) -> Totals {
        let mut totals = Totals::default();
        for value in &self.values {
            match Wld::of_code(*value) {
                Wld::Win => totals.win += 1,
                Wld::Draw => totals.draw += 1,
                Wld::Loss => totals.loss += 1,
            }
        }
        totals.dtc = Some(self.longest(&self.dtc)).filter(|_| !self.dtc.is_empty());
        totals.dtw = self.dtw.as_ref().map(|dtw| self.longest(dtw));
        totals
    }

    fn longest(&self, distances: &[u16]) -> Longest {
        let of = |wld: Wld| {
            let same = self.values.iter().zip(distances);
            let same = same.filter(|(value, _)| Wld::of_code(**value) == wld);
            same.map(|(_, distance)| *distance).max().unwrap_or(0)
        };
        Longest { win: of(Wld::Win), loss: of(Wld::Loss) }
    }
}

/// How many positions of a slice are what.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Totals {
    /// Positions won for the side to move.
    pub win: u64,
    /// Drawn positions.
    pub draw: u64,
    /// Lost positions.
    pub loss: u64,
    /// The longest distances to a capture or man's move, where they are kept.
    pub dtc: Option<Longest>,
    /// The longest distances to the end of the game, where they are kept.
    pub dtw: Option<Longest>,
}

/// The longest distances of a slice in plies; 0 where nothing is won or lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Longest {
    /// Of the won positions.
    pub win: u16,
    /// Of the lost ones.
    pub loss: u16,
}

/// A slice that is solved, as larger ones look it up.
pub(crate) struct Known {
    pub index: Index,
    wld: Packed,
    pub dtw: Option<Vec<u16>>,
}

impl Known {
    pub fn wld(&self, number: u64) -> Wld {
        self.wld.get(number as usize)
    }

    pub fn bytes(&self) -> u64 {
        self.wld.0.len() as u64 + self.dtw.as_ref().map_or(0, |dtw| 2 * dtw.len() as u64)
    }
}

/// Results, four a byte.
pub(crate) struct Packed(pub Box<[u8]>);

impl Packed {
    pub fn new(codes: &[u8]) -> Self {
        let pack = |four: &[u8]| four.iter().rev().fold(0, |byte, code| byte << 2 | code & 3);
        Self(codes.chunks(4).map(pack).collect())
    }

    #[inline]
    pub fn get(&self, number: usize) -> Wld {
        Wld::of_code(self.0[number / 4] >> (number % 4 * 2))
    }
}

/// The slices that are solved, by their material.
pub(crate) struct Library {
    slots: Vec<Option<Known>>,
}

impl Library {
    pub fn new() -> Self {
        Self { slots: (0..Material::SLOTS).map(|_| None).collect() }
    }

    pub fn insert(&mut self, known: Known) {
        let slot = known.index.material.slot();
        self.slots[slot] = Some(known);
    }

    pub fn get(&self, material: &Material) -> Option<&Known> {
        self.slots[material.slot()].as_ref()
    }

    pub fn retain(&mut self, keep: impl Fn(&Material) -> bool) {
        for slot in &mut self.slots {
            slot.take_if(|known| !keep(&known.index.material));
        }
    }

    pub fn bytes(&self) -> u64 {
        self.slots.iter().flatten().map(Known::bytes).sum()
    }

    /// Result and distance to the end of a position, which must be of a slice that is there.
    #[inline]
    pub fn look_up(&self, place: &Placement) -> Option<(Wld, u16)> {
        let known = self.get(&place.material)?;
        let number = known.index.encode(place);
        let dtw = known.dtw.as_ref().map_or(0, |dtw| dtw[number as usize]);
        Some((known.wld(number), dtw))
    }
}
