//! API errors: codes, statuses and sentences.

use serde::{Deserialize, Serialize};
use words::Phrase;

/// Declares the errors, each on one line: its code, the HTTP status, the key of its sentence in the catalogues, and
/// further information for developers. A code with `_` stands for errors with sentences of their own.
macro_rules! errors {
    (key _) => { None };
    (key $key:literal) => { Some($key) };
    (hint) => { None };
    (hint $hint:literal) => { Some($hint) };
    ($($name:ident $status:literal $key:tt $($hint:literal)?,)+) => {
        /// A stable identifier for programs.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
        #[serde(rename_all = "kebab-case")]
        #[expect(missing_docs, reason = "their sentences are in the catalogues")]
        pub enum Code {
            $($name,)+
        }

        impl Code {
            /// All codes.
            pub const ALL: &'static [Self] = &[$(Self::$name),+];

            /// The HTTP status.
            pub const fn status(self) -> u16 {
                match self {
                    $(Self::$name => $status,)+
                }
            }

            /// Returns the key of its sentence, unless the code stands for several.
            pub const fn key(self) -> Option<&'static str> {
                match self {
                    $(Self::$name => errors!(key $key),)+
                }
            }

            /// Returns further information for developers.
            pub const fn hint(self) -> Option<&'static str> {
                match self {
                    $(Self::$name => errors!(hint $($hint)?),)+
                }
            }
        }
    };
}

errors! {
    NoGame 404 "error.no-game",
    NoPage 404 "error.no-page",
    NoTable 404 _ "There is no endgame table for the position; the message may name the command that builds it.",
    NoPly 404 "error.no-ply",
    WrongMethod 405 "error.no-method" "See the header Allow.",
    NoKey 401 "error.not-your-seat" "Send the key of your seat: Authorization: Bearer KEY",
    NotYourSeat 403 "error.not-your-seat",
    NotInvited 403 "error.not-invited",
    WrongGame 422 "error.wrong-game",
    NotGone 409 _ "The opponent is there, has not been away long enough, or the server cannot tell now.",
    Version 400 "error.version" "The field `version` has the highest version that the server speaks.",
    Stale 409 "error.stale" "Load it again and decide again.",
    Refused 422 _ "The rules do not allow it; the message says why.",
    Terms 422 _ "The rules, the position, the opening or the clock are not valid; the message says which and why.",
    Malformed 400 "error.malformed-detail",
    Unreadable 422 _ "The text has no game or position that can be opened; the message says why.",
    TooLarge 413 "error.too-large",
    NotJson 415 "error.media" "Send JSON, with the header Content-Type: application/json",
    Busy 429 "error.busy",
    TooMany 429 _ "Too much is asked from one address; the header Retry-After says when to try again.",
    TooSlow 408 "error.too-slow",
    Full 503 "error.busy",
    Foreign 403 "error.foreign",
    NotOperator 401 "error.not-operator" "Send the operator's token: Authorization: Bearer TOKEN",
    NotSignedIn 401 "error.not-signed-in" "Or send a token of an account: Authorization: Bearer TOKEN",
    WrongPassword 403 "error.wrong-password",
    NameTaken 409 "error.name-taken",
    NoPerson 404 "error.no-person",
    NoStudy 404 "error.no-study",
    StudyChanged 409 "error.study-changed" "Read it again and decide again.",
    Blocked 403 "error.blocked",
    TooLong 422 "error.too-long",
    Damaged 500 "error.damaged",
    Broken 500 "error.broken",
    Store 503 _ "Games cannot be read or stored now. Nothing has changed; try again later.",
}

impl Code {
    /// Returns the meaning of the code, for developers.
    pub fn meaning(self) -> String {
        let sentence = self.key().map(|key| Phrase::new(key).text);
        let parts: Vec<&str> = sentence.as_deref().into_iter().chain(self.hint()).collect();
        parts.join(" ")
    }

    /// Returns the code as written in JSON.
    pub fn word(self) -> String {
        let word = serde_json::to_value(self).expect("a word is always valid JSON");
        word.as_str().expect("a case without values is a word").to_owned()
    }
}

/// The body of every error response. A failed request changes nothing.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ErrorBody {
    /// The error.
    pub error: ErrorView,
}

/// An error.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ErrorView {
    /// A stable identifier for programs.
    pub code: Code,
    /// A sentence for people, which may change.
    #[cfg_attr(feature = "schema", schema(example = "There is no such game."))]
    pub message: String,
    /// The same as a sentence of the catalogues, for clients that show it in another language.
    pub phrase: Phrase,
    /// With the code `version`: the highest protocol version that the server supports.
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

    #[test]
    fn every_code_means_something() {
        for code in Code::ALL {
            assert!(!code.meaning().is_empty(), "{code:?}");
            assert!(code.key().is_none_or(|key| Phrase::new(key).text != key), "{code:?}");
        }
        assert_eq!(
            Code::WrongMethod.meaning(),
            "This address does not support that method. See the header Allow."
        );
    }
}
