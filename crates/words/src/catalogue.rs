//! The sentences of one language.

use super::Language;
use rust_embed::RustEmbed;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// The files of the catalogues, each named by the code of its language: `en.json`.
#[derive(RustEmbed)]
#[folder = "catalogues"]
pub struct CatalogueFiles;

/// The sentences of one language by their keys.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Catalogue {
    /// The language.
    pub language: Language,
    /// The sentences.
    pub sentences: BTreeMap<String, Sentence>,
}

/// A sentence; `{name}` stands for a value.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(untagged)]
pub enum Sentence {
    /// The same for every number.
    Plain(String),
    /// One form for each way in which the language counts: `one`, `few`, `many`, `other`.
    Counted(BTreeMap<String, String>),
}

impl Catalogue {
    /// The catalogue of a language; that of an overlay is complete as well.
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

    /// A sentence with its values, of which `count` also chooses its form. An unknown key comes
    /// back as it is; tests see to it that pages have none.
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

/// The sentences of one embedded file.
fn sentences(language: Language) -> BTreeMap<String, Sentence> {
    let file = CatalogueFiles::get(&format!("{}.json", language.code()));
    let sentences = file.and_then(|file| serde_json::from_slice(&file.data).ok());
    // Tests read every catalogue that is embedded.
    sentences.unwrap_or_else(|| panic!("no catalogue for {language:?}"))
}

/// A text with its values, each put in once: a value may itself have braces.
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
