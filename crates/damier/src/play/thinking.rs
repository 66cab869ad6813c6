//! The computer: requests to the engine, and the thread it runs on.

use super::sitting::{Hint, Sitting};
use arbiter::{Dice, Event, Purpose, Time};
use draughts::{Game, Move};
use endgame::TableFolder;
use engine::{Book, ClockLimit, Engine, EngineOptions, Limits, SearchOptions, Stop};
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

/// The maximum time for a move at any level, as on the server.
const LONGEST: Duration = Duration::from_secs(3);

/// How much worse than the best a book move may be, in hundredths, for the sake of variety.
const BOOK_MARGIN: u16 = 15;

/// What an answer is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Topic {
    game: usize,
    ply: usize,
    position: u64,
    /// Whether it is a move to play, or a hint.
    plays: bool,
}

/// A request to the engine.
#[derive(Clone, Debug)]
pub struct EngineRequest {
    pub topic: Topic,
    game: Game,
    /// The opponent's search; `None` for a hint.
    play: Option<SearchOptions>,
    limits: Limits,
    book: Option<Arc<Book>>,
}

/// The engine's answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thought {
    topic: Topic,
    best: Move,
}

impl EngineRequest {
    /// Searches until it is done or stopped.
    pub fn think(self, engine: &mut Engine, stop: &Stop) -> Option<Thought> {
        if let Some(best) = self.known() {
            return Some(Thought { topic: self.topic, best });
        }
        let report = match self.play {
            None => engine.hint(&self.game),
            Some(options) => {
                let options = SearchOptions { stop: stop.clone(), ..options };
                engine.search(&self.game, &self.limits, &options, &mut |_| {})
            }
        };
        report.map(|report| Thought { topic: self.topic, best: report.best })
    }

    /// The book's move, if a move is to be played and the book has one.
    fn known(&self) -> Option<Move> {
        let seed = self.play.as_ref()?.seed;
        let known = self.book.as_ref()?.choose(&self.game, BOOK_MARGIN, seed)?;
        Some(known.mv)
    }
}

impl Sitting {
    /// What the engine should think about now.
    pub fn topic(&self) -> Option<Topic> {
        let plays = self.computer_may_move();
        let topic = Topic {
            game: self.logs().len(),
            ply: self.plies(),
            position: self.position().hash(),
            plays,
        };
        (plays || self.hint == Hint::Wanted).then_some(topic)
    }

    /// The same with everything that the engine needs.
    pub fn task(&self, now: Time) -> Option<EngineRequest> {
        let topic = self.topic()?;
        let table = self.log.table();
        let ply = u32::try_from(topic.ply).unwrap_or(u32::MAX);
        let game_seed = table.terms().seed;
        let seed = Dice::new(game_seed, Purpose::Engine { ply }).bits();
        let options =
            |level| SearchOptions { level, seed, game_seed: Some(game_seed), ..Default::default() };
        // Increments are not counted on, so that time never runs out.
        let clock = table.until_flag(now).map(|left| ClockLimit {
            left: Duration::from_millis(left),
            increment: Duration::ZERO,
            moves_to_go: None,
        });
        Some(EngineRequest {
            topic,
            game: table.game().clone(),
            play: self.opponent.filter(|_| topic.plays).map(options),
            limits: Limits { clock, ..Limits::time(LONGEST) },
            book: self.book.clone(),
        })
    }

    /// Handles the engine's answer; outdated answers are ignored.
    pub fn thought(&mut self, thought: &Thought, now: Time) {
        if self.topic() != Some(thought.topic) {
            return;
        }
        let text = self.text(&thought.best);
        if thought.topic.plays {
            let side = self.log.table().turn();
            self.happen(&Event::Move { side, text, lag: 0 }, now);
        } else {
            self.hint = Hint::Given(self.position().main_path(&thought.best).squares);
            self.say(format!("try {text}"));
        }
    }
}

/// A thread that thinks about one thing at a time.
pub struct Thinker {
    tasks: Sender<(EngineRequest, Stop)>,
    /// Its current topic, and how to stop it.
    busy: Option<(Topic, Stop)>,
}

impl Thinker {
    /// Starts the thread; `tell` receives every answer.
    pub fn start(endgame: Option<TableFolder>, tell: impl Fn(Thought) + Send + 'static) -> Self {
        let (tasks, orders) = channel::<(EngineRequest, Stop)>();
        std::thread::spawn(move || {
            let mut engine = Engine::new(EngineOptions { endgame, ..Default::default() });
            for (task, stop) in orders {
                if stop.is_stopped() {
                    continue;
                }
                if let Some(thought) = task.think(&mut engine, &stop) {
                    tell(thought);
                }
            }
        });
        Self { tasks, busy: None }
    }

    /// Makes it think about what the session wants, and nothing else.
    pub fn follow(&mut self, sitting: &Sitting, now: Time) {
        if self.busy.as_ref().map(|(topic, _)| *topic) == sitting.topic() {
            return;
        }
        self.stop();
        if let Some(task) = sitting.task(now) {
            let stop = Stop::new();
            self.busy = Some((task.topic, stop.clone()));
            // The thread lives as long as the program.
            let _ = self.tasks.send((task, stop));
        }
    }

    /// Stops it.
    pub fn stop(&mut self) {
        if let Some((_, stop)) = self.busy.take() {
            stop.stop();
        }
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.stop();
    }
}
