//! The HTTP interface: JSON in, JSON out.

mod acts;
mod files;
mod games;
mod import;
mod rules;

pub use acts::Deed;
pub use files::LONGEST_FEN;
pub use games::{Order, start};
pub use rules::read_rules;

use crate::failure::Failure;
use crate::server::App;
use axum::extract::rejection::JsonRejection;
use axum::http::{HeaderMap, header};
use axum::{Json, Router};
use std::sync::Arc;

/// The routes under `/api`.
pub fn routes() -> Router<Arc<App>> {
    Router::new()
        .merge(rules::routes())
        .merge(games::routes())
        .merge(acts::routes())
        .merge(files::routes())
        .merge(import::routes())
}

type Body<T> = Result<Json<T>, JsonRejection>;

fn body<T>(body: Body<T>) -> Result<T, Failure> {
    body.map(|Json(value)| value).map_err(|error| Failure::Malformed(error.body_text()))
}

/// The key that a request shows: `Authorization: Bearer KEY`.
fn key(headers: &HeaderMap) -> &str {
    let value = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    value.and_then(|value| value.strip_prefix("Bearer ")).unwrap_or_default().trim()
}
