//! Every request on its way in, and its answer on the way out.

use super::crowd::Place;
use super::door::Connection;
use super::{Caller, Cost, Guard, body, origin};
use crate::failure::Failure;
use crate::pages::{Visitor, as_page, is_page};
use axum::body::Body;
use axum::extract::{MatchedPath, Request, State};
use axum::http::request::Parts;
use axum::http::{Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use tokio::time::timeout;

/// Where invitations and passwords are shown, which are keys too.
const SHOWN: [&str; 7] = [
    "/api/games/{id}/join",
    "/api/account/sign-in",
    "/api/account/password",
    "/api/account/delete",
    "/account/sign-in",
    "/account/password",
    "/account/delete",
];

/// What watches the server asks for these, and must hear that it is well also while others flood it from
/// the same address.
const OF_WATCHERS: [&str; 2] = ["/healthz", "/readyz"];

/// Lets a request in if its caller may ask for that much, and sees to it that it takes no longer than it
/// may.
pub async fn admit(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    let (mut parts, body) = request.into_parts();
    let connection = parts.extensions.remove::<Arc<Connection>>();
    // Without a connection nobody is known, and nobody has privileges.
    let peer = connection.as_ref().map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |known| known.peer);
    let caller = guard.caller(peer, &parts.headers);
    parts.extensions.insert(caller);
    let scheme = guard.scheme(peer, &parts.headers);
    let entry = match check(&guard, caller, scheme, &parts) {
        Ok(place) => body::whole(body, guard.settings.times.body).await.map(|body| (place, body)),
        Err(failure) => Err(failure),
    };
    let (place, body) = match entry {
        Ok(entry) => entry,
        Err(failure) => return refused(&parts, failure),
    };
    let answer = next.run(Request::from_parts(parts, body));
    let answer = timeout(guard.settings.times.answer, answer).await;
    let answer = answer.unwrap_or_else(|_| Failure::Busy.into_response());
    if let Some(failure) = answer.extensions().get::<Failure>() {
        guard.heard(caller, failure);
    }
    if answer.status() == StatusCode::SWITCHING_PROTOCOLS {
        if let (Some(connection), Some(place)) = (connection, place) {
            connection.keep(place);
        }
        return answer;
    }
    if is_stream(&answer) { counted(&guard, caller, answer) } else { answer }
}

/// Whether somebody may ask for this; who wants a socket gets a place for it.
fn check(
    guard: &Guard,
    caller: Caller,
    scheme: Option<&str>,
    request: &Parts,
) -> Result<Option<Place>, Failure> {
    if origin::is_foreign(request, guard.settings.public_url.as_ref(), scheme) {
        return Err(Failure::Foreign);
    }
    let route = request.extensions.get::<MatchedPath>().map_or("", MatchedPath::as_str);
    if OF_WATCHERS.contains(&route) {
        return Ok(None);
    }
    let is_post = request.method == Method::POST;
    let cost = if is_post { Cost::of(route) } else { Cost::Nothing };
    let shows_key =
        is_post && SHOWN.contains(&route) || request.headers.contains_key(header::AUTHORIZATION);
    guard.charge(caller, cost, shows_key)?;
    let is_upgrade = request.headers.contains_key(header::UPGRADE);
    is_upgrade.then(|| guard.place_for_socket(caller)).transpose()
}

fn is_stream(answer: &Response) -> bool {
    let kind = answer.headers().get(header::CONTENT_TYPE);
    kind.is_some_and(|kind| kind.as_bytes().starts_with(b"text/event-stream"))
}

/// A stream that takes a place as long as it lasts.
fn counted(guard: &Guard, caller: Caller, answer: Response) -> Response {
    match guard.place_for_socket(caller) {
        Ok(place) => answer.map(|body| {
            let parts = body.into_data_stream().inspect(move |_| {
                let _while_it_lasts = &place;
            });
            Body::from_stream(parts.fuse())
        }),
        Err(failure) => failure.into_response(),
    }
}

/// Says no: to people with a page, to programs with JSON.
fn refused(request: &Parts, failure: Failure) -> Response {
    tracing::debug!(code = ?failure.code(), "refused");
    let answer = failure.into_response();
    match is_page(&request.uri) {
        true => as_page(&Visitor::of(&request.headers, &request.uri), answer),
        false => answer,
    }
}
