use super::{code, counted};
use crate::collection::{Collection, CollectionGame};
use crate::commands::write_json;
use anyhow::Result;
use clap::Args;
use draughts::Color;
use pdn::{Recorded, ReplayedStep};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::Write;
use std::process::ExitCode;

/// Shows how deep engines searched in matches, and where their games were decided
#[derive(Args)]
#[command(after_help = "Example:
  damier match damier hub:/opt/scan/scan --time-per-move 0.1 --pdn games.pdn
  damier pdn engines games.pdn

Reads what damier match records about each move: score and depth. Depths are means by the number of pieces
on the board, without moves that were forced, as these are hardly searched. A decided game has the first position from which on a player never saw the winner less than
--lead men ahead, for each of the two players. If the winner saw it long before the loser, the loser's
search or evaluation was wrong there.")]
pub struct Engines {
    #[command(flatten)]
    collection: Collection,
    /// By how many men the winner must be ahead for a game to count as decided
    #[arg(long, value_name = "MEN", default_value = "1", value_parser = clap::value_parser!(u8).range(1..=20))]
    lead: u8,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Hundredths in a man.
const MAN: i32 = 100;
/// More than any evaluation; a win in n plies is n less.
const WIN: i32 = 100_000;

/// The comment of an engine on its own move.
#[derive(Clone, PartialEq, Debug)]
struct Remark {
    /// Hundredths of a man for the engine's side.
    value: i32,
    depth: Option<u32>,
}

impl Remark {
    /// Reads `+0.35/12 0.10s`, `wins in 7/12` and the like.
    fn read(comment: &str) -> Option<Self> {
        let end = |rest: &str| {
            let word = rest.split_whitespace().next()?.to_owned();
            let (score, depth) = word.split_once('/').map_or((&*word, None), |(s, d)| (s, Some(d)));
            let depth = depth.map(str::parse).transpose().ok()?;
            Some((score.to_owned(), depth))
        };
        let plies = |rest| {
            let (plies, depth) = end(rest)?;
            Some((WIN - plies.parse::<i32>().ok().filter(|plies| (0..WIN).contains(plies))?, depth))
        };
        let (value, depth) = if let Some(rest) = comment.strip_prefix("wins in ") {
            plies(rest)?
        } else if let Some(rest) = comment.strip_prefix("loses in ") {
            plies(rest).map(|(value, depth)| (-value, depth))?
        } else {
            let (score, depth) = end(comment)?;
            let written = score.starts_with(['+', '-']) || score == "0.00";
            let men: f64 = score.parse().ok().filter(|men: &f64| written && men.abs() < 900.0)?;
            ((men * f64::from(MAN)).round() as i32, depth)
        };
        Some(Self { value, depth })
    }
}

/// A remark and where it was made.
struct Moment {
    ply: usize,
    pieces: usize,
    mover: Color,
    /// Whether there was only one legal move, which engines hardly search.
    forced: bool,
    remark: Remark,
}

/// Pieces on the board in steps of four: 1 to 4, 5 to 8 and so on.
fn band(pieces: usize) -> usize {
    pieces.saturating_sub(1) / BAND
}

const BAND: usize = 4;

fn band_text(band: usize) -> String {
    format!("{}-{}", band * BAND + 1, (band + 1) * BAND)
}

/// A mean in the making.
#[derive(Clone, Copy, Default)]
struct Mean {
    sum: f64,
    count: usize,
}

impl Mean {
    fn add(&mut self, value: f64) {
        self.sum += value;
        self.count += 1;
    }

    fn value(self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / self.count as f64)
    }
}

/// The moment from which on a player saw that the game was decided.
struct Sight {
    ply: usize,
    pieces: usize,
    value: i32,
    depth: Option<u32>,
}

struct DecidedGame {
    number: usize,
    winner: String,
    loser: String,
    plies: usize,
    seen_by_winner: Option<Sight>,
    seen_by_loser: Option<Sight>,
    /// What the loser had said last when the winner saw it, in hundredths of a man for the loser.
    loser_then: Option<i32>,
}

#[derive(Default)]
struct EngineGames {
    games: usize,
    others: usize,
    /// By band and player.
    depths: BTreeMap<usize, BTreeMap<String, Mean>>,
    decided: Vec<DecidedGame>,
}

