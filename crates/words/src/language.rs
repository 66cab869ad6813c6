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
    /// Portuguese as spoken in Brazil: an overlay of [`Self::Portuguese`].
    BrazilianPortuguese,
    /// Russian.
    Russian,
    /// German.
    German,
}

impl Language {
    /// The languages to choose from.
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

    /// The overlays: catalogues that hold only the sentences that differ from those of the language
    /// they belong to.
    pub const OVERLAYS: [Self; 1] = [Self::BrazilianPortuguese];

    /// Everything that has a catalogue: the languages and their overlays.
    pub fn with_overlays() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().chain(Self::OVERLAYS)
    }

    /// The language to choose from that this is, or that this is an overlay of.
    pub const fn base(self) -> Self {
        match self {
            Self::BrazilianPortuguese => Self::Portuguese,
            language => language,
        }
    }

    /// Its code in HTML and HTTP.
    pub const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::French => "fr",
            Self::Italian => "it",
            Self::Dutch => "nl",
            Self::Spanish => "es",
            Self::Portuguese => "pt",
            Self::BrazilianPortuguese => "pt-BR",
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
            Self::BrazilianPortuguese => "Português (Brasil)",
            Self::Russian => "Русский",
            Self::German => "Deutsch",
        }
    }

    /// The language that a browser prefers, by its `Accept-Language`; English if it names none of ours.
    ///
    /// ```
    /// use words::Language;
    ///
    /// assert_eq!(Language::preferred("fr-CA,fr;q=0.8,en;q=0.5"), Language::French);
    /// assert_eq!(Language::preferred("ja, en;q=0.2, de;q=0.7"), Language::German);
    /// assert_eq!(Language::preferred("pt-BR,pt;q=0.9"), Language::BrazilianPortuguese);
    /// assert_eq!(Language::preferred("ja"), Language::English);
    /// ```
    pub fn preferred(accepted: &str) -> Self {
        Self::best(accepted, |_| true).unwrap_or_default()
    }

    /// This language, or the overlay of it that a browser prefers by its `Accept-Language`.
    ///
    /// ```
    /// use words::Language;
    ///
    /// let accepted = "en, pt-BR;q=0.5";
    /// assert_eq!(Language::Portuguese.in_region(accepted), Language::BrazilianPortuguese);
    /// assert_eq!(Language::Portuguese.in_region("en, pt;q=0.5"), Language::Portuguese);
    /// assert_eq!(Language::French.in_region(accepted), Language::French);
    /// ```
    #[must_use]
    pub fn in_region(self, accepted: &str) -> Self {
        Self::best(accepted, |language| language.base() == self).unwrap_or(self)
    }

    fn best(accepted: &str, fits: impl Fn(Self) -> bool) -> Option<Self> {
        let mut best = (0.0, None);
        for wish in accepted.split(',').take(32) {
            let (tag, quality) = wish.split_once(';').unwrap_or((wish, "q=1"));
            let quality: f32 =
                quality.trim().strip_prefix("q=").and_then(|q| q.parse().ok()).unwrap_or(0.0);
            let tag = tag.trim();
            let main = tag.split('-').next().unwrap_or_default();
            let language = tag.parse().or_else(|()| main.parse());
            if let Ok(language) = language
                && fits(language)
                && quality > best.0
            {
                best = (quality, Some(language));
            }
        }
        best.1
    }
}

impl FromStr for Language {
    type Err = ();

    fn from_str(code: &str) -> Result<Self, ()> {
        Self::with_overlays().find(|language| language.code().eq_ignore_ascii_case(code)).ok_or(())
    }
}
