//! Controls an engine that speaks Hub.

use super::child::{Silence, Talker};
use super::names::{level_line, name_of_rules, score_of};
use super::{HubLine, variant_named};
use crate::patience::Wait;
use crate::{Found, Patience};
use draughts::{AnyPosition, Game, Move, MoveError, Ruleset};
use engine::{Limits, Score, Stop};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// How an engine is started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Launch {
    /// The program.
    pub program: PathBuf,
    /// The arguments; many engines need `hub` here.
    pub arguments: Vec<String>,
    /// The working directory; by default the program's own.
    pub folder: Option<PathBuf>,
    /// Parameters to set: names and values.
    pub parameters: Vec<(String, String)>,
    /// The time limits for its answers.
    pub patience: Patience,
}

impl Launch {
    /// A program without arguments and parameters.
    pub fn new(program: impl Into<PathBuf>) -> Self {
        Self {
            program: program.into(),
            arguments: Vec::new(),
            folder: None,
            parameters: Vec::new(),
            patience: Patience::default(),
        }
    }

    /// Adds an argument.
    #[must_use]
    pub fn argument(mut self, argument: &str) -> Self {
        self.arguments.push(argument.to_owned());
        self
    }

    /// Sets a parameter.
    #[must_use]
    pub fn parameter(mut self, name: &str, value: impl ToString) -> Self {
        self.parameters.push((name.to_owned(), value.to_string()));
        self
    }

    fn command(&self) -> Command {
        // Relative paths are resolved here, not in the engine's working directory.
        let has_folder = self.program.parent().is_some_and(|folder| folder != Path::new(""));
        let program = match self.program.canonicalize() {
            Ok(path) if has_folder => path,
            _ => self.program.clone(),
        };
        let own = program.parent().filter(|_| has_folder).map(Path::to_owned);
        let mut command = Command::new(&program);
        command.args(&self.arguments);
        if let Some(folder) = self.folder.clone().or(own) {
            command.current_dir(folder);
        }
        command
    }
}

/// A parameter that an engine has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// The name.
    pub name: String,
    /// The current value, if the engine reported it.
    pub value: String,
    /// The choices of an enumerated parameter.
    pub choices: Vec<String>,
}

/// Why an engine gave no move. After any of these it must be restarted.
#[derive(Debug, thiserror::Error)]
pub enum ControllerError {
    /// It could not be started.
    #[error("{program} cannot be started: {error}")]
    Start {
        /// The program.
        program: String,
        /// The error.
        error: io::Error,
    },
    /// It does not play the game.
    #[error("{engine} does not play {rules}; it plays {choices}")]
    Rules {
        /// The engine.
        engine: String,
        /// The game.
        rules: String,
        /// The variants that it plays.
        choices: String,
    },
    /// It has no such parameter.
    #[error("{engine} has no parameter \"{name}\"; it has {known}")]
    Parameter {
        /// The engine.
        engine: String,
        /// The unknown parameter.
        name: String,
        /// The known parameters.
        known: String,
    },
    /// It exited.
    #[error("{engine} has ended while {doing}{words}")]
    Ended {
        /// The engine.
        engine: String,
        /// What it was doing.
        doing: &'static str,
        /// The last lines of its error output.
        words: String,
    },
    /// It did not answer in time.
    #[error("{engine} did not answer within {patience:.1?} while {doing}")]
    Late {
        /// The engine.
        engine: String,
        /// What it was doing.
        doing: &'static str,
        /// The time limit.
        patience: Duration,
    },
    /// Its move is illegal.
    #[error("{engine} played \"{text}\" in {position}: {reason}")]
    Illegal {
        /// The engine.
        engine: String,
        /// The move as it was sent.
        text: String,
        /// The position.
        position: String,
        /// Why it is not a legal move.
        reason: String,
    },
    /// It says that it has no move or did not understand the request.
    #[error("{engine} gave no move in {position}{words}")]
    NoMove {
        /// The engine.
        engine: String,
        /// The position.
        position: String,
        /// The text it sent.
        words: String,
    },
    /// The game is over.
    #[error("the game is over")]
    GameOver,
}

/// An engine in a child process. When dropped, it is told to quit, and killed if it does not.
///
/// ```no_run
/// use draughts::{Game, Variant};
/// use draughts_protocol::engine::{Limits, Stop};
/// use draughts_protocol::hub::{Controller, Launch};
///
/// let game = Game::new(Variant::International.into());
/// let launch = Launch::new("scan/scan_linux").argument("hub").parameter("book", false);
/// let mut scan = Controller::start(&launch, game.rules())?;
/// let found = scan.search(&game, &Limits::depth(12), &Stop::new())?;
/// println!("{} plays {}", scan.name(), game.position().text(&found.mv));
/// # Ok::<(), draughts_protocol::hub::ControllerError>(())
/// ```
#[derive(Debug)]
pub struct Controller {
    talker: Talker,
    name: String,
    parameters: Vec<Parameter>,
    patience: Patience,
    /// Whether it has failed and must not be used any more.
    broken: bool,
}

