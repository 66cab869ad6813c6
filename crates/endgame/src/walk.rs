//! A walk over the positions of a level in which only kings can take a move back. What all positions with the
//! same men share is found once for them; the rest is a matter of a few additions.

use crate::index::{Index, KingSets, MOST_SQUARES, choose_of_kings};
use crate::level::Level;
use crate::material::{MAX_PIECES, Material};
use crate::mechanics::Mechanics;
use crate::placement::Placement;
use crate::quiet::QuietLines;
use crate::slice::{Known, Library};
use crate::value::Wld;
use draughts::Lines;
use std::ops::Range;

/// Whether a slice can be walked: its men go forwards only, and no counters are part of its positions.
pub(crate) fn can_walk(index: &Index, game: &dyn Mechanics) -> bool {
    let Material { men, kings, opp_men, opp_kings } = index.material;
    let sideways = game.facts().lines == Lines::Orthogonal && men + opp_men > 0;
    kings + opp_kings > 0 && index.runs == [1, 1] && !sideways
}

/// Kings of one side, in ascending order.
#[derive(Clone, Copy, Default)]
struct Kings {
    squares: [u8; MAX_PIECES],
    len: usize,
}

impl Kings {
    #[inline(always)]
    fn get(&self) -> &[u8] {
        &self.squares[..self.len]
    }

    /// The same kings seen by the other side.
    #[inline(always)]
    fn turned(&self, last: u8) -> Self {
        let mut turned = *self;
        for king in 0..self.len {
            turned.squares[king] = last - self.squares[self.len - 1 - king];
        }
        turned
    }

    /// With the king at this place on another square, or one more king if there is none.
    #[inline(always)]
    fn with(&self, place: usize, to: u8) -> Self {
        let mut changed = *self;
        changed.len = self.len.max(place + 1);
        let mut place = place;
        while place > 0 && changed.squares[place - 1] > to {
            changed.squares[place] = changed.squares[place - 1];
            place -= 1;
        }
        while place + 1 < changed.len && changed.squares[place + 1] < to {
            changed.squares[place] = changed.squares[place + 1];
            place += 1;
        }
        changed.squares[place] = to;
        changed
    }
}

/// The positions with the same men: how their kings are numbered.
struct Frame {
    /// The number of the first.
    start: usize,
    opp_kings: usize,
    /// The states of counters that each placement has; a man's move sets them to the first.
    runs: usize,
    /// How many squares without men come before each square.
    free_before: [u8; MOST_SQUARES],
}

impl Frame {
    fn new(index: &Index, men: &Placement, start: usize) -> Self {
        let mut free_before = [0; MOST_SQUARES];
        let taken = taken(men);
        let mut free = 0;
        for (square, before) in free_before.iter_mut().enumerate() {
            *before = free;
            free += u8::from(!taken[square]);
        }
        let runs = (index.runs[0] * index.runs[1]) as usize;
        Self { start, opp_kings: index.opp_kings as usize, runs, free_before }
    }

    #[inline(always)]
    fn number(&self, own: &Kings, opp: &Kings) -> usize {
        let (mut own_rank, mut opp_rank) = (0, 0);
        for (before, king) in own.get().iter().enumerate() {
            own_rank += choose_of_kings(self.free_before[usize::from(*king)], before + 1);
        }
        for (before, king) in opp.get().iter().enumerate() {
            let below = own.get().iter().filter(|other| *other < king).count() as u8;
            opp_rank += choose_of_kings(self.free_before[usize::from(*king)] - below, before + 1);
        }
        self.start + (own_rank as usize * self.opp_kings + opp_rank as usize) * self.runs
    }
}

fn taken(men: &Placement) -> [bool; 256] {
    let mut taken = [false; 256];
    for square in men.men().iter().chain(men.opp_men()) {
        taken[usize::from(*square)] = true;
    }
    taken
}

/// The results of positions that a man's move leads to.
enum Solved<'a> {
    Level { values: &'a [u8], dtw: Option<&'a [u16]> },
    Known(&'a Known),
}

/// A man's move that all positions with the same men have unless a king is in its way.
struct Step<'a> {
    to: u8,
    promotes: bool,
    frame: Frame,
    solved: Solved<'a>,
}

