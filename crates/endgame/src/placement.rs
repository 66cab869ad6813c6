//! Placements: the squares of a position's pieces, as the side to move sees them.

use crate::material::{MAX_PIECES, Material};

/// A position without colours: squares are counted from the top left with the side to move below.
/// Own men, own kings, the opponent's men and kings follow each other, each in ascending order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Placement {
    pub squares: [u8; MAX_PIECES],
    pub material: Material,
    /// The run of each side, where the rules count how often the same king moves in a row: 0 for none, else 1 +
    /// the king's place among its side's kings × the limit + one less than its moves.
    pub runs: [u8; 2],
}

impl Placement {
    pub fn new(material: Material) -> Self {
        Self { squares: [0; MAX_PIECES], material, runs: [0; 2] }
    }

    #[inline(always)]
    fn ends(&self) -> [usize; 4] {
        let Material { men, kings, opp_men, opp_kings } = self.material;
        let men = usize::from(men);
        let own = men + usize::from(kings);
        let opp_men = own + usize::from(opp_men);
        [men, own, opp_men, opp_men + usize::from(opp_kings)]
    }

    #[inline(always)]
    pub fn men(&self) -> &[u8] {
        &self.squares[..self.ends()[0]]
    }

    #[inline(always)]
    pub fn kings(&self) -> &[u8] {
        let [from, to, ..] = self.ends();
        &self.squares[from..to]
    }

    #[inline(always)]
    pub fn opp_men(&self) -> &[u8] {
        let [_, from, to, _] = self.ends();
        &self.squares[from..to]
    }

    #[inline(always)]
    pub fn opp_kings(&self) -> &[u8] {
        let [.., from, to] = self.ends();
        &self.squares[from..to]
    }

    /// The same pieces seen by the other side, who is to move.
    pub fn turned(&self, squares: u8, run_limit: u8) -> Self {
        let mut turned = Self::new(self.material.turned());
        let sections = [self.opp_men(), self.opp_kings(), self.men(), self.kings()];
        let pieces = sections.into_iter().flat_map(|section| section.iter().rev());
        for (there, square) in turned.squares.iter_mut().zip(pieces) {
            *there = squares - 1 - square;
        }
        let run = |run: u8, kings: u8| match run {
            0 => 0,
            _ => {
                let (king, count) = ((run - 1) / run_limit, (run - 1) % run_limit);
                1 + (kings - 1 - king) * run_limit + count
            }
        };
        turned.runs =
            [run(self.runs[1], self.material.opp_kings), run(self.runs[0], self.material.kings)];
        turned
    }

    /// A piece of the side to move on another square, as nobody moves it.
    pub fn relocated(&self, from: u8, to: u8) -> Self {
        let mut moved = *self;
        let [men, own, ..] = self.ends();
        let section = match moved.squares[..men].contains(&from) {
            true => &mut moved.squares[..men],
            false => &mut moved.squares[men..own],
        };
        if let Some(square) = section.iter_mut().find(|square| **square == from) {
            *square = to;
        }
        section.sort_unstable();
        moved
    }
    /// Without one of the men of the side to move, which becomes a king that is not placed yet: the squares
    /// of kings mean nothing.
    pub fn with_crowned(&self, man: usize) -> Self {
        let Material { men, kings, opp_men, opp_kings } = self.material;
        let mut after = Self::new(Material::new(men - 1, kings + 1, opp_men, opp_kings));
        let others = self.men().iter().enumerate().filter(|(place, _)| *place != man);
        for (there, (_, square)) in after.squares.iter_mut().zip(others) {
            *there = *square;
        }
        let start = usize::from(men + kings);
        let opp_men = self.opp_men();
        after.squares[start..start + opp_men.len()].copy_from_slice(opp_men);
        after
    }
}
