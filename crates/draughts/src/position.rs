//! A position: pieces, a side to move, and the legal moves.

use crate::bits::Bits;
use crate::board::Board;
use crate::capture::{Capture, Hop, Sink};
use crate::color::{Black, Color, Side, White};
use crate::crossings::Crossings;
use crate::dynamic_rules::DynamicRules;
use crate::explain::{self, Illegal};
use crate::facts::{Blocked, Duty};
use crate::geometry::Geometry;
use crate::hash;
use crate::moves::{Move, MoveList};
use crate::outcome::{Outcome, Reason};
use crate::rules::Rules;
use crate::runs::KingRuns;
use crate::setup::Setup;
use crate::square::{Square, SquareSet};
use crate::view::View;
use crate::worth::Preferred;
use core::cmp::Ordering;

type Word<R> = <<R as Rules>::Geometry as Geometry>::Bits;

/// A position under the rules `R`: small, `Copy`, and only created from a checked [`Setup`] or by playing a move.
///
/// ```
/// use draughts::{Italian, Position};
///
/// let position: Position<Italian> = Position::from_fen("W:WK30:B10,K12,K18,20,K26,K27")?;
/// let moves = position.legal_moves();
/// assert_eq!(moves.len(), 1);
/// assert_eq!(position.text(&moves[0]), "30x5");
/// let after = position.play(&moves[0])?;
/// assert_eq!(after.to_fen(), "B:WK5:BK12,20,K27");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position<R: Rules> {
    rules: R,
    board: Board<R::Geometry>,
    turn: Color,
    runs: KingRuns,
    hash: u64,
}

impl<R: Rules + Default> Position<R> {
    /// The position at the start of a game.
    pub fn start() -> Self {
        Self::start_of(R::default())
    }
}

impl<R: Rules> Position<R> {
    /// The position at the start of a game under these rules.
    pub fn start_of(rules: R) -> Self {
        let (board, first) = rules.start();
        Self::unchecked(rules, board, first, KingRuns::default())
    }

    pub(crate) fn unchecked(
        rules: R,
        board: Board<R::Geometry>,
        turn: Color,
        runs: KingRuns,
    ) -> Self {
        let mut position = Self::without_hash(rules, board, turn, runs);
        position.hash = position.full_hash();
        position
    }

    /// A position without its hash.
    #[inline(always)]
    pub(crate) fn without_hash(
        rules: R,
        board: Board<R::Geometry>,
        turn: Color,
        runs: KingRuns,
    ) -> Self {
        Self { rules, board, turn, runs, hash: 0 }
    }

    /// Returns the same position under rules whose facts are runtime values.
    pub fn general(&self) -> Position<DynamicRules<R::Geometry>> {
        let Self { board, turn, runs, hash, .. } = *self;
        Position { rules: self.rules.general(), board, turn, runs, hash }
    }

    /// Returns the same pieces under other rules.
    pub(crate) fn under<O: Rules<Geometry = R::Geometry>>(&self, rules: O) -> Position<O> {
        Position::unchecked(rules, self.board, self.turn, self.runs)
    }

    /// The rules.
    #[inline]
    pub fn rules(&self) -> &R {
        &self.rules
    }

    /// The pieces.
    #[inline]
    pub fn board(&self) -> &Board<R::Geometry> {
        &self.board
    }

    /// Returns the side to move.
    #[inline]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// A 64-bit key of the pieces, the side to move and, where rules count them, consecutive king moves. It is the same
    /// on every platform, and updated incrementally.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The king that a side moved last without capturing, and how often in a row, where rules count that; `None` if its
    /// last move was another piece's or a capture.
    #[inline]
    pub fn king_run(&self, color: Color) -> Option<(Square, u8)> {
        let (square, count) = self.runs.of(color)?;
        Some((Square::new(u32::from(square)), count))
    }

    #[inline(always)]
    pub(crate) fn runs(&self) -> KingRuns {
        self.runs
    }

    /// This position as a set-up that can be edited.
    pub fn setup(&self) -> Setup<R> {
        Setup { rules: self.rules, board: self.board, turn: self.turn, runs: self.runs }
    }

    /// The key computed from scratch; always equal to [`hash`](Self::hash).
    pub fn full_hash(&self) -> u64 {
        let mut key = self.runs.hash(&self.rules.facts());
        if self.turn == Color::Black {
            key ^= hash::BLACK_TO_MOVE;
        }
        for color in Color::BOTH {
            for square in self.board.men(color) {
                key ^= hash::piece(u32::from(square.index()), color, false);
            }
            for square in self.board.kings(color) {
                key ^= hash::piece(u32::from(square.index()), color, true);
            }
        }
        key
    }

    #[inline(always)]
    pub(crate) fn view<S: Side>(&self) -> View<R, S> {
        let mut view = View::new(self.rules, &self.board);
        view.tired = self.runs.tired::<R::Geometry>(&self.rules.facts(), S::COLOR, view.men);
        view
    }

