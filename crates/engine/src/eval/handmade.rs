//! An evaluation made by hand, for every variant and house rules: it knows a game by its facts.

mod parts;

use crate::eval::mobility::king_mobility;
use crate::eval::params::EvalParams;
use crate::score::{SURE_WIN, Value};
use crate::squares::bits;
use core::marker::PhantomData;
use draughts::{Bits, Color, Direction, Geometry, KingRange, Layout, Lines, Position, Rules};

type Word<R> = <<R as Rules>::Geometry as Geometry>::Bits;

/// Values of pieces by square, for White and Black.
type Squares = [[i16; 128]; 2];

/// Material, advance, home row, centre, mobility, free men, balance, and who should exchange.
#[derive(Clone, Debug)]
pub(crate) struct HandMade<R: Rules> {
    params: EvalParams,
    men: Squares,
    kings: Squares,
    runners: Squares,
    rules: PhantomData<R>,
}

/// The pieces of one side.
#[derive(Clone, Copy)]
struct Army<B> {
    color: Color,
    men: B,
    kings: B,
}

impl<B: Bits> Army<B> {
    fn pieces(&self) -> B {
        self.men | self.kings
    }
}

impl<R: Rules> HandMade<R> {
    pub fn new(rules: R) -> Self {
        let layout = R::Geometry::layout();
        let params = EvalParams::new(&rules.facts(), layout);
        Self {
            params,
            men: each_square(layout, |advanced, edge| params.of_man(advanced, edge).iter().sum()),
            kings: each_square(layout, |advanced, edge| {
                params.of_king(advanced, edge, layout).iter().sum()
            }),
            runners: each_square(layout, |advanced, _| {
                let steps = Value::from(layout.height) - 1 - advanced;
                params.runner - params.runner_step * (steps - 1)
            }),
            rules: PhantomData,
        }
    }

    fn of_side(&self, army: Army<Word<R>>, enemy: Army<Word<R>>, rules: &R) -> Value {
        let empty = R::Geometry::all() & !(army.pieces() | enemy.pieces());
        let side = army.color as usize;
        let mut value = sum(army.men, &self.men[side]) + sum(army.kings, &self.kings[side]);
        value += self.params.mobility * self.steps_of_men(army, empty, rules);
        if !army.kings.is_none() {
            value += self.freedom_of_kings(army, empty, rules).iter().sum::<Value>();
        }
        value + self.free_men(army, enemy, rules)
    }

    /// Men that no enemy stands before, where no king can hunt them.
    fn free_men(&self, army: Army<Word<R>>, enemy: Army<Word<R>>, rules: &R) -> Value {
        if self.params.runner == 0 || !enemy.kings.is_none() || army.men.is_none() {
            return 0;
        }
        sum(army.men & !self.shadow(enemy, rules), &self.runners[army.color as usize])
    }

    fn steps_of_men(&self, army: Army<Word<R>>, empty: Word<R>, rules: &R) -> Value {
        let directions = forward(army.color, rules.facts().lines);
        let steps = |direction| (R::Geometry::step(army.men, direction) & empty).count() as Value;
        directions.iter().map(|direction| steps(*direction)).sum()
    }

    /// Values the squares that kings can reach, and kings that cannot move at all.
    fn freedom_of_kings(&self, army: Army<Word<R>>, empty: Word<R>, rules: &R) -> [Value; 2] {
        let facts = rules.facts();
        let mobility = king_mobility::<R>(army.kings, empty, &facts);
        let trapped = (army.kings & !mobility.leaves).count() as Value;
        let free = match facts.king_range {
            KingRange::Short => self.params.mobility * mobility.moves as Value,
            KingRange::Flying => mobility.squares.count() as Value,
        };
        [free, self.params.trapped * trapped]
    }

    /// The squares that a man cannot leave for the far row without passing an enemy.
    fn shadow(&self, enemy: Army<Word<R>>, rules: &R) -> Word<R> {
        let straight = rules.facts().lines == Lines::Orthogonal;
        let (left, ahead, right) = match enemy.color {
            Color::Black => (Direction::SouthWest, Direction::South, Direction::SouthEast),
            Color::White => (Direction::NorthWest, Direction::North, Direction::NorthEast),
        };
        let all = R::Geometry::all();
        let mut shadow = enemy.pieces();
        for _ in 1..R::Geometry::layout().height {
            let mut next = R::Geometry::step(shadow, left) | R::Geometry::step(shadow, right);
            if straight {
                next |= R::Geometry::step(shadow, ahead);
            }
            shadow |= next & all;
        }
        shadow
    }

