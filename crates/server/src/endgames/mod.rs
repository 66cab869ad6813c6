//! Endgame tables for everyone: one handle per game, shared by all; small tables are built when first needed, larger
//! ones in the background.

mod background;
mod table_cache;

use crate::blocking::{Pool, Task};
use crate::error::ApiError;
use crate::guard::Guard;
use crate::locks::lock;
use background::Queue;
use draughts::{Game, Move, Ruleset};
use endgame::{
    Build, BuildError, MAX_PIECES, Material, TableError, TableFolder, Tables, Totals, Verdict, Wld,
    table_rules,
};
use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use table_cache::TableCache;

/// The most positions solved on demand: all with three pieces on any board, and four kings on boards up to 10×10.
const AT_ONCE: u64 = 3_000_000;
/// Limits on building on demand: time, and memory in bytes. Finished tables are kept.
const LONGEST: Duration = Duration::from_secs(20);
const MEMORY: u64 = 256 << 20;
/// The slice that depends on all others of three pieces: two men against one.
const OF_THREE: Material = Material::new(2, 0, 1, 0);
/// The most pieces of slices that are searched for their longest wins.
const LISTED: usize = 4;

/// Where tables are kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TablePlace {
    /// Nowhere: there are no tables.
    Off,
    /// In memory, while the server runs.
    Memory,
    /// In a folder. Tables of house rules are read from it but never written, because house rules have no end.
    Folder(PathBuf),
}

/// The operator's settings for tables.
#[derive(Clone, Debug)]
pub struct TableSettings {
    /// Where tables are kept.
    pub place: TablePlace,
    /// The most pieces of tables built in the background, for the rules of games played here.
    pub pieces: usize,
    /// How long after the start that begins.
    pub delay: Duration,
    /// Lowers the priority of the calling thread.
    pub lower_priority: fn(),
}

impl Default for TableSettings {
    fn default() -> Self {
        Self {
            place: TablePlace::Memory,
            pieces: background::AT_FIRST,
            delay: Duration::ZERO,
            lower_priority: || {},
        }
    }
}

/// The tables of all games.
pub struct Endgames {
    settings: TableSettings,
    table_cache: TableCache,
    queue: Queue,
    pool: Arc<Pool>,
    guard: Arc<Guard>,
}

/// The tables' verdict on a position and on its moves, best first.
pub struct Probed {
    /// The verdict on the position.
    pub verdict: Verdict,
    /// The verdict on each move, for the side that plays it.
    pub moves: Vec<(Move, Verdict)>,
    /// Best play of both sides, as text.
    pub line: Vec<String>,
}

/// Why there is no answer.
enum Missing {
    /// These tables must be built first; they have this many positions.
    Tables(Material, u64),
    /// A file cannot be used.
    Broken(TableError),
}

impl From<TableError> for Missing {
    fn from(error: TableError) -> Self {
        Self::Broken(error)
    }
}

impl Endgames {
    /// Opens the tables at a place; work on them runs in this pool.
    pub(crate) fn new(pool: Arc<Pool>, guard: Arc<Guard>) -> Self {
        let settings = guard.settings.endgame.clone();
        let (table_cache, queue) = (TableCache::new(settings.place.clone()), Queue::default());
        Self { settings, table_cache, queue, pool, guard }
    }

    /// Returns the shared tables for these rules; `None` if there are none.
    pub fn tables(&self, rules: &Ruleset) -> Option<Arc<Tables>> {
        self.table_cache.take(rules)
    }

    /// Returns what existing tables know about a game and its moves, without a line of best play. Builds nothing.
    pub fn known(&self, game: &Game) -> Option<Probed> {
        let slice = Tables::material(game.position())?;
        let tables = self.tables(game.rules())?;
        if !tables.missing(&slice).is_empty() {
            return None;
        }
        let verdict = tables.verdict(game).ok()??;
        let moves = tables.moves(game).ok()??;
        Some(Probed { verdict, moves, line: Vec::new() })
    }

