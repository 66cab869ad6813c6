//! Voices: the language of sentences, and the names of the sides.

use super::Language;
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

/// What people call a side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "they are colours")]
pub enum SideName {
    White,
    Black,
    Red,
}

impl SideName {
    /// Every name.
    pub const ALL: [Self; 3] = [Self::White, Self::Black, Self::Red];

    /// Its part in keys.
    pub const fn word(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Black => "black",
            Self::Red => "red",
        }
    }
}

/// The names of both sides for someone looking at a game: a theme that draws one of them red calls it Red.
///
/// The rules know White and Black, and so do the keys of sentences: in `game.turn-black`, the part `black` is the side.
/// When formatting, that part is replaced by the side's name; the catalogues have a sentence for each [`SideName`],
/// because languages inflect them. Sentences about the standard's own White and Black, as in a FEN, have keys without
/// such a part.
///
/// ```
/// use words::{SideName, SideNames};
///
/// let names = SideNames { white: SideName::Black, black: SideName::Red };
/// assert_eq!(names.key("game.turn-black"), "game.turn-red");
/// assert_eq!(names.key("square.white-man"), "square.black-man");
/// assert_eq!(SideNames::default().key("game.turn-black"), "game.turn-black");
/// assert_eq!("black-red".parse(), Ok(names));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SideNames {
    /// The name of the side that the rules call White.
    pub white: SideName,
    /// The name of the side that the rules call Black.
    pub black: SideName,
}

impl Default for SideNames {
    fn default() -> Self {
        Self { white: SideName::White, black: SideName::Black }
    }
}

impl SideNames {
    /// Returns the key with the names of the sides.
    pub fn key<'a>(&self, key: &'a str) -> Cow<'a, str> {
        if *self == Self::default() || !(key.contains("white") || key.contains("black")) {
            return key.into();
        }
        let named = |part: &'a str| {
            let (word, mark) = part.split_at(part.len() - usize::from(part.ends_with(['.', '-'])));
            let name = match word {
                "white" => self.white.word(),
                "black" => self.black.word(),
                other => other,
            };
            [name, mark]
        };
        key.split_inclusive(['.', '-']).flat_map(named).collect::<String>().into()
    }
}

/// The format of `data-sides` in pages: White's name first.
impl fmt::Display for SideNames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.white.word(), self.black.word())
    }
}

/// A text does not name two sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownSides;

impl FromStr for SideNames {
    type Err = UnknownSides;

    fn from_str(text: &str) -> Result<Self, UnknownSides> {
        let name = |text: &str| SideName::ALL.into_iter().find(|name| name.word() == text);
        let (white, black) = text.split_once('-').ok_or(UnknownSides)?;
        let names = name(white).zip(name(black));
        names.map(|(white, black)| Self { white, black }).ok_or(UnknownSides)
    }
}

/// How sentences are formatted for someone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Voice {
    /// The language.
    pub language: Language,
    /// The names of the sides.
    pub sides: SideNames,
}

impl From<Language> for Voice {
    /// With the rules' own names for the sides.
    fn from(language: Language) -> Self {
        Self { language, sides: SideNames::default() }
    }
}