impl Controller {
    /// Starts an engine and prepares it for games by these rules.
    pub fn start(launch: &Launch, rules: &Ruleset) -> Result<Self, ControllerError> {
        let program = launch.program.display().to_string();
        let talker = Talker::start(launch.command());
        let talker =
            talker.map_err(|error| ControllerError::Start { program: program.clone(), error })?;
        let patience = launch.patience;
        let mut engine =
            Self { talker, name: program, parameters: Vec::new(), patience, broken: false };
        engine.greet()?;
        engine.choose_rules(rules, launch)?;
        for (name, value) in &launch.parameters {
            engine.set(name, value)?;
        }
        engine.prepare()?;
        Ok(engine)
    }

    /// Returns the engine's name and version.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The parameters that it declared.
    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    /// Tells it that a new game starts.
    pub fn new_game(&mut self) -> Result<(), ControllerError> {
        self.say(&HubLine::new("new-game"), "being told of a new game")
    }

    /// Asks it for a move; when stopped, it must move at once. It gets all moves of the game, so that it sees
    /// repetitions.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &Stop,
    ) -> Result<Found, ControllerError> {
        const THINKING: &str = "thinking about a move";
        if game.outcome().is_some() {
            return Err(ControllerError::GameOver);
        }
        let start = Instant::now();
        for line in [position_line(game), level_line(limits), HubLine::new("go").with_flag("think")]
        {
            self.say(&line, THINKING)?;
        }
        let patience = self.patience.for_search(limits);
        let mut news = SearchInfo::default();
        let mut stopped = false;
        let mut wait = Wait::or_stop(patience, stop);
        loop {
            match self.talker.hear(&wait) {
                Ok(line) if line.command == "done" => {
                    return self.found(&line, game.position(), news, start.elapsed());
                }
                Ok(line) => news.hear(&line),
                // Some engines do not respect their limits.
                Err(Silence::Over(_)) if !stopped => {
                    self.say(&HubLine::new("stop"), THINKING)?;
                    stopped = true;
                    wait = Wait::new(self.patience.margin);
                }
                Err(Silence::Over(_)) => {
                    return Err(self.late(THINKING, patience.saturating_add(self.patience.margin)));
                }
                Err(Silence::Closed) => return Err(self.ended(THINKING)),
            }
        }
    }

    fn found(
        &mut self,
        done: &HubLine,
        position: &AnyPosition,
        news: SearchInfo,
        time: Duration,
    ) -> Result<Found, ControllerError> {
        let Some(text) = done.value("move") else {
            self.broken = true;
            let words = news.error.map_or(String::new(), |error| format!(": \"{error}\""));
            let position = position.to_fen();
            return Err(ControllerError::NoMove { engine: self.name.clone(), position, words });
        };
        let mv = read_move(position, text).map_err(|error| {
            self.broken = true;
            let (engine, text, position) = (self.name.clone(), text.to_owned(), position.to_fen());
            ControllerError::Illegal { engine, text, position, reason: error.to_string() }
        })?;
        let answer = done.value("ponder");
        let ponder = answer.and_then(|text| read_move(&position.play_unchecked(&mv), text).ok());
        let SearchInfo { score, depth, nodes, .. } = news;
        Ok(Found { mv, score, depth, nodes, time, ponder })
    }

    fn greet(&mut self) -> Result<(), ControllerError> {
        const DOING: &str = "introducing itself";
        self.say(&HubLine::new("hub"), DOING)?;
        self.hear_until("wait", self.patience.greeting, DOING, |engine, line| {
            match line.command.as_str() {
                "id" => {
                    let parts = ["name", "version"].map(|part| line.value(part));
                    let parts: Vec<&str> = parts.into_iter().flatten().collect();
                    if !parts.is_empty() {
                        engine.name = parts.join(" ");
                    }
                }
                "param" => engine.parameters.extend(parameter(line)),
                _ => {}
            }
        })
    }

    /// Tells it which variant to play, unless its parameters do.
    fn choose_rules(&mut self, rules: &Ruleset, launch: &Launch) -> Result<(), ControllerError> {
        let told = |name: &str| launch.parameters.iter().any(|(other, _)| other == name);
        if told("variant") || told("rules") {
            return Ok(());
        }
        let find = |name: &str| self.parameters.iter().find(|other| other.name == name);
        let variants = find("variant");
        let plays = |choice: &&String| {
            let named = variant_named(choice).map(Ruleset::from);
            named.is_ok_and(|named| named == *rules)
        };
        let choice = variants.and_then(|variants| variants.choices.iter().find(plays)).cloned();
        match (choice, name_of_rules(rules), variants) {
            (Some(choice), ..) => self.set("variant", &choice),
            // An engine without the parameter plays one variant; whether it is this one is up to the user.
            (None, Some(_), None) => Ok(()),
            (None, None, _) if find("rules").is_some() => self.set("rules", &rules.to_string()),
            (None, _, variants) => {
                let choices = variants.map_or(String::new(), |found| found.choices.join(", "));
                let (engine, rules) = (self.name.clone(), rules.to_string());
                Err(ControllerError::Rules { engine, rules, choices })
            }
        }
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), ControllerError> {
        if !self.parameters.iter().any(|known| known.name == name) {
            let known: Vec<&str> = self.parameters.iter().map(|known| &*known.name).collect();
            let (engine, name, known) = (self.name.clone(), name.to_owned(), known.join(", "));
            return Err(ControllerError::Parameter { engine, name, known });
        }
        let line = HubLine::new("set-param").with("name", name).with("value", value);
        self.say(&line, "taking its parameters")
    }

    fn prepare(&mut self) -> Result<(), ControllerError> {
        const DOING: &str = "getting ready";
        self.say(&HubLine::new("init"), DOING)?;
        self.hear_until("ready", self.patience.ready, DOING, |_, _| {})
    }

    fn hear_until(
        &mut self,
        command: &str,
        patience: Duration,
        doing: &'static str,
        mut heard: impl FnMut(&mut Self, &HubLine),
    ) -> Result<(), ControllerError> {
        let wait = Wait::new(patience);
        loop {
            match self.talker.hear(&wait) {
                Ok(line) if line.command == command => return Ok(()),
                Ok(line) => heard(self, &line),
                Err(Silence::Over(_)) => return Err(self.late(doing, patience)),
                Err(Silence::Closed) => return Err(self.ended(doing)),
            }
        }
    }

    fn say(&mut self, line: &HubLine, doing: &'static str) -> Result<(), ControllerError> {
        if self.broken || self.talker.say(line).is_err() {
            return Err(self.ended(doing));
        }
        Ok(())
    }

    fn ended(&mut self, doing: &'static str) -> ControllerError {
        self.broken = true;
        let words = self.talker.last_words();
        let words = if words.is_empty() { words } else { format!(" ({words})") };
        self.talker.kill();
        ControllerError::Ended { engine: self.name.clone(), doing, words }
    }

    fn late(&mut self, doing: &'static str, patience: Duration) -> ControllerError {
        self.broken = true;
        self.talker.kill();
        ControllerError::Late { engine: self.name.clone(), doing, patience }
    }
}

