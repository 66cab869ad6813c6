//! The board editor. Without JavaScript it shows what the address says.

use super::query;
use super::render::page;
use super::settings::Visitor;
use super::titles::{choices, usual};
use crate::api::{self, LONGEST_FEN};
use crate::failure::Failure;
use crate::server::App;
use crate::words::Phrase;
use arbiter::TermsError;
use axum::extract::Query;
use axum::response::Response;
use axum::{Router, routing};
use draughts::{AnyPosition, Color};
use minijinja::context;
use serde::Deserialize;
use std::sync::Arc;

/// The route of the editor.
pub fn routes() -> Router<Arc<App>> {
    Router::new().route("/editor", routing::get(editor))
}

/// The position to begin with.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Asked {
    rules: String,
    fen: String,
}

async fn editor(visitor: Visitor, Query(asked): Query<Asked>) -> Response {
    let mut trouble = None;
    let rules = match asked.rules.as_str() {
        "" => usual(visitor.language).into(),
        text => api::read_rules(text).unwrap_or_else(|failure| {
            trouble = Some(failure);
            usual(visitor.language).into()
        }),
    };
    let fen = asked.fen.trim();
    let position = match fen {
        "" => AnyPosition::start(&rules),
        _ => read(&rules, fen).unwrap_or_else(|failure| {
            trouble = trouble.take().or(Some(failure));
            AnyPosition::start(&rules)
        }),
    };
    let sound = trouble.is_none().then(|| position.to_fen());
    let about = context! {
        chosen => rules.to_string(),
        rules => choices(Some(&rules), visitor.language),
        fen => sound.unwrap_or_else(|| fen.to_owned()),
        scene => query(&[("rules", &rules.to_string()), ("fen", &position.to_fen())]),
        turn => if position.turn() == Color::White { "white" } else { "black" },
        moves => position.legal_moves().len(),
        over => position.outcome().is_some(),
        trouble => trouble.map(|failure| Phrase::from(&failure).said(visitor.language)),
    };
    page(&visitor, "editor.html", about)
}

fn read(rules: &draughts::Ruleset, fen: &str) -> Result<AnyPosition, Failure> {
    if fen.len() > LONGEST_FEN {
        return Err(Failure::Malformed("the position is too long".to_owned()));
    }
    AnyPosition::from_fen(rules, fen).map_err(|error| Failure::Terms(TermsError::Fen(error)))
}
