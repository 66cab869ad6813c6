//! What a handler takes from a request; what cannot be taken is told as every error is.

use crate::failure::Failure;
use axum::Json;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::header;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;
use std::convert::Infallible;
use utoipa::IntoParams;

/// The body, as JSON.
pub struct Body<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, state: &S) -> Result<Self, Failure> {
        let Json(value) = Json::from_request(request, state).await?;
        Ok(Self(value))
    }
}

/// What stands behind the question mark.
pub struct Asked<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Asked<T> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        let Query(value) = Query::from_request_parts(parts, state).await?;
        Ok(Self(value))
    }
}

/// The name of a game, from the address.
#[derive(IntoParams)]
#[into_params(names("id"), parameter_in = Path)]
pub struct Id(
    /// The game's name.
    #[param(example = "k3m7q2x9ab", pattern = "^[a-km-np-z2-9]{10}$")]
    pub String,
);

impl<S: Send + Sync> FromRequestParts<S> for Id {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        // What is no text is the name of no game.
        let Path(id) = Path::from_request_parts(parts, state).await.map_err(|_| Failure::NoGame)?;
        Ok(Self(id))
    }
}

/// The key that a request shows: `Authorization: Bearer KEY`; empty if it shows none.
pub struct Key(pub String);

impl Key {
    /// The key of somebody who wants to play.
    pub fn shown(&self) -> Result<&str, Failure> {
        if self.0.is_empty() { Err(Failure::NoKey) } else { Ok(&self.0) }
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Key {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let shown = parts.headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        let key = shown.and_then(|shown| shown.strip_prefix("Bearer ")).unwrap_or_default();
        Ok(Self(key.trim().to_owned()))
    }
}
