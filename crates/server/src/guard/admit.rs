//! Admits requests and applies limits to them.

use super::connection_counter::ConnectionSlot;
use super::listener::Connection;
use super::{Caller, Cost, Guard, body, origin};
use crate::error::ApiError;
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

/// The paths of health checks, which must be answered even while the same address floods the server.
const OF_WATCHERS: [&str; 2] = ["/healthz", "/readyz"];

/// Admits a request if its caller is within the limits, and enforces the time limit.
pub async fn admit(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    let (mut parts, body) = request.into_parts();
    let connection = parts.extensions.remove::<Arc<Connection>>();
    // Without connection information, the caller is unknown and has no privileges.
    let peer = connection.as_ref().map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |known| known.peer);
    let caller = guard.caller(peer, &parts.headers);
    parts.extensions.insert(caller);
    let scheme = guard.scheme(peer, &parts.headers);
    let entry = match check(&guard, caller, scheme, &parts) {
        Ok(entry) => entry,
        Err(error) => return refused(&parts, error),
    };
    let (times, share) = (&guard.settings.times, guard.share_for_body(caller));
    let (arrived, longest) = match entry.brings_file {
        true => (body::in_parts(body, times, share), times.answer + body::LONGEST_FILE),
        false => (body::whole(body, times, share).await, times.answer),
    };
    let (body, _share) = match arrived {
        Ok(arrived) => arrived,
        Err(error) => {
            guard.answered(caller, entry.attempt.is_some(), Some(&error));
            return refused(&parts, error);
        }
    };
    let turn = if entry.takes_turn { guard.queue(caller) } else { None };
    let answer = async {
        let _turn = match &turn {
            Some(turn) => turn.begin().await,
            None => None,
        };
        next.run(Request::from_parts(parts, body)).await
    };
    let answer = timeout(longest, answer).await;
    let answer = answer.unwrap_or_else(|_| ApiError::Busy.into_response());
    guard.answered(caller, entry.attempt.is_some(), answer.extensions().get::<ApiError>());
    if answer.status() == StatusCode::SWITCHING_PROTOCOLS {
        if let (Some(connection), Some(place)) = (connection, entry.socket) {
            connection.keep(place);
        }
        return answer;
    }
    if is_stream(&answer) { counted(&guard, caller, answer) } else { answer }
}

/// The resources that an admitted request holds.
struct Admission {
    /// The connection slot of a WebSocket.
    socket: Option<ConnectionSlot>,
    /// A password attempt. It counts as failed until the password proves right, even if the client disconnects.
    attempt: Option<ConnectionSlot>,
    /// Whether the handler streams the body.
    brings_file: bool,
    /// Whether it queues for its address's turn; not if it has a limit of its own.
    takes_turn: bool,
}

/// Checks the limits and takes what the request needs.
fn check(
    guard: &Guard,
    caller: Caller,
    scheme: Option<&str>,
    request: &Parts,
) -> Result<Admission, ApiError> {
    if origin::is_foreign(request, guard.settings.public_url.as_ref(), scheme) {
        return Err(ApiError::Foreign);
    }
    let route = request.extensions.get::<MatchedPath>().map_or("", MatchedPath::as_str);
    if OF_WATCHERS.contains(&route) {
        return Ok(Admission {
            socket: None,
            attempt: None,
            brings_file: false,
            takes_turn: false,
        });
    }
    let cost = match request.method {
        Method::POST if !route.is_empty() => Cost::of(route),
        _ => Cost::Request,
    };
    let shows_password = cost == Cost::Password;
    // An invitation counts as a key too.
    let shows_key = shows_password
        || cost == Cost::Invitation
        || request.headers.contains_key(header::AUTHORIZATION);
    guard.charge(caller, cost, shows_key)?;
    let attempt = if shows_password { guard.attempt(caller)? } else { None };
    let is_upgrade = request.headers.contains_key(header::UPGRADE);
    let socket = is_upgrade.then(|| guard.place_for_socket(caller)).transpose()?;
    let kind = request.headers.get(header::CONTENT_TYPE);
    let is_form = kind.is_some_and(|kind| kind.as_bytes().starts_with(b"multipart/form-data"));
    let takes_turn = cost == Cost::Request;
    Ok(Admission { socket, attempt, brings_file: cost == Cost::File && is_form, takes_turn })
}

fn is_stream(answer: &Response) -> bool {
    let kind = answer.headers().get(header::CONTENT_TYPE);
    kind.is_some_and(|kind| kind.as_bytes().starts_with(b"text/event-stream"))
}

