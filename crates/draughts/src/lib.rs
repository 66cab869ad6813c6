//! The rules of draughts (checkers): every official variant and house rules, with one fast move
//! generator.
//!
//! Start from a [`Position`]: of a variant known at compile time ([`American`], [`International`], [`Italian`] and the
//! others), or of a [`Ruleset`] chosen at run time ([`AnyPosition`]). Ask it for its
//! [`legal_moves`](Position::legal_moves), [`play`](Position::play) one of them, or ask [`why_not`](Position::why_not)
//! about an illegal one. A [`Game`] adds history, draw counters and the result. Nothing here does I/O, reads a clock or
//! draws random numbers.
#![doc = ""]
#![doc = include_str!("../README.md")]
// Examples must compile without warnings.
#![doc(test(attr(deny(warnings))))]

mod any;
mod bits;
mod board;
mod capture;
mod color;
mod cpu;
mod crossings;
mod divide;
mod draws;
mod dynamic_rules;
mod effort;
#[cfg(doctest)]
mod examples;
mod explain;
mod facts;
mod fen;
mod game;
mod geometry;
mod hash;
mod identity;
mod moves;
mod naming;
mod nonsense;
mod notation;
mod outcome;
mod path;
mod perft;
mod position;
mod rules;
mod ruleset;
mod runs;
#[cfg(feature = "serde")]
mod serialize;
mod setup;
mod square;
mod survey;
mod switches;
mod variants;
mod view;
mod worth;

pub use any::{AnyPosition, GeneralPosition};
pub use bits::Bits;
pub use board::Board;
pub use color::{ByColor, Color, Piece, Rank};
pub use divide::PerftOptions;
pub use draws::{DrawCount, DrawRule, DrawWhen, Forces};
pub use dynamic_rules::DynamicRules;
pub use effort::{TooManyJumps, measured, within};
pub use explain::{Illegal, Narrowed, Narrowing, Preference, Why};
pub use facts::{
    Blocked, Crowning, Duty, Facts, KingRange, Landing, Lines, MenCapture, Precedence, Removal,
};
pub use fen::{FenError, FenErrorKind};
pub use game::{Game, PlayError};
pub use geometry::{
    Board8, Board8Right, Board10, Board10Sideways, Board12, Board64, Direction, Geometry, Layout,
    Shade,
};
pub use identity::{Identities, PieceId};
pub use moves::{MAX_MOVES, Move, MoveList};
pub use naming::{Naming, Numbering, Style};
pub use nonsense::Nonsense;
pub use notation::MoveError;
pub use outcome::{Outcome, Reason};
pub use path::Path;
pub use perft::{Counting, perft};
pub use position::Position;
pub use rules::{Official, Rules, Spec};
pub use ruleset::{Ruleset, RulesetError};
pub use setup::{Setup, SetupError};
pub use square::{Square, SquareSet, Squares};
pub use survey::{Survey, Surveyed};
pub use variants::*;
