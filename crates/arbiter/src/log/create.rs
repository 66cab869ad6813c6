//! The line of a log with the terms.

use super::replay::ReplayErrorKind;
use crate::event::digits;
use crate::table::Table;
use crate::terms::{Terms, TermsError};
use crate::time::Time;
use core::str::FromStr;

/// The time of the first event, which creates the game, and its word.
const CREATE: &str = "0 create ";

/// The line without its hash and check: every term as `key=value`, the rules last because their name may contain
/// spaces.
pub(super) fn line(table: &Table) -> String {
    let Terms { rules, seed, clock, lag_cap, colors, opening, touch_move } = table.terms();
    let touch_move = yes_no(*touch_move);
    let at = table.created().0;
    format!(
        "{CREATE}at={at} seed={seed} colors={colors} clock={clock} lag={lag_cap} \
         touch-move={touch_move} opening={opening} rules={rules}"
    )
}

const fn yes_no(yes: bool) -> &'static str {
    if yes { "yes" } else { "no" }
}

/// Parses the line.
pub(super) fn read(line: &str) -> Result<(Terms, Time), ReplayErrorKind> {
    let mut fields = Fields { line, rest: line };
    fields.word(CREATE)?;
    let at = fields.number("at=")?;
    let seed = fields.number("seed=")?;
    let colors = fields.term("colors=")?;
    let clock = fields.field("clock=")?.parse().map_err(TermsError::Clock);
    let lag_cap = fields.number("lag=")?;
    let touch_move = fields.yes_no("touch-move=")?;
    let opening = fields.term("opening=")?;
    fields.word("rules=")?;
    let rules = fields.rest.parse().map_err(TermsError::Rules);
    let rules = rules.map_err(ReplayErrorKind::Terms)?;
    let clock = clock.map_err(ReplayErrorKind::Terms)?;
    Ok((Terms { rules, seed, clock, lag_cap, colors, opening, touch_move }, Time(at)))
}

/// The fields of a line, parsed from left to right.
struct Fields<'a> {
    line: &'a str,
    rest: &'a str,
}

impl<'a> Fields<'a> {
    /// Returns the error for a text that does not start as expected.
    fn malformed(&self, from: &str, expected: &'static str) -> ReplayErrorKind {
        let column = self.line[..self.line.len() - from.len()].chars().count() + 1;
        ReplayErrorKind::Malformed { column, expected }
    }

    fn word(&mut self, word: &'static str) -> Result<(), ReplayErrorKind> {
        self.rest = self.rest.strip_prefix(word).ok_or_else(|| self.malformed(self.rest, word))?;
        Ok(())
    }

    /// The value of a key, which ends at the next space.
    fn field(&mut self, key: &'static str) -> Result<&'a str, ReplayErrorKind> {
        self.word(key)?;
        let (value, rest) =
            self.rest.split_once(' ').ok_or_else(|| self.malformed("", "another field"))?;
        self.rest = rest;
        Ok(value)
    }

    fn read<T>(
        &mut self,
        key: &'static str,
        expected: &'static str,
        value: impl Fn(&str) -> Option<T>,
    ) -> Result<T, ReplayErrorKind> {
        let after_key = self.rest.strip_prefix(key).unwrap_or(self.rest);
        value(self.field(key)?).ok_or_else(|| self.malformed(after_key, expected))
    }

    fn number(&mut self, key: &'static str) -> Result<u64, ReplayErrorKind> {
        self.read(key, "a number", digits)
    }

    fn yes_no(&mut self, key: &'static str) -> Result<bool, ReplayErrorKind> {
        self.read(key, "yes or no", |word| match word {
            "yes" => Some(true),
            "no" => Some(false),
            _ => None,
        })
    }

    fn term<T: FromStr<Err = TermsError>>(
        &mut self,
        key: &'static str,
    ) -> Result<T, ReplayErrorKind> {
        self.field(key)?.parse().map_err(ReplayErrorKind::Terms)
    }
}
