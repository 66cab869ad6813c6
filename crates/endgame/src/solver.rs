//! Retrograde analysis of a slice and of the same pieces with the other side to move.
//!
//! Men only go forwards, so positions are solved level by level: those whose men have the fewest steps
//! to go first. Within a level only moves that can be taken back lead from one position to another;
//! where all others lead is known. Starting from what these decide, results spread backwards in waves,
//! one ply each. What no wave reaches is drawn.

use crate::index::Index;
use crate::material::Material;
use crate::mechanics::{LastMove, Listing, Mechanics, Moves, Next};
use crate::placement::Placement;
use crate::slice::{Library, Slice};
use crate::value::Wld;
use crate::waves::{WaveState, Waves};
use rayon::prelude::*;

/// Positions that one task looks at.
const CHUNK: usize = 4_096;

/// The work was stopped before its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stopped;

/// The unit of a distance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Metric {
    /// Plies to the next capture or man's move.
    Conversion,
    /// Plies to the end of the game.
    End,
}

impl Metric {
    fn after(self, dtw: u16) -> u16 {
        match self {
            Self::Conversion => 1,
            Self::End => dtw + 1,
        }
    }
}

/// A slice while it is being solved.
struct SliceInProgress {
    index: Index,
    values: Vec<u8>,
    distances: Vec<Vec<u16>>,
    /// The rows of each level, and the place of each row in its level.
    levels: Vec<Vec<u32>>,
    places: Vec<u32>,
}

impl SliceInProgress {
    fn new(index: Index, metrics: usize) -> Self {
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
        let distances = (0..metrics).map(|_| vec![0; positions]).collect();
        Self { values: vec![0; positions], distances, levels, places, index }
    }

    fn rows(&self, level: usize) -> &[u32] {
        self.levels.get(level).map_or(&[], |rows| rows)
    }

    fn slice(self, metrics: &[Metric]) -> Slice {
        let mut slice =
            Slice { index: self.index, values: self.values, dtc: Vec::new(), dtw: None };
        for (metric, distances) in metrics.iter().zip(self.distances) {
            match metric {
                Metric::Conversion => slice.dtc = distances,
                Metric::End => slice.dtw = Some(distances),
            }
        }
        slice
    }
}

/// Bytes that solving a slice and its other side takes, at most.
pub(crate) fn memory(index: &Index, metrics: usize) -> u64 {
    let both = 2 - u64::from(index.material == index.material.turned());
    let metrics = metrics as u64;
    // A value and distances for each position, and the states and waves of the largest level.
    let level = index.len() / if index.material.men + index.material.opp_men == 0 { 1 } else { 3 };
    both * (index.len() * (1 + 2 * metrics) + level * (4 * metrics + 8))
}

pub(crate) struct Solver<'a> {
    pub game: &'a dyn Mechanics,
    pub library: &'a Library,
    pub metrics: &'a [Metric],
    /// Asked whether to stop.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// Told how many more positions are solved.
    pub progress: &'a (dyn Fn(u64) + Sync),
}

