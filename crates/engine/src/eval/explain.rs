//! Explanations of evaluations: the parts of a score.

use crate::eval::{Evaluation, Evaluator, Weights, terminal_value};
use crate::score::{Score, Value};
use core::fmt;
use draughts::{
    AnyPosition, Color, Position, Rules, Ruleset, Setup, Square, SquareSet, dispatch_general,
};

/// The features that evaluations consider.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Feature {
    /// How men stand together in a region of the board, as was learned from games.
    MenPattern,
    /// How men and kings stand in a region of the board, as was learned from games.
    KingsPattern,
    /// The pieces that are left, where they are few, as learned from games.
    Endgame,
    /// The side to move.
    Turn,
    /// How many men there are.
    Men,
    /// How many kings there are.
    Kings,
    /// Whether there is a king at all.
    HavingKing,
    /// The squares that kings can reach.
    KingsReach,
    /// Men more on one wing than on the other.
    Wings,
    /// The advance of men.
    Advance,
    /// Men that guard the home row.
    HomeRow,
    /// Pieces away from the edge.
    Centre,
    /// The squares to which men can step.
    Room,
    /// Kings that cannot move.
    TrappedKings,
    /// Men that no enemy stands before.
    Runners,
    /// The race for the first king, where it wins.
    Race,
    /// The side that leads should exchange.
    Exchange,
    /// A king that too few hunt.
    Haven,
    /// How near the hunters of the last kings are.
    Chase,
    /// The remainder of parts rounded to hundredths.
    Rounding,
}

impl Feature {
    /// A short name for programs.
    ///
    /// ```
    /// use draughts_engine::Feature;
    ///
    /// assert_eq!(Feature::HomeRow.name(), "home-row");
    /// assert_eq!(Feature::HomeRow.to_string(), "men that guard the home row");
    /// ```
    pub const fn name(self) -> &'static str {
        self.words().0
    }

    const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::MenPattern => ("men-pattern", "how men stand in a part of the board"),
            Self::KingsPattern => {
                ("kings-pattern", "how men and kings stand in a part of the board")
            }
            Self::Endgame => ("endgame", "the pieces that are left"),
            Self::Turn => ("turn", "being on turn"),
            Self::Men => ("men", "number of men"),
            Self::Kings => ("kings", "number of kings"),
            Self::HavingKing => ("having-king", "having a king at all"),
            Self::KingsReach => ("kings-reach", "squares that kings can go to"),
            Self::Wings => ("wings", "men more on one wing than on the other"),
            Self::Advance => ("advance", "men that have come forward"),
            Self::HomeRow => ("home-row", "men that guard the home row"),
            Self::Centre => ("centre", "pieces in the middle"),
            Self::Room => ("room", "room for men to step"),
            Self::TrappedKings => ("trapped-kings", "kings that cannot move"),
            Self::Runners => ("runners", "men with a free way to the far row"),
            Self::Race => ("race", "the race for the first king"),
            Self::Exchange => ("exchange", "being ahead with fewer pieces left"),
            Self::Haven => ("haven", "too few pieces to catch a king"),
            Self::Chase => ("chase", "nearness of the hunting kings"),
            Self::Rounding => ("rounding", "rounding"),
        }
    }
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words().1)
    }
}

/// A term of an evaluation, in hundredths of a man for White.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EvalTerm {
    /// The feature.
    pub feature: Feature,
    /// White's amount minus Black's.
    pub value: i32,
    /// For a pattern, what White and Black see on its squares; the board is turned for Black.
    pub views: Option<[PatternView; 2]>,
}

/// A pattern as one side sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PatternView {
    /// The squares looked at.
    pub squares: SquareSet,
    /// The value of the term, in hundredths of a man for White.
    pub value: i32,
}

impl EvalTerm {
    pub(crate) fn new(feature: Feature, value: Value) -> Self {
        Self { feature, value, views: None }
    }

    pub(crate) fn pattern(feature: Feature, views: [PatternView; 2]) -> Self {
        let value = views.iter().map(|view| view.value).sum();
        Self { feature, value, views: Some(views) }
    }
}

/// The phase of a game, for weights that differ between positions with many and few pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EvalPhase {
    /// Pieces on the board.
    pub pieces: u32,
    /// Pieces with which a game begins.
    pub full: u32,
}

/// An evaluation taken apart. In a game that is over there is nothing but its score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// The score for White, without any search.
    pub score: Score,
    /// The phase of the game, if the evaluation was learned from games.
    pub phase: Option<EvalPhase>,
    /// The parts that sum to the score, the largest first.
    pub parts: Vec<EvalTerm>,
    /// The contribution of each piece: how much worse for White the same evaluation is without it, in
    /// hundredths of a man. Pieces without which there is no position are left out.
    pub pieces: Vec<(Square, i32)>,
}

/// Takes the evaluation of a position apart.
///
/// ```
/// use draughts::{AnyPosition, Variant};
/// use draughts_engine::{Evaluation, Feature, Score, evaluate, explain};
///
/// let turkish = Variant::Turkish.into();
/// let position = AnyPosition::from_fen(&turkish, "W:Wa2,b2,Kc3:Ba7,b7")?;
/// let explained = explain(&turkish, &position, &Evaluation::Best);
/// assert_eq!(explained.score, evaluate(&turkish, &position));
/// assert_eq!(explained.parts[0].feature, Feature::Kings);
/// let sum = explained.parts.iter().map(|part| part.value).sum();
/// assert_eq!(explained.score, Score::Centimen(sum));
/// assert_eq!(explained.pieces.len(), 5);
/// # Ok::<(), draughts::FenError>(())
/// ```
pub fn explain(rules: &Ruleset, position: &AnyPosition, evaluation: &Evaluation) -> Explanation {
    let weights = evaluation.weights(rules);
    dispatch_general!(position, inner => of(inner, weights))
}

fn of<R: Rules>(position: &Position<R>, weights: Option<&Weights>) -> Explanation {
    if let Some(outcome) = position.outcome() {
        let score = Score::of(for_white(position, terminal_value(&outcome, position, 0)));
        return Explanation { score, phase: None, parts: Vec::new(), pieces: Vec::new() };
    }
    let evaluator = Evaluator::new(*position.rules(), weights);
    let value = for_white(position, evaluator.evaluate(position));
    let mut parts = evaluator.parts(position);
    let rounding = value - parts.iter().map(|part| part.value).sum::<Value>();
    if rounding != 0 {
        parts.push(EvalTerm::new(Feature::Rounding, rounding));
    }
    parts.sort_by_key(|part| -part.value.abs());
    let pieces = Color::BOTH.into_iter().flat_map(|color| position.board().pieces(color));
    let contributed = pieces.filter_map(|square| {
        let without = without(position, square)?;
        Some((square, value - for_white(&without, evaluator.evaluate(&without))))
    });
    Explanation {
        score: Score::of(value),
        phase: weights.map(|weights| weights.phase_of(position)),
        parts,
        pieces: contributed.collect(),
    }
}

/// The value for White of what is good for the side to move.
fn for_white<R: Rules>(position: &Position<R>, value: Value) -> Value {
    if position.turn() == Color::White { value } else { -value }
}

/// The same position without a piece, if both sides still have one.
fn without<R: Rules>(position: &Position<R>, square: Square) -> Option<Position<R>> {
    let mut board = *position.board();
    board.remove(square)?;
    let both = Color::BOTH.into_iter().all(|color| !board.pieces(color).is_empty());
    let setup = Setup::new(*position.rules(), board, position.turn());
    both.then(|| setup.position().ok()).flatten()
}
