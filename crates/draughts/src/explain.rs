//! Explanations: why a move is illegal, and which rules forbid all others.
//!
//! Most answers come from the generator itself: if the move is legal under rules relaxed in one point, that point is
//! the reason.

use crate::bits::Bits;
use crate::board::Board;
use crate::capture::{Capture, Hop, Sink};
use crate::color::{Black, Color, Rank, White};
use crate::crossings::{Crossings, Mixer};
use crate::dynamic_rules::DynamicRules;
use crate::effort::{TooManyJumps, within};
use crate::facts::{Crowning, Duty, Facts, KingRange, Landing, Lines, MenCapture};
use crate::geometry::{Direction, Geometry};
use crate::moves::Move;
use crate::outcome::Outcome;
use crate::position::Position;
use crate::rules::Rules;
use crate::square::{Square, SquareSet};
use crate::worth::{Worth, worth_parts};
use core::fmt;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

/// An illegal move, with the reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Illegal {
    /// The square it was to start from.
    pub from: Square,
    /// The square it was to end on.
    pub to: Square,
    /// The rule that forbids it.
    pub why: Why,
}

/// The reasons why a move is illegal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Why {
    /// The game is over.
    GameOver(Outcome),
    /// There is no piece on the first square.
    NoPiece,
    /// The piece on the first square is the opponent's.
    NotYours,
    /// The piece would stay where it is.
    SameSquare,
    /// The last square is not empty.
    Occupied,
    /// The squares are not on a common line along which pieces move.
    NotOnALine,
    /// Men do not move backwards.
    ManBackwards,
    /// A man moves one square.
    ManOneSquare,
    /// A king moves one square.
    KingOneSquare,
    /// A piece stands in the way.
    Blocked {
        /// The square of the piece that can capture.
        by: Square,
    },
    /// A piece of one's own cannot be jumped.
    OwnPiece {
        /// The piece in the way.
        over: Square,
    },
    /// A capture is possible, so it must be made.
    MustCapture {
        /// The captures to choose from.
        captures: Vec<Move>,
    },
    /// Another capture comes first.
    Outranked {
        /// The rule that decides.
        rule: Preference,
        /// The captures to choose from.
        captures: Vec<Move>,
    },
    /// The capture can continue, so it must.
    MustGoOn {
        /// The captures that begin like this one.
        captures: Vec<Move>,
    },
    /// This king has made as many moves in a row as it may.
    KingTired {
        /// The number of moves in a row that are allowed.
        limit: u8,
    },
    /// Men may not capture kings.
    ManTakesNoKing {
        /// The kings that would be captured.
        kings: SquareSet,
    },
    /// Men capture forwards only.
    ManCapturesForward {
        /// The pieces that would be captured.
        over: SquareSet,
    },
    /// The king must stop directly behind the piece it captures.
    StopsBehind,
    /// A man that reaches the far row in mid-capture does not continue like that.
    Crowning,
    /// Start and end are right, but no capture passes these squares.
    WrongWay,
    /// This piece has no move that ends there.
    Unreachable,
}

/// A rule by which one capture takes precedence over another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Preference {
    /// The capture of the most pieces.
    MostPieces(u32),
    /// The capture of the highest value.
    HighestValue,
    /// The capture with a king.
    WithKing,
    /// The capture of the most kings.
    MostKings(u32),
    /// The capture that meets a king earliest.
    EarliestKing,
}

/// One step of narrowing all moves down to the legal ones.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Narrowing {
    /// The rule that was applied.
    pub rule: Narrowed,
    /// The moves it rejected.
    pub rejected: Vec<Move>,
}

/// A rule that rejects moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Narrowed {
    /// A capture must be made.
    MustCapture,
    /// One capture takes precedence over another.
    Preference(Preference),
    /// A king has made as many moves in a row as it may.
    KingTired(u8),
}

