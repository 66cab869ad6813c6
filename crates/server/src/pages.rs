//! The pages and what they are made of, embedded in the program.

use crate::failure::Failure;
use crate::server::App;
use axum::Router;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing;
use rust_embed::RustEmbed;
use std::sync::Arc;

#[derive(RustEmbed)]
#[folder = "../../web"]
struct Web;

/// The routes of the pages.
pub fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/", routing::get(home))
        .route("/game/{id}", routing::get(game))
        .route("/assets/{*path}", routing::get(asset))
}

async fn home(headers: HeaderMap) -> Response {
    file("home.html", &headers)
}

async fn game(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    app.house.games.find(&id).await?;
    Ok(file("game.html", &headers))
}

async fn asset(Path(path): Path<String>, headers: HeaderMap) -> Response {
    // Pages have addresses of their own.
    if path.ends_with(".html") {
        return Failure::NoPage.into_response();
    }
    file(&path, &headers)
}

/// A file, unless the browser has it already.
fn file(path: &str, headers: &HeaderMap) -> Response {
    let Some(found) = Web::get(path) else { return Failure::NoPage.into_response() };
    let hash: String =
        found.metadata.sha256_hash()[..8].iter().map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{hash}\"");
    let known =
        headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    if known {
        return StatusCode::NOT_MODIFIED.into_response();
    }
    let kind = match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    };
    let headers = [
        (header::CONTENT_TYPE, kind.to_owned()),
        (header::ETAG, tag),
        (header::CACHE_CONTROL, "no-cache".to_owned()),
    ];
    (headers, found.data).into_response()
}