impl Engines {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        let mut found = EngineGames::default();
        let lead = i32::from(self.lead) * MAN;
        let unreadable = self.collection.each(|_, entry| {
            found.add(&entry, lead);
            Ok(())
        })?;
        match self.json {
            true => write_json(out, &found.json())?,
            false => found.write(out)?,
        }
        Ok(code(unreadable == 0))
    }
}

/// What the engines of a game have said.
fn moments(entry: &CollectionGame<'_>) -> Vec<Moment> {
    let steps = entry.game.line.steps.iter().zip(&entry.replay.played);
    let moves = steps.zip(entry.replay.positions()).enumerate();
    moves
        .filter_map(|(ply, ((step, played), position))| {
            let ReplayedStep::Move(_) = played else { return None };
            let remark = step.comments.iter().find_map(|comment| Remark::read(comment))?;
            let pieces = Color::BOTH.map(|color| position.pieces(color).len()).iter().sum();
            let forced = position.legal_moves().len() == 1;
            Some(Moment { ply, pieces, mover: position.turn(), forced, remark })
        })
        .collect()
}

/// From when on a player never saw the winner less than so much ahead.
fn sight(moments: &[Moment], player: Color, winner: Color, lead: i32) -> Option<Sight> {
    let ahead = |moment: &Moment| match player == winner {
        true => moment.remark.value,
        false => -moment.remark.value,
    };
    let own = moments.iter().filter(|moment| moment.mover == player);
    let last = own.rev().take_while(|moment| ahead(moment) >= lead).last()?;
    let Moment { ply, pieces, .. } = *last;
    Some(Sight { ply, pieces, value: last.remark.value, depth: last.remark.depth })
}

impl EngineGames {
    fn add(&mut self, entry: &CollectionGame<'_>, lead: i32) {
        let CollectionGame { game, replay, number, .. } = entry;
        // Other programs write scores for White.
        if game.tag("Pairing").is_none() {
            self.others += 1;
            return;
        }
        self.games += 1;
        let name = |color: Color| {
            let tag = if color == Color::White { "White" } else { "Black" };
            game.tag(tag).unwrap_or("?").to_owned()
        };
        let moments = moments(entry);
        for Moment { pieces, mover, remark, .. } in moments.iter().filter(|moment| !moment.forced) {
            if let Some(depth) = remark.depth {
                let of_band = self.depths.entry(band(*pieces)).or_default();
                of_band.entry(name(*mover)).or_default().add(depth.into());
            }
        }
        let Recorded::Win(winner) = replay.recorded else { return };
        let seen_by_winner = sight(&moments, winner, winner, lead);
        let then = seen_by_winner.as_ref().and_then(|seen| {
            moments.iter().rfind(|moment| moment.ply < seen.ply && moment.mover != winner)
        });
        self.decided.push(DecidedGame {
            number: *number,
            winner: name(winner),
            loser: name(!winner),
            plies: replay.played.len(),
            loser_then: then.map(|moment| moment.remark.value),
            seen_by_loser: sight(&moments, !winner, winner, lead),
            seen_by_winner,
        });
    }

