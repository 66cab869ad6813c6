//! A game on record, played through by the rules.

use crate::place::Place;
use crate::problem::{Flaw, Problem};
use crate::results::Recorded;
use crate::tags::find_tag;
use crate::tree::{Action, Game, Step, Variation};
use draughts::{AnyPosition, Color, FenError, FenErrorKind, Move, MoveError, Ruleset, SetupError};

/// The result of replaying a game.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The rules it was played by.
    pub rules: Ruleset,
    /// How they were found out.
    pub origin: Origin,
    /// The position at the start.
    pub start: AnyPosition,
    /// The steps up to the end or the first problem.
    pub played: Vec<ReplayedStep>,
    /// The position that this led to.
    pub end: AnyPosition,
    /// The result, by the record.
    pub recorded: Recorded,
    /// The problem at which the replay stopped, if it did.
    pub problem: Option<Problem>,
    /// Irregularities that could be understood.
    pub notes: Vec<Problem>,
}

/// One step of a game that was played through.
#[derive(Clone, PartialEq, Debug)]
pub enum ReplayedStep {
    /// A legal move.
    Move(Move),
    /// A position was set up.
    Setup(Box<AnyPosition>),
    /// A move was not written down.
    Unknown,
}

/// How the rules of a game were found out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// The caller gave the rules.
    Given,
    /// The game's tags say so.
    Tagged,
    /// The moves fit.
    Inferred,
    /// The moves fit, and they do not fit what this tag says.
    Overruled(String),
}

impl Replay {
    /// The positions, from the start to the end; each is the one before the step of its number.
    pub fn positions(&self) -> impl Iterator<Item = AnyPosition> {
        let steps = self.played.iter().scan(self.start, |position, step| {
            *position = step.after(position);
            Some(*position)
        });
        core::iter::once(self.start).chain(steps)
    }
}

impl ReplayedStep {
    pub(crate) fn after(&self, position: &AnyPosition) -> AnyPosition {
        match self {
            Self::Move(mv) => position.play_unchecked(mv),
            Self::Setup(setup) => **setup,
            Self::Unknown => *position,
        }
    }
}

/// The position from which a game starts: that of its FEN, or that of the rules.
pub(crate) fn start(game: &Game, rules: &Ruleset) -> Result<AnyPosition, Problem> {
    match find_tag(&game.tags, "FEN").filter(|tag| !tag.value.trim().is_empty()) {
        None => Ok(AnyPosition::start(rules)),
        Some(tag) => set_up(rules, &tag.value, None)
            .map_err(|reason| Problem { place: tag.place, flaw: Flaw::Fen(reason) }),
    }
}

/// Reads a FEN. One that leaves the side to move open gets the side that moves first; one without
/// squares, `B::`, only says who is to move; a man on the row where it is crowned is a king whose K
/// was forgotten.
fn set_up(rules: &Ruleset, fen: &str, now: Option<&AnyPosition>) -> Result<AnyPosition, FenError> {
    let fen = fen.trim();
    let side = |color| if color == Color::White { 'W' } else { 'B' };
    let mut text = match (fen.split_at_checked(1), now) {
        (Some(("?", rest)), _) => format!("{}{rest}", side(rules.first)),
        (Some((turn, ":" | "::")), Some(now)) => format!("{turn}{}", &now.to_fen()[1..]),
        _ => fen.to_owned(),
    };
    /// There are no more squares on those rows of any board.
    const MOST_CROWNED: usize = 16;
    for _ in 0..MOST_CROWNED {
        match AnyPosition::from_fen(rules, &text) {
            Err(FenError { place, kind: FenErrorKind::Setup(SetupError::ManOnCrownRow(_)) }) => {
                text.insert(place.start, 'K');
            }
            read => return read,
        }
    }
    AnyPosition::from_fen(rules, &text)
}

/// A player of recorded lines.
pub(crate) struct LinePlayer<'a> {
    pub rules: &'a Ruleset,
    /// The number of the first move, and whether it is the second of its number.
    pub numbered_from: (u32, bool),
}

/// The part of a line that could be replayed.
#[derive(Clone)]
pub(crate) struct Walked {
    pub played: Vec<ReplayedStep>,
    pub end: AnyPosition,
    pub problem: Option<Problem>,
    /// Irregularities that could be understood.
    pub notes: Vec<Problem>,
    /// Whether it is not known where the pieces stand.
    lost: bool,
}

impl Walked {
    pub fn from(start: AnyPosition) -> Self {
        Self { played: Vec::new(), end: start, problem: None, notes: Vec::new(), lost: false }
    }

    pub fn stopped(start: AnyPosition, problem: Problem) -> Self {
        Self { problem: Some(problem), ..Self::from(start) }
    }

