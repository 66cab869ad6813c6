use super::attack::Attacks;
use super::bench::seconds;
use super::write_json;
use crate::stopping::stopped;
use anyhow::{Result, ensure};
use clap::Args;
use load::{AttackPlan, Bars, Plan, VerdictTable, Weather};
use serde_json::json;
use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;
use tokio::runtime::Runtime;

/// Plays many games at once on a server, measures it and judges what comes back
#[derive(Args)]
#[command(after_help = "Examples:
  damier load --url http://127.0.0.1:3210 --games 1000 --seconds 600
  damier load --url http://127.0.0.1:3210 --games 1000 --moves-per-second 1000 --spectators 8000 --p99 100
  damier load --url http://127.0.0.1:3210 --games 50 --cut 5 --duplicate 0.1 --storm 20
  damier load --url http://127.0.0.1:3210 --games 50 --delay 0.3 --mute 60 --p50 1000 --p99 2000 --p999 5000
  damier load --url http://127.0.0.1:3210 --url http://127.0.0.1:3211 --games 100 --cut 10
  damier load --url http://127.0.0.1:3210 --hostile 1000000 --seconds 600
  damier load --url http://127.0.0.1:3210 --attack all --process $(pidof damier)

Two clients play each game, by any legal moves, through the same protocol as the browser; each event is
replayed by the rules and must be the same for everybody. In the end all that was acknowledged or told is
compared with the server's logs. It fails, with exit code 1, when a figure is missed or anything was lost,
doubled, out of order or different. Ctrl-C ends it early, with the figures so far. All clients have one
address, so start the server with --limits off.

With --attack it also fails when anything is refused to honest players or visitors, and the figures to be
met are p99 and memory. Only a server on this machine may be attacked.")]
pub struct Load {
    /// The server; given more than once, servers of one store, and clients go to any of them
    #[arg(long = "url", value_name = "URL", required = true)]
    urls: Vec<String>,
    /// Games at a time; one that ends is followed by another
    #[arg(long, default_value_t = 100)]
    games: usize,
    /// Moves in a second in all games together; without it each game has a move every 5 seconds
    #[arg(long, value_name = "MOVES")]
    moves_per_second: Option<f64>,
    /// Clients that look on, spread over the games
    #[arg(long, default_value_t = 0)]
    spectators: usize,
    /// How long moves are made: 60 seconds if nothing is said, and 20 under each attack
    #[arg(long, value_parser = seconds)]
    seconds: Option<Duration>,
    /// Rules of the games
    #[arg(long, default_value = "american")]
    rules: String,
    /// Time control of the games
    #[arg(long, default_value = "1h+30s")]
    clock: String,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    attacks: Attacks,
    #[command(flatten)]
    faults: Faults,
    #[command(flatten)]
    figures: Figures,
}

#[derive(Args)]
#[command(next_help_heading = "Faults")]
struct Faults {
    /// Each client cuts its connection about every so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    cut: Option<Duration>,
    /// Part of the requests that is sent twice, from 0 to 1
    #[arg(long, value_name = "PART", default_value_t = 0.0)]
    duplicate: f64,
    /// Drop all sockets at once every so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    storm: Option<Duration>,
    /// What is said takes up to so many seconds to arrive, each way
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    delay: Option<Duration>,
    /// Each line goes dead about every so many seconds: open, and nothing arrives
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    mute: Option<Duration>,
    /// Hostile frames, sent on connections of their own
    #[arg(long, value_name = "FRAMES", default_value_t = 0)]
    hostile: u64,
    /// Players who keep asking the engine for advice
    #[arg(long, value_name = "PLAYERS", default_value_t = 0)]
    thinkers: usize,
}

#[derive(Args)]
#[command(next_help_heading = "Figures that must be met")]
struct Figures {
    /// Milliseconds from mover to opponent for half of the moves: 10 if nothing is said, any under attack
    #[arg(long, value_name = "MS")]
    p50: Option<f64>,
    /// The same for 99 % of the moves: 50, and 100 under attack
    #[arg(long, value_name = "MS")]
    p99: Option<f64>,
    /// The same for 99.9 % of the moves: 150, and any under attack
    #[arg(long, value_name = "MS")]
    p999: Option<f64>,
    /// Fewest acknowledged moves in a second
    #[arg(long, value_name = "MOVES", default_value_t = Bars::default().moves_per_second)]
    at_least: f64,
    /// Most memory of the server in megabytes, where it can be seen: 256, and 512 under attack
    #[arg(long, value_name = "MB")]
    memory: Option<f64>,
    /// The server's process on this machine, to look at its memory
    #[arg(long, value_name = "PID")]
    process: Option<u32>,
}

impl Load {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        let duplicate = self.faults.duplicate;
        ensure!((0.0..=1.0).contains(&duplicate), "--duplicate {duplicate} is no part of a whole");
        let runtime = tokio::runtime::Runtime::new()?;
        let missed = match self.attacks.plan(self.plan())? {
            Some(plan) => self.attack(&runtime, &plan, out)?,
            None => self.load(&runtime, out)?,
        };
        missed.iter().for_each(|missed| note!("missed: {missed}"));
        Ok(if missed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    /// Makes a load; the figures that are missed.
    fn load(&self, runtime: &Runtime, out: &mut impl Write) -> Result<Vec<String>> {
        let report = runtime.block_on(async { load::run(&self.plan(), stopped()).await })?;
        let missed = report.missed(&self.bars(Bars::default()));
        if self.json {
            write_json(out, &json!({ "report": report, "missed": missed }))?;
        } else {
            writeln!(out, "{report}")?;
        }
        Ok(missed)
    }

    /// Plays attacks; why the server did not hold.
    fn attack(
        &self,
        runtime: &Runtime,
        plan: &AttackPlan,
        out: &mut impl Write,
    ) -> Result<Vec<String>> {
        let attacks = runtime.block_on(async { load::attack(plan, stopped()).await })?;
        let table = VerdictTable { attacks: &attacks, bars: &self.bars(Bars::under_attack()) };
        let missed = table.missed();
        if self.json {
            write_json(out, &json!({ "attacks": attacks, "missed": missed }))?;
        } else {
            writeln!(out, "{table}")?;
        }
        Ok(missed)
    }

    fn plan(&self) -> Plan {
        const USUAL: Duration = Duration::from_secs(60);
        let usual = if self.attacks.is_wanted() { Attacks::TIME } else { USUAL };
        let Faults { cut, duplicate, storm, delay, mute, hostile, thinkers } = self.faults;
        Plan {
            games: self.games,
            moves_per_second: self.moves_per_second,
            spectators: self.spectators,
            time: self.seconds.unwrap_or(usual),
            rules: self.rules.clone(),
            clock: self.clock.clone(),
            cut,
            duplicate,
            storm,
            weather: Weather { delay, mute },
            hostile,
            thinkers,
            process: self.figures.process,
            urls: self.urls.clone(),
            ..Plan::default()
        }
    }

    /// What must be met, if nothing else is said.
    fn bars(&self, usual: Bars) -> Bars {
        let Figures { p50, p99, p999, at_least: moves_per_second, memory, .. } = self.figures;
        Bars {
            p50: p50.unwrap_or(usual.p50),
            p99: p99.unwrap_or(usual.p99),
            p999: p999.unwrap_or(usual.p999),
            memory: memory.unwrap_or(usual.memory),
            moves_per_second,
            ..usual
        }
    }
}
