//! A session with a controller: handles Hub's lines one by one, while the engine searches in a thread of its own.

use super::HubLine;
use super::names::{read_level, score_text};
use super::settings::{Changes, Settings};
use draughts::{AnyPosition, Game, Move};
use engine::endgame::TableFolder;
use engine::{Engine, Info, Level, Limits, Ponder, Report, SearchOptions, Stop};
use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::mpsc::SyncSender;
use std::thread;

/// The events of a session.
pub(super) enum SessionEvent {
    /// A line, or input that is not a valid one.
    HubLine(Result<HubLine, String>),
    /// The input has ended.
    Closed,
    /// The search reports progress.
    Progress(Info),
    /// The search has ended and returns the engine.
    Found(Box<Engine>, Option<Report>),
}

/// The most commands that may wait for the end of a search.
const MOST_WAITING: usize = 256;

pub(super) struct HubSession<W: Write> {
    output: W,
    events: SyncSender<SessionEvent>,
    settings: Settings,
    /// The position to search; `None` after an invalid one.
    game: Option<Game>,
    limits: Limits,
    /// `None` during a search, and before it is first needed.
    engine: Option<Box<Engine>>,
    thinking: Option<Thinking>,
    /// Lines that arrived during a search and must wait for its end.
    waiting: VecDeque<HubLine>,
    /// Whether the input has ended.
    closed: bool,
}

/// A running search.
struct Thinking {
    position: AnyPosition,
    stop: Stop,
    ponder: Option<Ponder>,
    /// Whether it ends by itself.
    limited: bool,
}

impl<W: Write> Drop for HubSession<W> {
    fn drop(&mut self) {
        self.stop();
    }
}

impl<W: Write> HubSession<W> {
    pub fn new(output: W, events: SyncSender<SessionEvent>, endgame: Option<TableFolder>) -> Self {
        let settings = Settings::new(endgame);
        Self {
            output,
            events,
            game: Some(Game::new(settings.rules())),
            settings,
            limits: Limits::infinite(),
            engine: None,
            thinking: None,
            waiting: VecDeque::new(),
            closed: false,
        }
    }

    /// Handles an event; returns whether to continue.
    pub fn attend(&mut self, event: SessionEvent) -> io::Result<bool> {
        match event {
            SessionEvent::Closed => self.close(),
            SessionEvent::HubLine(Ok(line)) if line.command == "quit" => return Ok(false),
            SessionEvent::HubLine(Ok(line)) => self.hear(line)?,
            SessionEvent::HubLine(Err(problem)) => self.complain(&problem)?,
            SessionEvent::Progress(info) => self.tell_progress(&info)?,
            SessionEvent::Found(engine, report) => self.finish(engine, report)?,
        }
        self.output.flush()?;
        Ok(!self.closed || self.thinking.is_some())
    }

    /// Answers pending commands, except searches that only another command could end.
    fn close(&mut self) {
        self.closed = true;
        if self.thinking.as_ref().is_some_and(|thinking| !thinking.limited) {
            self.stop();
        }
    }

    fn say(&mut self, line: &HubLine) -> io::Result<()> {
        writeln!(self.output, "{line}")
    }

    fn complain(&mut self, problem: &str) -> io::Result<()> {
        self.say(&HubLine::new("error").with("message", problem))
    }

    /// Handles a line, now or after the search.
    fn hear(&mut self, line: HubLine) -> io::Result<()> {
        let about_search = is_about_search(&line) && !self.go_waits();
        if line.command == "ping" || self.thinking.is_none() || about_search {
            return self.obey(&line);
        }
        if self.waiting.len() == MOST_WAITING {
            return self.complain("too many commands during a search; send stop first");
        }
        if line.command == "go" {
            self.stop();
        }
        self.waiting.push_back(line);
        Ok(())
    }

    fn go_waits(&self) -> bool {
        self.waiting.iter().any(|line| line.command == "go")
    }

    fn obey(&mut self, line: &HubLine) -> io::Result<()> {
        match line.command.as_str() {
            "hub" => self.introduce(),
            "set-param" => self.set(line),
            "init" => {
                let mut engine = self.take_engine();
                engine.prepare(&self.settings.rules());
                self.engine = Some(engine);
                self.say(&HubLine::new("ready"))
            }
            "new-game" => {
                if let Some(engine) = &mut self.engine {
                    engine.clear();
                }
                Ok(())
            }
            "pos" => self.set_up(line),
            "level" => match read_level(line, &mut self.limits) {
                Ok(()) => Ok(()),
                Err(problem) => self.complain(&problem),
            },
            "go" => self.go(line),
            "stop" => {
                self.stop();
                Ok(())
            }
            "ponder-hit" => {
                if let Some(ponder) = self.thinking.as_ref().and_then(|now| now.ponder.as_ref()) {
                    ponder.hit();
                }
                Ok(())
            }
            "ping" => self.say(&HubLine::new("pong")),
            other => self.complain(&format!(
                "there is no command \"{other}\"; there are hub, set-param, init, new-game, pos, level, \
                 go, stop, ponder-hit, ping, quit"
            )),
        }
    }

    fn introduce(&mut self) -> io::Result<()> {
        let id =
            HubLine::new("id").with("name", "Damier").with("version", env!("CARGO_PKG_VERSION"));
        self.say(&id.with("author", env!("CARGO_PKG_AUTHORS")))?;
        for line in self.settings.declarations() {
            self.say(&line)?;
        }
        self.say(&HubLine::new("wait"))
    }