    fn push(&mut self, played: ReplayedStep) {
        match played {
            ReplayedStep::Unknown => self.lost = true,
            ReplayedStep::Setup(_) => self.lost = false,
            ReplayedStep::Move(_) => {}
        }
        self.end = played.after(&self.end);
        self.played.push(played);
    }

    /// Returns how good a reading of the record it is.
    pub fn reach(&self) -> (bool, usize) {
        (self.problem.is_none(), self.played.len())
    }
}

impl LinePlayer<'_> {
    /// Plays a line without its variations.
    pub fn walk(&self, line: &Variation, start: AnyPosition) -> Walked {
        /// How many captures that are written too shortly are tried, in all.
        const PATIENCE: usize = 64;
        let mut walked = Walked::from(start);
        walked.played.reserve_exact(line.steps.len());
        self.walk_on(&line.steps, walked, &mut { PATIENCE })
    }

    /// Plays the rest of a line. Where more than one capture fits what is written, the one is meant
    /// with which the rest of the game makes sense.
    fn walk_on(&self, steps: &[Step], mut walked: Walked, patience: &mut usize) -> Walked {
        while let Some(step) = steps.get(walked.played.len()) {
            match self.step(step, &walked) {
                Ok(played) => walked.push(played),
                Err((flaw, choices)) => {
                    let mut best = Walked {
                        problem: Some(Problem { place: step.place, flaw }),
                        ..walked.clone()
                    };
                    for mv in choices {
                        if *patience == 0 {
                            break;
                        }
                        *patience -= 1;
                        let mut chosen = walked.clone();
                        let written = [&walked.end.text(&mv), step.text()].map(str::to_owned);
                        let [meant, text] = written;
                        let flaw = Flaw::Unclear { text, meant };
                        chosen.notes.push(Problem { place: step.place, flaw });
                        chosen.push(ReplayedStep::Move(mv));
                        let chosen = self.walk_on(steps, chosen, patience);
                        if chosen.reach() > best.reach() {
                            best = chosen;
                        }
                        if best.problem.is_none() {
                            break;
                        }
                    }
                    return best;
                }
            }
        }
        walked
    }

    /// Returns the effect of a step; if it has none, the flaw and the moves that could be meant.
    fn step(&self, step: &Step, walked: &Walked) -> Result<ReplayedStep, (Flaw, Vec<Move>)> {
        let position = &walked.end;
        match &step.action {
            Action::Unknown => Ok(ReplayedStep::Unknown),
            Action::Setup(fen) => set_up(self.rules, fen, Some(position))
                .map(|setup| ReplayedStep::Setup(Box::new(setup)))
                .map_err(|reason| (Flaw::Fen(reason), Vec::new())),
            Action::Move(_) if walked.lost => Err((Flaw::AfterUnknown, Vec::new())),
            Action::Move(text) => {
                position.parse_move(text).map(ReplayedStep::Move).map_err(|error| {
                    let choices = match &error {
                        MoveError::Ambiguous(choices) => choices
                            .iter()
                            .filter_map(|text| position.parse_move(text).ok())
                            .collect(),
                        _ => Vec::new(),
                    };
                    let number = self.number(walked.played.len());
                    (Flaw::Illegal { number, text: text.clone(), reason: Box::new(error) }, choices)
                })
            }
        }
    }

    /// The number of a move, with dots as it is written before it.
    fn number(&self, ply: usize) -> String {
        let (first, second) = self.numbered_from;
        let half = ply + usize::from(second);
        let dots = if half.is_multiple_of(2) { "." } else { "..." };
        format!("{}{dots}", first as usize + half / 2)
    }

    /// Returns the problems in the variations of a line, the first of each.
    pub fn check_variations(
        &self,
        line: &Variation,
        start: AnyPosition,
        problems: &mut Vec<Problem>,
    ) {
        if line.steps.iter().all(|step| step.variations.is_empty()) {
            return;
        }
        let (first, second) = self.numbered_from;
        let mut position = start;
        let mut played = self.walk(line, start).played.into_iter();
        for (ply, step) in line.steps.iter().enumerate() {
            let half = ply + usize::from(second);
            let player = LinePlayer {
                rules: self.rules,
                numbered_from: (first.saturating_add((half / 2) as u32), half % 2 == 1),
            };
            for variation in &step.variations {
                problems.extend(player.walk(variation, position).problem);
                player.check_variations(variation, position, problems);
            }
            match played.next() {
                Some(played) => position = played.after(&position),
                None => break,
            }
        }
    }
}

/// Returns the place of a problem of a whole game.
pub(crate) fn place_of(problem: Option<&Problem>) -> Place {
    problem.map_or(Place { line: u64::MAX, column: 0 }, |problem| problem.place)
}
