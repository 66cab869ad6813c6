//! Retrograde analysis of a slice and of the same pieces with the other side to move.
//!
//! Men only go forwards, so positions are solved level by level: those whose men have the fewest steps
//! to go first. Within a level only moves that can be taken back lead from one position to another;
//! where all others lead is known. Starting from what these decide, results spread backwards in waves,
//! one ply each. What no wave reaches is drawn.

use crate::index::{Index, KingSets};
use crate::level::{Level, SliceInProgress};
use crate::material::Material;
use crate::mechanics::{LastMove, Listing, Mechanics, Moves, Next};
use crate::placement::Placement;
use crate::slice::{Library, Slice};
use crate::value::Wld;
use crate::walk::{Walk, can_walk};
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

/// What the moves of a position that leave its level decide.
#[derive(Default)]
struct Summary {
    over: Option<Wld>,
    captures: bool,
    /// Moves that can be taken back.
    reversible: u16,
    /// The least distance to the end after a move that wins.
    win: Option<u16>,
    drawn: bool,
    /// The greatest after a move that loses.
    loss: Option<u16>,
}

impl Summary {
    #[inline]
    fn add(&mut self, wld: Wld, dtw: u16) {
        match wld {
            Wld::Loss => self.win = Some(self.win.map_or(dtw, |best| best.min(dtw))),
            Wld::Draw => self.drawn = true,
            Wld::Win => self.loss = self.loss.max(Some(dtw)),
        }
    }

    /// Whether there is no move at all.
    fn is_stuck(&self) -> bool {
        self.reversible == 0 && self.win.is_none() && !self.drawn && self.loss.is_none()
    }

    fn state(&self, metric: Metric) -> WaveState {
        if let Some(wld) = self.over {
            return WaveState::decided(wld, 0, false);
        }
        let win = self.win.map(|dtw| metric.after(dtw));
        let longest = self.loss.map_or(0, |dtw| metric.after(dtw));
        match (win, self.reversible) {
            (Some(distance), 0) => WaveState::decided(Wld::Win, distance, self.captures),
            (Some(distance), _) => WaveState::winning(distance),
            (None, 0) if self.drawn => WaveState::decided(Wld::Draw, 0, self.captures),
            (None, 0) => WaveState::decided(Wld::Loss, longest, self.captures),
            (None, _) if self.drawn => WaveState::holding(),
            (None, reversible) => WaveState::pending(longest, reversible),
        }
    }
}

