//! A position whose rules are chosen at run time.

use crate::color::{Color, Piece};
use crate::divide::{PerftOptions, divide};
use crate::dynamic_rules::DynamicRules;
use crate::explain::{Illegal, Narrowing, why_illegal};
use crate::facts::Lines;
use crate::fen::FenError;
use crate::geometry::{
    Board8, Board8Right, Board10, Board10Sideways, Board12, Board64, Geometry, Layout, Shade,
};
use crate::moves::Move;
use crate::naming::Style;
use crate::notation::MoveError;
use crate::outcome::Outcome;
use crate::path::Path;
use crate::perft::{Counting, counted_moves, perft, plainly};
use crate::position::Position;
use crate::rules::Rules;
use crate::ruleset::Ruleset;
use crate::square::{Square, SquareSet};
use crate::survey::Survey;
use crate::variants::*;

macro_rules! any_position {
    ($($module:ident $name:ident,)*) => {
        any_position! { @
            $($name($name),)*
            House8(DynamicRules<Board8>),
            House8Right(DynamicRules<Board8Right>),
            House10(DynamicRules<Board10>),
            House10Sideways(DynamicRules<Board10Sideways>),
            House12(DynamicRules<Board12>),
            House64(DynamicRules<Board64>),
        }

        impl AnyPosition {
            fn official(variant: Variant, make: impl Make) -> Result<Self, FenError> {
                match variant {
                    $(Variant::$name => make.position($name).map(Self::$name),)*
                }
            }

            /// Counts the leaves of the move tree, as [`perft`] does; house rules use the general move generator, which
            /// is slower.
            pub fn perft(&self, depth: u32, counting: Counting) -> u64 {
                match self {
                    $(Self::$name(inner) => perft(inner, depth, counting),)*
                    _ => dispatch_general!(self, inner => plainly(inner, depth, counting)),
                }
            }
        }
    };
    (@ $($name:ident($rules:ty),)*) => {
        /// A position of any official variant or house rules.
        ///
        /// Every call dispatches on the variant; a search does that once, with [`dispatch!`](crate::dispatch), and then
        /// works on a [`Position<R>`].
        ///
        /// ```
        /// use draughts::{AnyPosition, Ruleset};
        ///
        /// let rules: Ruleset = "casual".parse()?;
        /// let position = AnyPosition::start(&rules);
        /// let next = position.play(&position.parse_move("11-15")?)?;
        /// assert_eq!(next.legal_moves().len(), 7);
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[expect(missing_docs, reason = "each is what it is called")]
        pub enum AnyPosition {
            $($name(Position<$rules>),)*
        }

        $(
            impl From<Position<$rules>> for AnyPosition {
                fn from(position: Position<$rules>) -> Self {
                    Self::$name(position)
                }
            }
        )*

        /// Runs an expression with the [`Position<R>`] inside an [`AnyPosition`]: it dispatches once, and the code
        /// inside is compiled for each variant.
        ///
        /// ```
        /// use draughts::{AnyPosition, Variant, dispatch};
        ///
        /// let position = AnyPosition::start(&Variant::Frisian.into());
        /// let moves = dispatch!(&position, inner => inner.legal_moves().len());
        /// assert_eq!(moves, 9);
        /// ```
        #[macro_export]
        macro_rules! dispatch {
            ($any:expr, $inner:ident => $body:expr) => {
                match $any {
                    $($crate::AnyPosition::$name($inner) => $body,)*
                }
            };
        }
    };
}

macro_rules! boards {
    ($($board:ident,)*) => {
        /// A position whose facts are runtime values, by its board. Code that need not be fast uses it: it is compiled
        /// once per board rather than once per variant.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[expect(missing_docs, reason = "each is the board that it is called after")]
        pub enum GeneralPosition {
            $($board(Position<DynamicRules<$board>>),)*
        }

        $(
            impl From<Position<DynamicRules<$board>>> for GeneralPosition {
                fn from(position: Position<DynamicRules<$board>>) -> Self {
                    Self::$board(position)
                }
            }
        )*

        /// Runs an expression with the general form of an [`AnyPosition`]: slower than [`dispatch!`](crate::dispatch),
        /// but compiled per board only.
        ///
        /// ```
        /// use draughts::{AnyPosition, Variant, dispatch_general};
        ///
        /// let position = AnyPosition::start(&Variant::Frisian.into());
        /// let moves = dispatch_general!(&position, inner => inner.legal_moves().len());
        /// assert_eq!(moves, 9);
        /// ```
        #[macro_export]
        macro_rules! dispatch_general {
            ($any:expr, $inner:ident => $body:expr) => {
                match &$crate::AnyPosition::general($any) {
                    $($crate::GeneralPosition::$board($inner) => $body,)*
                }
            };
        }
    };
}

boards! { Board8, Board8Right, Board10, Board10Sideways, Board12, Board64, }
with_variants!(any_position);

/// Makes a position under rules chosen at run time.
trait Make {
    fn position<R: Rules>(&self, rules: R) -> Result<Position<R>, FenError>;
}

struct Start;

impl Make for Start {
    fn position<R: Rules>(&self, rules: R) -> Result<Position<R>, FenError> {
        Ok(Position::start_of(rules))
    }
}

struct Fen<'a>(&'a str);

impl Make for Fen<'_> {
    fn position<R: Rules>(&self, rules: R) -> Result<Position<R>, FenError> {
        Position::from_fen_of(rules, self.0)
    }
}

impl AnyPosition {
    /// The position at the start of a game.
    pub fn start(rules: &Ruleset) -> Self {
        match Self::make(rules, Start) {
            Ok(position) => position,
            Err(error) => unreachable!("a start position is read from no text: {error}"),
        }
    }

