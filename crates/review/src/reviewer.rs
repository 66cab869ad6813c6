//! Looking at a game move by move.

use crate::chance::{Chance, Mark};
use crate::judged::{Judged, Review};
use crate::shot::Shot;
use draughts::{Game, Move};
use engine::{Assessment, Engine, Limits, Score, SearchOptions, Stop};
use pdn::{Played, Replay};

/// Looks at games with an engine.
#[derive(Debug)]
pub struct Reviewer<'a> {
    /// The engine; what it knew of other games is forgotten before each game, so that a game is
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
    /// use engine::{Engine, EngineOptions, Limits, Stop};
    /// use review::{Mark, Reviewer};
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
        let total = replay.played.iter().filter(|step| matches!(step, Played::Move(_))).count();
        let mut game = Game::from_position(replay.rules.clone(), replay.start);
        let mut known = None;
        let mut half = 2 * record.first_number as usize + usize::from(record.starts_second);
        for (step, played) in replay.played.iter().enumerate() {
            let mv = match played {
                Played::Move(mv) => mv,
                Played::Setup(position) => {
                    game = Game::from_position(replay.rules.clone(), **position);
                    known = None;
                    continue;
                }
                Played::Unknown => {
                    half += 1;
                    continue;
                }
            };
            let before = match known.take() {
                Some(before) => before,
                None => self.assess(&game, &self.limits.clone()),
            };
            let Some((judged, next, after)) = self.judge(&game, mv, before) else {
                return review;
            };
            let dots = if half.is_multiple_of(2) { "." } else { "..." };
            review.moves.push(Judged { step, number: format!("{}{dots}", half / 2), ..judged });
            (game, known) = (next, Some(after));
            half += 1;
            progress(review.moves.len(), total);
        }
        review.whole = true;
        review
    }

    /// Judges a move by what was found before it; nothing when it was stopped. With it come the game
    /// after the move, and what was found there.
    fn judge(
        &mut self,
        game: &Game,
        mv: &Move,
        before: Assessment,
    ) -> Option<(Judged, Game, Assessment)> {
        let position = *game.position();
        let next = after(game, mv);
        let limits = self.limits;
        let mut after = self.assess(&next, &limits);
        let mut best = before;
        let forced = position.legal_moves().len() == 1;
        let is_best = |best: &Assessment| forced || best.line.first() == Some(mv);
        let loss = |best: &Assessment, after: &Assessment| match is_best(best) {
            true => 0.0,
            false => {
                let chance = |score| Chance::of(score, game.rules());
                chance(best.score).loss_to(chance(-after.score))
            }
        };
        if Mark::of(loss(&best, &after)).is_some() {
            let closer = closer(&limits);
            best = self.assess(game, &closer);
            after = self.assess(&next, &closer);
        }
        let loss = loss(&best, &after);
        let mark = Mark::of(loss);
        let shot = |game: &Game, found: &Assessment, reviewer: &mut Self| {
            let line = reviewer.continued(game, &found.line);
            Shot::at_start(game.rules(), game.position(), &line, found.score)
        };
        let missed = mark.and_then(|_| shot(game, &best, self));
        let allowed = mark.and_then(|_| shot(&next, &after, self));
        if self.stop.is_stopped() {
            return None;
        }
        let judged = Judged {
            step: 0,
            number: String::new(),
            text: pdn::move_text(game.rules(), &position, mv),
            position,
            mv: *mv,
            forced,
            best,
            played: played(mv, &after),
            loss,
            mark,
            missed,
            allowed,
        };
        Some((judged, next, after))
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

/// What lies further back than so many plies is forgotten: no game of people is as long, and a record
/// without end must not take time without end.
const LONGEST_PAST: usize = 500;

/// The game after a legal move. Players may go on where the rules have ended a game by a draw; then
/// what was before counts no more.
fn after(game: &Game, mv: &Move) -> Game {
    if game.history().len() < LONGEST_PAST {
        let mut next = game.clone();
        if next.play(mv).is_ok() {
            return next;
        }
    }
    Game::from_position(game.rules().clone(), game.position().play_unchecked(mv))
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