    /// Values the race for the far row; the first side is to move. Where the first king does not win it is
    /// worth nothing.
    fn race(&self, turn: Army<Word<R>>, other: Army<Word<R>>, rules: &R) -> Value {
        if self.params.race == 0 {
            return 0;
        }
        let layout = R::Geometry::layout();
        let steps = |army: Army<Word<R>>, enemy: Army<Word<R>>| {
            let mut free = army.men & !self.shadow(enemy, rules);
            let mut nearest = None;
            while !free.is_none() {
                let (row, _) = layout.cell(free.lowest() as u8).unwrap_or_default();
                let steps = match army.color {
                    Color::White => row,
                    Color::Black => layout.height - 1 - row,
                };
                nearest = Some(nearest.map_or(steps, |other: u8| other.min(steps)));
                free = free.rest();
            }
            nearest
        };
        let lead = |steps: u8| self.params.race - 20 * Value::from(steps);
        match (steps(turn, other), steps(other, turn)) {
            (Some(own), enemy) if enemy.is_none_or(|enemy| own <= enemy) => lead(own),
            (_, Some(enemy)) => -lead(enemy),
            _ => 0,
        }
    }

    /// Adjusts a value in positions with few pieces: the side that leads should exchange; few pieces do not
    /// catch a flying king; and hunters should come near.
    fn with_few_pieces(
        &self,
        value: Value,
        white: Army<Word<R>>,
        black: Army<Word<R>>,
    ) -> [Value; 3] {
        let params = &self.params;
        let material = |army: &Army<Word<R>>| {
            params.man * army.men.count() as Value + params.king * army.kings.count() as Value
        };
        let lead = material(&white) - material(&black);
        let pieces = (white.pieces() | black.pieces()).count();
        let exchange = params.exchange * lead / (pieces as Value + 1);
        let (strong, weak) = if lead >= 0 { (white, black) } else { (black, white) };
        if lead == 0 || weak.kings.is_none() || pieces > 8 {
            return [exchange, 0, 0];
        }
        let holds = strong.men.is_none() && strong.kings.count() <= params.holds_draw;
        let held = if holds { (value + exchange) / 8 - (value + exchange) } else { 0 };
        if weak.men.is_none() && params.exchange != 0 {
            let chase = self.distances(strong.kings, weak.kings);
            [exchange, held, if lead > 0 { -chase } else { chase }]
        } else {
            [exchange, held, 0]
        }
    }

    /// Values the distances between the kings of one side and those of the other.
    fn distances(&self, mut hunters: Word<R>, hunted: Word<R>) -> Value {
        let cell = |bit: u32| R::Geometry::layout().cell(bit as u8).unwrap_or_default();
        let mut total = 0;
        while !hunters.is_none() {
            let (row, column) = cell(hunters.lowest());
            let mut rest = hunted;
            while !rest.is_none() {
                let (other_row, other_column) = cell(rest.lowest());
                total += row.abs_diff(other_row).max(column.abs_diff(other_column)) as Value;
                rest = rest.rest();
            }
            hunters = hunters.rest();
        }
        total * 2
    }
}

impl<R: Rules> HandMade<R> {
    /// Evaluates a position in which the game goes on, for the side to move.
    pub fn evaluate(&self, position: &Position<R>) -> Value {
        let (white, black) = armies(position);
        let rules = position.rules();
        let value = self.of_side(white, black, rules) - self.of_side(black, white, rules);
        let value = value + self.with_few_pieces(value, white, black).iter().sum::<Value>();
        let value = match position.turn() {
            Color::White => value + self.race(white, black, rules),
            Color::Black => self.race(black, white, rules) - value,
        };
        (value + self.params.tempo).clamp(-SURE_WIN, SURE_WIN)
    }
}

/// The pieces of White and of Black.
fn armies<R: Rules>(position: &Position<R>) -> (Army<Word<R>>, Army<Word<R>>) {
    let army = |color| Army {
        color,
        men: bits::<Word<R>>(position.board().men(color)),
        kings: bits(position.board().kings(color)),
    };
    (army(Color::White), army(Color::Black))
}

/// The directions in which men of a side step.
pub(crate) fn forward(color: Color, lines: Lines) -> &'static [Direction] {
    match (lines, color) {
        (Lines::Orthogonal, Color::White) => &[Direction::North, Direction::East, Direction::West],
        (Lines::Orthogonal, Color::Black) => &[Direction::South, Direction::East, Direction::West],
        (_, Color::White) => &[Direction::NorthWest, Direction::NorthEast],
        (_, Color::Black) => &[Direction::SouthWest, Direction::SouthEast],
    }
}

#[inline]
fn sum<B: Bits>(mut set: B, values: &[i16; 128]) -> Value {
    let mut total = 0;
    while !set.is_none() {
        total += Value::from(values[(set.lowest() & 127) as usize]);
        set = set.rest();
    }
    total
}

/// Values by square from how many rows a piece has advanced and how far it is from the nearer side.
fn each_square(layout: &Layout, value: impl Fn(Value, Value) -> Value) -> Squares {
    let mut squares = [[0; 128]; 2];
    for bit in 0..128 {
        if let Some((row, column)) = layout.cell(bit) {
            let edge = Value::from(column.min(layout.width - 1 - column));
            let rows = [layout.height - 1 - row, row];
            for (side, advanced) in rows.into_iter().enumerate() {
                squares[side][usize::from(bit)] = value(Value::from(advanced), edge) as i16;
            }
        }
    }
    squares
}
