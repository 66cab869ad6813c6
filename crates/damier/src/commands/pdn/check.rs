use super::{code, counted, is_moved, rules_of};
use crate::collection::{Collection, CollectionGame, FileReport, name};
use crate::commands::write_json;
use anyhow::Result;
use clap::Args;
use pdn::{Origin, Problem, Sense};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

/// Replays every game and reports problems with line and column
#[derive(Args)]
#[command(
    after_help = "The exit code is 1 if a game cannot be replayed to its end or a file cannot be read.

With --json, one object per file:
  {\"file\", \"games\", \"ok\", \"bad\": [{\"game\", \"line\", \"column\", \"reason\"}], \"notes\": [as bad],
   \"rules\": {rules: games}, \"inferred\", \"encoding\", \"first\"}
or {\"file\", \"error\"}. \"inferred\" counts games without a tag for their rules; \"encoding\" is the code
page of texts that are not UTF-8; \"first\" is the side whose points come first in a result, if games of a
variant in which Black moves first show it."
)]
pub struct Check {
    #[command(flatten)]
    collection: Collection,
    /// Also report minor problems that did not prevent reading
    #[arg(long, short)]
    notes: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What a check finds in one file.
#[derive(Default)]
pub struct Findings {
    bad: Vec<Finding>,
    notes: Vec<Finding>,
    rules: BTreeMap<String, usize>,
    inferred: usize,
    left_out: Vec<usize>,
}

struct Finding {
    game: usize,
    problem: Problem,
}

/// The totals of all files.
#[derive(Default)]
struct Totals {
    files: usize,
    games: usize,
    bad: usize,
}

impl Check {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        let mut sound = true;
        let mut totals = Totals::default();
        for path in self.collection.paths()? {
            let mut findings = Findings::default();
            let report = self.collection.each_game(&path, |entry| {
                findings.add(&entry);
                Ok(())
            });
            totals.files += 1;
            match report {
                Ok(report) => {
                    sound &= findings.bad.is_empty();
                    totals.games += report.games;
                    totals.bad += findings.bad.len();
                    match self.json {
                        true => write_json(out, &findings.json(&path, &report))?,
                        false => findings.write(out, &path, &report, self.notes)?,
                    }
                }
                Err(error) => {
                    sound = false;
                    match self.json {
                        true => {
                            let error = format!("{error:#}");
                            write_json(out, &json!({ "file": name(&path), "error": error }))?;
                        }
                        false => writeln!(out, "{error:#}")?,
                    }
                }
            }
        }
        if !self.json && totals.files > 1 {
            let Totals { files, games, bad } = totals;
            let (files, games) = (counted(files, "file"), counted(games, "game"));
            writeln!(out, "{files}, {games}, {bad} bad")?;
        }
        Ok(code(sound))
    }
}

impl Findings {
    pub fn add(&mut self, entry: &CollectionGame<'_>) {
        let game = entry.number;
        *self.rules.entry(rules_of(entry.replay)).or_default() += 1;
        match entry.replay.origin {
            Origin::Inferred | Origin::Overruled(_) if is_moved(entry.replay) => {
                self.inferred += 1;
            }
            _ => {}
        }
        if let Some(problem) = &entry.replay.problem {
            self.bad.push(Finding { game, problem: problem.clone() });
        }
        let notes = entry.judge.notes(entry.game, entry.replay).into_iter();
        self.notes.extend(notes.map(|problem| Finding { game, problem }));
    }

    /// Notes that a game was not written.
    pub fn left_out(&mut self, game: usize) {
        self.left_out.push(game);
    }

    fn json(&self, path: &Path, report: &FileReport) -> Value {
        json!({
            "file": name(path),
            "games": report.games,
            "ok": report.games - self.bad.len(),
            "bad": self.bad.iter().map(Finding::json).collect::<Vec<_>>(),
            "notes": self.notes.iter().map(Finding::json).collect::<Vec<_>>(),
            "rules": self.rules,
            "inferred": self.inferred,
            "encoding": report.encoding.unwrap_or("UTF-8"),
            "first": report.sense.map(side_of),
        })
    }

    pub fn write(
        &self,
        out: &mut impl Write,
        path: &Path,
        report: &FileReport,
        with_notes: bool,
    ) -> Result<()> {
        let games = counted(report.games, "game");
        write!(out, "{}: {games}", name(path))?;
        if report.games == 0 {
            writeln!(out, " found in it")?;
            return Ok(());
        }
        write!(out, ", {} ok, {} bad", report.games - self.bad.len(), self.bad.len())?;
        let rules: Vec<String> = match &self.rules.keys().collect::<Vec<_>>()[..] {
            [only] => vec![(*only).clone()],
            _ => self.rules.iter().map(|(rules, count)| format!("{count} {rules}")).collect(),
        };
        let said = match self.inferred {
            0 => "",
            inferred if inferred == report.games => " by their moves",
            _ => ", some by their moves",
        };
        write!(out, " ({}{said}", rules.join(", "))?;
        if let Some(encoding) = report.encoding {
            write!(out, "; {encoding}")?;
        }
        if report.sense == Some(Sense::BlackFirst) {
            write!(out, "; in 1-0 black has won")?;
        }
        writeln!(out, ")")?;
        for finding in &self.bad {
            finding.write(out, "")?;
        }
        for game in &self.left_out {
            writeln!(out, "  game {game}: left out")?;
        }
        if with_notes {
            for finding in &self.notes {
                finding.write(out, "note: ")?;
            }
        } else if !self.notes.is_empty() {
            let notes = counted(self.notes.len(), "note");
            writeln!(out, "  {notes} on what was understood all the same (--notes)")?;
        }
        Ok(())
    }
}

fn side_of(sense: Sense) -> &'static str {
    match sense {
        Sense::WhiteFirst => "white",
        Sense::BlackFirst => "black",
    }
}

impl Finding {
    fn json(&self) -> Value {
        let place = self.problem.place;
        json!({
            "game": self.game,
            "line": place.line,
            "column": place.column,
            "reason": self.problem.to_string(),
        })
    }

    fn write(&self, out: &mut impl Write, kind: &str) -> Result<()> {
        let place = self.problem.place;
        let problem = &self.problem;
        writeln!(
            out,
            "  game {}, line {}, column {}: {kind}{problem}",
            self.game, place.line, place.column
        )?;
        Ok(())
    }
}