    /// Whether the game is over although pieces could move: a side has got the king that wins.
    #[inline(always)]
    pub(crate) fn king_has_won(&self) -> bool {
        self.rules.facts().first_king_wins && !self.board.kings.is_none()
    }

    /// Whether the side to move can capture.
    #[inline]
    pub fn any_capture(&self) -> bool {
        !self.king_has_won()
            && match self.turn {
                Color::White => self.view::<White>().any_capture(),
                Color::Black => self.view::<Black>().any_capture(),
            }
    }

    /// Whether the opponent could capture if it were their turn.
    #[inline]
    pub fn any_threat(&self) -> bool {
        !self.king_has_won()
            && match self.turn {
                Color::White => self.view::<Black>().any_capture(),
                Color::Black => self.view::<White>().any_capture(),
            }
    }

    /// Every legal move, once. A search reuses its lists with [`legal_moves_into`](Self::legal_moves_into).
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = MoveList::new();
        self.legal_moves_into(&mut moves);
        moves.to_vec()
    }

    /// Every legal move, once, in the caller's list; nothing is allocated.
    #[inline]
    pub fn legal_moves_into(&self, moves: &mut MoveList) {
        moves.clear();
        match self.turn {
            Color::White => self.fill::<White>(moves),
            Color::Black => self.fill::<Black>(moves),
        };
    }

    /// Whether there is a legal move at all.
    pub fn any_move(&self) -> bool {
        let movable = match self.turn {
            Color::White => self.view::<White>().any_capture(),
            Color::Black => self.view::<Black>().any_capture(),
        };
        !self.king_has_won() && (movable || !self.simple_moves().is_empty())
    }

    /// Generates the moves of one side, whoever's turn it is, to see whether they fit.
    pub(crate) fn generate<S: Side>(&self) -> Generated {
        self.fill::<S>(&mut MoveList::new())
    }

    fn fill<S: Side>(&self, moves: &mut MoveList) -> Generated {
        if self.king_has_won() {
            return Generated::Whole;
        }
        let facts = self.rules.facts();
        let view = self.view::<S>();
        let mut generated = Generated::Whole;
        if view.any_capture() {
            let mut legal = Legal::new(Preferred::new(&facts), moves);
            view.captures(&mut legal);
            generated = legal.generated();
            if facts.capture == Duty::Mandatory {
                return generated;
            }
        }
        match view.fill_quiet(moves) {
            Ok(()) => generated,
            Err(_) => Generated::CutShort,
        }
    }

    /// The moves without captures, even where a capture is mandatory.
    ///
    /// ```
    /// use draughts::{American, Position};
    ///
    /// let position = Position::<American>::from_fen("B:W18:B14")?;
    /// let texts = |moves: Vec<_>| moves.iter().map(|mv| position.text(mv)).collect::<Vec<_>>();
    /// assert_eq!(texts(position.simple_moves()), ["14-17"]);
    /// assert_eq!(texts(position.jumps()), ["14x23"]);
    /// assert_eq!(texts(position.legal_moves()), ["14x23"]);
    /// # Ok::<(), draughts::FenError>(())
    /// ```
    pub fn simple_moves(&self) -> Vec<Move> {
        let mut moves = MoveList::new();
        self.simple_moves_into(&mut moves);
        moves.to_vec()
    }

    /// The moves without captures, in the caller's list.
    #[inline]
    pub fn simple_moves_into(&self, moves: &mut MoveList) {
        moves.clear();
        if self.king_has_won() {
            return;
        }
        // There are never more than the list holds: each empty square is entered from each direction by at most one
        // piece.
        let _ = match self.turn {
            Color::White => self.view::<White>().fill_quiet(moves),
            Color::Black => self.view::<Black>().fill_quiet(moves),
        };
    }

    /// The complete captures, each once, including those that a rule such as "take the most" forbids. The list is
    /// complete unless a set-up has dozens of kings; then it stops at a thousand.
    pub fn jumps(&self) -> Vec<Move> {
        if self.king_has_won() {
            return Vec::new();
        }
        self.all_captures().into_iter().map(|(mv, _)| mv).collect()
    }

    /// The row on which men of a side become kings.
    pub fn promotion_row(&self, color: Color) -> SquareSet {
        SquareSet::from_bits(R::Geometry::crown_row(color.is_white()).widen())
    }

    /// Whether a move is legal here.
    pub fn is_legal(&self, mv: &Move) -> bool {
        let mut moves = MoveList::new();
        self.legal_moves_into(&mut moves);
        moves.contains(mv)
    }

    /// Plays a move, or says why it is illegal.
    pub fn play(&self, mv: &Move) -> Result<Self, Illegal> {
        if self.is_legal(mv) {
            Ok(self.play_unchecked(mv))
        } else {
            Err(explain::why_illegal(self, mv.from, mv.to))
        }
    }

    /// Plays a move that is known to be legal: one of [`legal_moves`](Self::legal_moves).
    ///
    /// Any other move gives a meaningless position, but nothing worse happens.
    #[inline]
    #[must_use]
    pub fn play_unchecked(&self, mv: &Move) -> Self {
        match self.turn {
            Color::White => self.played::<White>(mv),
            Color::Black => self.played::<Black>(mv),
        }
    }

    #[inline(always)]
    fn played<S: Side>(&self, mv: &Move) -> Self {
        let facts = self.rules.facts();
        let from = Word::<R>::bit(u32::from(mv.from.index()));
        let to = Word::<R>::bit(u32::from(mv.to.index()));
        let taken = Word::<R>::narrow(mv.captured);
        let king = from.meets(self.board.kings);
        let board = self.board.after::<S>(from, to, taken, king, mv.promotes);
        let runs = if king && mv.captured == 0 {
            self.runs.after_king(&facts, S::COLOR, from, to)
        } else {
            self.runs.after_other(&facts, S::COLOR, taken)
        };

        let mut key = self.hash ^ hash::BLACK_TO_MOVE;
        key ^= self.runs.hash(&facts) ^ runs.hash(&facts);
        key ^= hash::piece(from.lowest(), S::COLOR, king);
        key ^= hash::piece(to.lowest(), S::COLOR, king || mv.promotes);
        let mut rest = taken;
        while !rest.is_none() {
            key ^= hash::piece(rest.lowest(), !S::COLOR, rest.first().meets(self.board.kings));
            rest = rest.rest();
        }
        Self { rules: self.rules, board, turn: !self.turn, runs, hash: key }
    }

    /// Returns the outcome, if the position alone ends the game.
    pub fn outcome(&self) -> Option<Outcome> {
        let facts = self.rules.facts();
        if self.king_has_won() {
            let winner = match self.board.kings(Color::White).is_empty() {
                true => Color::Black,
                false => Color::White,
            };
            return Some(Outcome::win(winner, Reason::FirstKing));
        }
        let without_pieces =
            [self.turn, !self.turn].into_iter().find(|color| self.board.of(*color).is_none());
        let (stuck, reason) = match without_pieces {
            Some(color) => (color, Reason::NoPieces),
            None if !self.any_move() => (self.turn, Reason::NoMoves),
            None => return None,
        };
        Some(match facts.blocked {
            Blocked::Wins => Outcome::win(stuck, reason),
            Blocked::Draws if reason == Reason::NoMoves => Outcome::draw(reason),
            _ => Outcome::win(!stuck, reason),
        })
    }

    /// This position rotated by 180° with the colours swapped: the same game seen by the other side. Square names stay
    /// where they are.
    #[must_use]
    pub fn rotated(&self) -> Self {
        let turned = |color| {
            let (square, count) = self.runs.of(color)?;
            let (row, column) = R::Geometry::LAYOUT.cell(square)?;
            let layout = R::Geometry::LAYOUT;
            let there = layout.bit_at(layout.height - 1 - row, layout.width - 1 - column)?;
            Some((there, count))
        };
        let mut runs = KingRuns::default();
        for color in Color::BOTH {
            if let Some((square, count)) = turned(color) {
                runs.set(!color, square, count);
            }
        }
        Self::unchecked(self.rules, self.board.rotated(), !self.turn, runs)
    }
}

