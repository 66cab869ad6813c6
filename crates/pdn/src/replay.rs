//! Replaying recorded games by the rules.

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
    /// How they were determined.
    pub origin: Origin,
    /// The position at the start.
    pub start: AnyPosition,
    /// The steps up to the end or the first problem.
    pub played: Vec<ReplayedStep>,
    /// The position that this led to.
    pub end: AnyPosition,
    /// The recorded result.
    pub recorded: Recorded,
    /// The problem that stopped the replay, if any.
    pub problem: Option<Problem>,
    /// Irregularities that could be resolved.
    pub notes: Vec<Problem>,
}

/// One step of a replayed game.
#[derive(Clone, PartialEq, Debug)]
pub enum ReplayedStep {
    /// A legal move.
    Move(Move),
    /// A position was set up.
    Setup(Box<AnyPosition>),
    /// A move that was not recorded.
    Unknown,
}

/// How the rules of a game were determined.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// Given by the caller.
    Given,
    /// Named by the game's tags.
    Tagged,
    /// Inferred from the moves.
    Inferred,
    /// Inferred from the moves, which contradict this tag.
    Overruled(String),
}

impl Replay {
    /// The positions from the start to the end; each is the one before the step with its number.
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

/// Parses a FEN leniently. Without a side to move, the side that moves first is assumed; without squares, as in `B::`,
/// it only sets the side to move; a man on its crown row is taken for a king whose K was forgotten.
fn set_up(rules: &Ruleset, fen: &str, now: Option<&AnyPosition>) -> Result<AnyPosition, FenError> {
    let fen = fen.trim();
    let side = |color| if color == Color::White { 'W' } else { 'B' };
    let mut text = match (fen.split_at_checked(1), now) {
        (Some(("?", rest)), _) => format!("{}{rest}", side(rules.first)),
        (Some((turn, ":" | "::")), Some(now)) => format!("{turn}{}", &now.to_fen()[1..]),
        _ => fen.to_owned(),
    };
    /// No board has more squares on those rows.
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

/// Plays recorded lines.
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
    /// Irregularities that could be resolved.
    pub notes: Vec<Problem>,
    /// Whether the position is unknown.
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

    /// Returns a key for comparing readings of the record.
    pub fn reach(&self) -> (bool, usize) {
        (self.problem.is_none(), self.played.len())
    }
}

impl LinePlayer<'_> {
    /// Plays a line without its variations.
    pub fn walk(&self, line: &Variation, start: AnyPosition) -> Walked {
        /// The total number of readings tried of ambiguous captures.
        const PATIENCE: usize = 64;
        let mut walked = Walked::from(start);
        walked.played.reserve_exact(line.steps.len());
        self.walk_on(&line.steps, walked, &mut { PATIENCE })
    }

    /// Plays the rest of a line. If several captures match what is written, the one that makes sense of the rest of the
    /// game is meant.
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

    /// Returns the effect of a step, or the problem with it and the moves that could be meant.
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

    /// The number of a move, with dots as in records.
    fn number(&self, ply: usize) -> String {
        let (first, second) = self.numbered_from;
        let half = ply + usize::from(second);
        let dots = if half.is_multiple_of(2) { "." } else { "..." };
        format!("{}{dots}", first as usize + half / 2)
    }

    /// Returns the first problem of each of a line's variations.
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

/// Returns the place of a problem; the last place if there is none.
pub(crate) fn place_of(problem: Option<&Problem>) -> Place {
    problem.map_or(Place { line: u64::MAX, column: 0 }, |problem| problem.place)
}
