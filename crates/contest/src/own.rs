//! Our own engine as a player.

use crate::player::{Choice, Failure, Player, Turn};
use draughts::{Color, Game};
use engine::{Engine, EngineOptions, Level, Limits, SearchOptions};

/// How our engine plays in a match.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OwnOptions {
    /// How strong it plays.
    pub level: Level,
    /// Limits of its own, beside those of the match.
    pub limits: Limits,
    /// Its seed; without one each game has another.
    pub seed: Option<u64>,
    /// Memory in bytes; without it, as much as its limits need.
    pub table_bytes: Option<usize>,
    /// How many threads think together.
    pub threads: Option<usize>,
}

/// Our own engine.
pub(crate) struct OwnPlayer {
    engine: Engine,
    limits: Limits,
    search: SearchOptions,
    seed: Option<u64>,
}

/// A table is emptied before each game; a large one would take longer to empty than a fast game to play.
fn table_bytes(nodes: Option<u64>) -> usize {
    const BYTES_OF_A_GAME: u64 = 16 * 64;
    const USUAL: u64 = 16 << 20;
    let needed = nodes.map_or(USUAL, |nodes| nodes.saturating_mul(BYTES_OF_A_GAME));
    needed.clamp(256 << 10, USUAL).next_power_of_two() as usize
}

impl OwnPlayer {
    /// An engine for a match whose moves are limited to so many positions.
    pub fn new(options: &OwnOptions, nodes: Option<u64>) -> Self {
        let limits = options.limits.and(&Limits { nodes, ..Limits::infinite() });
        let table_bytes = options.table_bytes.unwrap_or_else(|| table_bytes(limits.nodes));
        let mut made = EngineOptions { table_bytes, ..Default::default() };
        made.threads = options.threads.unwrap_or(made.threads);
        let search = SearchOptions { level: options.level, ..Default::default() };
        Self { engine: Engine::new(made), limits: options.limits, search, seed: options.seed }
    }
}

impl Player for OwnPlayer {
    fn begin(&mut self, _: &Game, _: Color, seed: u64) -> Result<(), Failure> {
        self.engine.clear();
        self.search.seed = self.seed.unwrap_or(seed);
        Ok(())
    }

    fn choose(&mut self, game: &Game, turn: &Turn<'_>) -> Result<Choice, Failure> {
        self.search.stop = turn.stop.clone();
        let limits = turn.limits.and(&self.limits);
        let report = self.engine.search(game, &limits, &self.search, &mut |_| {});
        let report = report.ok_or_else(|| Failure::Broken("it found no move".to_owned()))?;
        Ok(Choice {
            mv: report.best,
            score: Some(report.score()),
            depth: Some(report.info.depth),
            nodes: Some(report.info.nodes),
        })
    }
}
