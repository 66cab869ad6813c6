//! The value of one position: forced moves are played before the search begins.

use crate::engine::{Engine, SearchOptions};
use crate::limits::Limits;
use crate::score::Score;
use draughts::{Color, Game, Move};

/// The assessment of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assessment {
    /// The score for the side to move.
    pub score: Score,
    /// How many plies were searched.
    pub depth: u32,
    /// The expected moves of both sides; empty where the game is over.
    pub line: Vec<Move>,
}

/// The longest sequence of forced moves that is followed.
const LONGEST_FORCED: usize = 64;

impl Engine {
    /// Looks at a position for its value rather than for a move to play: a side that has one legal
    /// move only does not end the search early, as it does in [`search`](Self::search). A game that
    /// is over is worth its result.
    ///
    /// ```
    /// use draughts::{AnyPosition, Game, Ruleset, Variant};
    /// use draughts_engine::{Engine, EngineOptions, Limits, Score, SearchOptions};
    ///
    /// let rules = Ruleset::from(Variant::American);
    /// let position = AnyPosition::from_fen(&rules, "B:W14:B9")?;
    /// let game = Game::from_position(rules, position);
    /// let mut engine = Engine::new(EngineOptions::default());
    /// let found = engine.assess(&game, &Limits::depth(4), &SearchOptions::default());
    /// assert_eq!(found.score, Score::WinsIn(1));
    /// assert_eq!(found.line.len(), 1);
    /// # Ok::<(), draughts::FenError>(())
    /// ```
    pub fn assess(&mut self, game: &Game, limits: &Limits, options: &SearchOptions) -> Assessment {
        let mut later = game.clone();
        let mut line = Vec::new();
        while let [only] = later.legal_moves()[..]
            && line.len() < LONGEST_FORCED
            && later.play(&only).is_ok()
        {
            line.push(only);
        }
        let forced = line.len();
        let (score, depth) = match self.search(&later, limits, options, &mut |_| {}) {
            None => (result(&later), 0),
            Some(report) => {
                line.extend(report.info.pv());
                (report.score(), report.info.depth)
            }
        };
        Assessment { score: seen_before(score, forced), depth: depth + forced as u32, line }
    }
}

/// Returns the score of a finished game for the side to move.
fn result(game: &Game) -> Score {
    let to_move: Color = game.position().turn();
    match game.outcome().and_then(|outcome| outcome.winner) {
        None => Score::Centimen(0),
        Some(winner) if winner == to_move => Score::WinsIn(0),
        Some(_) => Score::LosesIn(0),
    }
}

/// Returns a score as seen so many plies before.
fn seen_before(score: Score, plies: usize) -> Score {
    let longer = match score {
        Score::Centimen(value) => Score::Centimen(value),
        Score::WinsIn(distance) => Score::WinsIn(distance + plies as u32),
        Score::LosesIn(distance) => Score::LosesIn(distance + plies as u32),
    };
    if plies.is_multiple_of(2) { longer } else { -longer }
}
