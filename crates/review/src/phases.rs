//! How a game went, in words: who stood better, and until when.

use crate::judged::{Judged, Review};
use core::fmt;
use draughts::Color;

/// How the game stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Standing {
    Winning(Color),
    Better(Color),
    Level,
}

/// From these expected scores on a side is better, and winning.
const BETTER: f64 = 0.625;
pub(crate) const WINNING: f64 = 0.85;
/// The shortest phases, in moves of both sides: after a bad move, and without one, since scores go up and down
/// by themselves.
const SHORTEST: usize = 3;
const SHORTEST_UNCAUSED: usize = 10;

impl Standing {
    /// How it stands by White's expected score.
    fn of(expected: f64) -> Self {
        let side = if expected > 0.5 { Color::White } else { Color::Black };
        match expected.max(1.0 - expected) {
            WINNING.. => Self::Winning(side),
            BETTER.. => Self::Better(side),
            _ => Self::Level,
        }
    }

    /// Returns how good it is for White.
    fn for_white(self) -> i32 {
        let (side, value) = match self {
            Self::Winning(side) => (side, 2),
            Self::Better(side) => (side, 1),
            Self::Level => return 0,
        };
        if side == Color::White { value } else { -value }
    }

    /// Returns the side that must have made a mistake for this to become that.
    fn loser(self, later: Self) -> Color {
        if later.for_white() > self.for_white() { Color::Black } else { Color::White }
    }
}

impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Winning(side) => write!(f, "{} was winning", capital(&side.to_string())),
            Self::Better(side) => write!(f, "{} was better", capital(&side.to_string())),
            Self::Level => f.write_str("the game was level"),
        }
    }
}

/// A part of the game during which it stood the same.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Stretch<'a> {
    standing: Standing,
    /// The index of its first move.
    start: usize,
    /// Its last move.
    pub last: &'a Judged,
    /// Whether a bad move led to it, or it is how the game began.
    caused: bool,
}

impl Stretch<'_> {
    /// Returns the side that stood better, if one did.
    pub fn side(&self) -> Option<Color> {
        match self.standing {
            Standing::Winning(side) | Standing::Better(side) => Some(side),
            Standing::Level => None,
        }
    }

    /// Whether that side was winning.
    pub fn is_winning(&self) -> bool {
        matches!(self.standing, Standing::Winning(_))
    }
}

/// Describes who stood better, and until which move.
pub(crate) fn phases(review: &Review) -> String {
    let phases = review.phases();
    let last = phases.len().saturating_sub(1);
    let mut text = String::new();
    for (index, phase) in phases.iter().enumerate() {
        let number = phase.last.number.trim_end_matches('.');
        let word = if index == 0 { "" } else { ", then " };
        let standing = match phase.caused {
            true => phase.standing.to_string(),
            false => format!("little by little {}", phase.standing),
        };
        text += &match index {
            0 if last == 0 => format!("{standing} throughout"),
            _ if index == last => format!("{word}{standing}"),
            _ => format!("{word}{standing} until move {number}"),
        };
    }
    capital(&text)
}

impl Review {
    /// The phases of the game. What passes at once belongs to what was before.
    pub fn phases(&self) -> Vec<Stretch<'_>> {
        told_phases(self)
    }
}

fn told_phases(review: &Review) -> Vec<Stretch<'_>> {
    let standings: Vec<Standing> =
        review.moves.iter().map(|judged| Standing::of(judged.expected_for_white())).collect();
    let mut phases: Vec<Stretch<'_>> = Vec::new();
    let mut start = 0;
    for (standing, length) in standings.chunk_by(PartialEq::eq).map(|run| (run[0], run.len())) {
        let end = start + length;
        let last = &review.moves[end - 1];
        let mut caused = true;
        let told = phases.last().is_none_or(|before| {
            caused = is_caused(review, before, standing, start);
            let shortest = if caused { SHORTEST } else { SHORTEST_UNCAUSED };
            standing != before.standing && (length >= shortest || end == standings.len())
        });
        match phases.last_mut() {
            Some(before) if !told => before.last = last,
            _ => phases.push(Stretch { standing, start, last, caused }),
        }
        start = end;
    }
    phases
}

/// Whether the side that comes to stand worse played a bad move shortly before, or just now.
fn is_caused(review: &Review, before: &Stretch<'_>, later: Standing, start: usize) -> bool {
    let loser = before.standing.loser(later);
    let first = before.start.max(start.saturating_sub(SHORTEST_UNCAUSED));
    let moves = &review.moves[first..=start];
    moves.iter().any(|judged| judged.color() == loser && judged.mark.is_some())
}

/// The text with a capital letter.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
