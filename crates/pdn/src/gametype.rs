//! The `GameType` tag.

use core::fmt;
use core::str::FromStr;
use draughts::{Color, Ruleset, Style, Variant};

/// The value of a `GameType` tag: `25,W,8,8,A0,0`.
///
/// ```
/// use pdn::GameType;
///
/// let kind: GameType = "20".parse()?;
/// assert_eq!(kind.rules().unwrap().to_string(), "international");
/// # Ok::<(), pdn::GameTypeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameType {
    /// The number of the game.
    pub number: u16,
    /// The details after the number.
    pub details: Option<Details>,
}

/// The details of a game type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Details {
    /// The side that moves first.
    pub first: Color,
    /// Squares from left to right.
    pub width: u16,
    /// Squares from top to bottom.
    pub height: u16,
    /// How moves are written.
    pub style: Style,
    /// The corner of the first square, seen by the side that moves first: 0 bottom left, 1 bottom
    /// right, 2 top left, 3 top right.
    pub corner: u8,
    /// Whether the bottom left corner is not a playing square.
    pub inverted: bool,
}

/// A text is not a game type.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a game type is written like 20 or 20,W,10,10,N2,0")]
pub struct GameTypeError;

/// Numbers that programs use but the standard does not have.
const UNOFFICIAL: [(u16, Variant); 4] = [
    (96, Variant::Breakthrough),
    (97, Variant::Frysk),
    (98, Variant::Antidraughts),
    (43, Variant::Turkish),
];

impl GameType {
    /// The game type of some rules, if the standard has one.
    pub fn of(rules: &Ruleset) -> Option<&'static str> {
        rules.base.spec().game_type
    }

    /// The variant with this number.
    pub fn variant(&self) -> Option<Variant> {
        let number = |variant: &Variant| {
            let text = variant.spec().game_type?;
            Some(text.parse::<Self>().ok()?.number)
        };
        let official = Variant::ALL.iter().find(|variant| number(variant) == Some(self.number));
        let unofficial = UNOFFICIAL.iter().find(|(number, _)| *number == self.number);
        official.copied().or(unofficial.map(|(_, variant)| *variant))
    }

    /// The rules, if the variant is known, with the other side moving first if the details say so.
    pub fn rules(&self) -> Option<Ruleset> {
        let mut rules = Ruleset::from(self.variant()?);
        if let Some(details) = self.details {
            rules.first = details.first;
        }
        Some(rules)
    }
}

impl FromStr for GameType {
    type Err = GameTypeError;

    fn from_str(text: &str) -> Result<Self, GameTypeError> {
        let fields: Vec<&str> = text.split(',').map(str::trim).collect();
        let number = number(fields[0])?;
        let details = match fields[1..] {
            [] => None,
            [first, width, height, notation] => Some(details(first, width, height, notation, "0")?),
            [first, width, height, notation, inverted] => {
                Some(details(first, width, height, notation, inverted)?)
            }
            _ => return Err(GameTypeError),
        };
        Ok(Self { number, details })
    }
}

fn number(text: &str) -> Result<u16, GameTypeError> {
    text.parse().map_err(|_| GameTypeError)
}

fn details(
    first: &str,
    width: &str,
    height: &str,
    notation: &str,
    inverted: &str,
) -> Result<Details, GameTypeError> {
    let first = match first {
        "W" | "w" => Color::White,
        "B" | "b" => Color::Black,
        _ => return Err(GameTypeError),
    };
    let (style, corner) = match notation.as_bytes() {
        [b'N', corner @ b'0'..=b'3'] => (Style::Numbers, corner - b'0'),
        [b'A' | b'S', corner @ b'0'..=b'3'] => (Style::Letters, corner - b'0'),
        _ => return Err(GameTypeError),
    };
    let inverted = match inverted {
        "0" => false,
        "1" => true,
        _ => return Err(GameTypeError),
    };
    Ok(Details { first, width: number(width)?, height: number(height)?, style, corner, inverted })
}

impl fmt::Display for GameType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number)?;
        let Some(Details { first, width, height, style, corner, inverted }) = self.details else {
            return Ok(());
        };
        let first = if first == Color::White { 'W' } else { 'B' };
        let style = if style == Style::Numbers { 'N' } else { 'A' };
        write!(f, ",{first},{width},{height},{style}{corner},{}", u8::from(inverted))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_official_type_is_read_and_written() {
        for variant in Variant::ALL {
            if let Some(text) = variant.spec().game_type {
                let kind: GameType = text.parse().unwrap();
                assert_eq!(kind.to_string(), text);
                let rules = kind.rules().unwrap();
                let shared = ["killer", "frysk", "antidraughts", "breakthrough"];
                if !shared.contains(&variant.name()) {
                    assert_eq!(rules, Ruleset::from(*variant), "{text}");
                }
            }
        }
        let unified: GameType = "23,W,8,8,A0,0".parse().unwrap();
        assert_eq!(unified.rules().unwrap().to_string(), "pool,first=white");
        let kurnik: GameType = "20,W,10,10,N1,0".parse().unwrap();
        assert_eq!(kurnik.rules().unwrap().official(), Some(Variant::International));
        for wrong in ["", "x", "20,", "20,W", "20,W,10,10,N4,0", "99999999", "20,Q,10,10,N2,0"] {
            assert_eq!(wrong.parse::<GameType>(), Err(GameTypeError), "{wrong}");
        }
        assert_eq!("0".parse::<GameType>().unwrap().rules(), None);
    }
}
