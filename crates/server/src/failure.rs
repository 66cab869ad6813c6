//! What can go wrong with a request, as the client is told.

use crate::store::StoreError;
use crate::words::Phrase;
use arbiter::{Refusal, TermsError};
use axum::Json;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::{Value, json};
use std::error::Error;
use utoipa::ToSchema;

/// A request that was not done; nothing has changed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Failure {
    /// There is no such game.
    #[error("there is no game of this name")]
    NoGame,
    /// There is no such page or endpoint.
    #[error("there is nothing at this address")]
    NoPage,
    /// The game has no such ply.
    #[error("the game is at ply {plies}; ask for ply 0 to {plies}")]
    NoPly {
        /// How many it has.
        plies: usize,
    },
    /// The address has no such method.
    #[error("this address is not asked this way; the Allow header says how")]
    WrongMethod,
    /// No key was shown where one is needed.
    #[error("show the key that came with the game: Authorization: Bearer KEY")]
    NoKey,
    /// The key does not open this seat.
    #[error("you do not play this side")]
    NotYourSeat,
    /// The game is further than the client thought.
    #[error("the game went on in the meantime; it is at ply {ply}")]
    Stale {
        /// How far it is.
        ply: usize,
    },
    /// The arbiter does not allow it.
    #[error("{0}")]
    Refused(Refusal),
    /// It is said that something is offered, but not what.
    #[error("say what is offered: draw, take-back, pause, resume or rematch")]
    NoProposal,
    /// No game can be played on these terms.
    #[error("{0}")]
    Terms(TermsError),
    /// The request cannot be understood.
    #[error("{0}")]
    Malformed(String),
    /// A text from elsewhere holds no game or position that can be opened.
    #[error("{}", .0.text)]
    Unreadable(Box<Phrase>),
    /// The body is too large.
    #[error("the body of a request has at most 1 MiB")]
    TooLarge,
    /// The body is not said to be JSON.
    #[error("send JSON, with the header Content-Type: application/json")]
    NotJson,
    /// Too much is asked at once.
    #[error("the server is busy with this; try again in a moment")]
    Busy,
    /// The game has as many events as one may have.
    #[error("this game has too many events; start another")]
    TooLong,
    /// What was stored cannot be replayed.
    #[error("the record of this game is damaged: {0}")]
    Damaged(String),
    /// A part of the program does not work; tests render every page.
    #[error("this page is broken: {0}")]
    Broken(String),
    /// The store failed; the operator is told why.
    #[error("games cannot be read or stored now; nothing is lost")]
    Store(StoreError),
}

/// A word for programs that never changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Code {
    /// There is no such game.
    NoGame,
    /// There is no such page or endpoint.
    NoPage,
    /// The game has no such ply.
    NoPly,
    /// The address has no such method.
    WrongMethod,
    /// No key was shown where one is needed.
    NoKey,
    /// The key does not open this seat.
    NotYourSeat,
    /// The game is further than the client thought.
    Stale,
    /// The arbiter does not allow it.
    Refused,
    /// No game can be played on these terms.
    Terms,
    /// The request is not of the form described here.
    Malformed,
    /// A text from elsewhere holds nothing that can be opened.
    Unreadable,
    /// The body is too large.
    TooLarge,
    /// The body is not said to be JSON.
    NotJson,
    /// Too much is asked at once.
    Busy,
    /// The game has as many events as one may have.
    TooLong,
    /// What was stored cannot be replayed.
    Damaged,
    /// A part of the program does not work.
    Broken,
    /// The store failed.
    Store,
}

impl Code {
    /// All of them.
    pub const ALL: [Self; 18] = [
        Self::NoGame,
        Self::NoPage,
        Self::NoPly,
        Self::WrongMethod,
        Self::NoKey,
        Self::NotYourSeat,
        Self::Stale,
        Self::Refused,
        Self::Terms,
        Self::Malformed,
        Self::Unreadable,
        Self::TooLarge,
        Self::NotJson,
        Self::Busy,
        Self::TooLong,
        Self::Damaged,
        Self::Broken,
        Self::Store,
    ];

