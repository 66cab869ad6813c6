//! Writing games.

use super::check::Findings;
use crate::collection::{Collection, CollectionGame, name};
use crate::target::Target;
use anyhow::Result;
use clap::{Args, ValueEnum};
use pdn::{Action, Form, Game, Recorded, ReplayedStep, Variation};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::path::PathBuf;

/// How to write games.
#[derive(Args, Clone)]
pub struct Output {
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Pdn)]
    pub to: Format,
    /// What to do with games that cannot be replayed to their end
    #[arg(long, value_enum, default_value_t = Bad::Cut)]
    bad: Bad,
    /// Skip duplicates: games with the same rules, players, date, moves and result that add no
    /// comments
    #[arg(long)]
    unique: bool,
    /// Write games as they are in their files instead of tidying them
    #[arg(long)]
    as_written: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// PDN 3: each game ends with *
    Pdn,
    /// PDN for older programs: each game ends with its result
    Pdn2,
    /// One JSON object per game
    Json,
    /// The last position of each game, one FEN per line
    Fen,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Bad {
    /// Cut them off at the problem and keep the rest as a comment
    Cut,
    /// Leave them as they are
    Keep,
    /// Skip them
    Drop,
}

/// A file for the games, and one for a report.
#[derive(Args)]
pub struct Files {
    /// Output file; by default standard output
    #[arg(long, short)]
    output: Option<PathBuf>,
    /// File for a report of all problems
    #[arg(long)]
    report: Option<PathBuf>,
}

impl Files {
    /// Writes the selected games of a collection; returns whether every file could be read.
    pub fn write(
        &self,
        collection: &Collection,
        writer: &mut Writer,
        out: &mut impl Write,
        wanted: impl Fn(&CollectionGame<'_>, &Writer) -> bool,
    ) -> Result<bool> {
        let mut target = self.output.as_deref().map(Target::create).transpose()?;
        let mut report = self.report.as_deref().map(Target::create).transpose()?;
        let mut sound = true;
        for path in collection.paths()? {
            let mut findings = Findings::default();
            let mut stopped = false;
            let read = collection.each_game(&path, |entry| {
                findings.add(&entry);
                if !wanted(&entry, writer) {
                    return Ok(());
                }
                let Some(text) = writer.text(&entry) else {
                    findings.left_out(entry.number);
                    return Ok(());
                };
                let written = match &mut target {
                    Some(target) => target.write_all(text.as_bytes()),
                    None => out.write_all(text.as_bytes()),
                };
                stopped = written.is_err();
                Ok(written?)
            });
            match (read, &mut report) {
                (Err(error), _) if stopped => return Err(error),
                (Err(error), report) => {
                    sound = false;
                    note!("error: {error:#}");
                    if let Some(report) = report {
                        writeln!(report, "{}: {error:#}", name(&path))?;
                    }
                }
                (Ok(read), Some(report)) => findings.write(report, &path, &read, true)?,
                (Ok(_), None) => {}
            }
        }
        for file in [target, report].into_iter().flatten() {
            file.finish()?;
        }
        note!("{}", writer.summary());
        Ok(sound)
    }
}

/// Writes games, and remembers them for finding duplicates.
pub struct Writer {
    output: Output,
    /// A hash of each game, with the amount of its annotations; a collision is very unlikely.
    seen: HashMap<u64, usize>,
    pub written: usize,
    pub cut: usize,
    pub repeated: usize,
    pub dropped: usize,
}

impl Output {
    pub fn writer(&self) -> Writer {
        Writer {
            output: self.clone(),
            seen: Default::default(),
            written: 0,
            cut: 0,
            repeated: 0,
            dropped: 0,
        }
    }

    pub fn extension(&self) -> &'static str {
        match self.to {
            Format::Pdn | Format::Pdn2 => "pdn",
            Format::Json => "jsonl",
            Format::Fen => "fen",
        }
    }
}

impl Writer {
    /// The text of a game, unless it is to be skipped.
    pub fn text(&mut self, entry: &CollectionGame<'_>) -> Option<String> {
        let is_bad = entry.replay.problem.is_some();
        if is_bad && self.output.bad == Bad::Drop {
            self.dropped += 1;
            return None;
        }
        if self.output.unique && !self.is_new(entry) {
            self.repeated += 1;
            return None;
        }
        self.written += 1;
        let as_written = self.output.as_written || (is_bad && self.output.bad == Bad::Keep);
        self.cut += usize::from(is_bad && !as_written);
        let tidied;
        let game = match as_written {
            true => entry.game,
            false => {
                tidied = entry.judge.tidy(entry.game, entry.replay);
                &tidied
            }
        };
        Some(match self.output.to {
            Format::Pdn | Format::Pdn2 if as_written => format!("{}\n\n", game.text),
            Format::Pdn => game.to_pdn(Form::Pdn3),
            Format::Pdn2 => game.to_pdn(Form::Pdn2),
            Format::Json => format!("{}\n", game_json(game, entry.replay)),
            Format::Fen => format!("{}\n", entry.replay.end.to_fen()),
        })
    }

