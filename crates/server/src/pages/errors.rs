//! What went wrong, as a page.

use super::render::page;
use super::settings::Visitor;
use crate::failure::Failure;
use axum::extract::Request;
use axum::middleware::Next;
use axum::response::Response;
use minijinja::context;

/// Shows failures of pages as pages.
pub async fn as_pages(request: Request, next: Next) -> Response {
    let visitor = Visitor::of(request.headers(), request.uri());
    let response = next.run(request).await;
    let status = response.status();
    if !(status.is_client_error() || status.is_server_error()) {
        return response;
    }
    let failure = response.extensions().get::<Failure>();
    let code = failure.map_or("malformed", Failure::code);
    let mut shown = page(&visitor, "error.html", context! { code, status => status.as_u16() });
    *shown.status_mut() = status;
    shown
}
