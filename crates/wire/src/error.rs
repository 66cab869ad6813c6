//! Why a request was not done, as clients are told.

use serde::{Deserialize, Serialize};
use words::Phrase;

/// Declares the codes, each on one line: its HTTP status, and what it tells a programmer.
macro_rules! codes {
    ($($name:ident $status:literal $meaning:literal,)+) => {
        /// A word for programs that never changes.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
        #[serde(rename_all = "kebab-case")]
        pub enum Code {
            $(#[doc = $meaning] $name,)+
        }

        impl Code {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$name),+];

            /// The HTTP status that comes with it.
            pub const fn status(self) -> u16 {
                match self {
                    $(Self::$name => $status,)+
                }
            }

            /// What it tells a programmer.
            pub const fn meaning(self) -> &'static str {
                match self {
                    $(Self::$name => $meaning,)+
                }
            }
        }
    };
}

codes! {
    NoGame 404 "there is no such game",
    NoPage 404 "page not found",
    NoTable 404 "there is no endgame table for the position; the message names the command that builds it",
    NoPly 404 "the game has fewer plies than that",
    WrongMethod 405 "the address does not support that method",
    NoKey 401 "only players may do that, and the request has no key",
    NotYourSeat 403 "the key is not the one for the seat of this side",
    NotInvited 403 "the invitation is not valid for this game, or was already used",
    WrongGame 422 "the request names a different game than its address",
    NotGone 409 "the opponent is there, has not been away long enough, or the server cannot tell now",
    Version 400 "the server speaks an older version of the protocol",
    Stale 409 "the game has moved on; load it again and decide again",
    Refused 422 "the rules do not allow it; the message says why",
    Terms 422 "the rules, the position, the opening or the clock are not valid; the message says which and why",
    Malformed 400 "the request does not have the form described here",
    Unreadable 422 "the text has no game or position that can be opened; the message says why",
    TooLarge 413 "the body is larger than 1 MiB",
    NotJson 415 "a body needs Content-Type: application/json",
    Busy 429 "the server is busy; try again",
    TooMany 429 "too many requests from one address; the header Retry-After says when to try again",
    TooSlow 408 "the request did not arrive, or was not answered, in time",
    Full 503 "the server is overloaded; try again",
    Foreign 403 "the request came from another site",
    NotOperator 401 "only the operator of the server can see this",
    NotSignedIn 401 "only for accounts: sign in, or send a token",
    WrongPassword 403 "the name, the password or the token is wrong",
    NameTaken 409 "another account has this name",
    NoPerson 404 "there is no account with this name",
    Blocked 403 "one of the two players has blocked the other",
    TooLong 422 "the game has reached the maximum number of events",
    Damaged 500 "the record of this game is damaged",
    Broken 500 "internal error",
    Store 503 "games cannot be read or stored now; nothing has changed, try again later",
}

impl Code {
    /// As programs read it.
    pub fn word(self) -> String {
        let word = serde_json::to_value(self).expect("a word is always valid JSON");
        word.as_str().expect("a case without values is a word").to_owned()
    }
}

/// How every error looks. Nothing has changed when one comes back.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ErrorBody {
    /// What went wrong.
    pub error: ErrorView,
}

/// What went wrong.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ErrorView {
    /// A word for programs that never changes.
    pub code: Code,
    /// A sentence for people, which may change.
    #[cfg_attr(feature = "schema", schema(example = "There is no such game."))]
    pub message: String,
    /// The same as a sentence of the catalogues, for those who say it in another language.
    pub phrase: Phrase,
    /// With the code `version`: the highest version of the protocol that the server speaks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub version: Option<u64>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_what_is_sent() {
        assert_eq!(Code::NotYourSeat.word(), "not-your-seat");
        for code in Code::ALL {
            assert_eq!(serde_json::to_value(code).unwrap(), code.word());
        }
    }
}
