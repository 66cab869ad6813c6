//! Our engine as a DXP player, which requests games or waits for requests.

use super::bout::{BoutEvent, Conclusion, DxpGame, Heard, Tell, our_name};
use super::connection::{Connection, DxpError};
use super::message::{Acceptance, DxpVerdict, Message, Request, Start};
use crate::patience::Wait;
use draughts::{AnyPosition, Color, Game, Move, Ruleset};
use engine::{Book, ClockLimit, Engine, Limits, Report, Score, SearchOptions, Stop};
use std::thread;
use std::time::{Duration, Instant};

/// How often to check for messages while the engine thinks.
const GLANCE: Duration = Duration::from_millis(5);
/// How long the opponent may take to answer a request.
const ANSWER: Duration = Duration::from_secs(60);
/// The tolerance for the opponent's clock.
const LENIENCE: Duration = Duration::from_secs(60);

/// Our engine, with its settings.
#[derive(Debug)]
pub struct DxpPlayer {
    /// The rules. DXP only knows international draughts; for other variants both sides must agree.
    pub rules: Ruleset,
    /// The engine.
    pub engine: Engine,
    /// The search options; the seed increases by one per game.
    pub options: SearchOptions,
    /// The opening book.
    pub book: Option<Book>,
    /// By how many hundredths of a man a book move may be worse than the best.
    pub book_margin: u16,
    /// Limits per move, in addition to the clock.
    pub limits: Limits,
    /// The time per move without a clock.
    pub without_clock: Duration,
    /// Whether the opponent may take back moves.
    pub take_backs: bool,
    /// How long a client may take to request its first game.
    pub asking: Duration,
    /// How long the opponent may take for a move without a clock, and between games.
    pub patience: Duration,
}

/// The games that an initiator requests.
#[derive(Clone, Debug)]
pub struct Challenge {
    /// The number of games.
    pub games: u32,
    /// Our side in the first game; it alternates.
    pub side: Color,
    /// Whether we keep the same side in all games instead.
    pub same_side: bool,
    /// Time per side in minutes; 0 for no clock.
    pub minutes: u16,
    /// Moves to be played in that time, after which a game ends; 0 for all.
    pub moves: u16,
    /// The position to start from, if not the usual one.
    pub start: Option<AnyPosition>,
}

/// The time control and maximum length of a game.
struct Pace {
    minutes: u16,
    moves: u16,
    /// The time used on our clock.
    used: Duration,
    /// The part of it spent on the interrupted search for the current move.
    interrupted: Duration,
}

impl DxpPlayer {
    /// Answers requests and plays until the opponent wants no more games or disconnects.
    pub fn follow(&mut self, connection: &mut Connection, tell: Tell) -> Result<(), DxpError> {
        let mut wait = Wait::new(self.asking);
        loop {
            match connection.receive_in(&wait) {
                Ok(Message::Request(request)) => match self.examine(&request) {
                    Ok(start) => {
                        if self.accept(connection, &request, start, tell)? {
                            return Ok(());
                        }
                        wait = Wait::new(self.patience);
                    }
                    Err(refusal) => refuse(connection, &request, refusal, tell)?,
                },
                Ok(Message::Chat(text)) => tell(&BoutEvent::Chat(&text)),
                Ok(Message::End { stop: true, .. }) | Err(DxpError::Closed) => return Ok(()),
                Ok(_) => {}
                Err(error) => return Err(apologise(connection, error)),
            }
        }
    }

