//! The board editor. Without JavaScript it shows the position in the address.

use super::query;
use super::render::page;
use super::settings::Visitor;
use super::titles::{choices, usual};
use crate::api::{self, CountedAddress};
use crate::blocking::Task;
use crate::error::ApiError;
use crate::server::App;
use crate::words::Phrase;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Response};
use axum::{Router, routing};
use draughts::{AnyPosition, Color, Ruleset};
use minijinja::context;
use serde::Deserialize;
use std::net::IpAddr;
use std::sync::Arc;
use wire::LONGEST_FEN;

/// The route of the editor.
pub fn routes() -> Router<Arc<App>> {
    Router::new().route("/editor", routing::get(editor))
}

/// The initial position.
#[derive(Default, Deserialize)]
#[serde(default)]
struct EditorQuery {
    rules: String,
    fen: String,
}

async fn editor(
    State(app): State<Arc<App>>,
    CountedAddress(address): CountedAddress,
    visitor: Visitor,
    Query(asked): Query<EditorQuery>,
) -> Response {
    let mut trouble = None;
    let rules = match asked.rules.as_str() {
        "" => usual(visitor.language).into(),
        text => api::read_rules(text).unwrap_or_else(|error| {
            trouble = Some(error);
            usual(visitor.language).into()
        }),
    };
    let fen = asked.fen.trim();
    let position = read(&app, address, &rules, fen).await.unwrap_or_else(|error| {
        trouble = trouble.take().or(Some(error));
        AnyPosition::start(&rules)
    });
    let count = move || (position.legal_moves().len(), position.outcome().is_some());
    let (moves, over) = match app.supervisor.games.pool.soon(address, Task::Position, count).await {
        Ok(counted) => counted,
        Err(error) => return error.into_response(),
    };
    let sound = trouble.is_none().then(|| position.to_fen());
    let turn = if position.turn() == Color::White { "white" } else { "black" };
    let (written, shown) = (rules.to_string(), position.to_fen());
    // The fields of the home page's form for playing this position.
    let against = vec![
        ("rules", written.clone()),
        ("opening", "position".to_owned()),
        ("fen", shown.clone()),
        ("opponent", "computer".to_owned()),
        ("color", turn.to_owned()),
        ("level", String::new()),
    ];
    let about = context! {
        chosen => &written,
        rules => choices(Some(&rules), &visitor),
        board => visitor.board(&rules),
        fen => sound.unwrap_or_else(|| fen.to_owned()),
        scene => query(&[("rules", &written), ("fen", &shown)]),
        against,
        turn,
        moves,
        over,
        trouble => trouble.map(|error| Phrase::from(&error).said(visitor.language)),
    };
    page(&visitor, "editor.html", about)
}

async fn read(
    app: &App,
    address: Option<IpAddr>,
    rules: &Ruleset,
    fen: &str,
) -> Result<AnyPosition, ApiError> {
    if fen.len() > LONGEST_FEN {
        return Err(ApiError::Malformed("the position is too long".to_owned()));
    }
    api::read_position(app, address, rules, fen).await
}
