//! Games and positions from elsewhere.

use super::games::CreatedView;
use super::{Body, body, read_rules};
use crate::failure::Failure;
use crate::import::{self, Found};
use crate::server::App;
use crate::words::{Language, Phrase};
use axum::extract::State;
use axum::http::StatusCode;
use axum::{Json, Router, routing};
use draughts::Ruleset;
use serde::Deserialize;
use std::sync::Arc;

/// The routes of the import.
pub fn routes() -> Router<Arc<App>> {
    Router::new().route("/import", routing::post(look)).route("/import/game", routing::post(open))
}

/// A text with games or a position: PDN, FEN, or the log of a game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Brought {
    text: String,
    /// The rules of all games; found out where nothing is said.
    #[serde(default)]
    rules: Option<String>,
    /// Which game to open, from 1; only looked at when one is opened.
    #[serde(default)]
    game: Option<usize>,
}

impl Brought {
    fn rules(&self) -> Result<Option<Ruleset>, Failure> {
        self.rules.as_deref().map(read_rules).transpose()
    }
}

fn failed(phrase: Phrase) -> Failure {
    Failure::Malformed(phrase.said(Language::English))
}

async fn look(brought: Body<Brought>) -> Result<Json<Found>, Failure> {
    let brought = body(brought)?;
    let rules = brought.rules()?;
    let found =
        tokio::task::block_in_place(|| import::look(brought.text.as_bytes(), rules.as_ref()));
    found.map(Json).map_err(failed)
}

async fn open(
    State(app): State<Arc<App>>,
    brought: Body<Brought>,
) -> Result<(StatusCode, Json<CreatedView>), Failure> {
    let brought = body(brought)?;
    let rules = brought.rules()?;
    let number = brought.game.unwrap_or(1);
    let read = || import::open(brought.text.as_bytes(), rules.as_ref(), number);
    let log = tokio::task::block_in_place(read).map_err(failed)?;
    let created = app.house.games.import(log).await?;
    Ok((StatusCode::CREATED, Json(created.into())))
}