    /// Parses a position in PDN or Hub style.
    pub fn from_fen(rules: &Ruleset, fen: &str) -> Result<Self, FenError> {
        Self::make(rules, Fen(fen))
    }

    fn make(rules: &Ruleset, make: impl Make) -> Result<Self, FenError> {
        if let Some(variant) = rules.official() {
            return Self::official(variant, make);
        }
        let shade = rules.base.layout().shade;
        match (rules.facts.lines, shade, rules.size) {
            (Lines::DiagonalCaptureAll, ..) => {
                make.position(rules.house()).map(Self::House10Sideways)
            }
            (Lines::Orthogonal, ..) => make.position(rules.house()).map(Self::House64),
            (_, Shade::LowerRight, 8) => make.position(rules.house()).map(Self::House8Right),
            (_, _, 8) => make.position(rules.house()).map(Self::House8),
            (_, _, 10) => make.position(rules.house()).map(Self::House10),
            _ => make.position(rules.house()).map(Self::House12),
        }
    }

    /// Returns the same position under rules whose facts are runtime values.
    pub fn general(&self) -> GeneralPosition {
        dispatch!(self, inner => inner.general().into())
    }

    /// Returns the layout of its board.
    pub fn layout(&self) -> Layout {
        fn of<R: Rules>(_: &Position<R>) -> Layout {
            R::Geometry::LAYOUT
        }
        dispatch!(self, inner => of(inner))
    }

    /// Counts the leaves of the move tree below each move; a count that does not fit into 64 bits is [`u64::MAX`].
    /// `progress` is called from time to time with the number of finished parts and of all parts.
    ///
    /// ```
    /// use draughts::{AnyPosition, PerftOptions, Variant};
    ///
    /// let position = AnyPosition::start(&Variant::International.into());
    /// let options = PerftOptions { threads: 2, hash_bytes: 1 << 20, ..Default::default() };
    /// let counts = position.divide(6, &options, &|_, _| {});
    /// assert_eq!(counts.len(), 9);
    /// assert_eq!(counts.iter().map(|(_, nodes)| nodes).sum::<u64>(), 167_140);
    /// ```
    pub fn divide(
        &self,
        depth: u32,
        options: &PerftOptions,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Vec<(Move, u64)> {
        divide(self, depth, options, progress)
    }

    /// The piece on a square.
    pub fn piece(&self, square: Square) -> Option<Piece> {
        dispatch!(self, inner => inner.board().piece(square))
    }

    /// The squares of one side's pieces.
    pub fn pieces(&self, color: Color) -> SquareSet {
        dispatch!(self, inner => inner.board().pieces(color))
    }

    /// The squares of one side's kings.
    pub fn kings(&self, color: Color) -> SquareSet {
        dispatch!(self, inner => inner.board().kings(color))
    }

    /// Plays a move, or says why it is illegal.
    pub fn play(&self, mv: &Move) -> Result<Self, Illegal> {
        if self.is_legal(mv) {
            Ok(self.play_unchecked(mv))
        } else {
            Err(dispatch_general!(self, inner => why_illegal(inner, mv.from, mv.to)))
        }
    }

    /// Whether a move is legal here.
    pub fn is_legal(&self, mv: &Move) -> bool {
        self.legal_moves().contains(mv)
    }

    /// The moves that [`perft`](Self::perft) counts.
    pub(crate) fn counted_moves(&self, counting: Counting) -> Vec<Move> {
        dispatch_general!(self, inner => counted_moves(inner, counting))
    }

    /// Plays a move that is known to be legal.
    #[must_use]
    pub fn play_unchecked(&self, mv: &Move) -> Self {
        dispatch!(self, inner => Self::from(inner.play_unchecked(mv)))
    }
}

/// Forwards calls to the position inside, by one of two macros: `dispatch` for fast code, `dispatch_general` for the
/// rest.
macro_rules! forward {
    ($choose:ident: $($name:ident($($argument:ident: $type:ty),*) -> $output:ty;)*) => {
        impl AnyPosition {
            $(
                #[doc = concat!("As [`Position::", stringify!($name), "`].")]
                pub fn $name(&self $(, $argument: $type)*) -> $output {
                    $choose!(self, inner => inner.$name($($argument),*))
                }
            )*
        }
    };
}

forward! { dispatch:
    turn() -> Color;
    hash() -> u64;
}

forward! { dispatch_general:
    any_capture() -> bool;
    legal_moves() -> Vec<Move>;
    simple_moves() -> Vec<Move>;
    jumps() -> Vec<Move>;
    any_move() -> bool;
    promotion_row(color: Color) -> SquareSet;
    outcome() -> Option<Outcome>;
    square(name: &str) -> Option<Square>;
    square_at(row: u8, column: u8) -> Option<Square>;
    row_column(square: Square) -> (u8, u8);
    number(square: Square) -> u8;
    letters(square: Square) -> String;
    name(square: Square) -> String;
    style() -> Style;
    to_fen() -> String;
    to_hub() -> String;
    text(mv: &Move) -> String;
    write_move(mv: &Move, legal: &[Move], style: Style) -> String;
    hub(mv: &Move) -> String;
    parse_move(text: &str) -> Result<Move, MoveError>;
    parse_hub(text: &str) -> Result<Move, MoveError>;
    paths(mv: &Move) -> Vec<Path>;
    main_path(mv: &Move) -> Path;
    why_not(from: Square, to: Square) -> Option<Illegal>;
    why_not_path(squares: &[Square]) -> Option<Illegal>;
    narrowings() -> Vec<Narrowing>;
    survey() -> Survey;
}