    /// The folder of the tables, for engines; `None` if they are not in one.
    pub fn folder(&self) -> Option<TableFolder> {
        match &self.settings.place {
            TablePlace::Folder(folder) => Some(TableFolder::new(folder)),
            TablePlace::Off | TablePlace::Memory => None,
        }
    }

    /// Notes that games with these rules are played here: their tables are built in the background.
    pub fn played(&self, rules: &Ruleset) {
        if self.builds_on() && table_cache::is_known(rules) {
            self.queue.push(table_rules(rules));
        }
    }

    /// Starts building queued tables on a background thread, until the server stops.
    pub(crate) fn start_building(self: &Arc<Self>) {
        if self.builds_on() {
            background::start(Arc::clone(self));
        }
    }

    /// Whether tables are built in the background.
    pub(crate) fn builds_on(&self) -> bool {
        self.settings.place != TablePlace::Off && self.settings.pieces > background::AT_FIRST
    }

    /// Stops all building.
    pub(crate) fn stop(&self) {
        self.queue.close();
    }

    /// Probes a game on behalf of an address, with a line of best play of up to `plies`. Small missing tables are
    /// built.
    pub async fn probe(
        &self,
        game: &Game,
        plies: usize,
        address: Option<IpAddr>,
    ) -> Result<Probed, ApiError> {
        let asked = game.clone();
        let slice = Tables::material(game.position());
        let pieces = Tables::needs(game.position());
        if slice.is_none() && pieces > MAX_PIECES {
            return Err(ApiError::TooManyPieces { pieces: pieces as u64 });
        }
        self.ask(game.rules(), slice, (address, Task::Probe), move |tables| {
            let Some(verdict) = tables.verdict(&asked)? else { return Ok(None) };
            let Some(moves) = tables.moves(&asked)? else { return Ok(None) };
            let line = best_play(tables, &asked, plies)?;
            Ok(Some(Probed { verdict, moves, line }))
        })
        .await
    }

    /// Returns the slices with few pieces that have tables, with their totals. Missing ones with three pieces are
    /// built.
    pub async fn slices(
        &self,
        rules: &Ruleset,
        address: Option<IpAddr>,
    ) -> Result<Vec<(Material, Totals)>, ApiError> {
        self.ask(rules, Some(OF_THREE), (address, Task::Probe), |tables| {
            let mut slices = Vec::new();
            for material in (2..=LISTED).flat_map(|pieces| tables.slices(pieces)) {
                slices.extend(tables.totals(&material)?.map(|totals| (material, totals)));
            }
            Ok(Some(slices))
        })
        .await
    }

    /// Returns a position with the slice's longest win as a FEN, White to move.
    pub async fn longest_win(
        &self,
        rules: &Ruleset,
        slice: Material,
        address: Option<IpAddr>,
    ) -> Result<Option<String>, ApiError> {
        if !(2..=LISTED).contains(&slice.pieces()) {
            return Err(ApiError::NoLongestWin);
        }
        let game_tables = self.table_cache.game_tables(rules).ok_or(ApiError::NoTables)?;
        if let Some(found) = lock(&game_tables.longest).get(&slice) {
            return Ok(found.clone());
        }
        // This may look at all positions of the slice.
        let find = move |tables: &Tables| Ok(Some(tables.longest_win(&slice)?));
        let found = self.ask(rules, Some(slice), (address, Task::Search), find).await?;
        lock(&game_tables.longest).insert(slice, found.clone());
        Ok(found)
    }

