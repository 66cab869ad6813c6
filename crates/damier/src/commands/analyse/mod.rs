mod html;
mod json;

use super::endgame::TablesFolder;
use crate::collection::{Collection, CollectionGame, FileReport, name};
use crate::target::Target;
use crate::terminal::fitted;
use crate::{progress, stopping};
use anyhow::{Result, ensure};
use clap::Args;
use engine::{Engine, EngineOptions, Limits, Stop};
use pdn::{Flaw, Form, Game, Origin};
use review::{Review, Reviewer, annotate};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use words::Language;

/// Analyses games: evaluations, better lines, mistakes and missed shots
#[derive(Args)]
#[command(
    visible_alias = "analyze",
    after_help = "Examples:
  damier analyse game.pdn                         the game with comments, on standard output
  damier analyse club.pdn --out analysed.pdn      a summary of each game is printed
  damier analyse club.pdn --game 3 --time 2
  damier analyse club.pdn --json
  damier analyse club.pdn --game 3 --html report.html

Each move gets its evaluation for White, in men, and the depth of the search in plies: {+0.35/14}. A bad
move gets a mark ($6 inaccuracy, $2 mistake, $4 blunder), a reason and a better line. Existing comments
stay. A game that cannot be replayed to its end is reported and left as it is. With --nodes or --depth and
one thread, the same game gets the same marks everywhere, if the same endgame tables are there.

If endgame tables have the positions (see damier endgame), a move that gives away a win or a draw is marked as
such: \"throws away the draw (endgame table)\".

--html writes the report of one game as a single file that any browser shows, without a network.

Ctrl-C ends the analysis: finished games are written with their analysis, the others as they were.

The exit code is 1 if a file or a game could not be read, if a file has no games, or after Ctrl-C."
)]
pub struct AnalyseArgs {
    #[command(flatten)]
    collection: Collection,
    /// Output file; by default standard output
    #[arg(long, short)]
    out: Option<PathBuf>,
    /// Only the game with this number
    #[arg(long, short)]
    game: Option<usize>,
    #[command(flatten)]
    effort: Effort,
    /// Number of search threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Memory for the engine, in MiB
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    hash: u32,
    /// Print one JSON object per game instead of PDN or summaries
    #[arg(long)]
    json: bool,
    /// Write the report of one game to this file, as a self-contained page
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Language of that page: en, fr, it, nl, es, pt, ru or de
    #[arg(long, value_name = "CODE", requires = "html", value_parser = html::language, default_value = "en")]
    lang: Language,
    #[command(flatten)]
    place: TablesFolder,
}

/// The limits per position.
#[derive(Args)]
struct Effort {
    /// Positions to search for each move [default: 300000 without other limits]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Seconds for each move
    #[arg(long, value_parser = seconds)]
    time: Option<Duration>,
    /// Search depth in plies
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=200))]
    depth: Option<u32>,
}

const USUAL_NODES: u64 = 300_000;

fn seconds(text: &str) -> Result<Duration, &'static str> {
    let time = contest::seconds(text).filter(|time| !time.is_zero());
    time.ok_or("this is not a number of seconds such as 0.5")
}

impl Effort {
    fn limits(&self) -> Limits {
        let Self { nodes, time, depth } = *self;
        match (nodes, time, depth) {
            (None, None, None) => Limits::nodes(USUAL_NODES),
            _ => Limits { nodes, time, depth, clock: None },
        }
    }

