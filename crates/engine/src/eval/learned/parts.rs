//! The learned evaluation, taken apart.

use super::{Armies, Word, terms};
use crate::eval::explain::{EvalPhase, EvalTerm, Feature, PatternView};
use crate::eval::patterns::{Pattern, Patterns, turned};
use crate::eval::weights::{TERMS, UNITS, Weights};
use crate::score::Value;
use draughts::{Geometry, Layout, Position, Rules, SquareSet};

/// The features of the terms, in their order.
const FEATURES: [Feature; TERMS] = [
    Feature::Turn,
    Feature::Men,
    Feature::Kings,
    Feature::HavingKing,
    Feature::KingsReach,
    Feature::Wings,
];

impl Weights {
    /// Returns the parts that sum to the evaluation, apart from rounding.
    pub(crate) fn parts<R: Rules>(&self, position: &Position<R>) -> Vec<EvalTerm> {
        let armies = Armies::of(position);
        let phase = self.phase(&armies);
        let shown = |sums: [Value; 2]| {
            let value = f64::from(self.blended(sums, phase)) / f64::from(self.full * UNITS);
            value.round() as Value
        };
        let mut parts: Vec<EvalTerm> = FEATURES
            .into_iter()
            .zip(terms(position, &armies).into_iter().zip(&self.terms))
            .map(|(feature, (term, weight))| {
                EvalTerm::new(feature, shown(weight.map(|weight| term * Value::from(weight))))
            })
            .collect();
        parts.push(EvalTerm::new(Feature::Endgame, shown([self.of_material(&armies); 2])));
        let patterns = Patterns::of(R::Geometry::layout());
        let men = self.man_indexer.indices(armies.men);
        let of_men = |index: u32| self.men[index as usize].map(Value::from);
        parts.extend(patterns.men.iter().enumerate().map(|(lane, pattern)| {
            let [white, black] = [of_men(men[lane]), of_men(men[lane + men.len() / 2])];
            let values = [shown(white), -shown(black)];
            EvalTerm::pattern(Feature::MenPattern, views(position, pattern, values))
        }));
        let Some(kings) = self.king_indices(&armies) else { return parts };
        let of_kings = |index: u32| [Value::from(self.kings[index as usize]); 2];
        parts.extend(patterns.kings.iter().enumerate().map(|(lane, pattern)| {
            let [white, black] = [of_kings(kings[lane]), of_kings(kings[lane + kings.len() / 2])];
            let values = [shown(white), -shown(black)];
            EvalTerm::pattern(Feature::KingsPattern, views(position, pattern, values))
        }));
        parts
    }

    pub(crate) fn phase_of<R: Rules>(&self, position: &Position<R>) -> EvalPhase {
        let pieces = self.phase(&Armies::<Word<R>>::of(position)) as u32;
        EvalPhase { pieces, full: self.full as u32 }
    }
}

/// The squares of a pattern for both sides, with what it says.
fn views<R: Rules>(
    position: &Position<R>,
    pattern: &Pattern,
    values: [Value; 2],
) -> [PatternView; 2] {
    let layout: &Layout = R::Geometry::layout();
    let squares = |bits: &mut dyn Iterator<Item = u8>| -> SquareSet {
        let cells = bits.filter_map(|bit| layout.cell(bit));
        cells.filter_map(|(row, column)| position.square_at(row, column)).collect()
    };
    let whites = squares(&mut pattern.iter().copied());
    let blacks = squares(&mut pattern.iter().map(|bit| turned(layout, *bit)));
    [
        PatternView { squares: whites, value: values[0] },
        PatternView { squares: blacks, value: values[1] },
    ]
}
