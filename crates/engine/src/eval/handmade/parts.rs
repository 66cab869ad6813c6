//! The evaluation made by hand, taken apart.

use super::{Army, HandMade, Word, armies, each_square, sum};
use crate::eval::explain::{EvalTerm, Feature};
use crate::score::Value;
use draughts::{Color, Geometry, Position, Rules};

impl<R: Rules> HandMade<R> {
    /// Returns the parts that sum to the evaluation.
    pub fn parts(&self, position: &Position<R>) -> Vec<EvalTerm> {
        let (white, black) = armies(position);
        let rules = position.rules();
        let sides = [(white, black), (black, white)];
        let [whites, blacks] = sides.map(|(army, enemy)| self.parts_of_side(army, enemy, rules));
        let mut parts: Vec<(Feature, Value)> = whites
            .into_iter()
            .zip(blacks)
            .map(|((feature, white), (_, black))| (feature, white - black))
            .collect();
        let value = parts.iter().map(|(_, value)| value).sum();
        let few = [Feature::Exchange, Feature::Haven, Feature::Chase];
        parts.extend(few.into_iter().zip(self.with_few_pieces(value, white, black)));
        let (race, sign) = match position.turn() {
            Color::White => (self.race(white, black, rules), 1),
            Color::Black => (self.race(black, white, rules), -1),
        };
        parts.extend([(Feature::Race, sign * race), (Feature::Turn, sign * self.params.tempo)]);
        parts.into_iter().map(|(feature, value)| EvalTerm::new(feature, value)).collect()
    }

    fn parts_of_side(
        &self,
        army: Army<Word<R>>,
        enemy: Army<Word<R>>,
        rules: &R,
    ) -> [(Feature, Value); 9] {
        let layout = R::Geometry::layout();
        let empty = R::Geometry::all() & !(army.pieces() | enemy.pieces());
        let of_men = |part: usize| {
            let squares =
                each_square(layout, |advanced, edge| self.params.of_man(advanced, edge)[part]);
            sum(army.men, &squares[army.color as usize])
        };
        let of_kings = |part: usize| {
            let squares = each_square(layout, |advanced, edge| {
                self.params.of_king(advanced, edge, layout)[part]
            });
            sum(army.kings, &squares[army.color as usize])
        };
        let [reach, trapped] = self.freedom_of_kings(army, empty, rules);
        [
            (Feature::Men, of_men(0)),
            (Feature::Advance, of_men(1)),
            (Feature::HomeRow, of_men(2)),
            (Feature::Centre, of_men(3) + of_kings(1)),
            (Feature::Kings, of_kings(0)),
            (Feature::Room, self.params.mobility * self.steps_of_men(army, empty, rules)),
            (Feature::KingsReach, reach),
            (Feature::TrappedKings, trapped),
            (Feature::Runners, self.free_men(army, enemy, rules)),
        ]
    }
}
