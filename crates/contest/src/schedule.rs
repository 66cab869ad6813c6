//! The schedule of a match: pairings, colours and openings.

/// One game of a match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pairing {
    /// The number of the game in the match, from 0.
    pub number: usize,
    /// The number of its opening, from 0.
    pub round: usize,
    /// White's player, by its index.
    pub white: usize,
    /// Black's player.
    pub black: usize,
}

impl Pairing {
    /// Both players, in the order of their indices.
    pub fn players(&self) -> (usize, usize) {
        (self.white.min(self.black), self.white.max(self.black))
    }
}

/// All games of a match: in each round everyone plays everyone else twice, with both colours, from one opening.
///
/// ```
/// use draughts_contest::Schedule;
///
/// let schedule = Schedule::new(3, 10);
/// assert_eq!(schedule.len(), 60);
/// let [first, second] = [0, 1].map(|number| schedule.pairing(number));
/// assert_eq!((first.white, first.black), (second.black, second.white));
/// assert_eq!(schedule.pairing(59).round, 9);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    meetings: Vec<(usize, usize)>,
    rounds: usize,
}

impl Schedule {
    /// Creates the schedule of this many players and rounds.
    pub fn new(players: usize, rounds: usize) -> Self {
        let meetings =
            (0..players).flat_map(|one| (one + 1..players).map(move |other| (one, other)));
        Self { meetings: meetings.collect(), rounds }
    }

    /// The number of games.
    pub fn len(&self) -> usize {
        2 * self.meetings.len() * self.rounds
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The game with a number.
    pub fn pairing(&self, number: usize) -> Pairing {
        let pair = number / 2;
        let (one, other) = self.meetings[pair % self.meetings.len()];
        let (white, black) = if number.is_multiple_of(2) { (one, other) } else { (other, one) };
        Pairing { number, round: pair / self.meetings.len(), white, black }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn everybody_plays_everybody_with_both_colours_from_each_opening() {
        let schedule = Schedule::new(4, 3);
        let mut met: HashMap<(usize, usize, usize), u32> = HashMap::new();
        for number in 0..schedule.len() {
            let Pairing { round, white, black, .. } = schedule.pairing(number);
            *met.entry((round, white, black)).or_default() += 1;
        }
        assert_eq!(met.len(), 3 * 4 * 3);
        assert!(met.values().all(|times| *times == 1));
        assert!(met.keys().all(|(round, white, black)| *round < 3 && white != black));
    }
}
