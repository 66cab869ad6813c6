//! The HTTP interface: JSON in, JSON out.

mod acts;
mod files;
mod games;
mod rules;

pub use acts::Deed;

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
