//! Time controls as short text.

use super::{Bonus, ControlError, DAY, HOUR, MINUTE, SECOND, Stage, TimeControl};
use core::fmt;
use core::str::FromStr;

const NONE: &str = "none";
const HOURGLASS: &str = "hourglass";
const PER_MOVE: &str = "d/move";

/// The units of a duration, longest first. When parsing, `ms` comes before `m` and `s`.
const UNITS: [(&str, u64); 5] = [("d", DAY), ("h", HOUR), ("m", MINUTE), ("s", SECOND), ("ms", 1)];

/// A duration as text, such as `1h30m`.
struct Duration(u64);

impl fmt::Display for Duration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 0 {
            return f.write_str("0s");
        }
        let mut rest = self.0;
        for (unit, length) in UNITS {
            let count = rest / length;
            rest %= length;
            if count > 0 {
                write!(f, "{count}{unit}")?;
            }
        }
        Ok(())
    }
}

/// Parses a duration: numbers, each with its unit, longer units first.
fn duration(text: &str) -> Result<u64, ControlError> {
    let wrong = || ControlError::Duration(text.to_owned());
    let mut rest = text;
    let mut total = 0_u64;
    let mut shorter_than = u64::MAX;
    while !rest.is_empty() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let count: u64 = rest[..digits].parse().map_err(|_| wrong())?;
        rest = &rest[digits..];
        let letters = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
        let found = UNITS.iter().find(|(unit, _)| *unit == &rest[..letters]);
        let (_, length) = found.filter(|(_, length)| *length < shorter_than).ok_or_else(wrong)?;
        rest = &rest[letters..];
        shorter_than = *length;
        let time = count.checked_mul(*length).ok_or_else(wrong)?;
        total = total.checked_add(time).ok_or_else(wrong)?;
    }
    if text.is_empty() { Err(wrong()) } else { Ok(total) }
}

pub(super) fn number<N: FromStr>(text: &str) -> Result<N, ControlError> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit());
    let number = text.parse().ok().filter(|_| plain);
    number.ok_or_else(|| ControlError::NotANumber(text.to_owned()))
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str(NONE),
            Self::Stages { stages, repeat } => {
                for (index, stage) in stages.iter().enumerate() {
                    f.write_str(if index == 0 { "" } else { "," })?;
                    write!(f, "{stage}")?;
                }
                f.write_str(if *repeat { "*" } else { "" })
            }
            Self::Byoyomi { main, periods, period } => {
                write!(f, "{}+{periods}x{}", Duration(*main), Duration(*period))
            }
            Self::Hourglass { time } => write!(f, "{HOURGLASS}:{}", Duration(*time)),
            Self::Correspondence { days } => write!(f, "{days}{PER_MOVE}"),
        }
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", Duration(self.time))?;
        match self.bonus {
            Bonus::None => Ok(()),
            Bonus::Increment(time) => write!(f, "+{}", Duration(time)),
            Bonus::SimpleDelay(time) => write!(f, "~{}", Duration(time)),
            Bonus::Bronstein(time) => write!(f, "^{}", Duration(time)),
        }
    }
}

impl FromStr for TimeControl {
    type Err = ControlError;

    fn from_str(text: &str) -> Result<Self, ControlError> {
        let control = read(text.trim())?;
        control.check()?;
        Ok(control)
    }
}

fn read(text: &str) -> Result<TimeControl, ControlError> {
    if text == NONE {
        return Ok(TimeControl::None);
    }
    if let Some(time) = text.strip_prefix(HOURGLASS) {
        let time = time.strip_prefix([':', ' ']).unwrap_or(time);
        return Ok(TimeControl::Hourglass { time: duration(time)? });
    }
    if let Some(days) = text.strip_suffix(PER_MOVE) {
        return Ok(TimeControl::Correspondence { days: number(days)? });
    }
    if let Some((main, rest)) = text.split_once('+')
        && let Some((periods, period)) = rest.split_once('x')
    {
        return Ok(TimeControl::Byoyomi {
            main: duration(main)?,
            periods: number(periods)?,
            period: duration(period)?,
        });
    }
    let (stages, repeat) = match text.strip_suffix('*') {
        Some(stages) => (stages, true),
        None => (text, false),
    };
    let stages = stages.split(',').map(read_stage).collect::<Result<_, _>>()?;
    Ok(TimeControl::Stages { stages, repeat })
}

fn read_stage(text: &str) -> Result<Stage, ControlError> {
    let (moves, time) = match text.split_once('/') {
        Some((moves, time)) => (Some(number(moves)?), time),
        None => (None, text),
    };
    let (time, bonus) = match time.find(['+', '~', '^']) {
        None => (time, Bonus::None),
        Some(sign) => {
            let bonus = duration(&time[sign + 1..])?;
            let bonus = match time.as_bytes()[sign] {
                b'+' => Bonus::Increment(bonus),
                b'~' => Bonus::SimpleDelay(bonus),
                _ => Bonus::Bronstein(bonus),
            };
            (&time[..sign], bonus)
        }
    };
    Ok(Stage { moves, time: duration(time)?, bonus })
}
