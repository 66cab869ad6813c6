//! What can go wrong with a request, as the client is told.

use crate::store::StoreError;
use crate::words::Phrase;
use arbiter::{Refusal, TermsError};
use axum::Json;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::error::Error;
use std::fmt;
use std::time::Duration;
use wire::{Code, ErrorBody, ErrorView, VERSION};

/// A request that was not done; nothing has changed.
#[derive(Clone, Debug)]
pub enum ApiError {
    /// There is no such game.
    NoGame,
    /// There is no such page or endpoint.
    NoPage,
    /// The game has no such ply.
    NoPly {
        /// How many it has.
        plies: usize,
    },
    /// There are no endgame tables here.
    NoTables,
    /// Tables for so many pieces have not been built.
    NoTable {
        /// How many pieces.
        pieces: u64,
        /// The command that builds them.
        command: String,
    },
    /// Tables for so many pieces are being built.
    TableComing {
        /// How many pieces.
        pieces: u64,
    },
    /// No tables have so many pieces.
    TooManyPieces {
        /// How many.
        pieces: u64,
    },
    /// A table has no win that could be shown.
    NoLongestWin,
    /// A table is damaged; the operator is told where.
    BrokenTable,
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
    /// It cannot be said whether the opponent has left.
    NotKnown,
    /// Somebody asks the engine while playing against a person.
    NoHint,
    /// There is nothing in a message, or too much.
    NotSaid,
    /// The client speaks a newer version of the protocol.
    Version,
    /// The game is further than the client thought.
    Stale {
        /// How far it is.
        ply: usize,
    },
    /// The arbiter does not allow it.
    Refused(Refusal),
    /// It is said that something is offered, but not what.
    NoProposal,
    /// No game can be played on these terms.
    Terms(TermsError),
    /// The request cannot be understood.
    Malformed(String),
    /// A text from elsewhere holds no game or position that can be opened.
    Unreadable(Box<Phrase>),
    /// The body is too large.
    TooLarge,
    /// The body is not said to be JSON.
    NotJson,
    /// Too much is asked at once.
    Busy,
    /// More is asked from one address than one may ask.
    TooMany {
        /// When it may be asked again.
        seconds: u64,
    },
    /// As many games of one address wait for anybody as may.
    TooManySeeks,
    /// The request did not arrive, or was not done, in the time that there is for it.
    TooSlow,
    /// There are as many connections, or as large bodies of requests, as there may be.
    Full,
    /// The page of another site made the request.
    Foreign,
    /// Only whoever runs the server may see it.
    NotOperator,
    /// Only for those who have signed in.
    NotSignedIn,
    /// There is no such account, or the password is another.
    WrongPassword,
    /// An account cannot have this name.
    BadName,
    /// An account cannot have this password.
    BadPassword,
    /// Another account has this name.
    NameTaken,
    /// A player cannot have this name.
    NameKept,
    /// There is no such account.
    NoPerson,
    /// The account has as many passes as one may have.
    TooManyPasses,
    /// A game on these terms cannot be rated.
    NotRated,
    /// One has blocked the other.
    Blocked,
    /// The game has as many events as one may have.
    TooLong,
    /// What was stored cannot be replayed.
    Damaged(String),
    /// A part of the program does not work; tests render every page.
    Broken(String),
    /// The store failed; the operator is told why.
    Store(StoreError),
}

/// What is declared of an error: its code, which has the status, and its sentence.
struct Row {
    code: Code,
    phrase: Phrase,
    /// What programs need to know besides, and people who see the sentence on a page do not.
    hint: Option<String>,
}