    /// Queries a game's tables in the pool. What is missing for the slice is built first, if it is small.
    async fn ask<T: Send + 'static>(
        &self,
        rules: &Ruleset,
        slice: Option<Material>,
        (address, task): (Option<IpAddr>, Task),
        question: impl Fn(&Tables) -> Result<Option<T>, TableError> + Clone + Send + 'static,
    ) -> Result<T, ApiError> {
        let game_tables = self.table_cache.game_tables(rules).ok_or(ApiError::NoTables)?;
        let ask = || {
            let (tables, question) = (Arc::clone(&game_tables.tables), question.clone());
            self.pool.run_blocking(address, task, move || answer(&tables, slice, question))
        };
        let mut answered = ask().await?;
        if is_small(&answered) {
            // Concurrent requests for the same tables wait here, without occupying a thread.
            let turn = tokio::time::timeout(LONGEST, game_tables.building.lock()).await;
            let _turn = turn.map_err(|_| ApiError::Busy)?;
            answered = ask().await?;
            if let (true, Some(slice)) = (is_small(&answered), slice) {
                self.guard.charge_work(address)?;
                self.build(&game_tables.tables, slice, address).await?;
                answered = ask().await?;
            }
        }
        self.table_cache.tidy();
        answered.map_err(|missing| match missing {
            Missing::Tables(slice, _) => self.not_built(rules, slice),
            Missing::Broken(error) => {
                tracing::error!(%error, "an endgame table cannot be used");
                ApiError::BrokenTable
            }
        })
    }

    async fn build(
        &self,
        tables: &Arc<Tables>,
        slice: Material,
        address: Option<IpAddr>,
    ) -> Result<(), ApiError> {
        let tables = Arc::clone(tables);
        let build = move || {
            let end = Instant::now() + LONGEST;
            let stop = || Instant::now() >= end;
            let progress = |_, _| {};
            let build =
                Build { pieces: 0, threads: 1, memory: MEMORY, stop: &stop, progress: &progress };
            tables.build_for(&slice, &build)
        };
        match self.pool.run_blocking(address, Task::Build, build).await? {
            Ok(built) => background::tell(built.unwritten.as_ref()),
            // The check below reports what is missing.
            Err(BuildError::Stopped) => {}
            Err(error) => tracing::warn!(%error, "endgame tables were not built"),
        }
        Ok(())
    }

    /// The error for tables too large to build on demand; those of games played here are built in the background.
    fn not_built(&self, rules: &Ruleset, slice: Material) -> ApiError {
        self.played(rules);
        let pieces = slice.pieces();
        let is_coming = pieces <= self.settings.pieces && self.queue.has(&table_rules(rules));
        match is_coming {
            true => ApiError::TableComing { pieces: pieces as u64 },
            false => {
                let command = wire::build_command(rules, pieces);
                ApiError::NoTable { pieces: pieces as u64, command }
            }
        }
    }
}

/// Returns the line of best play as text; empty for draws, which have no end.
fn best_play(tables: &Tables, game: &Game, plies: usize) -> Result<Vec<String>, TableError> {
    let (mut game, mut line) = (game.clone(), Vec::new());
    while line.len() < plies {
        let moves = tables.moves(&game)?.unwrap_or_default();
        let best = moves.first().filter(|(_, verdict)| verdict.entry.wld != Wld::Draw);
        let Some((best, _)) = best else { break };
        line.push(game.position().text(best));
        game.play_unchecked(best);
    }
    Ok(line)
}

/// Whether what is missing is small enough to be built on demand.
fn is_small<T>(answered: &Result<T, Missing>) -> bool {
    matches!(answered, Err(Missing::Tables(_, positions)) if *positions <= AT_ONCE)
}

/// Returns the tables' answer, or what is missing for it.
fn answer<T>(
    tables: &Tables,
    slice: Option<Material>,
    question: impl Fn(&Tables) -> Result<Option<T>, TableError>,
) -> Result<T, Missing> {
    if let Some(slice) = slice {
        let missing = tables.missing(&slice);
        if !missing.is_empty() {
            let positions = missing.iter().map(|slice| tables.positions(slice)).sum();
            return Err(Missing::Tables(slice, positions));
        }
    }
    match (question(tables)?, slice) {
        (Some(answer), _) => Ok(answer),
        // Tables can only lack something they were asked for if a file has gone.
        (None, slice) => Err(Missing::Tables(slice.unwrap_or(OF_THREE), u64::MAX)),
    }
}
