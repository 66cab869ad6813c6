//! Numbers that only draughts has: shots by their length, counter-shots, exchanges that cost, kings that were taken at
//! once; and the highest lead, and the use of time. Moves are told by their index in [`Review::moves`].

use crate::judged::{Judged, Review, expected_for_white};
use crate::material::Gain;
use core::time::Duration;
use draughts::Color;

/// The shots of one length that a side had.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShotCount {
    /// How many moves of its own the shot has.
    pub moves: usize,
    /// How many there were.
    pub available: usize,
    /// How many of them were not played although that cost something.
    pub missed: usize,
}

/// The best moment of a side.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Lead {
    /// The move after which it stood best.
    pub after: usize,
    /// Its expected score there, from 0 to 1.
    pub expected: f64,
}

/// What became of a new king.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NewKing {
    /// The move that made it.
    pub made: usize,
    /// Its first move, if it had one.
    pub moved: Option<usize>,
    /// Whether it was, or could well be, taken before its first move or right after it.
    pub taken: bool,
}

/// How a side used its time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeUse {
    /// How many moves have a time.
    pub moves: usize,
    /// The time of all of them.
    pub total: Duration,
    /// The longest of them.
    pub longest: Duration,
    /// The move that took it.
    pub longest_at: usize,
}

impl Review {
    fn own(&self, color: Color) -> impl Iterator<Item = (usize, &Judged)> {
        self.moves.iter().enumerate().filter(move |(_, judged)| judged.color() == color)
    }

    /// The shots that a side began or could have begun, by the moves where they were there. A shot under way is not
    /// counted again.
    fn shots_of(&self, color: Color) -> Vec<usize> {
        let mut under_way = 0;
        let mut found = Vec::new();
        for (index, judged) in self.own(color) {
            let Some(shot) = judged.shot.as_ref().filter(|_| index >= under_way) else { continue };
            found.push(index);
            if shot.line.first() == Some(&judged.mv) {
                under_way = index + shot.line.len();
            }
        }
        found
    }

    /// The shots that a side had, by their length, the shortest first.
    pub fn shots(&self, color: Color) -> Vec<ShotCount> {
        let mut counts: Vec<ShotCount> = Vec::new();
        for index in self.shots_of(color) {
            let judged = &self.moves[index];
            let moves = judged.shot.as_ref().map_or(0, |shot| shot.line.len().div_ceil(2));
            let place = match counts.binary_search_by_key(&moves, |count| count.moves) {
                Ok(place) => place,
                Err(place) => {
                    counts.insert(place, ShotCount { moves, available: 0, missed: 0 });
                    place
                }
            };
            counts[place].available += 1;
            counts[place].missed += usize::from(judged.missed.is_some());
        }
        counts
    }

    /// The captures of a side right after which the other had a shot.
    pub fn counter_shots(&self, color: Color) -> Vec<usize> {
        let shots = self.shots_of(!color);
        let has_answer = |index: usize| match self.follows(index + 1) {
            true => shots.contains(&(index + 1)),
            // Nobody played on.
            false => self.moves[index].allowed.is_some(),
        };
        let captures = self.own(color).filter(|(_, judged)| judged.mv.is_capture());
        captures.map(|(index, _)| index).filter(|index| has_answer(*index)).collect()
    }

    /// Whether this move is there and was played right after the one before it.
    fn follows(&self, index: usize) -> bool {
        let pair = index.checked_sub(1).and_then(|before| self.moves.get(before..=index));
        pair.is_some_and(|pair| pair[0].position.play_unchecked(&pair[0].mv) == pair[1].position)
    }

    /// The marked moves by which a side began an exchange, as many pieces for as many.
    pub fn costly_exchanges(&self, color: Color) -> Vec<usize> {
        let marked = self.own(color).filter(|(_, judged)| judged.mark.is_some());
        marked.map(|(index, _)| index).filter(|index| self.is_exchange(*index)).collect()
    }

    /// Whether a quiet move offers something that is taken and taken back.
    fn is_exchange(&self, index: usize) -> bool {
        let first = &self.moves[index];
        if first.mv.is_capture() {
            return false;
        }
        let mut next = index + 1;
        while self.follows(next) && self.moves[next].mv.is_capture() {
            next += 1;
        }
        let last = &self.moves[next - 1];
        let end = last.position.play_unchecked(&last.mv);
        let gain = Gain::between(&first.position, &end, first.color());
        next - index > 2 && !end.any_capture() && gain.taken(&self.rules) == 0
    }

    /// The moment at which a side stood best; nothing if it never stood better.
    pub fn highest_lead(&self, color: Color) -> Option<Lead> {
        let expected = |judged: &Judged| {
            let white = expected_for_white(judged.after, judged.color());
            if color == Color::White { white } else { 1.0 - white }
        };
        let leads = self.moves.iter().enumerate();
        let leads = leads.map(|(after, judged)| Lead { after, expected: expected(judged) });
        // Of equal ones the first.
        let highest =
            leads.reduce(|one, other| if other.expected > one.expected { other } else { one });
        highest.filter(|lead| lead.expected > 0.5)
    }

    /// The kings that a side made, and how safe they were.
    pub fn new_kings(&self, color: Color) -> Vec<NewKing> {
        let made = self.own(color).filter(|(_, judged)| judged.mv.promotes());
        made.map(|(made, _)| self.new_king(made)).collect()
    }

    fn new_king(&self, made: usize) -> NewKing {
        let king = &self.moves[made];
        let (color, square) = (king.color(), king.mv.to());
        let mut index = made + 1;
        while self.follows(index) {
            let judged = &self.moves[index];
            if judged.color() != color && judged.mv.captured().contains(square) {
                return NewKing { made, moved: None, taken: true };
            }
            if judged.color() == color && judged.mv.from() == square {
                let answers = [judged.played.line.get(1), self.answer(index)];
                let taken =
                    answers.into_iter().flatten().any(|mv| mv.captured().contains(judged.mv.to()));
                return NewKing { made, moved: Some(index), taken };
            }
            index += 1;
        }
        // It is still there, or nobody saw what would have become of it.
        let taken = index == made + 1
            && king.played.line.get(1).is_some_and(|mv| mv.captured().contains(square));
        NewKing { made, moved: None, taken }
    }

    /// The move that was played after this one.
    fn answer(&self, index: usize) -> Option<&draughts::Move> {
        self.moves.get(index + 1).filter(|_| self.follows(index + 1)).map(|judged| &judged.mv)
    }

    /// How a side used its time; nothing where the record has no clocks.
    pub fn time_use(&self, color: Color) -> Option<TimeUse> {
        let spent = self.own(color).filter_map(|(index, judged)| Some((index, judged.spent?)));
        spent.fold(None, |sum: Option<TimeUse>, (index, spent)| {
            let none =
                TimeUse { moves: 0, total: Duration::ZERO, longest: spent, longest_at: index };
            let mut sum = sum.unwrap_or(none);
            sum.moves += 1;
            sum.total = sum.total.saturating_add(spent);
            if spent > sum.longest {
                (sum.longest, sum.longest_at) = (spent, index);
            }
            Some(sum)
        })
    }
}