    /// Requests games and plays them. It is an error if the opponent breaks off a game or wants no more of them; after
    /// a broken-off game the others are still played, if it wants to.
    pub fn initiate(
        &mut self,
        connection: &mut Connection,
        challenge: &Challenge,
        tell: Tell,
    ) -> Result<(), DxpError> {
        let Challenge { games, minutes, moves, .. } = *challenge;
        let mut side = challenge.side;
        let mut end = Ok(());
        for number in 1..=games {
            let start = challenge.start.unwrap_or_else(|| AnyPosition::start(&self.rules));
            let request = Request {
                version: 1,
                name: our_name(),
                follower: !side,
                minutes,
                moves,
                start: Start::told(&start),
            };
            connection.send(&Message::Request(request))?;
            let name = accepted(connection, &Wait::new(ANSWER), tell)?;
            let bout = self.bout(start, side, name.clone());
            let mut words = String::new();
            let mut listen = |event: &BoutEvent| {
                if let BoutEvent::Chat(text) = event {
                    words = format!(": {text}");
                }
                tell(event);
            };
            let pace = Pace::new(minutes, moves);
            let left = self.play(connection, bout, pace, number == games, &mut listen)?;
            if left.broken_off && end.is_ok() {
                end = Err(DxpError::BrokenOff { name: name.clone(), words });
            }
            if left.stop {
                let played = number;
                return match number < games {
                    true => end.and(Err(DxpError::NoMore { name, played, games })),
                    false => end,
                };
            }
            side = if challenge.same_side { side } else { !side };
        }
        end
    }

    fn bout(&self, start: AnyPosition, side: Color, opponent: String) -> DxpGame {
        let game = Game::from_position(self.rules.clone(), start);
        DxpGame { game, side, opponent, take_backs: self.take_backs }
    }

    /// Accepts a request and plays; returns whether the opponent wants no more games.
    fn accept(
        &mut self,
        connection: &mut Connection,
        request: &Request,
        start: AnyPosition,
        tell: Tell,
    ) -> Result<bool, DxpError> {
        let answer = Message::Answer { name: our_name(), code: Acceptance::Accepted };
        connection.send(&answer)?;
        let bout = self.bout(start, request.follower, request.name.clone());
        let pace = Pace::new(request.minutes, request.moves);
        Ok(self.play(connection, bout, pace, false, tell)?.stop)
    }

    /// Checks a request and returns its start position.
    fn examine(&self, request: &Request) -> Result<AnyPosition, String> {
        if request.version != 1 {
            return Err(format!("version {} is not known; only 1 is", request.version));
        }
        let Some(start) = &request.start else { return Ok(AnyPosition::start(&self.rules)) };
        let title = self.rules.title();
        let position = start.position(&self.rules);
        let position = position.map_err(|error| format!("no position of {title}: {error}"))?;
        match position.outcome() {
            None => Ok(position),
            Some(outcome) => Err(format!("the game would be over ({outcome})")),
        }
    }

    /// Plays a game to its end.
    fn play(
        &mut self,
        connection: &mut Connection,
        mut bout: DxpGame,
        mut pace: Pace,
        last: bool,
        tell: Tell,
    ) -> Result<Left, DxpError> {
        self.engine.clear();
        tell(&BoutEvent::Started { opponent: &bout.opponent, side: bout.side, game: &bout.game });
        let finish = self.moves(connection, &mut bout, &mut pace, last, tell);
        self.options.seed = self.options.seed.wrapping_add(1);
        let (finish, result) = match finish {
            Ok(finish) => (finish, None),
            Err(error) => {
                let finish = Finish::new(DxpVerdict::Unknown, &error.to_string());
                (finish, Some(apologise(connection, error)))
            }
        };
        let Finish { verdict, reason, left } = finish;
        let DxpGame { game, side, opponent, .. } = bout;
        tell(&BoutEvent::Ended(&Conclusion { opponent, side, game, verdict, reason }));
        result.map_or(Ok(left), Err)
    }