impl Solver<'_> {
    /// Solves a slice and that of the other side to move; everything they lead to must be known.
    pub fn solve(&self, material: Material) -> Result<Vec<Slice>, Stopped> {
        let board = self.game.board();
        let make = |material| SliceInProgress::new(Index::new(board, material), self.metrics);
        let mut sides = vec![make(material)];
        if material.turned() != material {
            sides.push(make(material.turned()));
        }
        let sets = KingSets::new(board.squares);
        let levels = sides.iter().map(SliceInProgress::levels).max().unwrap_or(0);
        for level in 0..levels {
            self.level(&mut sides, level, &sets)?;
        }
        Ok(sides.into_iter().map(SliceInProgress::slice).collect())
    }

    fn level(
        &self,
        sides: &mut [SliceInProgress],
        level: usize,
        sets: &KingSets,
    ) -> Result<(), Stopped> {
        let view = Level::new(sides, level);
        let mut waves: Vec<Waves> =
            self.metrics.iter().map(|_| Waves::new(view.positions)).collect();
        self.first_wave(&view, sets, &mut waves);
        // What was not looked at must not spread.
        if (self.stop)() {
            return Err(Stopped);
        }
        for wave in &mut waves {
            self.spread(&view, sets, wave)?;
        }
        if (self.stop)() {
            return Err(Stopped);
        }
        let (starts, positions) = (view.starts.clone(), view.positions);
        for (side, start) in sides.iter_mut().zip(starts) {
            side.finish(level, start, &waves);
        }
        (self.progress)(positions as u64);
        Ok(())
    }

    fn walk<'a>(&'a self, view: &'a Level, sets: &'a KingSets) -> Option<Walk<'a>> {
        can_walk(&view.first().index, self.game)
            .then(|| Walk::new(view, self.game.quiet_lines(), sets))
    }

    /// Finds what every position owes to moves that leave the level.
    fn first_wave(&self, view: &Level, sets: &KingSets, waves: &mut [Waves]) {
        let chunks = view.positions.div_ceil(CHUNK);
        let found: Vec<Vec<Vec<(u16, u32)>>> = (0..chunks)
            .into_par_iter()
            .map(|chunk| {
                let mut walk = self.walk(view, sets);
                let mut moves = Moves::default();
                let mut found = vec![Vec::new(); self.metrics.len()];
                let numbers = chunk * CHUNK..view.positions.min((chunk + 1) * CHUNK);
                if (self.stop)() {
                    return found;
                }
                for number in numbers {
                    let summary = match &mut walk {
                        Some(walk) => self.walked(view, walk, number, &mut moves),
                        None => self.listed(view, &view.place(number), &mut moves),
                    };
                    for (which, metric) in self.metrics.iter().enumerate() {
                        let state = summary.state(*metric);
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

    fn walked<'a>(
        &'a self,
        view: &Level,
        walk: &mut Walk<'a>,
        number: usize,
        moves: &mut Moves,
    ) -> Summary {
        walk.go_to(number, Some(self.library));
        if self.game.captures(walk.place()) {
            return self.listed(view, walk.place(), moves);
        }
        let mut summary = Summary::default();
        summary.reversible = walk.each_quiet_move(|wld, dtw| summary.add(wld, dtw));
        // The generator says how the game has ended.
        if summary.is_stuck() { self.listed(view, walk.place(), moves) } else { summary }
    }

    /// The moves as the generator lists them.
    fn listed(&self, view: &Level, place: &Placement, moves: &mut Moves) -> Summary {
        self.game.moves(place, Listing::Irreversible, moves);
        let Moves { over, captures, reversible, .. } = *moves;
        let mut summary = Summary { over, captures, reversible, ..Summary::default() };
        for (step, next) in &moves.next {
            let (wld, dtw) = match next {
                Next::Over(wld) => (*wld, 0),
                Next::Place(place) => self.look_up(view, *step, place),
            };
            summary.add(wld, dtw);
        }
        summary
    }

    #[inline]
    fn look_up(&self, view: &Level, step: LastMove, place: &Placement) -> (Wld, u16) {
        if step == LastMove::Man {
            let side = view.side(&place.material);
            let number = side.index.encode(place) as usize;
            let (values, dtw) = side.solved();
            return (Wld::of_code(values[number]), dtw.map_or(0, |dtw| dtw[number]));
        }
        let Some(found) = self.library.look_up(place) else {
            unreachable!("{} is solved before what leads to it", place.material)
        };
        found
    }

    /// Lets results spread backwards until no wave is left.
    fn spread(&self, view: &Level, sets: &KingSets, waves: &mut Waves) -> Result<(), Stopped> {
        while let Some((distance, wave)) = waves.next() {
            let shared = &*waves;
            let found: Vec<Vec<(u16, u32)>> = wave
                .par_chunks(CHUNK / 8)
                .map(|numbers| self.spread_part(view, sets, shared, distance, numbers))
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

    fn spread_part(
        &self,
        view: &Level,
        sets: &KingSets,
        waves: &Waves,
        distance: u16,
        numbers: &[u32],
    ) -> Vec<(u16, u32)> {
        let mut found = Vec::new();
        let mut walk = self.walk(view, sets);
        let mut retreats = Vec::new();
        for number in numbers {
            let number = *number as usize;
            let Some(wld) = waves.decided(number, distance) else { continue };
            let mut learn = |before: usize| {
                if let Some(due) = waves.learn(before, wld, distance) {
                    found.push((due, before as u32));
                }
            };
            if let Some(walk) = &mut walk {
                walk.go_to(number, None);
                walk.each_retreat(learn);
            } else {
                self.game.retreats(&view.place(number), &mut retreats);
                retreats.iter().for_each(|place| learn(view.number(place)));
            }
        }
        found
    }
}
