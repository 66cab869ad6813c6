//! Rules chosen at run time, for the same generator.

use crate::board::Board;
use crate::color::Color;
use crate::facts::Facts;
use crate::geometry::Geometry;
use crate::naming::Naming;
use crate::rules::Rules;
use core::marker::PhantomData;

/// Rules whose facts are runtime values. Create them from a [`Ruleset`](crate::Ruleset).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DynamicRules<G: Geometry> {
    pub(crate) facts: Facts,
    pub(crate) naming: Naming,
    pub(crate) first: Color,
    pub(crate) rows: u8,
    pub(crate) rows_behind: u8,
    pub(crate) board: PhantomData<G>,
}

impl<G: Geometry> Rules for DynamicRules<G> {
    type Geometry = G;

    #[inline(always)]
    fn facts(&self) -> Facts {
        self.facts
    }

    fn naming(&self) -> Naming {
        self.naming
    }

    fn start(&self) -> (Board<G>, Color) {
        (Board::with_rows(self.rows, self.rows_behind), self.first)
    }

    fn general(&self) -> Self {
        *self
    }
}
