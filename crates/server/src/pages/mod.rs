//! The pages: HTML from templates in the visitor's language, which works without JavaScript.

mod about;
mod account;
mod analysis;
mod assets;
mod back;
mod clocks;
mod compose;
mod course;
mod editor;
mod endgame;
mod errors;
mod explorer;
mod from_here;
mod game;
mod home;
mod import;
mod kit;
mod learn;
mod library;
mod lobby;
mod mini;
mod operator;
mod own;
mod own_games;
mod people;
mod played;
mod practice;
mod render;
mod report;
mod report_file;
mod report_numbers;
mod settings;
mod sides;
mod standing;
mod studies;
mod study;
mod study_text;
mod titles;
mod told_report;
mod uploaded;
mod variants;
mod watch;

pub use assets::{BUILD, Web};
pub use errors::{as_page, is_page};
pub use own::OwnNames;
pub use render::page;
pub use report_file::{ReportFile, report_file};
pub use settings::Visitor;
pub use told_report::{is_bad, reasons};

use crate::error::ApiError;
use crate::guard::Cost;
use crate::server::App;
use axum::extract::Form;
use axum::http::header;
use axum::response::{IntoResponse, Redirect, Response};
use axum::{Router, middleware, routing};
use draughts::{Ruleset, Variant};
use minijinja::{Value, context};
use serde::{Deserialize, Deserializer, de};
use settings::SETTINGS;
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::Arc;

/// The rate-limit costs of all POST routes.
pub const COSTS: &[&[(&str, Cost)]] = &[
    &[("/settings", Cost::Request)],
    home::COSTS,
    from_here::COSTS,
    import::COSTS,
    uploaded::COSTS,
    account::COSTS,
    people::COSTS,
    operator::COSTS,
    own_games::COSTS,
    library::COSTS,
    back::COSTS,
    report::COSTS,
    analysis::COSTS,
    studies::COSTS,
    study::COSTS,
    practice::COSTS,
];

/// The routes of the pages.
pub fn routes() -> Router<Arc<App>> {
    Router::new()
        .merge(home::routes())
        .merge(from_here::routes())
        .merge(editor::routes())
        .merge(endgame::routes())
        .merge(import::routes())
        .merge(uploaded::routes())
        .merge(kit::routes())
        .merge(about::routes())
        .merge(variants::routes())
        .merge(compose::routes())
        .merge(lobby::routes())
        .merge(watch::routes())
        .merge(account::routes())
        .merge(people::routes())
        .merge(operator::routes())
        .merge(own_games::routes())
        .merge(library::routes())
        .merge(back::routes())
        .merge(report::routes())
        .merge(analysis::routes())
        .merge(explorer::routes())
        .merge(learn::routes())
        .merge(course::routes())
        .merge(studies::routes())
        .merge(study::routes())
        .merge(practice::routes())
        .route("/game/{id}", routing::get(game::game))
        .route("/settings", routing::get(settings_page).post(choose))
        .fallback(|| async { ApiError::NoPage })
        .layer(middleware::from_fn(errors::as_pages))
        .route("/assets/{*path}", routing::get(assets::asset))
        .route("/favicon.ico", routing::get(assets::favicon))
}

/// Encodes names and values as a query string.
pub fn query(parts: &[(&str, &str)]) -> String {
    serde_urlencoded::to_string(parts).expect("pairs of texts can always be written")
}

async fn settings_page(visitor: Visitor) -> Response {
    let settings: Vec<_> = SETTINGS
        .iter()
        .map(|setting| context! { name => setting.name, choices => setting.choices.to_vec() })
        .collect();
    // Each theme's names of the sides, in the pictures on this page.
    let shown = Ruleset::from(Variant::American);
    let boards: BTreeMap<&str, Value> = Visitor::boards(&shown).collect();
    page(&visitor, "settings.html", context! { all => settings, boards })
}

/// The submitted choices, and the page they were made on; other fields are ignored.
struct Choices(HashMap<String, String>);

impl<'de> Deserialize<'de> for Choices {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Self(HashMap::new()))
    }
}

impl<'de> de::Visitor<'de> for Choices {
    type Value = Self;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the fields of a form")
    }

    fn visit_map<A: de::MapAccess<'de>>(mut self, mut fields: A) -> Result<Self, A::Error> {
        let is_known = |name: &str| {
            matches!(name, "back" | "lang") || SETTINGS.iter().any(|setting| setting.name == name)
        };
        while let Some((name, value)) = fields.next_entry::<String, String>()? {
            if is_known(&name) {
                self.0.insert(name, value);
            }
        }
        Ok(self)
    }
}

/// Saves choices in the cookie and redirects back to the page.
async fn choose(mut visitor: Visitor, Form(Choices(choices)): Form<Choices>) -> Response {
    for (name, value) in &choices {
        visitor.choose(name, value);
    }
    let back = choices.get("back").map(String::as_str).unwrap_or_default();
    // Only to pages of our own: two slashes would lead to another host, even with characters between them that browsers
    // drop.
    let plain = back.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\');
    let is_local = plain && back.starts_with('/') && !back.starts_with("//");
    let back = if is_local { back } else { "/settings" };
    ([(header::SET_COOKIE, visitor.cookie())], Redirect::to(back)).into_response()
}