/// Where the walk is.
pub(crate) struct Walk<'a> {
    level: &'a Level<'a>,
    lines: &'a QuietLines,
    sets: &'a KingSets,
    /// The last square.
    last: u8,
    /// The numbers with the same men.
    range: Range<usize>,
    opp_king_placements: u32,
    /// The squares without men.
    free: [u8; MOST_SQUARES],
    taken: [bool; 256],
    /// The same men with the other side to move.
    twin: Frame,
    steps: Vec<Step<'a>>,
    place: Placement,
    own: Kings,
    opp: Kings,
}

impl<'a> Walk<'a> {
    pub fn new(level: &'a Level<'a>, lines: &'a QuietLines, sets: &'a KingSets) -> Self {
        let index = &level.first().index;
        let place = Placement::new(index.material);
        let squares = index.board.squares;
        Self {
            level,
            lines,
            sets,
            last: squares - 1,
            range: 0..0,
            opp_king_placements: 1,
            free: [0; MOST_SQUARES],
            taken: [false; 256],
            twin: Frame::new(index, &place, 0),
            steps: Vec::new(),
            place,
            own: Kings::default(),
            opp: Kings::default(),
        }
    }

    /// Goes to a position, and looks for the moves of its men where a library is given.
    #[inline]
    pub fn go_to(&mut self, number: usize, library: Option<&'a Library>) {
        if !self.range.contains(&number) {
            self.enter(number, library);
        }
        self.place_kings(number - self.range.start);
    }

    #[inline(never)]
    fn enter(&mut self, number: usize, library: Option<&'a Library>) {
        let (men, range) = self.level.row(number);
        let index = &self.level.side(&men.material).index;
        self.range = range;
        self.opp_king_placements = index.opp_kings as u32;
        self.taken = taken(&men);
        let squares = (0..=self.last).filter(|square| !self.taken[usize::from(*square)]);
        for (free, square) in self.free.iter_mut().zip(squares) {
            *free = square;
        }
        let turned = men.turned(self.last + 1, 1);
        let twin = &self.level.side(&turned.material).index;
        self.twin = Frame::new(twin, &turned, self.level.row_start(&turned));
        self.place = men;
        if let Some(library) = library {
            self.find_steps(library);
        }
    }

    fn find_steps(&mut self, library: &'a Library) {
        self.steps.clear();
        for (man, from) in self.place.men().iter().enumerate() {
            for step in &self.lines.men[usize::from(*from)] {
                if self.taken[usize::from(step.to)] {
                    continue;
                }
                let after = match step.promotes {
                    true => self.place.with_crowned(man),
                    false => self.place.relocated(*from, step.to),
                };
                let after = after.turned(self.last + 1, 1);
                let (index, solved) = if step.promotes {
                    let Some(known) = library.get(&after.material) else {
                        unreachable!("{} is solved before what leads to it", after.material)
                    };
                    (&known.index, Solved::Known(known))
                } else {
                    let side = self.level.side(&after.material);
                    let (values, dtw) = side.solved();
                    (&side.index, Solved::Level { values, dtw })
                };
                let start = index.row(&after) * index.row_len;
                let frame = Frame::new(index, &after, start as usize);
                self.steps.push(Step { to: step.to, promotes: step.promotes, frame, solved });
            }
        }
    }

    #[inline]
    fn place_kings(&mut self, low: usize) {
        let Material { kings, opp_kings, .. } = self.place.material;
        let (low, opp_placements) = (low as u32, self.opp_king_placements);
        let (own, opp) = ((low / opp_placements) as usize, (low % opp_placements) as usize);
        let (kings, opp_kings) = (usize::from(kings), usize::from(opp_kings));
        let own_free = self.sets.get(own, kings);
        let opp_free = self.sets.get(opp, opp_kings);
        (self.own.len, self.opp.len) = (kings, opp_kings);
        let own_free = &own_free[..kings];
        for (king, free) in own_free.iter().enumerate() {
            self.own.squares[king] = self.free[usize::from(*free)];
        }
        for (king, free) in opp_free[..opp_kings].iter().enumerate() {
            let mut free = *free;
            for other in own_free {
                free += u8::from(*other <= free);
            }
            self.opp.squares[king] = self.free[usize::from(free)];
        }
    }

