//! Opening, middle game and endgame.

use crate::judged::Review;
use crate::outcomes::share;
use draughts::{AnyPosition, Color};

/// How far a game has come.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum GameStage {
    /// Four fifths of the pieces or more are left.
    Opening,
    /// Neither opening nor endgame.
    Middle,
    /// A third of the pieces or fewer are left.
    Endgame,
}

impl GameStage {
    /// Every stage, in order.
    pub const ALL: [Self; 3] = [Self::Opening, Self::Middle, Self::Endgame];
}

/// The most moves of an opening that are named.
const OPENING_MOVES: usize = 6;

impl Review {
    /// The stage in which each move was played.
    pub fn stages(&self) -> Vec<GameStage> {
        let stage = |position: &AnyPosition| match share(position, &self.rules) {
            0.8.. => GameStage::Opening,
            0.334.. => GameStage::Middle,
            _ => GameStage::Endgame,
        };
        self.moves.iter().map(|judged| stage(&judged.position)).collect()
    }

    /// The accuracy of a side in a stage; nothing where it had no choice there.
    pub fn accuracy_in(&self, color: Color, stage: GameStage) -> Option<f64> {
        let stages = self.stages();
        self.accuracy(color, |index| stages[index] == stage)
    }

    /// The first moves, by which openings are known; none if the game did not begin at the start.
    pub fn opening(&self) -> Vec<&str> {
        let start = AnyPosition::start(&self.rules);
        let is_usual = self.moves.first().is_some_and(|first| first.position == start);
        let shown = if is_usual { OPENING_MOVES } else { 0 };
        self.moves.iter().take(shown).map(|judged| judged.text.as_str()).collect()
    }
}