impl fmt::Display for Preference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Preference::MostPieces(most) => {
                write!(f, "you must take as many pieces as possible: here {most}")
            }
            Preference::HighestValue => {
                f.write_str("you must make the capture with the highest value")
            }
            Preference::WithKing => f.write_str("the king must make the capture, not the man"),
            Preference::MostKings(most) => {
                write!(f, "you must take as many kings as possible: here {most}")
            }
            Preference::EarliestKing => {
                f.write_str("you must make the capture that meets a king first")
            }
        }
    }
}

impl fmt::Display for Narrowed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Narrowed::MustCapture => f.write_str("a capture is mandatory"),
            Narrowed::Preference(preference) => write!(f, "{preference}"),
            Narrowed::KingTired(1) => f.write_str("a king may move only once in a row"),
            Narrowed::KingTired(limit) => {
                write!(f, "a king may move at most {limit} times in a row")
            }
        }
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.why)
    }
}

impl core::error::Error for Illegal {}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::GameOver(outcome) => write!(f, "the game is over ({outcome})"),
            Why::NoPiece => f.write_str("there is no piece on that square"),
            Why::NotYours => f.write_str("that is your opponent's piece"),
            Why::SameSquare => f.write_str("the piece must leave its square"),
            Why::Occupied => f.write_str("that square is occupied"),
            Why::NotOnALine => f.write_str("pieces do not move along that line"),
            Why::ManBackwards => f.write_str("men do not move backwards"),
            Why::ManOneSquare => f.write_str("a man moves one square"),
            Why::KingOneSquare => f.write_str("a king moves one square"),
            Why::Blocked { .. } => f.write_str("a piece is in the way"),
            Why::OwnPiece { .. } => f.write_str("you cannot jump over your own piece"),
            Why::MustCapture { captures } => {
                let pieces: SquareSet = captures.iter().map(Move::from).collect();
                match pieces.len() {
                    1 => f.write_str("you must capture: 1 piece can"),
                    many => write!(f, "you must capture: {many} pieces can"),
                }
            }
            Why::Outranked { rule, .. } => write!(f, "{rule}"),
            Why::MustGoOn { .. } => f.write_str("the capture must go on"),
            Why::KingTired { limit } => write!(f, "{}", Narrowed::KingTired(*limit)),
            Why::ManTakesNoKing { .. } => f.write_str("a man may not take a king"),
            Why::ManCapturesForward { .. } => f.write_str("men capture forwards only"),
            Why::StopsBehind => {
                f.write_str("the king must stop directly behind the piece it takes")
            }
            Why::Crowning => f.write_str("a man cannot continue like that from the far row"),
            Why::WrongWay => f.write_str("no capture goes through these squares"),
            Why::Unreachable => f.write_str("no move of this piece ends there"),
        }
    }
}

impl<R: Rules> Position<R> {
    /// Returns why there is no legal move between two squares; `None` if there is one.
    ///
    /// ```
    /// use draughts::{Italian, Position};
    ///
    /// let position = Position::<Italian>::from_fen("W:W18:B5,K14")?;
    /// let square = |name| position.square(name).unwrap();
    /// assert_eq!(
    ///     position.why_not(square("18"), square("11")).unwrap().to_string(),
    ///     "a man may not take a king",
    /// );
    /// # Ok::<(), draughts::FenError>(())
    /// ```
    pub fn why_not(&self, from: Square, to: Square) -> Option<Illegal> {
        let legal = self.legal_moves().iter().any(|mv| mv.from == from && mv.to == to);
        (!legal).then(|| why_illegal(self, from, to))
    }

    /// Returns why there is no legal move through these squares in this order; `None` if there is one.
    pub fn why_not_path(&self, squares: &[Square]) -> Option<Illegal> {
        let (&from, &to) = (squares.first()?, squares.last()?);
        if squares.len() == 2 {
            return self.why_not(from, to);
        }
        let passes =
            |mv: &Move| self.paths(mv).iter().any(|path| path.passes::<R::Geometry>(squares));
        let mut captures: Vec<Move> =
            self.legal_moves().into_iter().filter(|mv| mv.from == from).collect();
        // If it takes too long to find out which of them pass these squares, list none.
        if within(FOR_REASON, || captures.retain(passes)).is_err() {
            captures.clear();
        }
        if captures.iter().any(|mv| mv.to == to) {
            return None;
        }
        let why = if captures.is_empty() {
            return Some(why_illegal(self, from, to));
        } else {
            Why::MustGoOn { captures }
        };
        Some(Illegal { from, to, why })
    }

