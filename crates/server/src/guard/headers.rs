//! Security headers for all responses.

use super::Guard;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;
use std::sync::Arc;

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
    connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; \
    frame-ancestors 'none'";
/// Browser features that none of our pages uses, denied so that injected content cannot use them either.
const PERMISSIONS: &str = "camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), \
    payment=(), publickey-credentials-get=(), serial=(), usb=()";
/// The paths of private pages, which no cache may keep.
const PRIVATE: [&str; 3] = ["/account", "/api/account", "/operator"];
const TWO_YEARS: &str = "max-age=63072000";

/// Scripts and styles are never documents: headers that only matter for documents would be a tenth of the size of a
/// first visit.
fn is_document(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).map_or(&b""[..], HeaderValue::as_bytes);
    !kind.starts_with(b"text/javascript") && !kind.starts_with(b"text/css")
}

/// Adds them to a response.
pub async fn add(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    let is_private = PRIVATE.iter().any(|start| request.uri().path().starts_with(start));
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    let is_document = is_document(headers);
    let mut set = |name: HeaderName, value: &'static str| {
        headers.insert(name, HeaderValue::from_static(value));
    };
    set(header::CONTENT_SECURITY_POLICY, POLICY);
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    if is_private {
        set(header::CACHE_CONTROL, "no-store");
    }
    // Not `no-referrer`: it would hide from us, too, which page a form was sent from.
    set(header::REFERRER_POLICY, "same-origin");
    if is_document {
        set(HeaderName::from_static("permissions-policy"), PERMISSIONS);
        set(HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    }
    set(HeaderName::from_static("cross-origin-resource-policy"), "same-origin");
    if guard.settings.public_url.as_ref().is_some_and(|url| url.is_https()) {
        set(header::STRICT_TRANSPORT_SECURITY, TWO_YEARS);
    }
    response
}
