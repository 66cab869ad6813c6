//! How sentences are said to somebody: in which language, and what the sides are called.

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

    /// The part of keys that stands for it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Black => "black",
            Self::Red => "red",
        }
    }
}

/// What people call both sides where they look at a game: a theme that draws one of them red calls it Red.
///
/// The rules know White and Black, and so do the keys of sentences: in `game.turn-black` the part `black` is the side.
/// What is said instead has that part replaced by the name of the side; the catalogues have a sentence for each
/// [`SideName`], since languages inflect them. A sentence that is about the standard's own White and Black, as in a FEN,
/// has a key without such a part.
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
    /// What the side is called that the rules call White.
    pub white: SideName,
    /// What the side is called that the rules call Black.
    pub black: SideName,
}

impl Default for SideNames {
    fn default() -> Self {
        Self { white: SideName::White, black: SideName::Black }
    }
}

impl SideNames {
    /// The key of what is said for a key.
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

/// As pages have it in `data-sides`: White's name first.
impl fmt::Display for SideNames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.white.word(), self.black.word())
    }
}

/// A text that names no two sides.
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

/// How sentences are said to somebody.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Voice {
    /// In which language.
    pub language: Language,
    /// What the sides are called.
    pub sides: SideNames,
}

impl From<Language> for Voice {
    /// The sides have the names that the rules give them.
    fn from(language: Language) -> Self {
        Self { language, sides: SideNames::default() }
    }
}