/// Makes a stream hold its connection slot until it ends.
fn counted(guard: &Guard, caller: Caller, answer: Response) -> Response {
    match guard.place_for_socket(caller) {
        Ok(place) => answer.map(|body| {
            let parts = body.into_data_stream().inspect(move |_| {
                let _while_it_lasts = &place;
            });
            Body::from_stream(parts.fuse())
        }),
        Err(error) => error.into_response(),
    }
}

/// Renders an error: as a page for people, as JSON for programs.
fn refused(request: &Parts, error: ApiError) -> Response {
    tracing::debug!(code = ?error.code(), "refused");
    let answer = error.into_response();
    match is_page(&request.uri) {
        true => as_page(&Visitor::of(&request.headers, &request.uri), answer),
        false => answer,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guard::{Limits, Rate, Settings};
    use axum::{Router, middleware, routing};
    use hyper::service::Service;
    use hyper_util::service::TowerToHyperService;
    use std::time::Duration;
    use tokio::sync::{Semaphore, mpsc};

    /// Issue 15.5: few requests of an address are answered concurrently. Its others wait, but nobody else does.
    #[tokio::test]
    async fn few_requests_of_an_address_are_answered_at_once() {
        const MOST: usize = 3;
        let limits = Some(Limits { at_once: MOST, ..Limits::default() });
        let settings =
            Settings { limits, proxies: vec!["0.0.0.0/0".parse().unwrap()], ..Settings::default() };
        let guard = Arc::new(Guard::new(settings));
        let (begun, mut beginning) = mpsc::unbounded_channel();
        let door = Arc::new(Semaphore::new(0));
        let behind = Arc::clone(&door);
        let slow = routing::get(async move || {
            let _ = begun.send(());
            behind.acquire().await.unwrap().forget();
        });
        let router = Router::new()
            .route("/slow", slow)
            .route("/quick", routing::get(|| async {}))
            .layer(middleware::from_fn_with_state(Arc::clone(&guard), admit));
        let service = Arc::new(TowerToHyperService::new(router));
        let ask = |path: &str, from: &str| {
            let request = Request::get(path).header("x-forwarded-for", from);
            let (service, request) = (Arc::clone(&service), request.body(Body::empty()).unwrap());
            tokio::spawn(async move { service.call(request).await.unwrap().status() })
        };
        let asked: Vec<_> = (0..MOST * 4).map(|_| ask("/slow", "192.0.2.1")).collect();
        for _ in 0..MOST {
            beginning.recv().await.unwrap();
        }
        assert_eq!(ask("/quick", "192.0.2.2").await.unwrap(), StatusCode::OK);
        for _ in MOST..asked.len() {
            assert!(beginning.try_recv().is_err(), "no more than {MOST} at once");
            door.add_permits(1);
            beginning.recv().await.unwrap();
        }
        door.add_permits(MOST);
        for answer in asked {
            assert_eq!(answer.await.unwrap(), StatusCode::OK);
        }
    }

    /// Issue 15.6: a password attempt counts from its start, even if the client disconnects; a right one does not
    /// count.
    #[tokio::test]
    async fn attempts_count_when_they_begin() {
        const MOST: u32 = 7;
        let wrong_keys = Rate { burst: MOST, every: Duration::from_secs(10_000) };
        let limits = Some(Limits { wrong_keys, ..Limits::default() });
        let guard = Arc::new(Guard::new(Settings { limits, ..Settings::default() }));
        let (begun, mut beginning) = mpsc::unbounded_channel();
        let endless = routing::post(move || {
            let _ = begun.send(());
            std::future::pending::<()>()
        });
        let router = Router::new()
            .route("/api/account/sign-in", endless)
            .route("/account/sign-in", routing::post(|| async {}))
            .layer(middleware::from_fn_with_state(Arc::clone(&guard), admit));
        let service = Arc::new(TowerToHyperService::new(router));
        let ask = |path: &str| {
            let (service, request) = (Arc::clone(&service), Request::post(path));
            let request = request.body(Body::from("{}")).unwrap();
            tokio::spawn(async move { service.call(request).await.unwrap().status() })
        };
        for _ in 0..MOST * 2 {
            assert_eq!(ask("/account/sign-in").await.unwrap(), StatusCode::OK);
        }
        for _ in 0..MOST {
            let hasty = ask("/api/account/sign-in");
            beginning.recv().await.unwrap();
            hasty.abort();
            assert!(hasty.await.unwrap_err().is_cancelled());
        }
        assert_eq!(guard.sign_ins.size(), 0, "whoever has gone takes up no place");
        for path in ["/account/sign-in", "/api/account/sign-in"] {
            assert_eq!(ask(path).await.unwrap(), StatusCode::TOO_MANY_REQUESTS, "{path}");
        }
    }
}
