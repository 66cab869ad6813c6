//! What can go wrong with a request, as the client is told.

use crate::store::StoreError;
use crate::words::Phrase;
use arbiter::{Refusal, TermsError};
use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

/// A request that was not done; nothing has changed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Failure {
    /// There is no such game.
    #[error("there is no game of this name")]
    NoGame,
    /// There is no such page or endpoint.
    #[error("there is nothing at this address")]
    NoPage,
    /// The key does not open this seat.
    #[error("you do not play this side")]
    NotYourSeat,
    /// The game is further than the client thought.
    #[error("the game went on in the meantime; it has {ply} plies")]
    Stale {
        /// How far it is.
        ply: usize,
    },
    /// The arbiter does not allow it.
    #[error("{0}")]
    Refused(Refusal),
    /// No game can be played on these terms.
    #[error("{0}")]
    Terms(TermsError),
    /// The request cannot be understood.
    #[error("{0}")]
    Malformed(String),
    /// What was stored cannot be replayed.
    #[error("the record of this game is damaged: {0}")]
    Damaged(String),
    /// A part of the program does not work; tests render every page.
    #[error("this page is broken: {0}")]
    Broken(String),
    /// The store failed.
    #[error("{0}")]
    Store(StoreError),
}

impl Failure {
    /// A word for programs that never changes.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NoGame => "no-game",
            Self::NoPage => "no-page",
            Self::NotYourSeat => "not-your-seat",
            Self::Stale { .. } => "stale",
            Self::Refused(_) => "refused",
            Self::Terms(_) => "terms",
            Self::Malformed(_) => "malformed",
            Self::Damaged(_) => "damaged",
            Self::Broken(_) => "broken",
            Self::Store(_) => "store",
        }
    }

    fn status(&self) -> StatusCode {
        match self {
            Self::NoGame | Self::NoPage => StatusCode::NOT_FOUND,
            Self::NotYourSeat => StatusCode::FORBIDDEN,
            Self::Stale { .. } | Self::Store(StoreError::Conflict) => StatusCode::CONFLICT,
            Self::Refused(_) | Self::Terms(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Self::Malformed(_) => StatusCode::BAD_REQUEST,
            Self::Damaged(_) | Self::Broken(_) => StatusCode::INTERNAL_SERVER_ERROR,
            Self::Store(_) => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    /// As the client reads it.
    pub fn json(&self) -> Value {
        let (code, phrase) = (self.code(), Phrase::from(self));
        json!({ "error": { "code": code, "message": self.to_string(), "phrase": phrase } })
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let mut response = (self.status(), Json(self.json())).into_response();
        // Pages show it in their own way.
        response.extensions_mut().insert(self);
        response
    }
}
