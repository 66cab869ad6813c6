use super::write_json;
use crate::drawing::{DrawingStyle, TextBoard};
use crate::input::Input;
use anyhow::Result;
use clap::Args;
use draughts::{AnyPosition, Color};
use serde_json::json;
use std::io::Write;
use std::process::ExitCode;

/// Draws a position
#[derive(Args)]
#[command(after_help = "Examples:
  damier show --variant italian
  damier show --variant russian --fen 'W:Wc3,Kd2:Bf6'
  damier show --rules casual --flip --json")]
pub struct ShowArgs {
    #[command(flatten)]
    input: Input,
    /// Draw the board with Black below
    #[arg(long)]
    flip: bool,
    /// Draw pieces as letters: w, b men; W, B kings
    #[arg(long)]
    ascii: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl ShowArgs {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        let rules = self.input.rules();
        let position = self.input.position()?;
        let outcome = position.outcome().map(|outcome| outcome.to_string());
        if self.json {
            let side = |color| {
                let numbers = |set: draughts::SquareSet| -> Vec<u8> {
                    let mut numbers: Vec<u8> =
                        set.iter().map(|square| position.number(square)).collect();
                    numbers.sort_unstable();
                    numbers
                };
                let kings = position.kings(color);
                json!({ "men": numbers(position.pieces(color) - kings), "kings": numbers(kings) })
            };
            let object = json!({
                "rules": rules.to_string(),
                "fen": position.to_fen(),
                "hub": position.to_hub(),
                "turn": position.turn().to_string(),
                "white": side(Color::White),
                "black": side(Color::Black),
                "hash": format!("{:016x}", position.hash()),
                "moves": position.legal_moves().len(),
                "outcome": outcome,
            });
            write_json(out, &object)?;
            return Ok(ExitCode::SUCCESS);
        }
        let style = DrawingStyle { ascii: self.ascii, flipped: self.flip };
        writeln!(out, "{}\n", rules.title())?;
        write!(out, "{}", TextBoard { position: &position, style })?;
        writeln!(out, "\n{}", position.to_fen())?;
        writeln!(out, "{}", outcome.unwrap_or_else(|| to_move(&position)))?;
        Ok(ExitCode::SUCCESS)
    }
}

fn to_move(position: &AnyPosition) -> String {
    let moves = position.legal_moves().len();
    let kind = match (position.any_capture(), moves) {
        (true, 1) => "capture",
        (true, _) => "captures",
        (false, 1) => "move",
        (false, _) => "moves",
    };
    format!("{} to move, {moves} legal {kind}", position.turn())
}
