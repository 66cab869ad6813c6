//! A visitor's settings: how the app looks and behaves. They are kept in one cookie, so that pages render correctly at
//! once and the server stores nothing.

use crate::seats::Requester;
use crate::server::App;
use crate::words::Language;
use axum::extract::{FromRequestParts, OriginalUri};
use axum::http::request::Parts;
use axum::http::{HeaderValue, Uri, header};
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::Arc;

/// A setting.
pub struct Setting {
    /// Its name in the cookie, and the `data-…` attribute of the page.
    pub name: &'static str,
    /// The choices; the first is the default.
    pub choices: &'static [&'static str],
}

/// Each game in its own usual theme.
const OWN: &str = "own";
const OFF_ON: &[&str] = &["off", "on"];
const ON_OFF: &[&str] = &["on", "off"];

/// All settings but the language.
pub const SETTINGS: [Setting; 11] = [
    Setting { name: "board", choices: &[OWN, "wood", "classic", "tournament", "blue", "contrast"] },
    Setting { name: "page", choices: &["auto", "light", "dark"] },
    Setting { name: "coordinates", choices: &["own", "numbers", "letters", "none"] },
    Setting { name: "sound", choices: ON_OFF },
    Setting { name: "animation", choices: ON_OFF },
    // Whether a capture is played as soon as the selected squares leave only one.
    Setting { name: "finish", choices: ON_OFF },
    // Whether an only move is played automatically.
    Setting { name: "only", choices: OFF_ON },
    Setting { name: "confirm", choices: OFF_ON },
    Setting { name: "premove", choices: OFF_ON },
    // Whether the board turns to the side to move in games on one device.
    Setting { name: "turn", choices: OFF_ON },
    // Whether single-letter shortcuts work while the board has the focus.
    Setting { name: "keys", choices: ON_OFF },
];

const COOKIE: &str = "damier";
const A_YEAR: u32 = 365 * 24 * 60 * 60;

/// A visitor: the language, the settings, and the current page.
#[derive(Clone, Debug)]
pub struct Visitor {
    /// The language.
    pub language: Language,
    /// The chosen values, by setting.
    pub choices: BTreeMap<&'static str, &'static str>,
    /// Whether the language was chosen rather than negotiated.
    pub chose_language: bool,
    /// The path and query of the page.
    pub here: String,
    /// The account's name, if signed in.
    pub name: Option<String>,
}

impl Visitor {
    /// Reads the visitor's settings from the headers.
    pub fn of(headers: &axum::http::HeaderMap, uri: &Uri) -> Self {
        let text = |value: &HeaderValue| value.to_str().unwrap_or_default().to_owned();
        let cookies: Vec<String> = headers.get_all(header::COOKIE).iter().map(text).collect();
        let ours = cookies.iter().flat_map(|line| line.split(';')).find_map(|cookie| {
            cookie.trim().strip_prefix(COOKIE).and_then(|rest| rest.strip_prefix('='))
        });
        let accepted = headers.get(header::ACCEPT_LANGUAGE).map(text).unwrap_or_default();
        let mut visitor = Self {
            language: Language::preferred(&accepted),
            choices: SETTINGS.iter().map(|one| (one.name, one.choices[0])).collect(),
            chose_language: false,
            here: uri.path_and_query().map_or_else(|| "/".to_owned(), ToString::to_string),
            name: None,
        };
        for choice in ours.unwrap_or_default().split('&') {
            if let Some((name, value)) = choice.split_once('=') {
                visitor.choose(name, value);
            }
        }
        visitor.language = visitor.language.in_region(&accepted);
        visitor
    }

    /// Applies a choice; unknown ones are ignored, because the cookie may come from another version.
    pub fn choose(&mut self, name: &str, value: &str) {
        if name == "lang" {
            if let Ok(language) = value.parse() {
                (self.language, self.chose_language) = (language, true);
            }
            return;
        }
        let setting = SETTINGS.iter().find(|setting| setting.name == name);
        let choice = setting.and_then(|setting| {
            Some((setting, setting.choices.iter().find(|one| **one == value)?))
        });
        if let Some((setting, choice)) = choice {
            self.choices.insert(setting.name, choice);
        }
    }

    /// The theme chosen for all games.
    pub fn chosen_board(&self) -> Option<&'static str> {
        Some(self.choices["board"]).filter(|board| *board != OWN)
    }

    /// The cookie with the choices that differ from the default.
    pub fn cookie(&self) -> String {
        let chosen = SETTINGS.iter().filter_map(|setting| {
            let choice = self.choices[setting.name];
            (choice != setting.choices[0]).then(|| format!("{}={choice}", setting.name))
        });
        let language = self.chose_language.then(|| format!("lang={}", self.language.code()));
        let value: Vec<String> = chosen.chain(language).collect();
        format!("{COOKIE}={}; Path=/; Max-Age={A_YEAR}; SameSite=Lax", value.join("&"))
    }
}

impl FromRequestParts<Arc<App>> for Visitor {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Infallible> {
        // Pages are also shown when the account cannot be looked up.
        let who = Requester::from_request_parts(parts, app).await.ok();
        // Nested routers see only the rest of the path.
        let whole = parts.extensions.get::<OriginalUri>().map(|OriginalUri(uri)| uri);
        let visitor = Self::of(&parts.headers, whole.unwrap_or(&parts.uri));
        Ok(Self { name: who.and_then(|who| who.person).map(|person| person.name), ..visitor })
    }
}