    /// Whether a game is new, or has more annotations than its duplicate.
    fn is_new(&mut self, entry: &CollectionGame<'_>) -> bool {
        let identity = identity(entry);
        let said = entry.game.text.len();
        match self.seen.get_mut(&identity) {
            Some(most) if said <= *most => false,
            Some(most) => {
                *most = said;
                true
            }
            None => {
                self.seen.insert(identity, said);
                true
            }
        }
    }

    /// Summarises what was done.
    pub fn summary(&self) -> String {
        let mut parts = vec![format!("{} written", super::counted(self.written, "game"))];
        for (count, what) in [
            (self.cut, "cut off at a problem, the rest kept as a comment"),
            (self.dropped, "left out because of a problem"),
            (self.repeated, "left out because they were there before"),
        ] {
            if count > 0 {
                parts.push(format!("{count} {what}"));
            }
        }
        parts.join(", ")
    }
}

/// A hash that duplicates share. Games without players' names or moves are only duplicates if their whole text is
/// equal.
fn identity(entry: &CollectionGame<'_>) -> u64 {
    let mut hasher = DefaultHasher::new();
    let player = |name: &str| {
        let name = entry.game.tag(name).unwrap_or_default().to_lowercase();
        name.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let players = [player("White"), player("Black")];
    let anonymous = players.iter().any(|name| matches!(name.as_str(), "" | "?" | "-"));
    if anonymous || entry.replay.played.is_empty() || entry.replay.problem.is_some() {
        entry.game.text.hash(&mut hasher);
        return hasher.finish();
    }
    players.hash(&mut hasher);
    entry.replay.recorded.hash(&mut hasher);
    entry.replay.rules.to_string().hash(&mut hasher);
    entry.game.tag("Date").and_then(pdn::standard_date).hash(&mut hasher);
    entry.replay.start.to_fen().hash(&mut hasher);
    for played in &entry.replay.played {
        if let ReplayedStep::Move(mv) = played {
            mv.hash(&mut hasher);
        }
    }
    hasher.finish()
}

/// A game as JSON.
pub fn game_json(game: &Game, replay: &pdn::Replay) -> Value {
    let tags: serde_json::Map<String, Value> =
        game.tags.iter().map(|tag| (tag.name.clone(), json!(tag.value))).collect();
    let mut hashes = replay.positions().map(|position| format!("{:016x}", position.hash()));
    let start_hash = hashes.next();
    json!({
        "tags": tags,
        "rules": replay.rules.to_string(),
        "start": replay.start.to_fen(),
        "start_hash": start_hash,
        "comments": game.line.comments,
        "moves": line_json(&game.line, hashes),
        "end": replay.end.to_fen(),
        "winner": match replay.recorded {
            Recorded::Win(color) => json!(color.to_string()),
            Recorded::Draw => json!("nobody"),
            Recorded::BothLost | Recorded::Unknown => Value::Null,
        },
        "problem": replay.problem.as_ref().map(ToString::to_string),
    })
}

fn line_json(line: &Variation, mut hashes: impl Iterator<Item = String>) -> Vec<Value> {
    let steps = line.steps.iter().map(|step| {
        let mut object = serde_json::Map::new();
        match &step.action {
            Action::Move(text) => object.insert("move".to_owned(), json!(text)),
            Action::Setup(fen) => object.insert("setup".to_owned(), json!(fen)),
            Action::Unknown => object.insert("move".to_owned(), Value::Null),
        };
        let mut add = |name: &str, value: Value, there: bool| {
            if there {
                object.insert(name.to_owned(), value);
            }
        };
        let hash = hashes.next();
        add("hash", json!(hash), hash.is_some());
        add("marks", json!(step.marks), !step.marks.is_empty());
        add("nags", json!(step.nags), !step.nags.is_empty());
        add("comments", json!(step.comments), !step.comments.is_empty());
        let variations: Vec<Value> = step
            .variations
            .iter()
            .map(|line| {
                let moves = line_json(line, std::iter::empty());
                json!({ "comments": line.comments, "moves": moves })
            })
            .collect();
        add("variations", json!(variations), !variations.is_empty());
        Value::Object(object)
    });
    steps.collect()
}
