//! The supported languages.

use std::str::FromStr;

/// The plural rules of a language for integers, in CLDR's categories.
#[derive(Clone, Copy)]
enum Counting {
    /// One, and all others.
    OneOther,
    /// Zero or one, and all others.
    ZeroOneOther,
    /// By the last digits: 1, 21, 31 …; 2 to 4, 22 to 24 …; all others.
    Slavic,
}

/// Declares the languages, each on one line: its code in HTML and HTTP, its own name, and its plural rules. An overlay
/// belongs to a language and has the same plural rules.
macro_rules! languages {
    (
        $($name:ident $code:literal $own_name:literal $counting:ident,)+;
        $($overlay:ident $overlay_code:literal $overlay_name:literal of $base:ident,)+
    ) => {
        /// A supported language.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
        #[expect(missing_docs, reason = "each is what it is called")]
        pub enum Language {
            #[default]
            $($name,)+
            $($overlay,)+
        }

        impl Language {
            /// The languages that users can choose.
            pub const ALL: [Self; [$($code),+].len()] = [$(Self::$name),+];

            /// The overlays: catalogues with only the sentences that differ from their base language.
            pub const OVERLAYS: [Self; [$($overlay_code),+].len()] = [$(Self::$overlay),+];

            /// The language itself, or the one that this is an overlay of.
            pub const fn base(self) -> Self {
                match self {
                    $(Self::$overlay => Self::$base,)+
                    language => language,
                }
            }

            /// Its code in HTML and HTTP.
            pub const fn code(self) -> &'static str {
                match self {
                    $(Self::$name => $code,)+
                    $(Self::$overlay => $overlay_code,)+
                }
            }

            /// Its own name.
            pub const fn own_name(self) -> &'static str {
                match self {
                    $(Self::$name => $own_name,)+
                    $(Self::$overlay => $overlay_name,)+
                }
            }

            const fn counting(self) -> Counting {
                match self {
                    $(Self::$name => Counting::$counting,)+
                    $(Self::$overlay => Self::$base.counting(),)+
                }
            }
        }
    };
}

languages! {
    English "en" "English" OneOther,
    French "fr" "Français" ZeroOneOther,
    Italian "it" "Italiano" OneOther,
    Dutch "nl" "Nederlands" OneOther,
    Spanish "es" "Español" OneOther,
    Portuguese "pt" "Português" ZeroOneOther,
    Russian "ru" "Русский" Slavic,
    German "de" "Deutsch" OneOther,
    ;
    BrazilianPortuguese "pt-BR" "Português (Brasil)" of Portuguese,
}

impl Language {
    /// All languages and overlays.
    pub fn with_overlays() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().chain(Self::OVERLAYS)
    }

    /// The plural category for a number: `one`, `few`, `many` or `other`. The browser tests compare it with the
    /// browser's choice.
    ///
    /// ```
    /// use words::Language;
    ///
    /// assert_eq!(Language::Russian.plural(21), "one");
    /// assert_eq!(Language::French.plural(0), "one");
    /// ```
    pub const fn plural(self, count: u64) -> &'static str {
        match (self.counting(), count, count % 10, count % 100) {
            (Counting::OneOther, 1, ..) | (Counting::ZeroOneOther, 0 | 1, ..) => "one",
            (Counting::OneOther | Counting::ZeroOneOther, ..) => "other",
            (Counting::Slavic, _, 2..=4, 12..=14) | (Counting::Slavic, _, 1, 11) => "many",
            (Counting::Slavic, _, 1, _) => "one",
            (Counting::Slavic, _, 2..=4, _) => "few",
            (Counting::Slavic, ..) => "many",
        }
    }

    /// Negotiates the language from `Accept-Language`; English if none is supported.
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

    /// This language, or the overlay of it preferred by `Accept-Language`.
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
