//! Patterns: what must, may and must not stand on the squares of a board.

use core::fmt;
use draughts::{AnyPosition, Color, Layout, Ruleset, Square, SquareSet};

/// What can be on a square: nothing, or a piece by its side and rank.
const KINDS: usize = 5;
const EMPTY: usize = 0;

/// The kinds of a side's men and kings.
fn kinds(color: Color) -> [usize; 2] {
    match color {
        Color::White => [1, 2],
        Color::Black => [3, 4],
    }
}

/// A pattern of pieces that a position matches or not.
///
/// A list of squares is written as in a FEN without the side to move: `W27,K46:B18,31-35`. Beside `K` for a king
/// there is `P` for a man or a king, beside `W` and `B` there is `E` for empty squares, and `*` stands for all
/// squares.
///
/// ```
/// use draughts::{AnyPosition, Variant};
/// use draughts_study::explorer::Mask;
///
/// let rules = Variant::International.into();
/// let start = AnyPosition::start(&rules);
/// // White has a man on 32 and nothing on 28, whatever stands elsewhere.
/// assert!(Mask::new(&rules, "W32:E28", None, "")?.matches(&start));
/// // The same, but Black must not have a man on 19.
/// assert!(!Mask::new(&rules, "W32:E28", None, "B19")?.matches(&start));
/// // Men may stand elsewhere, kings may not.
/// assert!(Mask::new(&rules, "W32", Some("W*:B*"), "")?.matches(&start));
/// # Ok::<(), draughts_study::explorer::MaskError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mask {
    all: SquareSet,
    /// For each kind the squares on which it may be.
    allowed: [SquareSet; KINDS],
}

/// A list of squares that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("\"{part}\" in \"{text}\" {reason}")]
pub struct MaskError {
    /// The list.
    pub text: String,
    /// The part that is wrong.
    pub part: String,
    /// What is wrong with it.
    pub reason: MaskFault,
}

/// What is wrong in a list of squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MaskFault {
    /// A part begins otherwise than with `W`, `B` or `E`.
    Side,
    /// A square is not on the board, or a range runs backwards.
    Square,
}

impl fmt::Display for MaskFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Side => "begins neither with W nor with B, and not with E for empty squares",
            Self::Square => "is no square of this board; write 27, K27, P27 or 31-35",
        })
    }
}

impl Mask {
    /// A mask of three lists: what must be there (on a square that is named twice, one of the two), what may be
    /// there besides (if it is given, nothing else may), and what must not be there.
    pub fn new(
        rules: &Ruleset,
        must: &str,
        may: Option<&str>,
        must_not: &str,
    ) -> Result<Self, MaskError> {
        let board = AnyPosition::start(rules);
        let all = squares(&board.layout());
        let must = read(&board, all, must)?;
        let named = must.iter().fold(SquareSet::EMPTY, |named, squares| named | *squares);
        let mut allowed = must.map(|squares| (all - named) | squares);
        if let Some(may) = may {
            let may = read(&board, all, may)?;
            for kind in EMPTY + 1..KINDS {
                allowed[kind] = allowed[kind] & (may[kind] | named);
            }
        }
        let must_not = read(&board, all, must_not)?;
        for (allowed, forbidden) in allowed.iter_mut().zip(must_not) {
            *allowed = *allowed - forbidden;
        }
        Ok(Self { all, allowed })
    }

    /// The mask that only the pieces of this position match.
    pub fn of(position: &AnyPosition) -> Self {
        let all = squares(&position.layout());
        let mut allowed = [SquareSet::EMPTY; KINDS];
        for color in Color::BOTH {
            let (pieces, kings) = (position.pieces(color), position.kings(color));
            let [men, crowned] = kinds(color);
            (allowed[men], allowed[crowned]) = (pieces - kings, kings);
        }
        allowed[EMPTY] = all - position.pieces(Color::White) - position.pieces(Color::Black);
        Self { all, allowed }
    }

    /// Whether a position on the same board matches.
    pub fn matches(&self, position: &AnyPosition) -> bool {
        let mut empty = self.all;
        for color in Color::BOTH {
            let (pieces, kings) = (position.pieces(color), position.kings(color));
            let [men, crowned] = kinds(color);
            let stray = ((pieces - kings) - self.allowed[men]) | (kings - self.allowed[crowned]);
            if !stray.is_empty() {
                return false;
            }
            empty = empty - pieces;
        }
        (empty - self.allowed[EMPTY]).is_empty()
    }

    /// The mask for the board turned half round with the colours changed.
    #[must_use]
    pub fn turned(&self, rules: &Ruleset) -> Self {
        let layout = AnyPosition::start(rules).layout();
        let opposite = |square| layout.nth(layout.squares - 1 - layout.ordinal(square));
        let mut allowed = self.allowed;
        let [men, kings] = kinds(Color::White);
        let [black_men, black_kings] = kinds(Color::Black);
        allowed.swap(men, black_men);
        allowed.swap(kings, black_kings);
        let allowed = allowed.map(|squares| squares.iter().filter_map(opposite).collect());
        Self { all: self.all, allowed }
    }
}

fn squares(layout: &Layout) -> SquareSet {
    (0..layout.squares).filter_map(|before| layout.nth(before)).collect()
}

/// The squares of each kind that a list names.
fn read(board: &AnyPosition, all: SquareSet, text: &str) -> Result<[SquareSet; KINDS], MaskError> {
    let mut named = [SquareSet::EMPTY; KINDS];
    let wrong = |part: &str, reason| {
        let shown = |text: &str| text.chars().take(60).collect();
        Err(MaskError { text: shown(text), part: shown(part), reason })
    };
    for part in text.split(':').map(str::trim).filter(|part| !part.is_empty()) {
        let (side, list) = part.split_at(part.chars().next().map_or(0, char::len_utf8));
        let [man, king] = match side {
            "W" | "w" => kinds(Color::White),
            "B" | "b" => kinds(Color::Black),
            "E" | "e" => [EMPTY, EMPTY],
            _ => return wrong(part, MaskFault::Side),
        };
        for item in list.split(',').map(str::trim).filter(|item| !item.is_empty()) {
            let (ranks, name): (&[usize], &str) = match item.split_at_checked(1) {
                Some(("K" | "k", name)) if king != EMPTY => (&[king], name),
                Some(("P" | "p", name)) => (&[man, king], name),
                _ => (&[man], item),
            };
            let Some(squares) = item_squares(board, all, name) else {
                return wrong(item, MaskFault::Square);
            };
            ranks.iter().for_each(|kind| named[*kind] = named[*kind] | squares);
        }
    }
    Ok(named)
}

/// The squares of `27`, `c3`, `31-35` or `*`.
fn item_squares(board: &AnyPosition, all: SquareSet, name: &str) -> Option<SquareSet> {
    let square = |name: &str| board.square(name.trim());
    if name.trim() == "*" {
        return Some(all);
    }
    let Some((first, last)) = name.split_once('-') else {
        return square(name).map(|square| SquareSet::EMPTY.with(square));
    };
    let number = |square: Square| board.number(square);
    let (first, last) = (number(square(first)?), number(square(last)?));
    let within = |square: &Square| (first..=last).contains(&number(*square));
    (first <= last).then(|| all.iter().filter(within).collect())
}
