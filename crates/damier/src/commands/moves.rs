use super::write_json;
use crate::input::Input;
use anyhow::Result;
use clap::Args;
use draughts::{AnyPosition, Move};
use serde::Serialize;
use serde_json::json;
use std::io::{BufRead, Write};
use std::process::ExitCode;

/// Lists the legal moves of a position
#[derive(Args)]
#[command(after_help = "Examples:
  damier moves --variant italian --fen 'W:WK10:B14,K22,23,K30'
  damier moves --variant frisian --json
  damier moves --variant russian --fen - --json < positions.txt

With --fen - each line of standard input is a FEN; with --json each gives one object per line:
  {\"fen\", \"position\", \"moves\": [{\"text\", \"hub\", \"path\", \"captured\", \"promotes\"}]}
or {\"fen\", \"error\": {\"message\", \"at\"}}, where \"at\" counts bytes from 0. Squares in \"path\" and
\"captured\" are numbers.")]
pub struct MovesArgs {
    #[command(flatten)]
    input: Input,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// A move for JSON.
#[derive(Serialize)]
struct Written {
    text: String,
    hub: String,
    path: Vec<u8>,
    captured: Vec<u8>,
    promotes: bool,
}

/// The legal moves, sorted by square numbers.
fn written(position: &AnyPosition) -> Vec<Written> {
    let legal = position.legal_moves();
    let style = position.style();
    let number = |square: &_| position.number(*square);
    let mut moves: Vec<&Move> = legal.iter().collect();
    moves.sort_by_cached_key(|mv| {
        let captured: Vec<u8> = mv.captured().iter().map(|square| number(&square)).collect();
        (number(&mv.from()), number(&mv.to()), captured)
    });
    let written = moves.into_iter().map(|mv| {
        let path = position.main_path(mv);
        Written {
            text: position.write_move(mv, &legal, style),
            hub: position.hub(mv),
            path: path.squares.iter().map(number).collect(),
            captured: path.captured.iter().map(number).collect(),
            promotes: mv.promotes(),
        }
    });
    written.collect()
}

impl MovesArgs {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        if self.input.fen() == Some("-") {
            return self.each_line(out);
        }
        let position = self.input.position()?;
        self.write(out, self.input.fen(), &position)?;
        Ok(ExitCode::SUCCESS)
    }

    /// One position per line; an invalid one only affects itself.
    fn each_line(&self, out: &mut impl Write) -> Result<ExitCode> {
        let rules = self.input.rules();
        let mut code = ExitCode::SUCCESS;
        for line in std::io::stdin().lock().split(b'\n') {
            let line = line?;
            let fen = String::from_utf8_lossy(&line);
            let fen = fen.trim();
            match AnyPosition::from_fen(&rules, fen) {
                Ok(position) => self.write(out, Some(fen), &position)?,
                Err(error) => {
                    code = ExitCode::FAILURE;
                    if self.json {
                        let at = error.place.start;
                        let error = json!({ "message": error.to_string(), "at": at });
                        write_json(out, &json!({ "fen": fen, "error": error }))?;
                    } else {
                        writeln!(out, "{fen}: {error}")?;
                    }
                }
            }
        }
        Ok(code)
    }

    fn write(&self, out: &mut impl Write, fen: Option<&str>, position: &AnyPosition) -> Result<()> {
        let moves = written(position);
        if self.json {
            let canonical = position.to_fen();
            let object = json!({
                "fen": fen.unwrap_or(&canonical),
                "position": canonical,
                "moves": moves,
            });
            return write_json(out, &object);
        }
        let texts: Vec<&str> = moves.iter().map(|mv| mv.text.as_str()).collect();
        let texts = if texts.is_empty() { "(none)".to_owned() } else { texts.join(" ") };
        writeln!(out, "{texts}")?;
        Ok(())
    }
}
