use super::write_json;
use crate::stopping;
use crate::terminal::columns;
use anyhow::{Result, ensure};
use clap::Args;
use draughts::{Color, Game, Variant};
use engine::{Benchmark, Checksum, Limits, Report, Stop, Weights};
use serde_json::{Value, json};
use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

/// Measures the speed of the engine and prints a checksum of its searches
#[derive(Args)]
#[command(after_help = "Examples:
  damier bench american international
  damier bench --seconds 0 --depth 12
  damier bench international --threads 2

First the start position is searched for some seconds. Then the start position, an opening, a middle game
and an ending of each variant are searched to a fixed depth, each with an empty hash table. The checksum
covers the number of positions, the moves and the scores of these searches, with one thread: it is the same
on every machine and changes when the search or the evaluation does. Mnps are million positions per second.
Each line ends with the best move and its score in men, for the side that plays it.")]
pub struct BenchArgs {
    /// Variants; by default those with a learned evaluation
    variants: Vec<Variant>,
    /// Seconds for the start position; 0 to skip it
    #[arg(long, default_value = "5", value_parser = seconds)]
    seconds: Duration,
    /// Depth for the fixed positions, in plies
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=200))]
    depth: u32,
    /// Search again with this many threads, and show the gain
    #[arg(long, short, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The names of a variant's positions, in order.
const NAMES: [&str; 4] = ["start", "opening", "middle", "ending"];

pub(super) fn seconds(text: &str) -> Result<Duration, &'static str> {
    contest::seconds(text).ok_or("this is not a number of seconds such as 0.5")
}

impl BenchArgs {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        let stop = Stop::new();
        stopping::stop_when_asked(stop.clone());
        let one = Benchmark { stop, ..Default::default() };
        let mut checksum = Checksum::default();
        let mut total = Total::default();
        let mut variants = Vec::new();
        for variant in self.variants() {
            let mut rows = Vec::new();
            for (name, game, limits) in self.searches(variant) {
                let row = self.measure(name, &game, &limits, &one)?;
                if limits.depth.is_some() {
                    checksum.add(&game, &row.one);
                    total.add(&row);
                }
                if !self.json {
                    row.write(out, variant)?;
                    out.flush()?;
                }
                rows.push(row.json());
            }
            variants.push(json!({ "variant": variant.name(), "searches": rows }));
        }
        let terms = (self.depth, one.tt_bytes >> 20);
        if self.json {
            write_json(out, &self.object(variants, &total, &checksum, terms))?;
        } else {
            total.write(out, self.threads)?;
            let (depth, memory) = terms;
            writeln!(out, "checksum {checksum} (depth {depth}, one thread, {memory} MiB)")?;
        }
        Ok(ExitCode::SUCCESS)
    }

    fn variants(&self) -> Vec<Variant> {
        let learned = |variant: &Variant| Weights::embedded(*variant).is_some();
        match self.variants[..] {
            [] => Variant::ALL.iter().copied().filter(learned).collect(),
            _ => self.variants.clone(),
        }
    }

    /// The searches for a variant.
    fn searches(&self, variant: Variant) -> Vec<(&'static str, Game, Limits)> {
        let games = Benchmark::games(variant);
        let timed = games.first().filter(|_| !self.seconds.is_zero());
        let timed = timed.map(|game| ("timed", game.clone(), Limits::time(self.seconds)));
        let fixed = NAMES.into_iter().zip(&games);
        let depth = Limits::depth(self.depth);
        timed.into_iter().chain(fixed.map(|(name, game)| (name, game.clone(), depth))).collect()
    }

    fn measure(
        &self,
        name: &'static str,
        game: &Game,
        limits: &Limits,
        one: &Benchmark,
    ) -> Result<Row> {
        let search = |benchmark: &Benchmark| {
            let report = benchmark.search(game, limits);
            ensure!(!one.stop.is_stopped(), "stopped before the end: nothing can be compared");
            report.ok_or_else(|| anyhow::anyhow!("the game is over: {}", game.position().to_fen()))
        };
        let many = Benchmark { threads: self.threads.into(), ..one.clone() };
        let together = (self.threads > 1).then(|| search(&many)).transpose()?;
        let one = search(one)?;
        let best = game.position().text(&one.best);
        let turn = game.position().turn();
        Ok(Row { name, timed: limits.time.is_some(), one, together, best, turn })
    }

    fn object(
        &self,
        variants: Vec<Value>,
        total: &Total,
        checksum: &Checksum,
        (depth, memory): (u32, usize),
    ) -> Value {
        json!({
            "version": env!("CARGO_PKG_VERSION"),
            "seconds": self.seconds.as_secs_f64(),
            "depth": depth,
            "memory_mib": memory,
            "threads": self.threads,
            "variants": variants,
            "nodes": total.nodes,
            "time": total.time.as_secs_f64(),
            "mnps": mnps(total.nodes, total.time),
            "gain": total.gain(),
            "checksum": checksum.to_string(),
        })
    }
}