    /// The position.
    #[inline]
    pub fn place(&mut self) -> &Placement {
        let Material { men, kings, opp_men, .. } = self.place.material;
        let (own_start, opp_start) = (usize::from(men), usize::from(men + kings + opp_men));
        for king in 0..self.own.len {
            self.place.squares[own_start + king] = self.own.squares[king];
        }
        for king in 0..self.opp.len {
            self.place.squares[opp_start + king] = self.opp.squares[king];
        }
        &self.place
    }

    #[inline(always)]
    fn set_kings(&mut self, there: bool) {
        for king in self.own.get().iter().chain(self.opp.get()) {
            self.taken[usize::from(*king)] = there;
        }
    }

    /// Calls `visit` for the number of each position from which a king's move leads here.
    #[inline]
    pub fn each_retreat(&mut self, mut visit: impl FnMut(usize)) {
        self.set_kings(true);
        let mover = self.opp.turned(self.last);
        let other = self.own.turned(self.last);
        for (place, from) in self.opp.get().iter().enumerate() {
            self.lines.kings[usize::from(*from)].each(&self.taken, |to| {
                let before = mover.with(self.opp.len - 1 - place, self.last - to);
                visit(self.twin.number(&before, &other));
            });
        }
        self.set_kings(false);
    }

    /// How many moves kings have, and the results of the moves of men; in a position where nothing can be
    /// captured.
    #[inline]
    pub fn each_quiet_move(&mut self, mut visit: impl FnMut(Wld, u16)) -> u16 {
        self.set_kings(true);
        let mut reversible = 0;
        for from in self.own.get() {
            self.lines.kings[usize::from(*from)].each(&self.taken, |_| reversible += 1);
        }
        let mover = self.opp.turned(self.last);
        let other = self.own.turned(self.last);
        for step in self.steps.iter().filter(|step| !self.taken[usize::from(step.to)]) {
            let (wld, dtw) = if step.promotes {
                step.result(&mover, &other.with(other.len, self.last - step.to))
            } else {
                step.result(&mover, &other)
            };
            visit(wld, dtw);
        }
        self.set_kings(false);
        reversible
    }
}

impl Step<'_> {
    #[inline]
    fn result(&self, own: &Kings, opp: &Kings) -> (Wld, u16) {
        let number = self.frame.number(own, opp);
        match &self.solved {
            Solved::Level { values, dtw } => {
                (Wld::of_code(values[number]), dtw.map_or(0, |dtw| dtw[number]))
            }
            Solved::Known(known) => {
                let dtw = known.dtw.as_ref().map_or(0, |dtw| dtw[number]);
                (known.wld(number as u64), dtw)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::SliceInProgress;
    use crate::mechanics;

    /// The walk and the generator agree on every position: which it is, and from where it can be reached.
    #[test]
    fn a_walk_finds_what_the_generator_finds() {
        for (rules, pieces) in
            [("american", 4), ("russian", 3), ("international", 3), ("frisian", 2)]
        {
            let game = mechanics::of(&rules.parse().unwrap());
            let sets = KingSets::new(game.board().squares);
            let mut walked = 0;
            for material in (2..=pieces).flat_map(|pieces| Material::all(pieces, true)) {
                let index = Index::new(game.board(), material);
                if material < material.turned() || !can_walk(&index, &*game) {
                    continue;
                }
                let mut sides = vec![SliceInProgress::new(index, &[])];
                if material != material.turned() {
                    let other = Index::new(game.board(), material.turned());
                    sides.push(SliceInProgress::new(other, &[]));
                }
                for level in 0..sides[0].levels() {
                    walked += compare(&Level::new(&sides, level), &*game, &sets);
                }
            }
            assert!(walked > 500, "{rules}: {walked} positions");
        }
    }

    fn compare(level: &Level, game: &dyn Mechanics, sets: &KingSets) -> usize {
        let mut walk = Walk::new(level, game.quiet_lines(), sets);
        let (mut walked, mut retreats) = (0, Vec::new());
        for number in (0..level.positions).step_by(7) {
            walk.go_to(number, None);
            let place = *walk.place();
            assert_eq!(place, level.place(number));
            let mut found = Vec::new();
            walk.each_retreat(|before| found.push(before));
            game.retreats(&place, &mut retreats);
            let mut expected: Vec<usize> = retreats.iter().map(|at| level.number(at)).collect();
            found.sort_unstable();
            expected.sort_unstable();
            assert_eq!(found, expected, "{}", game.fen(&place));
            walked += 1;
        }
        walked
    }
}