    fn players(&self) -> Vec<&str> {
        let mut names: Vec<&str> =
            self.depths.values().flat_map(BTreeMap::keys).map(String::as_str).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    fn write(&self, out: &mut impl Write) -> Result<()> {
        write!(out, "{}", counted(self.games, "game"))?;
        match self.others {
            0 => writeln!(out)?,
            others => writeln!(out, "; {} not recorded by damier match", counted(others, "game"))?,
        }
        self.write_depths(out)?;
        self.write_decided(out)
    }

    fn write_depths(&self, out: &mut impl Write) -> Result<()> {
        let players = self.players();
        if players.is_empty() {
            return Ok(());
        }
        writeln!(out, "\nMean depth by pieces on the board (moves)")?;
        write!(out, "{:>8}", "pieces")?;
        for player in &players {
            write!(out, "  {player:>18.18}")?;
        }
        writeln!(out)?;
        for (band, depths) in self.depths.iter().rev() {
            write!(out, "{:>8}", band_text(*band))?;
            for player in &players {
                let mean = depths.get(*player).copied().unwrap_or_default();
                let text = mean
                    .value()
                    .map_or("-".to_owned(), |value| format!("{value:.1} ({})", mean.count));
                write!(out, "  {text:>18}")?;
            }
            writeln!(out)?;
        }
        Ok(())
    }

    fn write_decided(&self, out: &mut impl Write) -> Result<()> {
        if self.decided.is_empty() {
            return Ok(());
        }
        writeln!(out, "\nDecided games: ply, pieces, score/depth when a player saw it")?;
        let text = |seen: &Option<Sight>| match seen {
            None => "never".to_owned(),
            Some(Sight { ply, pieces, value, depth }) => {
                let depth = depth.map_or(String::new(), |depth| format!("/{depth}"));
                format!("{ply:>3} {pieces:>2} {}{depth}", men(*value))
            }
        };
        writeln!(
            out,
            "{:>5} {:>5}  {:18} {:20} {:20} loser's score then",
            "game", "plies", "winner", "seen by the winner", "by the loser"
        )?;
        for game in &self.decided {
            let DecidedGame { number, plies, winner, .. } = game;
            let [by_winner, by_loser] = [&game.seen_by_winner, &game.seen_by_loser].map(text);
            let then = game.loser_then.map_or("-".to_owned(), men);
            writeln!(
                out,
                "{number:>5} {plies:>5}  {winner:18.18} {by_winner:20} {by_loser:20} {then}"
            )?;
        }
        Ok(())
    }

    fn json(&self) -> Value {
        let depths = self.depths.iter().map(|(band, depths)| {
            let players = depths.iter().map(|(name, mean)| {
                (name.clone(), json!({ "depth": mean.value(), "moves": mean.count }))
            });
            json!({
                "pieces": band_text(*band),
                "players": players.collect::<serde_json::Map<_, _>>(),
            })
        });
        let seen = |seen: &Option<Sight>| {
            seen.as_ref().map(|Sight { ply, pieces, value, depth }| {
                json!({ "ply": ply, "pieces": pieces, "score": value, "depth": depth })
            })
        };
        let decided = self.decided.iter().map(|game| {
            json!({
                "game": game.number,
                "plies": game.plies,
                "winner": game.winner,
                "loser": game.loser,
                "seenByWinner": seen(&game.seen_by_winner),
                "seenByLoser": seen(&game.seen_by_loser),
                "loserThen": game.loser_then,
            })
        });
        json!({
            "games": self.games,
            "others": self.others,
            "depths": depths.collect::<Vec<_>>(),
            "decided": decided.collect::<Vec<_>>(),
        })
    }
}

/// A score as matches record it.
fn men(value: i32) -> String {
    let plies = WIN - value.abs();
    match value {
        0 => "0.00".to_owned(),
        _ if plies < WIN / 10 && value > 0 => format!("wins in {plies}"),
        _ if plies < WIN / 10 => format!("loses in {plies}"),
        _ => format!("{:+.2}", f64::from(value) / f64::from(MAN)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remarks_of_matches_are_read() {
        let remark = |value, depth| Some(Remark { value, depth });
        for (text, expected) in [
            ("+0.35/12 0.10s", remark(35, Some(12))),
            ("-1.20", remark(-120, None)),
            ("0.00/3", remark(0, Some(3))),
            ("wins in 7/12 0.01s", remark(WIN - 7, Some(12))),
            ("loses in 10/9", remark(10 - WIN, Some(9))),
            ("a draw by agreement", None),
            ("4 moves without progress", None),
            ("+0.35/x", None),
            ("wins in some", None),
            ("", None),
        ] {
            assert_eq!(Remark::read(text), expected, "{text}");
        }
        for value in [0, 35, -120, WIN - 7, 10 - WIN] {
            assert_eq!(Remark::read(&men(value)).map(|remark| remark.value), Some(value));
        }
    }

    #[test]
    fn bands_have_four_numbers_of_pieces() {
        assert_eq!([1, 4, 5, 8, 9, 40].map(band), [0, 0, 1, 1, 2, 9]);
        assert_eq!(band_text(band(34)), "33-36");
    }
}