/// Whether all moves were generated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Generated {
    Whole,
    CutShort,
}

/// Collects the legal captures, each once.
struct Legal<'a, B> {
    preferred: Preferred,
    moves: &'a mut MoveList,
    crossings: Crossings<B>,
    full: bool,
}

impl<'a, B: Bits> Legal<'a, B> {
    #[inline(always)]
    fn new(preferred: Preferred, moves: &'a mut MoveList) -> Self {
        Self { preferred, moves, crossings: Crossings::default(), full: false }
    }

    #[inline(always)]
    fn generated(&self) -> Generated {
        if self.full || self.crossings.gave_up() { Generated::CutShort } else { Generated::Whole }
    }
}

impl<B: Bits> Sink<B> for Legal<'_, B> {
    #[inline(always)]
    fn enter(&mut self, hop: Hop<B>) -> bool {
        self.crossings.is_new(hop)
    }

    #[inline(always)]
    fn found(&mut self, capture: Capture<B>) {
        match self.preferred.compare(capture.worth) {
            Ordering::Less => return,
            Ordering::Equal => {}
            Ordering::Greater => self.moves.clear(),
        }
        let capture = capture.to_move();
        if !self.moves.contains(&capture) {
            self.full |= self.moves.try_push(capture).is_err();
        }
    }

    fn weighs(&mut self) -> bool {
        self.crossings.weighs()
    }
}
