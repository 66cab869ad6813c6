use super::super::write_json;
use super::{SegmentInput, json, position, told};
use anyhow::Result;
use clap::Args;
use draughts::{AnyPosition, Ruleset};
use serde_json::{Value, json};
use std::io::Write;
use std::process::ExitCode;
use study::explorer::{ExplorerPosition, Results};

/// Shows what was played in a position, how often and with what result
#[derive(Args)]
#[command(
    after_help = "Moves are listed by the number of games in which they were played. White and Black are those of the position
asked about. Games without a result count as games only. The average rating is that of the players who played the
move. Example games are those of the strongest players, then the latest.

JSON: {\"rules\", \"fen\", \"turn\", \"games\", \"white\", \"draws\", \"black\", \"ended\", \"moves\": [{\"text\", \"games\", \"white\",
\"draws\", \"black\", \"average_rating\", \"last_played\", \"examples\": [{\"id\", \"white\", \"black\", \"white_rating\",
\"black_rating\", \"event\", \"date\", \"result\", \"file\", \"game\", \"line\"}]}]}. \"ended\" counts games that ended here.

The exit code is 1 if no game came to the position."
)]
pub struct ExplorerProbe {
    #[command(flatten)]
    segment: SegmentInput,
    /// Position in PDN style or Hub style; by default the start position
    #[arg(long, short)]
    fen: Option<String>,
    /// Moves from there: "32-28 19-23"
    #[arg(long, short, default_value = "", hide_default_value = true)]
    moves: String,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl ExplorerProbe {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        let (segment, rules) = self.segment.open()?;
        let position = position(&rules, self.fen.as_deref(), &self.moves)?;
        let found = segment.probe(&rules, &position)?;
        match self.json {
            true => write_json(out, &answer(&rules, &position, found.as_ref()))?,
            false => write_text(out, &position, found.as_ref())?,
        }
        Ok(if found.is_some() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

fn answer(rules: &Ruleset, position: &AnyPosition, found: Option<&ExplorerPosition>) -> Value {
    let results = found.map(|found| found.results).unwrap_or_default();
    let moves = found.map_or(&[][..], |found| &found.moves);
    json!({
        "rules": rules.to_string(),
        "fen": position.to_fen(),
        "turn": position.turn().to_string(),
        "games": results.games,
        "white": results.white,
        "draws": results.draws,
        "black": results.black,
        "ended": found.map_or(0, |found| found.ended),
        "moves": moves.iter().map(json::played).collect::<Vec<_>>(),
    })
}

fn write_text(
    out: &mut impl Write,
    position: &AnyPosition,
    found: Option<&ExplorerPosition>,
) -> Result<()> {
    writeln!(out, "{}", position.to_fen())?;
    let Some(ExplorerPosition { results, ended, moves }) = found else {
        writeln!(out, "no game came to this position")?;
        return Ok(());
    };
    writeln!(
        out,
        "{:<12} {:>9} {:>8} {:>8} {:>8} {:>7}  last played",
        "move", "games", "white", "draws", "black", "rating"
    )?;
    for played in moves {
        let rating = played.average_rating.map_or("-".to_owned(), |rating| rating.to_string());
        let last = played.last_played.map_or("-".to_owned(), |date| date.to_string());
        writeln!(out, "{:<12} {} {rating:>7}  {last}", played.text, columns(&played.results))?;
        for (_, info) in &played.examples {
            writeln!(out, "    {}", told(info))?;
        }
    }
    writeln!(out, "{:<12} {}", "all", columns(results))?;
    if *ended > 0 {
        let games = if *ended == 1 { "game" } else { "games" };
        writeln!(out, "{ended} {games} ended here")?;
    }
    Ok(())
}

fn columns(results: &Results) -> String {
    let known = (results.white + results.draws + results.black).max(1);
    let percent = |count: u64| format!("{:.1} %", 100.0 * count as f64 / known as f64);
    let shares = [results.white, results.draws, results.black].map(percent);
    format!("{:>9} {:>8} {:>8} {:>8}", results.games, shares[0], shares[1], shares[2])
}
