//! Dates of which parts may be unknown.

use core::fmt;

/// The day of a game, as far as it is known. Dates order by year, month and day; an unknown part comes first.
///
/// ```
/// use draughts_study::explorer::Date;
///
/// let day = Date::read("1965-12-01").unwrap();
/// assert_eq!(day.to_string(), "1965.12.01");
/// assert_eq!(Date::read("1841").unwrap().to_string(), "1841.??.??");
/// assert!(Date::read("1841").unwrap() < day);
/// assert_eq!(Date::read("19??.05.01"), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Date(
    /// The digits of `YYYYMMDD`.
    u32,
);

impl Date {
    /// Reads the date of a PDN tag; none unless at least the year is known.
    pub fn read(text: &str) -> Option<Self> {
        let text = pdn::standard_date(text)?;
        let mut parts = text.split('.');
        let year: u32 = parts.next()?.parse().ok()?;
        let mut part = || parts.next().and_then(|part| part.parse::<u32>().ok()).unwrap_or(0);
        Self::from_number(10_000 * year + 100 * part() + part())
    }

    /// The digits of `YYYYMMDD`, zeros for what is unknown.
    pub(crate) fn number(date: Option<Self>) -> u32 {
        date.map_or(0, |date| date.0)
    }

    /// The date of these digits.
    pub(crate) fn from_number(number: u32) -> Option<Self> {
        let sound = (10_000..100_000_000).contains(&number)
            && number / 100 % 100 <= 12
            && number % 100 <= 31;
        sound.then_some(Self(number))
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}", self.0 / 10_000)?;
        for part in [self.0 / 100 % 100, self.0 % 100] {
            match part {
                0 => f.write_str(".??")?,
                part => write!(f, ".{part:02}")?,
            }
        }
        Ok(())
    }
}
