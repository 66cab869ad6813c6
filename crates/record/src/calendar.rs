//! Dates, from milliseconds.

/// PDN's date and time of day, UTC, from milliseconds since 1970.
pub fn date_and_time(milliseconds: u64) -> (String, String) {
    let seconds = milliseconds / 1_000;
    let (day, second) = (seconds / 86_400, seconds % 86_400);
    let (year, month, day) = civil(day);
    let (hour, minute, second) = (second / 3_600, second / 60 % 60, second % 60);
    (format!("{year:04}.{month:02}.{day:02}"), format!("{hour:02}:{minute:02}:{second:02}"))
}

/// Year, month and day of the Gregorian calendar. Years are counted from March, so that the leap day comes last; 400
/// years have 146,097 days.
fn civil(days_since_1970: u64) -> (u64, u64, u64) {
    let days = days_since_1970 + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    (400 * era + year + next, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_days() {
        let at = |seconds: u64| date_and_time(1_000 * seconds);
        assert_eq!(at(0), ("1970.01.01".to_owned(), "00:00:00".to_owned()));
        assert_eq!(at(951_782_399), ("2000.02.28".to_owned(), "23:59:59".to_owned()));
        assert_eq!(at(951_782_400).0, "2000.02.29");
        assert_eq!(at(951_868_800).0, "2000.03.01");
        assert_eq!(at(4_107_542_399).0, "2100.02.28");
        assert_eq!(at(4_107_542_400).0, "2100.03.01", "1900 and 2100 are no leap years");
        assert_eq!(at(1_794_700_800).0, "2026.11.15");
    }
}
