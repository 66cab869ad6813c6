use super::write_json;
use crate::input::{Input, mark};
use anyhow::{Result, anyhow};
use clap::Args;
use draughts::{AnyPosition, Illegal, Move, MoveError, Square, SquareSet, Why};
use serde_json::{Value, json};
use std::io::Write;
use std::process::ExitCode;
use words::Phrase;

/// Says why a move is not legal, or which rules decide what is legal
#[derive(Args)]
#[command(after_help = "Examples:
  damier explain --variant italian --fen 'W:WK10:B14,K22,23,K30'
  damier explain --variant american --fen 'B:W18:B14,1' 1-5
  damier explain --variant international 31-36 --json")]
pub struct ExplainArgs {
    #[command(flatten)]
    input: Input,
    /// A move such as 32-28, 32x23 or c3-d4; without one, all moves are explained
    #[arg(value_name = "MOVE")]
    text: Option<String>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl ExplainArgs {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        let position = self.input.position()?;
        match &self.text {
            Some(text) => self.one(out, &position, text),
            None => self.all(out, &position),
        }
    }

    /// Explains one move.
    fn one(&self, out: &mut impl Write, position: &AnyPosition, text: &str) -> Result<ExitCode> {
        match position.parse_move(text) {
            Ok(mv) if self.json => {
                let legal = json!({ "move": position.text(&mv), "legal": true });
                write_json(out, &legal)?;
            }
            Ok(mv) => writeln!(out, "{} is legal", position.text(&mv))?,
            Err(MoveError::Illegal(illegal)) => self.illegal(out, position, text, &illegal)?,
            Err(MoveError::Ambiguous(moves)) if self.json => {
                write_json(out, &json!({ "move": text, "legal": true, "choices": moves }))?;
            }
            Err(error @ MoveError::Ambiguous(_)) => writeln!(out, "{error}")?,
            Err(error @ (MoveError::Malformed { .. } | MoveError::NoSuchSquare { .. })) => {
                let place = error.place().unwrap_or(0..text.len());
                return Err(anyhow!("{error}\n{}", mark(text, &place)));
            }
        }
        Ok(ExitCode::SUCCESS)
    }

    fn illegal(
        &self,
        out: &mut impl Write,
        position: &AnyPosition,
        text: &str,
        illegal: &Illegal,
    ) -> Result<()> {
        let (squares, captures) = involved(&illegal.why);
        let squares: Vec<String> = squares.iter().map(|square| position.name(square)).collect();
        let captures = texts(position, captures);
        if self.json {
            let object = json!({
                "move": text,
                "legal": false,
                "reason": name(&illegal.why),
                "message": Phrase::from(illegal).text,
                "squares": squares,
                "captures": captures,
            });
            return write_json(out, &object);
        }
        write!(out, "{text} is not legal. {}", Phrase::from(illegal).text)?;
        let involved = if captures.is_empty() { squares } else { captures };
        match involved.is_empty() {
            true => writeln!(out)?,
            false => writeln!(out, " ({})", involved.join(", "))?,
        }
        Ok(())
    }

    /// Explains how the rules narrow moves down to the legal ones.
    fn all(&self, out: &mut impl Write, position: &AnyPosition) -> Result<ExitCode> {
        let legal = texts(position, &position.legal_moves());
        let narrowings = position.narrowings();
        if self.json {
            let rules: Vec<Value> = narrowings
                .iter()
                .map(|step| {
                    let rule = Phrase::from(step.rule).text;
                    json!({ "rule": rule, "rejected": texts(position, &step.rejected) })
                })
                .collect();
            write_json(out, &json!({ "legal": legal, "rules": rules }))?;
            return Ok(ExitCode::SUCCESS);
        }
        for step in &narrowings {
            let rejected = texts(position, &step.rejected);
            let rule = Phrase::from(step.rule).text;
            writeln!(out, "{rule} Not legal: {}", rejected.join(", "))?;
        }
        match position.outcome() {
            Some(outcome) => writeln!(out, "{outcome}")?,
            None => writeln!(out, "legal: {}", legal.join(", "))?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Formats moves, including illegal ones.
fn texts(position: &AnyPosition, moves: &[Move]) -> Vec<String> {
    let style = position.style();
    moves.iter().map(|mv| position.write_move(mv, moves, style)).collect()
}

/// The squares and captures that a reason mentions.
fn involved(why: &Why) -> (SquareSet, &[Move]) {
    let one = |square: &Square| SquareSet::EMPTY.with(*square);
    match why {
        Why::MustCapture { captures }
        | Why::Outranked { captures, .. }
        | Why::MustGoOn { captures } => (SquareSet::EMPTY, captures),
        Why::Blocked { by } => (one(by), &[]),
        Why::OwnPiece { over } => (one(over), &[]),
        Why::ManTakesNoKing { kings } => (*kings, &[]),
        Why::ManCapturesForward { over } => (*over, &[]),
        _ => (SquareSet::EMPTY, &[]),
    }
}

/// The reason's name in JSON: its enum variant, without its fields.
fn name(why: &Why) -> String {
    let debug = format!("{why:?}");
    debug.split([' ', '(', '{']).next().unwrap_or_default().to_owned()
}
