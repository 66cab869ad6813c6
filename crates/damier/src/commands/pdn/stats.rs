use super::{code, rules_of};
use crate::collection::{Collection, CollectionGame};
use crate::commands::write_json;
use anyhow::Result;
use clap::Args;
use draughts::Color;
use pdn::{Recorded, ReplayedStep};
use serde_json::{Map, Value, json};
use std::collections::HashMap;
use std::io::Write;
use std::process::ExitCode;

/// Counts games by variant, result, length, year, player and opening
#[derive(Args)]
pub struct PdnStats {
    #[command(flatten)]
    collection: Collection,
    /// How many players, events and openings to list
    #[arg(long, default_value_t = 10)]
    top: usize,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Counts by name.
#[derive(Default)]
struct NameCounts(HashMap<String, usize>);

impl NameCounts {
    fn add(&mut self, name: &str) {
        match self.0.get_mut(name) {
            Some(count) => *count += 1,
            None => {
                self.0.insert(name.to_owned(), 1);
            }
        }
    }

    /// The most frequent names, with their counts.
    fn top(&self, most: usize) -> Vec<(&str, usize)> {
        let mut names: Vec<_> =
            self.0.iter().map(|(name, count)| (name.as_str(), *count)).collect();
        names.sort_by_key(|(name, count)| (std::cmp::Reverse(*count), *name));
        names.truncate(most);
        names
    }

    fn json(&self, most: usize) -> Value {
        let top = self.top(most).into_iter();
        Value::Object(
            top.map(|(name, count)| (name.to_owned(), json!(count))).collect::<Map<_, _>>(),
        )
    }
}

#[derive(Default)]
struct CollectionCounts {
    games: usize,
    bad: usize,
    white: usize,
    black: usize,
    drawn: usize,
    unknown: usize,
    plies: usize,
    longest: usize,
    shortest: Option<usize>,
    captures: usize,
    annotated: usize,
    undated: usize,
    variants: NameCounts,
    years: NameCounts,
    events: NameCounts,
    players: NameCounts,
    openings: NameCounts,
}

/// Moves that make an opening, both sides together.
const OPENING: usize = 3;

impl PdnStats {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        let mut counts = CollectionCounts::default();
        let unreadable = self.collection.each(|_, entry| {
            counts.add(&entry);
            Ok(())
        })?;
        match self.json {
            true => write_json(out, &counts.json(self.top))?,
            false => counts.write(out, self.top)?,
        }
        Ok(code(unreadable == 0))
    }
}

impl CollectionCounts {
    fn add(&mut self, entry: &CollectionGame<'_>) {
        let CollectionGame { game, replay, .. } = entry;
        self.games += 1;
        self.bad += usize::from(replay.problem.is_some());
        match replay.recorded {
            Recorded::Win(Color::White) => self.white += 1,
            Recorded::Win(Color::Black) => self.black += 1,
            Recorded::Draw => self.drawn += 1,
            Recorded::BothLost | Recorded::Unknown => self.unknown += 1,
        }
        let plies = replay.played.len();
        self.plies += plies;
        self.longest = self.longest.max(plies);
        self.shortest = Some(self.shortest.map_or(plies, |shortest| shortest.min(plies)));
        let is_capture =
            |played: &&ReplayedStep| matches!(played, ReplayedStep::Move(mv) if mv.is_capture());
        self.captures += replay.played.iter().filter(is_capture).count();
        let annotated = |step: &pdn::Step| !step.comments.is_empty() || !step.variations.is_empty();
        self.annotated += usize::from(game.line.steps.iter().any(annotated));
        self.variants.add(&rules_of(replay));
        let known = |name: &str| {
            let value = game.tag(name).unwrap_or_default().trim();
            (!matches!(value, "" | "?" | "-")).then_some(value)
        };
        match known("Date").and_then(pdn::standard_date) {
            Some(date) if !date.starts_with('?') => self.years.add(&date[..4]),
            _ => self.undated += 1,
        }
        if let Some(event) = known("Event") {
            self.events.add(event);
        }
        for player in ["White", "Black"].into_iter().filter_map(known) {
            self.players.add(player);
        }
        if let Some(opening) = opening(entry).filter(|_| game.tag("FEN").is_none()) {
            self.openings.add(&opening);
        }
    }

    fn lengths(&self) -> (f64, usize, usize) {
        let average = self.plies as f64 / self.games.max(1) as f64;
        (average, self.shortest.unwrap_or_default(), self.longest)
    }

    fn json(&self, top: usize) -> Value {
        let (average, shortest, longest) = self.lengths();
        json!({
            "games": self.games,
            "bad": self.bad,
            "results": {
                "white": self.white, "black": self.black, "draw": self.drawn, "unknown": self.unknown,
            },
            "plies": { "average": average, "shortest": shortest, "longest": longest },
            "captures": self.captures,
            "annotated": self.annotated,
            "undated": self.undated,
            "variants": self.variants.json(usize::MAX),
            "years": self.years.json(usize::MAX),
            "events": self.events.json(top),
            "players": self.players.json(top),
            "openings": self.openings.json(top),
        })
    }

    fn write(&self, out: &mut impl Write, top: usize) -> Result<()> {
        let (average, shortest, longest) = self.lengths();
        let percent = |count: usize| 100.0 * count as f64 / self.games.max(1) as f64;
        writeln!(out, "{:>8} games, {} of them with a problem", self.games, self.bad)?;
        for (count, what) in [
            (self.white, "won by White"),
            (self.black, "won by Black"),
            (self.drawn, "drawn"),
            (self.unknown, "without a result"),
            (self.annotated, "with comments or variations"),
            (self.undated, "without a year"),
        ] {
            writeln!(out, "{count:>8} {what} ({:.1} %)", percent(count))?;
        }
        writeln!(
            out,
            "{average:>8.1} moves on average, both sides together; {shortest} to {longest}"
        )?;
        let captures = 100.0 * self.captures as f64 / self.plies.max(1) as f64;
        writeln!(out, "{captures:>8.1} % of the moves are captures")?;
        for (title, tally, most) in [
            ("Rules", &self.variants, usize::MAX),
            ("Years", &self.years, top),
            ("Events", &self.events, top),
            ("Players", &self.players, top),
            ("Openings", &self.openings, top),
        ] {
            let names = tally.top(most);
            if names.is_empty() {
                continue;
            }
            writeln!(out, "\n{title}")?;
            for (name, count) in names {
                writeln!(out, "{count:>8} {name}")?;
            }
        }
        Ok(())
    }
}

/// The first moves in the variant's own notation, if there are enough and all were recorded.
fn opening(entry: &CollectionGame<'_>) -> Option<String> {
    let moves = entry.replay.positions().zip(&entry.replay.played).take(OPENING);
    let words = moves.map(|(position, played)| match played {
        ReplayedStep::Move(mv) => Some(position.text(mv)),
        ReplayedStep::Setup(_) | ReplayedStep::Unknown => None,
    });
    let words: Vec<String> = words.collect::<Option<_>>()?;
    (words.len() == OPENING).then(|| words.join(" "))
}
