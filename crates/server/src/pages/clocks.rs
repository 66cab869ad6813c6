//! Formats clocks and times for visitors.

use crate::words::{Language, Phrase};
use arbiter::{Bonus, Stage, TimeControl};

const MINUTE: u64 = 60_000;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

/// A time control in words, or as text if there are no words for it.
pub fn clock(control: &TimeControl, language: Language) -> String {
    let phrase = match control {
        TimeControl::None => Some(Phrase::new("home.clock.none")),
        TimeControl::Correspondence { days } => {
            Some(Phrase::new("clock.days").with("count", *days))
        }
        TimeControl::Stages { stages, repeat: false } => match stages[..] {
            [Stage { moves: None, time, bonus }] if time % MINUTE == 0 => {
                whole_game(time / MINUTE, bonus)
            }
            _ => None,
        },
        _ => None,
    };
    phrase.map_or_else(|| control.to_string(), |phrase| phrase.said(language))
}

fn whole_game(minutes: u64, bonus: Bonus) -> Option<Phrase> {
    match bonus {
        Bonus::None => Some(Phrase::new("clock.minutes").with("minutes", minutes)),
        Bonus::Increment(time) if time % 1_000 == 0 => {
            let phrase = Phrase::new("clock.increment").with("minutes", minutes);
            Some(phrase.with("seconds", time / 1_000))
        }
        _ => None,
    }
}

/// A time control given as text, in words.
pub fn clock_of_text(text: &str, language: Language) -> String {
    text.parse().map_or_else(|_| text.to_owned(), |control| clock(&control, language))
}

/// How long a game has waited, from milliseconds.
pub fn waited(time: u64) -> Phrase {
    match time {
        0..MINUTE => Phrase::new("lobby.waits-now"),
        MINUTE..HOUR => Phrase::new("lobby.waits-minutes").with("count", time / MINUTE),
        HOUR..DAY => Phrase::new("lobby.waits-hours").with("count", time / HOUR),
        _ => Phrase::new("lobby.waits-days").with("count", time / DAY),
    }
}

/// The time left for a move, from milliseconds; from two days on it is rounded to days.
pub fn left(time: u64) -> Phrase {
    const TWO_DAYS: u64 = 2 * DAY;
    const TWO_HOURS: u64 = 2 * HOUR;
    match time {
        0..TWO_HOURS => Phrase::new("left.minutes").with("count", time.div_ceil(MINUTE)),
        TWO_HOURS..TWO_DAYS => Phrase::new("left.hours").with("count", time / HOUR),
        _ => Phrase::new("left.days").with("count", (time + DAY / 2) / DAY),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_written_in_words_where_there_are_some() {
        let said = |text: &str| clock_of_text(text, Language::English);
        assert_eq!(said("none"), "no clock");
        assert_eq!(said("5m"), "5 min");
        assert_eq!(said("1h20m+1m"), "80 min + 60 s");
        assert_eq!(said("1d/move"), "1 day per move");
        assert_eq!(said("3d/move"), "3 days per move");
        for other in ["40/2h,1h", "5m~3s", "1m30s", "10m+3x30s", "hourglass:2m", "no clock at all"]
        {
            assert_eq!(said(other), other);
        }
        assert_eq!(clock_of_text("2d/move", Language::German), "2 Tage pro Zug");
    }

    #[test]
    fn times_are_told_in_the_unit_that_matters() {
        let keys = |say: fn(u64) -> Phrase, times: [u64; 4]| times.map(|time| say(time).text);
        let waits = ["just opened", "waiting 1 minute", "waiting 2 hours", "waiting 3 days"];
        assert_eq!(keys(waited, [59_999, MINUTE, 2 * HOUR, 3 * DAY + HOUR]), waits);
        let times = [1, 119 * MINUTE, 47 * HOUR, 3 * DAY - 1];
        let lefts = ["1 minute left", "119 minutes left", "47 hours left", "3 days left"];
        assert_eq!(keys(left, times), lefts);
    }
}
