//! Phrases: a sentence's key with its values, in no particular language.

use super::{Catalogue, Language, Voice};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// A sentence's key with its values, in no particular language.
///
/// ```
/// use words::{Language, Phrase};
///
/// let phrase = Phrase::new("why.must-capture").with("count", 2_u32);
/// assert_eq!(phrase.text, "You must capture: 2 pieces can.");
/// assert_eq!(phrase.said(Language::English), phrase.text);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(
    feature = "schema",
    schema(description = "A sentence of the catalogues: its key and its values.")
)]
pub struct Phrase {
    /// The key in the catalogues.
    pub key: Cow<'static, str>,
    /// The values; `count` also selects the plural form.
    pub values: BTreeMap<Cow<'static, str>, PhraseValue>,
    /// The sentence in English, for clients without catalogues.
    pub text: String,
}

/// A value in a sentence.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum PhraseValue {
    /// A number.
    Number(u64),
    /// A name, a square or a move, which is the same in every language.
    Text(String),
    /// A nested sentence.
    #[cfg_attr(feature = "schema", schema(no_recursion))]
    Phrase(Box<Phrase>),
}

impl Phrase {
    /// A phrase without values.
    pub fn new(key: &'static str) -> Self {
        Self { key: key.into(), values: BTreeMap::new(), text: String::new() }.in_english()
    }

    /// Adds a value.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<PhraseValue>) -> Self {
        self.values.insert(name.into(), value.into());
        self.in_english()
    }

    fn in_english(mut self) -> Self {
        self.text = self.said(Language::English);
        self
    }

    /// Formats the sentence; given just a language, with the rules' names for the sides.
    pub fn said(&self, voice: impl Into<Voice>) -> String {
        let voice = voice.into();
        let values: BTreeMap<&str, String> =
            self.values.iter().map(|(name, value)| (&**name, value.said(voice))).collect();
        Catalogue::of(voice.language).say(&voice.sides.key(&self.key), &values)
    }
}

impl PhraseValue {
    fn said(&self, voice: Voice) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Text(text) => text.clone(),
            Self::Phrase(phrase) => phrase.said(voice),
        }
    }
}

impl From<Phrase> for PhraseValue {
    fn from(phrase: Phrase) -> Self {
        Self::Phrase(Box::new(phrase))
    }
}

impl From<u8> for PhraseValue {
    fn from(number: u8) -> Self {
        Self::Number(number.into())
    }
}

impl From<u16> for PhraseValue {
    fn from(number: u16) -> Self {
        Self::Number(number.into())
    }
}

impl From<u32> for PhraseValue {
    fn from(number: u32) -> Self {
        Self::Number(number.into())
    }
}

impl From<u64> for PhraseValue {
    fn from(number: u64) -> Self {
        Self::Number(number)
    }
}

impl From<String> for PhraseValue {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&str> for PhraseValue {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}