    /// The HTTP status that comes with it.
    pub fn status(self) -> StatusCode {
        match self {
            Self::NoGame | Self::NoPage | Self::NoPly => StatusCode::NOT_FOUND,
            Self::WrongMethod => StatusCode::METHOD_NOT_ALLOWED,
            Self::NoKey => StatusCode::UNAUTHORIZED,
            Self::NotYourSeat => StatusCode::FORBIDDEN,
            Self::Stale => StatusCode::CONFLICT,
            Self::Refused | Self::Terms | Self::Unreadable | Self::TooLong => {
                StatusCode::UNPROCESSABLE_ENTITY
            }
            Self::Malformed => StatusCode::BAD_REQUEST,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::NotJson => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::Damaged | Self::Broken => StatusCode::INTERNAL_SERVER_ERROR,
            Self::Busy => StatusCode::TOO_MANY_REQUESTS,
            Self::Store => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    /// What it tells a programmer.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::NoGame => "there is no game of this name",
            Self::NoPage => "there is nothing at this address",
            Self::NoPly => "the game has fewer plies than that",
            Self::WrongMethod => "the address is right, the method is not",
            Self::NoKey => "only players may do that, and the request shows no key",
            Self::NotYourSeat => "the key does not open the seat of this side",
            Self::Stale => "the game went on in the meantime; look at it again and decide anew",
            Self::Refused => "the rules do not allow it; the message says why",
            Self::Terms => {
                "no game can be played like this: the rules, the position, the opening \
                 or the clock make no sense; the message says which and why"
            }
            Self::Malformed => "the request is not of the form described here",
            Self::Unreadable => {
                "the text holds no game or position that can be opened; the message says why"
            }
            Self::TooLarge => "the body is larger than 1 MiB",
            Self::NotJson => "a body comes with Content-Type: application/json",
            Self::Busy => "the server is busy with as much of this as it does at once; try again",
            Self::TooLong => "the game has as many events as one may have",
            Self::Damaged => "the record of this game cannot be read any more",
            Self::Broken => "a part of the program does not work; that is our fault",
            Self::Store => {
                "games cannot be read or stored now; nothing has changed, try again later"
            }
        }
    }
}

/// How every error looks. Nothing has changed when one comes back.
#[derive(Serialize, ToSchema)]
pub struct ErrorBody {
    /// What went wrong.
    error: ErrorView,
}

/// What went wrong.
#[derive(Serialize, ToSchema)]
struct ErrorView {
    /// A word for programs that never changes.
    code: Code,
    /// A sentence for people, which may change.
    #[schema(example = "there is no game of this name")]
    message: String,
    /// The same as a sentence of the catalogues, for those who say it in another language.
    phrase: Phrase,
}

impl Failure {
    /// A word for programs that never changes.
    pub fn code(&self) -> Code {
        match self {
            Self::NoGame => Code::NoGame,
            Self::NoPage => Code::NoPage,
            Self::NoPly { .. } => Code::NoPly,
            Self::WrongMethod => Code::WrongMethod,
            Self::NoKey => Code::NoKey,
            Self::NotYourSeat => Code::NotYourSeat,
            Self::Stale { .. } | Self::Store(StoreError::Conflict) => Code::Stale,
            Self::Refused(_) | Self::NoProposal => Code::Refused,
            Self::Terms(_) => Code::Terms,
            Self::Malformed(_) => Code::Malformed,
            Self::Unreadable(_) => Code::Unreadable,
            Self::TooLarge => Code::TooLarge,
            Self::NotJson => Code::NotJson,
            Self::Busy => Code::Busy,
            Self::TooLong => Code::TooLong,
            Self::Damaged(_) => Code::Damaged,
            Self::Broken(_) => Code::Broken,
            Self::Store(_) => Code::Store,
        }
    }

    /// As the client reads it.
    pub fn json(&self) -> Value {
        let (code, phrase) = (self.code(), Phrase::from(self));
        json!({ "error": ErrorView { code, message: self.to_string(), phrase } })
    }
}

impl From<JsonRejection> for Failure {
    fn from(rejection: JsonRejection) -> Self {
        match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => Self::TooLarge,
            StatusCode::UNSUPPORTED_MEDIA_TYPE => Self::NotJson,
            _ => Self::Malformed(cause(&rejection)),
        }
    }
}

impl From<QueryRejection> for Failure {
    fn from(rejection: QueryRejection) -> Self {
        Self::Malformed(cause(&rejection))
    }
}

/// What is wrong, without the layers that it came through.
fn cause(rejection: &dyn Error) -> String {
    rejection.source().unwrap_or(rejection).to_string()
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        if !matches!(error, StoreError::Conflict) {
            eprintln!("store: {error}");
        }
        Self::Store(error)
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let answer = (self.code().status(), Json(self.json()));
        let mut response = match self {
            Self::NoKey => ([(header::WWW_AUTHENTICATE, "Bearer")], answer).into_response(),
            _ => answer.into_response(),
        };
        // Pages show it in their own way.
        response.extensions_mut().insert(self);
        response
    }
}
