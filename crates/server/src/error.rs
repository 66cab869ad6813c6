//! What can go wrong with a request, as the client is told.

use crate::store::StoreError;
use crate::viewer::VERSION;
use crate::words::Phrase;
use arbiter::{Refusal, TermsError};
use axum::Json;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::{Value, json};
use std::error::Error;
use std::time::Duration;
use utoipa::ToSchema;

/// A request that was not done; nothing has changed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ApiError {
    /// There is no such game.
    #[error("there is no such game")]
    NoGame,
    /// There is no such page or endpoint.
    #[error("page not found")]
    NoPage,
    /// The game has no such ply.
    #[error("the game has only reached ply {plies}; ask for ply 0 to {plies}")]
    NoPly {
        /// How many it has.
        plies: usize,
    },
    /// The address has no such method.
    #[error("this address does not support that method; see the Allow header")]
    WrongMethod,
    /// No key was shown where one is needed.
    #[error("send the key of your seat: Authorization: Bearer KEY")]
    NoKey,
    /// The key does not open this seat.
    #[error("you are not playing this side")]
    NotYourSeat,
    /// The invitation opens no seat.
    #[error("this invitation is not valid for this game, or the seat is already taken")]
    NotInvited,
    /// The request names another game.
    #[error("this request is for another game")]
    WrongGame,
    /// The opponent cannot be said to have left.
    #[error("your opponent has not been away long enough")]
    NotGone,
    /// It cannot be said whether the opponent has left.
    #[error(
        "the server cannot tell at the moment whether your opponent is connected; try again soon"
    )]
    NotKnown,
    /// Somebody asks the engine while playing against a person.
    #[error("hints are not available in games against people")]
    NoHint,
    /// There is nothing in a message, or too much.
    #[error("a message must have 1 to 200 characters")]
    NotSaid,
    /// The client speaks a newer version of the protocol.
    #[error("this server speaks version 1 of the protocol")]
    Version,
    /// The game is further than the client thought.
    #[error("the game has moved on; it is at ply {ply}")]
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
    #[error("a request body may have at most 1 MiB")]
    TooLarge,
    /// The body is not said to be JSON.
    #[error("send JSON, with the header Content-Type: application/json")]
    NotJson,
    /// Too much is asked at once.
    #[error("the server is busy with this; try again in a moment")]
    Busy,
    /// More is asked from one address than one may ask.
    #[error("too many requests from your address; try again in {seconds} s")]
    TooMany {
        /// When it may be asked again.
        seconds: u64,
    },
    /// As many games of one address wait for anybody as may.
    #[error(
        "several games from your address are already waiting for an opponent; join one, or abort one of yours"
    )]
    TooManySeeks,
    /// The request did not arrive, or was not done, in the time that there is for it.
    #[error("the request took too long")]
    TooSlow,
    /// There are as many connections, or as large bodies of requests, as there may be.
    #[error("the server is overloaded; try again in a moment")]
    Full,
    /// The page of another site made the request.
    #[error("this request came from another site; open this server's own page")]
    Foreign,
    /// Only whoever runs the server may see it.
    #[error("this is for the operator: send the operator's token: Authorization: Bearer TOKEN")]
    NotOperator,
    /// Only for those who have signed in.
    #[error("sign in first")]
    NotSignedIn,
    /// There is no such account, or the password is another.
    #[error("the name or the password is wrong")]
    WrongPassword,
    /// An account cannot have this name.
    #[error("a name must have 2 to 20 letters, digits, - or _, and begin with a letter")]
    BadName,
    /// An account cannot have this password.
    #[error("a password must have 8 to 200 characters and differ from the name")]
    BadPassword,
    /// Another account has this name.
    #[error("this name is taken; choose another")]
    NameTaken,
    /// A player cannot have this name.
    #[error("this name is reserved for the computer or the server; choose another")]
    NameKept,
    /// There is no such account.
    #[error("there is no player with this name")]
    NoPerson,
    /// The account has as many passes as one may have.
    #[error("this account already has 50 tokens and sessions; delete some first")]
    TooManyPasses,
    /// A game on these terms cannot be rated.
    #[error(
        "a rated game is one between two people, of a variant without changes, from its own start, with a clock"
    )]
    NotRated,
    /// One has blocked the other.
    #[error("you cannot play each other: one of you has blocked the other")]
    Blocked,
    /// The game has as many events as one may have.
    #[error("this game has become too long; start a new one")]
    TooLong,
    /// What was stored cannot be replayed.
    #[error("the record of this game is damaged: {0}")]
    Damaged(String),
    /// A part of the program does not work; tests render every page.
    #[error("internal error: {0}")]
    Broken(String),
    /// The store failed; the operator is told why.
    #[error("{}", store_failed(.0))]
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
    /// The invitation opens no seat.
    NotInvited,
    /// The request names another game.
    WrongGame,
    /// The opponent cannot be said to have left.
    NotGone,
    /// The client speaks a newer version of the protocol.
    Version,
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
    /// More is asked from one address than one may ask.
    TooMany,
    /// The request took too long.
    TooSlow,
    /// There are as many connections, or as large bodies of requests, as there may be.
    Full,
    /// The page of another site made the request.
    Foreign,
    /// Only whoever runs the server may see it.
    NotOperator,
    /// Only for those who have signed in.
    NotSignedIn,
    /// There is no such account, or the password or token is another.
    WrongPassword,
    /// Another account has this name.
    NameTaken,
    /// There is no such account.
    NoPerson,
    /// One has blocked the other.
    Blocked,
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
    pub const ALL: [Self; 32] = [
        Self::NoGame,
        Self::NoPage,
        Self::NoPly,
        Self::WrongMethod,
        Self::NoKey,
        Self::NotYourSeat,
        Self::NotInvited,
        Self::WrongGame,
        Self::NotGone,
        Self::Version,
        Self::Stale,
        Self::Refused,
        Self::Terms,
        Self::Malformed,
        Self::Unreadable,
        Self::TooLarge,
        Self::NotJson,
        Self::Busy,
        Self::TooMany,
        Self::TooSlow,
        Self::Full,
        Self::Foreign,
        Self::NotOperator,
        Self::NotSignedIn,
        Self::WrongPassword,
        Self::NameTaken,
        Self::NoPerson,
        Self::Blocked,
        Self::TooLong,
        Self::Damaged,
        Self::Broken,
        Self::Store,
    ];

    /// The HTTP status that comes with it.
    pub fn status(self) -> StatusCode {
        match self {
            Self::NoGame | Self::NoPage | Self::NoPly | Self::NoPerson => StatusCode::NOT_FOUND,
            Self::WrongMethod => StatusCode::METHOD_NOT_ALLOWED,
            Self::NoKey | Self::NotSignedIn | Self::NotOperator => StatusCode::UNAUTHORIZED,
            Self::NotYourSeat
            | Self::NotInvited
            | Self::Foreign
            | Self::WrongPassword
            | Self::Blocked => StatusCode::FORBIDDEN,
            Self::Version => StatusCode::BAD_REQUEST,
            Self::Stale | Self::NotGone | Self::NameTaken => StatusCode::CONFLICT,
            Self::Refused | Self::Terms | Self::Unreadable | Self::TooLong | Self::WrongGame => {
                StatusCode::UNPROCESSABLE_ENTITY
            }
            Self::Malformed => StatusCode::BAD_REQUEST,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::NotJson => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::Damaged | Self::Broken => StatusCode::INTERNAL_SERVER_ERROR,
            Self::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Self::Busy | Self::TooMany => StatusCode::TOO_MANY_REQUESTS,
            Self::Full | Self::Store => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    /// As programs read it.
    pub fn word(self) -> String {
        let word = serde_json::to_value(self).ok();
        word.and_then(|word| word.as_str().map(str::to_owned)).unwrap_or_default()
    }

    /// What it tells a programmer.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::NoGame => "there is no such game",
            Self::NoPage => "page not found",
            Self::NoPly => "the game has fewer plies than that",
            Self::WrongMethod => "the address does not support that method",
            Self::NoKey => "only players may do that, and the request has no key",
            Self::NotYourSeat => "the key is not the one for the seat of this side",
            Self::NotInvited => "the invitation is not valid for this game, or was already used",
            Self::WrongGame => "the request names a different game than its address",
            Self::NotGone => {
                "the opponent is there, has not been away long enough, or the server cannot tell now"
            }
            Self::Version => "the server speaks an older version of the protocol",
            Self::Stale => "the game has moved on; load it again and decide again",
            Self::Refused => "the rules do not allow it; the message says why",
            Self::Terms => {
                "the rules, the position, the opening or the clock are not valid; the message says \
                 which and why"
            }
            Self::Malformed => "the request does not have the form described here",
            Self::Unreadable => {
                "the text has no game or position that can be opened; the message says why"
            }
            Self::TooLarge => "the body is larger than 1 MiB",
            Self::NotJson => "a body needs Content-Type: application/json",
            Self::Busy => "the server is busy; try again",
            Self::TooMany => {
                "too many requests from one address; the header Retry-After says when to try again"
            }
            Self::TooSlow => "the request did not arrive, or was not answered, in time",
            Self::Full => "the server is overloaded; try again",
            Self::Foreign => "the request came from another site",
            Self::NotOperator => "only the operator of the server can see this",
            Self::NotSignedIn => "only for accounts: sign in, or send a token",
            Self::WrongPassword => "the name, the password or the token is wrong",
            Self::NameTaken => "another account has this name",
            Self::NoPerson => "there is no account with this name",
            Self::Blocked => "one of the two players has blocked the other",
            Self::TooLong => "the game has reached the maximum number of events",
            Self::Damaged => "the record of this game is damaged",
            Self::Broken => "internal error",
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
    #[schema(example = "there is no such game")]
    message: String,
    /// The same as a sentence of the catalogues, for those who say it in another language.
    phrase: Phrase,
    /// With the code `version`: the highest version of the protocol that the server speaks.
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<u64>,
}

impl ApiError {
    /// A word for programs that never changes.
    pub fn code(&self) -> Code {
        match self {
            Self::NoGame => Code::NoGame,
            Self::NoPage => Code::NoPage,
            Self::NoPly { .. } => Code::NoPly,
            Self::WrongMethod => Code::WrongMethod,
            Self::NoKey => Code::NoKey,
            Self::NotYourSeat => Code::NotYourSeat,
            Self::NotInvited => Code::NotInvited,
            Self::NoHint
            | Self::NotSaid
            | Self::BadName
            | Self::NameKept
            | Self::BadPassword
            | Self::TooManyPasses
            | Self::NotRated => Code::Refused,
            Self::WrongGame => Code::WrongGame,
            Self::NotGone | Self::NotKnown => Code::NotGone,
            Self::Version => Code::Version,
            Self::Stale { .. } | Self::Store(StoreError::Conflict) => Code::Stale,
            Self::Refused(_) | Self::NoProposal => Code::Refused,
            Self::Terms(_) => Code::Terms,
            Self::Malformed(_) => Code::Malformed,
            Self::Unreadable(_) => Code::Unreadable,
            Self::TooLarge => Code::TooLarge,
            Self::NotJson => Code::NotJson,
            Self::Busy | Self::Store(StoreError::Busy) => Code::Busy,
            Self::TooMany { .. } | Self::TooManySeeks => Code::TooMany,
            Self::TooSlow => Code::TooSlow,
            Self::Full => Code::Full,
            Self::Foreign => Code::Foreign,
            Self::NotOperator => Code::NotOperator,
            Self::NotSignedIn => Code::NotSignedIn,
            Self::WrongPassword => Code::WrongPassword,
            Self::NameTaken => Code::NameTaken,
            Self::NoPerson => Code::NoPerson,
            Self::Blocked => Code::Blocked,
            Self::TooLong => Code::TooLong,
            Self::Damaged(_) => Code::Damaged,
            Self::Broken(_) => Code::Broken,
            Self::Store(_) => Code::Store,
        }
    }

    /// More is asked than one may ask, for so long.
    pub fn too_many(wait: Duration) -> Self {
        Self::TooMany { seconds: wait.as_secs_f64().ceil().max(1.0) as u64 }
    }

    /// As the client reads it.
    pub fn json(&self) -> Value {
        let (code, phrase) = (self.code(), Phrase::from(self));
        let version = matches!(self, Self::Version).then_some(VERSION);
        json!({ "error": ErrorView { code, message: self.to_string(), phrase, version } })
    }
}

impl From<JsonRejection> for ApiError {
    fn from(rejection: JsonRejection) -> Self {
        match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => Self::TooLarge,
            StatusCode::UNSUPPORTED_MEDIA_TYPE => Self::NotJson,
            _ => Self::Malformed(cause(&rejection)),
        }
    }
}

