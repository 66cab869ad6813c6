//! The evaluation that was learned from games: patterns of men, patterns with kings, material, and
//! a few things that are seen on the whole board only.

mod parts;

use crate::eval::reach::reach;
use crate::eval::weights::{TERMS, UNITS, Weights};
use crate::score::{SURE_WIN, Value};
use crate::squares::bits;
use draughts::{Bits, Color, Geometry, Position, Rules};

type Word<R> = <<R as Rules>::Geometry as Geometry>::Bits;

/// The pieces of both sides, White first.
#[derive(Clone, Copy)]
pub(crate) struct Armies<B> {
    pub men: [B; 2],
    pub kings: [B; 2],
}

impl<B: Bits> Armies<B> {
    #[inline(always)]
    pub fn of<R: Rules>(position: &Position<R>) -> Self {
        let board = position.board();
        Self {
            men: Color::BOTH.map(|color| bits(board.men(color))),
            kings: Color::BOTH.map(|color| bits(board.kings(color))),
        }
    }
}

/// What is seen on the whole board, White's minus Black's: being on turn, men, kings, having a king
/// at all, squares that kings can go to, and men more on one wing than on the other.
pub(crate) type Terms = [Value; TERMS];

pub(crate) fn terms<R: Rules>(position: &Position<R>, armies: &Armies<Word<R>>) -> Terms {
    let Armies { men, kings } = *armies;
    let difference = |of: &dyn Fn(usize) -> u32| of(0) as Value - of(1) as Value;
    let turn = if position.turn() == Color::White { 1 } else { -1 };
    let left = left_wing::<R>();
    let wings = |side: usize| {
        let on_left = (men[side] & left).count();
        on_left.abs_diff(men[side].count() - on_left)
    };
    let mut terms = [turn, difference(&|side| men[side].count()), 0, 0, 0, difference(&wings)];
    if !(kings[0] | kings[1]).is_none() {
        let empty = R::Geometry::all() & !(men[0] | men[1] | kings[0] | kings[1]);
        let facts = position.rules().facts();
        terms[2] = difference(&|side| kings[side].count());
        terms[3] = difference(&|side| u32::from(!kings[side].is_none()));
        terms[4] = difference(&|side| reach::<R>(kings[side], empty, &facts).squares.count());
    }
    terms
}

/// The squares on the left half of the board.
#[inline(always)]
fn left_wing<R: Rules>() -> Word<R> {
    Word::<R>::narrow(const { left_half(&R::Geometry::LAYOUT) })
}

const fn left_half(layout: &draughts::Layout) -> u128 {
    let mut set = 0;
    let mut bit = 0;
    while bit < 128 {
        if let Some((_, column)) = layout.cell(bit) {
            set |= ((column < layout.width / 2) as u128) << bit;
        }
        bit += 1;
    }
    set
}

/// The number of the kind of material as one side sees it.
pub(crate) fn material(own: [u32; 2], enemy: [u32; 2]) -> usize {
    let men = own[0].min(6) * 7 + enemy[0].min(6);
    let kings = own[1].min(4) * 5 + enemy[1].min(4);
    (men * 25 + kings) as usize
}

impl Weights {
    /// How good a position in which the game goes on is for the side to move.
    #[inline]
    pub(crate) fn evaluate<R: Rules>(&self, position: &Position<R>) -> Value {
        let armies = Armies::of(position);
        let sums = self.sums(position, &armies);
        let value = self.blended(sums, self.phase(&armies)) / (self.full * UNITS);
        let value = if position.turn() == Color::White { value } else { -value };
        value.clamp(-SURE_WIN, SURE_WIN)
    }

    /// How many of the pieces that a game begins with are left.
    #[inline(always)]
    fn phase<B: Bits>(&self, armies: &Armies<B>) -> Value {
        let Armies { men, kings } = armies;
        let pieces = (men[0] | men[1] | kings[0] | kings[1]).count();
        (pieces as Value).min(self.full)
    }

    /// What weights for many and for few pieces say together, in small units.
    #[inline(always)]
    fn blended(&self, [many, few]: [Value; 2], phase: Value) -> Value {
        many * phase + few * (self.full - phase)
    }

    /// What all weights say together with many and with few pieces on the board, for White.
    #[inline(always)]
    fn sums<R: Rules>(&self, position: &Position<R>, armies: &Armies<Word<R>>) -> [Value; 2] {
        let men = armies.men.map(|set| set.widen() as u64);
        let mut sums = [0; 2];
        let numbers = self.man_numbers.numbers(men);
        for (white, black) in numbers[..4].iter().zip(&numbers[4..]) {
            let (white, black) = (self.men[*white as usize], self.men[*black as usize]);
            sums[0] += Value::from(white[0]) - Value::from(black[0]);
            sums[1] += Value::from(white[1]) - Value::from(black[1]);
        }
        for (term, weight) in terms(position, armies).into_iter().zip(&self.terms) {
            sums[0] += term * Value::from(weight[0]);
            sums[1] += term * Value::from(weight[1]);
        }
        let always = self.always(armies);
        sums.map(|sum| sum + always)
    }

    /// What does not depend on how many pieces there are: kings among men, and material.
    #[inline(always)]
    fn always<B: Bits>(&self, armies: &Armies<B>) -> Value {
        let mut sum = self.of_material(armies);
        if let Some(numbers) = self.numbers_with_kings(armies) {
            for (white, black) in numbers[..5].iter().zip(&numbers[5..]) {
                sum += Value::from(self.kings[*white as usize]);
                sum -= Value::from(self.kings[*black as usize]);
            }
        }
        sum
    }

    #[inline(always)]
    fn of_material<B: Bits>(&self, armies: &Armies<B>) -> Value {
        let counts = [0, 1].map(|side| [armies.men[side].count(), armies.kings[side].count()]);
        let material = |own: usize, enemy: usize| {
            Value::from(self.material[material(counts[own], counts[enemy])])
        };
        material(0, 1) - material(1, 0)
    }

    /// The numbers of the patterns with kings, where there are kings.
    #[inline(always)]
    fn numbers_with_kings<B: Bits>(&self, armies: &Armies<B>) -> Option<[u32; 10]> {
        let [men, kings] =
            [armies.men, armies.kings].map(|sets| sets.map(|set| set.widen() as u64));
        let words = [men[0], men[1], kings[0], kings[1]];
        (kings != [0, 0]).then(|| self.king_numbers.numbers(words))
    }
}