/// The progress of a search, as the engine reports it.
#[derive(Default)]
struct SearchInfo {
    score: Option<Score>,
    depth: Option<u32>,
    nodes: Option<u64>,
    error: Option<String>,
}

impl SearchInfo {
    fn hear(&mut self, line: &HubLine) {
        match line.command.as_str() {
            "info" => {
                self.score = line.value("score").and_then(score_of).or(self.score);
                self.depth = line.value("depth").and_then(|text| text.parse().ok()).or(self.depth);
                self.nodes = line.value("nodes").and_then(|text| text.parse().ok()).or(self.nodes);
            }
            "error" => self.error = line.value("message").map(str::to_owned),
            _ => {}
        }
    }
}

fn parameter(line: &HubLine) -> Option<Parameter> {
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect();
    Some(Parameter {
        name: line.value("name")?.to_owned(),
        value: line.value("value").unwrap_or_default().to_owned(),
        choices: line.value("values").map(words).unwrap_or_default(),
    })
}

/// The most moves sent to an engine; a line must fit into a pipe's buffer.
const MOST_TOLD: usize = 2_000;

fn position_line(game: &Game) -> HubLine {
    let plies = game.history().len();
    let first = plies.saturating_sub(MOST_TOLD);
    let position = |ply| game.position_after(ply).unwrap_or(game.position());
    let line = HubLine::new("pos").with("pos", position(first).to_hub());
    if first == plies {
        return line;
    }
    let moves = game.history().enumerate().skip(first);
    let moves: Vec<String> = moves.map(|(ply, mv)| position(ply).hub(mv)).collect();
    line.with("moves", moves.join(" "))
}

/// Parses an engine's move; captured squares may be missing if the move is unambiguous.
fn read_move(position: &AnyPosition, text: &str) -> Result<Move, MoveError> {
    position.parse_hub(text).or_else(|error| match text.matches('x').count() {
        1 => position.parse_move(text),
        _ => Err(error),
    })
}