impl From<QueryRejection> for ApiError {
    fn from(rejection: QueryRejection) -> Self {
        Self::Malformed(cause(&rejection))
    }
}

/// A file that is damaged may have lost games, and coming again does not help.
fn store_failed(error: &StoreError) -> &'static str {
    match error {
        StoreError::Damaged(_) => {
            "the file of the games is damaged; the operator has to look at it"
        }
        _ => "games cannot be read or stored now; nothing is lost",
    }
}

/// What is wrong, without the layers that it came through.
fn cause(rejection: &dyn Error) -> String {
    rejection.source().unwrap_or(rejection).to_string()
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        if !matches!(error, StoreError::Conflict | StoreError::Busy) {
            tracing::error!(%error, "the store failed");
        }
        Self::Store(error)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let answer = (self.code().status(), Json(self.json()));
        let mut response = match self {
            Self::NoKey | Self::NotSignedIn | Self::NotOperator => {
                ([(header::WWW_AUTHENTICATE, "Bearer")], answer).into_response()
            }
            Self::TooMany { seconds } => {
                ([(header::RETRY_AFTER, seconds.to_string())], answer).into_response()
            }
            Self::TooManySeeks => ([(header::RETRY_AFTER, "60")], answer).into_response(),
            _ => answer.into_response(),
        };
        // Pages show it in their own way.
        response.extensions_mut().insert(self);
        response
    }
}
