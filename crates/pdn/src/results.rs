//! Results in all their notations, and whose points come first.

use core::fmt;
use draughts::{AnyPosition, Blocked, Color, Ruleset};

/// The recorded result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Recorded {
    /// One side won.
    Win(Color),
    /// The game was drawn.
    Draw,
    /// Both sides were declared to have lost.
    BothLost,
    /// The record does not say.
    Unknown,
}

impl fmt::Display for Recorded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win(color) => write!(f, "{color} won"),
            Self::Draw => f.write_str("drawn"),
            Self::BothLost => f.write_str("lost by both"),
            Self::Unknown => f.write_str("no result"),
        }
    }
}

/// Whose points come first in a result. PDN 2 and American programs put Black's first, since Black moves first; all
/// others put White's first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Sense {
    /// `1-0` means that White won.
    #[default]
    WhiteFirst,
    /// `1-0` means that Black won.
    BlackFirst,
}

/// Parses a result such as `2-0`, `1/2-1/2` or `9-1`.
///
/// ```
/// use draughts::Color;
/// use pdn::{Recorded, Sense, read_result};
///
/// assert_eq!(read_result("1-0", Sense::BlackFirst), Recorded::Win(Color::Black));
/// assert_eq!(read_result("0-2", Sense::WhiteFirst), Recorded::Win(Color::Black));
/// assert_eq!(read_result("1 1/2 - 1/2", Sense::WhiteFirst), Recorded::Win(Color::White));
/// assert_eq!(read_result("½-½", Sense::WhiteFirst), Recorded::Draw);
/// assert_eq!(read_result("later", Sense::WhiteFirst), Recorded::Unknown);
/// ```
pub fn read_result(text: &str, sense: Sense) -> Recorded {
    let (first, second) = match sense {
        Sense::WhiteFirst => (Color::White, Color::Black),
        Sense::BlackFirst => (Color::Black, Color::White),
    };
    let Some([left, right]) = points(text) else { return Recorded::Unknown };
    match left.cmp(&right) {
        core::cmp::Ordering::Greater => Recorded::Win(first),
        core::cmp::Ordering::Less => Recorded::Win(second),
        core::cmp::Ordering::Equal if left == 0 => Recorded::BothLost,
        core::cmp::Ordering::Equal => Recorded::Draw,
    }
}

/// Both sides' points, in half points.
fn points(text: &str) -> Option<[u32; 2]> {
    let text = text.trim();
    match text {
        "1/2" | "½" | "1/2-1/2" => return Some([1, 1]),
        // A draw with an advantage is a draw.
        "1+ - 1-" | "1- - 1+" => return Some([2, 2]),
        _ => {}
    }
    let (left, right) = text.split_once(" - ").or_else(|| text.split_once(['-', '–', ':']))?;
    Some([half_points(left)?, half_points(right)?])
}

fn half_points(text: &str) -> Option<u32> {
    let text = text.trim();
    let halved = text.strip_suffix("1/2").or(text.strip_suffix('½')).or(text.strip_suffix(".5"));
    let whole = halved.unwrap_or(text).trim();
    let points = match whole {
        "" if halved.is_some() => 0,
        _ => whole.parse::<u16>().ok()?.into(),
    };
    Some(2 * points + u32::from(halved.is_some()))
}

/// Whether a result says nothing about who won a single game.
pub(crate) fn is_odd_result(text: &str) -> bool {
    const USUAL: [&str; 14] = [
        "", "*", "?", "1-0", "0-1", "1/2-1/2", "1/2", "½-½", "0.5-0.5", "2-0", "0-2", "1-1", "0-0",
        "½",
    ];
    let compact: String = text.chars().filter(|letter| !letter.is_whitespace()).collect();
    !USUAL.contains(&compact.as_str())
}

/// Formats a result: `2-0` in variants where a win counts two points, `1-0` elsewhere.
pub(crate) fn write_result(recorded: Recorded, two_points: bool, sense: Sense) -> &'static str {
    let first = match sense {
        Sense::WhiteFirst => Color::White,
        Sense::BlackFirst => Color::Black,
    };
    match (recorded, two_points) {
        (Recorded::Win(color), true) if color == first => "2-0",
        (Recorded::Win(_), true) => "0-2",
        (Recorded::Draw, true) => "1-1",
        (Recorded::Win(color), false) if color == first => "1-0",
        (Recorded::Win(_), false) => "0-1",
        (Recorded::Draw, false) => "1/2-1/2",
        (Recorded::BothLost, _) => "0-0",
        (Recorded::Unknown, _) => "*",
    }
}

/// The side that is clearly ahead at the end of a game, if any.
pub(crate) fn ahead(end: &AnyPosition, rules: &Ruleset) -> Option<Color> {
    if let Some(outcome) = end.outcome() {
        return outcome.winner;
    }
    let strength = |color| end.pieces(color).len() + end.kings(color).len();
    let (white, black) = (strength(Color::White), strength(Color::Black));
    match rules.facts.blocked {
        // The side with fewer pieces is ahead, but the margin means nothing.
        Blocked::Wins => None,
        _ if white >= black + 2 => Some(Color::White),
        _ if black >= white + 2 => Some(Color::Black),
        _ => None,
    }
}