    /// Returns the steps of narrowing all moves down to the legal ones: the rules that rejected something, in the order
    /// they apply, with the moves they rejected.
    ///
    /// ```
    /// use draughts::{International, Narrowed, Position, Preference};
    ///
    /// let position = Position::<International>::from_fen("W:W28,39:B22,23,13,34")?;
    /// let rules: Vec<_> = position.narrowings().iter().map(|step| step.rule).collect();
    /// assert_eq!(
    ///     rules,
    ///     [Narrowed::MustCapture, Narrowed::Preference(Preference::MostPieces(2))],
    /// );
    /// # Ok::<(), draughts::FenError>(())
    /// ```
    pub fn narrowings(&self) -> Vec<Narrowing> {
        let facts = self.rules().facts();
        let mut narrowings = Vec::new();
        let mut narrow = |rule, rejected: Vec<Move>| {
            if !rejected.is_empty() {
                narrowings.push(Narrowing { rule, rejected });
            }
        };
        if self.king_has_won() {
            return narrowings;
        }
        let captures = self.all_captures();
        let quiet = self.simple_moves();
        if captures.is_empty() || facts.capture == Duty::Optional {
            if let Some(limit) = facts.king_run {
                let untired = self.relaxed(|facts| facts.king_run = None).simple_moves();
                let tired = untired.into_iter().filter(|mv| !quiet.contains(mv)).collect();
                narrow(Narrowed::KingTired(limit), tired);
            }
        } else {
            narrow(Narrowed::MustCapture, quiet);
        }
        for (rule, rejected) in preferences(&facts, captures) {
            narrow(Narrowed::Preference(rule), rejected);
        }
        narrowings
    }

    /// This position under relaxed rules.
    pub(crate) fn relaxed(
        &self,
        relax: impl FnOnce(&mut Facts),
    ) -> Position<DynamicRules<R::Geometry>> {
        let mut rules = self.rules().general();
        relax(&mut rules.facts);
        self.under(rules)
    }

    /// A capture from one square to another, ignoring precedence.
    fn find_capture(&self, from: Square, to: Square) -> Option<Move> {
        let mut seek = Seek { from, to, crossings: Crossings::default(), found: None };
        match self.turn() {
            Color::White => self.view::<White>().captures_for(&mut seek),
            Color::Black => self.view::<Black>().captures_for(&mut seek),
        }
        seek.found
    }

    fn find_step(&self, from: Square, to: Square) -> Option<Move> {
        self.simple_moves().into_iter().find(|mv| mv.from == from && mv.to == to)
    }

    /// Every complete capture, ignoring precedence, with its value.
    pub(crate) fn all_captures(&self) -> Vec<(Move, Worth)> {
        let mut every = Every {
            captures: Vec::new(),
            places: HashMap::default(),
            crossings: Crossings::default(),
        };
        match self.turn() {
            Color::White => self.view::<White>().captures_for(&mut every),
            Color::Black => self.view::<Black>().captures_for(&mut every),
        }
        every.captures
    }
}

/// Searches for one capture.
struct Seek<B> {
    from: Square,
    to: Square,
    crossings: Crossings<B>,
    found: Option<Move>,
}

impl<B: Bits> Sink<B> for Seek<B> {
    fn enter(&mut self, hop: Hop<B>) -> bool {
        let starts = !hop.taken.is_none() || hop.at.lowest() == u32::from(self.from.index());
        starts && self.found.is_none() && self.crossings.is_new(hop)
    }

    fn found(&mut self, capture: Capture<B>) {
        let mv = capture.to_move();
        if mv.to == self.to {
            self.found.get_or_insert(mv);
        }
    }

    fn weighs(&mut self) -> bool {
        false
    }
}

