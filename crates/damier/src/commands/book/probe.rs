use super::super::write_json;
use super::{load, told};
use crate::input::{marked, play};
use anyhow::Result;
use clap::Args;
use draughts::{AnyPosition, Game};
use engine::{Book, BookMove, BookOrigin, Score};
use serde_json::{Value, json};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Shows what a book says about a position
#[derive(Args)]
#[command(
    after_help = "Values are from the point of view of the side to move. In a book built by searching they are in men; in one
from games they go from +1.00 if all were won to -1.00 if all were lost, with two draws added so that one game
does not decide. The weight says how likely a move is to be chosen, or how many games played it. JSON has
values in hundredths.

The exit code is 1 if the position is not in the book."
)]
pub struct BookProbe {
    /// Book file
    book: PathBuf,
    /// Position in PDN style or Hub style; by default the start position
    #[arg(long, short)]
    fen: Option<String>,
    /// Moves from there: "11-15 23-18"
    #[arg(long, short, default_value = "", hide_default_value = true)]
    moves: String,
    /// How much worse than the best the chosen move may be, in hundredths
    #[arg(long, default_value_t = 0)]
    margin: u16,
    /// Chooses among moves within the margin; the same seed makes the same choice
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl BookProbe {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        let book = load(&self.book)?;
        let game = self.game(&book)?;
        let moves = book.probe(&game);
        let chosen = book.choose(&game, self.margin, self.seed);
        match self.json {
            true => write_json(out, &answer(&book, &game, &moves, chosen.as_ref()))?,
            false => write_table(out, &book, &game, &moves, chosen.as_ref())?,
        }
        Ok(if moves.is_empty() { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }

    fn game(&self, book: &Book) -> Result<Game> {
        let rules = book.rules();
        let start = match &self.fen {
            None => AnyPosition::start(rules),
            Some(fen) => AnyPosition::from_fen(rules, fen).map_err(|error| marked(fen, &error))?,
        };
        let mut game = Game::from_position(rules.clone(), start);
        play(&mut game, &self.moves)?;
        Ok(game)
    }
}

fn write_table(
    out: &mut impl Write,
    book: &Book,
    game: &Game,
    moves: &[BookMove],
    chosen: Option<&BookMove>,
) -> Result<()> {
    let position = game.position();
    writeln!(out, "{}\n{}", told(book), position.to_fen())?;
    if moves.is_empty() {
        writeln!(out, "the book does not know this position")?;
        return Ok(());
    }
    writeln!(out, "{}", scale(book, position))?;
    writeln!(out, "{:<12} {:>12} {:>7}", "move", "value", "weight")?;
    for known in moves {
        let note = if chosen == Some(known) { "  chosen" } else { "" };
        let (text, value) = (position.text(&known.mv), known.value.to_string());
        writeln!(out, "{text:<12} {value:>12} {:>7}{note}", known.weight)?;
    }
    Ok(())
}

/// What the values mean, and for which side.
fn scale(book: &Book, position: &AnyPosition) -> String {
    let turn = position.turn();
    match book.origin() {
        BookOrigin::Search => format!("values in men for {turn}, who is to move"),
        BookOrigin::Games => {
            format!("values for {turn}, who is to move: from +1.00, games won, to -1.00, lost")
        }
    }
}

fn answer(book: &Book, game: &Game, moves: &[BookMove], chosen: Option<&BookMove>) -> Value {
    let position = game.position();
    let known = |known: &BookMove| {
        let value = match known.value {
            Score::Centimen(value) => json!(value),
            decided => json!(decided.to_string()),
        };
        json!({ "move": position.text(&known.mv), "value": value, "weight": known.weight })
    };
    json!({
        "rules": book.rules().to_string(),
        "positions": book.positions(),
        "fen": position.to_fen(),
        "turn": position.turn().to_string(),
        "hash": format!("{:016x}", position.hash()),
        "moves": moves.iter().map(known).collect::<Vec<_>>(),
        "chosen": chosen.map(|known| position.text(&known.mv)),
    })
}
