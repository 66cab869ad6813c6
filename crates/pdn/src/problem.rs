//! Problems in recorded games.

use crate::place::Place;
use draughts::{FenError, MoveError};
use thiserror::Error;

/// A problem, with its place.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{flaw}")]
pub struct Problem {
    /// The place at which it starts.
    pub place: Place,
    /// The kind of problem.
    pub flaw: Flaw,
}

/// The problems in the text of a game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum Flaw {
    /// A word that does not belong in a game.
    #[error("“{0}” is not a move, number or comment")]
    NotAMove(String),
    /// A comment is not closed.
    #[error("this comment is never closed; a brace is missing")]
    UnclosedComment,
    /// A brace closes nothing.
    #[error("a comment ends here that never began")]
    StrayBrace,
    /// A variation is not closed.
    #[error("this variation is never closed; a parenthesis is missing")]
    UnclosedVariation,
    /// A parenthesis closes nothing.
    #[error("a variation ends here that never began")]
    StrayParenthesis,
    /// Variations are nested too deeply.
    #[error("variations are nested more than {0} deep; the innermost are skipped")]
    TooDeep(usize),
    /// A game is too long.
    #[error("the game has more than {0} moves, comments and tags; the rest is skipped")]
    TooLong(usize),
    /// A move is illegal.
    #[error("{number} {text} is not legal: {reason}")]
    Illegal {
        /// The move number, with dots.
        number: String,
        /// The move.
        text: String,
        /// The reason.
        reason: Box<MoveError>,
    },
    /// A move is ambiguous as written.
    #[error("{text} can mean more than one move; {meant} fits what follows")]
    Unclear {
        /// The move as written.
        text: String,
        /// The full move that was meant.
        meant: String,
    },
    /// The result tag contradicts the result at the end of the moves.
    #[error("the tag says {tag}, but the moves end with {terminator}")]
    ResultsDiffer {
        /// The result of the tag.
        tag: String,
        /// The one at the end.
        terminator: String,
    },
    /// The moves suggest other rules than the tag.
    #[error("the tag says \"{tag}\", but the moves are those of {rules}")]
    WrongRules {
        /// The value of the tag.
        tag: String,
        /// The rules.
        rules: String,
    },
    /// A tag is repeated.
    #[error("the tag {0} appears twice; the first one counts")]
    RepeatedTag(String),
    /// A result is not a win, draw or loss of one game.
    #[error("\"{0}\" is not a PDN result; it is read as: {1}")]
    OddResult(String, String),
    /// A problem in a variation.
    #[error("in a variation: {0}")]
    InVariation(Box<Flaw>),
    /// A position cannot be set up.
    #[error("the position cannot be set up: {0}")]
    Fen(FenError),
    /// A move after one that was not recorded.
    #[error("the move before this one is missing")]
    AfterUnknown,
    /// Only the number of moves is recorded.
    #[error("none of the moves was recorded")]
    NoMoveKnown,
    /// A tag lacks a quote or bracket.
    #[error("a tag is written like [White \"Anna\"]; this one is read as {0} \"{1}\"")]
    BrokenTag(String, String),
    /// The next game starts on the same line.
    #[error("the next game starts on the same line; a line break is missing")]
    MissingLineBreak,
    /// Words before the first tag or move.
    #[error("text outside any game is skipped, from “{0}” on")]
    OutsideGames(String),
}

impl Flaw {
    /// Whether the game is unreliable; otherwise it was understood anyway.
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
