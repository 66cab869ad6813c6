use super::super::write_json;
use super::{TablesFolder, require_for};
use crate::input::{Input, play};
use anyhow::{Context, Result};
use clap::Args;
use draughts::{Game, Move};
use endgame::{Ruling, Verdict, Wld};
use std::io::Write;
use std::process::ExitCode;
use wire::ProbeView;

/// Shows what the tables say about a position and its moves
#[derive(Args)]
#[command(
    after_help = "The verdict is that of the board alone, for the side to move. DTC is the number of plies to the next capture or
man's move, DTW to the end of the game. If a draw rule of the variant changes the verdict, it is named, with the
number of moves by which the win comes too late; \"not known\" means that the tables cannot tell. With --moves the
counters of the draw rules run from the given position. Moves are listed best first.

The exit code is 1 if there is no table for the position."
)]
pub struct EndgameProbe {
    #[command(flatten)]
    input: Input,
    /// Moves from there: "31-26 7-11"
    #[arg(long, short, default_value = "", hide_default_value = true)]
    moves: String,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    place: TablesFolder,
}

impl EndgameProbe {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        let rules = self.input.rules();
        let mut game = Game::from_position(rules.clone(), self.input.position()?);
        play(&mut game, &self.moves)?;
        let tables = self.place.tables(&rules)?;
        require_for(&tables, game.position())?;
        let missing = || "the tables do not have this position".to_owned();
        let verdict = tables.verdict(&game)?.with_context(missing)?;
        let moves = tables.moves(&game)?.with_context(missing)?;
        match self.json {
            true => write_json(out, &ProbeView::new(&game, &verdict, &moves))?,
            false => write_text(out, &game, &verdict, &moves)?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn write_text(
    out: &mut impl Write,
    game: &Game,
    verdict: &Verdict,
    moves: &[(Move, Verdict)],
) -> Result<()> {
    let position = game.position();
    writeln!(out, "{}\n{}: {}", position.to_fen(), position.turn(), told(verdict))?;
    for (mv, verdict) in moves {
        writeln!(out, "  {:<10} {}", position.text(mv), told(verdict))?;
    }
    Ok(())
}

fn told(Verdict { entry, rule }: &Verdict) -> String {
    let mut text = entry.wld.to_string();
    let plies = |plies: u16| if plies == 1 { "1 ply".to_owned() } else { format!("{plies} plies") };
    if let Some(dtw) = entry.dtw {
        text += &format!(" in {}", plies(dtw));
    }
    if let Some(dtc) = entry.dtc.filter(|_| entry.dtw != entry.dtc) {
        text += &format!(", next capture or man's move in {}", plies(dtc));
    }
    let saved = if entry.wld == Wld::Loss { "saved by" } else { "spoiled by" };
    match rule {
        None => {}
        Some(Ruling { rule, verdict: None, .. }) => {
            text += &format!("; whether it is {saved} a rule is not known ({rule})");
        }
        Some(Ruling { rule, moves: 0, .. }) => text += &format!("; drawn: {rule}"),
        Some(Ruling { rule, moves, .. }) => {
            let by = if *moves == 1 { "1 move".to_owned() } else { format!("{moves} moves") };
            text += &format!("; {saved} a rule, by {by} ({rule})");
        }
    }
    text
}
