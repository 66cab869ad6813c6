//! Catalogues: the sentences of one language.

use super::Language;
use rust_embed::RustEmbed;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// The files of the catalogues, each named after its language's code: `en.json`.
#[derive(RustEmbed)]
#[folder = "catalogues"]
pub struct CatalogueFiles;

/// The sentences of one language, by key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Catalogue {
    /// The language.
    pub language: Language,
    /// The sentences.
    pub sentences: BTreeMap<String, Sentence>,
}

/// A sentence; `{name}` is a placeholder for a value.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(untagged)]
pub enum Sentence {
    /// The same for every number.
    Plain(String),
    /// One form for each plural category of the language: `one`, `few`, `many`, `other`.
    Counted(BTreeMap<String, String>),
}

impl Catalogue {
    /// Returns the catalogue of a language; an overlay's catalogue is complete, too.
    pub fn of(language: Language) -> &'static Self {
        static ALL: OnceLock<Vec<Catalogue>> = OnceLock::new();
        let all = ALL.get_or_init(|| Language::with_overlays().map(Self::read).collect());
        let found = all.iter().find(|catalogue| catalogue.language == language);
        found.expect("every language has a catalogue")
    }

    fn read(language: Language) -> Self {
        let mut sentences = sentences(language.base());
        if language != language.base() {
            sentences.extend(self::sentences(language));
        }
        Self { language, sentences }
    }

    /// Formats a sentence with its values; `count` also selects the plural form. An unknown key is returned as it is;
    /// tests make sure that pages use none.
    pub fn say(&self, key: &str, values: &BTreeMap<&str, String>) -> String {
        let form = match self.sentences.get(key) {
            None => key,
            Some(Sentence::Plain(text)) => text,
            Some(Sentence::Counted(forms)) => {
                let count = values.get("count").and_then(|count| count.parse().ok());
                let form = forms.get(self.language.plural(count.unwrap_or(0)));
                form.or_else(|| forms.get("other")).map_or(key, String::as_str)
            }
        };
        filled(form, values)
    }
}

/// Parses one embedded file.
fn sentences(language: Language) -> BTreeMap<String, Sentence> {
    let file = CatalogueFiles::get(&format!("{}.json", language.code()));
    let sentences = file.and_then(|file| serde_json::from_slice(&file.data).ok());
    // Tests parse every embedded catalogue.
    sentences.unwrap_or_else(|| panic!("no catalogue for {language:?}"))
}

/// Replaces placeholders, each once: a value may itself contain braces.
fn filled(text: &str, values: &BTreeMap<&str, String>) -> String {
    let mut parts = text.split('{');
    let mut said = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let value = part.split_once('}').and_then(|(name, rest)| Some((values.get(name)?, rest)));
        match value {
            Some((value, rest)) => said.extend([value, rest]),
            None => said.extend(["{", part]),
        }
    }
    said
}
