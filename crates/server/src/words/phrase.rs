//! A sentence before it is said: which one, and what stands in it.

use super::{Catalogue, Language};
use serde::ser::{Serialize, SerializeStruct, Serializer};
use std::collections::BTreeMap;

/// A sentence before it is said: its key in the catalogues, and what stands in it. As JSON it also
/// carries its English text, for those who read no catalogue.
///
/// ```
/// use server::words::{Language, Phrase};
///
/// let phrase = Phrase::new("why.must-capture").with("count", 2);
/// assert_eq!(phrase.said(Language::English), "You must capture: 2 pieces can.");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Phrase {
    /// The key.
    pub key: &'static str,
    /// What stands in it; `count` also chooses its number.
    pub values: BTreeMap<&'static str, Value>,
}

/// What stands in a sentence.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(untagged)]
pub enum Value {
    /// A number.
    Number(u64),
    /// A name, a square or a move: the same in every language.
    Text(String),
}

impl Phrase {
    /// A sentence in which nothing stands yet.
    pub fn new(key: &'static str) -> Self {
        Self { key, values: BTreeMap::new() }
    }

    /// The same with a value in it.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Value>) -> Self {
        self.values.insert(name, value.into());
        self
    }

    /// The sentence.
    pub fn said(&self, language: Language) -> String {
        let values: BTreeMap<&str, String> =
            self.values.iter().map(|(name, value)| (*name, value.to_string())).collect();
        Catalogue::of(language).say(self.key, &values)
    }
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Text(text) => text.fmt(f),
        }
    }
}

impl From<u32> for Value {
    fn from(number: u32) -> Self {
        Self::Number(number.into())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl Serialize for Phrase {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Phrase", 3)?;
        fields.serialize_field("key", self.key)?;
        fields.serialize_field("values", &self.values)?;
        fields.serialize_field("text", &self.said(Language::English))?;
        fields.end()
    }
}
