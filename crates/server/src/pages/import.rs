//! Bringing games and positions: a form, and what was found in it.

use super::query;
use super::render::page;
use super::settings::Visitor;
use super::titles::{choices, title_of_text};
use crate::api::{self, CountedAddress};
use crate::blocking::Task;
use crate::error::ApiError;
use crate::games::Created;
use crate::guard::Cost;
use crate::import::{self, Entry, Found, Note};
use crate::seats::Requester;
use crate::server::App;
use crate::words::Phrase;
use axum::extract::multipart::MultipartError;
use axum::extract::{Form, Multipart, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum::{Router, routing};
use draughts::Ruleset;
use minijinja::{Value, context};
use serde::Deserialize;
use std::sync::Arc;

/// The routes of the import.
pub fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/import", routing::get(form).post(look))
        .route("/import/open", routing::get(form).post(open))
}

/// What posting to them costs.
pub const COSTS: &[(&str, Cost)] = &[("/import", Cost::Request), ("/import/open", Cost::Request)];

async fn form(visitor: Visitor) -> Response {
    shown(&visitor, &ImportForm::default(), None, StatusCode::OK)
}

/// What a visitor brought.
#[derive(Default)]
struct ImportForm {
    /// Pasted.
    text: String,
    /// Chosen.
    file: Vec<u8>,
    rules: String,
}

impl ImportForm {
    async fn read(mut form: Multipart) -> Result<Self, MultipartError> {
        let mut brought = Self::default();
        while let Some(field) = form.next_field().await? {
            match field.name() {
                Some("text") => {
                    brought.text = String::from_utf8_lossy(&field.bytes().await?).into_owned();
                }
                Some("rules") => brought.rules = field.text().await?,
                Some("file") => brought.file = field.bytes().await?.to_vec(),
                _ => {}
            }
        }
        Ok(brought)
    }

    /// The file where there is one.
    fn bytes(&self) -> &[u8] {
        if self.file.is_empty() { self.text.as_bytes() } else { &self.file }
    }
}

/// The rules that somebody chose, if they did not leave it to us.
fn rules(text: &str) -> Result<Option<Ruleset>, ApiError> {
    if text.is_empty() { Ok(None) } else { api::read_rules(text).map(Some) }
}

async fn look(
    State(app): State<Arc<App>>,
    CountedAddress(address): CountedAddress,
    visitor: Visitor,
    form: Multipart,
) -> Response {
    let brought = match ImportForm::read(form).await {
        Ok(brought) => brought,
        Err(error) => return error.status().into_response(),
    };
    let rules = match rules(&brought.rules) {
        Ok(rules) => rules,
        Err(failure) => return wrong(&visitor, &brought, &Phrase::from(&failure)),
    };
    let bytes = brought.bytes().to_vec();
    let look = move || import::look(&bytes, rules.as_ref());
    let found = match app.supervisor.games.pool.run_blocking(address, Task::Games, look).await {
        Ok(found) => found,
        Err(failure) => return failure.into_response(),
    };
    match found {
        Ok(Found::Position { rules, fen }) => {
            let place = format!("/editor?{}", query(&[("rules", &rules), ("fen", &fen)]));
            Redirect::to(&place).into_response()
        }
        Ok(Found::Games { games, more }) => {
            let games = games.iter().map(|game| listed(game, &visitor));
            let found = context! { games => games.collect::<Vec<_>>(), more };
            shown(
                &visitor,
                &ImportForm { text: String::new(), ..brought },
                Some(found),
                StatusCode::OK,
            )
        }
        Err(phrase) => wrong(&visitor, &brought, &phrase),
    }
}

fn wrong(visitor: &Visitor, brought: &ImportForm, phrase: &Phrase) -> Response {
    let trouble = context! { trouble => phrase.said(visitor.language) };
    shown(visitor, brought, Some(trouble), StatusCode::UNPROCESSABLE_ENTITY)
}

fn shown(
    visitor: &Visitor,
    brought: &ImportForm,
    more: Option<Value>,
    status: StatusCode,
) -> Response {
    let chosen: Option<Ruleset> = brought.rules.parse().ok();
    let about = context! {
        text => &brought.text,
        rules => choices(chosen.as_ref(), visitor),
        guessed => chosen.is_none(),
        ..more.unwrap_or_default()
    };
    let defaults = context! { games => (), more => 0, trouble => () };
    let mut response = page(visitor, "import.html", context! { ..about, ..defaults });
    if response.status().is_success() {
        *response.status_mut() = status;
    }
    response
}

fn listed(game: &Entry, visitor: &Visitor) -> Value {
    let language = visitor.language;
    let note = |note: &Note| {
        let (line, column) = (note.line, note.column);
        let in_variation = note.in_variation;
        context! { line, column, in_variation, what => note.what.said(language) }
    };
    context! {
        number => game.number,
        line => game.line,
        white => &game.white,
        black => &game.black,
        event => &game.event,
        date => &game.date,
        standing => game.standing,
        board => visitor.board_of_text(&game.rules),
        title => title_of_text(&game.rules, language),
        plies => game.plies,
        trouble => game.trouble.as_ref().map(note),
        notes => game.notes.iter().map(note).collect::<Vec<_>>(),
        text => &game.text,
    }
}

/// A game that was found, to be opened.
#[derive(Deserialize)]
struct Chosen {
    text: String,
}

async fn open(
    State(app): State<Arc<App>>,
    who: Requester,
    visitor: Visitor,
    Form(chosen): Form<Chosen>,
) -> Result<Response, ApiError> {
    let text = chosen.text.clone();
    let games = &app.supervisor.games;
    let open = move || import::open(text.as_bytes(), None, 1);
    match games.pool.run_blocking(who.address, Task::Games, open).await? {
        Ok(log) => {
            let Created { id, key, .. } = games.import(log, &who).await?;
            Ok(Redirect::to(&format!("/game/{id}#key={key}")).into_response())
        }
        Err(phrase) => {
            let brought = ImportForm { text: chosen.text, ..ImportForm::default() };
            Ok(wrong(&visitor, &brought, &phrase))
        }
    }
}
