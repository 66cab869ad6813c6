//! Sums over the games of a position, from its entries in order.

use super::runs::{Entry, Outlook};

/// The most games that are named for a move.
const MOST_EXAMPLES: usize = 3;

/// Games and their results, as the side to move sees them. Games without a known result only count as games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Tally {
    pub games: u64,
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
}

impl Tally {
    fn add(&mut self, outlook: Outlook) {
        self.games += 1;
        match outlook {
            Outlook::Unknown => {}
            Outlook::Win => self.wins += 1,
            Outlook::Draw => self.draws += 1,
            Outlook::Loss => self.losses += 1,
        }
    }
}

/// A game that is named for a move, with what makes it worth naming.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Example {
    pub game: u32,
    pub turned: bool,
    rating: u16,
    date: u32,
}

/// A move of a position.
#[derive(Clone, Debug)]
pub(crate) struct MoveTally {
    pub rank: u16,
    pub tally: Tally,
    pub rated: u64,
    pub ratings: u64,
    pub last: u32,
    /// Those of the strongest players, then the latest, then the first.
    pub examples: Vec<Example>,
}

impl MoveTally {
    fn new(rank: u16) -> Self {
        let (tally, examples) = Default::default();
        Self { rank, tally, rated: 0, ratings: 0, last: 0, examples }
    }

    fn add(&mut self, entry: &Entry) {
        self.tally.add(entry.outlook);
        self.rated += u64::from(entry.rating > 0);
        self.ratings += u64::from(entry.rating);
        self.last = self.last.max(entry.date);
        let Entry { game, rating, date, turned, .. } = *entry;
        // Entries come in the order of their games, so that of equals the first stays before.
        let at =
            self.examples.partition_point(|other| (other.rating, other.date) >= (rating, date));
        if at < MOST_EXAMPLES {
            self.examples.insert(at, Example { game, turned, rating, date });
            self.examples.truncate(MOST_EXAMPLES);
        }
    }
}

/// A position with its moves, by rank; the end of a game comes last.
#[derive(Clone, Debug)]
pub(crate) struct PositionTally {
    pub rules: u16,
    pub key: u64,
    pub tally: Tally,
    pub moves: Vec<MoveTally>,
}

impl PositionTally {
    pub fn new(entry: &Entry) -> Self {
        let (tally, moves) = Default::default();
        Self { rules: entry.rules, key: entry.key, tally, moves }
    }

    pub fn has(&self, entry: &Entry) -> bool {
        (self.rules, self.key) == (entry.rules, entry.key)
    }

    pub fn add(&mut self, entry: &Entry) {
        if entry.first {
            self.tally.add(entry.outlook);
        }
        let at = match self.moves.binary_search_by_key(&entry.rank, |played| played.rank) {
            Ok(at) => at,
            Err(at) => {
                self.moves.insert(at, MoveTally::new(entry.rank));
                at
            }
        };
        self.moves[at].add(entry);
    }
}
