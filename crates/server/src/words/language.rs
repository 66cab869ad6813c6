//! The languages that the app speaks.

use std::str::FromStr;

/// A language that the app speaks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// French.
    French,
    /// Italian.
    Italian,
    /// Dutch.
    Dutch,
    /// Spanish.
    Spanish,
    /// Portuguese.
    Portuguese,
    /// Russian.
    Russian,
    /// German.
    German,
}

impl Language {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::English,
        Self::French,
        Self::Italian,
        Self::Dutch,
        Self::Spanish,
        Self::Portuguese,
        Self::Russian,
        Self::German,
    ];

    /// Its code in HTML and HTTP.
    pub const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::French => "fr",
            Self::Italian => "it",
            Self::Dutch => "nl",
            Self::Spanish => "es",
            Self::Portuguese => "pt",
            Self::Russian => "ru",
            Self::German => "de",
        }
    }

    /// What its speakers call it.
    pub const fn own_name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::French => "Français",
            Self::Italian => "Italiano",
            Self::Dutch => "Nederlands",
            Self::Spanish => "Español",
            Self::Portuguese => "Português",
            Self::Russian => "Русский",
            Self::German => "Deutsch",
        }
    }

    /// The one that a browser likes best, by its `Accept-Language`; English where it likes none.
    ///
    /// ```
    /// use server::words::Language;
    ///
    /// assert_eq!(Language::liked("fr-CA,fr;q=0.8,en;q=0.5"), Language::French);
    /// assert_eq!(Language::liked("ja, en;q=0.2, de;q=0.7"), Language::German);
    /// assert_eq!(Language::liked("ja"), Language::English);
    /// ```
    pub fn liked(accepted: &str) -> Self {
        let mut best = (0.0, Self::English);
        for wish in accepted.split(',').take(32) {
            let (tag, quality) = wish.split_once(';').unwrap_or((wish, "q=1"));
            let quality: f32 =
                quality.trim().strip_prefix("q=").and_then(|q| q.parse().ok()).unwrap_or(0.0);
            let main = tag.trim().split('-').next().unwrap_or_default();
            if let Ok(language) = main.to_ascii_lowercase().parse()
                && quality > best.0
            {
                best = (quality, language);
            }
        }
        best.1
    }
}

impl FromStr for Language {
    type Err = ();

    fn from_str(code: &str) -> Result<Self, ()> {
        Self::ALL.into_iter().find(|language| language.code() == code).ok_or(())
    }
}
