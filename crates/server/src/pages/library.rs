//! The user's library: adding all games of a file, exporting all games as one file, and finding games with a position.

use super::import::ImportForm;
use super::own::OwnNames;
use super::render::page;
use super::settings::Visitor;
use super::uploaded::gone;
use crate::api;
use crate::blocking::Task;
use crate::error::ApiError;
use crate::games::Created;
use crate::guard::Cost;
use crate::import::Opened;
use crate::import::search::open_some;
use crate::import::uploads::UploadedFile;
use crate::seats::Requester;
use crate::server::App;
use axum::body::Body;
use axum::extract::{Form, Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::{Router, routing};
use futures_util::{StreamExt, stream};
use minijinja::context;
use serde::Deserialize;
use std::collections::HashSet;
use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use wire::MOST_OWN_GAMES;

/// The routes of the page.
pub fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/import/file/{name}/all", routing::post(add_all))
        .route("/games/export", routing::post(export))
}

/// The rate-limit costs of POST requests.
pub const COSTS: &[(&str, Cost)] =
    &[("/import/file/{name}/all", Cost::Request), ("/games/export", Cost::Request)];

/// How many games of a file are read before they are stored.
const AT_ONCE: usize = 100;
/// The most games added per request, and its time limit.
const MOST_ADDED: usize = 500;
const LONGEST: Duration = Duration::from_secs(20);

/// The first game of the file to add, from 1.
#[derive(Deserialize)]
struct LotForm {
    from: usize,
}

async fn add_all(
    State(app): State<Arc<App>>,
    who: Requester,
    Path(name): Path<String>,
    visitor: Visitor,
    Form(LotForm { from }): Form<LotForm>,
) -> Result<Response, ApiError> {
    added(&app, &who, &visitor, &name, from).await
}

/// Adds the games of a file to the uploader's library, and shows how many.
pub async fn added(
    app: &App,
    who: &Requester,
    visitor: &Visitor,
    name: &str,
    from: usize,
) -> Result<Response, ApiError> {
    let Some(file) = app.uploads.find(name) else { return Ok(gone(visitor)) };
    let mut lot = Lot { next: from.max(1), ..Lot::default() };
    lot.add(app, who, &file).await?;
    let keys: Vec<String> = lot.added.iter().map(|(id, key)| format!("{id}:{key}")).collect();
    let about = context! {
        file => name,
        added => lot.added.len(),
        skipped => lot.skipped,
        keys => keys.join(","),
        next => (!lot.is_end).then_some(lot.next),
    };
    Ok(page(visitor, "library.html", about))
}

/// A batch of games to add to a user's library.
#[derive(Default)]
struct Lot {
    /// The number of the first game not added yet.
    next: usize,
    added: Vec<(String, String)>,
    /// How many games were skipped because they are illegal.
    skipped: usize,
    is_end: bool,
}

impl Lot {
    /// Adds games until the time limit or the quota is reached. It is an error if the quota does not even allow the
    /// first; otherwise the rest is left for another request.
    async fn add(
        &mut self,
        app: &App,
        who: &Requester,
        file: &UploadedFile,
    ) -> Result<(), ApiError> {
        let begun = Instant::now();
        while !self.is_end && self.added.len() < MOST_ADDED && begun.elapsed() < LONGEST {
            for opened in self.read(app, who.address, file).await? {
                let Some(opened) = opened else {
                    self.skipped += 1;
                    self.next += 1;
                    continue;
                };
                match app.supervisor.games.add_to_library(opened, who).await {
                    Ok(Created { id, key, .. }) => self.added.push((id, key)),
                    Err(ApiError::Unreadable(_) | ApiError::TooLong) => self.skipped += 1,
                    Err(error) if self.added.is_empty() => return Err(error),
                    Err(_) => {
                        self.is_end = false;
                        return Ok(());
                    }
                }
                self.next += 1;
            }
        }
        Ok(())
    }

    /// Reads the next games of the file; `None` for each that is illegal.
    async fn read(
        &mut self,
        app: &App,
        address: Option<IpAddr>,
        file: &UploadedFile,
    ) -> Result<Vec<Option<Opened>>, ApiError> {
        let (file, from) = (file.clone(), self.next);
        let read = move || open_some(file.reader(), &file.judge, from, AT_ONCE);
        let (games, is_end) =
            app.supervisor.games.pool.run_blocking(address, Task::Games, read).await?;
        self.is_end = is_end;
        Ok(games)
    }
}

/// Stores an upload whose games are all to be added; returns its name.
pub async fn brought(
    app: &App,
    who: &Requester,
    form: &mut ImportForm,
    rules: Option<draughts::Ruleset>,
) -> Result<String, ApiError> {
    let upload = form.as_upload(&app.uploads, who.address)?;
    super::uploaded::keep(app, who.address, upload, rules).await
}

/// Ids and keys of the games that a browser keeps.
#[derive(Default, Deserialize)]
#[serde(default)]
struct ExportForm {
    ids: String,
}

/// Streams all of the user's games as one file.
async fn export(
    State(app): State<Arc<App>>,
    who: Requester,
    Form(ExportForm { ids }): Form<ExportForm>,
) -> Result<Response, ApiError> {
    let mut names = OwnNames::of(&app, &who, &ids, [MOST_OWN_GAMES, MOST_OWN_GAMES]).await?;
    let ids = std::mem::take(&mut names.ids);
    let found = app.supervisor.games.store().by_id(ids).await?;
    let own = found.into_iter().filter(|(game, seats)| {
        game.plies > 0 && !seats.sides(&names.requester(&game.id, &who)).is_empty()
    });
    let ids: Vec<String> = own.map(|(game, _)| game.id).collect();
    let address = who.address;
    let texts = stream::unfold((app, ids.into_iter()), move |(app, mut ids)| async move {
        let id = ids.next()?;
        // A game that cannot be read must not spoil the export; opening it shows the error.
        let text = pdn(&app, &id, address).await.unwrap_or_else(|error| {
            tracing::warn!(id, %error, "a game is left out of an export");
            String::new()
        });
        Some((Ok::<_, Infallible>(text), (app, ids)))
    });
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"damier-games.pdn\""),
    ];
    // The compression layer polls once more after the end.
    Ok((headers, Body::from_stream(texts.fuse())).into_response())
}

async fn pdn(app: &App, id: &str, address: Option<IpAddr>) -> Result<String, ApiError> {
    let games = &app.supervisor.games;
    let state = games.find(id).await?.state();
    let mut text = games.pdn(id, state, address).await?;
    text.truncate(text.trim_end().len());
    Ok(text + "\n\n")
}

/// Returns the ids of the user's games that reached a position, which is given as FEN and rules.
pub async fn with_position(
    app: &App,
    who: &Requester,
    ids: &str,
    position: &str,
) -> Result<Option<HashSet<String>>, ApiError> {
    let Some((fen, rules)) = parts(position) else { return Ok(None) };
    let rules = api::read_rules(rules)?;
    let read = api::read_position(app, who.address, &rules, fen).await?;
    let own = app.explorer.make_own(app, who, ids).await?.source;
    let found = app.explorer.own_games_with(app, who.address, &own, rules, read).await?;
    Ok(Some(found.into_iter().collect()))
}

/// Splits a position into FEN and rules.
pub fn parts(position: &str) -> Option<(&str, &str)> {
    position.trim().split_once(' ')
}
