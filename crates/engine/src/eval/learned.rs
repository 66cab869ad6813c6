//! The evaluation that was learned from games: patterns of men, patterns with kings, material, and
//! a few things that are seen on the whole board only.

mod parts;

use crate::eval::mobility::king_mobility;
use crate::eval::weights::{Pair, TERMS, Weights};
use crate::score::{SURE_WIN, Value};
use crate::squares::bits;
use draughts::{Bits, Color, Geometry, Position, Rules};

type Word<R> = <<R as Rules>::Geometry as Geometry>::Bits;

/// The pieces of both sides, White first, and how many they are.
#[derive(Clone, Copy)]
pub(crate) struct Armies<B> {
    pub men: [B; 2],
    pub kings: [B; 2],
    counts: [PieceCounts; 2],
}

#[derive(Clone, Copy, Default)]
struct PieceCounts {
    men: u32,
    kings: u32,
}

impl<B: Bits> Armies<B> {
    #[inline(always)]
    pub fn of<R: Rules>(position: &Position<R>) -> Self {
        let board = position.board();
        let [white, black] = Color::BOTH;
        let men: [B; 2] = [bits(board.men(white)), bits(board.men(black))];
        let kings: [B; 2] = [bits(board.kings(white)), bits(board.kings(black))];
        let mut counts = [
            PieceCounts { men: men[0].count(), kings: 0 },
            PieceCounts { men: men[1].count(), kings: 0 },
        ];
        if !(kings[0] | kings[1]).is_none() {
            counts[0].kings = kings[0].count();
            counts[1].kings = kings[1].count();
        }
        Self { men, kings, counts }
    }

    #[inline(always)]
    fn any_kings(&self) -> bool {
        !(self.kings[0] | self.kings[1]).is_none()
    }

    fn pieces(&self) -> u32 {
        self.counts.iter().map(|counts| counts.men + counts.kings).sum()
    }

    /// The number of the kind of material as one side sees it.
    #[inline(always)]
    fn material(&self, own: usize) -> usize {
        let (own, enemy) = (self.counts[own], self.counts[1 - own]);
        let men = own.men.min(6) * 7 + enemy.men.min(6);
        let kings = own.kings.min(4) * 5 + enemy.kings.min(4);
        (men * 25 + kings) as usize
    }
}

/// The terms of the whole board, White's minus Black's: the side to move, men, kings, having a king at all,
/// squares that kings can reach, and men more on one wing than on the other.
pub(crate) type Terms = [Value; TERMS];

/// The terms that are nothing without kings, and the others.
const TERMS_OF_KINGS: [usize; 3] = [2, 3, 4];
const OTHER_TERMS: [usize; 3] = [0, 1, 5];

