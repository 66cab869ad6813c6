//! The trait that combines a board and its facts, and the specification of official variants.

use crate::board::Board;
use crate::color::Color;
use crate::draws::DrawRule;
use crate::dynamic_rules::DynamicRules;
use crate::facts::{Facts, Landing};
use crate::geometry::Geometry;
use crate::naming::Naming;
use core::fmt::Debug;
use core::marker::PhantomData;

/// The rules of a game: an official variant (a zero-sized type) or [house rules](crate::DynamicRules).
pub trait Rules: Copy + PartialEq + Eq + Debug + Send + Sync + 'static {
    /// The board it is played on.
    type Geometry: Geometry;
    /// Whether a king may ever land where it captures less than it could: a constant, so that rules that never allow it
    /// carry no code for it.
    const MAY_LAND_FREELY: bool = true;

    /// Returns the facts that the move generator reads.
    fn facts(&self) -> Facts;

    /// Returns the names of squares.
    fn naming(&self) -> Naming;

    /// The pieces at the start of a game, and who moves first.
    fn start(&self) -> (Board<Self::Geometry>, Color);

    /// Returns the same rules with runtime facts, so that code for them is compiled only once per board.
    fn general(&self) -> DynamicRules<Self::Geometry>;
}

/// The specification of an official variant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spec {
    /// The name in commands, files and links.
    pub name: &'static str,
    /// Aliases.
    pub aliases: &'static [&'static str],
    /// The full name.
    pub title: &'static str,
    /// The rulebook that the articles next to the facts refer to.
    pub rulebook: &'static str,
    /// The side that moves first.
    pub first: Color,
    /// Rows of men per side at the start.
    pub rows: u8,
    /// Empty rows behind them.
    pub rows_behind: u8,
    /// The names of squares.
    pub naming: Naming,
    /// The character between the squares of a capture in a PDN file.
    pub capture_separator: char,
    /// The PDN `GameType` tag.
    pub game_type: Option<&'static str>,
    /// The facts about its moves.
    pub facts: Facts,
    /// The draw rules.
    pub draws: &'static [DrawRule],
}

/// An official variant: a board, and facts known at compile time.
pub trait Official: Copy + PartialEq + Eq + Debug + Default + Send + Sync + 'static {
    /// The board it is played on.
    type Board: Geometry;
    /// Its specification.
    const SPEC: Spec;
}

impl<V: Official> Rules for V {
    type Geometry = V::Board;
    const MAY_LAND_FREELY: bool = matches!(V::SPEC.facts.landing, Landing::Free);

    #[inline(always)]
    fn facts(&self) -> Facts {
        const { V::SPEC.facts }
    }

    fn naming(&self) -> Naming {
        V::SPEC.naming
    }

    fn start(&self) -> (Board<V::Board>, Color) {
        (Board::with_rows(V::SPEC.rows, V::SPEC.rows_behind), V::SPEC.first)
    }

    fn general(&self) -> DynamicRules<V::Board> {
        let Spec { facts, naming, first, rows, rows_behind, .. } = V::SPEC;
        DynamicRules { facts, naming, first, rows, rows_behind, board: PhantomData }
    }
}
