use super::super::write_json;
use super::{Rules, TablesFolder, require};
use anyhow::Result;
use clap::Args;
use endgame::{Material, Tables, Totals};
use serde_json::json;
use std::io::Write;
use std::process::ExitCode;

/// Counts the won, drawn and lost positions of every table
#[derive(Args)]
#[command(
    after_help = "A line is a table: the pieces of the side to move and of its opponent, how many positions there are, and how many
of them the side to move wins, draws and loses. Distances are plies to the end of the game, where they are kept.
Draw rules are not counted."
)]
pub struct EndgameStats {
    #[command(flatten)]
    rules: Rules,
    /// Largest number of pieces, both sides together
    #[arg(long, short, value_parser = clap::value_parser!(u8).range(2..=8))]
    pieces: u8,
    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    place: TablesFolder,
}

impl EndgameStats {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        let tables = self.place.tables(&self.rules.get()?)?;
        let pieces = usize::from(self.pieces);
        require(&tables, pieces)?;
        if !self.json {
            writeln!(
                out,
                "{:<10} {:>12} {:>12} {:>12} {:>12} {:>7} {:>7}  longest win",
                "to move", "positions", "won", "drawn", "lost", "win", "loss"
            )?;
        }
        for material in (2..=pieces).flat_map(|pieces| tables.slices(pieces)) {
            let totals = tables.totals(&material)?.unwrap_or_default();
            match self.json {
                true => write_object(out, &material, &totals)?,
                false => write_line(out, &tables, &material, &totals)?,
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn write_object(out: &mut impl Write, material: &Material, totals: &Totals) -> Result<()> {
    let object = json!({
        "men": material.men,
        "kings": material.kings,
        "opp_men": material.opp_men,
        "opp_kings": material.opp_kings,
        "total": totals.win + totals.draw + totals.loss,
        "win": totals.win,
        "draw": totals.draw,
        "loss": totals.loss,
        "longest_win": totals.dtw.map(|longest| longest.win),
        "longest_loss": totals.dtw.map(|longest| longest.loss),
    });
    write_json(out, &object)
}

fn write_line(
    out: &mut impl Write,
    tables: &Tables,
    material: &Material,
    totals: &Totals,
) -> Result<()> {
    let Totals { win, draw, loss, dtw, .. } = totals;
    let (longest_win, longest_loss) = match dtw {
        Some(longest) => (longest.win.to_string(), longest.loss.to_string()),
        None => ("-".to_owned(), "-".to_owned()),
    };
    let total = win + draw + loss;
    let longest = tables.longest_win(material)?.unwrap_or_default();
    let line = format!(
        "{:<10} {total:>12} {win:>12} {draw:>12} {loss:>12} {longest_win:>7} {longest_loss:>7}  {longest}",
        material.to_string(),
    );
    writeln!(out, "{}", line.trim_end())?;
    Ok(())
}