    fn moves(
        &mut self,
        connection: &mut Connection,
        bout: &mut DxpGame,
        pace: &mut Pace,
        last: bool,
        tell: Tell,
    ) -> Result<Finish, DxpError> {
        let mut score = Score::Centimen(0);
        loop {
            if let Some(mut finish) = over(bout, pace, score) {
                finish.left.stop = bout.end(connection, finish.verdict, last, tell)?;
                return Ok(finish);
            }
            let start = Instant::now();
            let ours = bout.is_our_turn();
            if ours && let Some((mv, judged)) = self.choose(connection, &bout.game, pace) {
                let time = pace.moved(start.elapsed());
                score = judged.unwrap_or(score);
                tell(&BoutEvent::Moved { game: &bout.game, mv, time });
                bout.play(connection, &mv, time)?;
                continue;
            }
            let wait = Wait::new(pace.patience(self.patience));
            let heard = bout.hear(connection, &wait, tell)?;
            if ours {
                pace.charge_interrupted(start.elapsed());
            }
            match heard {
                Heard::Move(mv, seconds) => {
                    pace.interrupted = Duration::ZERO;
                    let time = Duration::from_secs(u64::from(seconds));
                    tell(&BoutEvent::Moved { game: &bout.game, mv, time });
                    bout.make(&mv)?;
                }
                Heard::Back | Heard::Aside => {}
                Heard::End { verdict, stop } => {
                    return Ok(ended_by_other(bout, pace, verdict, stop));
                }
            }
        }
    }

    /// Returns a book move, or the engine's move with its score.
    fn choose(
        &mut self,
        connection: &mut Connection,
        game: &Game,
        pace: &Pace,
    ) -> Option<(Move, Option<Score>)> {
        let (margin, seed) = (self.book_margin, self.options.seed);
        if let Some(known) = self.book.as_ref().and_then(|book| book.choose(game, margin, seed)) {
            return Some((known.mv, None));
        }
        let report = self.think(connection, game, pace)?;
        Some((report.best, Some(report.score())))
    }

    /// Searches for a move until something arrives that must be handled first. Once our time is up nothing interrupts
    /// any more: otherwise endless messages could keep us from moving.
    fn think(&mut self, connection: &mut Connection, game: &Game, pace: &Pace) -> Option<Report> {
        let stop = Stop::new();
        let options = SearchOptions { stop: stop.clone(), ..self.options.clone() };
        let limits = pace.limits(game, self.without_clock).and(&self.limits);
        let engine = &mut self.engine;
        if pace.is_time_up(self.without_clock) {
            return engine.search(game, &limits, &options, &mut |_| {});
        }
        thread::scope(|scope| {
            let search = scope.spawn(|| engine.search(game, &limits, &options, &mut |_| {}));
            while !search.is_finished() {
                if connection.is_interrupted(GLANCE) {
                    stop.stop();
                }
            }
            let report = search.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            report.filter(|_| !stop.is_stopped())
        })
    }
}

fn refuse(
    connection: &mut Connection,
    request: &Request,
    refusal: String,
    tell: Tell,
) -> Result<(), DxpError> {
    let code = match request.version {
        1 => Acceptance::Refused,
        _ => Acceptance::OtherVersion,
    };
    tell(&BoutEvent::Refused(&refusal));
    connection.send(&Message::Chat(refusal))?;
    connection.send(&Message::Answer { name: our_name(), code })
}

/// The end of a game.
struct Finish {
    verdict: DxpVerdict,
    reason: String,
    left: Left,
}

/// How the opponent leaves a game.
#[derive(Clone, Copy, Default)]
struct Left {
    /// Whether it wants no more games.
    stop: bool,
    /// Whether it ended an unfinished game without a result.
    broken_off: bool,
}

impl Finish {
    fn new(verdict: DxpVerdict, reason: &str) -> Self {
        Self { verdict, reason: reason.to_owned(), left: Left::default() }
    }
}

/// The end of a game by its rules, or because all moves have been played.
fn over(bout: &DxpGame, pace: &Pace, score: Score) -> Option<Finish> {
    if let Some(outcome) = bout.game.outcome() {
        return Some(Finish::new(bout.verdict(&outcome), &outcome.to_string()));
    }
    if !pace.is_over(&bout.game) || !bout.is_our_turn() {
        return None;
    }
    let verdict = match score {
        Score::WinsIn(_) => DxpVerdict::Win,
        Score::LosesIn(_) => DxpVerdict::Loss,
        Score::Centimen(_) => DxpVerdict::Unknown,
    };
    Some(Finish::new(verdict, &pace.all_played()))
}