impl Row {
    fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

/// An error with this code and this sentence of the catalogues.
fn row(code: Code, sentence: &'static str) -> Row {
    said(code, Phrase::new(sentence))
}

fn said(code: Code, phrase: Phrase) -> Row {
    Row { code, phrase, hint: None }
}

fn malformed(detail: &str) -> Row {
    let phrase = Phrase::new("error.malformed-detail").with("detail", detail);
    said(Code::Malformed, phrase)
}

impl ApiError {
    /// The table of errors.
    fn row(&self) -> Row {
        match self {
            Self::NoGame => row(Code::NoGame, "error.no-game"),
            Self::NoPage => row(Code::NoPage, "error.no-page"),
            Self::NoPly { plies } => {
                said(Code::NoPly, Phrase::new("error.no-ply").with("plies", *plies as u64))
            }
            Self::NoTables => row(Code::NoTable, "error.no-tables"),
            Self::NoTable { pieces, command } => {
                let phrase = Phrase::new("error.no-table").with("pieces", *pieces);
                said(Code::NoTable, phrase.with("command", command.as_str()))
            }
            Self::TableComing { pieces } => {
                said(Code::NoTable, Phrase::new("error.table-coming").with("pieces", *pieces))
            }
            Self::TooManyPieces { pieces } => {
                let phrase = Phrase::new("error.too-many-pieces").with("pieces", *pieces);
                said(Code::NoTable, phrase.with("most", endgame::MAX_PIECES as u64))
            }
            Self::NoLongestWin => row(Code::NoTable, "error.no-longest-win"),
            Self::BrokenTable => row(Code::NoTable, "error.broken-table"),
            Self::WrongMethod => {
                row(Code::WrongMethod, "error.no-method").hint("See the header Allow.")
            }
            Self::NoKey => row(Code::NoKey, "error.not-your-seat")
                .hint("Send the key of your seat: Authorization: Bearer KEY"),
            Self::NotYourSeat => row(Code::NotYourSeat, "error.not-your-seat"),
            Self::NotInvited => row(Code::NotInvited, "error.not-invited"),
            Self::WrongGame => row(Code::WrongGame, "error.version")
                .hint("The request names a different game than its address."),
            Self::NotGone => row(Code::NotGone, "error.not-gone"),
            Self::NotKnown => row(Code::NotGone, "error.not-known"),
            Self::NoHint => row(Code::Refused, "error.no-hint"),
            Self::NotSaid => row(Code::Refused, "error.not-said"),
            Self::Version => row(Code::Version, "error.version")
                .hint(format!("This server speaks version {VERSION} of the protocol.")),
            Self::Stale { ply } => {
                row(Code::Stale, "error.stale").hint(format!("It is at ply {ply}."))
            }
            Self::Refused(refusal) => said(Code::Refused, refusal.into()),
            Self::NoProposal => Row {
                code: Code::Refused,
                ..malformed("say what is offered: draw, take-back, pause, resume or rematch")
            },
            Self::Terms(error) => said(Code::Terms, error.into()),
            Self::Malformed(detail) => malformed(detail),
            Self::Unreadable(phrase) => said(Code::Unreadable, Phrase::clone(phrase)),
            Self::TooLarge => row(Code::TooLarge, "error.too-large"),
            Self::NotJson => row(Code::NotJson, "error.media")
                .hint("Send JSON, with the header Content-Type: application/json"),
            Self::Busy | Self::Store(StoreError::Busy) => row(Code::Busy, "error.busy"),
            Self::TooMany { seconds } => {
                row(Code::TooMany, "error.too-many").hint(format!("Try again in {seconds} s."))
            }
            Self::TooManySeeks => row(Code::TooMany, "error.too-many-seeks"),
            Self::TooSlow => row(Code::TooSlow, "error.too-slow"),
            Self::Full => row(Code::Full, "error.busy"),
            Self::Foreign => row(Code::Foreign, "error.foreign"),
            Self::NotOperator => row(Code::NotOperator, "error.not-operator")
                .hint("Send the operator's token: Authorization: Bearer TOKEN"),
            Self::NotSignedIn => row(Code::NotSignedIn, "error.not-signed-in"),
            Self::WrongPassword => row(Code::WrongPassword, "error.wrong-password"),
            Self::BadName => row(Code::Refused, "error.bad-name"),
            Self::BadPassword => row(Code::Refused, "error.bad-password"),
            Self::NameTaken => row(Code::NameTaken, "error.name-taken"),
            Self::NameKept => row(Code::Refused, "error.name-kept"),
            Self::NoPerson => row(Code::NoPerson, "error.no-person"),
            Self::TooManyPasses => row(Code::Refused, "error.too-many-passes"),
            Self::NotRated => row(Code::Refused, "error.not-rated"),
            Self::Blocked => row(Code::Blocked, "error.blocked"),
            Self::TooLong => row(Code::TooLong, "error.too-long"),
            Self::Damaged(detail) => row(Code::Damaged, "error.damaged").hint(detail),
            Self::Broken(detail) => row(Code::Broken, "error.broken").hint(detail),
            Self::Store(StoreError::Conflict) => row(Code::Stale, "error.stale"),
            Self::Store(StoreError::Damaged(_)) => row(Code::Store, "error.store-damaged"),
            Self::Store(StoreError::Newer { .. } | StoreError::Unavailable(_)) => {
                row(Code::Store, "error.store")
            }
        }
    }

    /// A word for programs that never changes.
    pub fn code(&self) -> Code {
        self.row().code
    }

    /// The HTTP status that comes with it.
    pub fn status(&self) -> StatusCode {
        status(self.code())
    }

    /// More is asked than one may ask, for so long.
    pub fn too_many(wait: Duration) -> Self {
        Self::TooMany { seconds: wait.as_secs_f64().ceil().max(1.0) as u64 }
    }

    /// As the client reads it.
    pub fn view(&self) -> ErrorView {
        let Row { code, phrase, .. } = self.row();
        let version = matches!(self, Self::Version).then_some(VERSION);
        ErrorView { code, message: self.to_string(), phrase, version }
    }
}

/// The HTTP status of a code.
pub fn status(code: Code) -> StatusCode {
    StatusCode::from_u16(code.status()).expect("the table of codes has only known numbers")
}

impl From<&ApiError> for Phrase {
    fn from(error: &ApiError) -> Self {
        error.row().phrase
    }
}

impl fmt::Display for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Row { phrase, hint, .. } = self.row();
        f.write_str(&phrase.text)?;
        hint.map_or(Ok(()), |hint| write!(f, " {hint}"))
    }
}

impl Error for ApiError {}

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
        let answer = (self.status(), Json(ErrorBody { error: self.view() }));
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
