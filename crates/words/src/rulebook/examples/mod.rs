//! Positions in which a rule decides. A position is only offered after checking it under the rules being described, so
//! that its caption is correct for every variant and for house rules.

mod captures;
pub(crate) mod choice;
pub(crate) mod diagram;
mod moves;

use crate::Phrase;
use diagram::Diagram;
use draughts::{AnyPosition, Facts, Move, Ruleset};

/// A position in which a rule decides, White to move.
#[derive(Clone, Debug)]
pub struct Example {
    /// The permanent identifier of what it shows.
    pub name: &'static str,
    /// The section of the rulebook that it belongs to.
    pub section: &'static str,
    /// The position.
    pub position: AnyPosition,
    /// What it shows.
    pub caption: Phrase,
}

/// Something to show: candidate positions, and a check that returns the caption if one shows it.
struct Demonstration {
    name: &'static str,
    section: &'static str,
    diagrams: &'static [Diagram],
    shown: fn(&Look) -> Option<Phrase>,
}

/// The examples for these rules, in the order of the sections.
pub fn examples(rules: &Ruleset) -> Vec<Example> {
    let demonstrations =
        moves::DEMONSTRATIONS.iter().chain(captures::DEMONSTRATIONS).chain(choice::DEMONSTRATIONS);
    demonstrations.filter_map(|one| one.shown_under(rules)).collect()
}

impl Demonstration {
    fn shown_under(&self, rules: &Ruleset) -> Option<Example> {
        self.diagrams.iter().find_map(|diagram| {
            let fen = diagram.fen(rules)?;
            let look = Look::new(rules, AnyPosition::from_fen(rules, &fen).ok()?);
            let caption = (self.shown)(&look)?;
            let Self { name, section, .. } = *self;
            Some(Example { name, section, position: look.position, caption })
        })
    }
}

/// A position under rules, with its moves.
pub(crate) struct Look<'a> {
    pub(crate) rules: &'a Ruleset,
    pub(crate) position: AnyPosition,
    pub(crate) legal: Vec<Move>,
}

impl<'a> Look<'a> {
    pub(crate) fn new(rules: &'a Ruleset, position: AnyPosition) -> Self {
        let legal = position.legal_moves();
        Self { rules, position, legal }
    }

    pub(crate) fn facts(&self) -> &Facts {
        &self.rules.facts
    }

    pub(crate) fn captures(&self) -> impl Iterator<Item = &Move> {
        self.legal.iter().filter(|mv| mv.is_capture())
    }

    /// How many pieces the longest capture takes.
    pub(crate) fn most(&self) -> u32 {
        self.captures().map(taken).max().unwrap_or(0)
    }

    pub(crate) fn least(&self) -> u32 {
        self.captures().map(taken).min().unwrap_or(0)
    }

    fn row(&self, square: draughts::Square) -> u8 {
        self.position.row_column(square).0
    }

    /// The distance between a move's start and end, in squares.
    fn reach(&self, mv: &Move) -> u8 {
        let (from, to) = (self.position.row_column(mv.from()), self.position.row_column(mv.to()));
        from.0.abs_diff(to.0).max(from.1.abs_diff(to.1))
    }

    /// The longest capture under modified rules.
    fn most_if(&self, change: impl FnOnce(&mut Facts)) -> u32 {
        self.if_only(change).map_or(0, |legal| legal.iter().map(taken).max().unwrap_or(0))
    }

    /// The legal moves under modified rules.
    fn if_only(&self, change: impl FnOnce(&mut Facts)) -> Option<Vec<Move>> {
        let mut other = self.rules.clone();
        change(&mut other.facts);
        other.check().ok()?;
        let position = AnyPosition::from_fen(&other, &self.position.to_fen()).ok()?;
        Some(position.legal_moves())
    }
}

pub(crate) fn taken(mv: &Move) -> u32 {
    mv.captured().len() as u32
}

/// Returns a caption if it is true.
fn says(key: &'static str, so: bool) -> Option<Phrase> {
    so.then(|| Phrase::new(key))
}
