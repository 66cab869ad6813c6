//! API errors, as clients get them.

use crate::practice::MOST_CARDS;
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

/// A request that failed; nothing has changed.
#[derive(Clone, Debug)]
pub enum ApiError {
    /// There is no such game.
    NoGame,
    /// There is no such page, endpoint or item.
    NoPage,
    /// The game has no such ply.
    NoPly {
        /// How many plies it has.
        plies: usize,
    },
    /// This server has no endgame tables.
    NoTables,
    /// Tables for this many pieces have not been built.
    NoTable {
        /// How many pieces.
        pieces: u64,
        /// A command that builds them.
        command: String,
    },
    /// Tables for this many pieces are being built.
    TableComing {
        /// How many pieces.
        pieces: u64,
    },
    /// There are no tables for this many pieces.
    TooManyPieces {
        /// How many.
        pieces: u64,
    },
    /// The explorer has no such collection, or no longer has it.
    NoCollection,
    /// A file of the explorer is damaged; the log says which.
    BrokenCollection,
    /// The slice has no win.
    NoLongestWin,
    /// A table is damaged; the log says which.
    BrokenTable,
    /// The endpoint does not support the method.
    WrongMethod,
    /// A key is required.
    NoKey,
    /// The key is not for this seat.
    NotYourSeat,
    /// The invitation is not valid.
    NotInvited,
    /// The request is about another game.
    WrongGame,
    /// The opponent has not been away for long enough.
    NotGone,
    /// It is not known whether the opponent is away.
    NotKnown,
    /// A player asked for a hint while playing against a person.
    NoHint,
    /// The game is not over, so there is no report.
    NotOver,
    /// A chat message is empty or too long.
    NotSaid,
    /// The client's protocol version is too new.
    Version,
    /// The game has moved on since the client's last state.
    Stale {
        /// The current ply of the game.
        ply: usize,
    },
    /// The arbiter rejected the action.
    Refused(Refusal),
    /// An offer without its kind.
    NoProposal,
    /// The terms of the game are invalid.
    Terms(TermsError),
    /// The request is malformed.
    Malformed(String),
    /// An imported text has no game or position that can be opened.
    Unreadable(Box<Phrase>),
    /// The body is too large.
    TooLarge,
    /// The content type is not JSON.
    NotJson,
    /// The queue for the work is full.
    Busy,
    /// The address has exceeded its rate limit.
    TooMany {
        /// The time to wait before the next request, in seconds.
        seconds: u64,
    },
    /// The address has too many open games.
    TooManySeeks,
    /// The request took too long to arrive or to be processed.
    TooSlow,
    /// The limit on connections, or on memory for request bodies, is reached.
    Full,
    /// The request came from a page of another site.
    Foreign,
    /// Only the operator may do this.
    NotOperator,
    /// The account has the maximum number of practice positions.
    TooManyCards,
    /// Not signed in.
    NotSignedIn,
    /// The name or password is wrong.
    WrongPassword,
    /// The name is not valid for an account.
    BadName,
    /// The password is not valid.
    BadPassword,
    /// The name is taken.
    NameTaken,
    /// The name is reserved.
    NameKept,
    /// There is no such account.
    NoPerson,
    /// The account has the maximum number of sessions and tokens.
    TooManyPasses,
    /// There is no such study or chapter, or it is private.
    NoStudy,
    /// The study or chapter has been changed meanwhile.
    StudyChanged,
    /// The maximum number of studies is reached.
    TooManyStudies {
        /// How many.
        most: usize,
    },
    /// A study's only chapter cannot be removed.
    LastChapter,
    /// The study has the maximum number of chapters.
    TooManyChapters,
    /// A game on these terms cannot be rated.
    NotRated,
    /// One player has blocked the other.
    Blocked,
    /// The game has the maximum number of events.
    TooLong,
    /// The stored log cannot be replayed.
    Damaged(String),
    /// A bug in a template or the like; tests render every page.
    Broken(String),
    /// The store failed; the log says why.
    Store(StoreError),
}

/// The declaration of an error: its code, which determines the status, and its sentence.
struct Row {
    code: Code,
    phrase: Phrase,
    /// Details for programs, which are not shown on pages.
    hint: Option<String>,
}

impl Row {
    /// The error of a code, with its own sentence or the default of the table of codes.
    fn of(code: Code) -> Self {
        said(code, sentence(code))
    }

    fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

/// Returns the sentence from the table of codes.
fn sentence(code: Code) -> Phrase {
    Phrase::new(code.key().expect("this code stands for one error"))
}

/// Declares an error of a code with a sentence of the catalogues.
fn row(code: Code, sentence: &'static str) -> Row {
    said(code, Phrase::new(sentence))
}

fn said(code: Code, phrase: Phrase) -> Row {
    let hint = code.key().and(code.hint()).map(str::to_owned);
    Row { code, phrase, hint }
}

fn malformed(detail: &str) -> Row {
    said(Code::Malformed, sentence(Code::Malformed).with("detail", detail))
}

impl ApiError {
    /// Returns the error's declaration.
    fn row(&self) -> Row {
        match self {
            Self::NoGame => Row::of(Code::NoGame),
            Self::NoPage => Row::of(Code::NoPage),
            Self::NoPly { plies } => {
                said(Code::NoPly, sentence(Code::NoPly).with("plies", *plies as u64))
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
            Self::NoCollection => row(Code::NoPage, "error.no-collection"),
            Self::BrokenCollection => row(Code::Store, "error.broken-collection"),
            Self::NoLongestWin => row(Code::NoTable, "error.no-longest-win"),
            Self::BrokenTable => row(Code::NoTable, "error.broken-table"),
            Self::WrongMethod => Row::of(Code::WrongMethod),
            Self::NoKey => Row::of(Code::NoKey),
            Self::NotYourSeat => Row::of(Code::NotYourSeat),
            Self::NotInvited => Row::of(Code::NotInvited),
            Self::WrongGame => Row::of(Code::WrongGame),
            Self::NotGone => row(Code::NotGone, "error.not-gone"),
            Self::NotKnown => row(Code::NotGone, "error.not-known"),
            Self::NoHint => row(Code::Refused, "error.no-hint"),
            Self::NotOver => row(Code::Refused, "error.not-over"),
            Self::NotSaid => row(Code::Refused, "error.not-said"),
            Self::Version => Row::of(Code::Version),
            Self::Stale { ply } => Row::of(Code::Stale).hint(format!("It is at ply {ply}.")),
            Self::Refused(refusal) => said(Code::Refused, refusal.into()),
            Self::NoProposal => Row {
                code: Code::Refused,
                ..malformed("say what is offered: draw, take-back, pause, resume or rematch")
            },
            Self::Terms(error) => said(Code::Terms, error.into()),
            Self::Malformed(detail) => malformed(detail),
            Self::Unreadable(phrase) => said(Code::Unreadable, Phrase::clone(phrase)),
            Self::TooLarge => Row::of(Code::TooLarge),
            Self::NotJson => Row::of(Code::NotJson),
            Self::Busy | Self::Store(StoreError::Busy) => Row::of(Code::Busy),
            Self::TooMany { seconds } => {
                row(Code::TooMany, "error.too-many").hint(format!("Try again in {seconds} s."))
            }
            Self::TooManySeeks => row(Code::TooMany, "error.too-many-seeks"),
            Self::TooSlow => Row::of(Code::TooSlow),
            Self::Full => Row::of(Code::Full),
            Self::Foreign => Row::of(Code::Foreign),
            Self::NotOperator => Row::of(Code::NotOperator),
            Self::NotSignedIn => Row::of(Code::NotSignedIn),
            Self::WrongPassword => Row::of(Code::WrongPassword),
            Self::BadName => row(Code::Refused, "error.bad-name"),
            Self::BadPassword => row(Code::Refused, "error.bad-password"),
            Self::NameTaken => Row::of(Code::NameTaken),
            Self::NameKept => row(Code::Refused, "error.name-kept"),
            Self::NoPerson => Row::of(Code::NoPerson),
            Self::TooManyPasses => row(Code::Refused, "error.too-many-passes"),
            Self::TooManyCards => {
                let phrase = Phrase::new("error.too-many-cards").with("most", MOST_CARDS);
                said(Code::Refused, phrase)
            }
            Self::NoStudy => Row::of(Code::NoStudy),
            Self::StudyChanged => Row::of(Code::StudyChanged),
            Self::TooManyStudies { most } => {
                let phrase = Phrase::new("error.too-many-studies");
                said(Code::Refused, phrase.with("most", *most as u64))
            }
            Self::LastChapter => row(Code::Refused, "error.last-chapter"),
            Self::TooManyChapters => {
                let phrase = Phrase::new("error.too-many-chapters");
                said(Code::Refused, phrase.with("most", wire::MOST_CHAPTERS as u64))
            }
            Self::NotRated => row(Code::Refused, "error.not-rated"),
            Self::Blocked => Row::of(Code::Blocked),
            Self::TooLong => Row::of(Code::TooLong),
            Self::Damaged(detail) => Row::of(Code::Damaged).hint(detail),
            Self::Broken(detail) => Row::of(Code::Broken).hint(detail),
            Self::Store(StoreError::Conflict) => Row::of(Code::Stale),
            Self::Store(StoreError::Damaged(_)) => row(Code::Store, "error.store-damaged"),
            Self::Store(StoreError::Newer { .. } | StoreError::Unavailable(_)) => {
                row(Code::Store, "error.store")
            }
        }
    }

    /// A stable identifier for programs.
    pub fn code(&self) -> Code {
        self.row().code
    }

    /// The HTTP status.
    pub fn status(&self) -> StatusCode {
        status(self.code())
    }

    /// The rate limit is exceeded; try again after this long.
    pub fn too_many(wait: Duration) -> Self {
        Self::TooMany { seconds: wait.as_secs_f64().ceil().max(1.0) as u64 }
    }

    /// The error as sent to clients.
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

/// Returns the innermost cause of a rejection.
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
        // Pages render the error themselves.
        response.extensions_mut().insert(self);
        response
    }
}
