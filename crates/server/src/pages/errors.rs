//! Error pages.

use super::render::page;
use super::settings::Visitor;
use crate::error::ApiError;
use crate::words::Phrase;
use axum::extract::Request;
use axum::http::{StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::Response;
use minijinja::context;

/// Whether an address is a page, as opposed to the API.
pub fn is_page(uri: &Uri) -> bool {
    const OF_PROGRAMS: [&str; 6] = ["/api", "/ws/", "/assets/", "/metrics", "/healthz", "/readyz"];
    !OF_PROGRAMS.iter().any(|start| uri.path().starts_with(start))
}

/// Renders errors of pages as pages.
pub async fn as_pages(request: Request, next: Next) -> Response {
    let visitor = Visitor::of(request.headers(), request.uri());
    as_page(&visitor, next.run(request).await)
}

/// Renders an error as a page; other responses are left alone.
pub fn as_page(visitor: &Visitor, mut response: Response) -> Response {
    let status = response.status();
    let failed = status.is_client_error() || status.is_server_error();
    if !failed || is_shown(&response) {
        return response;
    }
    let error = response.extensions_mut().remove::<ApiError>();
    let phrase = error.as_ref().map_or_else(|| of_status(status), Phrase::from);
    let message = phrase.said(visitor.language);
    let mut shown = page(visitor, "error.html", context! { message, status => status.as_u16() });
    *shown.status_mut() = status;
    for name in [header::RETRY_AFTER, header::WWW_AUTHENTICATE] {
        if let Some(value) = response.headers_mut().remove(&name) {
            shown.headers_mut().insert(name, value);
        }
    }
    if let Some(error) = error {
        shown.extensions_mut().insert(error);
    }
    shown
}

/// Whether the response already shows the error.
fn is_shown(response: &Response) -> bool {
    response.headers().contains_key(header::CONTENT_LANGUAGE)
}

/// Returns the sentence for a request that never reached a page.
fn of_status(status: StatusCode) -> Phrase {
    Phrase::new(match status {
        StatusCode::NOT_FOUND => "error.no-page",
        StatusCode::METHOD_NOT_ALLOWED => "error.no-method",
        StatusCode::PAYLOAD_TOO_LARGE => "error.too-large",
        StatusCode::UNSUPPORTED_MEDIA_TYPE => "error.media",
        status if status.is_server_error() => "error.broken",
        _ => "error.malformed",
    })
}
