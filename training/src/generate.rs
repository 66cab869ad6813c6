//! Many games on all cores.

use crate::play::{Dice, play};
use anyhow::{Context, Result};
use clap::Args;
use draughts::{Ruleset, Variant};
use endgame::Tables;
use engine::{Engine, EngineOptions, Evaluation, Weights};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Play games of the engine against itself and write their quiet positions
#[derive(Args)]
pub struct Generate {
    /// The variant
    #[arg(long)]
    variant: Variant,
    /// Where the positions are written
    #[arg(long)]
    out: PathBuf,
    /// Positions looked at for each move
    #[arg(long, default_value_t = 1_000)]
    nodes: u64,
    /// How many games are played
    #[arg(long, default_value_t = u64::MAX)]
    games: u64,
    /// How long games are played at most
    #[arg(long)]
    seconds: Option<f64>,
    /// Threads; each plays games of its own
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Where all chance comes from: the same number of games has the same positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Weights to play with, instead of those of the program
    #[arg(long, conflicts_with = "hand_made")]
    weights: Option<PathBuf>,
    /// Play with the evaluation made by hand
    #[arg(long)]
    hand_made: bool,
    /// Folder of endgame tables: a game ends as soon as they have its result
    #[arg(long)]
    endgame: Option<PathBuf>,
}

/// A file of games in the order of their numbers, whichever thread ends first: the same games make the
/// same file.
struct InOrder {
    file: BufWriter<File>,
    next: u64,
    waiting: BTreeMap<u64, Vec<u8>>,
}

impl InOrder {
    fn new(file: File) -> Self {
        Self { file: BufWriter::new(file), next: 0, waiting: BTreeMap::new() }
    }

    fn put(&mut self, number: u64, records: Vec<u8>) -> Result<()> {
        self.waiting.insert(number, records);
        while let Some(records) = self.waiting.remove(&self.next) {
            self.file.write_all(&records)?;
            self.next += 1;
        }
        Ok(())
    }
}

/// What the engine of each thread remembers within a game.
const TABLE_BYTES: usize = 1 << 20;

impl Generate {
    pub fn run(&self) -> Result<()> {
        let evaluation = self.evaluation()?;
        let rules = Ruleset::from(self.variant);
        let tables = self.endgame.as_deref().map(|folder| Tables::new(folder, &rules));
        if let Some(tables) = &tables {
            let folder = tables.folder().display();
            anyhow::ensure!(tables.pieces() > 0, "there are no endgame tables in {folder}");
        }
        let file = File::create(&self.out)
            .with_context(|| format!("cannot write {}", self.out.display()))?;
        let out = Mutex::new(InOrder::new(file));
        let (next, positions) = (AtomicU64::new(0), AtomicU64::new(0));
        let start = Instant::now();
        let end = self.seconds.map_or(Duration::MAX, Duration::from_secs_f64);
        std::thread::scope(|scope| -> Result<()> {
            let worker = || -> Result<()> {
                let options = EngineOptions {
                    tt_bytes: TABLE_BYTES,
                    evaluation: evaluation.clone(),
                    ..Default::default()
                };
                let mut engine = Engine::new(options);
                while start.elapsed() < end {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= self.games {
                        break;
                    }
                    let mut dice = Dice(self.seed << 40 ^ number);
                    let records = play(&rules, &mut engine, self.nodes, tables.as_ref(), &mut dice);
                    positions.fetch_add(records.len() as u64, Ordering::Relaxed);
                    let mut out = out.lock().unwrap_or_else(PoisonError::into_inner);
                    out.put(number, records.concat())?;
                }
                Ok(())
            };
            let workers: Vec<_> = (0..self.threads).map(|_| scope.spawn(worker)).collect();
            workers.into_iter().try_for_each(|worker| match worker.join() {
                Ok(result) => result,
                Err(panic) => std::panic::resume_unwind(panic),
            })
        })?;
        out.lock().unwrap_or_else(PoisonError::into_inner).file.flush()?;
        let games = next.into_inner().min(self.games);
        let positions = positions.into_inner();
        println!(
            "{}: {games} games, {positions} positions, seed {}, {} nodes a move, {:.0} s",
            self.variant.name(),
            self.seed,
            self.nodes,
            start.elapsed().as_secs_f64()
        );
        Ok(())
    }

    fn evaluation(&self) -> Result<Evaluation> {
        let Some(path) = &self.weights else {
            return Ok(if self.hand_made { Evaluation::HandMade } else { Evaluation::Best });
        };
        let file =
            engine::read_file(path).with_context(|| format!("cannot read {}", path.display()))?;
        let weights = Weights::read(self.variant, &file)
            .with_context(|| format!("{} is of no use", path.display()))?;
        Ok(Evaluation::Learned(Arc::new(weights)))
    }
}