/// The limit on jumps for explaining an illegal move. Real games never reach it, because their searches are short.
const FOR_REASON: u64 = 300_000;

/// The most captures compared; only set-ups with dozens of kings have more.
const MOST_CAPTURES: usize = 1_000;

/// Collects every capture once, with the highest value of any order of its jumps.
struct Every<B> {
    captures: Vec<(Move, Worth)>,
    /// The place of each move in the list.
    places: HashMap<Move, usize, BuildHasherDefault<Mixer>>,
    crossings: Crossings<B>,
}

impl<B: Bits> Sink<B> for Every<B> {
    fn enter(&mut self, hop: Hop<B>) -> bool {
        self.crossings.is_new(hop)
    }

    fn found(&mut self, capture: Capture<B>) {
        let mv = capture.to_move();
        if let Some(place) = self.places.get(&mv) {
            let worth = &mut self.captures[*place].1;
            *worth = capture.worth.max(*worth);
        } else if self.captures.len() < MOST_CAPTURES {
            self.places.insert(mv, self.captures.len());
            self.captures.push((mv, capture.worth));
        }
    }

    fn weighs(&mut self) -> bool {
        self.crossings.weighs()
    }
}

/// The rules of precedence that apply, in order, each with the captures it rejects.
fn preferences(facts: &Facts, mut captures: Vec<(Move, Worth)>) -> Vec<(Preference, Vec<Move>)> {
    let rules = worth_parts(facts).iter().filter_map(|part| {
        let best = captures.iter().map(|(_, worth)| part.of(*worth)).max()?;
        let (kept, rejected): (Vec<_>, Vec<_>) =
            captures.iter().partition(|(_, worth)| part.of(*worth) == best);
        captures = kept;
        let rejected: Vec<Move> = rejected.into_iter().map(|(mv, _)| mv).collect();
        (!rejected.is_empty()).then(|| (part.preference(best), rejected))
    });
    rules.collect()
}

/// Returns why a move is illegal.
pub(crate) fn why_illegal<R: Rules>(position: &Position<R>, from: Square, to: Square) -> Illegal {
    // Compiled once per board, not once per variant.
    let house = position.relaxed(|_| {});
    Illegal { from, to, why: reason(&house, from, to) }
}

fn reason<G: Geometry>(position: &Position<DynamicRules<G>>, from: Square, to: Square) -> Why {
    if let Some(outcome) = position.outcome() {
        return Why::GameOver(outcome);
    }
    let piece = match position.board().piece(from) {
        None => return Why::NoPiece,
        Some(piece) if piece.color != position.turn() => return Why::NotYours,
        Some(piece) => piece,
    };
    let legal = position.legal_moves();
    if legal.iter().any(|mv| mv.from == from && mv.to == to) {
        return Why::WrongWay;
    }
    match within(FOR_REASON, || forbidden_by_rule(position, &legal, from, to)) {
        Ok(Some(why)) => return why,
        Ok(None) => {}
        Err(TooManyJumps) => return Why::Unreachable,
    }
    if from == to {
        return Why::SameSquare;
    }
    if position.board().piece(to).is_some() {
        return Why::Occupied;
    }
    forbidden_by_movement(position, piece.rank, from, to)
}

