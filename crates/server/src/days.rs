//! Days, and ranges of days for filtering lists of games.

use crate::error::ApiError;

/// Formats the UTC day of a time in milliseconds since 1970: `2026-11-19`.
pub fn date(milliseconds: u64) -> String {
    record::date_and_time(milliseconds).0.replace('.', "-")
}

/// A range of days, both ends included; a missing end is open.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Days {
    first: Option<String>,
    last: Option<String>,
}

impl Days {
    /// Parses both ends; an empty one is open.
    pub fn read(first: &str, last: &str) -> Result<Self, ApiError> {
        Ok(Self { first: day(first)?, last: day(last)? })
    }

    /// Whether a time in milliseconds since 1970 is in the range.
    pub fn hold(&self, milliseconds: u64) -> bool {
        let date = date(milliseconds);
        self.first.as_ref().is_none_or(|first| *first <= date)
            && self.last.as_ref().is_none_or(|last| date <= *last)
    }
}

/// Parses a day; `None` if empty.
fn day(text: &str) -> Result<Option<String>, ApiError> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    is_day(text)
        .then(|| Some(text.to_owned()))
        .ok_or_else(|| ApiError::Malformed(format!("{text:?} is not a day such as 2026-11-19")))
}

fn is_day(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let number = |part: &str, digits: usize| {
        let plain = part.len() == digits && part.bytes().all(|byte| byte.is_ascii_digit());
        plain.then(|| part.parse::<u32>().ok()).flatten()
    };
    let [year, month, day] = parts[..] else { return false };
    number(year, 4).is_some()
        && number(month, 2).is_some_and(|month| (1..=12).contains(&month))
        && number(day, 2).is_some_and(|day| (1..=31).contains(&day))
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: u64 = 24 * 3_600_000;

    #[test]
    fn both_ends_belong_to_a_span() {
        let hold = |first: &str, last: &str| {
            let days = Days::read(first, last).unwrap();
            [DAY - 1, DAY, 2 * DAY - 1, 2 * DAY].map(|moment| days.hold(moment))
        };
        assert_eq!(hold("1970-01-02", "1970-01-02"), [false, true, true, false]);
        assert_eq!(hold("", " 1970-01-02 "), [true, true, true, false]);
        assert_eq!(hold("1970-01-02", ""), [false, true, true, true]);
        assert_eq!(hold("1970-01-03", "1970-01-01"), [false; 4]);
        assert_eq!(hold("", ""), [true; 4]);
    }

    #[test]
    fn what_is_no_day_is_told() {
        for text in ["19.11.2026", "2026-13-01", "2026-00-10", "2026-01-32", "20261119", "2026-1-1"]
        {
            let told = Days::read("", text).unwrap_err().to_string();
            assert!(told.contains(text) && Days::read(text, "").is_err(), "{told}");
        }
        assert!(Days::read("２０２６-01-01", "").is_err(), "digits are ASCII");
    }
}
