//! Books from games that were played.

use super::{Book, BookBuilder, BookOrigin};
use draughts::{AnyPosition, Color, Move, Ruleset};
use std::collections::HashMap;

/// Counts what was played in games, and how they ended.
///
/// ```
/// use draughts::{Color, Game, Variant};
/// use draughts_engine::BookStatistics;
///
/// let game = Game::new(Variant::Russian.into());
/// let start = game.position();
/// let mut statistics = BookStatistics::new(game.rules().clone());
/// let mv = start.parse_move("c3-d4")?;
/// statistics.add(start, &mv, Some(Some(Color::White)))?;
/// statistics.add(start, &mv, Some(None))?;
/// let book = statistics.book(2);
/// assert_eq!(book.probe(&game)[0].weight, 2);
/// assert_eq!(book.probe(&game)[0].value.to_string(), "+0.25");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct BookStatistics {
    rules: Ruleset,
    positions: HashMap<u64, (AnyPosition, Vec<MoveStatistics>)>,
}

/// How often a move was played, and what came of it.
#[derive(Clone, Debug)]
struct MoveStatistics {
    mv: Move,
    games: u32,
    /// Games of which the result is known.
    ended: u32,
    /// Two for each win of the side that played it, one for each draw.
    points: u32,
}

/// There are too many positions in the games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the games have more than {MOST_POSITIONS} positions; count fewer plies of each")]
pub struct StatisticsFull;

/// Some gigabytes are enough for a book.
const MOST_POSITIONS: usize = 4_000_000;

impl BookStatistics {
    /// Nothing counted yet.
    pub fn new(rules: Ruleset) -> Self {
        Self { rules, positions: HashMap::new() }
    }

    /// Counts a move played in a position: in a game that was won by a side, drawn, or of which the
    /// result is not known.
    pub fn add(
        &mut self,
        position: &AnyPosition,
        mv: &Move,
        result: Option<Option<Color>>,
    ) -> Result<(), StatisticsFull> {
        if self.positions.len() >= MOST_POSITIONS && !self.positions.contains_key(&position.hash())
        {
            return Err(StatisticsFull);
        }
        let (_, moves) =
            self.positions.entry(position.hash()).or_insert_with(|| (*position, Vec::new()));
        let index = moves.iter().position(|played| played.mv == *mv).unwrap_or_else(|| {
            moves.push(MoveStatistics { mv: *mv, games: 0, ended: 0, points: 0 });
            moves.len() - 1
        });
        let played = &mut moves[index];
        played.games += 1;
        played.ended += u32::from(result.is_some());
        played.points += match result {
            None => 0,
            Some(None) => 1,
            Some(Some(winner)) if winner == position.turn() => 2,
            Some(Some(_)) => 0,
        };
        Ok(())
    }

    /// A book of the moves that were played in at least so many games.
    pub fn book(&self, least_games: u32) -> Book {
        let mut builder = BookBuilder::new(self.rules.clone(), BookOrigin::Games);
        for (position, moves) in self.positions.values() {
            let often = moves.iter().filter(|played| played.games >= least_games.max(1));
            let moves: Vec<_> = often
                .map(|played| {
                    let weight = played.games.min(u16::MAX.into()) as u16;
                    (played.mv, played.value(), weight)
                })
                .collect();
            builder.add(position, &moves);
        }
        builder.build()
    }
}

impl MoveStatistics {
    /// From +100 for wins only to -100 for losses only. Two draws are added, so that one game does
    /// not decide.
    fn value(&self) -> i16 {
        let (points, ended) = (i64::from(self.points) + 2, i64::from(self.ended) + 2);
        (100 * (points - ended) / ended) as i16
    }
}
