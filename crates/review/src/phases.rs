//! How a game went, in words: who stood better, and until when.

use crate::judged::{Judged, Review};
use core::fmt;

/// How a side stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Standing {
    Winning(&'static str),
    Better(&'static str),
    Level,
}

/// From these chances on a side is better, and winning.
const BETTER: f64 = 0.25;
const WINNING: f64 = 0.7;
/// So many moves in a row, of both sides, are a phase of the game.
const SHORTEST: usize = 3;

impl Standing {
    fn of(chance: f64) -> Self {
        let side = if chance > 0.0 { "White" } else { "Black" };
        match chance.abs() {
            WINNING.. => Self::Winning(side),
            BETTER.. => Self::Better(side),
            _ => Self::Level,
        }
    }
}

impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Winning(side) => write!(f, "{side} was winning"),
            Self::Better(side) => write!(f, "{side} was better"),
            Self::Level => f.write_str("the game was level"),
        }
    }
}

/// Who stood better, and until which move.
pub(crate) fn phases(review: &Review) -> String {
    let mut phases: Vec<(Standing, &Judged)> = Vec::new();
    for stretch in stretches(review) {
        match phases.last_mut() {
            Some((standing, last)) if *standing == stretch.0 => *last = stretch.1,
            _ => phases.push(stretch),
        }
    }
    let last = phases.len().saturating_sub(1);
    let mut text = String::new();
    for (index, (standing, until)) in phases.iter().enumerate() {
        let number = until.number.trim_end_matches('.');
        let word = if index == 0 { "" } else { ", then " };
        text += &match index {
            0 if last == 0 => format!("{standing} throughout"),
            _ if index == last => format!("{word}{standing}"),
            _ => format!("{word}{standing} until move {number}"),
        };
    }
    capital(&text)
}

/// Stretches of moves after which the same side stands better, each with its last move. What passes
/// at once belongs to what was before.
fn stretches(review: &Review) -> Vec<(Standing, &Judged)> {
    let standings: Vec<Standing> =
        review.moves.iter().map(|judged| Standing::of(review.chance(judged))).collect();
    let mut stretches = Vec::new();
    let mut start = 0;
    for (stretch, length) in standings.chunk_by(PartialEq::eq).map(|run| (run[0], run.len())) {
        let end = start + length;
        let last = &review.moves[end - 1];
        match stretches.last_mut() {
            Some((_, until)) if length < SHORTEST && end < standings.len() => *until = last,
            _ => stretches.push((stretch, last)),
        }
        start = end;
    }
    stretches
}

/// The text with a capital letter.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