/// A search, and the same with more threads.
struct Row {
    name: &'static str,
    timed: bool,
    one: Report,
    together: Option<Report>,
    best: String,
    turn: Color,
}

impl Row {
    fn write(&self, out: &mut impl Write, variant: Variant) -> Result<()> {
        let name = format!("{} {}", variant.name(), self.name);
        let found = format!("{} {} for {}", self.best, self.one.score(), self.turn);
        writeln!(out, "{}", line(&name, &figures(&self.one), &found))?;
        if let Some(together) = &self.together {
            let gain = self.gain().unwrap_or_default();
            let of = if self.timed { "positions" } else { "time" };
            let gained = format!("{gain:.2} times in {of}");
            writeln!(out, "{}", line("  together", &figures(together), &gained))?;
        }
        Ok(())
    }

    /// The speed-up by threads: in nodes if the time is fixed, in time if the depth is.
    fn gain(&self) -> Option<f64> {
        let [one, together] = [&self.one, self.together.as_ref()?].map(|report| &report.info);
        Some(match self.timed {
            true => mnps(together.nodes, together.time) / mnps(one.nodes, one.time),
            false => one.time.as_secs_f64() / together.time.as_secs_f64().max(1e-6),
        })
    }

    fn json(&self) -> Value {
        let figures = |report: &Report| {
            let info = &report.info;
            json!({
                "depth": info.depth,
                "nodes": info.nodes,
                "time": info.time.as_secs_f64(),
                "mnps": mnps(info.nodes, info.time),
            })
        };
        let mut object = json!({ "position": self.name });
        object["best"] = json!(self.best);
        object["turn"] = json!(self.turn.to_string());
        object["score"] = json!(self.one.score().to_string());
        object["one_thread"] = figures(&self.one);
        if let Some(together) = &self.together {
            object["together"] = figures(together);
            object["gain"] = json!(self.gain());
        }
        object
    }
}

/// Depth, nodes, time and speed.
fn figures(report: &Report) -> String {
    let info = &report.info;
    let (time, speed) = (info.time.as_secs_f64(), mnps(info.nodes, info.time));
    format!("depth {:>2} {:>12} nodes {time:>7.2} s {speed:>6.2} Mnps", info.depth, info.nodes)
}

/// A line of the table; two if the terminal is too narrow.
fn line(name: &str, figures: &str, found: &str) -> String {
    let whole = format!("{name:<22} {figures}  {found}");
    let whole = whole.trim_end();
    match columns().is_some_and(|columns| columns < whole.chars().count()) {
        true => format!("{}\n    {}", format!("{name}  {found}").trim_end(), figures.trim_start()),
        false => whole.to_owned(),
    }
}

/// The total of all searches to a fixed depth.
#[derive(Default)]
struct Total {
    nodes: u64,
    time: Duration,
    together: Duration,
}

impl Total {
    fn add(&mut self, row: &Row) {
        self.nodes += row.one.info.nodes;
        self.time += row.one.info.time;
        self.together += row.together.as_ref().map_or(Duration::ZERO, |report| report.info.time);
    }

    fn gain(&self) -> Option<f64> {
        (!self.together.is_zero()).then(|| self.time.as_secs_f64() / self.together.as_secs_f64())
    }

    fn write(&self, out: &mut impl Write, threads: u16) -> Result<()> {
        let (time, speed) = (self.time.as_secs_f64(), mnps(self.nodes, self.time));
        let figures = format!("{:8} {:>12} nodes {time:>7.2} s {speed:>6.2} Mnps", "", self.nodes);
        writeln!(out, "{}", line("all fixed positions", &figures, ""))?;
        if let Some(gain) = self.gain() {
            writeln!(out, "{threads} threads reach the same depths {gain:.2} times as fast")?;
        }
        Ok(())
    }
}

fn mnps(nodes: u64, time: Duration) -> f64 {
    nodes as f64 / time.as_secs_f64().max(1e-6) / 1e6
}
