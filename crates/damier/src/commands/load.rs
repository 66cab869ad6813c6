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

/// Plays many games at once on a server, measures it and checks the results
#[derive(Args)]
#[command(after_help = "Examples:
  damier load --url http://127.0.0.1:3210 --games 1000 --seconds 600
  damier load --url http://127.0.0.1:3210 --games 1000 --moves-per-second 1000 --spectators 8000 --p99 100
  damier load --url http://127.0.0.1:3210 --games 50 --cut 5 --duplicate 0.1 --storm 20
  damier load --url http://127.0.0.1:3210 --games 50 --delay 0.3 --mute 60 --p50 1000 --p99 2000 --p999 5000
  damier load --url http://127.0.0.1:3210 --url http://127.0.0.1:3211 --games 100 --cut 10
  damier load --url http://127.0.0.1:3210 --hostile 1000000 --seconds 600
  damier load --url http://127.0.0.1:3210 --attack all --process $(pidof damier)

Two clients play random legal moves in each game, through the same protocol as the browser. Each event is
replayed by the rules and must be the same for everybody. At the end, everything that was acknowledged or
sent is compared with the server's logs. The exit code is 1 when a target is missed or anything was lost,
doubled, out of order or different. Ctrl-C ends the run early and prints the results so far. All clients
have the same address, so start the server with --limits off.

With --attack the targets are p99 and memory, and no request of an honest player or visitor may be refused.
Only a server on this machine can be attacked.")]
pub struct LoadArgs {
    /// Server; repeat it for several servers of one store, and clients connect to any of them
    #[arg(long = "url", value_name = "URL", required = true)]
    urls: Vec<String>,
    /// Games at a time; a new one starts when one ends
    #[arg(long, default_value_t = 100)]
    games: usize,
    /// Moves per second in all games together; by default one move every 5 seconds in each game
    #[arg(long, value_name = "MOVES")]
    moves_per_second: Option<f64>,
    /// Spectators, spread over the games
    #[arg(long, default_value_t = 0)]
    spectators: usize,
    /// Duration; by default 60 seconds, and 20 for each attack
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
    /// Each client drops its connection about this often
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    cut: Option<Duration>,
    /// Share of requests that are sent twice, from 0 to 1
    #[arg(long, value_name = "PART", default_value_t = 0.0)]
    duplicate: f64,
    /// Drop all sockets at once this often
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    storm: Option<Duration>,
    /// Delay messages by up to this long, each way
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    delay: Option<Duration>,
    /// Each connection goes dead about this often: it stays open, but nothing arrives
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    mute: Option<Duration>,
    /// Malformed frames to send, on separate connections
    #[arg(long, value_name = "FRAMES", default_value_t = 0)]
    hostile: u64,
    /// Players who keep asking the engine for hints
    #[arg(long, value_name = "PLAYERS", default_value_t = 0)]
    thinkers: usize,
}

#[derive(Args)]
#[command(next_help_heading = "Targets")]
struct Figures {
    /// Median time from mover to opponent, in milliseconds; by default 10, and any under attack
    #[arg(long, value_name = "MS")]
    p50: Option<f64>,
    /// The same for 99 % of the moves; by default 50, and 100 under attack
    #[arg(long, value_name = "MS")]
    p99: Option<f64>,
    /// The same for 99.9 % of the moves; by default 150, and any under attack
    #[arg(long, value_name = "MS")]
    p999: Option<f64>,
    /// Minimum number of acknowledged moves per second
    #[arg(long, value_name = "MOVES", default_value_t = Bars::default().moves_per_second)]
    at_least: f64,
    /// Maximum memory of the server in megabytes, where it is known; by default 256, and 512 under attack
    #[arg(long, value_name = "MB")]
    memory: Option<f64>,
    /// Process id of the server on this machine, to measure its memory
    #[arg(long, value_name = "PID")]
    process: Option<u32>,
}

impl LoadArgs {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        let duplicate = self.faults.duplicate;
        ensure!((0.0..=1.0).contains(&duplicate), "--duplicate {duplicate} is not between 0 and 1");
        let runtime = tokio::runtime::Runtime::new()?;
        let missed = match self.attacks.plan(self.plan())? {
            Some(plan) => self.attack(&runtime, &plan, out)?,
            None => self.load(&runtime, out)?,
        };
        missed.iter().for_each(|missed| note!("missed: {missed}"));
        Ok(if missed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    /// Runs a load; returns the criteria missed.
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

    /// Runs attacks; returns why the server did not hold.
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

    /// The criteria, with these defaults.
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
