use super::bench::seconds;
use super::write_json;
use crate::stopping::stopped;
use anyhow::{Result, ensure};
use clap::Args;
use load::{Bars, Plan, Weather};
use serde_json::json;
use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

/// Plays many games at once on a server, measures it and judges what comes back
#[derive(Args)]
#[command(after_help = "Examples:
  damier load --url http://127.0.0.1:3210 --games 1000 --seconds 600
  damier load --url http://127.0.0.1:3210 --games 1000 --moves-per-second 1000 --spectators 8000 --p99 100
  damier load --url http://127.0.0.1:3210 --games 50 --cut 5 --duplicate 0.1 --storm 20
  damier load --url http://127.0.0.1:3210 --games 50 --delay 0.3 --mute 60 --p50 1000 --p99 2000 --p999 5000
  damier load --url http://127.0.0.1:3210 --url http://127.0.0.1:3211 --games 100 --cut 10
  damier load --url http://127.0.0.1:3210 --hostile 1000000 --seconds 600

Two clients play each game, by any legal moves, through the same protocol as the browser; each event is
replayed by the rules and must be the same for everybody. In the end all that was acknowledged or told is
compared with the server's logs. It fails, with exit code 1, when a figure is missed or anything was lost,
doubled, out of order or different. Ctrl-C ends it early, with the figures so far. All clients have one
address, so start the server with --limits off.")]
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
    /// How long moves are made
    #[arg(long, default_value = "60", value_parser = seconds)]
    seconds: Duration,
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
    /// Milliseconds from mover to opponent for half of the moves
    #[arg(long, value_name = "MS", default_value_t = Bars::default().p50)]
    p50: f64,
    /// The same for 99 % of the moves
    #[arg(long, value_name = "MS", default_value_t = Bars::default().p99)]
    p99: f64,
    /// The same for 99.9 % of the moves
    #[arg(long, value_name = "MS", default_value_t = Bars::default().p999)]
    p999: f64,
    /// Fewest acknowledged moves in a second
    #[arg(long, value_name = "MOVES", default_value_t = Bars::default().moves_per_second)]
    at_least: f64,
    /// Most memory of the server in megabytes, where --process says which it is
    #[arg(long, value_name = "MB", default_value_t = Bars::default().memory)]
    memory: f64,
    /// The server's process on this machine, to look at its memory
    #[arg(long, value_name = "PID")]
    process: Option<u32>,
}

impl Load {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        let duplicate = self.faults.duplicate;
        ensure!((0.0..=1.0).contains(&duplicate), "--duplicate {duplicate} is no part of a whole");
        let runtime = tokio::runtime::Runtime::new()?;
        let report = runtime.block_on(async { load::run(&self.plan(), stopped()).await })?;
        let missed = report.missed(&self.bars());
        if self.json {
            write_json(out, &json!({ "report": report, "missed": missed }))?;
        } else {
            writeln!(out, "{report}")?;
        }
        missed.iter().for_each(|missed| note!("missed: {missed}"));
        Ok(if missed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    fn plan(&self) -> Plan {
        let Faults { cut, duplicate, storm, delay, mute, hostile, thinkers } = self.faults;
        Plan {
            games: self.games,
            moves_per_second: self.moves_per_second,
            spectators: self.spectators,
            time: self.seconds,
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

    fn bars(&self) -> Bars {
        let Figures { p50, p99, p999, at_least: moves_per_second, memory, .. } = self.figures;
        Bars { p50, p99, p999, moves_per_second, memory, ..Bars::default() }
    }
}
