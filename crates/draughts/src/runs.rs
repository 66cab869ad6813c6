//! Consecutive moves of the same king, where the rules limit them (Frisian art. 17).

use crate::bits::Bits;
use crate::board::Board;
use crate::color::Color;
use crate::facts::Facts;
use crate::geometry::Geometry;
use crate::hash;

/// The king that each side moved last without capturing, and how often in a row.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct KingRuns {
    square: [u8; 2],
    count: [u8; 2],
}

impl KingRuns {
    /// The index of the king's square and the number of its consecutive moves; `None` if the last move was another
    /// piece's or a capture.
    pub(crate) fn of(&self, color: Color) -> Option<(u8, u8)> {
        let side = color as usize;
        (self.count[side] > 0).then_some((self.square[side], self.count[side]))
    }

    pub(crate) fn set(&mut self, color: Color, square: u8, count: u8) {
        let side = color as usize;
        (self.square[side], self.count[side]) = if count == 0 { (0, 0) } else { (square, count) };
    }

    /// The king of this side that may not move without capturing.
    #[inline(always)]
    pub(crate) fn tired<G: Geometry>(&self, facts: &Facts, color: Color, men: G::Bits) -> G::Bits {
        let side = color as usize;
        match facts.king_run {
            Some(limit) if self.count[side] >= limit && !men.is_none() => {
                G::Bits::bit(u32::from(self.square[side]))
            }
            _ => G::Bits::NONE,
        }
    }

    /// The counts after a king's move without a capture.
    #[inline(always)]
    #[must_use]
    pub(crate) fn after_king<B: Bits>(
        mut self,
        facts: &Facts,
        color: Color,
        from: B,
        to: B,
    ) -> Self {
        if let Some(limit) = facts.king_run {
            let side = color as usize;
            let same = self.count[side] > 0 && B::bit(u32::from(self.square[side])) == from;
            let count = if same { self.count[side] + 1 } else { 1 };
            self.set(color, to.lowest() as u8, count.min(limit));
        }
        self
    }

    /// The counts after any other move of this side.
    #[inline(always)]
    #[must_use]
    pub(crate) fn after_other<B: Bits>(mut self, facts: &Facts, color: Color, taken: B) -> Self {
        if facts.king_run.is_some() {
            self.set(color, 0, 0);
            if let Some((square, _)) = self.of(!color)
                && B::bit(u32::from(square)).meets(taken)
            {
                self.set(!color, 0, 0);
            }
        }
        self
    }

    /// Whether each counted king is on the board.
    pub(crate) fn fits<G: Geometry>(&self, board: &Board<G>) -> bool {
        Color::BOTH.into_iter().all(|color| match self.of(color) {
            Some((square, _)) => {
                (board.of(color) & board.kings).meets(G::Bits::bit(u32::from(square)))
            }
            None => true,
        })
    }

    #[inline(always)]
    pub(crate) fn hash(&self, facts: &Facts) -> u64 {
        if facts.king_run.is_none() {
            return 0;
        }
        Color::BOTH.into_iter().fold(0, |key, color| {
            key ^ hash::run(self.square[color as usize], color, self.count[color as usize])
        })
    }
}
