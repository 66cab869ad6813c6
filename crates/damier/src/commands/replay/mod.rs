mod stepper;

use super::write_json;
use crate::drawing::{DrawingStyle, TextBoard};
use crate::recording::{GameSelection, Recording};
use anyhow::Result;
use clap::Args;
use draughts::{AnyPosition, Color};
use record::{Ply, Record};
use serde_json::json;
use std::io::{IsTerminal, Write, stdin, stdout};
use std::path::PathBuf;
use std::process::ExitCode;

/// Replays a recorded game: a Damier log, or a game from a PDN file
#[derive(Args)]
#[command(after_help = "Examples:
  damier replay game.log --verify       is it valid?
  damier replay club.pdn --game 12 --board
  damier replay game.log --json

A log is always checked line by line: the terms, every event, the position's hash after every move.
--verify prints only the result and, for a log, its fingerprint: the same game has the same
fingerprint on every machine. With --board in a terminal you step through the game with the arrow keys;
otherwise every board is printed. The exit code is 1 if the record is not valid; its valid part is still
shown.")]
pub struct ReplayArgs {
    /// Log or PDN file; - for standard input
    file: PathBuf,
    #[command(flatten)]
    source: GameSelection,
    /// Only check whether the record is valid
    #[arg(long)]
    verify: bool,
    /// Step through the game, or print every position, on a drawn board
    #[arg(long, conflicts_with = "verify")]
    board: bool,
    /// Draw the board with Black below
    #[arg(long)]
    flip: bool,
    /// Draw pieces as letters: w, b men; W, B kings
    #[arg(long)]
    ascii: bool,
    /// Print one JSON object
    #[arg(long, conflicts_with = "board")]
    json: bool,
}

impl ReplayArgs {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        let loaded = self.source.load(&self.file)?;
        let record = loaded.recording.record();
        let style = DrawingStyle { ascii: self.ascii, flipped: self.flip };
        if self.json {
            self.write_json(out, &loaded.recording, &record, loaded.wrong.as_deref())?;
        } else if self.verify {
            if loaded.wrong.is_none() {
                write_verdict(out, &loaded.recording, &record)?;
            }
        } else if self.board && stdin().is_terminal() && stdout().is_terminal() {
            stepper::step_through(&record, style, loaded.wrong.as_deref())?;
        } else {
            write_title(out, &record)?;
            match self.board {
                true => write_boards(out, &record, style)?,
                false => write_plies(out, &record)?,
            }
            writeln!(out, "{}", ending(&record))?;
        }
        Ok(match loaded.wrong {
            None => ExitCode::SUCCESS,
            Some(wrong) => {
                out.flush()?;
                if !self.json {
                    note!("error: {wrong}");
                }
                ExitCode::FAILURE
            }
        })
    }

    fn write_json(
        &self,
        out: &mut impl Write,
        recording: &Recording,
        record: &Record,
        wrong: Option<&str>,
    ) -> Result<()> {
        let plies = record.plies.iter().map(|ply| {
            json!({
                "number": ply.number,
                "move": ply.text,
                "fen": ply.after.to_fen(),
                "hash": hash(&ply.after),
                "clock_ms": ply.clock.and_then(|clock| clock.left),
            })
        });
        let fingerprint = match recording {
            Recording::Log(log) => Some(log.fingerprint()),
            Recording::Pdn(_) => None,
        };
        let object = json!({
            "sound": wrong.is_none(),
            "error": wrong,
            "fingerprint": fingerprint,
            "rules": record.rules.to_string(),
            "white": record.white,
            "black": record.black,
            "start": { "fen": record.start.to_fen(), "hash": hash(&record.start) },
            "plies": plies.collect::<Vec<_>>(),
            "ending": record.ending,
        });
        write_json(out, &object)
    }
}

fn write_verdict(out: &mut impl Write, recording: &Recording, record: &Record) -> Result<()> {
    let plies = record.plies.len();
    let last = record.plies.last().map_or(&record.start, |ply| &ply.after);
    let hash = hash(last);
    match recording {
        Recording::Log(log) => writeln!(
            out,
            "sound: {plies} plies, every line as recorded\nlast position {hash}\nfingerprint {}",
            log.fingerprint()
        )?,
        Recording::Pdn(_) => writeln!(
            out,
            "sound: {plies} plies, every move legal; PDN has no hashes to compare\nlast position {hash}"
        )?,
    }
    Ok(())
}

fn hash(position: &AnyPosition) -> String {
    format!("{:016x}", position.hash())
}

fn write_title(out: &mut impl Write, record: &Record) -> Result<()> {
    writeln!(out, "{}", title(record))?;
    writeln!(out)?;
    Ok(())
}

fn title(record: &Record) -> String {
    let name = |name: &Option<String>| name.clone().unwrap_or_else(|| "?".to_owned());
    let (white, black) = (name(&record.white), name(&record.black));
    format!("{}: {white} (white), {black} (black)", record.rules.title())
}

fn ending(record: &Record) -> &str {
    record.ending.as_deref().unwrap_or("no result on record")
}

fn write_plies(out: &mut impl Write, record: &Record) -> Result<()> {
    writeln!(out, "{:<6} {:<14} {}", "start", "", hash(&record.start))?;
    for ply in &record.plies {
        let Ply { number, text, after, .. } = ply;
        write!(out, "{number:<6} {text:<14} {}", hash(after))?;
        if let Some(clock) = clock(ply) {
            write!(out, "  {clock}")?;
        }
        for comment in &ply.comments {
            write!(out, "  {comment}")?;
        }
        writeln!(out)?;
    }
    writeln!(out)?;
    Ok(())
}

/// The mover's clock, in minutes and seconds.
fn clock(ply: &Ply) -> Option<String> {
    let left = ply.clock?.left? / 1_000;
    let side = if ply.after.turn() == Color::White { "black" } else { "white" };
    Some(format!("{side} {}:{:02}", left / 60, left % 60))
}

fn write_boards(out: &mut impl Write, record: &Record, style: DrawingStyle) -> Result<()> {
    for plies in 0..=record.plies.len() {
        write!(out, "{}", page(record, plies, style))?;
        writeln!(out)?;
    }
    Ok(())
}

/// The board after this many plies, with the moves that led to it.
fn page(record: &Record, plies: usize, style: DrawingStyle) -> String {
    let position = record.position(plies).unwrap_or(&record.start);
    let heading = match plies.checked_sub(1).and_then(|index| record.plies.get(index)) {
        None => "start".to_owned(),
        Some(ply) => {
            let said = clock(ply).into_iter().chain(ply.comments.iter().cloned());
            let said: String = said.map(|said| format!("  {said}")).collect();
            format!("{} {}{said}", ply.number, ply.text)
        }
    };
    format!("{heading}\n\n{}", TextBoard { position, style })
}