/// Relaxes one rule after another until the move is legal.
fn forbidden_by_rule<G: Geometry>(
    position: &Position<DynamicRules<G>>,
    legal: &[Move],
    from: Square,
    to: Square,
) -> Option<Why> {
    let facts = position.rules().facts();
    if let Some(mv) = position.find_capture(from, to) {
        let preferences = preferences(&facts, position.all_captures());
        let rule = preferences.into_iter().find(|(_, rejected)| rejected.contains(&mv))?.0;
        return Some(Why::Outranked { rule, captures: legal.to_vec() });
    }
    if position.find_step(from, to).is_some() {
        return Some(Why::MustCapture { captures: legal.to_vec() });
    }
    let relaxed = |relax: fn(&mut Facts)| {
        let position = position.relaxed(|facts| {
            facts.continuation = Duty::Optional;
            relax(facts);
        });
        position.find_step(from, to).or_else(|| position.find_capture(from, to))
    };
    if let Some(mv) = relaxed(|_| {}) {
        return Some(Why::MustGoOn { captures: beginning_with(position, legal, &mv) });
    }
    if let Some(limit) = facts.king_run
        && relaxed(|facts| facts.king_run = None).is_some()
    {
        return Some(Why::KingTired { limit });
    }
    if let Some(mv) = relaxed(|facts| facts.men_take_kings = true) {
        let kings = position.board().kings(!position.turn()) & mv.captured();
        return Some(Why::ManTakesNoKing { kings });
    }
    if relaxed(|facts| facts.landing = Landing::Anywhere).is_some() {
        return Some(Why::StopsBehind);
    }
    if let Some(mv) = relaxed(|facts| facts.men_capture = MenCapture::AllRound) {
        return Some(Why::ManCapturesForward { over: mv.captured() });
    }
    if relaxed(|facts| facts.crowning = Crowning::AtMoveEnd).is_some()
        || relaxed(|facts| facts.crowning = Crowning::GoesOnAsKing).is_some()
    {
        return Some(Why::Crowning);
    }
    None
}

/// The legal captures that pass the end of an unfinished one; if there are none, all of that piece's, or else all.
fn beginning_with<G: Geometry>(
    position: &Position<DynamicRules<G>>,
    legal: &[Move],
    part: &Move,
) -> Vec<Move> {
    let same_piece: Vec<Move> = legal.iter().filter(|mv| mv.from == part.from).copied().collect();
    let through: Vec<Move> = same_piece
        .iter()
        .filter(|mv| {
            part.captured() - mv.captured() == SquareSet::EMPTY
                && position.paths(mv).iter().any(|path| path.passes::<G>(&[part.from, part.to]))
        })
        .copied()
        .collect();
    [through, same_piece].into_iter().find(|moves| !moves.is_empty()).unwrap_or(legal.to_vec())
}

/// Returns why a step is illegal that no relaxed rule allows.
fn forbidden_by_movement<G: Geometry>(
    position: &Position<DynamicRules<G>>,
    rank: Rank,
    from: Square,
    to: Square,
) -> Why {
    let facts = position.rules().facts();
    let Some((direction, between)) = line::<G>(&facts, from, to) else {
        return Why::NotOnALine;
    };
    let board = position.board();
    let own = board.pieces(position.turn());
    if let Some(over) = between.iter().copied().find(|square| own.contains(*square)) {
        return Why::OwnPiece { over };
    }
    let flying = rank == Rank::King && facts.king_range == KingRange::Flying;
    let blocker = between.iter().copied().find(|square| board.piece(*square).is_some());
    match (rank, blocker) {
        (_, Some(by)) if flying => Why::Blocked { by },
        (Rank::Man, _) if between.is_empty() && !forwards(position.turn(), direction) => {
            Why::ManBackwards
        }
        (Rank::Man, _) => Why::ManOneSquare,
        (Rank::King, _) if !flying => Why::KingOneSquare,
        _ => Why::Unreachable,
    }
}

fn forwards(color: Color, direction: Direction) -> bool {
    match direction.delta().0 {
        0 => true,
        rows => (rows < 0) == color.is_white(),
    }
}

/// The direction from one square to another, and the squares between them.
fn line<G: Geometry>(facts: &Facts, from: Square, to: Square) -> Option<(Direction, Vec<Square>)> {
    let lines = match facts.lines {
        Lines::Diagonal | Lines::DiagonalCaptureAll => &Direction::ALL[..4],
        Lines::Orthogonal => &Direction::ALL[4..],
    };
    let end = Board::<G>::mask(to);
    lines.iter().find_map(|&direction| {
        let mut between = Vec::new();
        let mut at = G::step(Board::<G>::mask(from), direction) & G::all();
        while !at.is_none() {
            if at == end {
                return Some((direction, between));
            }
            between.push(Square::new(at.lowest()));
            at = G::step(at, direction) & G::all();
        }
        None
    })
}
