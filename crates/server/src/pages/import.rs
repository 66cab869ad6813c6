//! The import page: a form, and the games found in an upload.

use super::library;
use super::query;
use super::render::page;
use super::settings::Visitor;
use super::titles::{choices, title_of_text};
use super::uploaded::kept;
use crate::api;
use crate::blocking::Task;
use crate::error::ApiError;
use crate::games::Created;
use crate::guard::{Cost, LARGEST_BODY};
use crate::import::uploads::{LARGEST_FILE, Upload, Uploads};
use crate::import::{self, Entry, Found, Note};
use crate::seats::Requester;
use crate::server::App;
use crate::words::Phrase;
use axum::extract::multipart::{Field, MultipartError};
use axum::extract::{DefaultBodyLimit, Form, Multipart, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum::{Router, routing};
use draughts::Ruleset;
use minijinja::{Value, context};
use serde::Deserialize;
use std::net::IpAddr;
use std::sync::Arc;

/// The routes of the page.
pub fn routes() -> Router<Arc<App>> {
    let files = Router::new()
        .route("/import", routing::get(form).post(look))
        .layer(DefaultBodyLimit::max(LARGEST_FILE as usize + LARGEST_BODY));
    Router::new().route("/import/open", routing::get(form).post(open)).merge(files)
}

/// The rate-limit cost of POST requests.
pub const COSTS: &[(&str, Cost)] = &[("/import", Cost::File), ("/import/open", Cost::Request)];

async fn form(visitor: Visitor) -> Response {
    shown(&visitor, &ImportForm::default(), None, StatusCode::OK)
}

/// The form for an import.
#[derive(Default)]
pub struct ImportForm {
    /// Pasted text.
    text: String,
    /// The chosen file, if it is small.
    file: Vec<u8>,
    /// The chosen file, if it is too large for memory.
    upload: Option<Upload>,
    rules: String,
    /// Whether to add all games to the library.
    all: bool,
}

impl ImportForm {
    /// Stores the import on disk.
    pub fn as_upload(
        &mut self,
        uploads: &Uploads,
        owner: Option<IpAddr>,
    ) -> Result<Upload, ApiError> {
        if let Some(upload) = self.upload.take() {
            return Ok(upload);
        }
        let mut upload = uploads.begin(owner)?;
        tokio::task::block_in_place(|| upload.write(self.bytes()))?;
        Ok(upload)
    }

    async fn read(
        form: &mut Multipart,
        uploads: &Uploads,
        owner: Option<IpAddr>,
    ) -> Result<Self, ApiError> {
        let mut brought = Self::default();
        let mut left = LARGEST_BODY;
        while let Some(field) = form.next_field().await.map_err(|error| broken_off(&error))? {
            match field.name() {
                Some("text") => {
                    let text = small(field, &mut left).await?;
                    brought.text = String::from_utf8_lossy(&text).into_owned();
                }
                Some("rules") => {
                    let rules = small(field, &mut left).await?;
                    brought.rules = String::from_utf8_lossy(&rules).into_owned();
                }
                Some("all") => brought.all = !small(field, &mut left).await?.is_empty(),
                Some("file") => brought.receive(field, &mut left, uploads, owner).await?,
                _ => {
                    small(field, &mut left).await?;
                }
            }
        }
        Ok(brought)
    }

    /// Receives a file: in memory up to the size of a request body, on disk beyond that.
    async fn receive(
        &mut self,
        mut field: Field<'_>,
        left: &mut usize,
        uploads: &Uploads,
        owner: Option<IpAddr>,
    ) -> Result<(), ApiError> {
        while let Some(part) = field.chunk().await.map_err(|error| broken_off(&error))? {
            if self.upload.is_none() && part.len() <= *left {
                *left -= part.len();
                self.file.extend_from_slice(&part);
                continue;
            }
            let upload = match &mut self.upload {
                Some(upload) => upload,
                none => none.insert(uploads.begin(owner)?),
            };
            let before = std::mem::take(&mut self.file);
            tokio::task::block_in_place(|| {
                upload.write(&before)?;
                upload.write(&part)
            })?;
            *left += before.len();
        }
        Ok(())
    }

    /// The file's bytes, if it is in memory.
    fn bytes(&self) -> &[u8] {
        if self.file.is_empty() { self.text.as_bytes() } else { &self.file }
    }
}

/// Reads a field into memory.
async fn small(mut field: Field<'_>, left: &mut usize) -> Result<Vec<u8>, ApiError> {
    let mut bytes = Vec::new();
    while let Some(part) = field.chunk().await.map_err(|error| broken_off(&error))? {
        *left = left.checked_sub(part.len()).ok_or(ApiError::TooLarge)?;
        bytes.extend_from_slice(&part);
    }
    Ok(bytes)
}

fn broken_off(error: &MultipartError) -> ApiError {
    match error.status() {
        StatusCode::PAYLOAD_TOO_LARGE => ApiError::TooLarge,
        _ => ApiError::Malformed(error.body_text()),
    }
}

/// The chosen rules; `None` to guess them.
fn rules(text: &str) -> Result<Option<Ruleset>, ApiError> {
    if text.is_empty() { Ok(None) } else { api::read_rules(text).map(Some) }
}

async fn look(
    State(app): State<Arc<App>>,
    who: Requester,
    visitor: Visitor,
    mut form: Multipart,
) -> Response {
    let address = who.address;
    let mut brought = match ImportForm::read(&mut form, &app.uploads, address).await {
        Ok(brought) => brought,
        Err(error) => {
            // Many clients read the response only after sending everything.
            while let Ok(Some(_)) = form.next_field().await {}
            return error.into_response();
        }
    };
    let rules = match rules(&brought.rules) {
        Ok(rules) => rules,
        Err(error) => return wrong(&visitor, &brought, &Phrase::from(&error)),
    };
    if brought.all {
        let added = async {
            let file = library::brought(&app, &who, &mut brought, rules).await?;
            library::added(&app, &who, &visitor, &file, 1).await
        };
        return added.await.unwrap_or_else(IntoResponse::into_response);
    }
    if let Some(upload) = brought.upload.take() {
        return match kept(&app, address, upload, rules).await {
            Ok(place) => Redirect::to(&place).into_response(),
            Err(error) => error.into_response(),
        };
    }
    let bytes = brought.bytes().to_vec();
    let look = move || import::look(&bytes, rules.as_ref());
    let found = match app.supervisor.games.pool.run_blocking(address, Task::Games, look).await {
        Ok(found) => found,
        Err(error) => return error.into_response(),
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

pub fn wrong(visitor: &Visitor, brought: &ImportForm, phrase: &Phrase) -> Response {
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
    let defaults = context! { games => (), more => 0, trouble => (), file => () };
    let mut response = page(visitor, "import.html", context! { ..about, ..defaults });
    if response.status().is_success() {
        *response.status_mut() = status;
    }
    response
}

pub fn listed(game: &Entry, visitor: &Visitor) -> Value {
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
        rules => &game.rules,
    }
}

/// The form that opens one of the games found.
#[derive(Deserialize)]
struct OpenForm {
    text: String,
    /// The rules as guessed from all games.
    #[serde(default)]
    rules: String,
}

async fn open(
    State(app): State<Arc<App>>,
    who: Requester,
    visitor: Visitor,
    Form(chosen): Form<OpenForm>,
) -> Result<Response, ApiError> {
    let text = chosen.text.clone();
    let rules = rules(&chosen.rules)?;
    let games = &app.supervisor.games;
    let open = move || import::open(text.as_bytes(), rules.as_ref(), 1);
    match games.pool.run_blocking(who.address, Task::Games, open).await? {
        Ok(opened) => {
            let Created { id, key, .. } = games.import(opened, &who).await?;
            Ok(Redirect::to(&format!("/game/{id}#key={key}")).into_response())
        }
        Err(phrase) => {
            let brought = ImportForm { text: chosen.text, ..ImportForm::default() };
            Ok(wrong(&visitor, &brought, &phrase))
        }
    }
}
