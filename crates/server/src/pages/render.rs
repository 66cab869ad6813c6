//! Renders templates.

use super::settings::Visitor;
use super::sides::board;
use super::{BUILD, Web};
use crate::error::ApiError;
use crate::words::{Catalogue, Language, SideNames};
use axum::http::header;
use axum::response::{Html, IntoResponse, Response};
use minijinja::value::{Kwargs, Value};
use minijinja::{
    AutoEscape, Environment, Error, ErrorKind, State, TemplateSource, UndefinedBehavior, context,
};
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// The template variable for how a game is shown.
const BOARD: &str = "board";

/// Renders a page of `web/pages` for this visitor. Templates write `t("key", name=value)` for sentences in the
/// visitor's language.
pub fn page(visitor: &Visitor, name: &str, about: Value) -> Response {
    let html = match render(visitor, name, about) {
        Ok(html) => html,
        Err(error) => {
            // The operator can do something about it; visitors cannot.
            tracing::error!(name, error = format!("{error:#}"), "a page is broken");
            return ApiError::Broken(format!("{name}: {error:#}")).into_response();
        }
    };
    let language = visitor.language.code();
    ([(header::CONTENT_LANGUAGE, language), (header::VARY, "Cookie, Accept-Language")], Html(html))
        .into_response()
}

fn render(visitor: &Visitor, name: &str, about: Value) -> Result<String, Error> {
    let languages: Vec<Value> = Language::ALL
        .iter()
        .map(|one| {
            let chosen = *one == visitor.language.base();
            context! { code => one.code(), name => one.own_name(), chosen }
        })
        .collect();
    let common = context! {
        lang => visitor.language.code(),
        languages,
        settings => &visitor.choices,
        // For pages that are not about one game. Pictures of games use each game's own theme.
        board => board(&visitor.chosen_theme().unwrap_or_default()),
        themed => visitor.chosen_board().map(|board| format!("&theme={board}")).unwrap_or_default(),
        here => &visitor.here,
        signed_in => &visitor.name,
        version => env!("CARGO_PKG_VERSION"),
        build => &*BUILD,
    };
    environment().get_template(name)?.render(context! { ..about, ..common })
}

/// Renders a template of `web/pages` without a visitor: a file, not a page.
pub fn render_file(name: &str, about: Value) -> Result<String, Error> {
    environment().get_template(name)?.render(about)
}

fn environment() -> &'static Environment<'static> {
    static READY: OnceLock<Environment<'static>> = OnceLock::new();
    READY.get_or_init(|| {
        let mut environment = Environment::new();
        environment.set_loader(|name| {
            let path = format!("pages/{name}");
            let Some(file) = Web::get(&path) else { return Ok(None) };
            let hash = file.metadata.sha256_hash();
            // During development, pages show the current template.
            let unchanged = move || {
                !cfg!(debug_assertions)
                    || Web::get(&path).is_some_and(|now| now.metadata.sha256_hash() == hash)
            };
            let source = TemplateSource::new(String::from_utf8_lossy(&file.data));
            Ok(Some(source.with_uptodate_check(unchanged)))
        });
        environment.set_auto_escape_callback(|_| AutoEscape::Html);
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        environment.add_function("t", translate);
        environment
    })
}

/// `t("key", name=value)`. Sides are named by the page's `board`, or by the given one for a game in a list.
fn translate(state: &State, key: &str, values: Kwargs) -> Result<String, Error> {
    let code = state.lookup("lang").map(|code| code.to_string());
    let language = code.and_then(|code| code.parse::<Language>().ok());
    let language = language.expect("every page is given its language");
    let mut given: BTreeMap<&str, String> = BTreeMap::new();
    for name in values.args().filter(|name| *name != BOARD) {
        given.insert(name, values.get::<Value>(name)?.to_string());
    }
    let board = values.get::<Option<Value>>(BOARD)?.or_else(|| state.lookup(BOARD));
    let sides = board.and_then(|board| board.get_attr("sides").ok());
    let sides: SideNames = sides.and_then(|sides| sides.as_str()?.parse().ok()).unwrap_or_default();
    let (catalogue, key) = (Catalogue::of(language), sides.key(key));
    if !catalogue.sentences.contains_key(&*key) {
        return Err(Error::new(ErrorKind::InvalidOperation, format!("no words for {key:?}")));
    }
    Ok(catalogue.say(&key, &given))
}