    /// Describes the limits, for the written game.
    fn told(&self) -> String {
        let Limits { nodes, time, depth, .. } = self.limits();
        let parts = [
            nodes.map(|nodes| format!("{nodes} positions")),
            time.map(|time| format!("{} s", time.as_secs_f64())),
            depth.map(|depth| format!("{depth} plies")),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        format!("{} a move", parts.join(" or "))
    }
}

impl AnalyseArgs {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        let paths = self.collection.paths()?;
        ensure!(
            self.game.is_none() || paths.len() == 1,
            "--game needs one file, and there are {}",
            paths.len()
        );
        self.keep_other_games(&paths)?;
        ensure!(
            self.html.is_none() || self.out.is_none() || self.html != self.out,
            "--out and --html need files of their own"
        );
        let stop = Stop::new();
        stopping::stop_when_asked(stop.clone());
        let mut reviewer = GameReviewer::new(&self, stop, out)?;
        for path in &paths {
            let mut failed = None;
            let read = self.collection.each_game_slowly(path, |entry| {
                reviewer.take(path, &entry).inspect_err(|_| failed = Some(()))
            });
            match read {
                Ok(FileReport { games: 0, .. }) => {
                    reviewer.sound = false;
                    note!("error: {}: it has no games", name(path));
                }
                Ok(_) => {}
                Err(error) if failed.is_some() => return Err(error),
                Err(error) => {
                    reviewer.sound = false;
                    note!("error: {error:#}");
                }
            }
        }
        reviewer.finish()
    }

    /// Refuses to overwrite a file with just one of its games.
    fn keep_other_games(&self, paths: &[PathBuf]) -> Result<()> {
        let (Some(out), Some(number)) = (&self.out, self.game) else { return Ok(()) };
        let [out_file, file] = [out, &paths[0]].map(|path| path.canonicalize().ok());
        ensure!(
            out_file.is_none() || out_file != file,
            "{} would be left with game {number} alone; write it to another file",
            out.display()
        );
        Ok(())
    }

    fn heading(&self) -> String {
        format!("Damier {}, {}.", env!("CARGO_PKG_VERSION"), self.effort.told())
    }
}

/// Reviews games one by one.
struct GameReviewer<'a, W> {
    command: &'a AnalyseArgs,
    engine: Engine,
    stop: Stop,
    out: &'a mut W,
    target: Option<Target>,
    /// The page of the report, once it is ready.
    page: Option<String>,
    sound: bool,
    /// Whether there was any game; a file without one overwrites nothing.
    written: bool,
    looked_at: usize,
    left: usize,
}

impl<'a, W: Write> GameReviewer<'a, W> {
    fn new(command: &'a AnalyseArgs, stop: Stop, out: &'a mut W) -> Result<Self> {
        let engine = Engine::new(EngineOptions {
            tt_bytes: (command.hash as usize) << 20,
            threads: command.threads.into(),
            endgame: command.place.for_engine(),
            ..Default::default()
        });
        let target = command.out.as_deref().map(Target::create).transpose()?;
        let (sound, written, looked_at, left) = (true, false, 0, 0);
        let page = None;
        Ok(Self { command, engine, stop, out, target, page, sound, written, looked_at, left })
    }

    /// Reviews a game and writes it.
    fn take(&mut self, path: &Path, entry: &CollectionGame<'_>) -> Result<()> {
        if self.command.game.is_some_and(|wanted| wanted != entry.number) {
            return Ok(());
        }
        self.tell_losses(path, entry);
        if entry.replay.problem.is_some() {
            return self.leave_broken(path, entry);
        }
        if self.stop.is_stopped() {
            self.left += 1;
            return self.write(&entry.game.to_pdn(Form::AsRead));
        }
        let title = title(entry);
        let review = self.review(entry, &title);
        let mut game = entry.game.clone();
        if !review.moves.is_empty() {
            name_rules(&mut game, entry);
            annotate(&mut game, &review, &self.command.heading());
        }
        self.looked_at += 1;
        if self.command.html.is_some() {
            ensure!(self.page.is_none(), "--html shows one game; choose it with --game");
            self.page = Some(html::page(entry, &review, self.command.lang)?);
        }
        self.write(&game.to_pdn(Form::AsRead))?;
        if self.command.json {
            super::write_json(self.out, &json::game(path, entry, &review))?;
        } else if self.target.is_some() {
            self.tell(&format!("{title}\n{}\n", fitted(&review.summary(), 2)))?;
        }
        Ok(())
    }

