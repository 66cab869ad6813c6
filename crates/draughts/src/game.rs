//! A game: its moves, its draw counters, and its result.

use crate::any::AnyPosition;
use crate::color::Color;
use crate::draws::{DrawCount, DrawRule, DrawWhen, Forces};
use crate::explain::Illegal;
use crate::moves::Move;
use crate::outcome::{Outcome, Reason};
use crate::ruleset::Ruleset;
use core::fmt;

/// A game between two sides, according to the rules alone: without clocks, offers or resignations.
///
/// ```
/// use draughts::{Game, Variant};
///
/// let mut game = Game::new(Variant::American.into());
/// for text in ["11-15", "23-18", "8-11"] {
///     let mv = game.position().parse_move(text)?;
///     game.play(&mv)?;
/// }
/// assert_eq!((game.move_number(), game.turn_number()), (2, 4));
/// assert_eq!(game.counts()[0].to_string(), "1 of 40");
/// assert_eq!(game.take_back().map(|mv| game.position().text(&mv)), Some("8-11".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    rules: Ruleset,
    start: AnyPosition,
    turns: Vec<PlayedMove>,
}

/// A move that was played, and the position after it.
#[derive(Clone, Debug)]
struct PlayedMove {
    mv: Move,
    after: AnyPosition,
    /// The count of each draw rule: in plies, or occurrences of the position.
    runs: Vec<u16>,
}

impl Game {
    /// A new game.
    pub fn new(rules: Ruleset) -> Self {
        let start = AnyPosition::start(&rules);
        Self::from_position(rules, start)
    }

    /// A game that starts from a position of these rules.
    pub fn from_position(rules: Ruleset, start: AnyPosition) -> Self {
        Self { rules, start, turns: Vec::new() }
    }

    /// The rules.
    pub fn rules(&self) -> &Ruleset {
        &self.rules
    }

    /// The position it started from.
    pub fn start(&self) -> &AnyPosition {
        &self.start
    }

    /// The position now.
    pub fn position(&self) -> &AnyPosition {
        self.turns.last().map_or(&self.start, |turn| &turn.after)
    }

    /// The moves so far.
    pub fn history(&self) -> impl ExactSizeIterator<Item = &Move> {
        self.turns.iter().map(|turn| &turn.mv)
    }

    /// The position after this many plies; 0 is the start.
    pub fn position_after(&self, plies: usize) -> Option<&AnyPosition> {
        match plies {
            0 => Some(&self.start),
            _ => self.turns.get(plies - 1).map(|turn| &turn.after),
        }
    }

    /// The number of the next move, from 1; both sides' moves share it.
    pub fn move_number(&self) -> usize {
        let offset = usize::from(self.start.turn() != self.rules.first);
        (self.turns.len() + offset) / 2 + 1
    }

    /// The number of the next turn, from 1: each side's move is one.
    pub fn turn_number(&self) -> usize {
        self.turns.len() + 1
    }

    /// The legal moves; none if the game is over.
    pub fn legal_moves(&self) -> Vec<Move> {
        if self.outcome().is_some() { Vec::new() } else { self.position().legal_moves() }
    }

    /// Plays a move. An illegal move changes nothing.
    pub fn play(&mut self, mv: &Move) -> Result<(), PlayError> {
        if let Some(outcome) = self.outcome() {
            return Err(PlayError::GameOver(outcome));
        }
        let after = self.position().play(mv).map_err(PlayError::Illegal)?;
        self.push(mv, after);
        Ok(())
    }

    /// Plays a move that is known to be legal in a game that is known not to be over.
    pub fn play_unchecked(&mut self, mv: &Move) {
        let after = self.position().play_unchecked(mv);
        self.push(mv, after);
    }

    fn push(&mut self, mv: &Move, after: AnyPosition) {
        let rules = self.rules.draws.iter().enumerate();
        let runs = rules.map(|(index, rule)| self.run_after(index, rule, mv, &after)).collect();
        self.turns.push(PlayedMove { mv: *mv, after, runs });
    }

    /// Takes back the last move.
    pub fn take_back(&mut self) -> Option<Move> {
        self.turns.pop().map(|turn| turn.mv)
    }

