//! The pieces on a board, and editing them; no rules.

use crate::bits::Bits;
use crate::color::{Color, Piece, Rank, Side};
use crate::geometry::Geometry;
use crate::square::{Square, SquareSet};

/// The pieces on a board.
///
/// ```
/// use draughts::{Color, International, Piece, Position};
///
/// let position = Position::<International>::start();
/// let mut board = *position.board();
/// let (s31, s26) = (position.square("31").unwrap(), position.square("26").unwrap());
/// board.relocate(s31, s26);
/// board.promote(s26);
/// assert_eq!(board.piece(s26), Some(Piece::king(Color::White)));
/// assert_eq!(board.remove(s26), Some(Piece::king(Color::White)));
/// assert_eq!(board.pieces(Color::White).len(), 19);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Board<G: Geometry> {
    pub(crate) white: G::Bits,
    pub(crate) black: G::Bits,
    pub(crate) kings: G::Bits,
}

impl<G: Geometry> Board<G> {
    /// A board with no piece on it.
    pub fn empty() -> Self {
        Self::default()
    }

    /// A board with these pieces: White's, Black's, and which of all are kings. A bit that is not a square, or that
    /// both sides claim, makes the board invalid.
    #[inline]
    pub const fn from_words(white: G::Bits, black: G::Bits, kings: G::Bits) -> Self {
        Self { white, black, kings }
    }

    /// The words of White's pieces, of Black's, and of all kings.
    #[inline]
    pub const fn words(&self) -> (G::Bits, G::Bits, G::Bits) {
        (self.white, self.black, self.kings)
    }

    /// A board with `rows` rows of men a side, the first of them `behind` rows from its own edge.
    pub fn with_rows(rows: u8, behind: u8) -> Self {
        let height = G::LAYOUT.height;
        let mut board = Self::empty();
        for row in behind..behind + rows {
            board.black |= G::Bits::narrow(G::LAYOUT.row(row));
            board.white |= G::Bits::narrow(G::LAYOUT.row(height - 1 - row));
        }
        board
    }

    /// All squares of the board, from the top left, with White at the bottom.
    pub fn squares() -> impl ExactSizeIterator<Item = Square> {
        SquareSet::from_bits(G::LAYOUT.all).iter()
    }

    /// The piece on a square.
    pub fn piece(&self, square: Square) -> Option<Piece> {
        let bit = Self::mask(square);
        let color = if self.white.meets(bit) {
            Color::White
        } else if self.black.meets(bit) {
            Color::Black
        } else {
            return None;
        };
        let rank = if self.kings.meets(bit) { Rank::King } else { Rank::Man };
        Some(Piece { color, rank })
    }

    /// Puts a piece on a square and returns what stood there.
    pub fn put(&mut self, square: Square, piece: Piece) -> Option<Piece> {
        let before = self.remove(square);
        let bit = Self::mask(square) & G::all();
        match piece.color {
            Color::White => self.white |= bit,
            Color::Black => self.black |= bit,
        }
        if piece.rank == Rank::King {
            self.kings |= bit;
        }
        before
    }

    /// Takes the piece off a square and returns it.
    pub fn remove(&mut self, square: Square) -> Option<Piece> {
        let piece = self.piece(square);
        let others = !Self::mask(square);
        self.white &= others;
        self.black &= others;
        self.kings &= others;
        piece
    }

    /// Moves a piece as in a board editor; returns what stood on the target square.
    pub fn relocate(&mut self, from: Square, to: Square) -> Option<Piece> {
        let piece = self.remove(from)?;
        self.put(to, piece)
    }

    /// Makes the piece on a square a king.
    pub fn promote(&mut self, square: Square) {
        self.kings |= Self::mask(square) & self.occupied();
    }

    /// The squares of one side's pieces.
    pub fn pieces(&self, color: Color) -> SquareSet {
        SquareSet::from_bits(self.of(color).widen())
    }

    /// The squares of one side's men.
    pub fn men(&self, color: Color) -> SquareSet {
        SquareSet::from_bits((self.of(color) & !self.kings).widen())
    }

    /// The squares of one side's kings.
    pub fn kings(&self, color: Color) -> SquareSet {
        SquareSet::from_bits((self.of(color) & self.kings).widen())
    }

    /// The board rotated by 180°, with the colours of all pieces swapped.
    #[must_use]
    pub fn rotated(&self) -> Self {
        let mut turned = Self::empty();
        for square in Self::squares() {
            if let (Some(piece), Some((row, column))) =
                (self.piece(square), G::LAYOUT.cell(square.index()))
            {
                let opposite =
                    G::LAYOUT.bit_at(G::LAYOUT.height - 1 - row, G::LAYOUT.width - 1 - column);
                let there = Square::new(opposite.map_or(0, u32::from));
                turned.put(there, Piece { color: !piece.color, ..piece });
            }
        }
        turned
    }

    #[inline(always)]
    pub(crate) fn mask(square: Square) -> G::Bits {
        G::Bits::bit(u32::from(square.index()))
    }

    #[inline(always)]
    pub(crate) fn of(&self, color: Color) -> G::Bits {
        match color {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }

    #[inline(always)]
    pub(crate) fn occupied(&self) -> G::Bits {
        self.white | self.black
    }

    /// The pieces of the side to move and of its opponent.
    #[inline(always)]
    pub(crate) fn sides<S: Side>(&self) -> (G::Bits, G::Bits) {
        if S::WHITE { (self.white, self.black) } else { (self.black, self.white) }
    }

    /// The board after a move of side `S`. A null move (`from == to`) is a circular capture.
    #[inline(always)]
    #[must_use]
    pub(crate) fn after<S: Side>(
        &self,
        from: G::Bits,
        to: G::Bits,
        taken: G::Bits,
        king: bool,
        crowned: bool,
    ) -> Self {
        let (own, enemy) = self.sides::<S>();
        let own = own & !from | to;
        let enemy = enemy & !taken;
        let mut kings = self.kings & !(taken | from);
        if king || crowned {
            kings |= to;
        }
        if S::WHITE {
            Self { white: own, black: enemy, kings }
        } else {
            Self { white: enemy, black: own, kings }
        }
    }
}