    /// Prints a summary. If the reader has closed the pipe, the file is still written.
    fn tell(&mut self, words: &str) -> Result<()> {
        let told = self.out.write_all(words.as_bytes()).and_then(|()| self.out.flush());
        match told {
            Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error.into()),
            _ => Ok(()),
        }
    }

    fn review(&mut self, entry: &CollectionGame<'_>, title: &str) -> Review {
        let bar = progress::counted(entry.replay.played.len(), title);
        let limits = self.command.effort.limits();
        let mut reviewer = Reviewer { engine: &mut self.engine, limits, stop: self.stop.clone() };
        let review = reviewer.review(entry.game, entry.replay, &mut |done, total| {
            bar.set_length(total as u64);
            bar.set_position(done as u64);
        });
        bar.finish_and_clear();
        review
    }

    /// A game that cannot be replayed to its end is written unchanged.
    fn leave_broken(&mut self, path: &Path, entry: &CollectionGame<'_>) -> Result<()> {
        /// The text of longer games is truncated.
        const LONGEST: usize = 3 << 20;
        self.sound = false;
        let Some(problem) = &entry.replay.problem else { return Ok(()) };
        ensure!(
            entry.game.text.len() < LONGEST,
            "{}: game {} cannot be played and is too long to be left as it is: {problem}",
            name(path),
            entry.number
        );
        note!(
            "{}: game {}, line {}, column {}: {problem}; it is left as it is",
            name(path),
            entry.number,
            problem.place.line,
            problem.place.column
        );
        if self.command.json {
            super::write_json(self.out, &json::broken(path, entry, problem))?;
        }
        self.write(&format!("{}\n\n", entry.game.text))
    }

    /// Reports text between games, which is not written.
    fn tell_losses(&self, path: &Path, entry: &CollectionGame<'_>) {
        let outside = |flaw: &Flaw| matches!(flaw, Flaw::OutsideGames(_));
        for problem in entry.game.problems.iter().filter(|problem| outside(&problem.flaw)) {
            note!("{}: line {}: {problem}", name(path), problem.place.line);
        }
    }

    /// Writes PDN, unless there is no file for it and something else is printed.
    fn write(&mut self, text: &str) -> Result<()> {
        self.written = true;
        match &mut self.target {
            Some(target) => target.write_all(text.as_bytes())?,
            None if self.command.json || self.command.html.is_some() => {}
            None => self.out.write_all(text.as_bytes())?,
        }
        Ok(())
    }

    fn finish(self) -> Result<ExitCode> {
        if let (Some(number), 0) = (self.command.game, self.looked_at)
            && self.sound
            && !self.stop.is_stopped()
        {
            anyhow::bail!("there is no game {number}");
        }
        if let Some(target) = self.target.filter(|_| self.written) {
            target.finish()?;
        }
        if let (Some(path), Some(page)) = (&self.command.html, &self.page) {
            let mut target = Target::create(path)?;
            target.write_all(page.as_bytes())?;
            target.finish()?;
        }
        if self.stop.is_stopped() {
            note!(
                "stopped: {} analysed, the last perhaps in part; {} left as they were",
                self.looked_at,
                self.left
            );
        }
        let done = self.sound && !self.stop.is_stopped();
        Ok(if done { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

/// Names the rules the game was judged by, unless it does so itself: on its own, it could be taken for one of another
/// variant.
fn name_rules(game: &mut Game, entry: &CollectionGame<'_>) {
    let unsaid = matches!(entry.replay.origin, Origin::Given | Origin::Inferred);
    if unsaid && game.tag("Rules").is_none() {
        game.set_tag("Rules", &entry.replay.rules.to_string());
    }
}

/// `game 3: Anna - Bruno`.
fn title(entry: &CollectionGame<'_>) -> String {
    let player = |tag: &str| entry.game.tag(tag).unwrap_or("?").to_owned();
    format!("game {}: {} - {}", entry.number, player("White"), player("Black"))
}
