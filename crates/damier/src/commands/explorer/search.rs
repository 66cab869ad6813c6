use super::super::write_json;
use super::{SegmentInput, json, position, told};
use crate::stopping;
use anyhow::{Result, ensure};
use clap::{Args, ValueEnum};
use draughts::{Color, Ruleset};
use engine::Stop;
use serde_json::{Value, json};
use std::io::Write;
use std::process::ExitCode;
use study::explorer::{Found, Hit, Mask, Search, Segment};

/// Finds games with a pattern of pieces
#[derive(Args)]
#[command(
    after_help = "A pattern is a list of squares for each side, as in a FEN: W27,K46:B18,31-35. 27 is a man, K27 a king, P27 either;
E22 is an empty square, and * stands for all squares.
  --must      must be there; a square named twice may have either
  --may       may be there besides; if given, nothing else may be
  --must-not  must not be there
Of each game the first position that matches is shown. All games are replayed, by all cores.

JSON: {\"rules\", \"games\": [{\"id\", \"ply\", \"fen\", \"white\", \"black\", …}], \"next\"}. \"next\" is the value of --from with which
the same search goes on, null at the end.

The exit code is 1 if nothing was found."
)]
pub struct ExplorerSearch {
    #[command(flatten)]
    segment: SegmentInput,
    /// What must be there
    #[arg(long, default_value = "", hide_default_value = true)]
    must: String,
    /// What may be there besides
    #[arg(long)]
    may: Option<String>,
    /// What must not be there
    #[arg(long, default_value = "", hide_default_value = true)]
    must_not: String,
    /// Exactly this position, in PDN style or Hub style, instead of a pattern
    #[arg(long, short, conflicts_with_all = ["must", "may", "must_not", "turn"])]
    fen: Option<String>,
    /// Side to move
    #[arg(long)]
    turn: Option<Side>,
    /// Find the pattern turned half round with the colours changed as well
    #[arg(long)]
    turned: bool,
    /// Most games to show
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    limit: u32,
    /// Most games to look at
    #[arg(long, default_value_t = u32::MAX, hide_default_value = true)]
    most_games: u32,
    /// Game to start at: "next" from an earlier search
    #[arg(long, default_value_t = 0)]
    from: u32,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Side {
    White,
    Black,
}

impl ExplorerSearch {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        let (segment, rules) = self.segment.open()?;
        let stop = Stop::new();
        stopping::stop_when_asked(stop.clone());
        let (mask, turn) = self.pattern(&rules)?;
        let found = segment.search(&Search {
            turn,
            turned: self.turned,
            from: self.from,
            most_games: self.most_games,
            stop: &|| stop.is_stopped(),
            ..Search::new(&rules, &mask, self.limit as usize)
        })?;
        match self.json {
            true => write_json(out, &answer(&segment, &rules, &found)?)?,
            false => write_text(out, &segment, &found)?,
        }
        Ok(if found.hits.is_empty() { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }

    fn pattern(&self, rules: &Ruleset) -> Result<(Mask, Option<Color>)> {
        if let Some(fen) = &self.fen {
            let position = position(rules, Some(fen), "")?;
            return Ok((Mask::of(&position), Some(position.turn())));
        }
        ensure!(
            !self.must.is_empty() || self.may.is_some() || !self.must_not.is_empty(),
            "what to search for? Use --must, --may, --must-not or --fen"
        );
        let turn = self.turn.map(|side| match side {
            Side::White => Color::White,
            Side::Black => Color::Black,
        });
        Ok((Mask::new(rules, &self.must, self.may.as_deref(), &self.must_not)?, turn))
    }
}

fn answer(segment: &Segment, rules: &Ruleset, found: &Found) -> Result<Value> {
    let hit = |hit: &Hit| {
        let mut game = json::game(hit.game, &segment.info(hit.game)?);
        game["ply"] = json!(hit.ply);
        game["fen"] = json!(hit.position.to_fen());
        Ok(game)
    };
    let games: Vec<Value> = found.hits.iter().map(hit).collect::<Result<_>>()?;
    Ok(json!({ "rules": rules.to_string(), "games": games, "next": found.next }))
}

fn write_text(out: &mut impl Write, segment: &Segment, found: &Found) -> Result<()> {
    for hit in &found.hits {
        writeln!(out, "{}", told(&segment.info(hit.game)?))?;
        writeln!(out, "    after {} plies: {}", hit.ply, hit.position.to_fen())?;
    }
    match (found.next, found.hits.len()) {
        (Some(next), _) => writeln!(out, "there may be more: --from {next}")?,
        (None, 0) => writeln!(out, "nothing was found")?,
        (None, _) => {}
    }
    Ok(())
}