fn ended_by_other(bout: &DxpGame, pace: &Pace, verdict: DxpVerdict, stop: bool) -> Finish {
    let (verdict, reason) = match (bout.game.outcome(), verdict) {
        (Some(outcome), _) => (bout.verdict(&outcome), outcome.to_string()),
        (None, DxpVerdict::Win) => {
            (DxpVerdict::Loss, format!("{} says that it wins", bout.opponent))
        }
        (None, DxpVerdict::Loss) => (DxpVerdict::Win, format!("{} gives up", bout.opponent)),
        (None, DxpVerdict::Draw) => {
            (DxpVerdict::Draw, format!("{} says that it is a draw", bout.opponent))
        }
        (None, DxpVerdict::Unknown) if pace.is_over(&bout.game) => {
            (DxpVerdict::Unknown, pace.all_played())
        }
        (None, DxpVerdict::Unknown) => {
            let reason = format!("{} has broken off", bout.opponent);
            return Finish { verdict, reason, left: Left { stop, broken_off: true } };
        }
    };
    Finish { verdict, reason, left: Left { stop, broken_off: false } }
}

/// Waits for the answer to a request; returns the name of the opponent that accepted.
pub(super) fn accepted(
    connection: &mut Connection,
    wait: &Wait,
    tell: Tell,
) -> Result<String, DxpError> {
    let mut words = String::new();
    loop {
        match connection.receive_in(wait)? {
            Message::Answer { name, code: Acceptance::Accepted } => return Ok(name),
            Message::Answer { name, code } => {
                if code == Acceptance::OtherVersion {
                    words = ": it has another version of the protocol".to_owned();
                }
                return Err(DxpError::Refused { name, words });
            }
            Message::Chat(text) => {
                tell(&BoutEvent::Chat(&text));
                words = format!(": {text}");
            }
            _ => {}
        }
    }
}

/// Tells the opponent what went wrong before we disconnect, if it still listens.
fn apologise(connection: &mut Connection, error: DxpError) -> DxpError {
    if !matches!(error, DxpError::Closed) {
        let _ = connection.send(&Message::Chat(format!("error: {error}")));
        let _ = connection.send(&Message::End { verdict: DxpVerdict::Unknown, stop: true });
    }
    error
}

impl Pace {
    fn new(minutes: u16, moves: u16) -> Self {
        Self { minutes, moves, used: Duration::ZERO, interrupted: Duration::ZERO }
    }

    /// Charges time of an interrupted search.
    fn charge_interrupted(&mut self, time: Duration) {
        self.used += time;
        self.interrupted += time;
    }

    /// Charges the time of a move; returns the total time it took.
    fn moved(&mut self, time: Duration) -> Duration {
        self.used += time;
        time + std::mem::take(&mut self.interrupted)
    }

    fn is_time_up(&self, without_clock: Duration) -> bool {
        match self.clock() {
            Some(clock) => self.used >= clock,
            None => self.interrupted >= without_clock,
        }
    }

    /// Whether all moves of the game have been played.
    fn is_over(&self, game: &Game) -> bool {
        self.moves > 0 && game.history().len() >= 2 * usize::from(self.moves)
    }

    fn all_played(&self) -> String {
        format!("{} moves have been played", self.moves)
    }

    fn clock(&self) -> Option<Duration> {
        (self.minutes > 0).then(|| Duration::from_secs(60 * u64::from(self.minutes)))
    }

    /// Returns the limits that our clock sets for the next move.
    fn limits(&self, game: &Game, without_clock: Duration) -> Limits {
        let Some(clock) = self.clock() else {
            return Limits::time(without_clock.saturating_sub(self.interrupted));
        };
        let played = game.history().len() / 2;
        let left = usize::from(self.moves).saturating_sub(played).max(1);
        let clock = ClockLimit {
            left: clock.saturating_sub(self.used),
            increment: Duration::ZERO,
            moves_to_go: (self.moves > 0).then_some(left as u32),
        };
        Limits { clock: Some(clock), ..Limits::infinite() }
    }

    /// How long the opponent may take for a move.
    fn patience(&self, without_clock: Duration) -> Duration {
        self.clock().map_or(without_clock, |clock| clock + LENIENCE)
    }
}