#[inline(always)]
pub(crate) fn terms<R: Rules>(position: &Position<R>, armies: &Armies<Word<R>>) -> Terms {
    let Armies { men, kings, counts } = *armies;
    let difference = |[white, black]: [u32; 2]| white as Value - black as Value;
    let turn = if position.turn() == Color::White { 1 } else { -1 };
    let left = left_wing::<R>();
    let on_left = [(men[0] & left).count(), (men[1] & left).count()];
    let wing = |side: usize| on_left[side].abs_diff(counts[side].men - on_left[side]);
    let wings = [wing(0), wing(1)];
    let mut terms = [turn, difference(counts.map(|of| of.men)), 0, 0, 0, difference(wings)];
    if armies.any_kings() {
        let empty = R::Geometry::all() & !(men[0] | men[1] | kings[0] | kings[1]);
        let facts = position.rules().facts();
        // Not by `map`: that would be a function of its own, compiled for the oldest machines.
        let mobility = [
            king_mobility::<R>(kings[0], empty, &facts).squares.count(),
            king_mobility::<R>(kings[1], empty, &facts).squares.count(),
        ];
        terms[2] = difference(counts.map(|of| of.kings));
        terms[3] = difference(counts.map(|of| of.kings.min(1)));
        terms[4] = difference(mobility);
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

impl Weights {
    /// Evaluates a position in which the game goes on, for the side to move.
    #[inline]
    pub(crate) fn evaluate<R: Rules>(&self, position: &Position<R>) -> Value {
        self.cpu.run(
            #[inline(always)]
            || self.value(position),
        )
    }

    #[inline(always)]
    fn value<R: Rules>(&self, position: &Position<R>) -> Value {
        let armies = Armies::of(position);
        let sum = i64::from(self.sum(position, &armies));
        let own = if position.turn() == Color::White { sum } else { -sum };
        // Rounded to the nearest; a division would take the processor longer.
        let value = (own * self.centimen_per_unit + (1 << 31)) >> 32;
        value.clamp((-SURE_WIN).into(), SURE_WIN.into()) as Value
    }

    /// How many of the pieces that a game begins with are left.
    #[inline(always)]
    fn phase<B: Bits>(&self, armies: &Armies<B>) -> Value {
        (armies.pieces() as Value).min(self.full)
    }

    /// Blends the sums of the weights for many and for few pieces, in small units.
    #[inline(always)]
    fn blended(&self, [many, few]: [Value; 2], phase: Value) -> Value {
        many * phase + few * (self.full - phase)
    }

    /// Returns the sum of all weights for White, in small units.
    #[inline(always)]
    fn sum<R: Rules>(&self, position: &Position<R>, armies: &Armies<Word<R>>) -> Value {
        let phase = self.phase(armies);
        let weigh = |[many, few]: Pair| self.blended([many.into(), few.into()], phase);
        let [white, black] = armies.men;
        let indices = self.man_indexer.indices([white, black]);
        let mut sum = self.full * self.always(armies);
        for (white, black) in indices[..4].iter().zip(&indices[4..]) {
            sum += weigh(self.men[*white as usize]) - weigh(self.men[*black as usize]);
        }
        let terms = terms(position, armies);
        let of_terms = |places: [usize; 3]| -> Value {
            places.into_iter().map(|place| terms[place] * weigh(self.terms[place])).sum()
        };
        sum += of_terms(OTHER_TERMS);
        if armies.any_kings() {
            sum += of_terms(TERMS_OF_KINGS);
        }
        sum
    }

    /// Returns the part that does not depend on the number of pieces: kings among men, and material.
    #[inline(always)]
    fn always<B: Bits>(&self, armies: &Armies<B>) -> Value {
        let mut sum = self.of_material(armies);
        if let Some(indices) = self.king_indices(armies) {
            for (white, black) in indices[..5].iter().zip(&indices[5..]) {
                sum += Value::from(self.kings[*white as usize]);
                sum -= Value::from(self.kings[*black as usize]);
            }
        }
        sum
    }

    #[inline(always)]
    fn of_material<B: Bits>(&self, armies: &Armies<B>) -> Value {
        Value::from(self.material[armies.material(0)])
            - Value::from(self.material[armies.material(1)])
    }

    /// The indices of the patterns with kings, where there are kings.
    #[inline(always)]
    fn king_indices<B: Bits>(&self, armies: &Armies<B>) -> Option<[u32; 10]> {
        let Armies { men, kings, .. } = armies;
        let words = [men[0], men[1], kings[0], kings[1]];
        armies.any_kings().then(|| self.king_indexer.indices(words))
    }
}

#[cfg(test)]
mod tests {
    use crate::eval::{Evaluation, evaluate};
    use crate::random::SplitMix64;
    use draughts::{AnyPosition, Game, Variant, dispatch};

    #[test]
    fn both_sides_are_evaluated_alike() {
        let learned = Variant::ALL.iter().filter(|variant| {
            let rules = (**variant).into();
            Evaluation::Best.weights(&rules).is_some()
        });
        for variant in learned {
            let mut random = SplitMix64::new(7);
            let mut game = Game::new((*variant).into());
            while game.outcome().is_none() && game.history().len() < 120 {
                let position = game.position();
                let turned: AnyPosition = dispatch!(position, inner => inner.rotated().into());
                let values = [position, &turned].map(|seen| evaluate(game.rules(), seen));
                assert_eq!(values[0], values[1], "{} {}", variant.name(), position.to_fen());
                let moves = game.legal_moves();
                game.play(&moves[random.up_to(moves.len() as u64 - 1) as usize]).unwrap();
            }
        }
    }
}
