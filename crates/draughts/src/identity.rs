//! Identities of pieces, which stay the same through a game.

use crate::any::AnyPosition;
use crate::color::Color;
use crate::game::Game;
use crate::moves::Move;
use crate::square::Square;
use core::fmt;

/// The identity of a piece: its side, and its number among that side's pieces at the start of the game. It is written
/// `white-1`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PieceId {
    /// The side.
    pub color: Color,
    /// Counted from 1, in the order of the starting squares' numbers.
    pub number: u8,
}

impl fmt::Display for PieceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.color, self.number)
    }
}

/// The square of each piece of a game, by its identity. It follows from the start and the moves alone, so a game that
/// is replayed, or continued after take-backs, has the same pieces.
///
/// ```
/// use draughts::{Game, Identities, Variant};
///
/// let mut game = Game::new(Variant::American.into());
/// for text in ["11-15", "22-18", "15x22"] {
///     let mv = game.position().parse_move(text)?;
///     game.play(&mv)?;
/// }
/// let pieces = Identities::of(&game);
/// let at = |name: &str| pieces.at(game.position().square(name)?).map(|id| id.to_string());
/// assert_eq!(at("22").as_deref(), Some("black-11"));
/// assert!(pieces.iter().all(|(id, _)| id.to_string() != "white-2"), "it was taken");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Identities {
    /// The pieces and their squares, in no particular order.
    pieces: Vec<(PieceId, Square)>,
}

impl Identities {
    /// Returns the identities in the current position of a game.
    pub fn of(game: &Game) -> Self {
        let mut pieces = Self::at_start(game.start());
        for mv in game.history() {
            pieces.play(mv);
        }
        pieces
    }

    /// Returns the identities at the start of a game: each side's pieces are numbered by their squares.
    pub fn at_start(position: &AnyPosition) -> Self {
        let side = |color| {
            let mut squares: Vec<Square> = position.pieces(color).iter().collect();
            squares.sort_by_key(|square| position.number(*square));
            (1..).zip(squares).map(move |(number, square)| (PieceId { color, number }, square))
        };
        Self { pieces: Color::BOTH.into_iter().flat_map(side).collect() }
    }

    /// Plays a legal move; returns which piece moved and which ones it captured.
    pub fn play(&mut self, mv: &Move) -> (Option<PieceId>, Vec<PieceId>) {
        let mut taken: Vec<PieceId> = Vec::new();
        self.pieces.retain(|(id, square)| {
            let is_taken = mv.captured().contains(*square);
            taken.extend(is_taken.then_some(*id));
            !is_taken
        });
        taken.sort_unstable();
        let moved = self.pieces.iter_mut().find(|(_, square)| *square == mv.from());
        let moved = moved.map(|(id, square)| {
            *square = mv.to();
            *id
        });
        (moved, taken)
    }

    /// The piece on a square.
    pub fn at(&self, square: Square) -> Option<PieceId> {
        self.iter().find(|(_, place)| *place == square).map(|(id, _)| id)
    }

    /// The remaining pieces with their squares.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (PieceId, Square)> + '_ {
        self.pieces.iter().copied()
    }
}
