//! The scheduling of practice positions: which are due on a day, and how an answer reschedules one.

use super::memory::{LONGEST, Memory};
use arbiter::Time;
use std::cmp::Reverse;
use wire::{CardName, CardState, GuestCard, ZoneOffset};

/// The default daily limit.
pub const USUAL_DAILY: u32 = 10;
/// The daily limits to choose from.
pub const DAILY_CHOICES: [u32; 4] = [5, 10, 20, 40];

const MINUTE: i64 = 60_000;
const DAY: i64 = 24 * 60 * MINUTE;
/// The largest day number: 5 July 4707.
const LAST_DAY: u32 = 1_000_000;

/// A practice position.
#[derive(Clone, PartialEq, Debug)]
pub struct Card {
    /// Its name.
    pub name: CardName,
    /// Its schedule.
    pub state: CardState,
}

impl From<Card> for GuestCard {
    fn from(Card { name, state }: Card) -> Self {
        Self { name, state: Some(state) }
    }
}

/// Returns the day number at a time, in a time zone.
pub fn day(at: Time, zone: ZoneOffset) -> u32 {
    let local = i64::try_from(at.0).unwrap_or(i64::MAX / 2) + zone.minutes() * MINUTE;
    local.div_euclid(DAY).clamp(0, LAST_DAY.into()) as u32
}

/// A position just seen with its answer is due from the next day on.
pub fn new(today: u32) -> CardState {
    CardState {
        due: today + 1,
        first: None,
        last: None,
        stability: 0.0,
        difficulty: 0.0,
        again: false,
    }
}

/// Clamps a schedule sent by a browser.
pub fn bounded(state: CardState) -> CardState {
    let past = |day: Option<u32>| day.map(|day| day.min(LAST_DAY));
    CardState {
        due: state.due.min(LAST_DAY),
        // One is meaningless without the other.
        first: past(state.first).filter(|_| state.last.is_some()),
        last: past(state.last).filter(|_| state.first.is_some()),
        again: state.again && state.first.is_some() && state.last.is_some(),
        ..state
    }
}

/// Reschedules a position after an answer. The first answer of a day counts; a missed position is due again on the same
/// day and on the next.
pub fn answered(state: CardState, right: bool, today: u32) -> CardState {
    if state.last == Some(today) {
        return CardState {
            again: state.again && !right,
            due: if right { state.due } else { today + 1 },
            ..state
        };
    }
    let memory = match state.last {
        None => Memory::first(right),
        Some(last) => Memory { stability: state.stability, difficulty: state.difficulty }
            .next(right, today.saturating_sub(last)),
    };
    let days = if right { memory.days().min(LONGEST) } else { 1 };
    CardState {
        due: today + days,
        first: state.first.or(Some(today)),
        last: Some(today),
        stability: memory.stability,
        difficulty: memory.difficulty,
        again: !right,
    }
}

/// The maximum number of new positions per day.
pub fn new_a_day(daily: u32) -> u32 {
    daily.div_ceil(2)
}

/// Returns the positions due on a day, in order: reviews, longest due first; then new ones, from the latest games
/// first; then those missed today.
pub fn asked(cards: &[Card], today: u32, daily: u32) -> Vec<&Card> {
    let of_today = |card: &&Card| card.state.last == Some(today);
    let done = cards.iter().filter(of_today).count();
    let begun = cards.iter().filter(|card| card.state.first == Some(today)).count();
    let is_due = |card: &&Card| card.state.due <= today && card.state.last != Some(today);
    let (mut new, mut reviews): (Vec<&Card>, Vec<&Card>) =
        cards.iter().filter(is_due).partition(|card| card.state.first.is_none());
    reviews.sort_by(|one, other| order(one).cmp(&order(other)));
    new.sort_by_key(|card| (Reverse(card.state.due), card.name.game.clone(), card.name.ply));
    let left = (daily as usize).saturating_sub(done);
    reviews.truncate(left);
    new.truncate((left - reviews.len()).min((new_a_day(daily) as usize).saturating_sub(begun)));
    let mut missed: Vec<&Card> =
        cards.iter().filter(of_today).filter(|card| card.state.again).collect();
    missed.sort_by(|one, other| order(one).cmp(&order(other)));
    [reviews, new, missed].concat()
}

fn order(card: &Card) -> (u32, &str, u32) {
    (card.state.due, &card.name.game, card.name.ply)
}

/// The number of positions solved on a day.
pub fn solved(cards: &[Card], today: u32) -> usize {
    cards.iter().filter(|card| card.state.last == Some(today) && !card.state.again).count()
}

/// The next day with a due position, if there is none today.
pub fn next_day(cards: &[Card], today: u32) -> Option<u32> {
    let waits = |card: &Card| card.state.due.max(today + 1);
    cards.iter().map(waits).min()
}

