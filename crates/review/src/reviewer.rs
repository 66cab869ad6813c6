//! Looking at a game move by move.

use crate::clock::thinking_times;
use crate::judged::{Judged, Review, ThrownAway};
use crate::mark::Mark;
use crate::outcomes::Outcomes;
use crate::shot::Shot;
use core::time::Duration;
use draughts::{AnyPosition, Game, Move, Ruleset};
use engine::endgame::Wld;
use engine::{Assessment, Engine, Limits, Score, SearchOptions, Stop};
use pdn::{Recorded, Replay, ReplayedStep};

/// Looks at games with an engine.
#[derive(Debug)]
pub struct Reviewer<'a> {
    /// The engine, with its endgame tables; what it knew of other games is forgotten before each game, so that a game is
    /// judged the same wherever it stands.
    pub engine: &'a mut Engine,
    /// How long each position is looked at. A move that seems bad is looked at again, four times as
    /// long, before it is marked, and ten times as long before it is called a blunder.
    pub limits: Limits,
    /// Ends it before the last move.
    pub stop: Stop,
}

/// How much longer another look is: in positions and in time, and in plies.
struct Longer {
    times: u32,
    plies: u32,
}

/// The look at what seems bad.
const CLOSER: Longer = Longer { times: 4, plies: 4 };
/// The look at what seems to be a blunder.
const SURE: Longer = Longer { times: 10, plies: 6 };

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
        let mut review = Review {
            rules: replay.rules.clone(),
            moves: Vec::new(),
            whole: false,
            recorded: replay.recorded,
        };
        let times = thinking_times(record, replay);
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
                    let spent = times.get(step).copied().flatten();
                    review.moves.push(judged.finished(step, number(half), calm, spent));
                    progress(review.moves.len(), total);
                }
            }
            half += 1;
        }
        review.whole = true;
        review
    }

    /// Judges one move in the position of a game, as if it had been played; nothing when it was stopped. A move without a
    /// mark keeps what there was.
    ///
    /// ```
    /// use draughts::{AnyPosition, Game, Ruleset, Variant};
    /// use draughts_review::engine::{Engine, EngineOptions, Limits, Stop};
    /// use draughts_review::{Mark, Reviewer};
    ///
    /// let rules = Ruleset::from(Variant::American);
    /// let position = AnyPosition::from_fen(&rules, "W:WK11,K32:BK4")?;
    /// let game = Game::from_position(rules, position);
    /// let mut engine = Engine::new(EngineOptions::default());
    /// let limits = Limits::nodes(2_000);
    /// let mut reviewer = Reviewer { engine: &mut engine, limits, stop: Stop::new() };
    /// let mut mark = |text| {
    ///     let mv = position.parse_move(text).unwrap();
    ///     reviewer.review_move(&game, &mv).and_then(|review| review.moves[0].mark)
    /// };
    /// assert_eq!(mark("11-8"), Some(Mark::Blunder));
    /// assert_eq!(mark("32-28"), None);
    /// # Ok::<(), draughts::FenError>(())
    /// ```
    pub fn review_move(&mut self, game: &Game, mv: &Move) -> Option<Review> {
        self.engine.clear();
        let rules = game.rules().clone();
        let judged = self.judge(game, mv, None)?.finished(0, number(2), *game.position(), None);
        Some(Review { rules, moves: vec![judged], whole: true, recorded: Recorded::Unknown })
    }

    /// Judges a move by what is known of the position before it; nothing when it was stopped.
    fn judge(&mut self, game: &Game, mv: &Move, known: Option<Assessment>) -> Option<Comparison> {
        let limits = self.limits;
        let next = after(game, mv);
        let theory = self.theory(game, &next);
        let best = known.unwrap_or_else(|| self.assess(game, &limits));
        let mut compared = Comparison::new(game, mv, best, self.assess(&next, &limits), theory);
        if compared.mark().is_some() {
            compared = self.again(game, mv, &next, &CLOSER, theory);
        }
        // The word is grave: it is said of what a long search confirms.
        if compared.mark() == Some(Mark::Blunder) && theory.thrown_away().is_none() {
            compared = self.again(game, mv, &next, &SURE, theory);
        }
        let is_marked = compared.mark().is_some();
        if is_marked || may_begin_shot(&compared.best) {
            compared.best.line = self.continued(game, &compared.best.line);
            compared.shot = shot(game, &compared.best);
        }
        if is_marked {
            compared.after.line = self.continued(&next, &compared.after.line);
            compared.allowed = shot(&next, &compared.after);
        }
        (!self.stop.is_stopped()).then_some(compared)
    }

    /// Compares a move with the best in a longer search.
    fn again(
        &mut self,
        game: &Game,
        mv: &Move,
        next: &Game,
        longer: &Longer,
        theory: Theory,
    ) -> Comparison {
        let limits = longer.of(&self.limits);
        let best = self.assess(game, &limits);
        Comparison::new(game, mv, best, self.assess(next, &limits), theory)
    }

    /// Returns the results before and after a move that endgame tables know.
    fn theory(&self, game: &Game, next: &Game) -> Theory {
        let Some(folder) = self.engine.endgame() else { return Theory::default() };
        let tables = folder.tables(game.rules());
        let result = |game: &Game| tables.verdict(game).ok()??.result();
        // What is known before a move is no measure for one after which nothing is known.
        let after = result(next).map(Wld::turned);
        Theory { before: after.and_then(|_| result(game)), after }
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

/// Whether a line may begin with a shot: something is offered that must be taken.
fn may_begin_shot(found: &Assessment) -> bool {
    found.line.len() > 2 && found.line[1].is_capture()
}

/// The shot with which the best line of a position begins.
fn shot(game: &Game, found: &Assessment) -> Option<Shot> {
    Shot::at_start(game.rules(), game.position(), &found.line, found.score)
}

/// The longest history in plies that is kept before a position: no game between people is as long, and a record
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

/// What endgame tables know of a move, for the side that plays it.
#[derive(Clone, Copy, Default)]
struct Theory {
    before: Option<Wld>,
    after: Option<Wld>,
}

impl Theory {
    /// Returns the result that the move gives away.
    fn thrown_away(self) -> Option<ThrownAway> {
        let (had, kept) = self.before.zip(self.after)?;
        (kept < had).then_some(ThrownAway { had, kept })
    }
}

/// A move beside the best.
struct Comparison {
    rules: Ruleset,
    position: AnyPosition,
    mv: Move,
    forced: bool,
    best: Assessment,
    /// The assessment after the move, for the other side.
    after: Assessment,
    theory: Theory,
    /// What can be expected with the best move and with the one played, for the side that moves.
    expected: [Outcomes; 2],
    loss: f64,
    shot: Option<Shot>,
    allowed: Option<Shot>,
}

impl Comparison {
    fn new(game: &Game, mv: &Move, best: Assessment, after: Assessment, theory: Theory) -> Self {
        let position = *game.position();
        let forced = position.legal_moves().len() == 1;
        // Both as with the pieces before the move: that some are exchanged is no gain and no loss.
        let of = |known: Option<Wld>, score| {
            known.map_or_else(|| Outcomes::of(score, &position, game.rules()), Outcomes::known)
        };
        let expected = [of(theory.before, best.score), of(theory.after, -after.score)];
        let is_best = best.line.first() == Some(mv) && theory.thrown_away().is_none();
        let loss = if forced || is_best { 0.0 } else { expected[0].loss_to(expected[1]) };
        Self {
            rules: game.rules().clone(),
            position,
            mv: *mv,
            forced,
            best,
            after,
            theory,
            expected,
            loss,
            shot: None,
            allowed: None,
        }
    }

    fn mark(&self) -> Option<Mark> {
        Mark::of(self.loss)
    }

    /// The judgement of a step of a record that has this number.
    fn finished(
        self,
        step: usize,
        number: String,
        calm: AnyPosition,
        spent: Option<Duration>,
    ) -> Judged {
        let mark = self.mark();
        let [before, after] = self.expected;
        Judged {
            step,
            number,
            text: pdn::move_text(&self.rules, &self.position, &self.mv),
            mark,
            position: self.position,
            calm,
            mv: self.mv,
            forced: self.forced,
            played: played(&self.mv, &self.after),
            best: self.best,
            before,
            after,
            theory: self.theory.after,
            loss: self.loss,
            missed: self.shot.clone().filter(|_| mark.is_some()),
            shot: self.shot,
            allowed: self.allowed,
            thrown_away: self.theory.thrown_away(),
            spent,
        }
    }
}

/// The number of a move with its dots, by twice the number and one more for the second side.
fn number(half: usize) -> String {
    let dots = if half.is_multiple_of(2) { "." } else { "..." };
    format!("{}{dots}", half / 2)
}

/// Returns the assessment after a move from the view of the side that played it.
fn played(mv: &Move, after: &Assessment) -> Assessment {
    let score = match after.score {
        Score::Centimen(value) => Score::Centimen(-value),
        Score::WinsIn(plies) => Score::LosesIn(plies + 1),
        Score::LosesIn(plies) => Score::WinsIn(plies + 1),
    };
    let line = core::iter::once(*mv).chain(after.line.iter().copied()).collect();
    Assessment { score, depth: after.depth, line }
}

impl Longer {
    /// The limits of a look that is so much longer.
    fn of(&self, limits: &Limits) -> Limits {
        Limits {
            depth: limits.depth.map(|depth| depth.saturating_add(self.plies)),
            nodes: limits.nodes.map(|nodes| nodes.saturating_mul(self.times.into())),
            time: limits.time.map(|time| time.saturating_mul(self.times)),
            clock: limits.clock,
        }
    }
}
