//! Looking at a game move by move.

use crate::chance::{Chance, Mark};
use crate::judged::{Judged, Review, ThrownAway};
use crate::shot::Shot;
use draughts::{AnyPosition, Game, Move, Ruleset};
use engine::{Assessment, Engine, Limits, Score, SearchOptions, Stop};
use pdn::{Replay, ReplayedStep};

/// Looks at games with an engine.
#[derive(Debug)]
pub struct Reviewer<'a> {
    /// The engine, with its endgame tables; what it knew of other games is forgotten before each game, so that a game is
    /// judged the same wherever it stands.
    pub engine: &'a mut Engine,
    /// How long each position is looked at. A move that seems bad is looked at again, four times as
    /// long, before it is marked.
    pub limits: Limits,
    /// Ends it before the last move.
    pub stop: Stop,
}

/// How much longer the second look is: in positions, in time, and in plies.
const LONGER: u32 = 4;
const DEEPER: u32 = 4;

/// Positions looked at to see the end of an exchange that a line leaves open.
const EXCHANGE_NODES: u64 = 2_000;
/// No line is continued beyond this.
const LONGEST_LINE: usize = 40;

impl Reviewer<'_> {
    /// Looks at all moves of a game that could be played; `progress` is told how many of how many
    /// are done.
    ///
    /// ```
    /// use draughts_review::engine::{Engine, EngineOptions, Limits, Stop};
    /// use draughts_review::Reviewer;
    ///
    /// let text = "[FEN \"W:W30,31:B22,23\"][GameType \"21\"] 1. 30-26 23x30 *";
    /// let game = pdn::Games::new(text.as_bytes()).next().unwrap()?;
    /// let replay = pdn::Judge::default().replay(&game);
    /// let mut engine = Engine::new(EngineOptions::default());
    /// let mut reviewer =
    ///     Reviewer { engine: &mut engine, limits: Limits::nodes(2_000), stop: Stop::new() };
    /// let review = reviewer.review(&game, &replay, &mut |_, _| {});
    /// assert_eq!(review.moves.len(), replay.played.len());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn review(
        &mut self,
        record: &pdn::Game,
        replay: &Replay,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Review {
        self.engine.clear();
        let mut review = Review { rules: replay.rules.clone(), moves: Vec::new(), whole: false };
        let total =
            replay.played.iter().filter(|step| matches!(step, ReplayedStep::Move(_))).count();
        let mut game = Game::from_position(replay.rules.clone(), replay.start);
        let (mut known, mut calm) = (None, replay.start);
        let mut half = 2 * record.first_number as usize + usize::from(record.starts_second);
        for (step, played) in replay.played.iter().enumerate() {
            match played {
                ReplayedStep::Setup(position) => {
                    game = Game::from_position(replay.rules.clone(), **position);
                    (known, calm) = (None, **position);
                    continue;
                }
                ReplayedStep::Unknown => {}
                ReplayedStep::Move(mv) => {
                    if game.outcome().is_some() {
                        // It was drawn, and they went on: now it is a game again.
                        game = anew(&game);
                        known = None;
                    }
                    let Some(judged) = self.judge(&game, mv, known.take()) else { return review };
                    if !game.position().any_capture() {
                        calm = *game.position();
                    }
                    game = after(&game, mv);
                    known = Some(judged.after.clone());
                    review.moves.push(judged.finished(step, number(half), calm));
                    progress(review.moves.len(), total);
                }
            }
            half += 1;
        }
        review.whole = true;
        review
    }

    /// Judges a move by what is known of the position before it; nothing when it was stopped.
    fn judge(&mut self, game: &Game, mv: &Move, known: Option<Assessment>) -> Option<Comparison> {
        let limits = self.limits;
        let next = after(game, mv);
        let best = known.unwrap_or_else(|| self.assess(game, &limits));
        let mut compared = Comparison::new(game, mv, best, self.assess(&next, &limits));
        if compared.mark().is_some() {
            let closer = closer(&limits);
            let best = self.assess(game, &closer);
            compared = Comparison::new(game, mv, best, self.assess(&next, &closer));
        }
        if compared.mark().is_some() {
            compared.best.line = self.continued(game, &compared.best.line);
            compared.after.line = self.continued(&next, &compared.after.line);
            compared.missed = shot(game, &compared.best);
            compared.allowed = shot(&next, &compared.after);
        }
        compared.thrown_away = self.thrown_away(game, &next);
        (!self.stop.is_stopped()).then_some(compared)
    }

    /// What a move gives away that the tables have.
    fn thrown_away(&self, game: &Game, next: &Game) -> Option<ThrownAway> {
        let tables = self.engine.endgame()?.tables(game.rules());
        let result = |game: &Game| tables.verdict(game).ok()??.result();
        let (had, kept) = (result(game)?, result(next)?.turned());
        (kept < had).then_some(ThrownAway { had, kept })
    }

    fn assess(&mut self, game: &Game, limits: &Limits) -> Assessment {
        let options = SearchOptions { stop: self.stop.clone(), ..Default::default() };
        self.engine.assess(game, limits, &options)
    }

    /// A line, continued where it breaks off in the middle of an exchange.
    fn continued(&mut self, game: &Game, line: &[Move]) -> Vec<Move> {
        let mut line = line.to_vec();
        let mut game = game.clone();
        for mv in &line {
            game = after(&game, mv);
        }
        while game.position().any_capture() && line.len() < LONGEST_LINE {
            let found = self.assess(&game, &Limits::nodes(EXCHANGE_NODES));
            let Some(mv) = found.line.first() else { break };
            line.push(*mv);
            game = after(&game, mv);
        }
        line
    }
}

