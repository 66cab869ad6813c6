//! The value of captures, where the rules rank them, and the rules of precedence.

use crate::explain::Preference;
use crate::facts::{Facts, Precedence};
use core::cmp::Ordering;

/// The value of a capture as a single comparable number.
pub(crate) type Worth = u64;

const ITALIAN_NUMBER: u32 = 40;
const ITALIAN_BY_KING: u32 = 39;
const ITALIAN_KINGS: u32 = 33;
const ITALIAN_ORDER: Worth = (1 << ITALIAN_KINGS) - 1;

/// Frisian art. 11: `k` kings are worth less than `2k` men but more than `2k - 1`.
const FRISIAN_MAN: Worth = 100;
const FRISIAN_KING: Worth = 199;

#[inline(always)]
pub(crate) fn worth_at_start(facts: &Facts, king: bool) -> Worth {
    let king = Worth::from(king);
    match facts.precedence {
        Precedence::Free | Precedence::Number | Precedence::NumberThenKings => 0,
        Precedence::Italian => king << ITALIAN_BY_KING,
        Precedence::Value | Precedence::KingFirst => king,
    }
}

#[inline(always)]
pub(crate) fn worth_with(facts: &Facts, worth: Worth, king_taken: bool) -> Worth {
    let king = Worth::from(king_taken);
    match facts.precedence {
        Precedence::Free | Precedence::KingFirst => worth,
        Precedence::Number => worth + 1,
        Precedence::NumberThenKings => worth + (1 << 8) + king,
        Precedence::Italian => {
            let order = (worth << 1 | king) & ITALIAN_ORDER;
            ((worth & !ITALIAN_ORDER) + (1 << ITALIAN_NUMBER) + (king << ITALIAN_KINGS)) | order
        }
        // The lowest bit is set if a king captures.
        Precedence::Value => worth + 2 * if king_taken { FRISIAN_KING } else { FRISIAN_MAN },
    }
}

/// One of the numbers that make up a capture's value, compared in order.
#[derive(Clone, Copy)]
pub(crate) enum WorthPart {
    Number(u32),
    ByKing(u32),
    Kings(u32),
    Order,
    Value,
}

impl WorthPart {
    /// Extracts this part of a value.
    pub fn of(self, worth: Worth) -> Worth {
        match self {
            WorthPart::Number(shift) => worth >> shift,
            WorthPart::ByKing(shift) => worth >> shift & 1,
            WorthPart::Kings(shift) => worth >> shift & 0x3F,
            WorthPart::Order => worth & ITALIAN_ORDER,
            WorthPart::Value => worth >> 1,
        }
    }

    /// The rule that prefers the best value of this part.
    pub fn preference(self, best: Worth) -> Preference {
        match self {
            WorthPart::Number(_) => Preference::MostPieces(best as u32),
            WorthPart::ByKing(_) => Preference::WithKing,
            WorthPart::Kings(_) => Preference::MostKings(best as u32),
            WorthPart::Order => Preference::EarliestKing,
            WorthPart::Value => Preference::HighestValue,
        }
    }
}

/// Returns the parts of a capture's value, most important first.
pub(crate) fn worth_parts(facts: &Facts) -> &'static [WorthPart] {
    match facts.precedence {
        Precedence::Free => &[],
        Precedence::Number => &[WorthPart::Number(0)],
        Precedence::NumberThenKings => &[WorthPart::Number(8), WorthPart::Kings(0)],
        Precedence::Italian => &[
            WorthPart::Number(ITALIAN_NUMBER),
            WorthPart::ByKing(ITALIAN_BY_KING),
            WorthPart::Kings(ITALIAN_KINGS),
            WorthPart::Order,
        ],
        Precedence::Value => &[WorthPart::Value, WorthPart::ByKing(0)],
        Precedence::KingFirst => &[WorthPart::ByKing(0)],
    }
}

/// Compares each capture with the best so far, where the rules rank captures.
pub(crate) struct Preferred {
    free: bool,
    best: Worth,
}

impl Preferred {
    #[inline(always)]
    pub fn new(facts: &Facts) -> Self {
        Self { free: facts.precedence == Precedence::Free, best: 0 }
    }

    /// Compares a capture's value with the best so far, and keeps the greater one.
    #[inline(always)]
    pub fn compare(&mut self, worth: Worth) -> Ordering {
        if self.free {
            return Ordering::Equal;
        }
        let order = worth.cmp(&self.best);
        self.best = self.best.max(worth);
        order
    }
}
