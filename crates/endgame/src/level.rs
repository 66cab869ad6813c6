//! A slice while it is being solved, and one level of it and of the slice of the other side to move.

use crate::index::Index;
use crate::material::Material;
use crate::placement::Placement;
use crate::slice::Slice;
use crate::solver::Metric;
use crate::waves::Waves;
use std::ops::Range;

/// A slice while it is being solved.
pub(crate) struct SliceInProgress {
    pub index: Index,
    values: Vec<u8>,
    distances: Vec<(Metric, Vec<u16>)>,
    /// The rows of each level, and the place of each row in its level.
    levels: Vec<Vec<u32>>,
    places: Vec<u32>,
}

impl SliceInProgress {
    pub fn new(index: Index, metrics: &[Metric]) -> Self {
        let positions = index.len() as usize;
        let mut levels: Vec<Vec<u32>> = Vec::new();
        let mut places = Vec::with_capacity(index.rows() as usize);
        for row in 0..index.rows() {
            let level = index.level(&index.men(row));
            if levels.len() <= level {
                levels.resize_with(level + 1, Vec::new);
            }
            places.push(levels[level].len() as u32);
            levels[level].push(row as u32);
        }
        let distances = metrics.iter().map(|metric| (*metric, vec![0; positions])).collect();
        Self { values: vec![0; positions], distances, levels, places, index }
    }

    pub fn levels(&self) -> usize {
        self.levels.len()
    }

    fn rows(&self, level: usize) -> &[u32] {
        self.levels.get(level).map_or(&[], |rows| rows)
    }

    /// The results found so far, and the distances to the end where they are found.
    pub fn solved(&self) -> (&[u8], Option<&[u16]>) {
        let dtw = self.distances.iter().find(|(metric, _)| *metric == Metric::End);
        (&self.values, dtw.map(|(_, distances)| &distances[..]))
    }

    /// Takes over the results of a level, whose positions begin at `start` in the waves.
    pub fn finish(&mut self, level: usize, start: usize, waves: &[Waves]) {
        let len = self.index.row_len as usize;
        let Self { levels, values, distances, .. } = self;
        let Some(rows) = levels.get(level) else { return };
        for (place, row) in rows.iter().enumerate() {
            let (from, to) = (start + place * len, *row as usize * len);
            for offset in 0..len {
                let (wld, _, captures) = waves[0].result(from + offset);
                values[to + offset] = wld.code() | if captures { Slice::CAPTURES } else { 0 };
                for (waves, (_, distances)) in waves.iter().zip(distances.iter_mut()) {
                    let (other, distance, _) = waves.result(from + offset);
                    assert_eq!(wld, other, "both distances are of the same result");
                    distances[to + offset] = distance;
                }
            }
        }
    }

    pub fn slice(self) -> Slice {
        let mut slice =
            Slice { index: self.index, values: self.values, dtc: Vec::new(), dtw: None };
        for (metric, distances) in self.distances {
            match metric {
                Metric::Conversion => slice.dtc = distances,
                Metric::End => slice.dtw = Some(distances),
            }
        }
        slice
    }
}

/// The positions of a level, those of one side after those of the other.
pub(crate) struct Level<'a> {
    sides: &'a [SliceInProgress],
    /// The men of each row.
    men: Vec<Vec<Placement>>,
    pub starts: Vec<usize>,
    pub positions: usize,
}

impl<'a> Level<'a> {
    pub fn new(sides: &'a [SliceInProgress], level: usize) -> Self {
        let mut positions = 0;
        let mut starts = Vec::new();
        for side in sides {
            starts.push(positions);
            positions += side.rows(level).len() * side.index.row_len as usize;
        }
        assert!(u32::try_from(positions).is_ok(), "a level has fewer than 2^32 positions");
        let men = |side: &SliceInProgress| {
            side.rows(level).iter().map(|row| side.index.men(u64::from(*row))).collect()
        };
        Self { sides, men: sides.iter().map(men).collect(), starts, positions }
    }

    fn which(&self, material: &Material) -> usize {
        usize::from(self.sides[0].index.material != *material)
    }

    /// The slice of these pieces.
    pub fn side(&self, material: &Material) -> &'a SliceInProgress {
        &self.sides[self.which(material)]
    }

    /// Any of the slices.
    pub fn first(&self) -> &'a SliceInProgress {
        &self.sides[0]
    }

    /// The men of a position, and the numbers of all with the same.
    pub fn row(&self, number: usize) -> (Placement, Range<usize>) {
        let which = usize::from(self.starts.get(1).is_some_and(|start| number >= *start));
        let len = self.sides[which].index.row_len as usize;
        let row = (number - self.starts[which]) / len;
        let start = self.starts[which] + row * len;
        (self.men[which][row], start..start + len)
    }

    /// The number of the first position with these men.
    pub fn row_start(&self, place: &Placement) -> usize {
        let which = self.which(&place.material);
        let side = &self.sides[which];
        let row = side.places[side.index.row(place) as usize] as usize;
        self.starts[which] + row * side.index.row_len as usize
    }

    pub fn place(&self, number: usize) -> Placement {
        let (men, range) = self.row(number);
        let side = self.side(&men.material);
        side.index.with_kings(&men, (number - range.start) as u64)
    }

    pub fn number(&self, place: &Placement) -> usize {
        self.row_start(place) + self.side(&place.material).index.low(place) as usize
    }
}