    fn set(&mut self, line: &HubLine) -> io::Result<()> {
        let Some(name) = line.value("name") else {
            return self.complain("set-param needs a name, as in set-param name=level value=5");
        };
        match self.settings.set(name, line.value("value").unwrap_or_default()) {
            Ok(Changes::Rules) => self.game = Some(Game::new(self.settings.rules())),
            Ok(Changes::Engine) => self.engine = None,
            Ok(Changes::Search) => {}
            Err(problem) => return self.complain(&problem),
        }
        Ok(())
    }

    fn take_engine(&mut self) -> Box<Engine> {
        let engine = self.engine.take();
        engine.unwrap_or_else(|| Box::new(Engine::new(self.settings.engine())))
    }

    fn set_up(&mut self, line: &HubLine) -> io::Result<()> {
        self.limits = Limits::infinite();
        match self.read_game(line) {
            Ok(game) => self.game = Some(game),
            Err(problem) => {
                self.game = None;
                return self.complain(&problem);
            }
        }
        Ok(())
    }

    fn read_game(&self, line: &HubLine) -> Result<Game, String> {
        let rules = self.settings.rules();
        let start = match line.value("pos") {
            None => AnyPosition::start(&rules),
            Some(fen) => AnyPosition::from_fen(&rules, fen)
                .map_err(|error| format!("bad position: {error}"))?,
        };
        let mut game = Game::from_position(rules, start);
        let moves = line.value("moves").unwrap_or_default();
        for (text, number) in moves.split_whitespace().zip(1..) {
            let wrong =
                |error: &dyn std::fmt::Display| format!("bad move {number}, \"{text}\": {error}");
            let mv = game.position().parse_hub(text).map_err(|error| wrong(&error))?;
            revive(&mut game);
            game.play(&mv).map_err(|error| wrong(&error))?;
        }
        revive(&mut game);
        Ok(game)
    }

    fn go(&mut self, line: &HubLine) -> io::Result<()> {
        let limits = std::mem::take(&mut self.limits);
        let Some(game) = self.game.clone() else {
            self.complain("there is no position; send pos first")?;
            return self.say(&HubLine::new("done"));
        };
        let analyzes = line.has("analyze");
        let known = self.settings.book_moves(&game);
        if !analyzes && !line.has("ponder") && !known.is_empty() {
            return self.tell_move(game.position(), &known);
        }
        let mut options = self.settings.search();
        if line.has("ponder") {
            options.ponder = Some(Ponder::new());
        }
        if analyzes {
            options.level = Level::HIGHEST;
        }
        self.thinking = Some(Thinking {
            position: *game.position(),
            stop: options.stop.clone(),
            ponder: options.ponder.clone(),
            limited: !limits.is_infinite() && options.ponder.is_none(),
        });
        if self.closed {
            self.close();
        }
        let mut engine = self.take_engine();
        let events = self.events.clone();
        thread::spawn(move || {
            let report = search(&mut engine, &game, &limits, &options, &events);
            let _ = events.send(SessionEvent::Found(engine, report));
        });
        Ok(())
    }

    fn stop(&self) {
        if let Some(thinking) = &self.thinking {
            thinking.stop.stop();
        }
    }

    fn tell_progress(&mut self, info: &Info) -> io::Result<()> {
        let Some(thinking) = &self.thinking else { return Ok(()) };
        let seconds = info.time.as_secs_f64();
        let millions = info.nodes as f64 / seconds.max(1e-6) / 1e6;
        let line = HubLine::new("info")
            .with("depth", info.depth)
            .with("score", score_text(info.score()))
            .with("nodes", info.nodes)
            .with("time", format!("{seconds:.3}"))
            .with("nps", format!("{millions:.3}"))
            .with("pv", hub_moves(thinking.position, info.pv()).join(" "));
        self.say(&line)
    }

    fn finish(&mut self, engine: Box<Engine>, report: Option<Report>) -> io::Result<()> {
        self.engine = Some(engine);
        if let Some(thinking) = self.thinking.take() {
            let moves = match &report {
                Some(report) => report.info.pv().to_vec(),
                // A rule draws the game, but the controller may not use that rule.
                None => thinking.position.legal_moves().into_iter().take(1).collect(),
            };
            self.tell_move(&thinking.position, &moves)?;
        }
        while let Some(line) = self.waiting.pop_front() {
            if self.thinking.is_some() && !is_about_search(&line) {
                self.waiting.push_front(line);
                break;
            }
            self.obey(&line)?;
        }
        if self.go_waits() {
            self.stop();
        }
        Ok(())
    }

    /// Reports the first of these moves, and the second as the expected reply.
    fn tell_move(&mut self, position: &AnyPosition, moves: &[Move]) -> io::Result<()> {
        if moves.is_empty() {
            self.complain("the game is over; there is no move")?;
        }
        let done = ["move", "ponder"].iter().zip(hub_moves(*position, moves));
        self.say(&done.fold(HubLine::new("done"), |line, (name, text)| line.with(name, text)))
    }
}

fn is_about_search(line: &HubLine) -> bool {
    matches!(line.command.as_str(), "stop" | "ponder-hit")
}

/// Drops the history of a game that a draw rule has ended: the controller continues anyway.
fn revive(game: &mut Game) {
    if game.outcome().is_some() {
        *game = Game::from_position(game.rules().clone(), *game.position());
    }
}

fn search(
    engine: &mut Engine,
    game: &Game,
    limits: &Limits,
    options: &SearchOptions,
    events: &SyncSender<SessionEvent>,
) -> Option<Report> {
    engine.search(game, limits, options, &mut |info| {
        let _ = events.send(SessionEvent::Progress(info.clone()));
    })
}

/// Moves in Hub notation, each played after the previous one.
fn hub_moves(mut position: AnyPosition, moves: &[Move]) -> Vec<String> {
    let texts = moves.iter().map(|mv| {
        let text = position.hub(mv);
        position = position.play_unchecked(mv);
        text
    });
    texts.collect()
}
