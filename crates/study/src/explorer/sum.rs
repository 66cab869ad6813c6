//! What several segments say of the same position, as if they were one.

use super::game::GameInfo;
use super::segment::{ExplorerMove, ExplorerPosition, Results, average};

/// The most games that are named for a move.
const MOST_EXAMPLES: usize = 3;

impl Results {
    fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.white += other.white;
        self.draws += other.draws;
        self.black += other.black;
    }
}

impl ExplorerPosition {
    /// Adds what another segment of other games says of the same position, seen from the same side.
    ///
    /// The numbers of example games say no longer which segment they are of. Those stay that the strongest players
    /// played, whichever side they had, then the latest.
    pub fn add(&mut self, other: Self) {
        self.results.add(&other.results);
        self.ended += other.ended;
        for theirs in other.moves {
            match self.moves.iter_mut().find(|ours| ours.mv == theirs.mv) {
                Some(ours) => ours.add(theirs),
                None => self.moves.push(theirs),
            }
        }
        self.moves.sort_by_key(|played| std::cmp::Reverse(played.results.games));
    }
}

impl ExplorerMove {
    fn add(&mut self, other: Self) {
        self.results.add(&other.results);
        self.rated += other.rated;
        self.ratings = self.ratings.saturating_add(other.ratings);
        self.average_rating = average(self.rated, self.ratings);
        self.last_played = self.last_played.max(other.last_played);
        self.examples.extend(other.examples);
        let strength = |info: &GameInfo| info.ratings.white.max(info.ratings.black);
        self.examples.sort_by_key(|(_, info)| std::cmp::Reverse((strength(info), info.date)));
        self.examples.truncate(MOST_EXAMPLES);
    }
}
