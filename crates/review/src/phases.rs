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

/// From these chances on a side is better, and winning.
const BETTER: f64 = 0.25;
const WINNING: f64 = 0.7;
/// So many moves in a row, of both sides, are a phase of the game where a bad move led to it, and so
/// many where none did: scores go up and down by themselves.
const SHORTEST: usize = 3;
const SHORTEST_UNCAUSED: usize = 10;

impl Standing {
    fn of(chance: f64) -> Self {
        let side = if chance > 0.0 { Color::White } else { Color::Black };
        match chance.abs() {
            WINNING.. => Self::Winning(side),
            BETTER.. => Self::Better(side),
            _ => Self::Level,
        }
    }

    /// How good it is for White.
    fn for_white(self) -> i32 {
        let (side, value) = match self {
            Self::Winning(side) => (side, 2),
            Self::Better(side) => (side, 1),
            Self::Level => return 0,
        };
        if side == Color::White { value } else { -value }
    }

    /// Who must have done something wrong where this becomes that.
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
struct Phase<'a> {
    standing: Standing,
    /// Where its moves begin.
    start: usize,
    last: &'a Judged,
    /// Whether a bad move led to it, or it is how the game began.
    caused: bool,
}

/// Who stood better, and until which move.
pub(crate) fn phases(review: &Review) -> String {
    let phases = told_phases(review);
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

/// The phases of the game. What passes at once belongs to what was before.
fn told_phases(review: &Review) -> Vec<Phase<'_>> {
    let standings: Vec<Standing> =
        review.moves.iter().map(|judged| Standing::of(review.chance(judged))).collect();
    let mut phases: Vec<Phase<'_>> = Vec::new();
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
            _ => phases.push(Phase { standing, start, last, caused }),
        }
        start = end;
    }
    phases
}

/// Whether the side that comes to stand worse played a bad move shortly before, or just now.
fn is_caused(review: &Review, before: &Phase<'_>, later: Standing, start: usize) -> bool {
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