/// Merges two schedules of one position: the one with the later answer wins.
pub fn merged(one: CardState, other: CardState) -> CardState {
    if other.last > one.last { other } else { one }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TODAY: u32 = 20_000;

    fn card(ply: u32, state: CardState) -> Card {
        Card { name: CardName { game: "aaaaaaaaaa".to_owned(), ply }, state }
    }

    fn zone(minutes: f64) -> ZoneOffset {
        minutes.try_into().unwrap()
    }

    fn review(due: u32) -> CardState {
        CardState { due, ..answered(new(due - 9), true, due - 3) }
    }

    /// Issue 19.3: the day begins at midnight in the reader's time zone.
    #[test]
    fn a_day_begins_at_midnight_of_the_reader() {
        let midnight = Time(u64::from(TODAY) * 86_400_000);
        let before = Time(midnight.0 - 1);
        assert_eq!([day(before, zone(0.0)), day(midnight, zone(0.0))], [TODAY - 1, TODAY]);
        assert_eq!([day(before, zone(1.0)), day(midnight, zone(-1.0))], [TODAY, TODAY - 1]);
        assert_eq!(day(midnight, zone(840.0)) - day(midnight, zone(-660.0)), 1);
        assert_eq!(day(Time(0), zone(-660.0)), 0);
        assert_eq!(day(Time(u64::MAX), zone(0.0)), LAST_DAY);
    }

    /// Issue 19.3: what is seen today is due tomorrow; right answers lengthen the interval.
    #[test]
    fn right_answers_put_a_position_off_further_and_further() {
        let mut state = new(TODAY);
        assert_eq!(asked(&[card(1, state)], TODAY, 10), Vec::<&Card>::new());
        assert_eq!(next_day(&[card(1, state)], TODAY), Some(TODAY + 1));
        let mut pause = 0;
        for _ in 0..5 {
            let today = state.due;
            let one = [card(1, state)];
            assert_eq!(asked(&one, today, 10).len(), 1);
            state = answered(state, true, today);
            assert!(state.due - today > pause, "{state:?}");
            assert_eq!(asked(&[card(1, state)], today, 10).len(), 0, "it is gone");
            assert_eq!(next_day(&[card(1, state)], today), Some(state.due));
            pause = state.due - today;
        }
    }

    /// Issue 19.3: a missed position is due again in the same session and tomorrow, even if it is then solved.
    #[test]
    fn a_missed_position_comes_back_the_same_day_and_tomorrow() {
        let state = answered(review(TODAY), false, TODAY);
        assert!(state.again && state.due == TODAY + 1, "{state:?}");
        assert_eq!(asked(&[card(1, state)], TODAY, 10).len(), 1);
        let again = answered(state, false, TODAY);
        assert_eq!(again, state, "missed twice is missed once");
        let found = answered(state, true, TODAY);
        assert_eq!(found, CardState { again: false, ..state });
        assert_eq!(asked(&[card(1, found)], TODAY, 10).len(), 0);
        assert_eq!(asked(&[card(1, found)], TODAY + 1, 10).len(), 1);
        assert_eq!(asked(&[card(1, state)], TODAY + 1, 10).len(), 1);
    }

    /// Trying other moves does not spoil today's right answer, but makes the position due tomorrow.
    #[test]
    fn a_second_answer_of_a_day_moves_nothing_away() {
        let right = answered(review(TODAY), true, TODAY);
        let then_wrong = answered(right, false, TODAY);
        assert_eq!(then_wrong, CardState { due: TODAY + 1, ..right });
        assert_eq!(answered(right, true, TODAY), right);
    }

    /// Issue 19.3: a daily limit, reviews first, and at most half of the positions new.
    #[test]
    fn a_day_has_a_limit_and_reviews_come_first() {
        let reviews = (0..8).map(|ply| card(ply, review(TODAY - ply)));
        let new = (100..140).map(|ply| card(ply, new(TODAY - 1)));
        let mut cards: Vec<Card> = new.chain(reviews).collect();
        let plies = |cards: &[Card], daily| -> Vec<u32> {
            asked(cards, TODAY, daily).into_iter().map(|card| card.name.ply).collect()
        };
        assert_eq!(plies(&cards, 5), [7, 6, 5, 4, 3]);
        assert_eq!(plies(&cards, 10), [7, 6, 5, 4, 3, 2, 1, 0, 100, 101]);
        assert_eq!(plies(&cards, 20).len(), 18, "ten of them new");
        // Continuing does not exceed the limit on that day.
        let mut solved = 0;
        while let Some(name) = asked(&cards, TODAY, 10).first().map(|card| card.name.clone()) {
            let one = cards.iter_mut().find(|card| card.name == name).unwrap();
            one.state = answered(one.state, true, TODAY);
            solved += 1;
        }
        assert_eq!(solved, 10);
        assert_eq!(next_day(&cards, TODAY), Some(TODAY + 1));
        let of_tomorrow = asked(&cards, TODAY + 1, 10);
        assert_eq!(of_tomorrow.len(), 5, "only new ones are left");
    }

    #[test]
    fn the_later_answer_is_kept_of_two() {
        let (never, early, late) =
            (new(TODAY), answered(new(1), true, TODAY), answered(new(1), false, TODAY + 1));
        for (one, other, kept) in
            [(never, early, early), (early, never, early), (early, late, late), (late, early, late)]
        {
            assert_eq!(merged(one, other), kept);
        }
    }

    #[test]
    fn what_a_browser_sends_is_bounded() {
        let absurd = CardState {
            due: u32::MAX,
            first: Some(u32::MAX),
            last: None,
            stability: -1e300,
            difficulty: 1e300,
            again: true,
        };
        let state = bounded(absurd);
        assert_eq!((state.due, state.first, state.again), (LAST_DAY, None, false));
        let next = answered(state, true, TODAY);
        assert!(next.due > TODAY && next.stability > 0.0, "{next:?}");
        let both = bounded(CardState { last: Some(u32::MAX), ..absurd });
        assert!(answered(both, true, TODAY).due <= TODAY + LONGEST);
    }
}