    /// Returns the outcome, if the game is over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.position().outcome().or_else(|| {
            let mut counts = self.counts().into_iter();
            let drawn = counts.find(|count| count.reached() && !count.rule.claimed)?;
            Some(Outcome::draw(Reason::Draw(drawn.rule)))
        })
    }

    /// Returns the counters of the draw rules.
    pub fn counts(&self) -> Vec<DrawCount> {
        let runs = self.runs().into_iter();
        runs.map(|(rule, run)| {
            let count = match rule.when {
                DrawWhen::Repetition | DrawWhen::KingAgainstKing => run,
                // A move of each side counts as one.
                _ => run / 2,
            };
            DrawCount { rule, count }
        })
        .collect()
    }

    /// Returns the counts of the draw rules in plies: twice those of [`counts`](Self::counts) or one more, except for
    /// rules that count positions.
    pub fn runs(&self) -> Vec<(DrawRule, u16)> {
        let runs = self.turns.last().map(|turn| &turn.runs[..]);
        let rules = self.rules.draws.iter().enumerate();
        rules
            .map(|(index, rule)| match runs {
                Some(runs) => (*rule, runs[index]),
                None => (*rule, first_run(rule, &self.start)),
            })
            .collect()
    }

    /// The draws that a player may claim now.
    pub fn claims(&self) -> Vec<DrawRule> {
        let counts = self.counts().into_iter();
        counts
            .filter(|count| count.rule.claimed && count.reached())
            .map(|count| count.rule)
            .collect()
    }

    /// Returns the count of a draw rule after one more move.
    fn run_after(&self, index: usize, rule: &DrawRule, mv: &Move, after: &AnyPosition) -> u16 {
        let before = self.position();
        let run = self.turns.last().map_or(0, |turn| turn.runs[index]);
        let quiet = !mv.is_capture();
        let goes_on = match rule.when {
            DrawWhen::Repetition => return self.occurrences(mv, after),
            DrawWhen::KingAgainstKing => return first_run(rule, after),
            DrawWhen::NoCapture => quiet,
            DrawWhen::NoCaptureWithKings => quiet && both_have_kings(before),
            DrawWhen::KingsOnly => quiet && before.kings(before.turn()).contains(mv.from()),
            // The move that brings the forces about does not count.
            DrawWhen::Forces(forces) => forces.face(before) && forces.face(after),
            DrawWhen::NoChange(least, most) => {
                let pieces = Color::BOTH.map(|color| before.pieces(color).len()).iter().sum();
                quiet
                    && !mv.promotes()
                    && both_have_kings(before)
                    && (usize::from(least)..=usize::from(most)).contains(&pieces)
            }
        };
        if goes_on { run + 1 } else { 0 }
    }

    /// Returns how often a position has occurred, including after this move.
    fn occurrences(&self, mv: &Move, after: &AnyPosition) -> u16 {
        // Kings can move back, and so can men that step sideways.
        let reversible = |mv: &Move, before: &AnyPosition| {
            let row = |square| before.row_column(square).0;
            let king = before.kings(before.turn()).contains(mv.from());
            !mv.is_capture() && (king || row(mv.from()) == row(mv.to()))
        };
        let mut count = 1;
        let mut last = *mv;
        for plies in (0..=self.turns.len()).rev() {
            let Some(before) = self.position_after(plies) else { break };
            if !reversible(&last, before) {
                break;
            }
            count += u16::from(before == after);
            if let Some(turn) = plies.checked_sub(1).and_then(|index| self.turns.get(index)) {
                last = turn.mv;
            }
        }
        count
    }
}

/// Returns a draw rule's initial count in a position without history.
fn first_run(rule: &DrawRule, position: &AnyPosition) -> u16 {
    match rule.when {
        DrawWhen::Repetition => 1,
        DrawWhen::KingAgainstKing => u16::from(king_against_king(position)),
        _ => 0,
    }
}

fn both_have_kings(position: &AnyPosition) -> bool {
    Color::BOTH.into_iter().all(|color| !position.kings(color).is_empty())
}

/// Whether each side has just one king, and no capture is possible or unavoidable (Frisian art. 21.1).
fn king_against_king(position: &AnyPosition) -> bool {
    let lone = |color| position.pieces(color).len() == 1 && position.kings(color).len() == 1;
    lone(Color::White)
        && lone(Color::Black)
        && !position.any_capture()
        && position.legal_moves().iter().any(|mv| !position.play_unchecked(mv).any_capture())
}

impl Forces {
    /// Whether these forces face each other, with either side having either.
    fn face(self, position: &AnyPosition) -> bool {
        Color::BOTH.into_iter().any(|strong| self.of(position, strong))
    }

    fn of(self, position: &AnyPosition, strong: Color) -> bool {
        let (pieces, kings) = (position.pieces(strong).len(), position.kings(strong).len());
        let lone = position.pieces(!strong);
        let lone_king = lone.len() == 1 && position.kings(!strong) == lone;
        match self {
            Forces::ThreeAgainstKing => lone_king && pieces == 3 && kings >= 1,
            Forces::ThreeAgainstKingOnLongDiagonal => {
                let diagonal = position.layout().long_diagonal_squares();
                lone_king
                    && pieces == 3
                    && kings >= 1
                    && (lone | position.pieces(strong)) & diagonal == lone
            }
            Forces::TwoAgainstKing => lone_king && (1..=2).contains(&pieces) && kings >= 1,
            Forces::TwoKingsAgainstKing => lone_king && pieces == 2 && kings == 2,
            Forces::ThreeKingsAgainstKing => lone_king && kings >= 3 && kings == pieces,
            Forces::OneAgainstOne => lone.len() == 1 && pieces == 1,
        }
    }
}

/// The reasons why a move was not played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayError {
    /// The game is over.
    GameOver(Outcome),
    /// The move may not be played.
    Illegal(Illegal),
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GameOver(outcome) => write!(f, "the game is over ({outcome})"),
            Self::Illegal(reason) => write!(f, "{reason}"),
        }
    }
}

impl core::error::Error for PlayError {}
