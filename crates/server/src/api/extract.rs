//! Extractors for handlers. Failures are answered with the API's usual errors.

use crate::error::ApiError;
use crate::people::{PassKind, TOKEN};
use crate::seats::{Requester, SeatKey, digest};
use crate::server::App;
use axum::Json;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use serde::de::DeserializeOwned;
use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::Arc;
use utoipa::IntoParams;

/// The body, as JSON.
pub struct Body<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let Json(value) = Json::from_request(request, state).await?;
        Ok(Self(value))
    }
}

/// The parameters of the query string.
pub struct QueryParams<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for QueryParams<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let Query(value) = Query::from_request_parts(parts, state).await?;
        Ok(Self(value))
    }
}

/// A game's id, from the path.
#[derive(IntoParams)]
#[into_params(names("id"), parameter_in = Path)]
pub struct Id(
    /// The game's id.
    #[param(example = "k3m7q2x9ab", pattern = "^[a-km-np-z2-9]{10}$")]
    pub String,
);

impl<S: Send + Sync> FromRequestParts<S> for Id {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        // What is not UTF-8 cannot be the id of a game.
        let Path(id) =
            Path::from_request_parts(parts, state).await.map_err(|_| ApiError::NoGame)?;
        Ok(Self(id))
    }
}

/// The value of `Authorization: Bearer …`: a key or a token; empty if missing.
pub struct Bearer(pub String);

impl Bearer {
    fn of(headers: &HeaderMap) -> Self {
        let shown = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        let shown = shown.and_then(|shown| shown.strip_prefix("Bearer ")).unwrap_or_default();
        Self(shown.trim().to_owned())
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Bearer {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self::of(&parts.headers))
    }
}

/// The browser's session cookie; empty if nobody is signed in.
pub struct SessionCookie(pub String);

impl SessionCookie {
    /// The name of the cookie.
    pub const COOKIE: &str = "damier-session";

    fn of(headers: &HeaderMap) -> Self {
        Self(Self::named(headers, Self::COOKIE))
    }

    /// Returns the value of a cookie; empty if missing.
    pub fn named(headers: &HeaderMap, wanted: &str) -> String {
        let lines = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
        let mut cookies =
            lines.flat_map(|line| line.split(';')).filter_map(|one| one.split_once('='));
        let ours = cookies.find(|(name, _)| name.trim() == wanted);
        ours.map(|(_, value)| value.trim().to_owned()).unwrap_or_default()
    }
}

impl<S: Send + Sync> FromRequestParts<S> for SessionCookie {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self::of(&parts.headers))
    }
}

/// The address whose limits the request counts towards; `None` if unlimited.
pub struct CountedAddress(pub Option<IpAddr>);

impl CountedAddress {
    fn of(parts: &Parts, app: &App) -> Self {
        Self(parts.extensions.get().and_then(|caller| app.guard.counted(*caller)))
    }
}

impl FromRequestParts<Arc<App>> for CountedAddress {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Infallible> {
        Ok(Self::of(parts, app))
    }
}

impl FromRequestParts<Arc<App>> for Requester {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ApiError> {
        let people = &app.supervisor.games.people;
        let CountedAddress(address) = CountedAddress::of(parts, app);
        let Bearer(shown) = Bearer::of(&parts.headers);
        if shown.starts_with(TOKEN) {
            let pass = digest(&shown);
            let person =
                people.holder(&pass, PassKind::Token).await?.ok_or(ApiError::WrongPassword)?;
            let pass = Some((pass, PassKind::Token));
            return Ok(Self { key: SeatKey::default(), person: Some(person), pass, address });
        }
        let SessionCookie(session) = SessionCookie::of(&parts.headers);
        if session.is_empty() {
            return Ok(Self { key: SeatKey::of(&shown), address, ..Self::default() });
        }
        let pass = digest(&session);
        let person = people.holder(&pass, PassKind::Session).await?;
        let pass = person.is_some().then_some((pass, PassKind::Session));
        Ok(Self { key: SeatKey::of(&shown), person, pass, address })
    }
}