impl Solver<'_> {
    /// Solves a slice and that of the other side to move; everything they lead to must be known.
    pub fn solve(&self, material: Material) -> Result<Vec<Slice>, Stopped> {
        let board = self.game.board();
        let make = |material| SliceInProgress::new(Index::new(board, material), self.metrics.len());
        let mut sides = vec![make(material)];
        if material.turned() != material {
            sides.push(make(material.turned()));
        }
        let levels = sides.iter().map(|side| side.levels.len()).max().unwrap_or(0);
        for level in 0..levels {
            self.level(&mut sides, level)?;
        }
        Ok(sides.into_iter().map(|side| side.slice(self.metrics)).collect())
    }

    fn level(&self, sides: &mut [SliceInProgress], level: usize) -> Result<(), Stopped> {
        let view = Level::new(sides, level);
        let mut waves: Vec<Waves> =
            self.metrics.iter().map(|_| Waves::new(view.positions)).collect();
        self.first_wave(&view, &mut waves);
        // What was not looked at must not spread.
        if (self.stop)() {
            return Err(Stopped);
        }
        for wave in &mut waves {
            self.spread(&view, wave)?;
        }
        if (self.stop)() {
            return Err(Stopped);
        }
        let (starts, positions) = (view.starts.clone(), view.positions);
        for (side, start) in sides.iter_mut().zip(starts) {
            finish(side, level, start, &waves);
        }
        (self.progress)(positions as u64);
        Ok(())
    }

    /// Finds what every position owes to moves that leave the level.
    fn first_wave(&self, view: &Level, waves: &mut [Waves]) {
        let chunks = view.positions.div_ceil(CHUNK);
        let found: Vec<Vec<Vec<(u16, u32)>>> = (0..chunks)
            .into_par_iter()
            .map(|chunk| {
                let mut moves = Moves::default();
                let mut found = vec![Vec::new(); self.metrics.len()];
                let numbers = chunk * CHUNK..view.positions.min((chunk + 1) * CHUNK);
                if (self.stop)() {
                    return found;
                }
                for number in numbers {
                    let place = view.place(number);
                    self.game.moves(&place, Listing::Irreversible, &mut moves);
                    for (which, metric) in self.metrics.iter().enumerate() {
                        let state = self.judge(view, &moves, *metric);
                        waves[which].set(number, state);
                        if let Some(distance) = state.due() {
                            found[which].push((distance, number as u32));
                        }
                    }
                }
                found
            })
            .collect();
        for found in found {
            for (waves, found) in waves.iter_mut().zip(found) {
                waves.push(&found);
            }
        }
    }

    /// Returns the state of a position by its moves that leave the level.
    fn judge(&self, view: &Level, moves: &Moves, metric: Metric) -> WaveState {
        if let Some(wld) = moves.over {
            return WaveState::decided(wld, 0, false);
        }
        let (mut win, mut drawn, mut longest) = (None::<u16>, false, 0);
        for (step, next) in &moves.next {
            let (wld, dtw) = match next {
                Next::Over(wld) => (*wld, 0),
                Next::Place(place) => self.look_up(view, *step, place, metric),
            };
            let distance = metric.after(dtw);
            match wld {
                Wld::Loss => win = Some(win.map_or(distance, |best| best.min(distance))),
                Wld::Draw => drawn = true,
                Wld::Win => longest = longest.max(distance),
            }
        }
        match (win, moves.reversible) {
            (Some(distance), 0) => WaveState::decided(Wld::Win, distance, moves.captures),
            (Some(distance), _) => WaveState::winning(distance),
            (None, 0) if drawn => WaveState::decided(Wld::Draw, 0, moves.captures),
            (None, 0) => WaveState::decided(Wld::Loss, longest, moves.captures),
            (None, _) if drawn => WaveState::holding(),
            (None, reversible) => WaveState::pending(longest, reversible),
        }
    }

    #[inline]
    fn look_up(
        &self,
        view: &Level,
        step: LastMove,
        place: &Placement,
        metric: Metric,
    ) -> (Wld, u16) {
        if step == LastMove::Man {
            let side = view.side(&place.material);
            let number = side.index.encode(place) as usize;
            let which = self.metrics.iter().position(|other| *other == metric).unwrap_or(0);
            return (Wld::of_code(side.values[number]), side.distances[which][number]);
        }
        let Some(found) = self.library.look_up(place) else {
            unreachable!("{} is solved before what leads to it", place.material)
        };
        found
    }

    /// Lets results spread backwards until no wave is left.
    fn spread(&self, view: &Level, waves: &mut Waves) -> Result<(), Stopped> {
        while let Some((distance, wave)) = waves.next() {
            let shared = &*waves;
            let found: Vec<Vec<(u16, u32)>> = wave
                .par_chunks(CHUNK / 8)
                .map(|numbers| {
                    let mut found = Vec::new();
                    let mut retreats = Vec::new();
                    for number in numbers {
                        let Some(wld) = shared.decide(*number as usize, distance) else { continue };
                        self.game.retreats(&view.place(*number as usize), &mut retreats);
                        for place in &retreats {
                            let before = view.number(place);
                            if let Some(due) = shared.learn(before, wld, distance) {
                                found.push((due, before as u32));
                            }
                        }
                    }
                    found
                })
                .collect();
            for found in found {
                waves.push(&found);
            }
            if (self.stop)() {
                return Err(Stopped);
            }
        }
        Ok(())
    }
}

/// Writes a solved level into its slice.
fn finish(side: &mut SliceInProgress, level: usize, start: usize, waves: &[Waves]) {
    let len = side.index.row_len as usize;
    let SliceInProgress { levels, values, distances, .. } = side;
    let Some(rows) = levels.get(level) else { return };
    for (place, row) in rows.iter().enumerate() {
        let (from, to) = (start + place * len, *row as usize * len);
        for offset in 0..len {
            let (wld, distance, captures) = waves[0].result(from + offset);
            values[to + offset] = wld.code() | if captures { Slice::CAPTURES } else { 0 };
            distances[0][to + offset] = distance;
            for (waves, distances) in waves.iter().zip(distances.iter_mut()).skip(1) {
                let (other, distance, _) = waves.result(from + offset);
                assert_eq!(wld, other, "both distances are of the same result");
                distances[to + offset] = distance;
            }
        }
    }
}

/// The positions of a level, those of one side after those of the other.
struct Level<'a> {
    sides: &'a [SliceInProgress],
    /// The men of each row.
    men: Vec<Vec<Placement>>,
    starts: Vec<usize>,
    positions: usize,
}

impl<'a> Level<'a> {
    fn new(sides: &'a [SliceInProgress], level: usize) -> Self {
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

    fn side(&self, material: &Material) -> &SliceInProgress {
        &self.sides[usize::from(self.sides[0].index.material != *material)]
    }

    fn place(&self, number: usize) -> Placement {
        let which = usize::from(self.starts.get(1).is_some_and(|start| number >= *start));
        let side = &self.sides[which];
        let number = number - self.starts[which];
        let len = side.index.row_len as usize;
        side.index.with_kings(&self.men[which][number / len], (number % len) as u64)
    }

    fn number(&self, place: &Placement) -> usize {
        let which = usize::from(self.sides[0].index.material != place.material);
        let side = &self.sides[which];
        let (row, low) = side.index.split(place);
        let row = side.places[row as usize] as usize;
        self.starts[which] + row * side.index.row_len as usize + low as usize
    }
}
