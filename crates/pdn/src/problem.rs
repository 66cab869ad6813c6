//! Problems of recorded games.

use crate::place::Place;
use draughts::{FenError, MoveError};
use thiserror::Error;

/// A problem, and its place.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{flaw}")]
pub struct Problem {
    /// The place at which it starts.
    pub place: Place,
    /// The flaw.
    pub flaw: Flaw,
}

/// The flaws in the text of a game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum Flaw {
    /// A word that has no place in a game.
    #[error("“{0}” is not a move, number or comment")]
    NotAMove(String),
    /// A comment has no end.
    #[error("this comment is never closed; a brace is missing")]
    UnclosedComment,
    /// A brace that closes nothing.
    #[error("a comment ends here that never began")]
    StrayBrace,
    /// A variation has no end.
    #[error("this variation is never closed; a parenthesis is missing")]
    UnclosedVariation,
    /// A parenthesis that closes nothing.
    #[error("a variation ends here that never began")]
    StrayParenthesis,
    /// Variations within variations without end.
    #[error("variations are nested more than {0} deep; the innermost are skipped")]
    TooDeep(usize),
    /// A game that does not end.
    #[error("the game has more than {0} moves, comments and tags; the rest is skipped")]
    TooLong(usize),
    /// A move that the rules do not allow.
    #[error("{number} {text} is not legal: {reason}")]
    Illegal {
        /// The move number, with dots.
        number: String,
        /// The move.
        text: String,
        /// The reason.
        reason: Box<MoveError>,
    },
    /// A move that is written too shortly, so that others fit as well.
    #[error("{text} can mean more than one move; {meant} fits what follows")]
    Unclear {
        /// The move as written.
        text: String,
        /// The move in full.
        meant: String,
    },
    /// The result of the tag is not that which ends the moves.
    #[error("the tag says {tag}, but the moves end with {terminator}")]
    ResultsDiffer {
        /// The result of the tag.
        tag: String,
        /// The one at the end.
        terminator: String,
    },
    /// The moves show other rules than the tag says.
    #[error("the tag says \"{tag}\", but the moves are those of {rules}")]
    WrongRules {
        /// The value of the tag.
        tag: String,
        /// The rules.
        rules: String,
    },
    /// A tag comes twice.
    #[error("the tag {0} appears twice; the first one counts")]
    RepeatedTag(String),
    /// A result that is no win, draw or loss of one game.
    #[error("\"{0}\" is not a PDN result; it is read as: {1}")]
    OddResult(String, String),
    /// A variation has a flaw.
    #[error("in a variation: {0}")]
    InVariation(Box<Flaw>),
    /// A position that cannot be set up.
    #[error("the position cannot be set up: {0}")]
    Fen(FenError),
    /// A move after one that nobody knows.
    #[error("the move before this one is missing")]
    AfterUnknown,
    /// All that is known of the moves is how many there were.
    #[error("none of the moves was recorded")]
    NoMoveKnown,
    /// A tag lacks something.
    #[error("a tag is written like [White \"Anna\"]; this one is read as {0} \"{1}\"")]
    BrokenTag(String, String),
    /// The next game starts on the line on which one ends.
    #[error("the next game starts on the same line; a line break is missing")]
    MissingLineBreak,
    /// Words before the first tag or move.
    #[error("text outside any game is skipped, from “{0}” on")]
    OutsideGames(String),
}

impl Flaw {
    /// Whether the game cannot be relied upon; otherwise it was understood all the same.
    pub fn is_grave(&self) -> bool {
        match self {
            Flaw::NotAMove(_)
            | Flaw::UnclosedComment
            | Flaw::StrayBrace
            | Flaw::UnclosedVariation
            | Flaw::StrayParenthesis
            | Flaw::Illegal { .. }
            | Flaw::Fen(_)
            | Flaw::AfterUnknown
            | Flaw::TooDeep(_)
            | Flaw::TooLong(_) => true,
            Flaw::Unclear { .. }
            | Flaw::ResultsDiffer { .. }
            | Flaw::InVariation(_)
            | Flaw::NoMoveKnown
            | Flaw::WrongRules { .. }
            | Flaw::RepeatedTag(_)
            | Flaw::OddResult(..)
            | Flaw::BrokenTag(..)
            | Flaw::MissingLineBreak
            | Flaw::OutsideGames(_) => false,
        }
    }
}