/// The shot with which the best line of a position begins.
fn shot(game: &Game, found: &Assessment) -> Option<Shot> {
    Shot::at_start(game.rules(), game.position(), &found.line, found.score)
}

/// What lies further back than so many plies is forgotten: no game of people is as long, and a record
/// without end must not take time without end.
const LONGEST_PAST: usize = 500;

/// The game after a legal move.
fn after(game: &Game, mv: &Move) -> Game {
    let mut next = match game.history().len() < LONGEST_PAST && game.outcome().is_none() {
        true => game.clone(),
        false => anew(game),
    };
    match next.play(mv) {
        Ok(()) => next,
        Err(_) => Game::from_position(game.rules().clone(), game.position().play_unchecked(mv)),
    }
}

/// A game from the position of another, whose past is forgotten.
fn anew(game: &Game) -> Game {
    Game::from_position(game.rules().clone(), *game.position())
}

/// A move beside the best.
struct Comparison {
    rules: Ruleset,
    position: AnyPosition,
    mv: Move,
    forced: bool,
    best: Assessment,
    /// What was found after the move, for the other side.
    after: Assessment,
    loss: f64,
    missed: Option<Shot>,
    allowed: Option<Shot>,
    thrown_away: Option<ThrownAway>,
}

impl Comparison {
    fn new(game: &Game, mv: &Move, best: Assessment, after: Assessment) -> Self {
        let position = *game.position();
        let forced = position.legal_moves().len() == 1;
        let chance = |score| Chance::of(score, game.rules());
        let loss = match forced || best.line.first() == Some(mv) {
            true => 0.0,
            false => chance(best.score).loss_to(chance(-after.score)),
        };
        Self {
            rules: game.rules().clone(),
            position,
            mv: *mv,
            forced,
            best,
            after,
            loss,
            missed: None,
            allowed: None,
            thrown_away: None,
        }
    }

    fn mark(&self) -> Option<Mark> {
        Mark::of(self.loss)
    }

    /// The judgement of a step of a record that has this number.
    fn finished(self, step: usize, number: String, calm: AnyPosition) -> Judged {
        Judged {
            step,
            number,
            text: pdn::move_text(&self.rules, &self.position, &self.mv),
            mark: self.mark(),
            position: self.position,
            calm,
            mv: self.mv,
            forced: self.forced,
            played: played(&self.mv, &self.after),
            best: self.best,
            loss: self.loss,
            missed: self.missed,
            allowed: self.allowed,
            thrown_away: self.thrown_away,
        }
    }
}

/// The number of a move with its dots, by twice the number and one more for the second side.
fn number(half: usize) -> String {
    let dots = if half.is_multiple_of(2) { "." } else { "..." };
    format!("{}{dots}", half / 2)
}

/// What was found after a move, as the side sees it that played it.
fn played(mv: &Move, after: &Assessment) -> Assessment {
    let score = match after.score {
        Score::Centimen(value) => Score::Centimen(-value),
        Score::WinsIn(plies) => Score::LosesIn(plies + 1),
        Score::LosesIn(plies) => Score::WinsIn(plies + 1),
    };
    let line = core::iter::once(*mv).chain(after.line.iter().copied()).collect();
    Assessment { score, depth: after.depth, line }
}

/// The limits of the second look.
fn closer(limits: &Limits) -> Limits {
    Limits {
        depth: limits.depth.map(|depth| depth.saturating_add(DEEPER)),
        nodes: limits.nodes.map(|nodes| nodes.saturating_mul(LONGER.into())),
        time: limits.time.map(|time| time.saturating_mul(LONGER)),
        clock: limits.clock,
    }
}
